"""The letter O as a side of the compass, on the pages: asked about, previewed, and among the preferences."""

from __future__ import annotations

import pytest

from adjudicator.store.tables import Match
from testkit.browser import Browser
from testkit.club import Club
from testkit.engines.pharao import drawn
from testkit.pharao_match import begin_pharao
from tests.web.match_state import steps

MAP = """
     A     B   C  D
 2   #     NES EW #
 1   @NESW NEW EW EW
"""
LINE = "O means west; rotate B1 north west south"


@pytest.fixture
def match(club: Club) -> Match:
    """A match in which Anna is to move."""
    return begin_pharao(club, drawn(MAP, "A:B2 P:A1", "A:D1 P:C1"))


def test_a_form_asks_and_offers_both_orders(club: Club, match: Match, anna: Browser) -> None:
    path = f"/m/{match.code}"
    anna.open(path).submit(f"{path}/orders", text="rotate B1 NOS")
    assert "Is O the east or the west?" in anna.page.text
    assert steps(club, match) == []
    offered = [link for link in anna.page.links if "step=O" in link]
    assert len(offered) == 2
    anna.open(offered[1])
    assert "open to north, south and west" in anna.page.text
    anna.submit(f"{path}/orders", text=LINE)
    assert steps(club, match) == ["rotate B1 NSW"]
    anna.open("/preferences")
    assert anna.page.form("/preferences").fields["o_means"] == "west"


@pytest.mark.parametrize(("meaning", "step"), [("east", "rotate B1 NES"), ("west", "rotate B1 NSW")])
def test_the_preferences_settle_it(club: Club, match: Match, anna: Browser, meaning: str, step: str) -> None:
    anna.open("/preferences").submit("/preferences", o_means=meaning)
    path = f"/m/{match.code}"
    anna.open(f"{path}?step=rotate+B1+NOS")
    assert "Is O the east or the west?" not in anna.page.text
    anna.submit(f"{path}/orders", text="rotate B1 NOS")
    assert steps(club, match) == [step]


def test_it_can_be_left_open_again(anna: Browser) -> None:
    for chosen in ("east", ""):
        anna.open("/preferences").submit("/preferences", o_means=chosen)
        anna.open("/preferences")
        assert anna.page.form("/preferences").fields["o_means"] == chosen
