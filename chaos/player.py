"""Somebody who plays by letters, and knows nothing but what letters tell him."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from chaos.received_letter import CLAIM, PLAY, YES, Received

if TYPE_CHECKING:
    from chaos.club import Club
    from chaos.player_group import PlayerGroup

NONSENSE = "castle to the moon"
QUESTIONS = ("board", "status", "help", "history")


@dataclass(slots=True, eq=False)
class Player:
    """One address, one seat."""

    club: Club
    name: str
    address: str
    chance: Random
    group: PlayerGroup
    seat_address: str = ""
    """Where he may write about his match, as the newest letter told."""
    gone: bool = False
    """Whether he has resigned while the others play on: he decides nothing any more."""
    farewells: int = 0
    """How often he wanted to resign when all was over."""
    held: list[Received] = field(default_factory=list)
    """What he would answer if the table were not frozen."""
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
