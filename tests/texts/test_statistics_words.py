"""What statistics say of a single match, of matches that are all alike, and of others."""

from __future__ import annotations

import pytest

from adjudicator.texts.facts.archive_facts import StatisticsLine
from adjudicator.texts.language.language import LANGUAGES, Language, language_for
from adjudicator.texts.statistics.said_statistics import say_statistics


def said(words: Language, matches: int, turns: tuple[int, int, int]) -> str:
    line = StatisticsLine(name="Egyptos", seats=2, matches=matches, began=None, turns=turns, pace=3600)
    return " ".join(say_statistics(line, words).sentences)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_match_has_no_half_and_no_median(language: str) -> None:
    words = language_for(language)
    one = said(words, 1, (3, 3, 3))
    assert words.ngettext("It had %(num)d turn.", "It had %(num)d turns.", 3) % {"num": 3} in one
    half = words.ngettext("At least half of them had %(num)d turn.", "At least half of them had %(num)d turns.", 3)
    assert half % {"num": 3} not in one
    assert half % {"num": 3} in said(words, 4, (3, 3, 3))
    several = words.gettext("Half of them had %(low)s to %(high)s turns, the median is %(median)s.")
    assert several % {"low": 2, "median": 3, "high": 5} in said(words, 4, (2, 3, 5))
