"""Players who write letters, in the groups that play a match together. A player knows only what letters tell them."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Protocol

from chaos.diary import Diary
from chaos.plan import Plan
from chaos.planner import draw_plan
from chaos.received_letter import AGREE, CLAIM, EXPEL, REFUSE, YES, Received

NONSENSE = "castle to the moon"
QUESTIONS = ("board", "status", "help", "history")
TABLE = 3
"""From so many people on, a match outlives its players."""
MOST_NEWCOMERS = 3
MOST_KNOWN = 12


class Post(Protocol):
    """What a player needs of the club: it takes letters to the service, and writes down what players do."""

    plan: Plan
    diary: Diary
    parting: bool
    """Whether everybody gives up."""

    @property
    def full(self) -> bool:
        """Tell whether enough has been written."""
        ...

    def token(self) -> str:
        """Make words that nobody else has written."""
        ...

    def write(
        self, player: Player, to: str, lines: Sequence[str], *, answers: Received | None = None, after: float = 0.0
    ) -> None:
        """Write a letter and hand it to the mail server."""
        ...

    def written(self, name: str, player: Player, to: str, lines: Sequence[str], *, via: str) -> None:
        """Take note of a letter before anybody can have got it."""
        ...

    def begin(self, doing: Coroutine[Any, Any, None]) -> None:
        """Let somebody do something that takes a while."""
        ...

    def writer_of(self, name: str) -> Player | None:
        """Tell who wrote a letter; None for nobody who is known."""
        ...

    def now(self) -> datetime:
        """Tell the time by the clocks of the service."""
        ...

    def over(self, group: PlayerGroup) -> None:
        """Take note that a match is over."""
        ...

    def newcomer(self, group: PlayerGroup, *, stands_in: bool = False) -> Player:
        """Let somebody come who may get a seat at a match that has begun."""
        ...

    def take_over(self, player: Player) -> None:
        """Let somebody ask for a seat that is vacant, or their own."""
        ...

    def resign(self, player: Player) -> bool:
        """Let somebody resign, and tell whether they may try once more."""
        ...


@dataclass(slots=True, eq=False)
class PlayerGroup:
    """One match, from the wish for it to its end."""

    number: int
    game: str
    people: list[Player] = field(default_factory=list)
    house: bool = False
    by_digest: bool = False
    """Whether somebody plays there by their digest."""
    code: str = ""
    moves: int = 0
    over: bool = False
    frozen: bool = False
    """Whether nobody moves, so that a deadline can pass."""
    seats: int = 0
    newcomers: int = 0

    @property
    def stands_still(self) -> bool:
        """Tell whether somebody is to move and does not."""
        return self.frozen and any(player.held for player in self.people)

    def somebody_left(self, teller: Player) -> None:
        """Let somebody else ask for the seat, now and then."""
        if self.newcomers < MOST_NEWCOMERS and self.code and teller.chance.random() < 0.7:
            teller.club.take_over(teller.club.newcomer(self))

    def thaw(self) -> None:
        """Let them move again."""
        if self.frozen:
            self.frozen = False
            for player in self.people:
                player.thawed()


@dataclass(slots=True, eq=False)
class Player:
    """One address, one seat."""

    club: Post
    name: str
    address: str
    chance: Random
    group: PlayerGroup
    seat_address: str = ""
    """The reply address of the newest letter."""
    gone: bool = False
    """Whether the player does not sit there, while the others play on."""
    stands_in: bool = False
    """Whether the player comes for a time only."""
    away: bool = False
    """Whether somebody stands in for the player."""
    farewells: int = 0
    """Attempts to resign at the end of the run."""
    held: list[Received] = field(default_factory=list)
    """The answer that is held back while the match is frozen."""
    known: list[str] = field(default_factory=list)
    """The orders that were offered lately."""
    _seen: set[str] = field(default_factory=set)
    _answered: set[str] = field(default_factory=set)
    _last_orders: Sequence[str] = ()

    def receive(self, letter: Received) -> None:
        """Read a letter; one that came a second time is known by its name."""
        if letter.message_id in self._seen:
            return
        self._seen.add(letter.message_id)
        if letter.code:
            self.group.code = letter.code
        if letter.is_over:
            self.club.over(self.group)
        elif letter.chain and letter.to_a_seat:
            self.seat_address = letter.reply_to
        self._note_seat(letter)
        if self.club.parting and letter.tells_of_another_leaving and not self.gone:
            self.club.resign(self)
        elif not self.gone or letter.offers(*YES):
            self.react(letter)

    def _note_seat(self, letter: Received) -> None:
        """Take note of whether one sits there; who has just left writes to their old address once more."""
        sat, over = bool(self.seat_address) and not self.gone, letter.is_over
        if letter.is_welcome:
            self.gone = False
        elif letter.tells_of_leaving or (letter.code and not (letter.to_a_seat or over or letter.offers(*YES))):
            self.gone = True
            if sat and self._last_orders and not (self.club.full or self.group.over):
                self.club.write(self, self.seat_address, [self._last_orders[0]], answers=letter)
        if not self.gone and letter.tells_of_another_leaving and not self.club.full:
            self.group.somebody_left(self)

    def react(self, letter: Received) -> None:
        """Answer a letter, if it asks for something."""
        if self.group.over:
            return
        if letter.offers(*YES):
            self.club.write(self, letter.reply_to, ["yes"], answers=letter)
        elif letter.offers(*CLAIM):
            self.group.thaw()
            expels = letter.offers(EXPEL)[:1] if self.chance.random() < 0.5 else []
            order = "claim" if self.chance.random() < 0.3 else "grant 2"
            self.club.write(self, letter.reply_to, expels or [order], answers=letter)
        elif orders := letter.moves():
            self._may_play(letter, orders)
        elif letter.offers(AGREE):
            self.agree(letter)
        elif letter.asks_about_plan:
            self.settle_plan(letter)

    def settle_plan(self, letter: Received) -> None:
        """Say whether a plan counts that would be played whatever happens: mostly yes."""
        line = "yes" if self.chance.random() < 0.8 else "cancel plan"
        if not self.club.full:
            self.club.write(self, letter.reply_to, [line], answers=letter)

    def plan(self, orders: Sequence[str]) -> list[str]:
        """Draw a plan of orders that were offered, now or before; mostly none."""
        self.known = [*self.known, *orders][-MOST_KNOWN:]
        return draw_plan(self.known, self.chance)

    def agree(self, letter: Received) -> None:
        """Answer what another player proposes: mostly with a yes."""
        self.club.write(self, letter.reply_to, letter.offers(REFUSE if self.chance.random() < 0.1 else AGREE)[:1])

    def thawed(self) -> None:
        """Take up again what lay there while nobody at the table moved."""
        held, self.held = self.held, []
        for letter in held:
            if not self.gone:
                self.react(letter)

    def _may_play(self, letter: Received, orders: Sequence[str]) -> None:
        if self.group.frozen and "has passed" not in letter.subject:
            self.held.append(letter)
            return
        self.group.thaw()
        if self.club.full or (letter.chain in self._answered and "Not played" not in letter.subject):
            return
        self.group.moves += 1
        if self.group.moves > self.club.plan.moves and not self.stands_in:
            self.club.write(self, letter.reply_to, ["resign"], answers=letter)
            return
        self._play(letter, orders)

    def _play(self, letter: Received, orders: Sequence[str]) -> None:
        """Play, and now and then do what people do besides."""
        whim, order = self.chance.random(), self.chance.choice(orders)
        if whim < 0.04:
            self.club.write(self, letter.reply_to, [NONSENSE], answers=letter)
            return
        if whim < 0.08:
            self.club.write(self, letter.reply_to, [self.chance.choice(QUESTIONS)], answers=letter)
            return
        if whim > 0.88 and self._leave(letter):
            return
        self._answered.add(letter.chain)
        self._last_orders = orders
        lines = [order, *self.plan(orders)]
        if whim < 0.16:
            lines.insert(1, self._words())
        elif whim < 0.24:  # written before the move, and brought after it
            self.club.write(self, letter.reply_to, [self._words()], answers=letter, after=self.chance.uniform(0.5, 3))
        elif whim < 0.28:  # two minds at the same instant
            self.club.write(self, letter.reply_to, [self.chance.choice(orders)], answers=letter)
        elif whim < 0.32:  # a second thought, when the turn is long over
            self.club.write(self, letter.reply_to, [order], answers=letter, after=self.chance.uniform(2, 6))
        self.club.write(self, letter.reply_to, lines, answers=letter)

    def _leave(self, letter: Received) -> bool:
        """Leave a table of three: for good, for somebody else, or for a while."""
        group, whim = self.group, self.chance.random()
        if group.seats < TABLE or group.newcomers >= MOST_NEWCOMERS or self.stands_in:
            return False
        if whim < 0.4:
            line = "resign"
        elif whim < 0.7:
            line = f"hand over to {self.club.newcomer(group).address}"
        else:
            line = f"substitute until {_later()} by {self.club.newcomer(group, stands_in=True).address}"
            self.away = True
        self.club.write(self, letter.reply_to, [line], answers=letter)
        return True

    def _words(self) -> str:
        return f"press {self.club.token()}"


def _later() -> str:
    """Name a day that does not come during a run."""
    day = datetime.now(UTC) + timedelta(days=20)
    return f"{day:%-d %B}"
