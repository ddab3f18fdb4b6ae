"""What a letter asked to be told. Each kind is worded by a shared piece of its own, ``mail/_<kind>``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from adjudicator.engines.contract import Seat
from adjudicator.texts.letter_facts import Event, MatchFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandLine:
    """A row of the table of commands: `argument` is a key of `arguments.ARGUMENTS`, `summary` one of the catalogs."""

    word: str
    argument: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpAnswer:
    """All commands that work here."""

    kind: ClassVar[str] = "help"
    order: str
    commands: tuple[CommandLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAnswer:
    """The board as it stands."""

    kind: ClassVar[str] = "board"
    order: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusAnswer:
    """How the match stands, and how letters reach the reader."""

    kind: ClassVar[str] = "status"
    order: str
    language: str
    """The code of the reader's language."""
    thinned: bool = False
    """Whether the reader asked for fewer letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryAnswer:
    """Every step so far."""

    kind: ClassVar[str] = "history"
    order: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordAnswer:
    """The record of the match, attached under a file name."""

    kind: ClassVar[str] = "record"
    order: str
    attachment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewAnswer:
    """The board after a step that was not played."""

    kind: ClassVar[str] = "preview"
    order: str
    step: str
    board: str
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A game that can be played here. `seats` are the numbers of players it takes."""

    name: str
    title: str
    seats: tuple[int, ...]
    presets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesAnswer:
    """The games that can be played here."""

    kind: ClassVar[str] = "games"
    order: str
    games: tuple[GameLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesAnswer:
    """How a game is played, as `rulebook.rulebook` tells it."""

    kind: ClassVar[str] = "rules"
    order: str
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    """One of the reader's matches, which sits there at `seat`."""

    match: MatchFacts
    seat: Seat
    waiting: bool = False
    """Whether it has not begun, because somebody has not answered the invitation."""

    @property
    def state(self) -> str:
        """Tell which sentence says how it stands: ``waiting``, ``over``, or whose turn it is, as in ``mine_until``."""
        if self.waiting or self.match.to_move is None:
            return "waiting" if self.waiting else "over"
        whose = "mine" if self.match.to_move == self.seat else "theirs"
        return f"{whose}_until" if self.match.due else whose


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAnswer:
    """The reader's matches."""

    kind: ClassVar[str] = "list"
    order: str
    matches: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressesAnswer:
    """How the reader can be known: his addresses and his key."""

    kind: ClassVar[str] = "addresses"
    order: str
    address: str
    further: tuple[str, ...]
    fingerprint: str
    """Of his key; empty when we have none."""
    required: bool


Answer = (
    HelpAnswer | BoardAnswer | StatusAnswer | HistoryAnswer | RecordAnswer | PreviewAnswer | GamesAnswer | RulesAnswer
    | ListAnswer | AddressesAnswer
)  # fmt: skip
