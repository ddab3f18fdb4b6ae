"""Identity: further addresses, revoked reply addresses, and suppressed addresses, all by letters."""

from __future__ import annotations

import re
from email.message import EmailMessage

import pytest
from sqlalchemy import select

from adjudicator.services.players.players import find_player, further_addresses
from adjudicator.store.tables import Player
from testkit.club import ANNA, BOB, Club, address_of, other, prose_of, text_of, to_move
from testkit.identity_changes import QUESTION, agree

WORK = "Anna at work <anna@work.example>"


def further(club: Club, person: str) -> list[str]:
    with club.context.store.reading() as session:
        player = find_player(session, address_of(person))
        assert player is not None
        return further_addresses(session, player)


def play(club: Club, letter: EmailMessage, sender: str) -> str:
    return club.inbox(club.answer(letter, "M14", sender=sender)).verdict


def claim(club: Club, mover: str, address: str = WORK) -> EmailMessage:
    """Let a player say that an address is theirs too, and take the question that this address gets."""
    number = club.answer(club.last(mover), f"address {address_of(address)}")
    assert club.inbox(number).verdict == "asked back"
    club.answer(club.last(mover, QUESTION), "yes")
    return club.last(address)


def revoke(club: Club, mover: str) -> EmailMessage:
    """Let a player revoke their reply addresses, and take the newest letter of a match that comes of it."""
    assert agree(club, mover, "revoke") == "confirmed"
    return club.last(mover, "Egyptos")


def test_a_further_address_counts_once_it_has_answered_itself(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    turn = club.last(mover)
    assert play(club, turn, WORK) == "refused: not_you"
    question = claim(club, mover)
    assert further(club, mover) == []
    assert play(club, turn, WORK) == "refused: not_you"
    club.answer(question, "yes", sender=WORK)
    assert further(club, mover) == [address_of(WORK)]
    assert play(club, turn, WORK) == "played"
    assert not club.letters(WORK, "M14")
    assert "M14" in str(club.last(mover)["Subject"])


@pytest.mark.parametrize("answer", ["no", "never"])
def test_an_address_that_says_no_does_not_count(club: Club, answer: str) -> None:
    club.begin()
    mover = to_move(club)
    club.answer(claim(club, mover), answer, sender=WORK)
    assert further(club, mover) == []


def test_only_the_address_itself_can_say_yes(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    question = claim(club, mover)
    before = len(club.transport.letters)
    number = club.answer(question, "yes", sender="Eve <eve@evil.example>")
    assert club.inbox(number).verdict == "refused: not_asked"
    assert (further(club, mover), len(club.transport.letters)) == ([], before)


def test_another_players_address_cannot_be_taken(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    question = claim(club, mover, other(mover))
    number = club.answer(question, "yes", sender=other(mover))
    assert club.inbox(number).verdict == "refused: address_taken"
    assert further(club, mover) == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("address nobody", "bad_address"),
        ("address", "bad_address"),
        ("address anna@anna.example", "address_known"),
        ("forget eve@evil.example", "address_unknown"),
        ("forget anna@anna.example", "main_stays"),
    ],
)
def test_an_impossible_change_is_refused(club: Club, line: str, why: str) -> None:
    club.begin()
    number = club.answer(club.last(ANNA), line)
    assert club.inbox(number).verdict == f"refused: {why}"


def test_addresses_are_listed_and_forgotten(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    turn = club.last(mover)
    club.answer(claim(club, mover), "oui", sender=WORK)
    club.answer(turn, "addresses")
    assert f"You also write from {address_of(WORK)}." in prose_of(club.last(mover))
    assert agree(club, mover, f"forget {address_of(WORK)}") == "confirmed"
    assert further(club, mover) == []
    assert play(club, turn, WORK) == "refused: not_you"


def test_a_fresh_letter_changes_nothing_before_a_signed_yes(club: Club) -> None:
    club.begin()
    club.write(ANNA, club.context.addresses.service, f"address {address_of(WORK)}")
    assert not club.letters(WORK)
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(WORK), "yes", sender=WORK)
    assert further(club, ANNA) == [address_of(WORK)]


def test_a_further_address_is_the_same_player_everywhere(club: Club) -> None:
    club.begin()
    club.answer(claim(club, ANNA), "yes", sender=WORK)
    club.write(WORK, club.context.addresses.service, "list")
    assert club.match().code in text_of(club.last(ANNA))
    with club.context.store.reading() as session:
        assert len(session.scalars(select(Player)).all()) == 2


def test_revoked_addresses_play_nothing_and_the_next_letter_has_a_new_one(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    leaked = club.last(mover)
    anew = revoke(club, mover)
    assert play(club, leaked, mover) == "refused: revoked"
    assert "revoked" in text_of(club.last(mover))
    assert club.match().entry_count == 1
    assert address_of(anew["Reply-To"]) != address_of(leaked["Reply-To"])
    assert play(club, anew, mover) == "played"


def test_a_stranger_at_a_revoked_address_gets_no_answer_and_nobody_gets_spam(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    leaked = club.last(mover)
    revoke(club, mover)
    before = len(club.transport.letters)
    assert play(club, leaked, "Eve <eve@evil.example>") == "refused: revoked"
    assert len(club.transport.letters) == before


def test_the_message_id_of_an_old_letter_is_revoked_with_it(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    leaked = club.last(mover)
    revoke(club, mover)
    number = club.write(mover, club.context.addresses.service, "M14", References=str(leaked["Message-ID"]))
    assert club.inbox(number).verdict == "refused: revoked"


def test_revoking_reaches_every_match_and_every_open_question(club: Club) -> None:
    club.begin()
    leaked = club.last(ANNA)
    club.begin()
    club.write(ANNA, club.context.addresses.service, "layout linear")
    question = club.last(ANNA)
    revoke(club, ANNA)
    assert play(club, leaked, ANNA) == "refused: revoked"
    assert club.inbox(club.answer(question, "yes")).verdict == "refused: expired"


def test_revoking_reaches_matches_that_are_over_and_can_be_asked_for_in_one(club: Club) -> None:
    club.begin()
    club.answer(club.last(ANNA), "resign")
    leaked = club.last(ANNA)
    assert club.inbox(club.answer(leaked, "revoke")).verdict == "asked back"
    club.answer(club.last(ANNA, QUESTION), "yes")
    assert club.inbox(club.answer(leaked, "status")).verdict == "refused: revoked"
    assert club.inbox(club.answer(club.last(ANNA, f"[{club.match().code}]"), "status")).verdict == "answered"


def test_the_others_addresses_stay_good(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    theirs = club.last(other(mover))
    revoke(club, mover)
    assert club.inbox(club.answer(theirs, "status")).verdict == "answered"


def test_a_flood_of_wrong_letters_gives_a_player_a_few_warnings_a_day(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    turn, before = club.last(mover), len(club.letters(mover))
    for n in range(8):
        play(club, turn, f"Eve <eve{n}@evil.example>")
    assert len(club.letters(mover)) == before + 3
    club.pass_time(hours=25)
    play(club, turn, "Eve <eve@evil.example>")
    assert len(club.letters(mover)) == before + 4


def invite(club: Club, guest: str = BOB) -> str:
    number = club.write(ANNA, club.context.addresses.service, f"new egyptos with {address_of(guest)}")
    assert club.inbox(number).verdict == "asked back"
    return club.inbox(club.answer(club.last(ANNA), "yes")).verdict


@pytest.mark.parametrize("word", ["never", "Nie wieder!", "plus jamais", "mai più", "nooit meer"])
def test_an_address_that_answered_never_is_not_invited_again(club: Club, word: str) -> None:
    invite(club)
    club.answer(club.last(BOB), word)
    before = len(club.letters(BOB))
    club.pass_time(days=400)
    assert invite(club) == "refused: wants_none"
    assert len(club.letters(BOB)) == before


def test_a_plain_no_does_not_suppress_the_address(club: Club) -> None:
    invite(club)
    club.answer(club.last(BOB), "no")
    assert invite(club) == "confirmed"


def test_an_invitation_carries_one_click_that_is_for_it_alone(club: Club) -> None:
    invite(club)
    letter = club.last(BOB)
    link = re.search(r"<(https://club\.example/never/[^>]+)>", str(letter["List-Unsubscribe"]))
    assert link
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert text_of(letter).count(link[1]) == 1


def test_an_address_that_does_not_answer_is_not_asked_for_ever(club: Club) -> None:
    assert [invite(club) for _ in range(4)] == ["confirmed"] * 3 + ["refused: leaves_open"]
    assert len(club.letters(BOB)) == 3
    club.pass_time(days=15)
    assert invite(club) == "confirmed"


def test_invitations_are_limited_per_player_and_day(club: Club) -> None:
    for n in range(20):
        assert invite(club, f"guest{n}@guest.example") == "confirmed"
        club.pass_time(minutes=30)
    assert invite(club, "guest20@guest.example") == "refused: asked_enough"
    assert not club.letters("guest20@guest.example")
    club.pass_time(days=1)
    assert invite(club, "guest20@guest.example") == "confirmed"


@pytest.mark.parametrize(("order", "advises"), [("revoke", False), ("address anna@work.example", True)])
def test_only_a_question_about_something_else_advises_to_revoke(club: Club, order: str, advises: bool) -> None:
    club.begin()
    club.answer(club.last(ANNA), order)
    question = prose_of(club.last(ANNA, "Was this you"))
    assert ('send the line "revoke"' in question) is advises
