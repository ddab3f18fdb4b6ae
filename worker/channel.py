"""What a worker's connection does with the tasks in its hands when the broker is gone.

Celery closes such a connection twice, and the second time wants to give the tasks back over a line that it has dropped
itself: it takes the fault for its own and the worker ends, at once or never. There is nobody to give them back to; the
sweep finds the rows that they were for.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from kombu.transport.redis import Channel, QoS


class PatientQoS(QoS):
    """The tasks in hand, which are let go of when there is no line any more."""

    def restore_unacked(self, client: Any = None) -> None:
        """Give the tasks back, if there is anybody to give them to."""
        if self.channel.connection.client is None:
            self._delivered = OrderedDict()
            return
        super().restore_unacked(client)


def outlast_the_broker() -> None:
    """Let every connection of this program be like that."""
    Channel.QoS = PatientQoS
