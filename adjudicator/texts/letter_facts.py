"""What a letter is told: values that the desk looks up and the templates put into words.

Strings called `said` or `reason` are worded already, by `wording.say`, in the reader's language and from the reader's
side; boards are drawn already, by `boards.draw`. Everything else is a bare value. Moments are aware.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from adjudicator.engines.contract import Seat
from adjudicator.texts.mailto_links import mailto_link


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """The person a letter goes to."""

    name: str
    seat: Seat | None = None
    """Where the reader sits in the match the letter is about; None for a letter of the service."""
    zone: str = ""
    """An IANA zone; empty or unknown: times are told in UTC alone."""
    layout: str = "wide"
    """One of `boards.TEXT_SHAPES`."""
    service: str
    """The mail address of the service."""
    site: str
    """The address of the front page."""
    by_mail: bool = True
    """Whether letters from the reader are taken in; otherwise everything is done on the pages."""
    last_until: datetime | None = None
    """Where this is the last answer for a while: when there can be another."""
    last_in_match: bool = False
    """Whether it is the last only to letters that change nothing in the match."""
    stop_url: str = ""
    """The page that thins out or stops this reader's letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Who sits at a seat. `side` is the word of the seat's colour, an English key of the catalogs (``black``)."""

    name: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """Who won: which sentence says it, and the names that it needs. Others than the winner are told ``lost``."""

    kind: Literal["none", "draw", "shared", "won", "lost"]
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFacts:
    """A match as it stands at the moment of writing."""

    code: str
    """In capitals, as in ``K7Q2``."""
    game: str
    """The title of the game."""
    url: str
    players: tuple[Player, ...]
    turn: int = 0
    """The number of the turn that is to be played now."""
    to_move: Seat | None = None
    due: datetime | None = None
    late: bool = False
    """Whether `due` has passed and everybody has been told."""
    stopped: str = ""
    """Why the time of this turn stands still, ``bounced`` or ``away``; then there is no `due`."""
    stopped_until: datetime | None = None
    """When it runs again at the latest, where it is stopped because letters come back."""
    back: date | None = None
    """The last day of the absence because of which it does."""
    outage: tuple[datetime, datetime] | None = None
    """From when until when the service was away, if `due` was moved for that in this turn."""
    days: int | None = None
    """Days a turn; None: no limit."""
    options: tuple[str, ...] = ()
    """The options that differ from the game's usual ones, as they are typed: ``isolation=allowed``."""
    chain: str = ""
    """The start of the record's latest digest, in groups: ``5f3a 91c0``."""

    @property
    def clock(self) -> Literal["late", "away", "bounced", "stopped", "due", "untimed"]:
        """Tell how the time of this turn stands: which sentence says it."""
        if self.late:
            return "late"
        if self.stopped == "away" and self.back:
            return "away"
        if self.stopped_until:
            return "bounced"
        if self.stopped:
            return "stopped"
        return "due" if self.due else "untimed"

    def result(self, places: Sequence[int], seat: Seat | None) -> Result:
        """Tell who won, to the player at a seat or to somebody else (None). `places` are those of the seats."""
        winners = tuple(self.players[number].name for number, place in enumerate(places) if place == 1)
        if not winners:
            return Result("none", winners)
        if len(winners) > 1:
            return Result("draw" if len(winners) == len(places) else "shared", winners)
        return Result("won" if seat is not None and places[seat] == 1 else "lost", winners)


@dataclass(frozen=True, slots=True)
class Offer:
    """An order that works if it is sent back now, what it is good for, and the link that writes it."""

    order: str
    purpose: str = "play"
    """A key of `purposes.PURPOSES`."""
    href: str = ""

    @classmethod
    def by_mail(cls, order: str, purpose: str, address: str, subject: str = "") -> Offer:
        """Offer an order with a ``mailto:`` link to an address, the order filled in."""
        return cls(order, purpose, mailto_link(address, order, subject))


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestOrigin:
    """From where and when a change of how a player is known was asked for."""

    at: datetime
    by: str
    """``letter``, ``page`` or ``host``."""
    sender: str = ""
    """The address in the letter's From line, or the one that signed in to the page."""
    match: str = ""
    """The match whose reply address took the letter; empty: it went to the service."""
    turn: int = 0
    browser: str = ""
    agreed: str = ""
    """The address that said yes; empty as long as none did."""

    @property
    def origin(self) -> Literal["host", "match_page", "browser", "page", "reply", "letter"]:
        """Tell which sentence says from where. A ``reply`` is a letter to the reply address of a turn."""
        if self.by == "host":
            return "host"
        if self.by == "page":
            return "match_page" if self.match else "browser" if self.browser else "page"
        return "reply" if self.match else "letter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A step of the match, for the lists of what happened. `seat` None: nobody chose it."""

    turn: int
    seat: Seat | None
    order: str
    said: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """What a player wrote to the others."""

    author: str
    text: str
