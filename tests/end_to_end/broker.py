"""The broker as a program that can be stopped, emptied and held up."""

from __future__ import annotations

from pathlib import Path

import redis

from adjudicator.infra.celery_queue import LETTERS
from adjudicator.infra.private_broker import PrivateBroker
from testkit.process import ManagedProcess
from testkit.waiting import await_until

QUEUES = ("judge", "post", "clock", "house")


class Broker(ManagedProcess):
    """A Valkey server, on the private socket of an installation or on a port of this machine."""

    def __init__(
        self, var: Path, environ: dict[str, str], folder: Path, port: int = 0, host: str = "127.0.0.1"
    ) -> None:
        private = PrivateBroker.in_folder(var)
        words = private.command()
        words[words.index("--port") + 1] = str(port)
        super().__init__("broker", [*words, "--bind", host, "--protected-mode", "no"], environ, folder)
        self._lost: set[bytes] = set()
        self.url = f"redis://{host}:{port}/0" if port else private.url

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

    def in_hand(self) -> set[bytes]:
        """List the tasks that workers were given and have not told the end of."""
        with redis.Redis.from_url(self.url) as client:
            return set(client.hkeys("unacked"))

    def is_quiet(self, takers: int) -> bool:
        """Tell whether no task waits, no worker that lives has one in hand, and so many of them wait for the next.

        A worker takes a task from its queue and writes it down as one in hand in two commands. Between them the task
        is in neither place, and the worker does not wait.
        """
        with redis.Redis.from_url(self.url) as client, client.pipeline(transaction=True) as at_once:
            for queue in QUEUES:
                at_once.llen(queue)
            at_once.zcard(LETTERS)
            at_once.hkeys("unacked")
            at_once.info("clients")
            *queued, in_hand, clients = at_once.execute()
        return not any(queued) and set(in_hand) <= self._lost and clients["blocked_clients"] >= takers

    def write_off(self) -> None:
        """Remember that every task in hand is in the hands of the dead, once their death is known."""
        with redis.Redis.from_url(self.url) as client:
            # A task that came just now would still be handed to one who was waiting when he died.
            await_until(lambda: client.info("clients")["blocked_clients"] == 0, "nobody waits for a task")
        self._lost = self.in_hand()

    def give_back(self) -> None:
        """Give the tasks of the dead to others, as will happen when their time has run out."""
        assert self._lost
        with redis.Redis.from_url(self.url) as client:
            client.zadd("unacked_index", dict.fromkeys(self._lost, 0), xx=True)
        await_until(lambda: not self.in_hand() & self._lost, "the tasks of the dead are given to others")

    def forget_tasks(self) -> None:
        """Forget the tasks that wait, but not what they are about."""
        with redis.Redis.from_url(self.url) as client:
            client.delete(*QUEUES)

    def empty(self) -> None:
        """Forget everything."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()

    def fill_up(self) -> None:
        """Leave no room for anything more."""
        with redis.Redis.from_url(self.url) as client:
            client.config_set("maxmemory", "1")
