"""A player with several matches who plays in all of them by one answer to their digest.

The letters of their turns wait for the digest. A robot asks for the next one with each answer, soon: nobody has days.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from chaos.planner import PLAN_WORDS
from chaos.player import NONSENSE, Player, PlayerGroup
from chaos.received_letter import Received

MOST_SEATS = 4
BY_LETTER = 0.2
"""The share of the letters of turns that are answered though a digest will tell the turn as well."""
AHEAD = timedelta(minutes=5)
"""How far ahead a digest is asked for: it comes at a full minute."""
ASK_AGAIN = timedelta(seconds=40)
"""Behind a digest that did not come, as it was asked for too late."""


@dataclass(slots=True, eq=False)
class DigestSeat(Player):
    """One of the seats of somebody who plays by their digest."""

    def _may_play(self, letter: Received, orders: Sequence[str]) -> None:
        if "has passed" in letter.subject or "Not played" in letter.subject or self.chance.random() < BY_LETTER:
            super(DigestSeat, self)._may_play(letter, orders)

    def _leave(self, letter: Received) -> bool:
        return False


@dataclass(slots=True, eq=False)
class DigestPlayer(Player):
    """One address with several seats."""

    seats: list[DigestSeat] = field(default_factory=list)
    _due: datetime | None = None
    """When the next digest comes, as far as the player knows."""

    def sit(self, group: PlayerGroup) -> DigestSeat:
        """Take a seat in another match."""
        group.by_digest = True
        seat = DigestSeat(self.club, self.name, self.address, self.chance, group)
        self.seats.append(seat)
        return seat

    @property
    def busy(self) -> bool:
        """Tell whether this player has matches enough."""
        return sum(not seat.group.over for seat in self.seats) >= MOST_SEATS

    def receive(self, letter: Received) -> None:
        """Read a letter: a digest, or one about one of the matches."""
        if letter.message_id in self._seen:
            return
        self._seen.add(letter.message_id)
        if letter.is_digest:
            self._answer(letter)
        elif not letter.to_a_digest:  # else it is the receipt for an answer, whatever match its subject names
            self._receive_at_seat(letter)
        self.ask_for_digest()

    def _receive_at_seat(self, letter: Received) -> None:
        writer = self.club.writer_of(letter.in_reply_to)
        about = [seat for seat in self.seats if letter.code and seat.group.code == letter.code]
        for seat in about or [seat for seat in self.seats if seat is writer]:
            seat.receive(letter)

    def ask_for_digest(self) -> None:
        """Ask for a digest, if there is none to come."""
        seat = next((one for one in self.seats if one.seat_address and not one.gone and not one.group.over), None)
        if self.club.full or seat is None or (self._due is not None and self.club.now() < self._due + ASK_AGAIN):
            return
        first, lines = self._due is None, [self._next_digest()]
        if first:
            hour = self.club.now().hour
            quiet = [f"quiet {hour}-{(hour + 1) % 24}"] if self.chance.random() < 0.5 else []
            lines += ["turns in the digest", *quiet]
        self.club.write(seat, seat.seat_address, lines)

    def _next_digest(self) -> str:
        self._due = self.club.now() + AHEAD
        return f"digest {self._due:%H:%M}"

    def _answer(self, letter: Received) -> None:
        """Play in all matches that wait, with one letter."""
        if self.club.full:
            return
        lines = [self._next_digest()]
        moves = letter.coded_moves()
        for seat in self.seats:
            group = seat.group
            if group.code in moves and not (group.over or seat.gone):
                lines += self._lines_for(seat, moves[group.code])
        self.chance.shuffle(lines)
        # Below a plan no order of its match is read.
        lines.sort(key=lambda line: line.partition(" ")[2].startswith(PLAN_WORDS))
        self.club.write(self, letter.reply_to, lines, answers=letter)

    def _lines_for(self, seat: DigestSeat, order: str) -> list[str]:
        """Write the lines for one match: mostly a move, and now and then what people write besides."""
        group = seat.group
        group.moves += 1
        if group.moves > self.club.plan.moves:
            return [f"{group.code} resign"]
        whim = self.chance.random()
        if whim < 0.08:
            return [f"{group.code} {NONSENSE}"]
        words = [f"press {self.club.token()}"] if whim < 0.2 else []
        return [f"{group.code} {line}" for line in (*words, order, *seat.plan([order]))]
