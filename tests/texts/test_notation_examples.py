"""The orders that the rules give as examples are those that letters offer, in each language."""

from __future__ import annotations

import pytest

from adjudicator.engines import cheops, pharao
from adjudicator.texts.games.rulebook import render_rulebook
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.engines.pharao import play
from tests.engines.pharao.test_orders import table

CHEOPS = (
    "2 A3 sell", "2 A3 keep", "V A3 sell", "draw 1", "end", "under R", "over R3", "remove 5", "pay", "hold",
    "law10 R", "law11 2 A7 keep", "law12 A3 B2", "law12 R B2", "joker R",
)  # fmt: skip
PHARAO = (
    "flip C4", "turn NE", "rotate C4 NE", "lamp", "unlamp", "take 3", "take bust", "drop", "steal red", "end",
)  # fmt: skip


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_examples_of_the_rules_are_written_in_the_readers_language(code: str) -> None:
    language = language_for(code)
    assert language.gettext("discard") == cheops.ENGINE.translate("discard", code)
    for order in CHEOPS:
        assert language.gettext(order) == cheops.ENGINE.translate(order, code)
        assert f"  {language.gettext(order)}  " in render_rulebook("cheops", language)
    for order in PHARAO:
        assert language.gettext(order) == pharao.ENGINE.translate(order, code)
        assert f"  {language.gettext(order)}  " in render_rulebook("pharao", language)


@pytest.mark.parametrize("code", LANGUAGES)
def test_examples_of_more_than_one_step_mean_the_same_in_each_language(code: str) -> None:
    language, here = language_for(code), table()
    for english, at in (("rotate C4 90", "C1"), ("flip C4 NE", "B3")):
        said = language.gettext(english)
        assert play(here, said.replace("C4", at)) == play(here, english.replace("C4", at))
        assert f"  {said}  " in render_rulebook("pharao", language)
