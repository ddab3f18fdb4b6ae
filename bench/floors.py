"""What the parts do when they do nothing else: the speed that the whole could not exceed."""

from __future__ import annotations

import asyncio
import os
import smtplib
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import redis
from sqlalchemy import BigInteger, Column, LargeBinary, MetaData, Table

from adjudicator.config.settings import Settings
from adjudicator.infra.celery_queue import celery_for
from adjudicator.infra.parent_death import die_with_parent
from adjudicator.infra.private_broker import broker_url, redis_url
from adjudicator.store.session import Store
from bench import noop
from bench.smtp_server import smtp_server
from bench.smtp_sink import sink
from testkit.smtp_client import SmtpClient

LETTERS = 400
TASKS = 1000
COMMITS = 500
READY_SECONDS = 30.0


def accepted_a_second(letter: bytes, connections: int) -> float:
    """Count the letters that aiosmtpd takes alone, over as many connections as the service has here."""

    async def send(port: int) -> float:
        lines = [await SmtpClient.open("127.0.0.1", port) for _ in range(connections)]
        start = time.monotonic()
        await asyncio.gather(*(_send_all(line, letter, LETTERS // connections) for line in lines))
        taken = time.monotonic() - start
        for line in lines:
            await line.close()
        return LETTERS / taken

    with smtp_server() as port:
        return asyncio.run(send(port))


def tasks_a_second(settings: Settings) -> float:
    """Count the empty Celery tasks and pass through the broker of a running service to a worker like its own."""
    app, queue = celery_for(broker_url(settings)), noop.QUEUE
    with redis.Redis.from_url(redis_url(settings)) as client, _idle_worker(broker_url(settings)):
        app.send_task("noop", args=(0,), queue=queue, ignore_result=True)
        _drained(client, queue)
        start = time.monotonic()
        for row in range(TASKS):
            app.send_task("noop", args=(row,), queue=queue, ignore_result=True)
        _drained(client, queue)
        return TASKS / (time.monotonic() - start)


def commits_a_second(database_url: str, size: int, *, lasting: bool) -> float:
    """Count the rows of a letter's size that the database commits one by one, waiting for the disk or not."""
    store, facts = Store(database_url), MetaData()
    rows = Table("bench_rows", facts, Column("id", BigInteger, primary_key=True), Column("raw", LargeBinary))
    facts.create_all(store.engine)
    begin = store.writing if lasting else store.connect_relaxed
    start = time.monotonic()
    for number in range(COMMITS):
        with begin() as session:
            session.execute(rows.insert().values(id=number, raw=b"x" * size))
    taken = time.monotonic() - start
    facts.drop_all(store.engine)
    store.close()
    return COMMITS / taken


def sends_a_second(letter: bytes) -> float:
    """Count the letters that smtplib hands over on one kept connection."""
    with sink(silent=True) as alone, smtplib.SMTP("127.0.0.1", alone.port) as connection:
        start = time.monotonic()
        for _ in range(LETTERS):
            connection.sendmail("play@club.example", ["anna@a.example"], letter)
        return LETTERS / (time.monotonic() - start)


async def _send_all(line: SmtpClient, letter: bytes, count: int) -> None:
    for _ in range(count):
        await line.send("anna@a.example", "play@club.example", letter)


@contextmanager
def _idle_worker(broker: str) -> Iterator[None]:
    words: Sequence[str] = (
        *(sys.executable, "-m", "celery", "-A", "bench.noop", "worker", "--pool", "threads", "--concurrency", "3"),
        *("--queues", noop.QUEUE, "--without-gossip", "--without-mingle", "--without-heartbeat"),
        *("--loglevel", "WARNING"),
    )
    environ = os.environ | {noop.BROKER: broker}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(words, env=environ, stdout=quiet, stderr=quiet, preexec_fn=die_with_parent()) as child:  # noqa: PLW1509
        try:
            yield
        finally:
            child.kill()


def _drained(client: redis.Redis, queue: str) -> None:
    """Wait until no task waits and none is at work."""
    latest = time.monotonic() + READY_SECONDS
    while client.llen(queue) or client.hlen("unacked"):
        if time.monotonic() > latest:
            raise RuntimeError("the worker does not get through its tasks")
        time.sleep(0.002)
