"""The broker as a program that can be stopped, emptied and held up."""

from __future__ import annotations

from pathlib import Path

import redis

from adjudicator.run.embedded import EmbeddedValkey
from tests.end_to_end.program import Program
from tests.end_to_end.waiting import await_until

QUEUES = ("judge", "post", "clock", "house")


class Broker(Program):
    """A Valkey server, on the private socket of an installation or on a port of this machine."""

    def __init__(self, var: Path, environ: dict[str, str], folder: Path, port: int = 0) -> None:
        private = EmbeddedValkey.in_folder(var)
        words = private.command()
        words[words.index("--port") + 1] = str(port)
        super().__init__("broker", [*words, "--bind", "127.0.0.1"], environ, folder)
        self.url = f"redis://127.0.0.1:{port}/0" if port else private.url

    def start(self, ready: str = "") -> None:
        """Start it and wait until it answers."""
        super().start(ready)
        await_until(self.answers, "the broker answers")

    def answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.url) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def is_quiet(self) -> bool:
        """Tell whether no task waits and none is in hand."""
        with redis.Redis.from_url(self.url) as client:
            return not client.hlen("unacked") and not any(client.llen(queue) for queue in QUEUES)

    def give_back(self) -> None:
        """Take every task in hand for lost, as if its time had run out."""
        with redis.Redis.from_url(self.url) as client:
            for tag in client.zrange("unacked_index", 0, -1):
                client.zadd("unacked_index", {tag: 0})

    def empty(self) -> None:
        """Forget everything."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()

    def fill_up(self) -> None:
        """Leave no room for anything more."""
        with redis.Redis.from_url(self.url) as client:
            client.config_set("maxmemory", "1")
