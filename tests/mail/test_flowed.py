"""Soft-broken lines of format=flowed (RFC 3676) are joined, and no other lines are."""

import pytest

from adjudicator.mail.incoming.flowed import unflow_text


@pytest.mark.parametrize(
    ("flowed", "plain"),
    [
        ("M16", "M16"),
        ("one \ntwo", "one two"),
        ("one \n \ntwo", "one \ntwo"),
        ("one\ntwo", "one\ntwo"),
        ("  M16", " M16"),
        ("> one \n> two\nM16", "> one two\nM16"),
        ("> one \n>> two\n> three", "> one \n>> two\n> three"),
        ("M16 \n-- \nBert", "M16 \n-- \nBert"),
        (" >no quote", ">no quote"),
        (" From here", "From here"),
        ("ends open ", "ends open "),
        ("", ""),
    ],
)
def test_soft_broken_lines_are_joined(flowed: str, plain: str) -> None:
    assert unflow_text(flowed) == plain


def test_delsp_removes_the_blank_of_a_soft_break() -> None:
    assert unflow_text("M1 \n6 \nN15", delsp=True) == "M16N15"
