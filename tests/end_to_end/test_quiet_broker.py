"""When the broker counts as quiet: a task between its queue and the list of those in hand is not forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
import redis

from testkit.waiting import await_until
from tests.end_to_end.broker import Broker


@pytest.fixture
def broker(short_folder: Path, environ: dict[str, str], tmp_path: Path) -> Iterator[Broker]:
    broker = Broker(short_folder / f"quiet-{tmp_path.name}", environ, tmp_path)
    broker.start()
    yield broker
    broker.end()


def test_a_task_is_nowhere_for_a_moment_and_the_broker_is_not_quiet_then(broker: Broker) -> None:
    with redis.Redis.from_url(broker.url) as client, redis.Redis.from_url(broker.url) as worker:
        assert broker.is_quiet(0)
        assert not broker.is_quiet(1)  # the worker has not begun to wait

        waiting = Thread(target=worker.brpop, args=(["judge"], 20))
        waiting.start()
        await_until(lambda: broker.is_quiet(1), "the worker waits")

        client.lpush("judge", "a task")
        waiting.join()
        assert not client.llen("judge")
        assert not broker.is_quiet(1)  # it was taken, and stands in no list

        client.hset("unacked", "tag", "a task")
        assert not broker.is_quiet(0)
        client.hdel("unacked", "tag")
        assert broker.is_quiet(0)
