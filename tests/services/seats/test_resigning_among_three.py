"""A player who leaves a match of three or more does not end it: the house player plays on (case f16)."""

from __future__ import annotations

import pytest

from adjudicator.match.course.verify import verify_published
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from testkit.agreed_match import PEOPLE, agree
from testkit.automatic_mail import sweep
from testkit.club import ANNA, BOB, Club, address_of, prose_of, want_all_letters
from testkit.seats_at_table import resign, seat_of

THREE = PEOPLE[:3]


def begin(club: Club) -> tuple[str, str, str]:
    """Begin a match of three; return the one who is to move, and the two behind."""
    agree(club, "cheops", THREE, "days=2 grace=0 absence=0 late=claim")
    want_all_letters(club)
    seat = club.match().to_move
    assert seat is not None
    return THREE[seat], THREE[(seat + 1) % 3], THREE[(seat + 2) % 3]


def faults_of(club: Club) -> list[str]:
    with club.context.store.reading() as session:
        return [str(one) for one in verify_published(record_of(session.get_one(Match, club.match().id), club.now))]


@pytest.mark.parametrize("whose", ["to move", "not to move"])
def test_the_others_play_on_and_are_informed_at_once(club: Club, whose: str) -> None:
    mover, second, third = begin(club)
    leaver, stays = (mover, second) if whose == "to move" else (second, mover)
    counts = {person: len(club.letters(person)) for person in THREE}
    resign(club, leaver)
    match = club.match()
    assert (match.state, match.end) == (MatchState.RUNNING, None)
    assert match.seats[seat_of(club, leaver)].vacant_at == club.now
    assert len(club.letters(leaver)) == counts[leaver] + 2, "the question and what came of it"
    said = prose_of(club.last(leaver))
    assert "The others play on, and you get the result at the end. The house player plays on for this seat." in said
    assert f'The line "takeover {match.code}" brings you back as long as nobody has taken your seat.' in said
    assert ("'s turn, until" in said) == (whose == "not to move")
    assert "your turn" not in said
    for person in (stays, third):
        told = club.letters(person)[counts[person]]
        assert "resigned, the house player plays on" in str(told["Subject"])
        assert (" turn, until" in prose_of(told)) == (whose == "not to move")
    if whose == "to move":
        assert match.to_move == seat_of(club, second), "the house has played"
        assert match.due_at is not None
    else:
        assert match.to_move == seat_of(club, mover)
    assert faults_of(club) == []


def test_a_yes_to_resigning_that_comes_after_the_end_is_refused(club: Club) -> None:
    mover, second, third = begin(club)
    club.answer(club.last(third), "resign")
    question = club.last(third)
    resign(club, mover)
    resign(club, second)
    club.answer(club.last(third), "resign")  # alone at the table: it ends at once
    assert club.match().state is MatchState.FINISHED
    before = club.match().entry_count
    assert club.inbox(club.answer(question, "yes")).verdict == "refused: match_over"
    assert club.match().entry_count == before
    assert faults_of(club) == []


def test_the_house_plays_every_turn_of_the_seat_and_its_player_hears_only_the_end(club: Club) -> None:
    mover, second, third = begin(club)
    resign(club, second)
    count = len(club.letters(second))
    while club.match().to_move == seat_of(club, mover):
        club.write(mover, address_of(club.last(mover)["Reply-To"]), load_match(club.match()).orders[-1])
    assert club.match().to_move == seat_of(club, third)
    assert len(club.letters(second)) == count
    assert faults_of(club) == []


@pytest.mark.parametrize("line", ["resign", "claim", "grant 3", "press Hello", "draw 1", "board"])
def test_a_player_who_resigned_decides_nothing_and_is_told_so(club: Club, line: str) -> None:
    _, second, third = begin(club)
    letter = club.last(second)
    resign(club, second)
    before = club.match().entry_count, len(club.letters(third))
    assert club.inbox(club.answer(letter, line)).verdict == "refused: resigned"
    assert "You resigned match" in prose_of(club.last(second))
    assert (club.match().entry_count, len(club.letters(third))) == before


def test_when_the_last_person_leaves_the_match_ends_and_its_record_is_good(club: Club) -> None:
    mover, second, third = begin(club)
    for person in (second, third):
        resign(club, person)
    club.answer(club.last(mover), "resign")
    match = club.match()
    assert match.state is MatchState.FINISHED
    assert match.end is not None
    assert (match.end.kind, match.end.places) == ("resigned", (1, 1, 1)), "all left in the same turn"
    assert faults_of(club) == []


def test_the_only_person_at_a_table_of_three_still_ends_the_match(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new cheops with house house")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(ANNA), "resign")
    match = club.match()
    assert match.end is not None
    assert (match.state, match.end.kind) == (MatchState.FINISHED, "resigned")


@pytest.mark.parametrize("claimer", [1, 2])
def test_a_claim_among_three_lets_the_house_play_one_turn_and_ends_nothing(club: Club, claimer: int) -> None:
    people = begin(club)
    late = people[0]
    club.pass_time(days=2, hours=1)
    sweep(club)
    assert "let the house player play" in prose_of(club.last(people[claimer]))
    club.answer(club.last(people[claimer]), "claim")
    match = club.match()
    assert (match.state, match.to_move) == (MatchState.RUNNING, seat_of(club, people[1]))
    assert any("plays this turn for you" in str(letter["Subject"]) for letter in club.letters(late))
    assert match.seats[seat_of(club, late)].vacant_at is None
    assert faults_of(club) == []


def test_two_still_end_their_match(club: Club) -> None:
    club.begin("days=2 grace=0 absence=0 late=claim")
    club.answer(club.last(BOB), "resign")
    assert club.match().state is MatchState.FINISHED
    assert "The match is over; another letter tells the result." in prose_of(club.last(BOB, "You resigned"))
