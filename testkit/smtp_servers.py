"""SMTP servers that accept or refuse as told, and a certificate for them."""

import socket
import subprocess
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
