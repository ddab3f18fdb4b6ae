"""How strong the house player plays: chosen with the match, with a seat or with a rematch, and named everywhere."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import update

from adjudicator.engines.contract import Level
from adjudicator.match.course.verify import verify_published
from adjudicator.match.record.record import Record
from adjudicator.services.jobs.bot_turns import level_to_move
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.thinking import Question, think
from adjudicator.store.states import MatchState, SeatState
from adjudicator.store.tables import Match, Seat
from testkit.agreed_match import PEOPLE, agree
from testkit.club import ANNA, BOB, Club, prose_of, text_of
from testkit.seats_at_table import resign


def ask(club: Club, line: str) -> Match:
    club.write(ANNA, club.context.addresses.service, line)
    club.answer(club.last(ANNA), "yes")
    return club.match()


def levels(match: Match) -> list[Level | None]:
    return [seat.level for seat in match.seats]


def terms(club: Club, match: Match) -> dict[str, str | int]:
    with club.context.store.reading() as session:
        record = record_of(session.get_one(Match, match.id), club.now)
        assert not list(verify_published(record))
        assert isinstance(record, Record)
        return {key: value for key, value in record.header.terms.items() if key.startswith("house")}


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("new egyptos with house", Level.EASY),
        ("new egyptos with house house=fair", Level.FAIR),
        ("new egyptos with house level=hard", Level.STRONG),
        ("new egyptos with Imhotep", Level.STRONG),
        ("new egyptos with Nefer house=fair", Level.FAIR),
        ("neu egyptos mit Haus Haus=leicht", Level.EASY),
        ("nouveau egyptos avec maison niveau=moyen", Level.FAIR),
        ("nuovo egyptos con casa casa=forte", Level.STRONG),
        ("nieuw egyptos met huis huis=gemiddeld", Level.FAIR),
        ("new egyptos with house, level hard", Level.STRONG),
        ("new egyptos against the house at level difficult days=3", Level.STRONG),
        ("new egyptos with house, easy", Level.EASY),
        ("neu egyptos mit Haus, schwer", Level.STRONG),
        ("neu egyptos mit dem Haus auf Stufe mittel", Level.FAIR),
        ("nouveau egyptos avec maison, niveau difficile", Level.STRONG),
        ("nouveau egyptos avec maison au niveau facile", Level.EASY),
        ("nuovo egyptos contro la casa, livello difficile", Level.STRONG),
        ("nuovo egyptos con casa al livello medio", Level.FAIR),
        ("nieuw egyptos met huis, niveau moeilijk", Level.STRONG),
        ("nieuw egyptos met huis op niveau makkelijk", Level.EASY),
    ],
)
def test_it_is_chosen_with_the_match_or_easy(club: Club, line: str, level: Level) -> None:
    match = ask(club, line)
    assert (match.state, levels(match)) == (MatchState.RUNNING, [None, level])
    assert terms(club, match) == {"house": level}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("new egyptos with house house=brilliant", "house=easy"),
        ("new egyptos with house, level brilliant", "new egyptos with house house=strong"),
        ("nuovo egyptos con casa livello 7", "new egyptos with house house=strong"),
        ("new egyptos with house easy hard", "Name one level"),
        ("new egyptos with house hard house=easy", "Name one level"),
        ("new egyptos with Ani house=strong", "Name one level"),
        ("new cheops with Ani Imhotep", "Name one level"),
    ],
)
def test_an_unknown_level_or_two_of_them_are_refused(club: Club, line: str, told: str) -> None:
    code = ask(club, "new egyptos with house").code
    number = club.answer(club.last(ANNA), line)
    assert str(club.inbox(number).verdict).startswith("refused: bad_")
    assert told in prose_of(club.last(ANNA))
    assert club.match().code == code


def test_the_question_before_a_match_and_its_first_letter_say_who_that_is(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with house house=strong")
    assert "Imhotep is the house player, at its strong level." in prose_of(club.last(ANNA))
    club.answer(club.last(ANNA), "yes")
    started = club.letters(ANNA, "begins")[-1]
    assert "Players: Anna" in text_of(started)
    assert "Imhotep is the house player, at its strong level." in prose_of(started)
    assert "House" not in prose_of(started)


def test_among_people_it_is_fair_unless_a_seat_is_given_to_another_one(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new cheops with house bob@bob.example open")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), "yes")
    club.answer(club.last(ANNA), "seat house strong")
    match = club.match()
    assert sorted(filter(None, levels(match))) == [Level.FAIR, Level.STRONG]
    assert any("Imhotep is the house player, at its strong level." in prose_of(one) for one in club.letters(ANNA))
    strong = levels(match).index(Level.STRONG)
    assert terms(club, match) == {"house": "fair", f"house_{strong}": "strong"}


def test_a_seat_takes_the_level_of_its_match_and_another_word_is_refused_with_what_is_right(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with open house=easy")
    club.answer(club.last(ANNA), "yes")
    number = club.answer(club.last(ANNA), "seat house brilliant")
    assert "refused" in str(club.inbox(number).verdict)
    assert "seat house easy" in prose_of(club.last(ANNA))
    assert club.match().seats[1].state is SeatState.INVITED
    club.answer(club.last(ANNA), "seat house")
    assert levels(club.match()) == [None, Level.EASY]


def test_a_rematch_is_played_at_the_same_level_or_at_another_one(club: Club) -> None:
    for line, level in (("rematch", Level.FAIR), ("rematch house=strong", Level.STRONG), ("rematch easy", Level.EASY)):
        ask(club, "new egyptos with house house=fair")
        club.answer(club.last(ANNA), "resign")
        club.answer(club.last(ANNA), line)
        match = club.match()
        assert (match.state, [one for one in levels(match) if one]) == (MatchState.RUNNING, [level])
        assert terms(club, match) == {"house": level}
        club.answer(club.last(ANNA), "resign")


def test_a_level_for_a_rematch_without_the_house_is_refused(club: Club) -> None:
    club.begin()
    club.answer(club.last(ANNA), "resign")
    assert club.inbox(club.answer(club.last(ANNA), "rematch strong")).verdict == "refused: no_house_seat"


def test_for_who_has_left_the_fair_one_plays_and_the_match_says_house(club: Club) -> None:
    agree(club, "cheops", PEOPLE[:3], "house=strong")
    first = club.match().to_move or 0
    resign(club, PEOPLE[first])
    with club.context.store.reading() as session:
        match = session.get_one(Match, club.match().id)
        match.to_move = first
        assert level_to_move(match) is Level.FAIR
    reader = PEOPLE[(first + 1) % 3]
    assert any("(House)" in text_of(letter) for letter in club.letters(reader))


def test_the_archive_finds_it_by_its_name_and_as_the_house(club: Club) -> None:
    ask(club, "new egyptos with house house=strong")
    code = club.match().code
    club.answer(club.last(ANNA), "resign")
    for words in ("Anna house", "Anna Haus", "imhotep"):
        club.answer(club.last(ANNA), f"archive {words}")
        assert code in text_of(club.last(ANNA)).partition("> ")[0], words
    club.answer(club.last(ANNA), "archive nefer")
    assert f"{code} Egyptos" not in text_of(club.last(ANNA)).partition("> ")[0]


def test_who_has_lost_is_offered_the_same_level_again(club: Club) -> None:
    ask(club, "new egyptos with house house=strong")
    club.answer(club.last(ANNA), "resign")
    assert "new egyptos with house house=strong begin a match against the house player" in prose_of(
        club.last(ANNA, "won")
    )


def test_the_turn_is_thought_about_at_the_level_of_its_seat(club: Club) -> None:
    questions = list[Question]()

    def noting(question: Question) -> tuple[str, ...]:
        questions.append(question)
        return think(question)

    club.context = replace(club.context, think=noting)
    match = ask(club, "new egyptos with house house=strong")
    club.answer(club.last(ANNA), load_match(match).orders[0])
    assert {question.level for question in questions} == {Level.STRONG}
    with club.context.store.writing() as session:
        session.execute(update(Seat).values(level=None))
    club.answer(club.last(ANNA), load_match(club.match()).orders[0])
    assert questions[-1].level is Level.FAIR
