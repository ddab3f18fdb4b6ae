"""A line must not begin with the end of a sentence; the legend of a board may begin with the sign that it explains."""

from __future__ import annotations

import pytest

from adjudicator.texts.language.language import LANGUAGES, language_for
from tests.texts.lonely_stops import LEGENDS, find_lonely_stops


@pytest.mark.parametrize("line", [". Anna completed a row.", "! Anna won.", ".", ") of them", "\u00bb said Anna"])
def test_the_end_of_a_sentence_is_found_at_the_beginning_of_a_line(line: str) -> None:
    assert find_lonely_stops(f"It is over\n{line}\n", "") == [line]
    assert len(find_lonely_stops("", f"<p>It is over<br>{line}</p>")) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("legend", LEGENDS)
def test_a_legend_may_begin_a_line_with_its_sign(language: str, legend: str) -> None:
    said = language_for(language).gettext(legend)
    for at in (at for at, sign in enumerate(said) if sign in "!."):
        head, line = f"o: {said[:at]}", said[at:]
        assert find_lonely_stops(f"{head}\n{line}; x", f"<p>{head}<br>{line}; x</p><p>{line}</p>") == []
