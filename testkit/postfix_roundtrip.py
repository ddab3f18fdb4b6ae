"""Sends letters through a real Postfix into a real mailbox, and reads them out of it again."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from testkit.dovecot import PrivateDovecot
from testkit.postfix import PrivatePostfix, running_postfix

DOMAIN = "players.example"
REST = "mynetworks = 127.0.0.0/8\nalias_maps =\nlmtp_destination_recipient_limit = 1\n"


@dataclass(frozen=True, slots=True)
class PostfixRoundTrip:
    """A mail server and the mailboxes behind it."""

    postfix: PrivatePostfix
    dovecot: PrivateDovecot

    def through(self, raws: list[bytes], sender: str = "play@club.example") -> list[bytes]:
        """Send letters to somebody new, and read what arrived, in the same order."""
        reader = f"{uuid.uuid4().hex[:12]}@{DOMAIN}"
        for raw in raws:
            number = self.postfix.send(raw, sender, reader)
            assert self.postfix.becomes(number) == "sent"
        return self.dovecot.letters(reader)


@contextmanager
def open_postfix_roundtrip(find_port: Callable[[], int], dovecot: PrivateDovecot) -> Iterator[PostfixRoundTrip]:
    """Run a mail server that delivers to the mailboxes. Raises `PostfixMissing`."""

    def recipe(settings: Path) -> dict[str, str]:
        return {
            "main.cf": f"transport_maps = hash:{settings}/transport\n{REST}",
            "transport": f"{DOMAIN} lmtp:inet:127.0.0.1:{dovecot.lmtp}\n",
        }

    with running_postfix(find_port(), recipe) as postfix:
        yield PostfixRoundTrip(postfix, dovecot)
