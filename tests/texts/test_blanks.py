"""Sentences of a letter's opening are separated by one blank, whatever is said and left out."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from adjudicator.texts.facts.letter_facts import TermsFacts
from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.texts.letters import turn_kinds
from adjudicator.texts.letters.letters import write_letter
from testkit.cases import check_cases

KINDS = ("turn", "bank", "periods")
DAY = 86400


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_blank_is_doubled_or_missing_in_the_opening_of_a_turn(language: str, sample_letters: dict[str, Any]) -> None:
    told: turn_kinds.Turn = sample_letters["your_turn"]
    choices = product(KINDS, ("wide", "narrow", "linear"), ((), ("weekend",), ("weekend", "night")), ("", "away"))
    with check_cases() as case:
        for kind, layout, left_out, stopped in choices:
            with case(f"{kind} {layout} {left_out} {stopped}"):
                terms = TermsFacts(kind=kind, base=30 * DAY, increment=DAY, cap=30 * DAY, turns=10)
                match = replace(told.match, terms=terms, left=3 * DAY, turns_left=4, left_out=left_out, stopped=stopped)
                letter = replace(told, match=match, reader=replace(told.reader, layout=layout))
                written = write_letter(turn_kinds.YOUR_TURN, language_for(language), letter)
                opening = written.text.partition("\n\n")[0]
                assert "  " not in opening
                assert not [word for word in opening.split() if "." in word[:-1] and word[-1:].isalpha()], opening
