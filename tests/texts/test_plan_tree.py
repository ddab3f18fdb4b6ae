from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engines.registry import engines
from adjudicator.match.plans.line_reader import read_line
from adjudicator.match.plans.plan_line import PlanLine
from adjudicator.match.plans.wording import Writer, list_rows
from adjudicator.texts.facts.plan_facts import PlanRow
from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.texts.language.plan_examples import EXAMPLES
from adjudicator.texts.letters.letters import write_letter
from adjudicator.texts.letters.turn_kinds import RECEIPT
from adjudicator.texts.plans.plan_kinds import EXAMPLE_KINDS, KINDS
from adjudicator.texts.plans.plan_tree import draw_plan, word_rows
from testkit.cases import check_cases
from tests.match.plans.matches import LEXICON, match_of
from tests.texts.plan_samples import NEWS, PLANS

MATCHES = {game: match_of(f"{game}/1", 3 if game == "cheops" else 2) for game in EXAMPLES}


def test_a_plan_stands_in_columns_where_they_fit() -> None:
    rows = (PlanRow(number="1", when="N13", plays="L12"), PlanRow(number="1.1", when="", plays="M16", waits=True))
    assert draw_plan(rows, language_for("en"), "wide") == (
        "  1    if N13     then you play L12\n  1.1  otherwise  you play M16"
    )
    assert draw_plan(rows, language_for("en"), "linear") == (
        "1: if N13, then you play L12.\n1.1: otherwise, you play M16."
    )
    long = (replace(rows[0], when="Bob 2 A3 keep and market 15"), rows[1])
    assert draw_plan(long, language_for("en"), "narrow") == (
        "  1    if Bob 2 A3 keep and market 15\n       then you play L12\n  1.1  otherwise\n       you play M16"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plan_fits_every_layout(language: str) -> None:
    for layout, width in (("wide", 72), ("narrow", 40)):
        for plan in PLANS:
            lines = draw_plan(plan.rows, language_for(language), layout).splitlines()
            assert max(map(len, lines), default=0) <= width, lines


@pytest.mark.parametrize("game", EXAMPLES)
def test_a_row_of_the_first_level_can_be_sent_back(game: str) -> None:
    match = MATCHES[game]
    with check_cases() as case:
        for kind in ("if", "either", "fact", "named", "anyway", "otherwise"):
            for language in LANGUAGES:
                line = EXAMPLES[game].get(kind)
                if line is None:
                    continue
                plan = match.plan(0, line, confirmed=False)
                writer = Writer(match.game, match.names, 0, LEXICON, language)
                rows = [
                    PlanRow(number=row.number, when="" if row.node.when.is_last else row.when, plays=row.plays)
                    for row in list_rows(plan, writer)
                ]
                for branch, node in zip(word_rows(rows, language_for(language)), plan.nodes, strict=True):
                    drawn = f"{branch.number}  {branch.when}  {branch.plays}"
                    with case(language, drawn):
                        read = read_line(drawn, match.setting(0))
                        assert isinstance(read, PlanLine), read
                        ((ply,),) = read.branches
                        assert (ply.when, ply.choices, ply.anyway) == (node.when, node.choices, node.anyway)


def test_every_kind_of_example_fact_and_habit_has_words() -> None:
    kinds = [
        *(
            kind
            for one in engines().values()
            for name in ("fact_kinds", "habit_kinds")
            for kind in getattr(one, name, ())
        )
    ]
    assert {kind.key for kind in kinds} == set(KINDS)
    assert {kind for lines in EXAMPLES.values() for kind in lines} == set(EXAMPLE_KINDS)


def test_what_became_of_a_plan_is_told_once(sample_letters: dict[str, Any]) -> None:
    receipt = sample_letters["receipt, plan"]
    for told in (receipt, replace(receipt, plan=NEWS)):
        letter = write_letter(RECEIPT, language_for("en"), replace(told, answers=PLANS[2:3]))
        assert [text.count("The rest of the turn is yours") for text in (letter.text, letter.html)] == [1, 1]
