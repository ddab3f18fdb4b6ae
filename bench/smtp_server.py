"""aiosmtpd alone: a program that takes letters as the listener does, and keeps none (`python -m bench.smtp_server`)."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from aiosmtpd.smtp import SMTP, Envelope, Session

from adjudicator.infra.parent_death import die_with_parent


@contextmanager
def smtp_server() -> Iterator[int]:
    """Run it for the time of a `with` block, and give its port."""
    words = [sys.executable, "-m", "bench.smtp_server"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, preexec_fn=die_with_parent()) as child:  # noqa: PLW1509
        assert child.stdout is not None
        try:
            yield int(child.stdout.readline())
        finally:
            child.kill()


class _Taker:
    async def handle_DATA(self, _server: SMTP, _session: Session, _envelope: Envelope) -> str:  # noqa: N802
        return "250 kept"


async def _serve() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(_Taker(), loop=loop), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve())
