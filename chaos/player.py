"""Players who write letters, in the groups that play a match together. A player knows only what letters tell them."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from chaos.diary import Diary
from chaos.plan import Plan
from chaos.received_letter import CLAIM, PLAY, YES, Received

NONSENSE = "castle to the moon"
QUESTIONS = ("board", "status", "help", "history")


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

    def over(self, group: PlayerGroup) -> None:
        """Take note that a match is over."""
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
    code: str = ""
    moves: int = 0
    over: bool = False
    frozen: bool = False
    """Whether nobody moves, so that a deadline can pass."""

    @property
    def stands_still(self) -> bool:
        """Tell whether somebody is to move and does not."""
        return self.frozen and any(player.held for player in self.people)

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
    """Whether the player has resigned while the others play on."""
    farewells: int = 0
    """Attempts to resign at the end of the run."""
    held: list[Received] = field(default_factory=list)
    """The answer that is held back while the match is frozen."""
    _seen: set[str] = field(default_factory=set)
    _answered: set[str] = field(default_factory=set)

    def receive(self, letter: Received) -> None:
        """Read a letter; one that came a second time is known by its name."""
        if letter.message_id in self._seen:
            return
        self._seen.add(letter.message_id)
        if letter.code:
            self.group.code = letter.code
        if letter.is_over:
            self.club.over(self.group)
        elif letter.chain:
            self.seat_address = letter.reply_to
        self.gone = self.gone or letter.tells_of_leaving
        if self.club.parting and letter.tells_of_another_leaving and not self.gone:
            self.club.resign(self)
        elif not self.gone:
            self.react(letter)

    def react(self, letter: Received) -> None:
        """Answer a letter, if it asks for something."""
        if self.group.over:
            return
        if letter.offers(*YES):
            self.club.write(self, letter.reply_to, ["yes"], answers=letter)
        elif letter.offers(*CLAIM):
            self.group.thaw()
            order = "claim" if self.chance.random() < 0.3 else "grant 2"
            self.club.write(self, letter.reply_to, [order], answers=letter)
        elif orders := letter.offers(PLAY):
            self._may_play(letter, orders)

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
        if self.group.moves > self.club.plan.moves:
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
        self._answered.add(letter.chain)
        lines = [order]
        if whim < 0.16:
            lines.append(self._words())
        elif whim < 0.24:  # written before the move, and brought after it
            self.club.write(self, letter.reply_to, [self._words()], answers=letter, after=self.chance.uniform(0.5, 3))
        elif whim < 0.28:  # two minds at the same instant
            self.club.write(self, letter.reply_to, [self.chance.choice(orders)], answers=letter)
        elif whim < 0.32:  # a second thought, when the turn is long over
            self.club.write(self, letter.reply_to, [order], answers=letter, after=self.chance.uniform(2, 6))
        self.club.write(self, letter.reply_to, lines, answers=letter)

    def _words(self) -> str:
        return f"press {self.club.token()}"
