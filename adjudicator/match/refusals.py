"""Why an order plays nothing: a few named refusals, each with what would have been right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from adjudicator.engines.contract import AmbiguousStep, IllegalStep, Note, Seat, StepError, Value


@dataclass(frozen=True, slots=True)
class Refusal:
    """A ruling that changes nothing: its name, its values, the engine's reason if it has one, and `nearest`, the
    orders that would have been right.
    """

    key: str
    values: tuple[tuple[str, Value], ...] = ()
    nearest: tuple[str, ...] = ()
    reason: Note | None = None

    @property
    def note(self) -> Note:
        """What to tell: the engine's own reason where there is one, else the refusal itself."""
        return self.reason or Note(f"refusal.{self.key}", self.values)


def match_over() -> Refusal:
    """Refuse an order for a match that has ended."""
    return Refusal("match_over")


def not_your_turn(to_move: Seat) -> Refusal:
    """Refuse an order of a seat that does not decide now."""
    return Refusal("not_your_turn", (("seat", to_move),))


def stale(letter_turn: int, turn: int) -> Refusal:
    """Refuse an order that answers the letter of another turn than the present one."""
    return Refusal("stale", (("letter_turn", letter_turn), ("turn", turn)))


def old_letter(command: str) -> Refusal:
    """Refuse a command that decides something in an answer to an older letter of the match."""
    return Refusal("old_letter", (("command", command),))


def nothing_written(subject: str = "") -> Refusal:
    """Refuse a letter in which nothing is left to read once quotes and signature are cut.

    `subject` is what its writer wrote above it and may have meant as an order.
    """
    return Refusal("nothing_written", (("subject", subject),))


def unclear() -> Refusal:
    """Refuse a letter of which nobody can tell what was written and what its program quoted."""
    return Refusal("unclear")


def unsure() -> Refusal:
    """Refuse a letter with a line that is struck out, hidden or damaged and could be an order."""
    return Refusal("unsure")


def halves_differ() -> Refusal:
    """Refuse a letter whose plain text and whose HTML do not say the same."""
    return Refusal("halves_differ")


def others_words() -> Refusal:
    """Refuse a letter that orders something only in what somebody else wrote."""
    return Refusal("others_words")


def weighty(command: str) -> Refusal:
    """Refuse a command that is carried out only when every line of the letter is the writer's for certain."""
    return Refusal("weighty", (("command", command),))


def notice() -> Refusal:
    """Refuse a letter that reads like the answer of a program while its owner is away."""
    return Refusal("notice")


def unreadable(order: str, nearest: Sequence[str], reason: Note | None = None) -> Refusal:
    """Refuse a line that is no step of this game at all; `nearest` are examples that are legal now."""
    return Refusal("unreadable", (("order", order),), tuple(nearest), reason)


def ambiguous(order: str, nearest: Sequence[str], reason: Note | None = None) -> Refusal:
    """Refuse an order that could be several legal steps; `nearest` are those."""
    return Refusal("ambiguous", (("order", order),), tuple(nearest), reason)


def hedged(order: str, doubt: str, word: str, nearest: Sequence[str] = ()) -> Refusal:
    """Refuse a line in which a word leaves open what is ordered: a no, an "or", a correction, an if, a question."""
    return Refusal("hedged", (("order", order), ("doubt", doubt), ("word", word)), tuple(nearest))


def illegal(order: str, nearest: Sequence[str], reason: Note | None = None) -> Refusal:
    """Refuse a step that the rules forbid in this position."""
    return Refusal("illegal", (("order", order),), tuple(nearest), reason)


def would_reveal(order: str) -> Refusal:
    """Refuse to show the board after a step that turns something over: only playing it may."""
    return Refusal("would_reveal", (("order", order),))


def unknown_command(word: str, nearest: Sequence[str]) -> Refusal:
    """Refuse a line to the service whose first word is no command; `nearest` are the closest ones."""
    return Refusal("unknown_command", (("word", word),), tuple(nearest))


def misspelt_command(order: str, commands: Sequence[str], nearest: Sequence[str]) -> Refusal:
    """Refuse a line that is no order, and that is a command but for a slip; `nearest` are orders, as ever."""
    return Refusal("misspelt_command", (("order", order), ("commands", tuple(commands))), tuple(nearest))


def bad_argument(command: str, argument: str, nearest: Sequence[str] = ()) -> Refusal:
    """Refuse a command whose argument cannot be used; `nearest` show how it is written."""
    return Refusal("bad_argument", (("command", command), ("argument", argument)), tuple(nearest))


def contradictory(commands: Sequence[str]) -> Refusal:
    """Refuse a letter that asks for two things of which only one can be, like a move and resigning."""
    return Refusal("contradictory", (("commands", tuple(commands)),))


def nothing_to_claim() -> Refusal:
    """Refuse a claim, or days granted, while nobody is late."""
    return Refusal("nothing_to_claim")


def service_was_away(since: datetime) -> Refusal:
    """Refuse a claim right after an outage of ours, before the deadline has been moved."""
    return Refusal("service_was_away", (("since", since.isoformat()),))


def granted_enough(days: int, times: int, left: int, nearest: Sequence[str]) -> Refusal:
    """Refuse a grant beyond what one player may give in one turn; `left` are the days that still can be given."""
    return Refusal("granted_enough", (("days", days), ("times", times), ("left", left)), tuple(nearest))


def from_error(order: str, error: StepError, examples: Sequence[str]) -> Refusal:
    """Turn an engine's refusal into ours; `examples` stand in where it names no nearest orders."""
    nearest = error.nearest or tuple(examples)
    if isinstance(error, AmbiguousStep):
        return ambiguous(order, nearest, error.reason)
    if isinstance(error, IllegalStep):
        return illegal(order, nearest, error.reason)
    return unreadable(order, nearest, error.reason)
