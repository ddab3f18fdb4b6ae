"""Facts about finished matches, for answers: found ones, digests, openings, statistics."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import ClassVar, Literal, TypeAlias

from adjudicator.engines.contract import Seat
from adjudicator.texts.facts.letter_facts import MatchFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class PastMatch:
    """A match that is over; `seat` is the reader's, if they played in it."""

    match: MatchFacts
    seat: Seat | None
    ended: datetime | None
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveAnswer:
    """Matches that are over, the newest first."""

    kind: ClassVar[str] = "archive"
    order: str
    searched: str
    """The terms of the search, in words; empty if all matches were asked for."""
    own: tuple[PastMatch, ...]
    others: tuple[PastMatch, ...]
    more: str
    """The page with all that was asked for."""
    record: str
    """The reader's word for the command that sends a record."""
    faulty: tuple[str, ...] = ()
    """A sentence for each match that cannot be shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEntry:
    """An entry whose digest was looked for; entry 0 is the beginning. `turn` is the one that ran after it."""

    match: MatchFacts
    n: int
    last: int
    at: datetime | None
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyAnswer:
    """Whether the archive has what the last line of a letter says. `code` and `turn` are the line's, if it has them."""

    kind: ClassVar[str] = "verify"
    order: str
    outcome: Outcome
    digits: str
    found: tuple[FoundEntry, ...] = ()
    code: str = ""
    turn: int = 0

    @property
    def right_turn(self) -> int:
        """The turn that the digits belong to."""
        return self.found[0].turn if self.found else 0


@dataclass(frozen=True, slots=True)
class OpeningResults:
    """How the matches ended that went through a position."""

    played: int = 0
    sides: tuple[tuple[str, int], ...] = ()
    """The matches that each side won, if it won any; a side is a msgid, such as ``black``."""
    began: int = 0
    """The matches won by who had begun."""
    followed: int = 0
    """The matches won by somebody else."""
    shared: int = 0
    nobody: int = 0
    """Matches without a result."""


@dataclass(frozen=True, slots=True)
class OpeningLine:
    """A position of an opening: the moves that lead there, or each of several that do, and its matches in words."""

    moves: tuple[str, ...]
    said: str
    last: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningsAnswer:
    """A position of the openings of a game, and the next moves. Without `told` the game has none to compare."""

    kind: ClassVar[str] = "openings"
    order: str
    url: str
    title: str = ""
    """The game; empty if none was named."""
    compared: tuple[str, ...] = ()
    """The games whose openings can be compared."""
    told: OpeningLine | None = None
    variant: str = ""
    """The options that change the opening and are not the usual ones."""
    apart: tuple[str, ...] = ()
    """The options that change an opening."""
    branches: tuple[OpeningLine, ...] = ()
    more: int = 0
    """How many branches are left out."""
    ends: bool = False
    """Whether the openings go no further."""
    matches: tuple[str, ...] = ()
    """The codes of the newest matches."""
    matches_url: str = ""
    next: str = ""
    """The line that goes on with the move that was played most."""


@dataclass(frozen=True, slots=True)
class SharePoint:
    """How often somebody came first, and the limits of the true share with a confidence of 95 percent."""

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class HouseLine:
    """How often the house player came first, by its name with its level, and how many seats it had."""

    name: str
    seats: int
    firsts: SharePoint


@dataclass(frozen=True, slots=True)
class StatisticsLine:
    """The matches of a game with one number of players, or with one value of an option."""

    name: str
    """The title of the game, or the option as one types it."""
    seats: int
    matches: int
    began: SharePoint | None
    turns: tuple[int, int, int] | None
    """The quartiles of the numbers of turns."""
    pace: int | None = None
    """The median of the seconds of a turn."""
    endings: tuple[tuple[str, int], ...] = ()
    """How matches ended, in words, with how many."""
    options: tuple[StatisticsLine, ...] = ()
    house: tuple[HouseLine, ...] = ()


@dataclass(frozen=True, slots=True)
class SaidStatistics:
    """A `StatisticsLine` in words."""

    heading: str
    sentences: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    """How the house player did, a sentence for each level."""
    ended: str = ""
    """The heading above the endings."""
    endings: tuple[tuple[str, int], ...] = ()
    options: tuple[SaidStatistics, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsAnswer:
    """The statistics of a game, or of all games."""

    kind: ClassVar[str] = "statistics"
    order: str
    lines: tuple[SaidStatistics, ...]
    batch: int
    """How many private matches are counted at once."""
    url: str


Outcome: TypeAlias = Literal["right", "other_turn", "differs", "no_match", "unknown", "unreadable"]
"""Result of a search for a digest. `differs`: its match does not have it; `unknown`: no match was named."""
