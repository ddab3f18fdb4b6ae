"""Celery's line to Redis: one client for all that is sent, and another one when the connections are others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from kombu.transport.redis import Channel

from adjudicator.infra.celery_queue import celery_for
from adjudicator.infra.private_broker import PrivateBroker
from adjudicator.infra.redis_channel import CachedClientChannel


@pytest.fixture
def channel(valkey: PrivateBroker) -> Iterator[Any]:
    with celery_for(valkey.url.replace("unix://", "redis+socket://")) as app, app.connection_for_write() as line:
        yield line.default_channel


def test_kombu_would_make_a_client_each_time(channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once kombu keeps its client, our channel has no use any more."""
    monkeypatch.setattr(CachedClientChannel, "conn_or_acquire", Channel.conn_or_acquire)
    assert len(set(map(id, clients(channel)))) == 3


def clients(channel: Any, times: int = 3) -> list[Any]:
    found = []
    for _ in range(times):
        with channel.conn_or_acquire() as client:
            assert client.ping()
            found.append(client)
    return found


def test_all_that_is_asked_is_asked_over_one_client(channel: Any) -> None:
    assert isinstance(channel, CachedClientChannel)
    assert len(set(map(id, clients(channel)))) == 1


def test_after_the_broker_was_lost_there_is_another(channel: Any) -> None:
    (before,) = clients(channel, 1)
    channel._disconnect_pools()
    (after, again) = clients(channel, 2)
    assert after is again
    assert after is not before


def test_what_waits_for_tasks_has_clients_of_its_own(channel: Any) -> None:
    (sending,) = clients(channel, 1)
    assert channel._create_client(asynchronous=True) is not sending
