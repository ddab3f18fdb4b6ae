"""Debian's Redis as the broker, which can be killed, emptied, and given a full disk."""

from __future__ import annotations

import resource
import shutil
from collections.abc import Mapping
from pathlib import Path

import redis

from adjudicator.infra.celery_queue import LETTERS
from testkit.process import ManagedProcess
from testkit.waiting import await_until

QUEUES = ("judge", "post", "clock", "house")


class RedisMissing(RuntimeError):
    """Redis is not installed."""


class Broker(ManagedProcess):
    """A Redis server that logs every command to disk (appendonly)."""

    def __init__(self, folder: Path, environ: Mapping[str, str], port: int) -> None:
        program = shutil.which("redis-server")
        if program is None:
            raise RedisMissing("no Redis is installed")
        self._kept = folder / "redis"
        self.url = f"redis://127.0.0.1:{port}/0"
        options = {
            "port": str(port),
            "bind": "127.0.0.1",
            "dir": str(self._kept),
            "save": "",
            "appendonly": "yes",
            "appendfsync": "everysec",
        }
        words = [program, *(word for name, value in options.items() for word in (f"--{name}", value))]
        # SIGXFSZ, sent when a file exceeds its limit, would kill it; on a real full disk writes only fail.
        super().__init__("redis", ["/bin/sh", "-c", 'trap "" XFSZ; exec "$0" "$@"', *words], environ, folder)

    def start(self, ready: str = "") -> None:
        """Start it with the data that it has."""
        self._kept.mkdir(exist_ok=True)
        super().start(ready)

    def await_answer(self) -> None:
        """Wait until it answers."""
        await_until(self.answers, "the broker answers")

    def answers(self) -> bool:
        """Tell whether it answers."""
        try:
            with redis.Redis.from_url(self.url, socket_timeout=1) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def forget(self) -> None:
        """Delete its data, while it does not run."""
        shutil.rmtree(self._kept)

    def fill_disk(self) -> None:
        """Make every write fail, as on a full disk."""
        _, most = resource.prlimit(self.number, resource.RLIMIT_FSIZE)
        resource.prlimit(self.number, resource.RLIMIT_FSIZE, (1, most))

    def free_disk(self) -> None:
        """Let writes succeed again."""
        _, most = resource.prlimit(self.number, resource.RLIMIT_FSIZE)
        resource.prlimit(self.number, resource.RLIMIT_FSIZE, (most, most))

    def knows(self, worker: str) -> bool:
        """Tell whether a worker has come to fetch tasks."""
        with redis.Redis.from_url(self.url, socket_timeout=1) as client:
            return any(worker.encode() in bound for bound in client.smembers("_kombu.binding.celery.pidbox"))

    def waiting(self) -> int:
        """Count the tasks that wait for a worker."""
        with redis.Redis.from_url(self.url, socket_timeout=1) as client:
            return int(client.zcard(LETTERS)) + sum(int(client.llen(queue)) for queue in QUEUES)
