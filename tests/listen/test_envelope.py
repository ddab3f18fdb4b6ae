"""The recipient as the headers tell it: signed addresses first, in whichever field they are."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from adjudicator.listen.recipients import MOST, read_recipients
from adjudicator.mail.address import AddressBook
from adjudicator.mail.incoming.headers import read_headers
from tests.listen.running_listener import BOOK

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
SEATS = tuple(BOOK.seat("k7q2", seat, 9) for seat in range(3))
SEAT, OTHER, THIRD = SEATS
FORGED = SEAT.replace("-9-", "-8-")
SERVICE = BOOK.service


def recipients(*headers: str, **variables: str) -> tuple[str, ...]:
    raw = "".join(f"{header}\n" for header in (*headers, "", "M16")).encode()
    return read_recipients(read_headers(raw), BOOK.read, variables).recipients


@pytest.mark.parametrize(
    ("headers", "found"),
    [
        ([f"Delivered-To: {SEAT}", f"To: {OTHER}"], [SEAT]),
        ([f"X-Original-To: {SEAT}", f"To: {OTHER}"], [SEAT]),
        ([f"Envelope-To: {SEAT}", f"To: {OTHER}"], [SEAT]),
        ([f"X-Envelope-To: <{SEAT}>", f"To: {OTHER}"], [SEAT]),
        ([f"X-Forwarded-To: {SEAT}", f"To: {OTHER}"], [SEAT]),
        ([f"X-Original-To: {SEAT}", f"Delivered-To: {OTHER}"], [SEAT]),
        ([f"Delivered-To: {SERVICE}", f"To: {SEAT}"], [SEAT]),
        ([f"Delivered-To: {SERVICE}", f"To: {FORGED}"], [SERVICE]),
        ([f"Delivered-To: {FORGED}", f"To: {SERVICE}"], [SERVICE]),
        ([f"Delivered-To: {FORGED}", f"Cc: {SEAT}"], [SEAT]),
        ([f"Delivered-To: {FORGED}", "To: anna@example.org"], [FORGED]),
        ([f"To: Adjudicator <{SEAT}>, anna@example.org", f"Cc: {OTHER}"], [SEAT, OTHER]),
        ([f"To: {SEAT}, {SEAT.upper()}, <{SEAT}>"], [SEAT]),
        ([f"To: {BOOK.bounce(7, NOON)}"], [BOOK.bounce(7, NOON)]),
        ([f"To: {SEAT[:30]}\n {SEAT[30:]}"], []),
        ([f"Subject: {SEAT}", f"Reply-To: {SEAT}", "To: anna@example.org"], []),
        ([], []),
    ],
)
def test_the_recipient_is_found_in_the_headers(headers: list[str], found: list[str]) -> None:
    assert [address.lower() for address in recipients(*headers)] == found


@pytest.mark.parametrize(
    ("variables", "found"),
    [
        ({"ORIGINAL_RECIPIENT": OTHER}, OTHER),
        ({"ORIGINAL_RECIPIENT": SERVICE}, SERVICE),
        ({"RECIPIENT": OTHER, "ORIGINAL_RECIPIENT": "alias@club.example"}, OTHER),
        ({"DELIVERED_TO": OTHER}, OTHER),
        ({"RECIPIENT": FORGED}, SEAT),
    ],
)
def test_what_the_mail_server_says_comes_before_the_headers(variables: dict[str, str], found: str) -> None:
    assert recipients(f"X-Original-To: {SEAT}", f"To: {THIRD}", **variables) == (found,)


def test_what_is_for_the_host_is_left_where_the_host_reads_it() -> None:
    book = AddressBook("club.example", secret=b"a secret for tests only", has_host=True)
    heading = read_headers(b"Delivered-To: postmaster@club.example\nTo: abuse@club.example\n\nHello\n")
    assert read_recipients(heading, book.read).recipients == ()


def test_who_writes_to_everybody_reaches_no_more_than_that() -> None:
    many = ", ".join(BOOK.seat("k7q2", 0, turn) for turn in range(MOST + 10))
    assert len(recipients(f"To: {many}")) == MOST
