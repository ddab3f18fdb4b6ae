"""Letters through a pipe: kept, or kept on disk, or asked to come again; never sent back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.listen.pipe import AGAIN, KEPT, NOBODY, deliver_letter
from adjudicator.listen.protocols import TemporaryFault
from adjudicator.listen.spool import SUFFIX, read_spool
from tests.listen.running_listener import BOOK, FakeInbox

SEAT = BOOK.seat("k7q2", 1, 9)
FORGED = SEAT.replace("-9-", "-8-")


def raw(*headers: str) -> bytes:
    return "".join(f"{header}\n" for header in ("From: Bert <bert@example.org>", *headers, "", "M16")).encode()


def locked(_recipient: str) -> Exception:
    return TemporaryFault("database is locked")


def test_a_letter_to_a_named_recipient_is_kept(tmp_path: Path) -> None:
    kept = FakeInbox()
    assert deliver_letter(raw(), SEAT, kept, BOOK.read, tmp_path, envelope_from="bert@example.org") == KEPT
    assert kept.letters == [(raw(), SEAT, "bert@example.org", "pipe")]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("headers", "environ", "recipient"),
    [
        ([], {"ORIGINAL_RECIPIENT": SEAT}, SEAT),
        ([], {"ORIGINAL_RECIPIENT": "alias@club.example", "RECIPIENT": SEAT}, SEAT),
        ([f"To: {BOOK.service}"], {"RECIPIENT": SEAT}, SEAT),
        ([f"Delivered-To: {SEAT}", f"To: {BOOK.service}"], {}, SEAT),
        (["Delivered-To: club@club.example", f"X-Original-To: {SEAT}"], {}, SEAT),
        ([f"To: Anna <anna@example.org>, Adjudicator <{SEAT}>"], {}, SEAT),
        ([f"To: anna@example.org\nCc: {BOOK.service}"], {}, BOOK.service),
        ([f"To: {FORGED}"], {}, FORGED),
        ([f"X-Original-To: {FORGED}", f"To: {SEAT}"], {}, SEAT),
    ],
)
def test_the_recipient_is_found_in_what_the_mail_server_tells(
    tmp_path: Path, headers: list[str], environ: dict[str, str], recipient: str
) -> None:
    kept = FakeInbox()
    assert deliver_letter(raw(*headers), "", kept, BOOK.read, tmp_path, environ=environ) == KEPT
    assert kept.letters[0][1] == recipient


@pytest.mark.parametrize(
    ("recipient", "headers", "code"),
    [
        ("", ["To: anna@example.org"], NOBODY),
        ("", [], NOBODY),
        ("play+junk@club.example", [f"To: {BOOK.service}"], NOBODY),
        ("play+junk@club.example", [f"To: {FORGED}"], NOBODY),
        ("nobody@club.example", [], NOBODY),
        ("alias@club.example", [f"To: {SEAT}"], KEPT),
        (FORGED, [], KEPT),
        (BOOK.service.upper(), [], KEPT),
    ],
)
def test_a_letter_for_nobody_is_neither_kept_nor_said_to_be(
    tmp_path: Path, recipient: str, headers: list[str], code: int
) -> None:
    kept = FakeInbox()
    assert deliver_letter(raw(*headers), recipient, kept, BOOK.read, tmp_path, envelope_from="b@example.org") == code
    assert len(kept.letters) == (code == KEPT)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("headers", "environ", "sender"),
    [
        ([], {"SENDER": "b@example.org"}, "b@example.org"),
        (["Return-Path: <c@example.org>"], {}, "c@example.org"),
        (["Return-Path: <>"], {}, ""),
        ([], {}, "bert@example.org"),
    ],
)
def test_the_envelope_sender_is_as_good_as_can_be_known(
    tmp_path: Path, headers: list[str], environ: dict[str, str], sender: str
) -> None:
    kept = FakeInbox()
    deliver_letter(raw(*headers), SEAT, kept, BOOK.read, tmp_path, environ=environ)
    assert kept.letters[0][2] == sender


def test_one_copy_for_two_seats_is_a_letter_to_each(tmp_path: Path) -> None:
    other = BOOK.seat("k7q2", 0, 9)
    kept = FakeInbox(fault=lambda recipient: TemporaryFault("locked") if recipient == other else None)
    assert deliver_letter(raw(f"To: {SEAT}, {other}"), "", kept, BOOK.read, tmp_path) == KEPT
    assert [recipient for _, recipient, _, _ in kept.letters] == [SEAT]
    assert [letter.recipient for letter in read_spool(tmp_path)] == [other]


def test_a_letter_of_nobody_is_no_bounce(tmp_path: Path) -> None:
    kept = FakeInbox()
    deliver_letter(b"\n\nM16", SEAT, kept, BOOK.read, tmp_path)
    assert kept.letters[0][2] != ""


@pytest.mark.parametrize("fault", [locked, lambda _recipient: RuntimeError("no database at all")])
def test_a_letter_that_the_database_does_not_take_waits_on_disk(
    tmp_path: Path, fault: Callable[[str], Exception]
) -> None:
    folder = tmp_path / "var" / "spool"
    assert deliver_letter(raw(), SEAT, FakeInbox(fault=fault), BOOK.read, folder, envelope_from="b@example.org") == KEPT
    (letter,) = read_spool(folder)
    assert (letter.raw, letter.recipient, letter.envelope_from, letter.channel) == (
        raw(),
        SEAT,
        "b@example.org",
        "pipe",
    )
    assert letter.path.suffix == SUFFIX


def test_a_letter_that_nothing_takes_comes_again(tmp_path: Path) -> None:
    blocked = tmp_path / "spool"
    blocked.write_text("a file where the folder should be")
    assert deliver_letter(raw(), SEAT, FakeInbox(fault=locked), BOOK.read, blocked) == AGAIN


@pytest.mark.parametrize("octets", [b"", b"\0\xff", b"x" * 100_000, b"\n" * 1_000])
def test_whatever_comes_through_the_pipe_is_kept(tmp_path: Path, octets: bytes) -> None:
    kept = FakeInbox()
    assert deliver_letter(octets, SEAT, kept, BOOK.read, tmp_path) == KEPT
    assert kept.letters[0][0] == octets
