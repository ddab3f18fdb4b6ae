"""The house player of a game that looks back is told how the latest turns began, as they stand after an undo."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import structs

from adjudicator.engines.contract import Level
from adjudicator.engines.pharao.position.position import Position
from adjudicator.services.jobs.house_questions import make_question
from adjudicator.services.matches.positions.past_positions import turn_beginnings
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.thinking import Question, think
from testkit.agreed_match import agree
from testkit.club import ANNA, BOB, Club, other, to_move
from testkit.pharao_match import table_of

QUIET = 4


def question(club: Club) -> Question:
    with club.context.store.reading() as session:
        match = session.merge(club.match())
        return make_question(club.context, load_match(match), Level.EASY)


def test_it_reads_each_beginning_since_something_happened_and_answers(club: Club) -> None:
    agree(club, "pharao", (ANNA, BOB))
    began: list[Any] = [table_of(club)]
    for _ in range(QUIET):
        assert (question(club).past != ()) == (began[-1].quiet >= 3)
        club.answer(club.last(to_move(club)), "end")
        began.append(table_of(club))
    asked = question(club)
    assert [msgspec.json.decode(one, type=Position) for one in asked.past] == began
    assert [position.quiet for position in began] == list(range(QUIET + 1))
    assert think(structs.replace(asked, seconds=0.001))


def test_what_was_taken_back_is_no_turn(club: Club) -> None:
    agree(club, "pharao", (ANNA, BOB))
    first = to_move(club)
    began: list[Any] = [table_of(club)]
    club.answer(club.last(first), "end")
    began.append(table_of(club))
    second = other(first)
    for line in ("lamp", "undo", "lamp"):
        club.answer(club.last(second), line)
    with club.context.store.reading() as session:
        match = session.merge(club.match())
        assert [row.step for row in match.entries] == ["end", "lamp", "", "lamp"]
        assert [turn_beginnings(match, count) for count in (9, 1, 0)] == [began, began[-1:], []]
