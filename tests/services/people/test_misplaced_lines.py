"""Moves and commands of a match that come to the service: the answer says where they count, and nothing is played."""

from __future__ import annotations

import pytest

from adjudicator.services.host import deeds
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.agreed_match import PEOPLE, agree, steps
from testkit.cases import check_cases
from testkit.club import Club, prose_of
from testkit.letter_table import mover, seat_people, waiting

TO_ALL = "You have answered the host's letter to all, which belongs to no match."
WHERE = "Moves and commands count in an answer to the newest letter of their match."
IN_NONE = "You are to move in no match now."
MOVES = {"egyptos": "L13", "cheops": "1 A1 keep; draw 1", "pharao": "A C5"}


def write_to_all(club: Club) -> None:
    with unit_of_work(club.context, club.now) as work:
        deeds.broadcast(work, "We move house on Sunday.")
    club.work()


def said(sentence: str, language: str) -> str:
    return " ".join(language_for(language).gettext(sentence).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "move"), MOVES.items())
def test_a_move_in_answer_to_the_hosts_letter_is_told_where_it_counts(
    club: Club, game: str, move: str, language: str
) -> None:
    seat_people(club, language, "wide")
    agree(club, game, PEOPLE[:2])
    person, before = mover(club), steps(club)
    write_to_all(club)
    club.answer(club.last(person), move)
    answer = prose_of(club.last(person))
    assert steps(club) == before
    assert said(TO_ALL, language) in answer
    assert said(WHERE, language) in answer
    assert f"{club.match().code} (" in answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_matches_are_named_in_which_the_writer_is_to_move_and_no_other(club: Club, language: str) -> None:
    seat_people(club, language, "wide")
    codes: dict[str, list[str]] = {person: [] for person in PEOPLE[:2]}
    for _ in range(2):
        agree(club, "egyptos", PEOPLE[:2])
        codes[mover(club)].append(f"{club.match().code} (Egyptos)")
    write_to_all(club)
    for person, mine in codes.items():
        club.answer(club.last(person), "L13")
        answer = prose_of(club.last(person))
        if mine:
            form = language_for(language).ngettext(
                "You are to move in this match: %(matches)s.",
                "You are to move in these matches: %(matches)s.",
                len(mine),
            )
            assert " ".join((form % {"matches": ", ".join(reversed(mine))}).split()) in answer
        else:
            assert said(IN_NONE, language) in answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_letter_with_a_line_of_a_match_is_told_so_too(club: Club, language: str) -> None:
    seat_people(club, language, "wide")
    agree(club, "egyptos", PEOPLE[:2])
    person, before = mover(club), steps(club)
    with check_cases() as case:
        for line in ("L13", "{code} L13", "[{code}] L13", "{code}: L13", "resign", "press Good luck!"):
            club.pass_time(hours=1)  # else there are too many answers in an hour
            told = len(club.letters(person))
            club.write(person, club.context.addresses.service, line.format(code=club.match().code))
            [letter] = club.letters(person)[told:]
            with case(line):
                assert steps(club) == before
                assert said(WHERE, language) in prose_of(letter)
                assert said(TO_ALL, language) not in prose_of(letter)


def test_who_waits_is_told_that_they_are_to_move_nowhere(club: Club) -> None:
    club.begin()
    person = waiting(club)
    write_to_all(club)
    club.answer(club.last(person), "L13")
    assert IN_NONE in prose_of(club.last(person))


def test_thanks_to_the_host_are_told_where_they_went(club: Club) -> None:
    club.begin()
    person = mover(club)
    write_to_all(club)
    club.answer(club.last(person), "Thank you, that is kind!")
    assert TO_ALL in prose_of(club.last(person))


def test_commands_to_the_service_are_carried_out_in_answer_to_the_host(club: Club) -> None:
    club.begin()
    person = mover(club)
    write_to_all(club)
    club.answer(club.last(person), "list")
    answer = prose_of(club.last(person))
    assert club.match().code in answer
    assert TO_ALL not in answer


def test_a_stranger_learns_nothing_of_matches(club: Club) -> None:
    club.begin()
    club.write("Zoe <zoe@zoe.example>", club.context.addresses.service, "L13")
    assert WHERE not in prose_of(club.last("Zoe <zoe@zoe.example>"))
