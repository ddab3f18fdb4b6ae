"""The report on every line of a letter, which its receipt and the pages show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.codec import Codec
from adjudicator.texts.facts.letter_facts import Offer

SENTENCES_IN_A_LINE = 2
IGNORED_SHOWN = 5
LONGEST_IN_A_ROW = 40
READING_LINES = 8
QUOTED = 30
"""Characters by which an order is found in a reason, which shortens long ones."""
OPENING_MARKS = ('"', "\u201c", "\u201e", "\u00ab\u00a0", "\u00ab\u202f", "\u00ab ", "\u00ab")


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """An order that was played; `step` is how the reader's language has it."""

    order: str
    step: str
    said: tuple[str, ...] = ()
    by_habit: bool = False
    ends_habit: str = ""
    """The line that ends the habit."""

    @property
    def reading(self) -> Literal["habit", "forced", "as_written", "interpreted"]:
        """Tell how the order was found: nobody wrote it, somebody wrote just this, or we made it of a line."""
        if not self.order:
            return "habit" if self.by_habit else "forced"
        return "as_written" if self.step.casefold().endswith(self.order.casefold()) else "interpreted"

    @property
    def listed(self) -> bool:
        """Tell whether so much happened that it is told line by line."""
        return len(self.said) > SENTENCES_IN_A_LINE


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """An order that was refused, the reason, and valid orders near it."""

    order: str
    reason: str
    nearest: tuple[Offer, ...] = ()

    @property
    def is_quoted(self) -> bool:
        """Tell whether the reason quotes the order, so that it is not said twice."""
        return any(f"{mark}{self.order[:QUOTED]}" in self.reason for mark in OPENING_MARKS)

    @property
    def listed(self) -> bool:
        """Tell whether each offered order takes a line of its own: it is long, has several steps, or holds a text."""
        return any(len(one.order) > LONGEST_IN_A_ROW or ";" in one.order or ": " in one.order for one in self.nearest)


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A command that was carried out, and its result."""

    order: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The answer to a question, for a page: the text that the receipt of a letter would have, with unfolded lines."""

    text: str
    board: str = ""
    attachment: str = ""
    """The name of a file that the receipt would bring along."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineReport:
    """The lines of a letter by their result."""

    taken_back: tuple[Done, ...] = ()
    """An `undo`, carried out before all else."""
    played: tuple[Played, ...] = ()
    done: tuple[Done, ...] = ()
    waiting: tuple[Done, ...] = ()
    """Commands and orders that wait for a confirmation by another letter."""
    delayed: bool = False
    """Whether the waiting orders are carried out by themselves when their time has come."""
    refused: tuple[Refused, ...] = ()
    undone: tuple[str, ...] = ()
    """Valid orders that were rolled back because a later one in the letter was refused."""
    not_reached: tuple[str, ...] = ()
    after_turn: tuple[str, ...] = ()
    """Orders that stood below the one that ended the turn."""
    needless: tuple[str, ...] = ()
    """Lines that only end a turn, below the order that ended it."""
    beyond: tuple[str, ...] = ()
    """Lines beyond the limit of one letter."""
    halted: bool = False
    """Whether those that were not reached are so because an order before them brought something to light."""
    ignored: tuple[str, ...] = ()
    to_send: str = ""
    """The line that sends an ignored one to the other players, if it may be meant for them."""
    untried: tuple[str, ...] = ()
    """Lines that were not tried, because too many lines above them could not be read."""
    comments: tuple[str, ...] = ()
    stop: str = ""
    """The line that ended the letter, if there were lines below it, or if it could also be a command."""
    below_stop: tuple[str, ...] = ()
    readings: tuple[tuple[str, ...], ...] = ()
    """Possible readings of a letter in which quoted and new lines cannot be told apart."""
    quoted: int = 0
    """The number of lines that were recognized as quoted."""
    quoted_from: str = ""
    """The mail program's line above the quotation (``On ..., ... wrote:``)."""
    signature: tuple[str, ...] = ()
    banner: tuple[str, ...] = ()
    """The warning that a mail server added above the letter."""
    also: tuple[str, ...] = ()
    """The codes of other matches that the same letter was sent to; it was judged there too."""
    turned_over: str = ""
    """A headline of the last revealed thing, if it needs a choice of the reader."""
    answers: tuple[Answered, ...] = ()
    """The answers to questions of a form; those of a letter are in its receipt."""

    @property
    def played_orders(self) -> str:
        """The played steps, as they are written."""
        return ", ".join(one.step for one in self.played)

    def tells_played(self, width: int) -> Literal["said", "orders", "count"]:
        """Tell how a subject names the played steps: in words if it is one thing, else as written if there is room."""
        if len(self.played) == 1 and self.played[0].said:
            return "said"
        return "orders" if len(self.played_orders) <= width else "count"

    @property
    def ignored_shown(self) -> tuple[str, ...]:
        """The ignored lines that are quoted."""
        return self.ignored[:IGNORED_SHOWN]

    @property
    def ignored_besides(self) -> int:
        """How many more were ignored."""
        return len(self.ignored[IGNORED_SHOWN:])

    @property
    def readings_shown(self) -> tuple[tuple[str, ...], ...]:
        """The first lines of every reading, without the empty ones."""
        return tuple(tuple(line.strip() for line in lines[:READING_LINES] if line.strip()) for lines in self.readings)

    @property
    def event(self) -> str:
        """Name the weightiest thing that came of the letter; empty when it only asked, or nothing came of it."""
        if self.turned_over:
            return "choice"
        if self.refused:
            return "partly_played" if self.played else "refused"
        events = {"played": self.played, "taken_back": self.taken_back, "done": self.done, "waiting": self.waiting}
        if self.delayed and not (self.played or self.taken_back or self.done):
            return "delayed"
        return next((event for event, lines in events.items() if lines), "")

    @property
    def changed(self) -> bool:
        """Whether the letter changed anything."""
        return bool(self.taken_back or self.played or self.done)


ACCOUNT: Codec[LineReport] = Codec(LineReport)
