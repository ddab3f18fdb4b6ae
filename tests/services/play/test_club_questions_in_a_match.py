"""Commands of the service work in an answer to a letter of a match: list, games, rules, new and join."""

import pytest
from sqlalchemy import select

from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from testkit.club import ANNA, BOB, Club, offered, prose_of, text_of, to_move

CARLA = "Carla <carla@carla.example>"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("list", "Your matches"),
        ("Partien", "Your matches"),
        ("games", "Cheops"),
        ("rules", "Egyptos"),
        ("rules cheops", "Cheops"),
    ],
)
def test_a_question_to_the_service_is_answered_in_a_match(club: Club, line: str, said: str) -> None:
    club.begin()
    club.answer(club.last(ANNA), line)
    answer = club.last(ANNA)
    assert said in text_of(answer)
    assert "Not played" not in text_of(answer)


def test_a_question_beside_a_move_undoes_nothing(club: Club) -> None:
    turn, mover = club.begin().turn, to_move(club)
    step = offered(club.last(mover))[0]
    club.answer(club.last(mover), f"{step}\nlist")
    assert club.match().turn == turn + 1
    assert "Your matches" in text_of(club.last(mover))


def test_unknown_rules_are_refused_with_what_is_right(club: Club) -> None:
    club.begin()
    club.answer(club.last(ANNA), "rules cheop")
    assert "rules cheops" in text_of(club.last(ANNA))


def test_a_new_match_is_opened_without_a_question(club: Club) -> None:
    first = club.begin()
    club.answer(club.last(ANNA), "new egyptos with carla@carla.example days=3")
    second = club.match()
    assert second.code != first.code
    assert second.state is MatchState.INVITING
    assert f"Match {second.code} is open" in prose_of(club.last(ANNA, first.code))
    assert club.letters(CARLA)


def test_two_new_matches_of_a_letter_have_seeds_of_their_own(club: Club) -> None:
    club.begin()
    club.answer(club.last(ANNA), "new egyptos with house\nnew egyptos with house")
    assert club.match().state is MatchState.RUNNING
    with club.context.store.reading() as session:
        seeds = session.scalars(select(Match.seed).order_by(Match.id.desc()).limit(2)).all()
    assert len(set(seeds)) == 2


def test_a_new_match_is_refused_as_in_a_letter_to_the_service(club: Club) -> None:
    match = club.begin()
    club.answer(club.last(ANNA), "new egyptos with anna@anna.example")
    assert club.match().code == match.code
    assert "Not played: new egyptos" in prose_of(club.last(ANNA))


def test_a_seat_at_another_match_is_taken_at_once(club: Club) -> None:
    club.begin()
    club.write(CARLA, club.context.addresses.service, "new egyptos with open")
    club.answer(club.last(CARLA), "yes")
    code = club.match().code
    club.answer(club.last(BOB), f"join {code}")
    assert club.match().state is MatchState.RUNNING
    assert any(f"You have a seat at match {code}" in prose_of(letter) for letter in club.letters(BOB))
    assert club.letters(BOB, code)


@pytest.mark.parametrize("line", ["join K7Q2", "new egyptos with house"])
def test_an_older_letter_opens_and_joins_nothing(club: Club, line: str) -> None:
    match = club.begin()
    mover = to_move(club)
    old = club.last(mover)
    for _ in range(2):
        now = to_move(club)
        club.answer(club.last(now), offered(club.last(now))[0])
    club.answer(old, line)
    assert club.match().code == match.code
    assert "Not played" in prose_of(club.last(mover))


@pytest.mark.parametrize("line", ["New plan: I go north today", "Nieuw idee van mij vandaag", "join us for a beer"])
def test_chatter_that_begins_like_a_command_is_none(club: Club, line: str) -> None:
    turn, mover = club.begin().turn, to_move(club)
    step = offered(club.last(mover))[0]
    club.answer(club.last(mover), f"{step}\n{line}")
    assert club.match().turn == turn + 1
    assert "Not played" not in text_of(club.last(mover))


def test_rules_of_no_game_list_the_games(club: Club) -> None:
    club.write(CARLA, club.context.addresses.service, "rules")
    listed = prose_of(club.last(CARLA))
    assert "cheops: Cheops, for 2 to 5 players" in listed
    assert 'To read how a game is played, write for example "rules cheops".' in listed
