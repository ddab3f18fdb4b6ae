"""The values that letters are rendered from: services look them up, and templates word them.

The strings `said` and `reason` are sentences already, from `note_text.render_note`, in the reader's language and from
their side; boards are drawn already, by `boards.draw_board`. Everything else is a bare value. Datetimes are aware.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, TypeAlias

from adjudicator.engines.contract import Level, Seat
from adjudicator.match.house.levels import NAMES
from adjudicator.texts.formats.mailto_links import mailto_link


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """The recipient of a letter."""

    name: str
    seat: Seat | None = None
    """The reader's seat in the match of the letter; None for a letter of the service."""
    zone: str = ""
    """An IANA zone; if it is empty or unknown, times are in UTC only."""
    layout: str = "wide"
    """One of `boards.TEXT_SHAPES`."""
    service: str
    """The mail address of the service."""
    site: str
    """The URL of the front page."""
    by_mail: bool = True
    """Whether the service receives mail; otherwise players use only the pages."""
    last_until: datetime | None = None
    """If this is the last answer for a while: the time of the next possible one."""
    last_in_match: bool = False
    """Whether that holds only for letters that change nothing in the match."""
    stop_url: str = ""
    """The unsubscribe page of this reader."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """The player of a seat. `side` is the seat's colour, a msgid (``black``)."""

    name: str
    side: str = ""
    held: str = ""
    """Who sat here from when on, if the seat has changed hands: ``Anna, from turn 17 Carl``."""
    taken_over: int = 0
    """In how many matches the player took over somebody's seat, where that is told."""
    level: str = ""
    """How the house player plays that was given the seat: ``easy``, ``fair`` or ``strong``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """Somebody for whom the result does not count in full: ``gain``, ``loss`` or ``no``."""

    name: str
    counts: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsFacts:
    """Terms of a match about time. Spans are in seconds."""

    kind: str
    """``turn``, ``bank``, ``periods`` or ``none``."""
    base: int = 0
    increment: int = 0
    cap: int = 0
    turns: int = 0
    grace: int = 0
    wait: int = 0
    late: str = "claim"
    """``claim``, ``house``, ``skip`` or ``lose``."""
    two: bool = True
    """Whether the match has two seats."""
    off: tuple[str, ...] = ()
    """The kinds of free times that it honours."""
    absence: bool = True
    vacant: str = "house"
    """Who plays for a seat that its player has left: ``house``, or nobody for a while (``wait``)."""
    undo: str = "ask"
    """Whether moves of a turn that is over can be taken back: ``ask``, ``never`` or ``free``."""
    house: str = ""
    """How the house player plays where it was given a seat: ``easy``, ``fair``, ``strong``; empty in old matches."""

    @property
    def house_name(self) -> str:
        """Name the house player of that level."""
        return NAMES[Level(self.house)] if self.house else ""

    @property
    def when_late(self) -> str:
        """Tell which sentence names the consequence after grace: ``claim_two``, ``claim``, ``house`` ..."""
        if self.late == "lose" and self.vacant == "wait":
            return "lose_wait"
        return f"{self.late}_two" if self.two and self.late in {"claim", "lose"} else self.late


@dataclass(frozen=True, slots=True, kw_only=True)
class Absent:
    """An absence of a player of the match that runs, or begins soon."""

    seat: Seat
    name: str
    first: date
    last: date
    running: bool

    @property
    def when(self) -> Literal["now", "one_day", "days"]:
        """Tell which sentence says it."""
        if self.running:
            return "now"
        return "one_day" if self.first == self.last else "days"


@dataclass(frozen=True, slots=True)
class Result:
    """Who won: which sentence says it, and the names that it needs. Others than the winner are told ``lost``."""

    kind: Literal["nobody", "draw", "shared", "won", "lost"]
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatNames:
    """The names of a match's players by seat: of its facts, what a line of a list says of its result."""

    names: tuple[str, ...]

    def result(self, places: Sequence[int], seat: Seat | None) -> Result:
        """Tell who won, to the player at a seat or to somebody else (None). `places` are those of the seats."""
        winners = tuple(self.names[number] for number, place in enumerate(places) if place == 1)
        if not winners:
            return Result("nobody", winners)
        if len(winners) > 1:
            return Result("draw" if len(winners) == len(places) else "shared", winners)
        return Result("won" if seat is not None and places[seat] == 1 else "lost", winners)


NO_LIMIT = TermsFacts(kind="none")
ClockState: TypeAlias = Literal[
    "grace", "late", "used_up", "away", "day_taken", "bounced", "paused", "stopped", "due", "untimed"
]
LEAST_TOLD = 60
"""Seconds: less time than that is not told as time that is left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFacts:
    """The state of a match when the letter is written."""

    code: str
    """In capitals, as in ``K7Q2``."""
    game: str
    """The title of the game."""
    game_word: str
    """The word for the game in commands."""
    url: str
    players: tuple[Player, ...]
    aim: str = ""
    """Aim of the game, in one sentence in the reader's language; only in the first letters of a match."""
    turn: int = 0
    """The number of the current turn."""
    to_move: Seat | None = None
    due: datetime | None = None
    late: bool = False
    """Whether `due` has passed and the players have been notified."""
    grace_until: datetime | None = None
    """Until when a late order still counts without anybody having a claim."""
    left: int | None = None
    """Seconds that are left to the reader for their running turn: in a match with a bank, all of the bank."""
    turns_left: int | None = None
    """For a base for so many turns: the turns of the reader, this one included, until the next base is added."""
    left_out: tuple[str, ...] = ()
    """The free times of the player to move that `due` leaves out: ``weekend``, ``night``, ``holiday``."""
    stopped: str = ""
    """Why the clock of this turn stands: ``away``, ``bounced``, ``paused``, ``mail`` or another reason."""
    stopped_until: datetime | None = None
    """When the clock runs again at the latest, if that is known."""
    day_taken: bool = False
    """Whether the clock stands for a day of absence that was taken at a deadline, perhaps in another match."""
    used_up: bool = False
    """Whether all time of this turn is used, and days of absence that were taken lead to `due`."""
    back: date | None = None
    """The last day of the announced absence that stops the clock."""
    absent: tuple[Absent, ...] = ()
    """Absences that run or begin within a month, but not the one that `back` is about."""
    outage: tuple[datetime, datetime] | None = None
    """Begin and end of the outage for which `due` was moved in this turn."""
    terms: TermsFacts = NO_LIMIT
    private: bool = False
    """Whether only its players may see it."""
    options: tuple[str, ...] = ()
    """The options that differ from the defaults, in words and as they are typed."""
    reader_left: bool = False
    """Whether the reader has left the match for good: its turns are no longer theirs."""
    chain: str = ""
    """The start of the record's latest digest, in groups: ``5f3a 91c0``."""

    @property
    def mover(self) -> str:
        """The name of the player to move; empty if nobody is."""
        return "" if self.to_move is None else self.players[self.to_move].name

    @property
    def free_seats(self) -> int:
        """Count the seats that nobody has taken yet."""
        return sum(not player.name for player in self.players)

    def tell_seats(self, *, asked: bool) -> Literal["asked_and_free", "asked", "free", "full"]:
        """Tell which sentence lists the players. `asked`: the reader is asked whether they take one of the seats."""
        if asked and self.free_seats:
            return "asked_and_free" if self.free_seats > 1 else "asked"
        return "free" if self.free_seats else "full"

    @property
    def tells_left(self) -> bool:
        """Is the time that is left to the reader known, and more than nothing?"""
        return self.left is not None and self.left >= LEAST_TOLD

    def tell_left(self, *, mine: bool, narrow: bool) -> Literal["long", "short", ""]:
        """Tell how the reader hears of the time that is left to them: in sentences, in a short line, or not at all.

        `mine`: it is the reader's turn. `narrow`: their boards are narrow.
        """
        if not mine or not self.tells_left:
            return ""
        if narrow and self.clock == "due":
            return "short"
        return "" if self.clock in ("late", "grace", "used_up") else "long"

    @property
    def clock(self) -> ClockState:
        """Tell how the time of this turn stands: which sentence says it."""
        if self.late:
            return "grace" if self.grace_until else "late"
        if self.used_up and self.stopped in ("", "away"):
            return "used_up"
        if self.stopped:
            return self._stop
        return "due" if self.due else "untimed"

    @property
    def _stop(self) -> ClockState:
        if self.stopped == "away" and self.back:
            return "away"
        if self.stopped_until and self.day_taken:
            return "day_taken"
        if self.stopped_until and self.stopped == "bounced":
            return "bounced"
        return "paused" if self.stopped_until and self.stopped == "paused" else "stopped"

    def result(self, places: Sequence[int], seat: Seat | None) -> Result:
        """Tell who won, as `SeatNames.result` does."""
        return SeatNames(tuple(player.name for player in self.players)).result(places, seat)


@dataclass(frozen=True, slots=True)
class Offer:
    """An order that is valid as an answer to this letter, its purpose, and a ``mailto:`` link with it."""

    order: str
    purpose: str = "play"
    """A key of `order_purposes.PURPOSES`."""
    href: str = ""
    said: str = ""
    """Description of a step's effect, in place of its purpose."""

    @classmethod
    def by_mail(cls, order: str, purpose: str, address: str, subject: str = "") -> Offer:
        """Offer an order with a ``mailto:`` link to an address, the order filled in."""
        return cls(order, purpose, mailto_link(address, order, subject))


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestOrigin:
    """Origin and time of a request to change a player's credentials."""

    at: datetime
    by: str
    """``letter``, ``page`` or ``host``."""
    sender: str = ""
    """The address of the From header, or the address that signed in to the page."""
    match: str = ""
    """The match whose reply address received the letter; empty: the service's address did."""
    turn: int = 0
    browser: str = ""
    agreed: str = ""
    """The address that said yes; empty until one does."""

    @property
    def origin(self) -> Literal["host", "match_page", "browser", "page", "reply", "letter"]:
        """Tell which sentence says from where. A ``reply`` is a letter to the reply address of a turn."""
        if self.by == "host":
            return "host"
        if self.by == "page":
            return "match_page" if self.match else "browser" if self.browser else "page"
        return "reply" if self.match else "letter"


PlayedBy: TypeAlias = Literal["", "plan", "habit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A step in a list of events. `seat` is None if nobody chose it."""

    turn: int
    seat: Seat | None
    order: str
    said: str = ""
    undone: bool = False
    """Whether the step no longer stands."""
    by: PlayedBy = ""
    """Whether a plan or a habit of its player played it."""
    ends: str = ""
    """The line that ends the habit, for its owner."""


PlanStatus: TypeAlias = Literal[
    "open", "stopped", "held", "refused", "unforeseen", "unconfirmed", "two_hold", "dropped"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanNews:
    """Result of the reader's plan, as long as the turn runs in which it failed or ended; only they see it.

    ``open``: its answer was played and leaves the turn open. ``stopped``: something came to light, the rest was not
    played. ``held``: something came to light before, nothing was played, and a yes to the answer plays it. ``refused``:
    a step was not legal, and nothing of the answer was played. ``unforeseen``: no line held. ``unconfirmed``: only a
    line held that waits for a yes. ``two_hold``: two lines held, with different answers. ``dropped``: moves were taken
    back, and the plan with them.
    """

    status: PlanStatus
    answer: str = ""
    """The planned answer, as the reader writes it."""
    step: str = ""
    """The step of it that was refused."""
    reason: str = ""
    """Why, in a sentence."""
    not_played: str = ""
    """The steps that were not played after it stopped, as the reader writes them."""
    lost: tuple[str, ...] = ()
    """The lines that are gone; each can be sent again."""
    as_planned: str = ""
    """The reader's word that plays the held answer."""


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """Result of a plan in one turn: the lines that were played, and those that were not."""

    turn: int | None
    """None for the lines that were not asked any more when the match ended."""
    status: PlanStatus | Literal["played"]
    fired: tuple[str, ...]
    missed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReviewedPlans:
    """Results of the plans of a seat."""

    seat: int
    name: str
    turns: tuple[ReviewedTurn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingOrders:
    """Orders of the reader that are not played yet, which only they know of; or that have waited in vain.

    ``confirm``: they wait for a yes. ``delay``: they count by themselves when they are due. ``lapsed``: the turn that
    they were written in has ended without them, or has changed. ``gone``: so has their seat, with somebody else at it.
    """

    status: Literal["confirm", "delay", "lapsed", "gone"]
    orders: str
    yes: str = ""
    """The line that plays them."""
    wait: str = ""
    """The line that takes them back."""
    due: datetime | None = None
    lines: tuple[str, ...] = ()
    """If they are gone: all lines that waited, to be sent again; messages and plans, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Something that waits for the consent of players, or a pause that runs."""

    number: int
    said: str
    asks: bool = False
    """Whether the reader is asked and has not answered."""
    own: bool = False
    """Whether the reader may take it back."""
    draw: bool = False
    """Whether it offers a draw."""
    asker: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A message from a player to the others."""

    author: str
    text: str
    number: int = 0
    """Its row, which says whether two letters have the same message; 0 for one that not all read."""
    own: bool = False
    """Whether the reader wrote it."""
    alone: bool = False
    """Whether not all read it: only the reader and `others`."""
    others: tuple[str, ...] = ()
