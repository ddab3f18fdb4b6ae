"""A Postfix for tests: in a temporary folder, on a port of its own, with a recipe of the docs; gone afterwards."""

from __future__ import annotations

import os
import re
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from adjudicator.infra.parent_death import die_with_parent
from testkit.waiting import await_until

START_SECONDS = 30.0
STOP_SECONDS = 20.0
TRIES = 30

MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/own
maillog_file = {folder}/log
maillog_file_prefixes = /tmp
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.club.example
# A short number goes to the next letter once its own is gone, and the log could not tell the two apart.
enable_long_queue_ids = yes
# Whoever connects is a stranger.
mynetworks = 192.0.2.0/24
alias_database =
biff = no
smtpd_peername_lookup = no
# No letter leaves this machine, and nobody asks for it.
default_transport = discard
# What was put off is tried again at once.
minimal_backoff_time = 1s
maximal_backoff_time = 1s
queue_run_delay = 1s
transport_retry_time = 1s
"""
MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
"""


class PostfixMissing(RuntimeError):
    """Postfix is not installed, or this user may not start it."""


@dataclass(frozen=True)
class PrivatePostfix:
    """A mail server that runs."""

    programs: Path
    folder: Path
    port: int

    def send(self, raw: bytes, sender: str, *recipients: str) -> str:
        """Hand over a letter as a mail program does, and return its number here. Raises `smtplib.SMTPException`."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=20) as line:
            line.ehlo()
            line.mail(sender)
            for recipient in recipients:
                code, answer = line.rcpt(recipient)
                if code != 250:
                    raise smtplib.SMTPRecipientsRefused({recipient: (code, answer)})
            code, answer = line.data(raw)
            assert code == 250, answer
            return answer.decode().rpartition(" ")[2]

    def asks(self, *recipients: str, sender: str = "eve@evil.example") -> list[int]:
        """Name recipients as a stranger's server does, a conversation each, and return what is answered."""
        codes = []
        for recipient in recipients:
            with smtplib.SMTP("127.0.0.1", self.port, timeout=20) as line:
                line.ehlo()
                line.mail(sender)
                codes.append(line.rcpt(recipient)[0])
        return codes

    def becomes(self, number: str) -> str:
        """Wait until it has tried to deliver a letter, and tell what came of the last time: sent, deferred, bounced."""
        return await_until(lambda: self._tries(number), f"letter {number} is tried")[-1]

    def await_another_try(self, number: str) -> None:
        """Wait until it has tried to deliver a letter once more."""
        before = len(self._tries(number))
        self._await_with_flushes(lambda: len(self._tries(number)) > before, f"letter {number} is tried again")

    def await_sent(self, number: str) -> None:
        """Wait until a letter that was put off is delivered."""
        self._await_with_flushes(lambda: self.becomes(number) == "sent", f"letter {number} is delivered")

    def _await_with_flushes(self, look: Callable[[], bool], what: str) -> None:
        """Let it look through its queue at once, again and again: it would pass over what it has just put off."""
        flush = [str(self.programs / "postqueue"), "-c", str(self.folder / "settings"), "-f"]
        for _ in range(TRIES):
            subprocess.run(flush, check=True)
            with suppress(AssertionError):
                await_until(look, what, seconds=1.0)
                return
        raise AssertionError(f"{what}:\n{self.told()[-3000:]}")

    def _tries(self, number: str) -> list[str]:
        return re.findall(rf"{number}: to=.*status=(\w+)", self.told())

    def told(self) -> str:
        """Read its log."""
        log = self.folder / "log"
        return log.read_text() if log.exists() else ""


Recipe = Callable[[Path], Mapping[str, str]]
"""Writes the files of a recipe, given the folder that stands for ``/etc/postfix``."""


@contextmanager
def running_postfix(port: int, recipe: Recipe) -> Iterator[PrivatePostfix]:
    """Run a new server for the time of a `with` block. Raises `PostfixMissing`."""
    postfix = shutil.which("postfix", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if postfix is None:
        raise PostfixMissing("no Postfix is installed")
    if os.getuid() != 0:
        raise PostfixMissing("Postfix is started by root alone")
    folder = Path(tempfile.mkdtemp(prefix="adj-mx-", dir="/tmp"))
    try:
        folder.chmod(0o755)
        server = PrivatePostfix(Path(postfix).parent, folder, port)
        _set_up(postfix, server, recipe)
        with _started(server):
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # some of its children take a moment longer than it does


def _set_up(postfix: str, server: PrivatePostfix, recipe: Recipe) -> None:
    folder, settings = server.folder, server.folder / "settings"
    for name in ("settings", "queue", "own"):
        (folder / name).mkdir()
    shutil.chown(folder / "own", "postfix")
    files = recipe(settings)
    (settings / "main.cf").write_text(MAIN.format(folder=folder) + files["main.cf"])
    (settings / "master.cf").write_text(MASTER.format(port=server.port) + files.get("master.cf", ""))
    for name in files.keys() & {"transport", "recipients", "aliases"}:
        path = settings / name
        path.write_text(files[name])
        if f"hash:{path}" in files["main.cf"]:
            build = "postalias" if name == "aliases" else "postmap"
            subprocess.run([server.programs / build, "-c", settings, f"hash:{path}"], check=True)
    # It makes the folders of the queue on the way.
    subprocess.run([postfix, "-c", settings, "check"], check=True)


@contextmanager
def _started(server: PrivatePostfix) -> Iterator[None]:
    settings = server.folder / "settings"
    asked = [f"{server.programs}/postconf", "-c", str(settings), "-h", "daemon_directory"]
    daemons = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
    child = subprocess.Popen(
        [f"{daemons}/master", "-c", settings, "-d"],
        start_new_session=True,  # it ends its whole group
        preexec_fn=die_with_parent(),  # noqa: PLW1509  # nothing but a system call
    )
    try:
        _await_answer(child, server)
        yield
    finally:
        child.send_signal(signal.SIGTERM)
        child.wait(STOP_SECONDS)


def _await_answer(child: subprocess.Popen[bytes], server: PrivatePostfix) -> None:
    latest = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", server.port), timeout=1).close()
        except OSError:
            if child.poll() is not None or time.monotonic() > latest:
                raise RuntimeError(server.told()) from None
            time.sleep(0.02)  # a server that is starting offers nothing to wait on
        else:
            return
