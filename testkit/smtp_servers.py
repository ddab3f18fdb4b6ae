"""SMTP servers that accept or refuse as told, and a certificate for them."""

import socket
import subprocess
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session


@dataclass
class FakeSmtpHandler:
    """Accepts letters, or answers each command as told."""

    letters: list[tuple[str, list[str], bytes]] = field(default_factory=list)
    peers: set[Any] = field(default_factory=set)
    secured: list[bool] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if "RCPT" in self.answers:
            return self.answers["RCPT"]
        if address in self.refused:
            return self.refused[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if "MAIL" in self.answers:
            return self.answers["MAIL"]
        envelope.mail_from = address
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if "DATA" in self.answers:
            return self.answers["DATA"]
        assert isinstance(envelope.content, bytes)
        self.letters.append((envelope.mail_from or "", list(envelope.rcpt_tos), envelope.content))
        self.peers.add(session.peer)
        self.secured.append(session.ssl is not None)
        return "250 OK"


@dataclass
class ClosingRelay:
    """A relay that takes one letter in its first session, and closes it at a stage of the second letter.

    `stage`: ``idle`` (between the letters), ``MAIL``, ``RCPT``, ``DATA`` (instead of an answer to that command), or
    ``body`` (it has the whole second letter, and does not say so). `words` are said before it closes.
    """

    stage: str
    words: bytes = b""
    bodies: list[bytes] = field(default_factory=list)
    """The letters whose last line has come."""
    sessions: int = 0
    server: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))

    @property
    def port(self) -> int:
        port: int = self.server.getsockname()[1]
        return port

    def run(self) -> None:
        """Serve one session after another until the socket is shut down."""
        with suppress(OSError):
            while True:
                line, _ = self.server.accept()
                self.sessions += 1
                with line, suppress(OSError):
                    self._converse(line)

    def _converse(self, line: socket.socket) -> None:
        heard = line.makefile("rb")
        _say(line, b"220 here")
        for command in heard:
            word = command[:4].upper().decode()
            closes = self.sessions == 1 and len(self.bodies) == 1
            if closes and word == self.stage:
                break
            if word == "DATA":
                _say(line, b"354 go on")
                self.bodies.append(b"".join(iter(heard.readline, b".\r\n")))
                if closes:  # the second letter, without an answer
                    return
                _say(line, b"250 kept")
                if self.sessions == 1 and self.stage == "idle":
                    break
            else:
                _say(line, b"250 yes")
        if self.words:
            _say(line, self.words)


def _say(line: socket.socket, words: bytes) -> None:
    line.sendall(words + b"\r\n")


def make_certificate(folder: Path) -> Path:
    """Make a certificate for this machine, which is its own authority."""
    path = folder / "both.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
            *("-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", path, "-out", f"{path}.crt"),
        ],
        check=True,
        capture_output=True,
    )
    path.write_bytes(path.read_bytes() + Path(f"{path}.crt").read_bytes())
    return path


def unused_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
