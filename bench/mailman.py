"""GNU Mailman 3 for comparison: it takes a post by LMTP and delivers it to two people, as a move has two readers."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from adjudicator.infra.parent_death import die_with_parent
from bench.installation import free_port
from bench.letter_match import Answer
from bench.pace import Pace, show_paces
from bench.smtp_sink import Arrival, Sink, sink
from testkit.smtp_client import SmtpClient

POSTS = 200
IDLE = 12
START_SECONDS = 90.0
PATIENCE = 120.0
LIST = "moves@club.example"
MEMBERS = ("anna@a.example", "bob@b.example")
FOLDERS = (Path("/usr/lib/mailman3/bin"), Path("/usr/lib/mailman/bin"))
HASTE = "0.01s"
"""The polling interval of its queues in the second run; its default is one second."""

_CONFIG = """
[mailman]
layout: here
site_owner: host@club.example
[paths.here]
var_dir: {folder}
bin_dir: {programs}
[mta]
incoming: mailman.mta.null.NullMTA
lmtp_host: 127.0.0.1
lmtp_port: {lmtp}
smtp_host: 127.0.0.1
smtp_port: {smtp}
[runner.rest]
start: no
[runner.nntp]
start: no
"""
_QUEUES = ("in", "pipeline", "out")


class MailmanMissing(RuntimeError):
    """Mailman is not installed here."""


@dataclass(frozen=True, slots=True)
class Mailman:
    """Its programs, and the configuration that they run with."""

    programs: Path
    config: Path

    def run(self, *words: str, stdin: str = "") -> None:
        """Have its command line do something."""
        command = [str(self.programs / "mailman"), "--run-as-root", "--config", str(self.config), *words]
        done = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"mailman {' '.join(words)}: {done.stderr}")


def measure() -> list[Pace]:
    """Let it deliver posts one at a time and at full load, with default settings and with fast queues."""
    programs = next((folder for folder in FOLDERS if (folder / "master").exists()), None)
    if programs is None:
        raise MailmanMissing("GNU Mailman 3 is not installed (Debian's package mailman3)")
    return [pace for haste in ("", HASTE) for pace in _measured(programs, haste)]


def main() -> None:
    """Print the table, or why there is none."""
    try:
        show_paces(measure(), "GNU Mailman 3: posts by LMTP, from the 250 to delivery to the sink")
    except MailmanMissing as fault:
        print(f"left out: {fault}")


def _measured(programs: Path, haste: str) -> list[Pace]:
    how = f", queues polled every {haste}" if haste else ", default settings"
    with sink() as end, _running(programs, end.port, haste) as port:
        idle, most = asyncio.run(_post_all(end, port))
    return [Pace(f"one at a time{how}", idle), Pace(f"full load{how}", most)]


async def _post_all(end: Sink, port: int) -> tuple[list[Answer], list[Answer]]:
    async with _arrivals(end) as arrivals:
        line = await _open(port)
        idle = []
        for number in range(IDLE):
            post = await _post(line, f"idle.{number}")
            idle.append(post)
            await _delivered([post], arrivals)
        most = [await _post(line, f"most.{number}") for number in range(POSTS)]
        await _delivered(most, arrivals)
        await line.close()
    return idle, most


async def _post(line: SmtpClient, name: str) -> Answer:
    raw = (
        f"From: {MEMBERS[0]}\r\nTo: {LIST}\r\nSubject: M14\r\nMessage-ID: <{name}@bench.example>\r\n"
        f"In-Reply-To: <{name}>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nM14\r\n"
    ).encode()
    post = Answer(raw, MEMBERS[0], LIST, name)
    post.accepted_at = await line.send(post.sender, post.recipient, raw)
    return post


async def _delivered(posts: list[Answer], arrivals: asyncio.StreamReader) -> None:
    """Wait until each post has come into the sink; both members are recipients of one transaction."""
    waiting = {post.name: post for post in posts}
    async with asyncio.timeout(PATIENCE):
        while waiting:
            arrival = msgspec.json.decode(await arrivals.readline(), type=Arrival)
            if post := waiting.pop(arrival.in_reply_to, None):
                post.delivered_at = arrival.at


@asynccontextmanager
async def _arrivals(end: Sink) -> AsyncIterator[asyncio.StreamReader]:
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, end.arrivals)
    yield reader
    transport.close()


async def _open(port: int) -> SmtpClient:
    latest = time.monotonic() + START_SECONDS
    while True:
        try:
            return await SmtpClient.open("127.0.0.1", port, "LHLO")
        except (OSError, RuntimeError):
            if time.monotonic() > latest:
                raise
            await asyncio.sleep(0.1)


@contextmanager
def _running(programs: Path, smtp_port: int, haste: str) -> Iterator[int]:
    """Run it in a folder of its own, with a list of two, and provide its LMTP port."""
    Path("var").mkdir(exist_ok=True)
    folder, port = Path(tempfile.mkdtemp(prefix="bench-", dir="var")).absolute(), free_port()
    try:
        config = folder / "mailman.cfg"
        hurried = "".join(f"[runner.{queue}]\nsleep_time: {haste}\n" for queue in _QUEUES) if haste else ""
        config.write_text(_CONFIG.format(folder=folder, programs=programs, lmtp=port, smtp=smtp_port) + hurried)
        mailman = Mailman(programs, config)
        mailman.run("create", "--quiet", LIST)
        mailman.run("addmembers", "-", LIST, stdin="\n".join(MEMBERS))
        _discard_welcomes(folder)
        with _master(programs, config, folder / "log"):
            yield port
    finally:
        shutil.rmtree(folder)


def _discard_welcomes(folder: Path) -> None:
    for letter in folder.glob("queue/virgin/*"):
        letter.unlink()


@contextmanager
def _master(programs: Path, config: Path, log: Path) -> Iterator[None]:
    words = [str(programs / "master"), "--force", "--config", str(config)]
    environ = os.environ | {"MAILMAN_CONFIG_FILE": str(config)}
    with log.open("wb") as out:
        child = subprocess.Popen(words, env=environ, stdout=out, stderr=out, preexec_fn=die_with_parent())  # noqa: PLW1509
    try:
        yield
    finally:
        child.terminate()
        child.wait(START_SECONDS)
