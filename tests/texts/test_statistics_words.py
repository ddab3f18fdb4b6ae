"""What statistics and openings say of a single match, of matches that are all alike, and of others."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.texts.facts.archive_facts import OpeningResults, SharePoint, StatisticsLine
from adjudicator.texts.language.language import LANGUAGES, Language, language_for
from adjudicator.texts.statistics.said_openings import say_opening, say_results
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_one_match_no_share_is_told_and_nothing_is_counted(language: str) -> None:
    """But how many turns it had, and how many sat at it; each end of the one match is told in other words."""
    words, told = language_for(language), list[str]()
    for share in (0.0, 0.5, 1.0):
        one = StatisticsLine("Egyptos", 2, 1, SharePoint(share, 0.0, 1.0), (7, 7, 7), 3600, (("so", 1),))
        line = say_statistics(replace(one, options=(replace(one, name="opening=swap"),)), words)
        told.append(line.sentences[0])
        assert line.options[0].sentences == line.sentences[:1]
        assert line.ended == words.gettext("How it ended")
        assert line.ended != say_statistics(replace(one, matches=2), words).ended
    results = {"sides": (("black", 1),)}, {"began": 1}, {"followed": 1}, {"shared": 1}, {"nobody": 1}
    sides = [OpeningResults(1, (("gold", 1),), began=1), OpeningResults(1, (("gold", 1),), followed=1)]
    openings = [OpeningResults(1, **one) for one in results] + sides
    heading = words.ngettext("%(num)d match", "%(num)d matches", 1) % {"num": 1}
    told += [say_opening(one, words).removeprefix(heading) for one in openings]
    assert len(set(told)) == len(told)
    assert not [said for said in told if re.search(r"[0-9%]", said)]


@given(st.integers(2, 10**6), st.lists(st.integers(0, 99), min_size=6, max_size=6))
def test_of_several_matches_each_count_is_told(played: int, counts: list[int]) -> None:
    black, gold, began, followed, shared, nobody = counts
    results = OpeningResults(played, (("black", black), ("gold", gold)), began, followed, shared, nobody)
    said = say_opening(results, language_for("en"))
    numbers = [played, black, gold, *filter(None, (shared, nobody)), began, followed]
    assert [int(number) for number in re.findall(r"\d+", said)] == numbers


@pytest.mark.parametrize(
    "results",
    [
        OpeningResults(3, (("black", 1), ("gold", 2))),
        OpeningResults(3, began=1, followed=2),
        OpeningResults(3, began=2, followed=1),
        OpeningResults(3, began=2, shared=1),
    ],
)
def test_once_is_not_told_as_several_times(results: OpeningResults) -> None:
    told = say_results(results, language_for("it"))
    assert "1 volte" not in told
    assert "1 nulles" not in say_results(results, language_for("fr"))
    assert "2 volte" in told
