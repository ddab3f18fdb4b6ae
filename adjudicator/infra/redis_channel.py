"""How Celery speaks to Redis: over one client, where it would make a new one for every task sent and every task done.

To make one takes longer than to ask it something, and a letter is worth a dozen of them.
"""

from __future__ import annotations

from typing import Any

from kombu.transport.redis import Channel, Transport


class LastingChannel(Channel):
    """A channel that keeps its client as long as the connections that the client draws from."""

    _lasting: Any = None

    def _create_client(self, asynchronous: bool = False) -> Any:  # noqa: FBT001, FBT002  # kombu's own
        if asynchronous:
            return super()._create_client(asynchronous=True)  # type: ignore[misc]  # the stubs know less
        if self._lasting is None or self._lasting.connection_pool is not self.pool:
            self._lasting = super()._create_client()  # type: ignore[misc]
        return self._lasting


def keep_clients() -> None:
    """Let every channel of this program be like that."""
    Transport.Channel = LastingChannel
