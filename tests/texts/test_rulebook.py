from __future__ import annotations

import re

import pytest
from jinja2 import TemplateNotFound

from adjudicator.engines.registry import newest_engine
from adjudicator.mail.commands.arguments.new_match import read_new_match
from adjudicator.mail.commands.lines.translation import translate_option
from adjudicator.mail.commands.words.match_words import OPTIONS
from adjudicator.texts.formats.plain_text import split_blocks
from adjudicator.texts.games.rulebook import render_rulebook
from adjudicator.texts.language.language import LANGUAGES, language_for


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_headings_prose_and_examples(language: str) -> None:
    kinds = [kind for kind, _ in split_blocks(render_rulebook("egyptos", language_for(language)))]
    assert kinds[0] == "heading"
    assert kinds.count("heading") == 6
    assert kinds.count("drawing") == 1
    assert kinds.count("prose") > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_name_every_option_and_every_preset(language: str) -> None:
    text = render_rulebook("egyptos", language_for(language))
    rules = newest_engine("egyptos").rules
    named = dict(re.findall(r"^([a-z_]+)=([a-z_0-9]+)\s?:", text, re.MULTILINE))
    assert {*named} - {OPTIONS.word("preset", language)} == {option.key for option in rules.options}
    for option in rules.options:
        word = named[option.key]
        assert option.admits(int(word) if word.isdigit() else word)
        assert word != str(option.default)
    for preset in rules.presets:
        written = translate_option(f"preset={preset}", language)
        assert written in text
        assert read_new_match(f"egyptos with house {written}").options == {"preset": preset}


def test_a_game_without_rules_is_an_error() -> None:
    with pytest.raises(TemplateNotFound):
        render_rulebook("chess", language_for("en"))
