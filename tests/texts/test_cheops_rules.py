"""The rules and options of Cheops, as people read them."""

from __future__ import annotations

import re

import pytest

from adjudicator.engines.cheops import ENGINE
from adjudicator.mail.commands.arguments.new_match import read_new_match
from adjudicator.mail.commands.lines.translation import translate_option
from adjudicator.mail.commands.words.match_words import OPTIONS
from adjudicator.texts.formats.plain_text import split_blocks
from adjudicator.texts.games.option_labels import OptionLabels
from adjudicator.texts.games.rulebook import render_rulebook
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.engines.cheops import begin, drawn, taking
from tests.texts.test_cheops_refusals import HELD, JOKER

ENGLISH = language_for("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_headings_prose_and_examples(language: str) -> None:
    kinds = [kind for kind, _ in split_blocks(render_rulebook("cheops", language_for(language)))]
    assert kinds[0] == "heading"
    assert kinds.count("heading") >= 8
    assert kinds.count("drawing") >= 2
    assert kinds.count("prose") > 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_name_every_option_and_every_preset(language: str) -> None:
    text = render_rulebook("cheops", language_for(language))
    named = dict(re.findall(r"^([a-z_0-9]+)=([a-z_0-9]+)\s?:", text, re.MULTILINE))
    assert {*named} - {OPTIONS.word("preset", language)} == {option.key for option in ENGINE.rules.options}
    for option in ENGINE.rules.options:
        assert option.admits(named[option.key])
        assert named[option.key] != option.default or option.key == "tables"
    for preset in ENGINE.rules.presets:
        written = translate_option(f"preset={preset}", language)
        assert written in text
        assert read_new_match(f"cheops with house {written}").options == {"preset": preset}


def test_the_rules_say_that_the_price_tables_are_a_reconstruction() -> None:
    assert "reconstruction" in render_rulebook("cheops", ENGLISH)


def test_every_order_in_the_rules_is_read() -> None:
    examples = {
        "2 A3 sell": begin(), "2 A3 keep": begin(), "2 C3": drawn("A . . 1 3 4\nB . . 4 1"),
        "V A3 sell": drawn(cash=(20, 0)), "under R": taking(4), "over R3": taking(7),
        "remove 5": taking(8, under={"R": 5}), "pay": taking(9, cash=(25, 0)), "hold": taking(10), "law10 R": HELD,
        "law11 2 A7 keep": drawn(held=((11,), ())), "law12 A3 B2": HELD,
        "law12 R B2": drawn("B . G", kept=("R", ""), held=((12,), ())), "draw 1": HELD,
        "end": HELD, "joker R": JOKER,
    }  # fmt: skip
    text = render_rulebook("cheops", ENGLISH)
    for order, position in examples.items():
        assert re.search(rf"^  {order}  ", text, re.MULTILINE)
        assert ENGINE.format(ENGINE.parse(position, order).step) == order


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_preset_has_words(language: str) -> None:
    words = OptionLabels(ENGINE.rules, language_for(language))
    for preset in ENGINE.rules.presets:
        assert words.preset(preset) != preset
    for option in ENGINE.rules.options:
        assert words.label(option.key) != option.key
        for value in option.values:
            assert words.value(option.key, value) != value


def test_the_dutch_preset_tells_what_the_dutch_sheet_says() -> None:
    assert "from the front stack only" in OptionLabels(ENGINE.rules, ENGLISH).preset("dutch")


def test_a_hosts_own_tables_are_called_by_their_file() -> None:
    words = OptionLabels(ENGINE.rules, ENGLISH)
    assert "own.toml" in words.value("tables", f"own.toml@sha256:{'0' * 64}")
    assert "reconstruction" in words.value("tables", "reconstruction")
