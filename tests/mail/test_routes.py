"""Routes: a letter whose recipient lost its extension is routed by the addresses and Message-IDs in its headers."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from adjudicator.mail.address import AddressBook, SeatAddress

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
BOOK = AddressBook("club.example", secret=b"a secret for tests only")
OTHER = AddressBook("club.example", secret=b"another secret, of others")
SEAT = BOOK.seat("k7q2", 1, 9)
OLDER = BOOK.message_id(3, NOON, SeatAddress("k7q2", 1, 8))


@pytest.mark.parametrize(
    ("named", "references", "turn"),
    [
        ([SEAT], [], 9),
        ([BOOK.service, "anna@anna.example", SEAT], [OLDER], 9),
        ([BOOK.service], [OLDER], 8),
        ([SEAT.upper()], [], 9),
        ([OTHER.seat("k7q2", 1, 9)], [OLDER], 8),
        ([OTHER.seat("k7q2", 1, 9)], [OTHER.message_id(3, NOON, SeatAddress("k7q2", 1, 8))], None),
        ([BOOK.bounce(3, NOON)], [], None),
        ([], [], None),
    ],
)
def test_a_stripped_recipient_is_replaced_by_headers_and_references(
    named: list[str], references: list[str], turn: int | None
) -> None:
    assert BOOK.route(references, named) == (SeatAddress("k7q2", 1, turn) if turn else None)
