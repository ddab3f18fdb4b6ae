"""Habits are written in the words of each language, and read back from them."""

from __future__ import annotations

import pytest

from adjudicator.engines.registry import newest_engine
from adjudicator.texts.language.language import LANGUAGES

HABITS = ("end", "draw stack 2 1 3", "draw family 1 4", "hold", "law9 pay", "law9 discard", "sell R", "keep R")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("habit", HABITS)
def test_a_habit_reads_back_from_the_words_of_a_language(habit: str, language: str) -> None:
    engine = newest_engine("cheops")
    said = engine.format_habit(habit, language)  # type: ignore[attr-defined]
    assert engine.read_habit(said) == habit  # type: ignore[attr-defined]
    assert language == "en" or said != habit


@pytest.mark.parametrize("said", ["hold", "keep laws", "keep law", "garder les lois", "tenere leggi"])
def test_to_hold_laws_is_to_keep_them(said: str) -> None:
    assert newest_engine("cheops").read_habit(said) == "hold"  # type: ignore[attr-defined]
