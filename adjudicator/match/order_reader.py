"""Reading a letter's pieces one by one against the position that each of them meets."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from adjudicator.engines.contract import P, S, Seat, StepError
from adjudicator.match import refusals
from adjudicator.match.phrasing import PLAIN, Wording, is_chatter, is_order, leaves_open, read_step
from adjudicator.match.refusals import Refusal
from adjudicator.match.seeded_dealer import SeededDealer
from adjudicator.match.small_talk import is_initials, might_be_order
from adjudicator.match.table import Played, Table, play_forced, play_step

UNREADABLE = 20
"""After so many lines that are no orders nobody is writing orders, and the rest is not tried."""
IMAGINED = 3
"""Deals of what is hidden in which a step must end the turn to be taken for one that does."""
_CELLS = re.compile(r"\([^()]*\)|(?<![A-Za-z])[A-Za-z]\d+")
_NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Refused:
    """A piece that was refused, and why."""

    order: str
    refusal: Refusal


class OrderReader(Generic[P, S]):
    """The reading of one letter: `read` plays its pieces and sorts those that are not played."""

    def __init__(self, table: Table[P, S], written: Sequence[str], wording: Wording = PLAIN) -> None:
        self.table = table
        self.played: list[Played] = []
        self.refused: list[Refused] = []
        self.undone: list[str] = []
        self.not_reached: list[str] = []
        self.ignored: list[str] = []
        self.untried: list[str] = []
        self.halted = False
        self.saw_secret = False
        self._wording = wording
        self._seat = table.to_move
        self._turn = table.turn
        self._pending = deque(written)
        self._rest = False
        self._kept = (table, 0)
        self._decided = table

    def read(self) -> None:
        """Read all the pieces, or none if one of them leaves open what is ordered."""
        self._pending = deque(self._without_initials())
        if not self._ask_if_hedged():
            while self._pending and self._goes_on():
                self._read_next()
        if len(self.ignored) >= UNREADABLE:
            self.untried.extend(self._pending)
            self._pending.clear()
        for piece in self._pending:
            self._leave(piece)
        if self.ignored and not (self.played or self.refused or self.not_reached):
            self._ask_for_an_order()

    def _without_initials(self) -> list[str]:
        """Set aside the initials that somebody signs with below an order."""
        kept: list[str] = []
        for piece in self._pending:
            signs = is_initials(piece) and (kept or piece.strip().endswith("."))
            (self.ignored if signs else kept).append(piece)
        return kept

    def _ask_if_hedged(self) -> bool:
        """Ask instead of playing anything where a word leaves open what is ordered."""
        above = False
        for at, piece in enumerate(self._pending):
            hedge = self._wording.find_hedge(piece)
            if hedge and leaves_open(self.table, piece, hedge, self._wording, above=above):
                del self._pending[at]
                self.refused.append(Refused(piece, self._hedged(piece, hedge.doubt, hedge.word)))
                return True
            above = above or is_order(self.table, piece, self._wording)
        return False

    def _hedged(self, piece: str, doubt: str, word: str) -> Refusal:
        return refusals.hedged(piece, doubt, word, suggestions(self._after_undoing(), piece, self._wording))

    def _goes_on(self) -> bool:
        stopped = self.refused or self.halted or len(self.ignored) >= UNREADABLE
        return not stopped and self.table.turn == self._turn and self.table.to_move is not None

    def _read_next(self) -> None:
        self._decided = self.table
        only = self.table.only_step()
        try:
            parsed, said = read_step(self.table, self._pending[0], self._wording)
        except StepError as error:
            if only is None:
                self._set_aside(self._pending.popleft(), error)
            else:
                self._play(only, "", forced=True)
            return
        piece = self._pending.popleft()
        hedge = self._wording.find_hedge(piece) if parsed.rest else None
        if hedge and leaves_open(self.table, piece, hedge, self._wording, above=False):
            self._refuse(piece, self._hedged(piece, hedge.doubt, hedge.word))
            return
        self._rest = bool(parsed.rest)
        if parsed.rest:
            self._pending.appendleft(parsed.rest)
        if (rival := self._rival_of(parsed.step)) is not None:
            self._refuse(rival, refusals.contradictory((piece, rival)))
            return
        order = said.removesuffix(parsed.rest).rstrip() if parsed.rest else piece
        self._play(parsed.step, order, forced=only is not None)

    def _play(self, step: S, order: str, *, forced: bool) -> None:
        untouched = self._at_kept()
        self.table, entry = play_step(self.table, step, order=order, forced=forced)
        self.played.append(entry)
        self.saw_secret = self.saw_secret or entry.revealed
        if entry.revealed or (forced and untouched):
            self._kept = (self.table, len(self.played))

    def _set_aside(self, piece: str, error: StepError) -> None:
        """Decide what becomes of a piece that cannot be played while its turn lasts."""
        hedge = self._wording.find_hedge(piece.casefold()) if self._rest else None
        self._rest = False
        if hedge and is_chatter(self.table, piece, error):
            self._refuse(piece, self._hedged(piece, hedge.doubt, piece))
        elif is_chatter(self.table, piece, error):
            self.ignored.append(piece)
        elif self.saw_secret and self._at_kept():
            self.halted = True
            self.not_reached.append(piece)
        else:
            refusal = refusals.from_error(piece, error, examples(self.table))
            self._refuse(piece, replace(refusal, nearest=self._still_legal(piece, refusal.nearest)))

    def _refuse(self, piece: str, refusal: Refusal) -> None:
        self._undo()
        self.refused.append(Refused(piece, refusal))

    def _still_legal(self, piece: str, nearest: Sequence[str]) -> tuple[str, ...]:
        """Keep the suggestions that are right where the letter ends, or make them anew."""
        table = self._after_undoing()
        legal = set(table.legal_orders)
        return tuple(one for one in nearest if one in legal) or suggestions(table, piece, self._wording)

    def _after_undoing(self) -> Table[P, S]:
        """Find where the letter ends if it is undone: what a refusal suggests has to be right there."""
        return play_forced(self._kept[0])[0]

    def _rival_of(self, step: S) -> str | None:
        """Find what the letter has instead of a step that would end the turn, and take it out of the letter.

        Something stands there instead if it has the same form (``N9`` and ``O9``), unless the letter has a row of such
        steps; or if it stands behind an end with which the letter, or the line, begins.
        """
        if not self._pending or not self._ends_turn(step):
            return None
        ending = self.table.engine.format(step)
        written = [entry.step for entry in self.played if entry.order]
        alone = all(_form(one) != _form(ending) for one in written)
        for at, piece in enumerate(list(self._pending)[:UNREADABLE]):
            other = self._step_of(piece)
            starts = ending.isalpha() and (not written or (self._rest and at == 0))
            if other not in ("", ending) and (starts or (alone and _form(other) == _form(ending))):
                del self._pending[at]
                return piece
        return None

    def _ends_turn(self, step: S) -> bool:
        """Tell whether a step ends the turn, whatever it turns over: an answer must not tell what lies hidden."""
        following, result = self.table.after(step)
        if not result.revealed:
            return self._is_over(following)
        return all(self._is_over(resampled.after(step)[0]) for resampled in self._resampled())

    def _is_over(self, table: Table[P, S]) -> bool:
        return table.turn != self._turn or table.to_move is None

    def _resampled(self) -> Iterator[Table[P, S]]:
        """Deal the secrets anew a few times, as far as the writer cannot tell the difference."""
        for number in range(IMAGINED):
            dealer = SeededDealer(b"an ending that depends on no secret" + bytes([number]))
            position = self.table.engine.resample(self.table.position, self.table.to_move or 0, dealer)
            yield replace(self.table, position=position)

    def _step_of(self, piece: str) -> str:
        try:
            return self.table.engine.format(read_step(self.table, piece, self._wording)[0].step)
        except StepError:
            return ""

    def _at_kept(self) -> bool:
        return len(self.played) == self._kept[1]

    def _undo(self) -> None:
        self.table, count = self._kept
        self.undone.extend(entry.order for entry in self.played[count:] if entry.order)
        del self.played[count:]

    def _leave(self, piece: str) -> None:
        """Sort a piece that is not played any more by whether it could be an order at all."""
        (self.ignored if small_talk(self._decided, piece, self._seat, self._wording) else self.not_reached).append(
            piece
        )

    def _ask_for_an_order(self) -> None:
        piece = self.ignored.pop(0)
        self.refused.append(Refused(piece, refusals.unreadable(piece, examples(self.table))))


def small_talk(table: Table[P, S], piece: str, seat: Seat | None, wording: Wording = PLAIN) -> bool:
    """Tell whether a line of a seat is none that it could have meant as an order.

    What another seat could do now is no measure: it may depend on what only that seat knows.
    """
    if table.to_move != seat:
        return not might_be_order(piece, frozenset())
    try:
        read_step(table, piece, wording)
    except StepError as error:
        return is_chatter(table, piece, error)
    return False


def suggestions(table: Table[P, S], text: str, wording: Wording = PLAIN) -> tuple[str, ...]:
    """Suggest orders that are legal at a table for a text that was refused."""
    try:
        parsed, _ = read_step(table, text, wording)
    except StepError as error:
        return error.nearest or examples(table)
    return (table.engine.format(parsed.step),)


def examples(table: Table[P, S], count: int = 3) -> tuple[str, ...]:
    """Choose a few legal orders from all over the list."""
    steps = table.legal_steps
    chosen = steps if len(steps) <= count else [steps[i * (len(steps) - 1) // (count - 1)] for i in range(count)]
    return tuple(map(table.engine.format, chosen))


def _form(step: str) -> str:
    """Reduce a canonical step to its form: ``N9`` and ``O9`` have the same."""
    return _NUMBERS.sub("#", _CELLS.sub("@", step))
