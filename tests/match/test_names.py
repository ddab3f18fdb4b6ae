"""Names of the seats of a match: no two that a quick reader takes for one, in full and cut for a table."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.match.seat_names import distinct_names, shorten_names


@pytest.mark.parametrize(
    ("names", "given"),
    [
        (("Bob", "Bob", "Carla"), ("Bob", "Bob (2)", "Carla")),
        (("Carla", "Bob", "bob ", "BOB"), ("Carla", "Bob", "bob  (3)", "BOB (4)")),
        (("House", "House", "House"), ("House", "House (2)", "House (3)")),
        (("Bob", "Bob (2)", "Bob"), ("Bob", "Bob (2)", "Bob (3)")),
        (("Bob", "Bob", "Bob (2)"), ("Bob", "Bob (2)", "Bob (2) (3)")),
        (("Anna", "\u0410nna"), ("Anna", "\u0410nna (2)")),  # a Cyrillic A
        (("Bob", "B\u200bob", "\uff22ob"), ("Bob", "B\u200bob (2)", "\uff22ob (3)")),
        (("", "Bob", ""), ("", "Bob", "")),
        (("!", "?"), ("!", "? (2)")),
        (("Zoe", "Zo\u00eb"), ("Zoe", "Zo\u00eb")),
    ],
)
def test_the_second_of_a_name_gets_the_number_of_its_seat(names: tuple[str, ...], given: tuple[str, ...]) -> None:
    assert distinct_names(names) == given


@pytest.mark.parametrize(
    ("names", "cut"),
    [
        (("Anna", "Bob"), ("Anna", "Bob")),
        (("Bartholomew Smith", "Bartholomew Jones"), ("Bartholome..", "Bartholom..2")),
        (("Bartholomew Smith", "Bartholome.."), ("Bartholome..", "Bartholom..2")),
        (("Bartholomew", "Bartholomew (2)"), ("Bartholomew", "Bartho.. (2)")),
        (("Bartholom", "Bartholom..3", "Bartholom (3)"), ("Bartholom", "Bartholom..3", "Bartho.. (3)")),
        (("Bartholomew Smith", "Bartholomew..3 (2)"), ("Bartholome..", "Bartho.. (2)")),
        (("Carla (Maison)", "Odette (Maison)"), ("Carla (Mai..", "Odette (Ma..")),  # too little would be left of them
        (("Carla (Haus)", "Odette (Haus)"), ("Carla (Haus)", "Ode.. (Haus)")),
    ],
)
def test_names_that_are_cut_for_a_table_differ(names: tuple[str, ...], cut: tuple[str, ...]) -> None:
    assert shorten_names(names, 12) == cut


@given(st.lists(st.text("Bob (2)3.", max_size=20), max_size=5))
def test_names_differ_whatever_people_call_themselves(names: list[str]) -> None:
    whole = distinct_names(names)
    for width in (None, 12, 13, 16, 20):
        shown = whole if width is None else shorten_names(whole, width)
        assert all(one != other for one, other in combinations(filter(None, shown), 2))
        assert width is None or max(map(len, shown), default=0) <= width
