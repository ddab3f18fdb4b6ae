"""Facts about the games to play, the matches of the reader, and the seats that are free, for answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from adjudicator.engines.contract import Seat
from adjudicator.texts.facts.letter_facts import MatchFacts

WORTH_A_DIGEST = 3
"""Matches from which on the list of one's matches mentions the digest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A game that can be played here. `seats` lists the possible numbers of players."""

    name: str
    title: str
    seats: tuple[int, ...]
    presets: tuple[tuple[str, str], ...] = ()
    """Its rule sets, and the meaning of each."""

    @property
    def has_range(self) -> bool:
        """Is every number between the least and the most possible, and are there several?"""
        return len(self.seats) > 1 and len(self.seats) == self.seats[-1] - self.seats[0] + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesAnswer:
    """The games that can be played here."""

    kind: ClassVar[str] = "games"
    order: str
    games: tuple[GameLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesAnswer:
    """The rules of a game, from `rulebook.rulebook`."""

    kind: ClassVar[str] = "rules"
    order: str
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    """One of the reader's matches; the reader has the seat `seat`, unless they lent it."""

    match: MatchFacts
    seat: Seat | None
    waiting: bool = False
    """Whether it has not begun because an invitation is unanswered."""

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
    faulty: tuple[str, ...] = ()
    """A sentence for each match that cannot be shown."""

    @property
    def offers_digest(self) -> bool:
        """Are there enough matches for a digest to be of use?"""
        return len(self.matches) >= WORTH_A_DIGEST


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """A match with seats that the reader may take, and the line that takes one."""

    match: MatchFacts
    free: int
    line: str
    seed: str = ""
    """The first digits of its seed's digest; empty once the match has begun."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyAnswer:
    """The seats that the reader may take."""

    kind: ClassVar[str] = "lobby"
    order: str
    seats: tuple[SeatLine, ...]
    faulty: tuple[str, ...] = ()
    """As in `ListAnswer`."""
