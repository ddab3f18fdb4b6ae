from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.texts.formats.mailto_links import mailto_link
from tests.texts.mailto_reader import read_mailto

ADDRESS = "play+k7q2-1-9-dygsnhv6iujjgv2x@club.example"


@pytest.mark.parametrize("order", ["M16", "? M16", "M14 N15", "(-13:+2)", "press Wie schön & gut: 100 %+1", "a\nb"])
def test_a_link_writes_the_order(order: str) -> None:
    assert read_mailto(mailto_link(ADDRESS, order, "[K7Q2]")) == (ADDRESS, order, "[K7Q2]")


def test_blanks_and_plus_signs_are_written_so_that_mail_programs_read_them() -> None:
    assert mailto_link(ADDRESS, "a + b") == f"mailto:{ADDRESS}?body=a%20%2B%20b"


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r")))
def test_any_text_comes_back(text: str) -> None:
    _, body, subject = read_mailto(mailto_link(ADDRESS, text, text))
    assert (body, subject) == (text, text)
