"""Where all letters end: an SMTP server in a program of its own that tells when each of them came, and keeps none.

As a program (`python -m bench.sink`) it prints its port, then a line of JSON a letter, unless it is to be silent.
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

import msgspec
from aiosmtpd.smtp import SMTP, Envelope, Session

from adjudicator.run.tether import tether

_HEADER = re.compile(rb"(?im)^(reply-to|in-reply-to):[ \t]*(.*?)\r?$")
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
    words = [sys.executable, "-m", "bench.sink", *(["silent"] if silent else [])]
    with subprocess.Popen(words, stdout=subprocess.PIPE, preexec_fn=tether()) as child:  # noqa: PLW1509
        assert child.stdout is not None
        try:
            yield Sink(int(child.stdout.readline()), child.pid, child.stdout)
        finally:
            child.kill()


class _Silent:
    async def handle_DATA(self, _server: SMTP, _session: Session, _envelope: Envelope) -> str:  # noqa: N802
        return "250 kept"


class _Teller:
    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        head = (envelope.original_content or b"").partition(b"\r\n\r\n")[0]
        told = {name.lower(): value for name, value in _HEADER.findall(head)}
        arrival = Arrival(
            time.monotonic(), envelope.rcpt_tos[0], _address(told.get(b"reply-to")), _address(told.get(b"in-reply-to"))
        )
        sys.stdout.buffer.write(msgspec.json.encode(arrival) + b"\n")
        sys.stdout.buffer.flush()
        return "250 kept"


def _address(value: bytes | None) -> str:
    found = _ADDRESS.search(value or b"")
    return found[1].decode() if found else ""


async def _serve(handler: _Silent | _Teller) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(handler, loop=loop), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(_Silent() if "silent" in sys.argv else _Teller()))
