"""What a worker's connection does with the tasks in its hands when the broker is gone.

Celery closes such a connection twice, and the second time wants to give the tasks back over a line that it has dropped
itself; and what a task came over is closed by the time that the task is done, and is told nevertheless. It takes the
fault for its own and the worker ends, at once or never. There is nobody to give them back to, or to tell; the sweep
finds the rows that they were for.

The first was reported as https://github.com/celery/kombu/issues/970, closed, and is still so in kombu 5.7. There is no
report of the second that we know of.
"""

from __future__ import annotations

from typing import Any

from kombu.transport.redis import Channel, QoS
from redis import Redis


class DisconnectTolerantQoS(QoS):
    """The tasks in hand, which are let go of when there is no line any more."""

    def ack(self, delivery_tag: str) -> None:
        """Tell that a task is done, if there is anybody to tell."""
        if self._has_line:
            super().ack(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:  # noqa: FBT001, FBT002  # Celery's own
        """Give one task back, if there is anybody to give it to."""
        if self._has_line:
            super().reject(delivery_tag, requeue=requeue)

    def restore_unacked(self, client: Redis | None = None) -> None:
        """Give the tasks back, if there is anybody to give them to."""
        if self._has_line:
            super().restore_unacked(client)
        elif self._delivered is not None:
            self._delivered.clear()  # as kombu does it when it has given them back

    @property
    def _has_line(self) -> bool:
        """Tell whether neither the channel nor its connection has been closed."""
        connection: Any = self.channel.connection
        return bool(connection and connection.client)


def tolerate_broker_loss() -> None:
    """Let every connection of this program be like that."""
    Channel.QoS = DisconnectTolerantQoS
