"""Keeps a worker alive when its broker goes away while tasks are in hand.

Two faults of kombu end the worker, or make it hang:

1. Celery closes the lost connection twice, and the second time tries to restore unacknowledged tasks over the
   connection that it has dropped (https://github.com/celery/kombu/issues/970, closed, still so in kombu 5.7).
2. A task that ends after the loss is acknowledged on its old channel, which is closed. We know of no report.

Without a connection there is nothing to restore or to acknowledge: the sweep finds the rows of these tasks.
"""

from __future__ import annotations

from typing import Any

from kombu.transport.redis import Channel, QoS
from redis import Redis


class DisconnectTolerantQoS(QoS):
    """The unacknowledged tasks of a channel, which are dropped when the connection is lost."""

    def ack(self, delivery_tag: str) -> None:
        """Acknowledge a task if the connection is open."""
        if self._is_connected:
            super().ack(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:  # noqa: FBT001, FBT002  # Celery's own
        """Give a task back if the connection is open."""
        if self._is_connected:
            super().reject(delivery_tag, requeue=requeue)

    def restore_unacked(self, client: Redis | None = None) -> None:
        """Give all tasks back if the connection is open."""
        if self._is_connected:
            super().restore_unacked(client)
        elif self._delivered is not None:
            self._delivered.clear()  # as kombu does after restoring them

    @property
    def _is_connected(self) -> bool:
        """Are both the channel and its connection open?"""
        connection: Any = self.channel.connection
        return bool(connection and connection.client)


def tolerate_broker_loss() -> None:
    """Install the patch for all connections of this process."""
    Channel.QoS = DisconnectTolerantQoS
