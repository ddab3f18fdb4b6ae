"""Reads the pieces of one letter, each against the position that the pieces before it led to.

Pieces come in; played steps, refusals and the other lists of a `Ruling` go out. The checkpoint is the table after the
last step that revealed a secret (at first the table before the letter): a refusal undoes everything after it, and never
a reveal. Suggestions are always legal at the checkpoint, since the player's next letter is read there.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from adjudicator.engines.abilities import offers
from adjudicator.engines.contract import HasCompass, HasWishes, P, S, Seat, StepError, UnreadableStep
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.phrasing import (
    LONGEST_PROSE,
    PLAIN,
    Hedge,
    Wording,
    is_chatter,
    is_order,
    leaves_open,
    read_step,
    tells_what_to_do,
)
from adjudicator.match.rulings.refusals import Refusal
from adjudicator.match.rulings.small_talk import is_initials, might_be_order, without_beginning
from adjudicator.match.rulings.table import Played, Table, play_forced, play_step

UNREADABLE = 20
"""Lines that are no orders after which the rest of a letter is not tried: it is prose."""
IMAGINED = 3
"""Samples of the hidden information; a step ends the turn only if it does in all of them."""
PREVIEW = "?"
"""The sign before an order that is shown and not played."""
_CELL = re.compile(r"(?<![^\W_])[^\W\d_]\s?\d{1,2}(?![^\W_])")
_CELLS = re.compile(r"\([^()]*\)|(?<![A-Za-z])[A-Za-z]\d+")
_NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Refused:
    """A refused piece and its refusal."""

    order: str
    refusal: Refusal


class OrderReader(Generic[P, S]):
    """Reads one letter: `read` plays its pieces, and sorts those that are not played into lists."""

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
        self._checkpoint = (table, 0)
        self._decided = table

    def read(self) -> None:
        """Read all pieces, or play none of them if a hedge makes one unclear.

        1. Put initials below the orders aside.
        2. If a line hedges ("A1 or B2", "not A1"), or has an O that may be east or west, ask instead of playing
           anything.
        3. Play piece by piece until the turn ends, a piece is refused, or a reveal asks for a new decision.
        4. Sort the remaining lines: small talk is ignored, possible orders are listed as not reached.
        5. A letter of small talk alone is refused, with examples of orders.
        """
        self._pending = deque(self._without_initials())
        if not (self._ask_if_hedged() or self._ask_if_o_is_open()):
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
        """Ignore initials as a signature below an order: `M.` or `AB` could also be a step."""
        orders: list[str] = []
        for piece in self._pending:
            signs = is_initials(piece) and (orders or piece.strip().endswith("."))
            (self.ignored if signs else orders).append(piece)
        return orders

    def _ask_if_hedged(self) -> bool:
        """Refuse the whole letter with a question if a hedge makes a line unclear; tell whether it did."""
        above = False
        for at, piece in enumerate(self._pending):
            hedge = self._wording.find_hedge(piece)
            if hedge and leaves_open(self.table, piece, hedge, self._wording, above=above):
                del self._pending[at]
                self.refused.append(Refused(piece, self._hedged(piece, hedge)))
                return True
            above = above or is_order(self.table, piece, self._wording)
        return False

    def _ask_if_o_is_open(self) -> bool:
        """Refuse the whole letter with a question if an O may be east or west; tell whether it did."""
        written = list(self._pending)
        for at, piece in enumerate(written):
            if not self._leaves_o_open(piece):
                continue
            above = any(is_order(self.table, one, self._wording) for one in written[:at])
            if above or (is_order(self.table, piece, self._wording) and not self._is_the_same(piece)):
                orders = [one for one in written if not small_talk(self.table, one, self._seat, self._wording)]
                del self._pending[at]
                self.refused.append(Refused(piece, refusals.which_o(orders)))
                return True
        return False

    def _leaves_o_open(self, piece: str) -> bool:
        engine = self.table.engine
        if not offers(engine, HasCompass) or len(piece.split()) > LONGEST_PROSE:
            return False
        return any(map(engine.leaves_o_open, (piece, *self._wording.variants(piece))))

    def _is_the_same(self, piece: str) -> bool:
        """Tell whether the first order of a letter is one and the same step whatever its O means."""
        try:
            parsed, _ = read_step(self.table, piece, self._wording)
        except StepError:
            return False
        return not self._leaves_o_open(parsed.rest)

    def _hedged(self, piece: str, hedge: Hedge, word: str = "") -> Refusal:
        """Ask for the meaning; a writer who asks for the outcome of an order is shown how to look at it first."""
        table = self._after_undoing()
        nearest = suggestions(table, hedge.asked or piece, self._wording)
        previews = [f"{PREVIEW} {order}" for order in nearest[:1] if hedge.asked and not reveals(table, order)]
        return refusals.hedged(piece, hedge.doubt, word or hedge.word, (*previews, *nearest), asks=bool(previews))

    def _goes_on(self) -> bool:
        stopped = self.refused or self.halted or len(self.ignored) >= UNREADABLE
        return not stopped and self.table.turn == self._turn and self.table.to_move is not None

    def _read_next(self) -> None:
        self._decided = self.table
        only = self.table.only_step()
        try:
            parsed, said = read_step(self._reading_table(), self._pending[0], self._wording)
        except StepError as error:
            if only is None:
                self._handle_error(self._pending.popleft(), error)
            else:
                self._play(only, "", forced=True)
            return
        piece = self._pending.popleft()
        hedge = self._wording.find_hedge(piece) if parsed.rest else None
        if hedge and leaves_open(self.table, piece, hedge, self._wording, above=False):
            self._refuse(piece, self._hedged(piece, hedge))
            return
        self._rest = bool(parsed.rest)
        if parsed.rest:
            self._pending.appendleft(parsed.rest)
        order = _before(piece, said, parsed.rest) if parsed.rest else piece
        if (rival := self._rival_of(parsed.step)) is not None:
            self._refuse(rival, refusals.contradictory((order, rival)))
            return
        if (lost := self._lost_behind(parsed.step)) is not None:
            self._pending.appendleft(order)
            self._handle_error(*lost)
            return
        self._play(parsed.step, order, forced=only is not None)

    def _reading_table(self) -> Table[P, S]:
        """Return the table at which the next piece is read: right after a reveal it was written before the secret."""
        engine = self.table.engine
        if self.saw_secret and self._at_checkpoint() and isinstance(engine, HasWishes):
            return replace(self.table, engine=engine.reading_wishes())
        return self.table

    def _play(self, step: S, order: str, *, forced: bool) -> None:
        at_checkpoint = self._at_checkpoint()
        self.table, entry = play_step(self.table, step, order=order, forced=forced)
        self.played.append(entry)
        self.saw_secret = self.saw_secret or bool(entry.revealed)
        # A forced step right at the checkpoint moves it: undoing that step would only play it again.
        if entry.revealed or (forced and at_checkpoint):
            self._checkpoint = (self.table, len(self.played))

    def _handle_error(self, piece: str, error: StepError) -> None:
        """Sort a piece that cannot be played although its turn lasts.

        Chatter is ignored, but a hedge right behind an order, on its line, refuses it. Right after a reveal the letter
        halts without a refusal, because the piece was written without knowing the secret. Anything else is refused.
        """
        hedge = self._wording.find_hedge(piece.casefold()) if self._rest else None
        self._rest = False
        if hedge and is_chatter(self.table, piece, error, self._wording):
            self._refuse(piece, self._hedged(piece, hedge, piece))
        elif is_chatter(self.table, piece, error, self._wording):
            self.ignored.append(piece)
        elif self.saw_secret and self._at_checkpoint():
            self.halted = True
            self.not_reached.append(piece)
        else:
            refusal = refusals.from_error(piece, error, examples(self.table))
            self._refuse(piece, replace(refusal, nearest=self._still_legal(piece, refusal.nearest)))

    def _refuse(self, piece: str, refusal: Refusal) -> None:
        self._undo()
        self.refused.append(Refused(piece, refusal))

    def _still_legal(self, piece: str, nearest: Sequence[str]) -> tuple[str, ...]:
        """Keep the suggestions that are legal once the letter is undone; if there are none, make new ones."""
        table = self._after_undoing()
        legal = set(table.legal_orders)
        return tuple(one for one in nearest if one in legal) or suggestions(table, piece, self._wording)

    def _after_undoing(self) -> Table[P, S]:
        """Return the table at which the player's next letter is read if this one is undone."""
        return play_forced(self._checkpoint[0])[0]

    def _rival_of(self, step: S) -> str | None:
        """Find a later piece that contradicts a step which ends the turn, and remove it from the letter.

        After such a step nothing more can be played, so a further order means that the player wants one of the two:

        - it has the same form (``N9`` and ``O9``), unless the letter already played a step of that form;
        - or the ending step is a word such as ``pass``, and the letter or the line begins with it.
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

    def _lost_behind(self, step: S) -> tuple[str, StepError] | None:
        """Find a later piece that names a step or a command in words that we do not know, and remove it.

        Behind a step that ends the turn it would be lost, though the player may have wanted it before that step.
        """
        if not self._pending or not self._ends_turn(step):
            return None
        for at, piece in enumerate(list(self._pending)[:UNREADABLE]):
            try:
                read_step(self.table, piece, self._wording)
            except UnreadableStep as error:
                if tells_what_to_do(self.table, piece, self._wording):
                    del self._pending[at]
                    return piece, error
            except StepError:
                continue
        return None

    def _ends_turn(self, step: S) -> bool:
        """Tell whether a step ends the turn, by samples if it reveals something: an answer must not leak the secret."""
        following, result = self.table.after(step)
        if not result.revealed:
            return self._is_over(following)
        return all(self._is_over(resampled.after(step)[0]) for resampled in self._resampled())

    def _is_over(self, table: Table[P, S]) -> bool:
        return table.turn != self._turn or table.to_move is None

    def _resampled(self) -> Iterator[Table[P, S]]:
        """Yield some tables with the hidden information drawn anew, consistent with the player's knowledge."""
        for number in range(IMAGINED):
            dealer = SeededDealer(b"an ending that depends on no secret" + bytes([number]))
            position = self.table.engine.resample(self.table.position, self.table.to_move or 0, dealer)
            yield replace(self.table, position=position)

    def _step_of(self, piece: str) -> str:
        try:
            return self.table.engine.format(read_step(self.table, piece, self._wording)[0].step)
        except StepError:
            return ""

    def _at_checkpoint(self) -> bool:
        return len(self.played) == self._checkpoint[1]

    def _undo(self) -> None:
        self.table, count = self._checkpoint
        self.undone.extend(entry.order for entry in self.played[count:] if entry.order)
        del self.played[count:]

    def _leave(self, piece: str) -> None:
        """Sort a piece that is not played any more: small talk, or a possible order that was not reached."""
        (self.ignored if small_talk(self._decided, piece, self._seat, self._wording) else self.not_reached).append(
            piece
        )

    def _ask_for_an_order(self) -> None:
        # A greeting is never the reason: the line with a place is, or the first one that is no mere politeness.
        said = [piece for piece in self.ignored if self._wording.clauses(piece)] or self.ignored
        piece = next((one for one in said if _CELL.search(one)), said[0])
        self.ignored.remove(piece)
        nearest = suggestions(self.table, piece, self._wording) if _CELL.search(piece) else examples(self.table)
        self.refused.append(Refused(piece, refusals.unreadable(piece, nearest)))


def small_talk(table: Table[P, S], piece: str, seat: Seat | None, wording: Wording = PLAIN) -> bool:
    """Tell whether a line of a seat cannot be meant as an order.

    If another seat is to move, its legal orders are not consulted: they may depend on secrets of that seat.
    """
    if table.to_move != seat:
        return not (tells_what_to_do(table, piece, wording) or might_be_order(piece, frozenset()))
    try:
        read_step(table, piece, wording)
    except StepError as error:
        return is_chatter(table, piece, error, wording)
    return False


def suggestions(table: Table[P, S], text: str, wording: Wording = PLAIN) -> tuple[str, ...]:
    """Suggest legal orders in place of a refused text."""
    try:
        parsed, _ = read_step(table, text, wording)
    except StepError as error:
        return error.nearest or examples(table)
    return (table.engine.format(parsed.step),)


def reveals(table: Table[P, S], order: str) -> bool:
    """Tell whether a legal order brings a secret to light, so that it cannot be tried."""
    return bool(table.after(table.engine.parse(table.position, order).step)[1].revealed)


def examples(table: Table[P, S], count: int = 3) -> tuple[str, ...]:
    """Choose a few legal orders, evenly spread over the list."""
    steps = table.legal_steps
    chosen = steps if len(steps) <= count else [steps[i * (len(steps) - 1) // (count - 1)] for i in range(count)]
    return tuple(map(table.engine.format, chosen))


def _before(piece: str, said: str, rest: str) -> str:
    """Return the part of a piece before its rest: in the writer's words, if the rest stands in them as it was read."""
    at = piece.rfind(rest)
    return without_beginning(piece[:at].rstrip() if at > 0 else said.removesuffix(rest).rstrip())


def _form(step: str) -> str:
    """Reduce a canonical step to its form: ``N9`` and ``O9`` have the same."""
    return _NUMBERS.sub("#", _CELLS.sub("@", step))
