"""`hint`: what the strong house player would do, for whoever plays against the house alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import func, select, update

from adjudicator.engines.contract import Level
from adjudicator.services.job_queue import Job
from adjudicator.services.jobs.periodic_sweep import FORGOTTEN_AFTER, forgotten_rows
from adjudicator.services.matches.rows import hint_rows
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.thinking import Question, think
from adjudicator.store.tables import Hint
from testkit.club import ANNA, BOB, Club, prose_of, to_move

NEW = "new {game} with house house=easy"


@pytest.fixture
def asked(club: Club) -> list[Question]:
    """Note every question that the house player is asked."""
    questions = list[Question]()

    def noting(question: Question) -> tuple[str, ...]:
        questions.append(question)
        return think(question)

    club.context = replace(club.context, think=noting)
    return questions


def begin(club: Club, game: str = "egyptos") -> None:
    def letters() -> None:
        club.write(ANNA, club.context.addresses.service, NEW.format(game=game))
        club.answer(club.last(ANNA), "yes")

    club.play_beginning(("against the house", game), letters)


def verdict(club: Club, line: str, who: str = ANNA) -> str:
    return str(club.inbox(club.answer(club.last(who), line)).verdict)


@pytest.mark.parametrize("game", ["egyptos", "cheops", "pharao"])
def test_it_comes_in_a_letter_and_can_be_sent_back(club: Club, game: str) -> None:
    begin(club, game)
    assert "hint ask the strong house player what it would do" in prose_of(club.last(ANNA))
    assert verdict(club, "hint") == "done"
    assert "The hint comes in a letter of its own." in prose_of(club.letters(ANNA)[-2])
    letter = club.last(ANNA, "A hint: ")
    order = str(letter["Subject"]).partition("A hint: ")[2]
    told = f"In your place Imhotep, the strong house player, would answer with this line: {order} "
    assert told in prose_of(letter)
    before = club.match().entry_count
    assert str(club.inbox(club.answer(letter, order)).verdict) == "played"
    assert club.match().entry_count > before


def test_the_strong_one_thinks_about_one_step_whoever_is_the_opponent(club: Club, asked: list[Question]) -> None:
    begin(club)
    asked.clear()
    verdict(club, "hint")
    assert [(one.level, one.steps, one.position) for one in asked] == [(Level.STRONG, 1, club.match().position)]


def test_the_same_position_is_thought_about_once_and_told_again(club: Club, asked: list[Question]) -> None:
    begin(club)
    asked.clear()
    for _ in range(2):
        verdict(club, "hint")
    first, second = club.letters(ANNA, "A hint: ")
    assert first["Subject"] == second["Subject"]
    assert len(asked) == 1


def test_a_letter_with_a_move_gets_no_hint_about_the_position_that_has_passed(club: Club) -> None:
    begin(club)
    club.queue.enqueued.clear()
    club.drop(ANNA, str(club.last(ANNA)["Reply-To"]), "hint")
    job, row = club.queue.enqueued.pop()
    assert job is Job.JUDGE
    club.queue.enqueued = [(job, row)]
    with club.context.store.writing() as session:
        session.add(
            Hint(
                match_id=club.match().id, player_id=1, chain="f" * 64, turn=1, by_mail=True, asked_at=club.now, step=""
            )
        )
    club.work()
    with club.context.store.reading() as session:
        assert session.scalars(select(Hint.chain)).all() == [club.match().chain]


@pytest.mark.parametrize("line", ["", "house=strong"])
def test_with_people_at_the_table_there_is_none(club: Club, line: str) -> None:
    club.begin(line)
    mover = to_move(club)
    assert "ask the strong house player" not in prose_of(club.last(mover))
    assert verdict(club, "hint", mover) == "refused: hint_among_people"
    assert "unfair" in prose_of(club.last(mover))


def test_for_a_seat_that_a_person_has_left_it_is_refused_too(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new cheops with bob@bob.example house")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), "yes")
    club.answer(club.last(BOB), "resign")
    club.answer(club.last(BOB), "yes")
    assert verdict(club, "hint") in ("refused: hint_among_people", "refused: over", "refused: match_over")


def test_it_is_about_ones_own_turn(club: Club) -> None:
    begin(club)
    order = load_match(club.match()).orders[0]
    club.drop(ANNA, str(club.last(ANNA)["Reply-To"]), order)
    club.queue.enqueued = [one for one in club.queue.enqueued if one[0] is Job.JUDGE]
    number = club.drop(ANNA, str(club.last(ANNA)["Reply-To"]), "hint")
    jobs, club.queue.enqueued = club.queue.enqueued, []
    for job in jobs:
        club.queue.enqueued = [job]
        club.queue.broken = True
        club.work()
    assert str(club.inbox(number).verdict) == "refused: hint_other_turn"


def test_a_player_has_so_many_a_day(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hint_rows, "MOST_A_DAY", 1)
    begin(club)
    assert verdict(club, "hint") == "done"
    club.answer(club.last(ANNA), load_match(club.match()).orders[0])
    assert verdict(club, "hint") == "refused: hints_enough"
    club.pass_time(hours=24)
    assert verdict(club, "hint") == "done"


def test_a_hint_whose_job_was_lost_is_found_again(club: Club) -> None:
    begin(club)
    club.queue.enqueued.clear()
    verdict(club, "hint")
    with club.context.store.writing() as session:
        session.execute(update(Hint).values(step=""))
    late = club.now + FORGOTTEN_AFTER + timedelta(seconds=1)
    assert (Job.HOUSE, club.match().id) in forgotten_rows(club.context, late - FORGOTTEN_AFTER, late)


def test_the_end_of_the_match_tells_how_many_there_were(club: Club) -> None:
    begin(club)
    verdict(club, "hint")
    club.answer(club.last(ANNA), load_match(club.match()).orders[0])
    verdict(club, "hint")
    verdict(club, "resign")
    assert "The house player gave 2 hints in this match." in prose_of(club.last(ANNA, "won"))
    with club.context.store.reading() as session:
        assert session.scalar(select(func.count()).select_from(Hint)) == 2
