"""Letters from other senders, to forged addresses, and from programs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from testkit.club import ANNA, BOB, Club, address_of, text_of, to_move


def test_another_sender_at_a_seats_address_plays_nothing_and_its_player_is_informed(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    before = len(club.letters(mover))
    number = club.answer(club.last(mover), "M14", sender="Eve <eve@evil.example>")
    assert club.inbox(number).verdict == "refused: not_you"
    assert not club.letters("eve@evil.example")
    assert len(club.letters(mover)) == before + 1
    assert "eve@evil.example" in text_of(club.last(mover))


def forge_signature(address: str) -> str:
    local, _, domain = address.partition("@")
    return f"{local[:-16]}{'a' * 16}@{domain}"


def forge_seat(address: str) -> str:
    parts = address.split("-")
    parts[1] = str(1 - int(parts[1]))
    return "-".join(parts)


def forge_match(address: str) -> str:
    service, _, rest = address.partition("+")
    return f"{service}+aaaa{rest[4:]}"


@pytest.mark.parametrize("forge", [forge_signature, forge_seat, forge_match])
def test_a_forged_address_plays_nothing_and_a_player_learns_how_to_get_a_valid_one(
    club: Club, forge: Callable[[str], str]
) -> None:
    club.begin()
    mover = to_move(club)
    number = club.write(mover, forge(address_of(club.last(mover)["Reply-To"])), "M14")
    assert club.inbox(number).verdict == "refused: forged"
    assert club.match().entry_count == 1
    assert "list" in text_of(club.last(mover))


def test_a_forged_address_from_a_stranger_is_not_answered(club: Club) -> None:
    club.begin()
    before = len(club.transport.letters)
    club.write("eve@evil.example", forge_signature(address_of(club.last(BOB)["Reply-To"])), "M14")
    assert len(club.transport.letters) == before


@pytest.mark.parametrize(
    ("headers", "word"),
    [
        ({"Auto-Submitted": "auto-replied"}, "auto-submitted"),
        ({"Precedence": "auto_reply"}, "autoreply"),
        ({"X-Autoreply": "yes"}, "autoreply"),
        ({"Return-Path": "<>"}, "null-sender"),
        ({"X-Loop": "play@club.example"}, "own"),
    ],
    ids=lambda headers: next(iter(headers)) if isinstance(headers, dict) else "",
)
def test_a_robot_is_neither_judged_nor_answered(club: Club, headers: dict[str, str], word: str) -> None:
    club.begin()
    mover = to_move(club)
    before = len(club.transport.letters)
    number = club.write(mover, address_of(club.last(mover)["Reply-To"]), "M14", **headers)
    assert club.inbox(number).verdict == f"robot: {word}"
    assert (club.match().entry_count, len(club.transport.letters)) == (1, before)


def test_a_robot_that_answers_our_answers_reaches_a_limit(club: Club) -> None:
    for n in range(30):
        club.write(ANNA, club.context.addresses.service, f"nonsense {n}")
    assert len(club.letters(ANNA)) == 3
    club.pass_time(hours=25)
    club.write(ANNA, club.context.addresses.service, "help")
    assert len(club.letters(ANNA)) == 4


def test_a_strangers_list_of_matches_is_empty_even_if_open_seats_exist(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    club.answer(club.last(ANNA), "yes")
    number = club.write("Eve <eve@eve.example>", club.context.addresses.service, "list")
    assert club.inbox(number).verdict == "answered"
    assert club.match().code not in text_of(club.last("eve@eve.example"))
