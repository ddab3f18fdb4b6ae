"""Before a match begins, its owner decides what becomes of a seat that nobody took (C3.4)."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlalchemy import select

from adjudicator.mail.commands.table.command import Place
from adjudicator.mail.commands.table.command_words import commands_for
from adjudicator.services.players.invitation_limits import INVITATIONS_A_DAY
from adjudicator.services.players.suppression import suppress_address
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.states import InboxState, MatchState
from adjudicator.store.tables import Inbox, Match, Player
from testkit.automatic_mail import bounce, sweep
from testkit.club import ANNA, BOB, Club, address_of, prose_of, text_of

CARLA = "Carla <carla@carla.example>"
DAN = "Dan <dan@dan.example>"
EVE = "Eve <eve@eve.example>"
ENDING = {"cancel", "stop"}
"""Commands after which its letters mean something else."""


def ask(club: Club, *guests: str) -> Match:
    """Let Anna invite people to a match of Cheops, or of Egyptos if there is one; "open" and "house" are no people."""
    game = "cheops" if len(guests) > 1 else "egyptos"
    named = " ".join(address_of(guest) for guest in guests)
    club.write(ANNA, club.context.addresses.service, f"new {game} with {named}")
    club.answer(club.last(ANNA), "yes")
    return club.match()


def offers(club: Club, person: str = ANNA) -> set[str]:
    """List the first words of what the newest letter offers."""
    lines = re.findall(r"^  (\w+)[^\n]*?  +\S", text_of(club.last(person)), re.MULTILINE)
    return set(lines)


def reason(club: Club, person: str = ANNA) -> str:
    return prose_of(club.last(person))


def names(club: Club) -> list[str]:
    return [seat.own_name or seat.guest for seat in club.match().seats]


def test_one_no_at_a_table_of_four_leaves_the_others_their_match(club: Club) -> None:
    ask(club, BOB, CARLA, DAN)
    club.answer(club.last(BOB), "yes", sender=BOB)
    club.answer(club.last(CARLA), "no", sender=CARLA)
    assert club.match().state is MatchState.INVITING
    assert "carla@carla.example does not want to play: what now?" in str(club.last(ANNA)["Subject"])
    assert offers(club) == {"invite", "seat", "fewer", "cancel"}
    assert not club.letters(BOB, "does not want to play")
    club.answer(club.last(DAN), "yes", sender=DAN)
    assert club.match().state is MatchState.INVITING
    club.answer(club.last(ANNA, "what now"), "seat house")
    assert (club.match().state, names(club)) == (MatchState.RUNNING, ["Anna", "Bob", "Nefer", "Dan"])
    assert club.letters(BOB, "has begun") or "Nefer" in text_of(club.last(BOB))


def test_another_is_invited_and_takes_the_seat(club: Club) -> None:
    ask(club, BOB)
    club.answer(club.last(BOB), "no", sender=BOB)
    club.answer(club.last(ANNA), "invite dan@dan.example")
    assert "We have written to dan@dan.example" in reason(club)
    club.answer(club.last(DAN), "yes", sender=DAN)
    assert (club.match().state, names(club)) == (MatchState.RUNNING, ["Anna", "Dan"])


def test_an_opened_seat_is_taken_by_anybody(club: Club) -> None:
    match = ask(club, BOB)
    club.answer(club.last(BOB), "no", sender=BOB)
    club.answer(club.last(ANNA), "seat open")
    assert f"join {match.code}" in reason(club)
    club.write(EVE, club.context.addresses.service, f"join {match.code}")
    club.answer(club.last(EVE), "yes", sender=EVE)
    assert names(club) == ["Anna", "Eve"]


def test_with_one_player_less_the_seats_move_up_and_old_addresses_are_dead(club: Club) -> None:
    ask(club, BOB, CARLA, DAN)
    club.answer(club.last(CARLA), "yes", sender=CARLA)
    old = club.last(CARLA)
    club.answer(club.last(BOB), "no", sender=BOB)
    club.answer(club.last(ANNA), "fewer")
    assert "for 3 players" in reason(club)
    assert [(seat.number, seat.own_name) for seat in club.match().seats] == [(0, "Anna"), (1, "Carla"), (2, "")]
    assert club.inbox(club.answer(old, "list")).verdict.startswith("refused")
    assert club.inbox(club.answer(club.last(CARLA, "You have a seat"), "list", sender=CARLA)).verdict == "answered"
    club.answer(club.last(DAN), "yes", sender=DAN)
    assert (club.match().state, names(club)) == (MatchState.RUNNING, ["Anna", "Carla", "Dan"])


def test_a_player_whose_old_seat_is_another_players_now_is_told(club: Club) -> None:
    ask(club, BOB, CARLA, DAN)
    club.answer(club.last(CARLA), "yes", sender=CARLA)
    club.answer(club.last(DAN), "yes", sender=DAN)
    old = club.last(CARLA)
    club.answer(club.last(BOB), "no", sender=BOB)
    club.answer(club.last(ANNA), "fewer")
    assert club.match().state is MatchState.RUNNING
    before = len(club.letters(CARLA)), len(club.letters(DAN))
    assert club.inbox(club.answer(old, "list", sender=CARLA)).verdict == "refused: revoked"
    assert (len(club.letters(CARLA)), len(club.letters(DAN))) == (before[0] + 1, before[1])


def test_two_are_needed(club: Club) -> None:
    ask(club, BOB)
    club.answer(club.last(BOB), "no", sender=BOB)
    assert "fewer" not in offers(club)
    number = club.answer(club.last(ANNA), "fewer")
    assert club.inbox(number).verdict == "refused: bad_seats"
    assert len(club.match().seats) == 2


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("invite anna@anna.example", "guest_self"),
        ("invite carla@carla.example", "guest_twice"),
        ("invite bob@bob.example", "guest_twice"),
        ("invite eve@eve.example", "wants_none"),
        ("invite", "bad_address"),
        ("invite dan", "bad_address"),
        ("seat nobody", "bad_argument"),
        ("cancel XXXX", "bad_argument"),
    ],
)
def test_what_new_refuses_is_refused(club: Club, line: str, why: str) -> None:
    ask(club, BOB, CARLA)
    club.answer(club.last(BOB), "no", sender=BOB)
    with unit_of_work(club.context, club.now) as work:
        suppress_address(work, address_of(EVE))
    number = club.answer(club.last(ANNA, "what now"), line)
    assert club.inbox(number).verdict == f"refused: {why}"
    assert club.match().state is MatchState.INVITING


def test_invitations_are_limited(club: Club) -> None:
    ask(club, BOB)
    club.answer(club.last(BOB), "no", sender=BOB)
    for number in range(INVITATIONS_A_DAY - 1):
        club.answer(club.last(ANNA), f"invite g{number}@g.example")
    verdict = club.inbox(club.answer(club.last(ANNA), "invite dan@dan.example")).verdict
    assert verdict == "refused: asked_enough"


def test_a_guest_who_was_replaced_is_told_and_cannot_take_the_seat(club: Club) -> None:
    match = ask(club, BOB)
    invitation = club.last(BOB)
    club.answer(club.last(ANNA), "invite dan@dan.example")
    assert "is not kept for you any more" in prose_of(club.last(BOB))
    club.answer(invitation, "yes", sender=BOB)
    assert f"There is no seat for you at match {match.code} any more" in prose_of(club.last(BOB))
    assert names(club) == ["Anna", "dan@dan.example"]


def test_while_several_have_not_answered_no_seat_is_given_away(club: Club) -> None:
    ask(club, BOB, CARLA)
    assert offers(club) == {"cancel"}
    assert club.inbox(club.answer(club.last(ANNA), "seat house")).verdict == "refused: no_free_seat"


def test_the_owner_calls_it_off_in_an_answer_and_everybody_is_told(club: Club) -> None:
    match = ask(club, BOB, CARLA)
    club.answer(club.last(BOB), "yes", sender=BOB)
    invitation = club.last(CARLA)
    club.answer(club.last(ANNA), "cancel")
    assert club.match().state is MatchState.CANCELLED
    assert f"Match {match.code} is off" in reason(club)
    assert "Anna called this match off" in prose_of(club.last(BOB))
    assert "It does not take place" in prose_of(club.last(CARLA))
    club.answer(invitation, "yes", sender=CARLA)
    assert f"Match {match.code} was called off" in prose_of(club.last(CARLA))
    assert (
        club.inbox(club.answer(club.last(BOB, "You have a seat"), "cancel", sender=BOB)).verdict
        == "refused: called_off"
    )


def test_a_fresh_letter_calls_it_off_once_it_is_confirmed(club: Club) -> None:
    match = ask(club, BOB)
    club.write(ANNA, club.context.addresses.service, f"cancel {match.code}")
    assert club.match().state is MatchState.INVITING
    club.answer(club.last(ANNA), "yes")
    assert club.match().state is MatchState.CANCELLED
    assert "You called this match off" in prose_of(club.last(ANNA))
    assert "It does not take place" in prose_of(club.last(BOB))


@pytest.mark.parametrize("person", [BOB, EVE, CARLA])
def test_nobody_else_calls_it_off(club: Club, person: str) -> None:
    match = ask(club, BOB, CARLA)
    club.answer(club.last(BOB), "yes", sender=BOB)
    club.write(person, club.context.addresses.service, f"cancel {match.code}")
    club.answer(club.last(person), "yes", sender=person)
    assert club.inbox(club.answer(club.last(BOB, "You have a seat"), "cancel", sender=person)).verdict.startswith(
        "refused"
    )
    assert club.match().state is MatchState.INVITING


def test_a_seated_guest_decides_nothing(club: Club) -> None:
    ask(club, BOB, CARLA)
    club.answer(club.last(BOB), "yes", sender=BOB)
    for line in ("cancel", "seat house", "fewer", "invite dan@dan.example"):
        assert club.inbox(club.answer(club.last(BOB), line, sender=BOB)).verdict == "refused: not_owner"
    assert club.match().state is MatchState.INVITING


def test_once_it_has_begun_its_seats_stay(club: Club) -> None:
    match = club.begin()
    for line in ("cancel", "seat house", "fewer", "invite dan@dan.example"):
        assert club.inbox(club.answer(club.last(ANNA), line, sender=ANNA)).verdict == "refused: begun"
    club.write(ANNA, club.context.addresses.service, f"cancel {match.code}")
    assert club.match().state is MatchState.RUNNING


def test_contradictions_change_nothing(club: Club) -> None:
    ask(club, BOB)
    number = club.answer(club.last(ANNA), "seat house\ncancel")
    assert club.inbox(number).verdict == "refused: contradictory"
    assert club.inbox(club.answer(club.last(ANNA), "cancel\noops")).verdict == "refused: hedged"
    assert club.match().state is MatchState.INVITING


def test_orders_wait_and_questions_are_answered(club: Club) -> None:
    ask(club, BOB)
    assert club.inbox(club.answer(club.last(ANNA), "M14")).verdict == "refused: not_begun"
    assert club.inbox(club.answer(club.last(ANNA), "resign")).verdict == "refused: not_begun"
    club.answer(club.last(ANNA), "help")
    assert "cancel" in text_of(club.last(ANNA))


def test_no_command_is_a_fault_of_ours(club: Club) -> None:
    ask(club, BOB)
    club.answer(club.last(BOB), "no", sender=BOB)
    letter, before = club.last(ANNA), len(club.letters(ANNA))
    words = [command.word("en") for command in commands_for(Place.MATCH) if command.name not in ENDING]
    numbers = [club.answer(letter, "\n".join(words[at :: len(words) // 5])) for at in range(len(words) // 5)]
    assert len(club.letters(ANNA)) >= before + len(numbers)  # a letter beyond what one is answered would hide a fault
    with club.context.store.reading() as session:
        states = set(session.scalars(select(Inbox.state).where(Inbox.id.in_(numbers))))
    assert states == {InboxState.DONE}


def test_an_unreachable_guest_leaves_a_free_seat(club: Club) -> None:
    ask(club, BOB, CARLA)
    bounce(club, club.last(BOB))
    assert "came back" in str(club.last(ANNA)["Subject"])
    assert offers(club) == {"invite", "seat", "fewer", "cancel"}


def test_after_a_week_the_owner_is_told_once_who_is_silent(club: Club) -> None:
    ask(club, BOB, CARLA)
    club.answer(club.last(BOB), "yes", sender=BOB)
    club.pass_time(days=6)
    sweep(club)
    assert not club.letters(ANNA, "Still no answer")
    for _ in range(3):
        club.pass_time(days=1, seconds=1)
        sweep(club)
    assert [str(letter["Subject"]) for letter in club.letters(ANNA, "Still no answer")] == [
        f"[{club.match().code}] Still no answer from carla@carla.example"
    ]
    assert not club.letters(BOB, "Still no answer")


def test_expired_invitations_ask_the_owner_in_one_letter_and_after_two_weeks_more_it_is_off(club: Club) -> None:
    ask(club, BOB, CARLA, DAN)
    club.answer(club.last(BOB), "yes", sender=BOB)
    club.pass_time(days=14, seconds=1)
    for _ in range(2):
        sweep(club)
    asked = club.letters(ANNA, "what now")
    assert ["carla@carla.example, dan@dan.example" in str(letter["Subject"]) for letter in asked] == [True]
    club.pass_time(days=13)
    sweep(club)
    assert club.match().state is MatchState.INVITING
    club.pass_time(days=1, seconds=1)
    sweep(club)
    assert club.match().state is MatchState.CANCELLED
    assert "you did not say" in prose_of(club.last(ANNA))
    assert "stayed free" in prose_of(club.last(BOB))
    assert len(club.letters(CARLA)) == 1


def test_an_owner_who_does_something_has_time_again(club: Club) -> None:
    ask(club, BOB)
    club.answer(club.last(BOB), "no", sender=BOB)
    club.pass_time(days=13)
    club.answer(club.last(ANNA), "invite dan@dan.example")
    club.pass_time(days=13)
    sweep(club)
    club.answer(club.last(DAN), "yes", sender=DAN)
    assert club.match().state is MatchState.RUNNING


def test_who_did_not_answer_in_time_may_be_invited_again(club: Club) -> None:
    ask(club, BOB)
    club.pass_time(days=14, seconds=1)
    sweep(club)
    club.answer(club.last(ANNA), "invite bob@bob.example")
    club.answer(club.last(BOB), "yes", sender=BOB)
    assert club.match().state is MatchState.RUNNING


def test_an_open_seat_that_nobody_takes_asks_the_owner(club: Club) -> None:
    match = ask(club, "open")
    club.pass_time(days=14, seconds=1)
    for _ in range(2):
        sweep(club)
    assert len(club.letters(ANNA, "Nobody has taken the free seat")) == 1
    club.write(EVE, club.context.addresses.service, f"join {match.code}")
    club.answer(club.last(EVE), "yes", sender=EVE)
    assert club.match().state is MatchState.RUNNING


def test_an_open_seat_is_not_asked_about_while_its_owner_was_just_there(club: Club) -> None:
    ask(club, BOB)
    club.answer(club.last(BOB), "no", sender=BOB)
    club.pass_time(days=13)
    club.answer(club.last(ANNA), "seat open")
    club.pass_time(days=3)
    sweep(club)
    assert not club.letters(ANNA, "Nobody has taken")
    club.pass_time(days=12)
    sweep(club)
    assert club.letters(ANNA, "Nobody has taken")


def test_a_guests_address_is_seen_by_nobody_but_the_owner(club: Club) -> None:
    ask(club, BOB, CARLA, DAN)
    club.answer(club.last(BOB), "yes", sender=BOB)
    club.answer(club.last(CARLA), "no", sender=CARLA)
    club.pass_time(days=14, seconds=1)
    sweep(club)
    club.pass_time(days=14, seconds=1)
    sweep(club)
    assert club.match().state is MatchState.CANCELLED
    for letter in club.letters(BOB):
        assert "carla@" not in text_of(letter)
        assert "dan@" not in text_of(letter)


def test_an_old_match_that_waits_is_asked_about_as_well(club: Club) -> None:
    """Its row is from before the columns."""
    ask(club, BOB)
    with club.context.store.writing() as session:
        match = session.scalars(select(Match)).one()
        assert match.offered_at is None
        match.created_at -= timedelta(days=30)
    sweep(club)
    assert club.letters(ANNA, "Still no answer")


@pytest.mark.parametrize(
    ("answer", "language"),
    [
        ("Sì, con piacere! Mi chiamo Beppe", "it"),
        ("Ja hoor, leuk! Ik heet Beppe.", "nl"),
        ("Oui avec plaisir. Je m'appelle Beppe", "fr"),
        ("Sure, I'm in! My name is Beppe", "en"),
        ("Ja gerne, ich bin dabei. Ich heiße Beppe", "de"),
    ],
)
def test_a_guest_says_yes_and_a_name_in_one_line(club: Club, answer: str, language: str) -> None:
    ask(club, "beppe@beppe.example")
    club.answer(club.last("beppe@beppe.example"), answer, sender="beppe@beppe.example")
    with club.context.store.reading() as session:
        guest = session.scalars(select(Player).where(Player.address == "beppe@beppe.example")).one()
        assert (guest.language, guest.name) == (language, "Beppe")
    assert names(club)[1] == "Beppe"
