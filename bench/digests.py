"""Digests: one with 30 matches, an answer that plays in all of them, and a sweep over very many players.

Beside each stands what the same costs without digests, in the same run: 30 letters, and the sweep over as many players.
"""

from __future__ import annotations

import logging
import time
from datetime import UTC, datetime, timedelta

import structlog
from sqlalchemy import insert, select, update

from adjudicator.mail.address import AddressBook
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.services.context import Context
from adjudicator.services.digest.digest_letter import send_digest
from adjudicator.services.inbound import intake
from adjudicator.services.jobs import bot_turns, judging, periodic_sweep
from adjudicator.services.matches.letters import turn_letters
from adjudicator.services.matches.opening import lobby
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.orders.commands.new_matches import read_setup
from adjudicator.services.players.players import get_or_create_player
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.player_tables import DigestTimes
from adjudicator.store.schema import upgrade_schema
from adjudicator.store.session import Store
from adjudicator.store.states import Letters, MatchState
from adjudicator.store.tables import Digest, Match, Outbox, Player
from adjudicator.texts.letters import turn_kinds
from bench.depth import Silence
from bench.queries import database
from bench.table import median, show

MATCHES = 30
GAMES = ("egyptos", "cheops", "pharao")
PLAYERS = 100_000
TIMES = 5
DAY = 24 * 60 * 60
MOST_LETTER, MOST_SWEEP = 0.15, 2.0
"""Seconds of a core."""
SWEEP_EVERY = timedelta(seconds=10)
ADDRESS = "anna@anna.example"


def main() -> bool:
    """Print what digests cost; return whether a large one and a sweep are within their budgets."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with database(postgres=False) as url:
        upgrade_schema(url)
        book = AddressBook(domain="club.example", secret=b"a secret for the bench and nothing else")
        context = Context(
            Store(url), book, Silence(), "https://club.example", b"a secret for links", house_seconds=0.01
        )
        now = datetime.now(UTC)
        _begin_matches(context, now)
        letter = median([_write(context, now + timedelta(days=1, seconds=n)) for n in range(TIMES)])
        letters = median([_write_singly(context, now + timedelta(days=1, seconds=n)) for n in range(TIMES)])
        answer = _answer(context, now + timedelta(days=1, minutes=1))
        _add_players(context, now + timedelta(days=2))
        before = _sweep_some(context, now + timedelta(days=2))
        _give_digests(context, now + timedelta(days=3))
        sweep = _sweep_some(context, now + timedelta(days=3))
        context.store.close()
    rows = [
        (f"a digest of {MATCHES} matches", 1000 * letter, 1000 * letters, letter / MOST_LETTER),
        (f"an answer that acts in {MATCHES}", 1000 * answer, "", answer / MATCHES / MOST_LETTER),
        (f"a sweep, {PLAYERS:,} players with digests", 1000 * sweep, 1000 * before, sweep / MOST_SWEEP),
    ]
    show("Digests", ("", "CPU ms", "without", "of the budget"), rows)
    return letter < MOST_LETTER and sweep < MOST_SWEEP


def _begin_matches(context: Context, now: datetime) -> None:
    """Begin matches against the house in which the player is to move."""
    for number in range(MATCHES):
        given = read_line(f"new {GAMES[number % len(GAMES)]} with house", "service")
        if given is None:
            raise AssertionError("the command table has no matches")
        with unit_of_work(context, now) as work:
            match = lobby.open_match(work, _player(work), read_setup(given)).id
        while _house_to_move(context, match):
            bot_turns.play_bot_turn(context, match, now)


def _player(work: UnitOfWork) -> Player:
    player = get_or_create_player(work, ADDRESS, "Anna", "en")
    player.digest, player.digest_at = DigestTimes(0), work.now
    return player


def _house_to_move(context: Context, match: int) -> bool:
    with context.store.reading() as session:
        found = session.get_one(Match, match)
        return found.state is MatchState.RUNNING and found.house_to_move


def _write(context: Context, now: datetime) -> float:
    start = time.process_time()
    with unit_of_work(context, now) as work:
        player = work.session.get_one(Player, 1)
        player.digest_at = now
        send_digest(work, player)
    return time.process_time() - start


def _write_singly(context: Context, now: datetime) -> float:
    """Write a letter for each match in place of the digest."""
    start = time.process_time()
    with unit_of_work(context, now) as work:
        for match in work.session.scalars(select(Match).where(Match.state == MatchState.RUNNING)).unique().all():
            loaded = load_match(match)
            turn_letters.notify_seat(work, match.seats[match.to_move or 0], turn_kinds.YOUR_TURN, loaded)
    return time.process_time() - start


def _answer(context: Context, now: datetime) -> float:
    """Judge an answer that asks for the board in every match: it plays nothing, so all games cost alike."""
    with context.store.reading() as session:
        digest = session.scalars(select(Digest).order_by(Digest.id.desc())).first()
        letter = session.scalars(select(Outbox).order_by(Outbox.id.desc())).first()
        if digest is None or letter is None:
            raise AssertionError("no digest was written")
        lines = [f"{one.code.upper()} board" for one in digest.listed]
        recipient = letter.reply_to
    raw = "\r\n".join([f"From: {ADDRESS}", "Message-ID: <1@anna.example>", "", *lines, ""]).encode()
    start = time.process_time()
    number = intake.accept_letter(context, intake.Arrival(raw, recipient, ADDRESS, "smtp"), now)
    judging.judge_letter(context, number, now)
    return time.process_time() - start


def _add_players(context: Context, now: datetime) -> None:
    """Add players for whom nothing waits, without digests."""
    rows = [
        {
            "address": f"p{number}@many.example", "name": f"P{number}", "language": "en", "zone": "UTC",
            "layout": "wide", "letters": Letters.ALL, "created_at": now, "absences_auto": True,
            "turns_in_digest": False, "key": "", "key_required": False, "away_letters": "ask",
        }
        for number in range(PLAYERS)
    ]  # fmt: skip
    with context.store.writing() as session:
        session.execute(insert(Player), rows)


def _give_digests(context: Context, now: datetime) -> None:
    """Let all players want digests, spread over a day."""
    with context.store.writing() as session:
        players = session.scalars(select(Player.id)).all()
        rows = [
            {
                "id": player,
                "digest": DigestTimes(n % (DAY // 60)),
                "digest_at": now + timedelta(seconds=n * DAY / PLAYERS),
            }
            for n, player in enumerate(players)
        ]
        session.execute(update(Player), rows)


def _sweep_some(context: Context, now: datetime) -> float:
    periodic_sweep.run_sweep(context, now)
    return median([_sweep(context, now + n * SWEEP_EVERY) for n in range(1, TIMES + 1)])


def _sweep(context: Context, now: datetime) -> float:
    start = time.process_time()
    periodic_sweep.run_sweep(context, now)
    return time.process_time() - start
