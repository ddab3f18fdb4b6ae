"""In the linear layout the text of a letter is folded, and its HTML leaves that to the reader's window."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

from adjudicator.engines.registry import newest_engine
from adjudicator.engines.suite.cases import Case
from adjudicator.engines.suite.walks import random_walk
from adjudicator.texts.games.boards import WIDTH, draw_board
from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.texts.letters import turn_kinds
from adjudicator.texts.letters.letter_kinds import LETTERS
from adjudicator.texts.letters.letters import write_letter
from testkit.cases import check_cases
from tests.texts.conftest import SAMPLES, lay_out

NAMES = ("Anna", "Ben-Ole von der Weide", "Carla", "Dirk", "Eva")


@pytest.mark.parametrize("game", ["egyptos", "cheops", "pharao"])
def test_each_sentence_of_the_board_is_one_line_of_html_and_the_text_is_as_if_it_had_been_folded(game: str) -> None:
    engine = newest_engine(game)
    seats = engine.rules.seats[-1]
    walk, told, long = (
        random_walk(Case(engine, "as it is", (), seats, usual=True), 1),
        lay_out("your_turn", "linear"),
        0,
    )
    assert isinstance(told, turn_kinds.Turn)
    with check_cases() as case:
        for number, at in enumerate((0, 5, len(walk.positions) // 2, len(walk.positions) - 1)):
            code = LANGUAGES[number % len(LANGUAGES)]
            language, view = language_for(code), engine.view(walk.positions[at], 0)
            folded, whole = (
                draw_board(view, "linear", language, names=NAMES[:seats], folded=folded) for folded in (True, False)
            )
            letters = [
                write_letter(turn_kinds.YOUR_TURN, language, replace(told, board=board)) for board in (folded, whole)
            ]
            with case(f"{code}, position {at}"):
                assert max(map(len, folded.splitlines())) <= WIDTH
                assert letters[0].text == letters[1].text
                html = unescape(letters[1].html)
                assert [line for line in whole.splitlines() if line not in html] == []
            long += sum(len(line) > WIDTH for line in whole.splitlines())
    assert long > 4


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_no_line_of_signs_is_read_aloud(name: str) -> None:
    """A heading is underlined for the eye alone: a screen reader says "equals" thirty times."""
    kind = LETTERS[name.partition(",")[0]]
    wide, linear = (write_letter(kind, language_for("en"), lay_out(name, layout)) for layout in ("wide", "linear"))
    signs = re.compile(r"(?m)^\s*([^\w\s])\1{2,}\s*$")
    assert signs.findall(linear.text) == []
    headings = re.findall(r"(?m)^(\S.*)\n={3,}$", wide.text)
    assert [heading for heading in headings if f"{heading}\n" not in linear.text] == []
