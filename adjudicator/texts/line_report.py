"""What became of every line that somebody wrote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.codec import Codec
from adjudicator.texts.letter_facts import Offer

SENTENCES_IN_A_LINE = 2
IGNORED_SHOWN = 5
READING_LINES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """An order that was played. `step` is its canonical form."""

    order: str
    step: str
    said: tuple[str, ...] = ()

    @property
    def reading(self) -> Literal["forced", "as_written", "interpreted"]:
        """Tell how the order was found: nobody wrote it, somebody wrote just this, or it is what we made of a line."""
        if not self.order:
            return "forced"
        return "as_written" if self.step.lower().endswith(self.order.lower()) else "interpreted"

    @property
    def listed(self) -> bool:
        """Tell whether so much happened that it is told line by line."""
        return len(self.said) > SENTENCES_IN_A_LINE


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """An order that was not played, why, and what would have been right."""

    order: str
    reason: str
    nearest: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A command that was carried out, and what it led to."""

    order: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineReport:
    """What became of every line of a letter."""

    played: tuple[Played, ...] = ()
    done: tuple[Done, ...] = ()
    waiting: tuple[Done, ...] = ()
    """Commands that are carried out once another letter says yes."""
    refused: tuple[Refused, ...] = ()
    undone: tuple[str, ...] = ()
    """Orders that were right but were taken back, because a later one of the same letter was refused."""
    not_reached: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    untried: tuple[str, ...] = ()
    """What was not even tried, because too much above it could not be read."""
    comments: tuple[str, ...] = ()
    stop: str = ""
    """The line that ended the letter, where one did and something stood below, or it could have meant more."""
    below_stop: tuple[str, ...] = ()
    readings: tuple[tuple[str, ...], ...] = ()
    """What may have been meant, where nobody can tell what was written and what was quoted."""
    quoted: int = 0
    """How many lines were taken as quoted from an older letter."""
    quoted_from: str = ""
    """The line that announced the quotation, as the mail program wrote it."""
    signature: tuple[str, ...] = ()
    banner: tuple[str, ...] = ()
    """The warning that a mail server put on top of the letter."""
    also: tuple[str, ...] = ()
    """The codes of other matches that the same letter went to, and where it was judged as well."""
    turned_over: str = ""
    """What came to light last and asks the reader for a choice, in a few words."""

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
        events = {"played": self.played, "done": self.done, "waiting": self.waiting}
        return next((event for event, lines in events.items() if lines), "")

    @property
    def changed(self) -> bool:
        """Tell whether the letter brought anything about."""
        return bool(self.played or self.done)


ACCOUNT: Codec[LineReport] = Codec(LineReport)
