"""Whoever was erased is in no letter of the others, however a mail program has encoded it."""

from __future__ import annotations

import base64
import io
import quopri
import zipfile
from collections.abc import Callable
from email.header import Header

import pytest
from sqlalchemy import select
from sqlalchemy.orm import undefer

from adjudicator.services.identity.erasing import erase_player
from adjudicator.services.jobs import letter_retention
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Erasure, Inbox, Match, Player
from testkit.club import BOB, Club, address_of, to_move

NAME, ADDRESS = "Jürgen Öztürk", "juergen@oeztuerk.example"
JUERGEN = f"=?utf-8?q?J=C3=BCrgen_=C3=96zt=C3=BCrk?= <{ADDRESS}>"
SAID = {"name": f"press I wrote to {NAME} at home", "address": f"press I wrote to {ADDRESS} at home"}


def part(text: str, encoding: str = "8bit", charset: str = "utf-8", kind: str = "plain", more: str = "") -> bytes:
    content = text.encode(charset)
    encoded = {"base64": base64.encodebytes, "quoted-printable": quopri.encodestring}.get(encoding, lambda raw: raw)
    head = f"Content-Type: text/{kind}; charset={charset}{more}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    return head.encode() + encoded(content) + b"\r\n"


def multipart(*parts: bytes, kind: str = "mixed") -> bytes:
    inside = b"".join(b"--b\r\n" + one for one in parts)
    return f"MIME-Version: 1.0\r\nContent-Type: multipart/{kind}; boundary=b\r\n\r\n".encode() + inside + b"--b--\r\n"


def zipped(text: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", text)
    return packed.getvalue()


def in_entities(text: str) -> str:
    return "".join(f"&#{ord(sign)};" for sign in text)


ENCODED: dict[str, Callable[[str], bytes]] = {
    "as it is": part,
    "base64": lambda text: part(text, "base64"),
    "quoted-printable": lambda text: part(text, "quoted-printable"),
    "another charset": lambda text: part(text, "quoted-printable", "iso-8859-1"),
    "capitals": lambda text: part(text.upper(), "base64"),
    "wrapped": lambda text: part(text.replace(" ", "\r\n"), "base64"),
    "an encoded subject": lambda text: f"Subject: {Header(text, 'utf-8').encode()}\r\n".encode() + part("M14"),
    "an address line": lambda text: (
        f"Cc: {Header(text, 'iso-8859-1').encode()} <x@x.example>\r\n".encode() + part("M14")
    ),
    "HTML": lambda text: part(f"<p>{text}</p>", "base64", kind="html"),
    "HTML entities": lambda text: part(f"<p>{in_entities(text)}</p>", kind="html"),
    "HTML tags": lambda text: part("<b></b>".join(text), "base64", kind="html"),
    "HTML beside text": lambda text: multipart(part("M14"), part(f"<p>{text}</p>", "base64", kind="html")),
    "an attachment": lambda text: multipart(
        part("M14"), part(text, "base64", kind="csv", more="\r\nContent-Disposition: attachment; filename=a.csv")
    ),
    "a letter in a letter": lambda text: multipart(
        part("M14"), b"Content-Type: message/rfc822\r\n\r\nSubject: Hello\r\n" + part(text, "base64")
    ),
}


@pytest.fixture
def match(club: Club) -> Match:
    return club.begin(first=JUERGEN)


def receive(club: Club, content: bytes, *, to_match: bool = True) -> int:
    """Take a letter of Bob's to his seat, or to the service."""
    club.written += 1
    to = address_of(club.last(BOB)["Reply-To"]) if to_match else club.context.addresses.service
    head = f"From: {BOB}\r\nTo: {to}\r\nMessage-ID: <enc{club.written}@mail.example>\r\n".encode()
    number = club.bring(head + content, to, BOB)
    club.work()
    return number


def erase(club: Club) -> None:
    with unit_of_work(club.context, club.now) as work:
        erase_player(work, work.session.scalars(select(Player).where(Player.address == ADDRESS)).one())
    club.work()
    for _ in range(10):
        letter_retention.erase_from_letters(club.context, club.now)
    with club.context.store.reading() as session:
        assert not session.scalars(select(Erasure)).all()


def content_of(club: Club, number: int) -> bytes:
    with club.context.store.reading() as session:
        return session.scalars(select(Inbox).where(Inbox.id == number).options(undefer(Inbox.raw))).one().raw


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("encoded", ENCODED)
def test_a_letter_that_names_them_is_emptied(club: Club, match: Match, encoded: str, said: str) -> None:
    number = receive(club, ENCODED[encoded](SAID[said]))
    other = receive(club, ENCODED[encoded]("press I wrote to somebody else"))
    erase(club)
    assert not content_of(club, number)
    assert content_of(club, other)


def test_only_an_address_is_looked_for_in_letters_of_other_people(club: Club, match: Match) -> None:
    name, address = (receive(club, ENCODED["base64"](SAID[one]), to_match=False) for one in ("name", "address"))
    erase(club)
    assert content_of(club, name)
    assert not content_of(club, address)


def test_a_letter_that_cannot_be_read_is_emptied_if_it_is_of_their_match(club: Club, match: Match) -> None:
    nested = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (depth, depth) for depth in range(40)
    ) + part(SAID["name"], "base64")
    theirs, others = receive(club, nested), receive(club, nested, to_match=False)
    assert to_move(club)
    erase(club)
    assert not content_of(club, theirs)
    assert content_of(club, others)


CLOSED: dict[str, tuple[str, bytes]] = {
    "an archive": ("application/zip", zipped(SAID["name"])),
    "an archive under another name": ("application/octet-stream", zipped(SAID["name"])),
    "a picture": ("image/png", b"\x89PNG\r\n\x1a\n\0\0"),
    "a document": ("application/pdf", b"%PDF-1.7 (J\\374rgen)"),
}
OPEN: dict[str, tuple[str, bytes]] = {
    "a table": ("application/csv", b"a,b"),
    "a signature": ("application/pkcs7-signature", b"\x30\x80\x06\xff\0"),
    "a drawing": ("image/svg+xml", b"<svg/>"),
}


@pytest.mark.parametrize("kind", [*CLOSED, *OPEN])
def test_an_attachment_that_cannot_be_looked_into_is_not_kept_in_letters_of_their_matches(
    club: Club, match: Match, kind: str
) -> None:
    media, content = {**CLOSED, **OPEN}[kind]
    head = f"Content-Type: {media}\r\nContent-Transfer-Encoding: base64\r\n\r\n".encode()
    raw = multipart(part("press A good one"), head + base64.encodebytes(content))
    theirs, others = receive(club, raw), receive(club, raw, to_match=False)
    erase(club)
    assert bool(content_of(club, theirs)) == (kind in OPEN)
    assert content_of(club, others)
