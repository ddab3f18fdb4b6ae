"""Rules on a letter of orders: every line of it is played, refused, undone, ignored, or not reached.

The orders are played one after the other while the turn lasts. "Reveal" means that a step brought a secret to light.

1. A possible order that cannot be played refuses the letter. All steps back to the last reveal are undone (all steps
   of the letter if there was none): a typing error never costs a turn, and a reveal is never taken back.
2. Small talk is ignored, unless the letter holds nothing else.
3. Lines after a reveal were written without knowing the secret. If the first of them cannot be played, the letter
   halts there without a refusal: that line and the rest are not reached, and the steps before it stand. A later one
   that cannot be played is refused by rule 1. The second half of one order (``flip C4 NEW``) counts as such a line.
4. A step that is the only legal one is played by the server, or by the line that names it.
5. Lines after the end of the turn are not reached.
6. After too many lines of small talk the rest is not tried.
7. If a hedge makes an order unclear, or an O may be east or west, or two orders decide the same thing, nothing is
   played and the player is asked.
   Initials below an order are small talk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Generic, TypeAlias

from adjudicator.engines.contract import AnyPosition, AnyStep, Outcome, P, S, Seat
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.descriptions import split_pieces, without_descriptions
from adjudicator.match.rulings.order_reader import OrderReader, Refused
from adjudicator.match.rulings.phrasing import PLAIN, Wording
from adjudicator.match.rulings.refusals import Refusal
from adjudicator.match.rulings.table import Played, Table, play_forced, play_step


@dataclass(frozen=True, slots=True)
class Ruling(Generic[P, S]):
    """The answer to a letter. Every piece of it is in exactly one of the lists, save that an order of several steps
    gives several entries of `played`; steps played by the server are there too. Of two pieces that exclude each other,
    the second is refused, and its refusal names both.
    """

    table: Table[P, S]
    played: tuple[Played, ...] = ()
    refused: tuple[Refused, ...] = ()
    undone: tuple[str, ...] = ()
    not_reached: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    untried: tuple[str, ...] = ()
    """Lines that were not read, after too many unreadable ones."""
    halted: bool = False
    """Whether the letter stopped because a step revealed a secret that the next line did not account for."""

    @property
    def position(self) -> P:
        """The position after the letter."""
        return self.table.position

    @property
    def turn(self) -> int:
        """The turn after the letter."""
        return self.table.turn

    @property
    def revealed(self) -> bool:
        """Whether a step revealed a secret."""
        return any(entry.revealed for entry in self.played)

    @property
    def outcome(self) -> Outcome | None:
        """How the rules ended the match, or None."""
        return self.table.outcome


@dataclass(frozen=True, slots=True)
class Preview(Generic[P, S]):
    """The table after an order that is not played."""

    table: Table[P, S]
    played: tuple[Played, ...]
    hidden: str = ""
    """The step of the order that would bring a secret to light: the table is the one before it."""


AnyRuling: TypeAlias = Ruling[AnyPosition, AnyStep]
AnyPreview: TypeAlias = Preview[AnyPosition, AnyStep]
AnyForesight: TypeAlias = "Foresight[AnyPosition, AnyStep]"
"""Of a match of whichever game."""


def rule_on(
    table: Table[P, S], seat: Seat, letter_turn: int, orders: Sequence[str], wording: Wording = PLAIN
) -> Ruling[P, S]:
    """Rule on the orders of a seat; `letter_turn` is the turn whose letter they answer."""
    written = split_pieces(without_descriptions(table, orders, wording.say_descriptions))
    if guard := _guard(table, seat) or _stale(table, letter_turn) or _empty(written):
        return Ruling(table, refused=(Refused("; ".join(written), guard),))
    reading = _read_pieces(table, written, wording)
    final, forced = play_forced(reading.table)
    return _ruling_of(reading, final, forced)


@dataclass(frozen=True, slots=True)
class Foresight(Generic[P, S]):
    """What a letter of orders would bring, as far as nothing comes to light; nothing of it is played."""

    ruling: Ruling[P, S]
    unseen: tuple[str, ...] = ()
    """The pieces from the first on that would bring a secret to light. Even whether they are legal may be secret."""


def foresee_ruling(
    table: Table[P, S], seat: Seat, letter_turn: int, orders: Sequence[str], wording: Wording = PLAIN
) -> Foresight[P, S]:
    """Rule on orders without playing them, up to the first that would bring a secret to light."""
    written = split_pieces(without_descriptions(table, orders, wording.say_descriptions))
    if guard := _guard(table, seat) or _stale(table, letter_turn) or _empty(written):
        return Foresight(Ruling(table, refused=(Refused("; ".join(written), guard),)))
    reading = _read_pieces(table, written, wording)
    if not reading.saw_secret:
        return Foresight(_ruling_of(reading, reading.table, ()))
    seen = OrderReader(table, (), wording)
    for count in range(1, len(written) + 1):
        longer = _read_pieces(table, written[:count], wording)
        if longer.saw_secret:
            break
        seen = longer
    # What is refused of a part alone, as thanks above the first order, is not refused in the whole letter.
    known = Ruling(seen.table, played=tuple(seen.played), ignored=tuple(seen.ignored))
    return Foresight(known, tuple(written[count - 1 :]))


def _read_pieces(table: Table[P, S], written: Sequence[str], wording: Wording) -> OrderReader[P, S]:
    reading = OrderReader(table, written, wording)
    reading.read()
    return reading


def _ruling_of(reading: OrderReader[P, S], table: Table[P, S], forced: tuple[Played, ...]) -> Ruling[P, S]:
    return Ruling(
        table=table,
        played=(*reading.played, *forced),
        refused=tuple(reading.refused),
        undone=tuple(reading.undone),
        not_reached=tuple(reading.not_reached),
        ignored=tuple(reading.ignored),
        untried=tuple(reading.untried),
        halted=reading.halted,
    )


def preview_step(table: Table[P, S], seat: Seat, order: str, wording: Wording = PLAIN) -> Preview[P, S] | Refusal:
    """Return the table after an order without playing it, or before the first step that would reveal a secret."""
    written = split_pieces(without_descriptions(table, [order], wording.say_descriptions))
    if guard := _guard(table, seat) or _empty(written):
        return guard
    reading = _read_pieces(table, written, wording)
    # Checked first: even the refusal of a later piece could leak the secret.
    if reading.saw_secret:
        return _preview_before_secret(table, reading) or refusals.would_reveal(order)
    if reading.refused:
        return reading.refused[0].refusal
    return Preview(reading.table, tuple(reading.played))


def _preview_before_secret(table: Table[P, S], reading: OrderReader[P, S]) -> Preview[P, S] | None:
    """Return the table before the first step that reveals a secret; None if nothing stands before it."""
    before = list(takewhile(lambda one: not one.revealed, reading.played))
    if not any(one.order for one in before):
        return None
    for one in before:
        table, _ = play_step(table, table.engine.parse(table.position, one.step).step)
    return Preview(table, tuple(before), reading.played[len(before)].step)


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
