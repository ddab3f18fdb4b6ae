"""Dedupe: a letter to several of our addresses is judged once, at the right one."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from testkit.club import ANNA, BOB, Club, address_of, other, prose_of, to_move

CAROL = "Carol <carol@carol.example>"


def written(club: Club, person: str, text: str, **headers: str) -> bytes:
    """Write an answer to the newest letter of a person, as a program does that answers everybody."""
    letter, answered = EmailMessage(), club.last(person)
    letter["From"], letter["Subject"] = person, f"Re: {answered['Subject']}"
    letter["In-Reply-To"] = letter["References"] = str(answered["Message-ID"])
    for name, value in headers.items():
        letter[name.replace("_", "-")] = value
    letter.set_content(text)
    return letter.as_bytes()


def verdicts(club: Club, numbers: list[int]) -> list[str]:
    return sorted(club.inbox(number).verdict for number in numbers)


NAMED = {"Message_ID": "<1@nmh.example>", "Date": "Fri, 27 Nov 2026 20:00:00 +0000"}


@pytest.mark.parametrize(
    ("order", "at_once", "headers"),
    [((0, 1), True, NAMED), ((1, 0), True, {}), ((0, 1), False, {}), ((1, 0), False, NAMED)],
)
def test_a_letter_to_a_seat_and_to_the_service_is_played_once(
    club: Club, order: tuple[int, int], at_once: bool, headers: dict[str, str]
) -> None:
    steps = club.begin().entry_count
    mover = to_move(club)
    raw = written(club, mover, "M14\n", **headers)
    addresses = (address_of(club.last(mover)["Reply-To"]), club.context.addresses.service)
    heard = len(club.letters(mover))
    numbers = []
    for way, at in zip(("smtp", "pipe"), order, strict=True):
        numbers.append(club.bring(b"Received: by " + way.encode() + b"\n" + raw, addresses[at], mover, way))
        if not at_once:
            club.work()
            club.pass_time(minutes=3)
    club.work()
    assert verdicts(club, numbers) == ["copy", "played"]
    assert club.match().entry_count == steps + 1
    assert len(club.letters(mover)) == heard + 1


def test_a_new_letter_to_a_seat_and_to_the_service_is_played_once(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    seat, service = address_of(club.last(mover)["Reply-To"]), club.context.addresses.service
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Cc"] = mover, service, seat
    letter.set_content("M14\n")
    numbers = [club.bring(letter.as_bytes(), address, mover) for address in (service, seat)]
    club.work()
    assert verdicts(club, numbers) == ["copy", "played"]


def test_a_blind_copy_of_a_seats_letter_to_the_service_is_not_answered(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    letter = EmailMessage()
    letter["From"] = mover
    letter.set_content("M14\n")
    addresses = (address_of(club.last(mover)["Reply-To"]), club.context.addresses.service)
    numbers = [club.bring(letter.as_bytes(), address, mover) for address in addresses]
    club.work()
    assert verdicts(club, numbers) == ["copy", "played"]


@pytest.mark.parametrize(("turns", "at_once"), [((0, 1), True), ((1, 0), True), ((0, 1), False)])
def test_with_two_addresses_of_one_seat_the_newer_turn_counts(
    club: Club, turns: tuple[int, int], *, at_once: bool
) -> None:
    club.begin()
    mover = to_move(club)
    old = address_of(club.last(mover)["Reply-To"])
    club.answer(club.last(mover), "M14")
    club.answer(club.last(other(mover)), "N15")
    raw = written(club, mover, "M16\n")
    addresses = (old, address_of(club.last(mover)["Reply-To"]))
    assert addresses[0] != addresses[1]
    numbers = []
    for at in turns:
        numbers.append(club.bring(raw, addresses[at], mover))
        if not at_once:
            club.work()
    club.work()
    assert verdicts(club, numbers) == (["copy", "played"] if at_once else ["played", "refused: stale"])


def test_another_letter_with_the_same_message_id_is_no_copy(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    addresses = (address_of(club.last(mover)["Reply-To"]), club.context.addresses.service)
    texts = ("board\n", "history\n")
    numbers = [
        club.bring(written(club, mover, text, Message_ID="<always@mail.example>"), address, mover)
        for text, address in zip(texts, addresses, strict=True)
    ]
    club.work()
    assert verdicts(club, numbers) == ["answered", "answered"]


def test_a_letter_to_two_seats_is_judged_at_both_and_its_receipt_says_so(club: Club) -> None:
    codes = [club.begin().code, club.begin(first=ANNA, second=CAROL).code]
    seats = {code: address_of(club.last(ANNA, code)["Reply-To"]) for code in codes}
    raw = written(club, ANNA, "board\n")
    numbers = [club.bring(raw, seats[code], ANNA) for code in codes]
    club.work()
    assert verdicts(club, numbers) == ["answered", "answered"]
    assert f"The same letter went to {codes[0]}" in prose_of(club.last(ANNA, codes[1]))


def test_a_yes_that_also_went_to_the_service_is_counted_once(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, f"new egyptos with {address_of(BOB)}")
    asked = club.last(ANNA)
    heard = len(club.letters(ANNA))
    raw = written(club, ANNA, "yes\n")
    addresses = (club.context.addresses.service, address_of(asked["Reply-To"]))
    numbers = [club.bring(raw, address, ANNA) for address in addresses]
    club.work()
    assert verdicts(club, numbers) == ["confirmed", "copy"]
    assert len(club.letters(ANNA)) == heard + 1
