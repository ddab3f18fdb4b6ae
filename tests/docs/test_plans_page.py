"""The examples of the players' page on plans are read as what the page says."""

from __future__ import annotations

import pytest

from adjudicator.mail.commands.lines import command_lines
from adjudicator.match.plans.habits import habits_of
from adjudicator.match.plans.line_reader import read_line
from adjudicator.match.plans.plan import MOST_ANSWERS, MOST_NODES
from adjudicator.match.plans.plan_line import PlanLine
from adjudicator.match.plans.wording import Writer, list_rows
from adjudicator.texts.facts.plan_facts import PlanRow
from adjudicator.texts.language.language import language_for
from adjudicator.texts.plans.plan_tree import draw_plan
from testkit.doc_snippets import PLAYERS, blocks
from tests.match.plans.matches import LEXICON, match_of

PAGE = "plans.md"
MATCHES = {
    "In Egyptos": match_of("egyptos/1"),
    "In Cheops": match_of("cheops/1", 3),
    "In Das Gold des Pharao": match_of("pharao/1"),
    "Whatever happens": match_of("egyptos/1"),
}


@pytest.mark.parametrize("heading", MATCHES)
def test_each_example_is_a_plan(heading: str) -> None:
    (block,) = blocks(PAGE, heading, PLAYERS)
    setting = MATCHES[heading].setting(0)
    assert [line for line in block.splitlines() if not isinstance(read_line(line, setting), PlanLine)] == []


def test_the_short_form_is_the_long_one() -> None:
    (block,) = blocks(PAGE, "In Egyptos", PLAYERS)
    _, long, short, *_ = (read_line(line, MATCHES["In Egyptos"].setting(0)) for line in block.splitlines())
    assert isinstance(long, PlanLine)
    assert isinstance(short, PlanLine)
    assert long.branches == short.branches


def test_the_tree_is_the_one_that_is_shown() -> None:
    lines, shown, commands = blocks(PAGE, "What we check, and what we show", PLAYERS)
    match = MATCHES["In Egyptos"]
    writer = Writer(match.game, match.names, 0, LEXICON, "en")
    rows = list_rows(match.plan(0, *lines.splitlines()), writer)
    told = [PlanRow(number=row.number, when=row.when, plays=row.plays) for row in rows]
    assert draw_plan(told, language_for("en"), "wide") == shown.rstrip("\n")
    assert all(command_lines.read_line(line, "match") for line in commands.splitlines())


def test_each_habit_is_one() -> None:
    cheops, pharao = blocks(PAGE, "Habits", PLAYERS)
    for block, match in ((cheops, MATCHES["In Cheops"]), (pharao, MATCHES["In Das Gold des Pharao"])):
        engine = habits_of(match.game)
        assert engine is not None
        for line in block.splitlines():
            given = command_lines.read_line(line, "match")
            assert given is not None, line
            assert (given.command.name, bool(engine.read_habit(given.argument))) == ("habit", True), line


def test_the_bounds_are_those_of_the_code() -> None:
    assert f"at most {MOST_NODES} answers, and a line at most {MOST_ANSWERS}." in (PLAYERS / PAGE).read_text()
