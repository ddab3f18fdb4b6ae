"""What was looked for in the archive is said in words of each language, whatever the terms."""

from __future__ import annotations

from dataclasses import fields

import pytest

from adjudicator.services.answers.search_terms import SearchTerms
from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.texts.statistics.said_search import LABELS, VALUES, say_search


def test_every_term_of_a_search_has_a_label() -> None:
    assert set(LABELS) == {one.name for one in fields(SearchTerms)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", LABELS)
def test_each_term_is_said_and_only_those_that_are_asked(name: str, language: str) -> None:
    value = {"game": "pharao", "annotated": "1", "result": "won", "kind": "time"}.get(name, "Anna")
    words = language_for(language)
    said = say_search(SearchTerms(**{name: value}).named(), words)
    shown = {"game": "Das Gold des Pharao"}.get(name) or words.gettext(VALUES.get((name, value), value))
    assert said.endswith(f"{words.gettext(LABELS[name])}{words.colon}{shown}")
    assert words.gettext("You looked for this: %(terms)s").partition("%")[0] in said


def test_several_terms_stand_behind_each_other() -> None:
    terms = SearchTerms(game="cheops", names="Anna", since="2026")
    said = say_search(terms.named(), language_for("en"))
    assert said == "You looked for this: Game: Cheops; Words of names: Anna; Ended from: 2026"
