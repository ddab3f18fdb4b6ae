"""Two workers that judge the same answer to a digest: each match is judged once, and one receipt goes out."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from adjudicator.services.jobs import judging
from testkit.club import Club, address_of, other
from testkit.database import make_tables
from tests.services.digest_club import begin_three, digest_of, last_step, seat_address, send_digest, turns


def test_an_answer_that_two_workers_judge_counts_once(postgres_database: str) -> None:
    make_tables(postgres_database)
    club = Club.found(postgres_database)
    try:
        mover, found = begin_three(club)
        before, count, letter = turns(club), len(club.letters(mover)), digest_of(club, mover)
        said = "\n".join([*(f"{code} M14" for code in found), "turns in the digest"])
        number = club.drop(mover, address_of(letter["Reply-To"]), said)
        club.queue.enqueued.clear()
        with ThreadPoolExecutor(3) as workers:
            jobs = [workers.submit(judging.judge_letter, club.context, number, club.now) for _ in range(3)]
        assert [job.result() for job in jobs] == [None] * 3
        club.work()
        assert turns(club) == [turn + 1 for turn in before]
        assert [last_step(club, code) for code in found] == ["M14"] * 3
        assert len(club.letters(mover)) == count + 1
        told = len(club.letters(mover))
        club.write(other(mover), seat_address(club, found[0]), "L14")
        send_digest(club)
        assert len(club.letters(mover)) == told + 1, "the turn waited for the digest, on this database too"
    finally:
        club.context.store.close()
