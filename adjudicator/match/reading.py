"""Reading a letter's pieces one by one against the position that each of them meets."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.engines.contract import Seat, StepError, UnreadableStep
from adjudicator.match import refusals
from adjudicator.match.chatter import might_be_order, vocabulary
from adjudicator.match.refusals import Refusal
from adjudicator.match.table import Played, Table, play

UNREADABLE = 20
"""After so many lines that are no orders nobody is writing orders, and the rest is not tried."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A piece that was refused, and why."""

    order: str
    refusal: Refusal


class Reading:
    """The reading of one letter: `read` plays its pieces and sorts those that are not played."""

    def __init__(self, table: Table, written: Sequence[str]) -> None:
        self.table = table
        self.played: list[Played] = []
        self.refused: list[Refused] = []
        self.undone: list[str] = []
        self.not_reached: list[str] = []
        self.ignored: list[str] = []
        self.untried: list[str] = []
        self.halted = False
        self.saw_secret = False
        self._seat = table.to_move
        self._turn = table.turn
        self._pending = deque(written)
        self._kept = (table, 0)
        self._decided = table

    def read(self) -> None:
        """Read all the pieces."""
        while self._pending and self._goes_on():
            self._read_next()
        if len(self.ignored) >= UNREADABLE:
            self.untried.extend(self._pending)
            self._pending.clear()
        for piece in self._pending:
            self._leave(piece)
        if self.ignored and not (self.played or self.refused or self.not_reached):
            self._ask_for_an_order()

    def _goes_on(self) -> bool:
        stopped = self.refused or self.halted or len(self.ignored) >= UNREADABLE
        return not stopped and self.table.turn == self._turn and self.table.to_move is not None

    def _read_next(self) -> None:
        self._decided = self.table
        only = self.table.only_step()
        try:
            parsed = self.table.engine.parse(self.table.position, self._pending[0])
        except StepError as error:
            if only is None:
                self._set_aside(self._pending.popleft(), error)
            else:
                self._play(only, "", forced=True)
            return
        piece = self._pending.popleft()
        if parsed.rest:
            self._pending.appendleft(parsed.rest)
        self._play(parsed.step, piece.removesuffix(parsed.rest).rstrip(), forced=only is not None)

    def _play(self, step: Any, order: str, *, forced: bool) -> None:
        untouched = self._at_kept()
        self.table, entry = play(self.table, step, order=order, forced=forced)
        self.played.append(entry)
        self.saw_secret = self.saw_secret or entry.revealed
        if entry.revealed or (forced and untouched):
            self._kept = (self.table, len(self.played))

    def _set_aside(self, piece: str, error: StepError) -> None:
        """Decide what becomes of a piece that cannot be played while its turn lasts."""
        if _is_chatter(self.table, piece, error):
            self.ignored.append(piece)
        elif self.saw_secret and self._at_kept():
            self.halted = True
            self.not_reached.append(piece)
        else:
            self._undo()
            self.refused.append(Refused(piece, refusals.from_error(piece, error, examples(self.table))))

    def _at_kept(self) -> bool:
        return len(self.played) == self._kept[1]

    def _undo(self) -> None:
        self.table, count = self._kept
        self.undone.extend(entry.order for entry in self.played[count:] if entry.order)
        del self.played[count:]

    def _leave(self, piece: str) -> None:
        """Sort a piece that is not played any more by whether it could be an order at all."""
        (self.ignored if small_talk(self._decided, piece, self._seat) else self.not_reached).append(piece)

    def _ask_for_an_order(self) -> None:
        piece = self.ignored.pop(0)
        self.refused.append(Refused(piece, refusals.unreadable(piece, examples(self.table))))


def small_talk(table: Table, piece: str, seat: Seat | None) -> bool:
    """Tell whether a line of a seat is none that it could have meant as an order.

    What another seat could do now is no measure: it may depend on what only that seat knows.
    """
    if table.to_move != seat:
        return not might_be_order(piece, frozenset())
    try:
        table.engine.parse(table.position, piece)
    except StepError as error:
        return _is_chatter(table, piece, error)
    return False


def examples(table: Table, count: int = 3) -> tuple[str, ...]:
    """Choose a few legal orders from all over the list."""
    steps = table.legal_steps
    chosen = steps if len(steps) <= count else [steps[i * (len(steps) - 1) // (count - 1)] for i in range(count)]
    return tuple(map(table.engine.format, chosen))


def _is_chatter(table: Table, piece: str, error: StepError) -> bool:
    if not isinstance(error, UnreadableStep):
        return False
    return not might_be_order(piece, vocabulary(table.legal_orders))
