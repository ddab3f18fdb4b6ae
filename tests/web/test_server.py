"""The web server: idle connections block nobody from the pages."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from threading import Event, Thread
from typing import Any

import pytest
from flask import Flask
from waitress.server import MultiSocketServer, TcpWSGIServer

from adjudicator.config.env_reader import Endpoint
from adjudicator.web.evicting_server import ConnectionTimeouts, TimedChannel, web_server

SECONDS = 20.0
FEW = ConnectionTimeouts(connections=100)
READER = b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF = b"GET /robots.txt HTTP/1.1\r\nHost: loc"
HALF_POST = b"POST /hook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nFrom"

Opens = Callable[[bytes], socket.socket]
Server = TcpWSGIServer | MultiSocketServer


@contextmanager
def serving(application: Any, place: Endpoint, patience: ConnectionTimeouts) -> Iterator[tuple[TcpWSGIServer, Opens]]:
    """Serve, and open connections with their first bytes."""
    server = web_server(application, place, patience)
    assert isinstance(server, TcpWSGIServer)
    running = Thread(target=server.run)
    running.start()

    def connect(first: bytes) -> socket.socket:
        opened = rest.enter_context(socket.create_connection((place.host, place.port), timeout=SECONDS))
        opened.sendall(first)
        return opened

    with ExitStack() as rest:
        try:
            yield server, connect
        finally:
            server.task_dispatcher.shutdown()
            server.adj.asyncore_loop_timeout = 0
            server.pull_trigger()
            server.asyncore.close_all(server._map)
            running.join()


@pytest.fixture
def place(free_port: Callable[[], int]) -> Endpoint:
    return Endpoint("127.0.0.1", free_port())


def answer(place: Endpoint, path: str) -> int:
    connection = HTTPConnection(place.host, place.port, timeout=SECONDS)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def test_health_answers_beside_three_hundred_idle_readers_and_three_hundred_half_heads(
    app: Flask, place: Endpoint
) -> None:
    with serving(app, place, FEW) as (server, connect):
        for first in (READER, HALF):
            for _ in range(300):
                connect(first)
            assert answer(place, "/healthz") == 200
        assert len(server.active_channels) <= FEW.connections


def test_a_request_that_is_answered_just_now_keeps_its_connection(place: Endpoint) -> None:
    begun, may_end = Event(), Event()

    def slow(_environ: object, start: Callable[[str, list[tuple[str, str]]], object]) -> list[bytes]:
        begun.set()
        assert may_end.wait(SECONDS)
        start("200 OK", [("Content-Length", "4")])
        return [b"done"]

    with serving(slow, place, ConnectionTimeouts(connections=5)) as (_, connect), ThreadPoolExecutor(1) as threads:
        asked = threads.submit(answer, place, "/")
        assert begun.wait(SECONDS)
        others = [connect(HALF) for _ in range(9)]
        assert others[0].recv(1) == b""  # gave way
        may_end.set()
        assert asked.result() == 200


PATIENCES = [
    *((HALF, 11.0, True), (HALF, 9.0, False), (b"", 21.0, True), (b"", 19.0, False)),
    *((READER, 21.0, True), (READER, 19.0, False), (HALF_POST, 21.0, True), (HALF_POST, 11.0, False)),
]


def test_a_silent_connection_is_closed(place: Endpoint) -> None:
    with serving(robots, place, ConnectionTimeouts()) as (server, connect):
        for first, after, closed in PATIENCES:
            opened = connect(first)
            if first == READER:
                assert opened.recv(1000)
            channel = channel_of(server, opened, begun=first in (HALF, HALF_POST))
            assert channel.is_overdue(time.time() + after, ConnectionTimeouts()) == closed, (first, after)
        server.maintenance(time.time() + 30)
        server.pull_trigger()
        assert opened.recv(1) == b""


def test_dripping_a_head_gains_no_time(place: Endpoint) -> None:
    with serving(robots, place, ConnectionTimeouts()) as (server, connect):
        channel = channel_of(server, connect(HALF), begun=True)
        channel.received(b"a")
        channel.last_activity = channel.began + 10.5
        assert channel.is_overdue(channel.began + 11, ConnectionTimeouts())


def channel_of(server: TcpWSGIServer, opened: socket.socket, *, begun: bool) -> TimedChannel:
    """Wait until the server has a connection, and what was sent over it."""
    while True:
        for channel in list(server.active_channels.values()):
            if channel.addr == opened.getsockname() and bool(channel.request) == begun:
                assert isinstance(channel, TimedChannel)
                return channel
        time.sleep(0.001)


def robots(_environ: object, start: Callable[[str, list[tuple[str, str]]], object]) -> list[bytes]:
    start("200 OK", [("Content-Length", "2")])
    return [b"ok"]
