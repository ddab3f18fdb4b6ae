"""A letter whose envelope was cut short still tells whose it is, by what it names and what it answers."""

from __future__ import annotations

import pytest

from adjudicator.mail.address import AddressBook, SeatAddress

BOOK = AddressBook("club.example", secret=b"a secret for tests only")
OTHER = AddressBook("club.example", secret=b"another secret, of others")
SEAT = BOOK.seat("k7q2", 1, 9)
OLDER = BOOK.message_id(3, SeatAddress("k7q2", 1, 8))


@pytest.mark.parametrize(
    ("named", "references", "turn"),
    [
        ([SEAT], [], 9),
        ([BOOK.service, "anna@anna.example", SEAT], [OLDER], 9),
        ([BOOK.service], [OLDER], 8),
        ([SEAT.upper()], [], 9),
        ([OTHER.seat("k7q2", 1, 9)], [OLDER], 8),
        ([OTHER.seat("k7q2", 1, 9)], [OTHER.message_id(3, SeatAddress("k7q2", 1, 8))], None),
        ([BOOK.bounce(3)], [], None),
        ([], [], None),
    ],
)
def test_where_the_envelope_was_cut_short_the_letter_itself_tells(
    named: list[str], references: list[str], turn: int | None
) -> None:
    assert BOOK.route(references, named) == (SeatAddress("k7q2", 1, turn) if turn else None)
