"""What statistics say of a single match, of matches that are all alike, and of others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.texts.facts.archive_facts import StatisticsAnswer, StatisticsLine
from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.texts.letters import account_kinds
from adjudicator.texts.letters.letters import write_letter


def said(sample_letters: dict[str, Any], language: str, matches: int, turns: tuple[int, int, int]) -> str:
    line = StatisticsLine(name="Egyptos", seats=2, matches=matches, began=None, turns=turns, pace=3600)
    answer = StatisticsAnswer(order="statistics", lines=(line,), batch=5, url="https://club.example/statistics")
    facts = replace(sample_letters["service_receipt"], answers=(answer,))
    text = write_letter(account_kinds.SERVICE_RECEIPT, language_for(language), facts).text
    return " ".join(text.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_match_has_no_half_and_no_median(sample_letters: dict[str, Any], language: str) -> None:
    words = language_for(language)
    one = said(sample_letters, language, 1, (3, 3, 3))
    assert words.ngettext("It had %(num)d turn.", "It had %(num)d turns.", 3) % {"num": 3} in one
    half = words.ngettext("At least half of them had %(num)d turn.", "At least half of them had %(num)d turns.", 3)
    assert half % {"num": 3} not in one
    assert half % {"num": 3} in said(sample_letters, language, 4, (3, 3, 3))
    several = words.gettext("Half of them had %(low)s to %(high)s turns, the median is %(median)s.")
    assert several % {"low": 2, "median": 3, "high": 5} in said(sample_letters, language, 4, (2, 3, 5))
