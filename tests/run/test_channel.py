"""A broker that dies while a worker has tasks in hand."""

from __future__ import annotations

from typing import Any

import pytest
from kombu import Connection
from kombu.transport.redis import Channel, QoS

from adjudicator.infra.celery_queue import celery_for
from adjudicator.infra.private_broker import PrivateBroker
from worker.celery_patches import tolerate_broker_loss

QUEUE = "hands"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Channel, "QoS", Channel.QoS)
    tolerate_broker_loss()


def with_a_task_in_hand(valkey: PrivateBroker) -> Connection:
    with celery_for(valkey.url.replace("unix:", "redis+socket:")) as app:
        app.send_task("noop", queue=QUEUE, ignore_result=True)
        connection = app.connection_for_read()
        queue = connection.SimpleQueue(QUEUE, channel=connection.default_channel)
        assert queue.get(timeout=20) is not None
        return connection


def test_a_channel_is_closed_though_its_line_was_dropped_and_its_tasks_cannot_be_given_back(
    valkey: PrivateBroker,
) -> None:
    connection = with_a_task_in_hand(valkey)
    channel: Any = connection.default_channel
    connection.transport.client = None  # what is left when a first attempt to close it has failed
    channel.close()


def test_kombu_would_fail_over_that(valkey: PrivateBroker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once kombu closes such a channel, our QoS has no use any more."""
    monkeypatch.setattr(Channel, "QoS", QoS)
    connection = with_a_task_in_hand(valkey)
    channel: Any = connection.default_channel
    connection.transport.client = None
    with pytest.raises(AttributeError):
        channel.close()


def test_a_task_in_hand_is_given_back_while_there_is_a_broker(valkey: PrivateBroker) -> None:
    with_a_task_in_hand(valkey).close()
    with celery_for(valkey.url.replace("unix:", "redis+socket:")) as app, app.connection_for_read() as connection:
        queue = connection.SimpleQueue(QUEUE)
        assert queue.get(timeout=20) is not None
        queue.close()
