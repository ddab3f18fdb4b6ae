"""The rules and options of Das Gold des Pharao, as people read them."""

from __future__ import annotations

import re

import pytest

from adjudicator.engines.pharao import ENGINE
from adjudicator.texts.formats.plain_text import split_blocks
from adjudicator.texts.games.option_labels import OptionLabels
from adjudicator.texts.games.rulebook import render_rulebook
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.engines.pharao import parse_text, play
from tests.engines.pharao.test_orders import table

ENGLISH = language_for("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_headings_prose_and_examples(language: str) -> None:
    kinds = [kind for kind, _ in split_blocks(render_rulebook("pharao", language_for(language)))]
    assert kinds[0] == "heading"
    assert kinds.count("heading") >= 10
    assert kinds.count("drawing") >= 1
    assert kinds.count("prose") > 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_name_every_option_with_a_value_that_is_not_the_usual_one(language: str) -> None:
    named = dict(
        re.findall(r"^([a-z_]+)=([a-z_0-9]+)\s?:", render_rulebook("pharao", language_for(language)), re.MULTILINE)
    )
    assert set(named) == {option.key for option in ENGINE.rules.options}
    for option in ENGINE.rules.options:
        assert option.read(named[option.key]) != option.default or option.key == "tiles"


def test_the_rules_say_that_the_cards_are_a_reconstruction() -> None:
    assert "reconstruction" in render_rulebook("pharao", ENGLISH)


def test_every_order_in_the_rules_is_read() -> None:
    flipped = play(table(), "flip B3")
    examples = {
        "A C2": table(), "P C1": table(), "flip B3": table(), "turn NE": flipped, "rotate C1 NE": table(),
        "lamp": table(), "unlamp": table("A:B2 P:B1 *B1"), "take 2": table(), "take bust": table(),
        "drop": table("A:B2+3 P:B1"), "steal blue": table(), "end": table(),
    }  # fmt: skip
    listed = re.findall(r"^  (\S.*?)  ", render_rulebook("pharao", ENGLISH), re.MULTILINE)
    assert {order.split()[0] for order in examples} == {order.split()[0] for order in listed} - {"?"}
    for order, position in examples.items():
        assert parse_text(position, order)[0] == order
    assert ENGINE.parse(table(), "flip B3 NEW").rest == "NEW"
    assert parse_text(table(), "rotate C1 90")[0] == "rotate C1 NE"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_words(language: str) -> None:
    words = OptionLabels(ENGINE.rules, language_for(language))
    for option in ENGINE.rules.options:
        assert words.label(option.key) != option.key
        for value in option.values:
            assert words.value(option.key, value) != value


def test_what_is_not_picked_is_as_usual_where_there_is_nothing_to_choose_above() -> None:
    words = OptionLabels(ENGINE.rules, ENGLISH)
    assert words.choices(ENGINE.rules.options[0])[0] == ("", "as usual")


def test_a_hosts_own_components_are_called_by_their_file() -> None:
    words = OptionLabels(ENGINE.rules, ENGLISH)
    assert "own.toml" in words.value("tiles", f"own.toml@sha256:{'0' * 64}")
