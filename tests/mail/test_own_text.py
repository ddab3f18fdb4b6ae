"""Lines are compared with our letter by their letters and digits alone."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.reply.own_text import squeeze_text

FOREIGN = "\N{CJK UNIFIED IDEOGRAPH-6F22}"
"""Combines with nothing before it."""


@given(st.text(max_size=80))
def test_only_letters_and_digits_are_left(text: str) -> None:
    assert not re.search(r"[\W_]", squeeze_text(text))


@given(st.text(st.characters(max_codepoint=127), max_size=80))
def test_plain_text_is_squeezed_as_any_other(text: str) -> None:
    assert squeeze_text(text) + "\N{LATIN SMALL LETTER E WITH ACUTE}" == squeeze_text(
        text + "\N{LATIN SMALL LETTER E WITH ACUTE}"
    )


@pytest.mark.parametrize("text", ["M14, please!", "m14 PLEASE", "> M 1 4\tplease", "__m14__ (please)"])
def test_case_blanks_and_marks_do_not_count(text: str) -> None:
    assert squeeze_text(text) == "m14please"
