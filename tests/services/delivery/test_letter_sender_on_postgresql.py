"""The sender coalesces, drops and throttles letters on PostgreSQL as it does on SQLite."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from adjudicator.services.job_queue import Job
from testkit.automatic_mail import bounce, player_of, sweep
from testkit.club import ANNA, Club, offered, other, text_of, to_move
from testkit.database import make_tables


def test_letters_are_joined_dropped_and_paced(postgres_database: str) -> None:
    make_tables(postgres_database)
    club = Club.found(postgres_database)
    try:
        club.context = replace(club.context, merge_window=timedelta(minutes=1), pace=1000)
        club.begin("days=3")
        mover = to_move(club)
        club.answer(club.last(mover), "press Good luck!")
        club.answer(club.last(mover), offered(club.last(mover))[0])
        assert text_of(club.last(other(mover))).count("Good luck!") == 1
        club.context = replace(club.context, pace=1)
        before = len(club.letters(ANNA))
        club.write(ANNA, club.context.addresses.service, "help")
        assert len(club.letters(ANNA)) == before
        club.pass_time(minutes=1)
        club.queue.enqueued.append((Job.POST, 0))
        club.work()
        assert len(club.letters(ANNA)) == before + 1
        bounce(club, club.last(to_move(club)))
        sweep(club)
        assert player_of(club, to_move(club)).bounced_at == club.now
        assert club.match().stopped_at == club.now
    finally:
        club.context.store.close()
