"""`rematch`: another match like the one that is over begins as soon as all people who played have asked for it."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.store.states import Letters, MatchState
from adjudicator.store.tables import Outbox, Player
from testkit.automatic_mail import player_of
from testkit.club import ANNA, BOB, Club, prose_of, to_move

ASKED = "would like a rematch"


def verdict(club: Club, who: str, line: str = "rematch") -> str:
    return club.inbox(club.answer(club.last(who), line)).verdict or ""


@pytest.fixture
def over(club: Club) -> str:
    """End a match with terms of its own; return its code."""
    club.begin("days=9", "isolation=allowed", "off=weekends")
    club.answer(club.last(to_move(club)), "resign")
    return club.match().code


def test_it_begins_when_both_have_asked_with_the_same_terms_and_the_seats_turned(club: Club, over: str) -> None:
    assert verdict(club, ANNA) == "done"
    assert "Until the end of 11 December 2026 we wait for: Bob." in prose_of(club.last(ANNA))
    assert ASKED in str(club.last(BOB)["Subject"])
    assert club.match().code == over
    assert verdict(club, BOB) == "done"
    again = club.match()
    assert again.code != over
    assert again.state is MatchState.RUNNING
    with club.context.store.reading() as session:
        before, after = (find_match(session, code) for code in (over, again.code))
        assert before is not None
        assert after is not None
        assert (after.rules, after.options, after.terms) == (before.rules, before.options, before.terms)
        assert [seat.player_id for seat in after.seats] == [seat.player_id for seat in before.seats][::-1]
        assert before.rematch == again.code
    for who in (ANNA, BOB):
        assert club.letters(who, "Egyptos begins")


def test_who_agrees_gets_one_letter_which_says_that_it_is_the_rematch(club: Club, over: str) -> None:
    verdict(club, ANNA)
    asked = len(club.letters(ANNA))
    club.answer(club.last(BOB), "quiet 14-23")  # what answers does not wait
    number = club.answer(club.last(BOB, ASKED), "rematch\n\n-- \nBob")
    again = club.match().code
    for who in (ANNA, BOB):
        assert f"The rematch of match {over} begins." in prose_of(club.last(who, f"[{again}]"))
    assert len(club.letters(ANNA)) == asked + 1
    answer = club.last(BOB)
    assert f"[{again}]" in str(answer["Subject"]), "a receipt would tell nothing new"
    assert answers(club, number) == [club.letters(BOB, f"[{again}]")[0]["Subject"]]


@pytest.mark.parametrize(
    ("line", "letters", "told"),
    [
        ("rematch\nA lovely one again, dear Anna", Letters.TURNS, "A lovely one again"),
        ("rematch\nzone Rome", Letters.TURNS, "Done: zone Rome"),
        ("rematch", Letters.NONE, "Done: rematch."),
    ],
)
def test_what_the_other_letter_does_not_tell_a_receipt_tells(
    club: Club, over: str, line: str, letters: Letters, told: str
) -> None:
    verdict(club, ANNA)
    with club.context.store.writing() as session:
        session.get_one(Player, player_of(club, BOB).id).letters = letters
    number = club.answer(club.last(BOB, ASKED), line)
    assert told in prose_of(club.last(BOB, f"[{over}]"))
    assert len(answers(club, number)) == 1


def answers(club: Club, number: int) -> list[str]:
    """List the subjects of the letters that answer a letter."""
    with club.context.store.reading() as session:
        return list(session.scalars(select(Outbox.subject).where(Outbox.inbox_id == number)))


def test_the_last_letter_offers_it_and_asking_twice_writes_once(club: Club, over: str) -> None:
    del over
    assert "rematch yes, another match like this one" in prose_of(club.last(ANNA))
    for _ in range(2):
        assert verdict(club, ANNA) == "done"
    assert len(club.letters(BOB, ASKED)) == 1


def test_one_match_has_one_rematch(club: Club, over: str) -> None:
    last = club.last(ANNA, "won" if club.letters(ANNA, "You have won") else "has won")
    for who in (ANNA, BOB):
        verdict(club, who)
    number = club.answer(last, "rematch")
    assert club.inbox(number).verdict == "refused: rematched"
    del over


def test_whoever_does_not_want_to_leaves_an_open_seat(club: Club, over: str) -> None:
    assert verdict(club, ANNA, "rematch open") == "done"
    again = club.match()
    assert again.code != over
    assert again.state is MatchState.INVITING
    with club.context.store.reading() as session:
        seats = session.merge(again).seats
        assert seats[0].player_id == player_of(club, ANNA).id
        assert [seat.guest for seat in seats[1:]] == [""]


def test_not_while_it_runs_and_not_after_two_weeks(club: Club) -> None:
    club.begin()
    assert verdict(club, ANNA) == "refused: not_over"
    club.answer(club.last(to_move(club)), "resign")
    club.pass_time(days=14)
    assert verdict(club, ANNA) == "refused: rematch_over"


def test_against_the_house_it_begins_at_once(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with house")
    club.answer(club.last(ANNA), "yes")
    before = club.match().code
    club.answer(club.last(ANNA), "resign")
    assert verdict(club, ANNA) == "done"
    assert club.match().code != before
    assert club.match().state is MatchState.RUNNING


def test_a_private_match_has_a_private_rematch_and_no_open_seat(club: Club) -> None:
    club.begin("private")
    club.answer(club.last(to_move(club)), "resign")
    over = club.match().code
    assert verdict(club, ANNA, "rematch open") == "refused: private_match"
    assert verdict(club, BOB) == "done"
    assert club.match().code == over, "a refused wish does not count as asking"
    assert verdict(club, ANNA) == "done"
    assert club.match().code != over
    assert club.match().private


def test_the_last_letter_lists_places_and_begins_another_match(club: Club, over: str) -> None:
    del over
    said = prose_of(club.last(ANNA))
    assert "Thank you for playing." in said
    assert "new egyptos with house" in said
    assert "/1 " in said
    count = len(club.letters(ANNA))
    assert verdict(club, ANNA, "new egyptos with house") == "done"
    assert len(club.letters(ANNA)) > count
