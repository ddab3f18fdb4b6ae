"""Facts about a match as it stands, for answers: its board, its state, its time, its moves, and its record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from adjudicator.texts.facts.clock_facts import SeatTime, TurnTime
from adjudicator.texts.facts.letter_facts import Event, MatchFacts
from adjudicator.texts.facts.move_list import Group


@dataclass(frozen=True, slots=True, kw_only=True)
class StoodElsewhere:
    """In how many other matches that are over a position stood, and where they are listed."""

    matches: int
    more: bool
    """Whether there are more than `matches`."""
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAnswer:
    """The current board."""

    kind: ClassVar[str] = "board"
    order: str
    elsewhere: StoodElsewhere | None = None
    """Of a match that is over, if its position stood in others too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionAnswer:
    """The board after an entry of the match."""

    kind: ClassVar[str] = "position"
    order: str
    code: str = ""
    """The code of the match, in a letter that is about no single one."""
    n: int
    last: int
    board: str
    said: str = ""
    """Description of the entry; empty at the opening."""
    turn: int = 0
    seen_by: str = ""
    """The player from whose seat it is shown, if the writer asked for that and the match is over."""
    too_early: bool = False
    """Whether the writer asked for another's seat while the match may still go on: it is their own view then."""
    elsewhere: StoodElsewhere | None = None
    """Of a match that is over, if its position stood in others too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusAnswer:
    """The state of the match, and the reader's settings."""

    kind: ClassVar[str] = "status"
    order: str
    language: str
    """The code of the reader's language."""
    letters: str = "turns"
    """Which letters about the match the reader gets: ``turns``, ``all`` or ``none``."""
    letters_here: bool = False
    """Did they choose that for this match alone?"""
    shown: str = "name"
    """The reader's name in public: ``name``, ``alias`` or ``nothing``."""
    public_name: str = ""
    """The name or the alias."""
    times: tuple[str, ...] = ()
    """When letters come: sentences about reminders and quiet hours."""
    second_look: str = ""
    """Whether their orders wait before they are played, in a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalAnswer:
    """All legal orders of the reader."""

    kind: ClassVar[str] = "legal"
    order: str
    count: int
    """0 if the reader is not to move."""
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeAnswer:
    """Why the deadline of the running turn is where it is, and the time of every seat."""

    kind: ClassVar[str] = "time"
    order: str
    turn: TurnTime | None
    """None if no clock runs."""
    nudge: str
    """The reader's word for the command."""
    seats: tuple[SeatTime, ...]
    """Empty if the match does not run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTimeAnswer:
    """The time of a match of the reader, in a letter that is about no single one."""

    kind: ClassVar[str] = "match_time"
    order: str
    match: MatchFacts
    mine: bool
    """Whether the reader is to move."""
    turn: TurnTime | None
    nudge: str
    seats: tuple[SeatTime, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryAnswer:
    """Every step so far, or those of some turns."""

    kind: ClassVar[str] = "history"
    order: str
    code: str = ""
    """The code of the match, in a letter that is about no single one."""
    events: tuple[Event, ...]
    first: int = 0
    """The first turn that was asked for; 0 for all."""
    last: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordAnswer:
    """The record of the match; `attachment` is its file name."""

    kind: ClassVar[str] = "record"
    order: str
    attachment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadAnswer:
    """A whole match as a file; `attachment` is its name, and empty if only its address is told."""

    kind: ClassVar[str] = "download"
    order: str
    game: str
    code: str
    url: str
    attachment: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewAnswer:
    """The board after a step that was only tried."""

    kind: ClassVar[str] = "preview"
    order: str
    step: str
    board: str
    said: tuple[str, ...] = ()
    hidden: str = ""
    """A step behind it that brings something to light, so that it cannot be tried."""
