"""Letters to who has boards in words spell out no fingerprints: a screen reader would read each digit."""

from __future__ import annotations

import re

import pytest

from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.texts.letters.letter_kinds import LETTERS
from adjudicator.texts.letters.letters import write_letter
from testkit.cases import check_cases
from tests.texts.conftest import SAMPLES, lay_out

FINGERPRINT = re.compile(r"[0-9a-f]{32}")
PROVING = [sample for sample in SAMPLES if sample.partition(",")[0] in ("start", "match_over")]


@pytest.mark.parametrize("layout", ["wide", "narrow", "linear"])
def test_fingerprints_stand_in_letters_unless_they_are_read_aloud(layout: str) -> None:
    with check_cases() as case:
        for sample in PROVING:
            for language in LANGUAGES:
                with case(sample, language):
                    kind = LETTERS[sample.partition(",")[0]]
                    written = write_letter(kind, language_for(language), lay_out(sample, layout))
                    shown = [bool(FINGERPRINT.search(part)) for part in (written.text, written.html)]
                    assert shown == [layout != "linear"] * 2
                    where = "record.json" if kind.name == "match_over" else "/m/K7Q2"
                    assert where in "".join(written.text.split())
