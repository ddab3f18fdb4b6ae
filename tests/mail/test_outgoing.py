"""Composed letters, parsed again by the standard library as an independent oracle."""

from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.incoming.letter import read_letter
from adjudicator.mail.outgoing.compose import Attachment, OutgoingLetter, compose_letter

BOARD = "       K  L  M\n  15   .  O (X)\n  14   .  .  X \n"
PLAIN: dict[str, Any] = {
    "message_id": "<12.k7q2-1-9-dygsnhv6iujjgv2x@club.example>",
    "date": datetime(2026, 11, 30, 8, 14, tzinfo=UTC),
    "to": "bert@example.org",
    "sender": "play@club.example",
    "subject": "[Egyptos K7Q2] Your turn 9",
    "text": BOARD,
}
SEAT = "play+k7q2-1-9-dygsnhv6iujjgv2x@club.example"


def wire(**changes: Any) -> bytes:
    return compose_letter(OutgoingLetter(**(PLAIN | changes)))


def parsed(**changes: Any) -> EmailMessage:
    letter = message_from_bytes(wire(**changes), policy=default)
    assert isinstance(letter, EmailMessage)
    return letter


def text_of(letter: EmailMessage, kind: str = "plain") -> str:
    body = letter.get_body((kind,))
    assert body is not None
    content: str = body.get_content()
    return content.replace("\r\n", "\n")


def test_a_letter_carries_everything_it_is_made_of() -> None:
    letter = parsed(
        to_name="Bert",
        sender_name="Adjudicator",
        reply_to=SEAT,
        html="<pre>board</pre>",
        references=("<k7q2.match@club.example>", "<1@example.org>"),
        list_id="<k7q2.play.club.example>",
        unsubscribe_url="https://club.example/l/x",
        unsubscribe_mailto="play@club.example?subject=stop",
    )
    assert dict(letter.items()) | {"Content-Type": "", "MIME-Version": ""} == {
        "Date": "Mon, 30 Nov 2026 08:14:00 +0000",
        "Message-ID": PLAIN["message_id"],
        "From": "Adjudicator <play@club.example>",
        "To": "Bert <bert@example.org>",
        "Reply-To": f"Adjudicator <{SEAT}>",
        "Subject": PLAIN["subject"],
        "In-Reply-To": "<1@example.org>",
        "References": "<k7q2.match@club.example> <1@example.org>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Loop": "play@club.example",
        "X-MS-Reactions": "disallow",
        "List-Id": "<k7q2.play.club.example>",
        "List-Unsubscribe": "<https://club.example/l/x>, <mailto:play@club.example?subject=stop>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Content-Type": "",
        "MIME-Version": "",
    }
    assert text_of(letter) == BOARD
    assert text_of(letter, "html").strip() == "<pre>board</pre>"
    assert letter.get_content_type() == "multipart/alternative"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("M16\n", "7bit"),
        (BOARD, "quoted-printable"),
        ("x" * 79 + "\n", "quoted-printable"),
        ("From here on\n", "quoted-printable"),
        (".\nM16\n", "quoted-printable"),
        ("-- \nChain 5f3a\n", "quoted-printable"),
        ("Züge\n", "quoted-printable"),
    ],
)
def test_a_text_arrives_as_it_left(text: str, encoding: str) -> None:
    letter = parsed(text=text)
    assert text_of(letter) == text
    assert letter["Content-Transfer-Encoding"] == encoding
    assert "flowed" not in letter["Content-Type"]


@given(st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp")), max_size=400))
def test_any_text_arrives_as_it_left(line: str) -> None:
    assert text_of(parsed(text=f"{line}\n{line}\n")) == f"{line}\n{line}\n"


def test_long_ids_and_links_stay_in_one_piece() -> None:
    ids = tuple(f"<{letter * 120}@outlook.example>" for letter in "abc")
    url = "https://club.example/l/" + "u" * 200
    raw = wire(references=ids, unsubscribe_url=url, message_id=ids[0])
    head = raw.partition(b"\r\n\r\n")[0]
    assert b"=?" not in head
    assert f"\r\nReferences: {' '.join(ids)}\r\n".encode() in head
    assert f"\r\nIn-Reply-To: {ids[-1]}\r\n".encode() in head
    assert f"\r\nList-Unsubscribe: <{url}>\r\n".encode() in head


def test_a_long_thread_keeps_its_root_and_its_newest_letters() -> None:
    ids = tuple(f"<{n}@club.example>" for n in range(40))
    kept = parsed(references=ids)["References"].split()
    assert kept == [ids[0], *ids[-9:]]


def test_no_line_is_longer_than_mail_servers_take() -> None:
    raw = wire(
        text="x" * 5_000,
        html="ü" * 5_000,
        subject="ü" * 500,
        to_name="ö" * 300,
        references=("<" + "a" * 900 + "@x>",) * 3,
    )
    assert max(len(line) for line in raw.split(b"\r\n")) <= 998
    assert b"\n" not in raw.replace(b"\r\n", b"")
    raw.decode("ascii")


@pytest.mark.parametrize(
    "name",
    [
        "Ännchen",
        'Ännchen "die Große", Bern',
        "Anna, Bert",
        'A "B" C',
        "日本 語",
        "a@b.example",
        "=?utf-8?q?x?=",
        "ö" * 90,
    ],
)
def test_any_name_arrives_beside_the_right_address(name: str) -> None:
    letter = parsed(to_name=name, sender_name=name, reply_to=SEAT)
    for header, address in (("To", "bert@example.org"), ("From", "play@club.example"), ("Reply-To", SEAT)):
        (only,) = letter[header].addresses
        assert only.addr_spec == address
    if "=?" not in name:
        # The library keeps a blank between two encoded words of an address, against RFC 2047, 6.2.
        assert letter["To"].addresses[0].display_name.replace(" ", "") == name.replace(" ", "")


@given(st.text(max_size=60), st.text(max_size=60))
def test_no_name_or_subject_adds_a_header(name: str, subject: str) -> None:
    head = wire(to_name=name, subject=f"x{subject}").partition(b"\r\n\r\n")[0]
    names = [line.partition(b":")[0] for line in head.split(b"\r\n") if line[:1] not in b" \t"]
    assert names == [
        *(b"Date", b"Message-ID", b"From", b"To", b"Subject", b"Auto-Submitted", b"X-Auto-Response-Suppress"),
        *(b"X-Loop", b"X-MS-Reactions"),
        *names[9:],
    ]
    assert set(names[9:]) == {b"MIME-Version", b"Content-Type", b"Content-Transfer-Encoding"}


@pytest.mark.parametrize("name", ["Bert\r\nBcc: eve@example.org", "Bert\nBcc: eve@example.org", "Bert\0Bcc: x"])
def test_a_newline_in_a_name_is_a_blank(name: str) -> None:
    letter = parsed(to_name=name, subject=name)
    assert letter["Bcc"] is None
    assert letter["Subject"].startswith("Bert Bcc:")


@pytest.mark.parametrize("field", ["to", "sender", "reply_to", "message_id", "list_id", "unsubscribe_url"])
def test_a_newline_in_a_token_is_an_error(field: str) -> None:
    with pytest.raises(ValueError, match="cannot stand in a header"):
        wire(**{field: "a@b.example\r\nBcc: eve@example.org"})


def test_references_that_others_garbled_are_left_out() -> None:
    assert parsed(references=("<a@x>", "<b c@x>", "ü"))["References"] == "<a@x>"


def test_a_file_goes_with_the_letter() -> None:
    record = Attachment("K7Q2 ü.json", "application/json", b'{"version": 1}')
    letter = parsed(html="<p>x", attachments=(record,))
    (attached,) = letter.iter_attachments()
    assert attached.get_filename() == "K7Q2 ü.json"
    assert attached.get_content_type() == "application/json"
    assert attached.get_payload(decode=True) == record.content
    assert text_of(letter) == BOARD


def test_composing_again_gives_the_same_bytes() -> None:
    again = {"html": "<p>x", "attachments": (Attachment("a.json", "application/json", b"{}"),)}
    assert wire(**again) == wire(**again)


@pytest.mark.parametrize("text", ["M14\r\nN15\r\n", "M14\rN15\r", "M14 \rN15\n"])
def test_newlines_are_crlf(text: str) -> None:
    raw = wire(text=text)
    assert b"\r" not in raw.replace(b"\r\n", b"")
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert text_of(parsed(text=text)).split() == ["M14", "N15"]


def test_our_own_letter_is_recognised_as_automatic() -> None:
    assert read_letter(wire()).robot == "auto-submitted"
