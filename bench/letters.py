"""Letters a player gets in a scripted match of four: with all letters, with those of their turns, and with a digest.

Everybody writes some hours after a letter has told them their turn, each time to the end of the turn.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import structlog
from sqlalchemy import select, update

from adjudicator.services.job_queue import ANY, Job
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.store.player_tables import DigestTimes
from adjudicator.store.states import Letters, MatchState
from adjudicator.store.tables import Digest, Match, Player
from bench.table import show
from testkit.agreed_match import PEOPLE, agree
from testkit.club import Club, address_of
from testkit.database import make_tables

SEATS, TURNS = 4, 12
MATCHES = (1, 2, 4, 12)
"""At a time, between the same people."""
HOURS = timedelta(hours=5)
"""From a letter to its answer."""
STEP = timedelta(hours=1)
MOST_STEPS = 6
EVENING = 18 * 60


@dataclass(frozen=True, slots=True)
class Choice:
    """Which letters everybody wants."""

    words: str
    letters: Letters
    digest: bool = False


CHOICES = (
    Choice("all letters", Letters.ALL),
    Choice("the default: letters of one's turns", Letters.TURNS),
    Choice("turns in a digest at 18:00", Letters.TURNS, digest=True),
)


def main() -> None:
    """Print how many letters a player gets for each turn of a match."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    rows = []
    for choice in CHOICES:
        played = [_Evenings(choice, count).play() for count in MATCHES]
        rows.append((choice.words, *(cell for one in played for cell in one)))
    heads = (cell for count in MATCHES for cell in (f"{count} at a time: a turn", "most in a day"))
    show(f"Letters to a player, Das Gold des Pharao with {SEATS}, {TURNS} turns", ("", *heads), rows)


@dataclass(slots=True)
class _Evenings:
    """Some matches between the same people."""

    choice: Choice
    count: int
    told: dict[int, datetime] = field(default_factory=dict)
    """By match: when its turn was told."""

    def play(self) -> tuple[float, int]:
        """Play; return the letters to a player for each turn of a match, and the most that one got in a day."""
        with TemporaryDirectory() as folder:
            url = f"sqlite:///{Path(folder) / 'letters.sqlite3'}"
            make_tables(url)
            club = Club.found(url)
            for _ in range(self.count):
                agree(club, "pharao", PEOPLE[:SEATS])
            self._choose(club)
            before, days = len(club.transport.letters), dict[tuple[str, int], int]()
            while any(match.turn <= TURNS for match in _running(club)):
                seen = len(club.transport.letters)
                self._pass_hour(club)
                for letter in club.transport.letters[seen:]:
                    key = str(letter["To"]), club.now.toordinal()
                    days[key] = days.get(key, 0) + 1
            letters = len(club.transport.letters) - before
            club.context.store.close()
        return letters / SEATS / TURNS / self.count, max(days.values())

    def _choose(self, club: Club) -> None:
        wanted: dict[str, object] = {"letters": self.choice.letters}
        if self.choice.digest:
            evening = club.now.replace(hour=18, minute=0) + timedelta(days=1)
            wanted |= {"digest": DigestTimes(EVENING), "digest_at": evening, "turns_in_digest": True}
        with club.context.store.writing() as session:
            session.execute(update(Player).values(**wanted))

    def _pass_hour(self, club: Club) -> None:
        club.pass_time(seconds=STEP.total_seconds())
        run_sweep(club.context, club.now)
        club.queue.enqueue(Job.POST, ANY)
        club.work()
        self._note_told(club)
        for player, lines, to in list(self._answers(club)):
            club.write(player, to, "\n".join(lines))

    def _note_told(self, club: Club) -> None:
        """Note which turns are told: by the letter of the turn, or by a digest."""
        for match in _running(club):
            digest = _newest_digest(club, match.awaited_id) if self.choice.digest else None
            listed = [(one.code.upper(), one.turn) for one in digest.listed] if digest is not None else []
            if match.id not in self.told and (not self.choice.digest or (match.code, match.turn) in listed):
                self.told[match.id] = club.now

    def _answers(self, club: Club) -> Iterator[tuple[str, list[str], str]]:
        """Yield the letters that players write now; by digest one for all matches."""
        due = [one for one in _running(club) if one.turn <= TURNS and self._has_thought(club, one)]
        for player in dict.fromkeys(match.awaited_id for match in due):
            mine = [match for match in due if match.awaited_id == player]
            for match in mine:
                del self.told[match.id]
            digest = _newest_digest(club, player)
            person = _person(club, player)
            orders = {match.code: self._choose_orders(match) for match in mine}
            if self.choice.digest and digest is not None:
                lines = [f"{code} {order}" for code, given in orders.items() for order in given]
                yield person, lines, club.context.addresses.digest(digest.id, digest.created_at)
                continue
            for match in mine:
                to = club.context.addresses.seat(match.code, match.to_move or 0, match.turn)
                yield person, orders[match.code], to

    def _has_thought(self, club: Club, match: Match) -> bool:
        return match.id in self.told and club.now - self.told[match.id] >= HOURS

    def _choose_orders(self, match: Match) -> list[str]:
        """Choose steps to the end of the turn, or to the first that brings something to light."""
        table, dice = load_match(match).table, Random(f"letters {match.id} {match.turn}")
        seat, orders = table.to_move, list[str]()
        while seat is not None and table.to_move == seat and len(orders) < MOST_STEPS:
            step = dice.choice(table.legal_steps)
            if len(table.legal_steps) > 1 or not orders:
                orders.append(table.engine.format(step))
            table, result = table.after(step)
            if str(result.revealed) != "none":
                break
        return orders


def _running(club: Club) -> list[Match]:
    with club.context.store.reading() as session:
        query = select(Match).where(Match.state == MatchState.RUNNING).order_by(Match.id)
        return list(session.scalars(query).unique())


def _person(club: Club, player: int | None) -> str:
    with club.context.store.reading() as session:
        address = session.scalars(select(Player.address).where(Player.id == player)).one()
    return next(person for person in PEOPLE if address_of(person) == address)


def _newest_digest(club: Club, player: int | None) -> Digest | None:
    with club.context.store.reading() as session:
        query = select(Digest).where(Digest.player_id == player).order_by(Digest.id.desc())
        return session.scalars(query.limit(1)).first()
