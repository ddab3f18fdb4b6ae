"""Chance is tied before any salt exists: both digests are told, and what each player added comes from the player."""

from __future__ import annotations

import re
from email import message_from_bytes

import pytest
from sqlalchemy import select

from adjudicator.match.record.record import Salt
from adjudicator.match.record.sealing import digest_seed, salt_from_letter, salt_from_word
from adjudicator.store.tables import DrawnSeed, FurtherAddress, Inbox, Match, Player
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.automatic_mail import sweep
from testkit.club import ANNA, BOB, Club, address_of, prose_of, text_of

DIGESTS = re.compile(r"[0-9a-f]{64}")


def told(club: Club, person: str) -> list[str]:
    return DIGESTS.findall(re.sub(r"\s+", " ", text_of(club.last(person))))


def salts(match: Match) -> list[Salt]:
    return [Salt(seat.salt_from or "none", seat.salt) for seat in match.seats]  # type: ignore[arg-type]


def ask(club: Club, line: str) -> str:
    """Let Anna ask for a match; return the digest of its seed from the letter that asks back."""
    club.write(ANNA, club.context.addresses.service, line)
    (digest,) = told(club, ANNA)
    return digest


def test_the_same_digest_is_told_until_the_start_and_then_both(club: Club) -> None:
    digest = ask(club, f"new egyptos with {address_of(BOB)}")
    club.answer(club.last(ANNA), "yes")
    assert told(club, ANNA)[0] == digest, "waiting"
    assert told(club, BOB) == [digest], "invitation"
    club.answer(club.last(BOB), "yes")
    match = club.match()
    anna, bob = salts(match)
    assert digest_seed(match.code, match.seed) == digest
    assert told(club, ANNA)[:3] == [digest, match.commitment, anna.salt]
    assert told(club, BOB)[:3] == [digest, match.commitment, bob.salt]
    assert {anna.source, bob.source} == {"letter"}


def test_the_digest_is_told_to_whoever_asks_for_a_free_seat(club: Club) -> None:
    digest = ask(club, "new egyptos with open")
    club.answer(club.last(ANNA), "yes")
    club.write(BOB, club.context.addresses.service, f"join {club.match().code}")
    assert told(club, BOB) == [digest]


def test_a_seed_is_kept_as_long_as_a_yes_can_come_and_is_then_forgotten(club: Club) -> None:
    digest = ask(club, f"new egyptos with {address_of(BOB)}")
    club.pass_time(days=13)
    sweep(club)
    club.answer(club.last(ANNA), "yes")
    assert told(club, BOB) == [digest]
    ask(club, "new egyptos with house")
    club.pass_time(days=61)
    sweep(club)
    with club.context.store.reading() as session:
        assert session.scalars(select(DrawnSeed)).all() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_of_ones_own_goes_into_the_deal_by_letter(club: Club, language: str) -> None:
    line = language_for(language).gettext("shuffle: pomegranate")
    ask(club, "new egyptos with house")
    club.answer(club.last(ANNA), f"yes\n{line}")
    match = club.match()
    word = line.partition(":")[2].strip()
    assert salts(match)[0] == salt_from_word(match.code, 0, word)
    assert salts(match)[0].source == "word"
    assert salts(match)[1] == Salt("none", "")
    assert any(salts(match)[0].salt in text_of(letter) for letter in club.letters(ANNA)), "the start letter"


def test_without_a_word_it_is_the_message_id(club: Club) -> None:
    ask(club, "new egyptos with house")
    club.answer(club.last(ANNA), "yes")
    with club.context.store.reading() as session:
        raw = session.scalars(select(Inbox.raw).order_by(Inbox.id.desc())).first()
    message_id = message_from_bytes(raw or b"")["Message-ID"]
    assert salts(club.match())[0] == salt_from_letter(club.match().code, 0, message_id)


@pytest.mark.parametrize("line", ["shuffle: pomegranate", "Mischen: pomegranate"])
def test_a_word_stands_below_a_new_match_in_an_answer(club: Club, line: str) -> None:
    club.begin()
    club.answer(club.last(ANNA), f"new egyptos with house\n{line}")
    match = club.match()
    assert salts(match)[0] == salt_from_word(match.code, 0, "pomegranate")
    receipt = next(letter for letter in reversed(club.letters(ANNA)) if "new egyptos" in text_of(letter))
    assert "Your word is added to the secret number" in " ".join(text_of(receipt).split())


HOST = "Hanna <host@club.example>"
_NOTHING = "You are the host here and could know the secret number, so you add nothing to it."


def test_the_host_adds_nothing_however_they_say_yes(club: Club) -> None:
    """Who can know the seed and the others' salts could try words until the deal pleases."""
    service, none = club.context.addresses.service, Salt("none", "")
    for yes in ("yes", "yes\nshuffle: pomegranate"):
        club.write(HOST, service, f"new egyptos with {address_of(BOB)}")
        club.answer(club.last(HOST), yes)
        assert _NOTHING in prose_of(club.last(HOST)), "waiting"
        club.answer(club.last(BOB), "yes\nshuffle: fig")
        host, bob = salts(club.match())
        assert (host, bob.source) == (none, "word")
        assert any(_NOTHING in prose_of(one) for one in club.letters(HOST, "begins")[-1:]), "start"
    club.write(ANNA, service, f"new egyptos with {address_of(HOST)}")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(HOST), "yes\nshuffle: pomegranate")
    assert [one.source for one in salts(club.match())] == ["letter", "none"]
    club.answer(club.last(HOST), "new egyptos with house\nshuffle: pomegranate")
    assert salts(club.match())[0] == none
    assert "Your word is not added to the secret number" in " ".join(map(prose_of, club.letters(HOST)[-2:]))


def test_the_host_adds_nothing_from_a_further_address_either(club: Club) -> None:
    club.begin()
    with club.context.store.writing() as session:
        anna = session.scalars(select(Player).where(Player.address == address_of(ANNA))).one()
        session.add(FurtherAddress(player_id=anna.id, address="host@club.example", since=club.now))
    ask(club, "new egyptos with house")
    club.answer(club.last(ANNA), "yes")
    assert salts(club.match())[0] == Salt("none", "")


def test_the_seed_of_a_rematch_is_told_before_the_second_word(club: Club) -> None:
    over = club.begin()
    club.answer(club.last(BOB), "resign")
    club.answer(club.last(ANNA), "rematch\nshuffle: pomegranate")
    (digest,) = told(club, BOB)
    club.answer(club.last(BOB), "rematch\nshuffle: fig")
    again = club.match()
    assert again.code != over.code
    assert digest_seed(again.code, again.seed) == digest
    words = {"anna@anna.example": "pomegranate", "bob@bob.example": "fig"}
    for seat, salt in zip(again.seats, salts(again), strict=True):
        assert seat.player is not None
        assert salt == salt_from_word(again.code, seat.number, words[seat.player.address])
    assert told(club, ANNA)[:2] == [digest, again.commitment]


def test_a_list_of_free_seats_has_the_first_digits(club: Club) -> None:
    digest = ask(club, "new egyptos with open")
    club.answer(club.last(ANNA), "yes")
    club.write(BOB, club.context.addresses.service, "lobby")
    listed = text_of(club.last(BOB))
    assert f"Fingerprint of its secret number: {digest[:16]}..." in listed
    assert digest[:17] not in listed
