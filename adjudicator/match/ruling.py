"""Ruling on a letter: what is played, what is refused and what becomes of every other line.

The orders of a letter are played one after the other, as long as its turn lasts.

1. A line that might be an order and cannot be played refuses the letter: everything back to the last secret that came
   to light is undone (all of it, if none did), so a slip never costs a turn and a peek is never taken back.
2. Small talk is ignored, unless the letter holds nothing else.
3. After a secret came to light, the lines that follow were written without knowing it. They are played while they fit.
   If the next one does not fit, it stops the letter without blame: it, and what follows, is not reached, and what came
   before stands. One that does not fit later on is refused as in 1, back to the secret. Words that belong to the same
   order (``flip C4 NEW``) are such lines too.
4. A step that is the only legal one is played by the server, or by the line that names it.
5. Lines behind the end of the turn are not reached.
6. Below too many lines of small talk nothing is tried any more.
7. Where a word leaves open what is ordered, or two steps stand for one decision, nothing is played and the writer is
   asked. Initials below an order are small talk.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias

from adjudicator.engines.contract import AnyPosition, AnyStep, Outcome, P, S, Seat
from adjudicator.match import refusals
from adjudicator.match.order_reader import OrderReader, Refused
from adjudicator.match.phrasing import PLAIN, Wording
from adjudicator.match.refusals import Refusal
from adjudicator.match.table import Played, Table, play_forced

_BREAK = re.compile(r"[;\r\n]+")


@dataclass(frozen=True, slots=True)
class Ruling(Generic[P, S]):
    """The answer to a letter. Every piece of it is in exactly one of the lists, save that an order of several steps
    gives several entries of `played`; steps played by the server are there too.
    """

    table: Table[P, S]
    played: tuple[Played, ...] = ()
    refused: tuple[Refused, ...] = ()
    undone: tuple[str, ...] = ()
    not_reached: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    untried: tuple[str, ...] = ()
    """What stood below too many lines that could not be read."""
    halted: bool = False
    """Whether the letter stopped at a secret that came to light and asks for a new decision."""

    @property
    def position(self) -> P:
        """The position that stands now."""
        return self.table.position

    @property
    def turn(self) -> int:
        """The turn that runs now."""
        return self.table.turn

    @property
    def revealed(self) -> bool:
        """Whether a secret came to light."""
        return any(entry.revealed for entry in self.played)

    @property
    def outcome(self) -> Outcome | None:
        """How the rules ended the match, or None."""
        return self.table.outcome


@dataclass(frozen=True, slots=True)
class Preview(Generic[P, S]):
    """What would be if an order were played, which it is not."""

    table: Table[P, S]
    played: tuple[Played, ...]


AnyRuling: TypeAlias = Ruling[AnyPosition, AnyStep]
AnyPreview: TypeAlias = Preview[AnyPosition, AnyStep]
"""Of a match of whichever game."""


def split_pieces(orders: Sequence[str]) -> tuple[str, ...]:
    """Cut orders into the pieces that are ruled on one by one: at line ends and semicolons."""
    return tuple(piece.strip() for order in orders for piece in _BREAK.split(order) if piece.strip())


def rule_on(
    table: Table[P, S], seat: Seat, letter_turn: int, orders: Sequence[str], wording: Wording = PLAIN
) -> Ruling[P, S]:
    """Rule on the orders that a seat wrote in answer to the letter of a turn."""
    written = split_pieces(orders)
    if guard := _guard(table, seat) or _stale(table, letter_turn) or _empty(written):
        return Ruling(table, refused=(Refused(written[0] if written else "", guard),), not_reached=written[1:])
    reading = OrderReader(table, written, wording)
    reading.read()
    final, forced = play_forced(reading.table)
    return Ruling(
        table=final,
        played=(*reading.played, *forced),
        refused=tuple(reading.refused),
        undone=tuple(reading.undone),
        not_reached=tuple(reading.not_reached),
        ignored=tuple(reading.ignored),
        untried=tuple(reading.untried),
        halted=reading.halted,
    )


def preview_step(table: Table[P, S], seat: Seat, order: str, wording: Wording = PLAIN) -> Preview[P, S] | Refusal:
    """Show where an order would lead, and play nothing. What would turn something over is not shown."""
    written = split_pieces([order])
    if guard := _guard(table, seat) or _empty(written):
        return guard
    reading = OrderReader(table, written, wording)
    reading.read()
    # Seen before anything else: that a later piece is refused may itself tell what lay hidden.
    if reading.saw_secret:
        return refusals.would_reveal(order)
    if reading.refused:
        return reading.refused[0].refusal
    return Preview(reading.table, tuple(reading.played))


def _guard(table: Table[P, S], seat: Seat) -> Refusal | None:
    if table.to_move is None:
        return refusals.match_over()
    if table.to_move != seat:
        return refusals.not_your_turn(table.to_move)
    return None


def _stale(table: Table[P, S], letter_turn: int) -> Refusal | None:
    return refusals.stale(letter_turn, table.turn) if letter_turn != table.turn else None


def _empty(written: Sequence[str]) -> Refusal | None:
    return None if written else refusals.nothing_written()
