"""A unit of work hands its jobs over after its commit; an exception leaves neither rows nor jobs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import select

from adjudicator.services.job_queue import ANY, Job
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Sweep
from testkit.club import Club, RecordingQueue

JOBS = [(Job.POST, ANY), (Job.JUDGE, 1), (Job.HOUSE, 2), (Job.JUDGE, 3)]


def names(club: Club) -> list[str]:
    with club.context.store.reading() as session:
        return list(session.scalars(select(Sweep.name)))


def test_jobs_are_handed_over_once_each_and_after_the_commit(club: Club) -> None:
    seen: list[tuple[Job, int, list[str]]] = []

    class Queue(RecordingQueue):
        def enqueue(self, job: Job, row: int) -> None:
            seen.append((job, row, names(club)))

    with unit_of_work(replace(club.context, queue=Queue()), club.now) as work:
        work.session.add(Sweep(name="one", last_at=work.now))
        for job, row in [*JOBS, *JOBS]:
            work.enqueue(job, row)
        assert not seen
    assert seen == [(job, row, ["one"]) for job, row in JOBS]


def test_a_fault_leaves_neither_rows_nor_jobs(club: Club) -> None:
    def fail() -> None:
        with unit_of_work(club.context, club.now) as work:
            work.session.add(Sweep(name="one", last_at=work.now))
            work.enqueue(Job.POST, ANY)
            work.session.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert (names(club), club.queue.enqueued) == ([], [])


def test_none_is_opened_inside_another_one(club: Club) -> None:
    with unit_of_work(club.context, club.now), pytest.raises(RuntimeError), unit_of_work(club.context, club.now):
        pass
    with unit_of_work(club.context, club.now) as work:  # the first one is over
        work.enqueue(Job.POST, ANY)
    assert club.queue.enqueued == [(Job.POST, ANY)]


def test_no_job_is_enqueued_after_its_end(club: Club) -> None:
    with unit_of_work(club.context, club.now) as work:
        pass
    with pytest.raises(RuntimeError):
        work.enqueue(Job.POST, ANY)
    assert not club.queue.enqueued
