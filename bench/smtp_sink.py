"""The sink: an SMTP server in a program of its own that reports the arrival of each letter, and stores none.

As a program (`python -m bench.smtp_sink`) it prints its port, then a line of JSON a letter, unless it is to be silent.
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

import msgspec

from adjudicator.infra.parent_death import die_with_parent

_HEADER = re.compile(rb"(?im)^(reply-to|in-reply-to):[ \t]*(.*?)\r?$")
_ANSWERS = {
    b"EHLO": b"250-sink\r\n250-SIZE 33554432\r\n250 8BITMIME\r\n",
    b"DATA": b"354 go on\r\n",
    b"QUIT": b"221 bye\r\n",
}
_LETTER_ENDS = b"\r\n.\r\n"
_ADDRESS = re.compile(rb"<([^<>]+)>")


class Arrival(msgspec.Struct, frozen=True):
    """A letter that came: when, in seconds of the system's monotonic clock, to whom, and how it can be answered."""

    at: float
    to: str
    reply_to: str
    in_reply_to: str


@dataclass(frozen=True, slots=True)
class Sink:
    """A sink that runs, and the pipe that tells what comes into it."""

    port: int
    pid: int
    arrivals: IO[bytes]


@contextmanager
def sink(*, silent: bool = False) -> Iterator[Sink]:
    """Run a sink for the time of a `with` block."""
    words = [sys.executable, "-m", "bench.smtp_sink", *(["silent"] if silent else [])]
    with subprocess.Popen(words, stdout=subprocess.PIPE, preexec_fn=die_with_parent()) as child:  # noqa: PLW1509
        assert child.stdout is not None
        try:
            yield Sink(int(child.stdout.readline()), child.pid, child.stdout)
        finally:
            child.kill()


class _Conversation(asyncio.Protocol):
    """A conversation with a mail server that takes everything, in as little work as the protocol allows."""

    def __init__(self, tell: Callable[[str, bytes], None]) -> None:
        self._tell = tell
        self._heard = bytearray()
        self._recipient = ""
        self._in_letter = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(b"220 sink\r\n")

    def data_received(self, data: bytes) -> None:
        self._heard += data
        while (part := self._next()) is not None:
            self._hear(part)

    def _next(self) -> bytes | None:
        """Cut the next command off what was heard, or the next letter."""
        end = self._heard.find(_LETTER_ENDS if self._in_letter else b"\r\n")
        if end < 0:
            return None
        part = bytes(self._heard[:end])
        del self._heard[: end + (len(_LETTER_ENDS) if self._in_letter else 2)]
        return part

    def _hear(self, part: bytes) -> None:
        if self._in_letter:
            self._in_letter = False
            self._tell(self._recipient, part)
            self._transport.write(b"250 kept\r\n")
            return
        word = part[:4].upper()
        if word == b"RCPT":
            self._recipient = _address(part)
        self._in_letter = word == b"DATA"
        self._transport.write(_ANSWERS.get(word, b"250 yes\r\n"))
        if word == b"QUIT":
            self._transport.close()


def _ignore(_recipient: str, _letter: bytes) -> None:
    pass


def _report(recipient: str, letter: bytes) -> None:
    told = {name.lower(): value for name, value in _HEADER.findall(letter.partition(b"\r\n\r\n")[0])}
    arrival = Arrival(time.monotonic(), recipient, _address(told.get(b"reply-to")), _address(told.get(b"in-reply-to")))
    sys.stdout.buffer.write(msgspec.json.encode(arrival) + b"\n")
    sys.stdout.buffer.flush()


def _address(value: bytes | None) -> str:
    found = _ADDRESS.search(value or b"")
    return found[1].decode() if found else ""


async def _serve(tell: Callable[[str, bytes], None]) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: _Conversation(tell), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(_ignore if "silent" in sys.argv else _report))
