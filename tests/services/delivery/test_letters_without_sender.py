"""Letters without a usable From line: the person who may have written is told, and nobody gets spam."""

from __future__ import annotations

import pytest

from testkit.club import ANNA, BOB, Club, address_of, prose_of, to_move


def bring(club: Club, line: bytes, to: str, envelope_from: str, text: bytes = b"M14\r\n") -> str:
    club.written += 1
    number = club.bring(
        b"From: " + line + b"\r\nMessage-ID: <nobody%d@mail.example>\r\n\r\n" % club.written + text, to, envelope_from
    )
    club.work()
    return club.inbox(number).verdict


def test_a_display_name_of_any_bytes_does_not_hinder_an_order(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    line = b"J\xfcrgen <" + address_of(mover).encode() + b">"
    assert bring(club, line, address_of(club.last(mover)["Reply-To"]), mover) == "played"


@pytest.mark.parametrize(
    "line", [b"Bob <%s", b"j\xfcrgen@ok.example", "jürgen@ok.example".encode(), b"", b"a@b.example, %s"]
)
def test_a_seats_player_is_informed_of_a_letter_without_sender(club: Club, line: bytes) -> None:
    steps = club.begin().entry_count
    mover = to_move(club)
    named = line.replace(b"%s", address_of(mover).encode())
    assert bring(club, named, address_of(club.last(mover)["Reply-To"]), "stranger@mail.example") == "refused: no_sender"
    assert club.match().entry_count == steps
    assert "does not name one address" in prose_of(club.last(mover))
    assert club.letters("stranger@mail.example") == []


def test_the_asked_address_is_informed_and_the_request_stays_open(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, f"new egyptos with {address_of(BOB)}")
    asked = club.last(ANNA)
    assert bring(club, b"Anna <", address_of(asked["Reply-To"]), "x@x.example", b"yes\r\n") == "refused: no_sender"
    assert "does not name one address" in prose_of(club.last(ANNA))
    club.answer(asked, "yes")
    assert club.letters(BOB) != []


def test_the_service_answers_to_the_envelope_sender_a_few_times_a_day(club: Club) -> None:
    verdicts = {bring(club, b"Bob", club.context.addresses.service, BOB, b"help\r\n") for _ in range(5)}
    assert verdicts == {"refused: no_sender"}
    assert len(club.letters(BOB)) == 3
    assert bring(club, b"Bob", club.context.addresses.service, "unknown", b"help\r\n") == "no sender"
