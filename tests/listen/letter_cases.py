"""Letters that come in every way, and what must come of each; and a match at which they are played."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select

from adjudicator.store.tables import Inbox, Outbox
from testkit.club import Club, address_of, to_move

LIMIT = 40_000
MOVE = "N13"
FORGED = "play+k7q2-1-9-aaaaaaaaaaaaaaaa@club.example"


@dataclass(frozen=True, slots=True)
class Begun:
    """A match that has just begun, in a database to be copied, and the one whose turn it is."""

    database: Path
    mover: str
    seat: str
    """The mover's reply address."""
    bounce: str
    """The envelope sender of a letter to the mover, where bounces go."""
    service: str
    last: int
    """The number of the last letter that came in so far."""


@dataclass(frozen=True, slots=True)
class Case:
    """A letter, and what comes of it."""

    build: Callable[[Begun], bytes]
    verdict: str
    moves: bool = False
    answered: bool = False
    to: Callable[[Begun], str] = field(default=lambda begun: begun.seat)
    sender: Callable[[Begun], str] = field(default=lambda begun: begun.mover)
    refused: bool = False
    """Whether SMTP and LMTP refuse this letter."""


def begin(club: Club, database: Path) -> Begun:
    """Let a match begin."""
    club.begin()
    mover, book = address_of(to_move(club)), club.context.addresses
    with club.context.store.reading() as session:
        newest = select(Outbox.id, Outbox.created_at).where(Outbox.to_address == mover).order_by(Outbox.id.desc())
        sent = session.execute(newest).first()
        last = session.scalars(select(Inbox.id).order_by(Inbox.id.desc())).first()
    assert sent is not None
    assert last is not None
    seat = address_of(club.last(mover)["Reply-To"])
    return Begun(database, mover, seat, book.bounce(sent.id, sent.created_at), book.service, last)


def seat(begun: Begun) -> str:
    return begun.seat


def service(begun: Begun) -> str:
    return begun.service


def bounce(begun: Begun) -> str:
    return begun.bounce


def forged(_begun: Begun) -> str:
    return FORGED


def nobody(_begun: Begun) -> str:
    return "stranger@club.example"


def written(*headers: str, body: bytes = b"N13\r\n", to: Callable[[Begun], str] = seat) -> Callable[[Begun], bytes]:
    """Write a letter from the one whose turn it is."""

    def build(begun: Begun) -> bytes:
        head = [f"From: Player <{begun.mover}>", f"To: {to(begun)}", *headers]
        return "\r\n".join(head).encode() + b"\r\n\r\n" + body

    return build


def encoded(text: str) -> bytes:
    return b64encode(text.encode()) + b"\r\n"


HTML = b"<html><body><div>N13</div><div class='gmail_quote'><blockquote>M12</blockquote></div></body></html>\r\n"
LATIN = "N13\r\n-- \r\nGrüße aus Köln\r\n".encode("latin-1")
NOTICE = b"--x\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; gone@x.example\r\n"
NOTICE += b"Action: failed\r\nStatus: 5.1.1\r\n\r\n--x--\r\n"

CASES = {
    "an order": Case(
        written("Message-ID: <1@x.example>", "Subject: Re: your turn", "Date: Fri, 27 Nov 2026 20:00:00 +0000"),
        "played",
        True,
        True,
    ),
    "without Message-ID, subject and date": Case(written(), "played", True, True),
    "HTML alone": Case(written("MIME-Version: 1.0", "Content-Type: text/html", body=HTML), "played", True, True),
    "raw Latin letters": Case(
        written(
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=iso-8859-1",
            "Content-Transfer-Encoding: 8bit",
            body=LATIN,
        ),
        "played",
        True,
        True,
    ),
    "base64": Case(
        written(
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64",
            body=encoded("N13\n"),
        ),
        "played",
        True,
        True,
    ),
    "dots and lines that begin with From": Case(
        written(body=b"N13\r\n-- \r\n.\r\n..\r\nFrom here\r\n>From there\r\n"), "played", True, True
    ),
    "a very long line": Case(written(body=b"N13\r\n-- \r\n" + b"x" * 3_000 + b"\r\n"), "played", True, True),
    "no end of the last line": Case(written(body=b"N13"), "played", True, True),
    "an illegal order": Case(written(body=b"Z99\r\n"), "refused", False, True),
    "the service": Case(written(body=b"help\r\n", to=service), "answered", False, True, to=service),
    "what a program wrote": Case(written("Auto-Submitted: auto-generated", "Subject: Report"), "robot: auto-submitted"),
    "a bounce": Case(
        written(
            "MIME-Version: 1.0",
            'Content-Type: multipart/report; report-type=delivery-status; boundary="x"',
            body=NOTICE,
            to=bounce,
        ),
        "bounce",
        to=bounce,
        sender=lambda _begun: "",
    ),
    "a forged address": Case(written(to=forged), "refused: forged", False, True, to=forged, refused=True),
    "nobody": Case(written(to=nobody), "not for us", to=nobody, refused=True),
    "too large": Case(
        written(body=b"N13" + (b"\r\n" + b"y" * 70) * 800 + b"\r\n"), "refused: too_long", False, True, refused=True
    ),
}
