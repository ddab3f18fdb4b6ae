"""Illegal orders of Das Gold des Pharao: the reason, the suggestions, and that nothing changed."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engines.pharao.position.position import Position
from testkit.agreed_match import steps
from testkit.club import ANNA, Club, prose_of
from testkit.engines.pharao import drawn, play
from testkit.pharao_match import begin_pharao

MAP = """
     A     B   C  D
 3   #     #   #  #
 2   #     EW  EW #
 1   @NESW NEW EW EW
"""


def walled(red: str = "A:B1 P:A1", **drawing: Any) -> Position:
    return drawn(MAP, red, "A:D1+3 P:C1", hidden={"D2": "straight"}, **drawing)


BAD: dict[str, tuple[Position, str, str]] = {
    "through a wall": (walled(), "A B2", "A wall stands between B1 and B2."),
    "onto a hidden card": (walled(), "A A2", "A2 still lies face down."),
    "turning over by the porter": (walled(), "porter flips A2", "Only your archaeologist turns cards over."),
    "the start card rotated": (walled(), "rotate A1 NS", "A1 is the start card, which is never rotated."),
    "a card far away rotated": (
        walled(), "rotate D1 NS", "Your porter must stand on or beside D1 to rotate it; he is on A1.",
    ),
    "a fourth action": (walled("A:D1 P:A1", left=0), "A C1", "Your three actions are spent."),
    "two treasures": (
        walled("A:B1+2 P:A1", lying="B1=3"), "take 3", "You carry a treasure already: drop it first.",
    ),
    "stealing from afar": (
        walled(), "steal blue", "your archaeologist is on B1, that of Bob on D1.",
    ),
    "an orientation that the card does not have": (
        play(walled("A:C2 P:A1"), "flip D2"), "turn NE",
        "D2 cannot be open to north and east: it is a straight corridor.",
    ),
    "laying without turning over": (walled(), "turn NS", "No card waits to be laid: turn one over first"),
    "a lost figure": (walled("P:A1"), "A C1", "Your archaeologist fell with the pyramid; he is lost."),
    "a card beyond the edge": (walled(), "A G7", "There is no card G7"),
    "words that are none": (walled(), "A xyzzy 3", 'These words are not clear: "xyzzy".'),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_a_bad_order_is_refused_with_the_reason_and_what_is_right(club: Club, case: str) -> None:
    position, order, reason = BAD[case]
    begin_pharao(club, position)
    number = club.answer(club.last(ANNA), order)
    letter = club.last(ANNA)
    assert str(club.inbox(number).verdict).startswith("refused: ")
    assert reason in prose_of(letter)
    assert not steps(club)
    nearest = prose_of(letter).partition("You could write: ")[2].partition(",")[0].partition(" Nothing")[0]
    assert club.inbox(club.answer(letter, nearest)).verdict == "played", nearest


@pytest.mark.parametrize("last", ["A C1; end", "A C1; A D1; A C1"])
def test_orders_behind_the_end_of_a_turn_are_not_reached(club: Club, last: str) -> None:
    begin_pharao(club, walled())
    club.answer(club.last(ANNA), f"{last}; lamp")
    assert steps(club) == last.split("; ")
    assert "Not carried out, because your turn was over by then: lamp." in prose_of(club.last(ANNA))


def test_an_end_with_which_a_letter_begins_is_asked_about_if_more_follows(club: Club) -> None:
    begin_pharao(club, walled())
    number = club.answer(club.last(ANNA), "end; lamp")
    assert club.inbox(number).verdict == "refused: contradictory"
    assert not steps(club)
