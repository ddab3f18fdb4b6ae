"""Who waits for the lock of a match finds its seats as the one before left them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import text

from adjudicator.services.matches.rows.match_rows import lock_match
from adjudicator.services.unit_of_work import unit_of_work
from testkit.club import Club
from testkit.database import make_tables
from testkit.waiting import await_until

_WAITS = text("select count(*) from pg_locks where not granted")


def test_a_seat_that_changes_hands_meanwhile_is_read_as_it_is_now(postgres_database: str) -> None:
    make_tables(postgres_database)
    club = Club.found(postgres_database)
    try:
        code = club.begin("days=3").code

        def read() -> int:
            with unit_of_work(club.context, club.now) as work:
                match = lock_match(work.session, code)
                assert match
                return match.seats[1].epoch

        def is_waited_for() -> bool:
            with club.context.store.reading() as session:
                return bool(session.scalar(_WAITS))

        with ThreadPoolExecutor(1) as others:
            with unit_of_work(club.context, club.now) as work:
                match = lock_match(work.session, code)
                assert match
                waiting = others.submit(read)
                await_until(is_waited_for)
                match.seats[1].epoch += 1
            assert waiting.result() == 1
    finally:
        club.context.store.close()
