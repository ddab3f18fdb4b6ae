"""The state of a match in play: engine, position and turn number, as an immutable value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic, TypeAlias, overload

from adjudicator.engines.contract import (
    AnyPosition,
    AnyStep,
    Deal,
    Engine,
    Note,
    Options,
    Outcome,
    P,
    Result,
    Revealed,
    S,
    Seat,
    Value,
    View,
)
from adjudicator.match.rulings.small_talk import vocabulary

# No game plays so many steps by itself; an engine that does would hold up a worker for ever.
LONGEST_ADVANCE = 10_000


@dataclass(frozen=True)  # no slots: cached_property needs a __dict__
class Table(Generic[P, S]):
    """A match in play. `closed`: the match has ended, but not by its rules.

    The first turn is number 1; the next one begins when a step leaves another seat to decide.
    """

    engine: Engine[P, S, View]
    position: P
    turn: int = 1
    closed: bool = False

    @property
    def to_move(self) -> Seat | None:
        """The seat that decides now, or None when the match is over."""
        return None if self.closed else self.engine.to_move(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """How the rules ended the match, or None."""
        return self.engine.outcome(self.position)

    @cached_property
    def legal_steps(self) -> Sequence[S]:
        """The legal steps of the seat to move, in the engine's order."""
        return self.engine.legal_steps(self.position)

    @cached_property
    def legal_orders(self) -> tuple[str, ...]:
        """The legal steps in canonical notation."""
        return tuple(map(self.engine.format, self.legal_steps))

    @cached_property
    def words(self) -> frozenset[str]:
        """The words that occur in the legal orders."""
        return vocabulary(self.legal_orders)

    def only_step(self) -> S | None:
        """Return the step if it is the only legal one, else None."""
        return self.legal_steps[0] if self.to_move is not None and len(self.legal_steps) == 1 else None

    def after(self, step: S) -> tuple[Table[P, S], Result[P]]:
        """Play a step. Raises `IllegalStep`."""
        result = self.engine.apply(self.position, step)
        next_seat = self.engine.to_move(result.position)
        passed_on = next_seat is not None and next_seat != self.to_move
        return replace(self, position=result.position, turn=self.turn + passed_on), result


AnyTable: TypeAlias = Table[AnyPosition, AnyStep]
"""A table of whichever game."""


@dataclass(frozen=True, slots=True)
class LegalOrders(Sequence[str], Generic[P, S]):
    """The `legal_orders` of a table, for a board: there may be hundreds, and most boards write none of them."""

    table: Table[P, S]

    def __len__(self) -> int:
        return len(self.table.legal_steps)

    def __iter__(self) -> Iterator[str]:
        return iter(self.table.legal_orders)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...
    def __getitem__(self, at: int | slice) -> str | tuple[str, ...]:
        return self.table.legal_orders[at]


@dataclass(frozen=True, slots=True)
class Played:
    """A step that was played: its canonical form, and the order that asked for it ("" when the server played it).

    `forced` tells that nothing else was legal.
    """

    seat: Seat
    turn: int
    step: str
    order: str
    forced: bool
    notes: tuple[Note, ...] = ()
    revealed: Revealed = Revealed.NONE
    shown: tuple[Value, ...] = ()


def play_step(table: Table[P, S], step: S, *, order: str = "", forced: bool = False) -> tuple[Table[P, S], Played]:
    """Play a step; return the new table and the entry. Raises `IllegalStep`."""
    seat = table.to_move
    if seat is None:
        raise ValueError("nothing can be played at a table where the match is over")
    canonical = table.engine.format(step)
    following, result = table.after(step)
    entry = Played(seat, table.turn, canonical, order, forced, result.notes, result.revealed, result.shown)
    return following, entry


def play_forced(table: Table[P, S]) -> tuple[Table[P, S], tuple[Played, ...]]:
    """Play steps of any seat while only one is legal, until there is a choice."""
    played: list[Played] = []
    while (step := table.only_step()) is not None:
        if len(played) == LONGEST_ADVANCE:
            raise RuntimeError(f"{table.engine.rules.key} plays by itself without end")
        table, entry = play_step(table, step, forced=True)
        played.append(entry)
    return table, tuple(played)


def open_table(
    engine: Engine[P, S, View], options: Options, seats: int, deal: Deal
) -> tuple[Table[P, S], tuple[Played, ...]]:
    """Lay out a match and play the forced steps before the first decision."""
    return play_forced(Table(engine, engine.setup(options, seats, deal)))
