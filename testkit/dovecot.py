"""A Dovecot server for tests: in a temporary folder, on ports of its own, gone afterwards.

Everybody may log in with the same password; a mailbox is made when somebody does, or when a letter comes by LMTP.
"""

from __future__ import annotations

import os
import shutil
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from imapclient import IMAPClient

from adjudicator.config.imap_settings import MailFolder
from adjudicator.infra.parent_death import die_with_parent

PASSWORD = "p@ss/w\u00f6rd"
START_SECONDS = 30.0
STOP_SECONDS = 20.0

CONFIGURATION = """
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <{certificate}
ssl_key = <{certificate}
disable_plaintext_auth = no
mail_location = maildir:{folder}/mail/%u
mail_uid = nobody
mail_gid = nogroup
first_valid_uid = 1
recipient_delimiter = +
imap_capability = {capability}
mail_fsync = never
auth_failure_delay = 0
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid=nobody gid=nogroup home={folder}/mail/%u
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
  }}
}}
service anvil {{
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port = {lmtp}
  }}
}}
"""


class DovecotMissing(RuntimeError):
    """Dovecot is not installed, or this user may not start it."""


@dataclass(frozen=True)
class PrivateDovecot:
    """A server that runs."""

    folder: Path
    certificate: Path
    imap: int
    imaps: int
    lmtp: int

    def mailbox(self, user: str, folder: str = "INBOX", scheme: str = "imap") -> MailFolder:
        """Name a folder of somebody's mailbox as a setting does."""
        port = self.imaps if scheme == "imaps" else self.imap
        return MailFolder(scheme, "127.0.0.1", port, user, PASSWORD, folder)

    @contextmanager
    def client(self, user: str) -> Iterator[IMAPClient]:
        """Log in as somebody with a mail program does."""
        with IMAPClient("127.0.0.1", self.imap, ssl=False, timeout=20) as client:
            client.plain_login(user, PASSWORD)
            yield client

    def bring(self, user: str, raw: bytes, folder: str = "INBOX") -> None:
        """Put a letter into a mailbox as it is."""
        with self.client(user) as client:
            client.append(folder, raw)

    def deliver(self, raw: bytes, recipient: str, sender: str) -> None:
        """Deliver a letter as a mail server does, with the traces that leaves."""
        with smtplib.LMTP("127.0.0.1", self.lmtp) as line:
            line.sendmail(sender, [recipient], raw)

    def letters(self, user: str) -> list[bytes]:
        """Read what arrived in somebody's inbox, byte for byte."""
        with self.client(user) as client:
            client.select_folder("INBOX", readonly=True)
            numbers = client.search()
            found = client.fetch(numbers, ["BODY.PEEK[]"]) if numbers else {}
            return [found[number][b"BODY[]"] for number in sorted(found)]


@contextmanager
def running_dovecot(find_port: Callable[[], int], certificate: Path, capability: str = "") -> Iterator[PrivateDovecot]:
    """Run a new server for the time of a `with` block. Raises `DovecotMissing`."""
    program = shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        raise DovecotMissing("no Dovecot is installed")
    if os.getuid() != 0:
        raise DovecotMissing("Dovecot is started by root alone")
    folder = Path(tempfile.mkdtemp(prefix="adj-imap-", dir="/tmp"))
    try:
        folder.chmod(0o755)
        server = PrivateDovecot(folder, certificate, find_port(), find_port(), find_port())
        with _started(program, server, capability):
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # some of its children take a moment longer than it does


@contextmanager
def _started(program: str, server: PrivateDovecot, capability: str) -> Iterator[None]:
    ports = {"imap": server.imap, "imaps": server.imaps, "lmtp": server.lmtp}
    configuration = server.folder / "dovecot.conf"
    configuration.write_text(
        CONFIGURATION.format(
            folder=server.folder, certificate=server.certificate, password=PASSWORD, capability=capability, **ports
        )
    )
    mail = server.folder / "mail"
    mail.mkdir()
    shutil.chown(mail, "nobody", "nogroup")
    with (server.folder / "out").open("wb") as out:
        child = subprocess.Popen(
            [program, "-F", "-c", configuration],
            stdout=out,
            stderr=out,
            preexec_fn=die_with_parent(),  # noqa: PLW1509  # nothing but a system call
        )
    try:
        for port in ports.values():
            _await_answer(child, port, server.folder)
        yield
    finally:
        child.terminate()
        child.wait(STOP_SECONDS)


def _await_answer(child: subprocess.Popen[bytes], port: int, folder: Path) -> None:
    latest = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if child.poll() is not None or time.monotonic() > latest:
                told = [path.read_text() for name in ("out", "log") if (path := folder / name).exists()]
                raise RuntimeError("\n".join(told)) from None
            time.sleep(0.02)  # a server that is starting offers nothing to wait on
        else:
            return
