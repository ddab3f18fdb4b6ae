"""Turns of Das Gold des Pharao by mail: several actions, a card to be placed, the collapse."""

from __future__ import annotations

import re
from typing import Any

import pytest

from testkit.agreed_match import CARLA, steps
from testkit.club import ANNA, BOB, Club, offered, prose_of, text_of
from testkit.engines.pharao import at, begin, drawn, scoring
from testkit.pharao_match import begin_pharao, table_of

MAP = """
     A     B   C  D
 3   #     #   #  #
 2   #     NES EW #
 1   @NESW NEW EW EW
"""
EVERYBODY = ("A:B1 P:A1 *B1", "A:D1+3 P:C1", "A:A1 P:A1")
PEOPLE = (ANNA, BOB, CARLA)


def explored(*seats: str, **drawing: Any) -> Any:
    return drawn(MAP, *(seats or EVERYBODY), **{"hidden": {"B3": "tee"}} | drawing)


def test_a_turn_fits_in_one_letter_and_the_receipt_lists_the_cost_of_each_action(club: Club) -> None:
    begin_pharao(club, explored(lying="B2=2"))
    club.answer(club.last(ANNA), "A B2; take 2\nflip B3 NEW\nP B2")
    receipt = club.last(ANNA)
    assert str(receipt["Subject"]).endswith("You played A B2, take 2, flip B3, turn NEW, P B2; Bob is to move")
    for words in (
        "Your archaeologist went from B1 to B2. One action; 2 are left.",
        "You took a treasure worth 2 from B2, which costs no action.",
        "You turned over B3: a T-junction. One action; 1 is left.",
        "Your porter ran from A1 to B2 over your lanterns on B1. One action; none is left.",
        "It is Bob's turn",
    ):
        assert words in prose_of(receipt)
    assert "which is how we read" not in prose_of(receipt)


def test_the_others_read_the_turn_once_under_its_number(club: Club) -> None:
    begin_pharao(club, explored(lying="B2=2"))
    club.answer(club.last(ANNA), "A B2; take 2; flip B3 NEW; P B2")
    club.answer(club.last(PEOPLE[1]), "end")
    for person in PEOPLE[1:]:
        told = "\n".join(text_of(club.last(person, "Your turn in")).splitlines())
        assert "  1. Anna's archaeologist went from B1 to B2.\n     Anna took a treasure worth 2 from B2." in told
        assert told.count("Anna turned over B3: a T-junction.") == 1
        assert "One action;" not in told


def test_a_card_stops_the_letter_and_every_way_to_lay_it_is_offered(club: Club) -> None:
    match = begin_pharao(club, explored())
    before = [len(club.letters(person)) for person in PEOPLE]
    club.answer(club.last(ANNA), "A B2; flip B3; A B3")
    letter = club.last(ANNA)
    assert [len(club.letters(person)) for person in PEOPLE] == [before[0] + 1, *before[1:]]
    assert letter["Subject"] == f"[{match.code}] You turned over B3, a T-junction: choose"
    assert "Not carried out, because you wrote it before you saw this: A B3." in prose_of(letter)
    assert offered(letter) == ["turn NES", "turn ESW", "turn NSW", "turn NEW"]
    club.answer(letter, "NEW")
    assert steps(club) == ["A B2", "flip B3", "turn NEW"]


def test_a_bad_order_after_a_revealed_card_offers_the_choice_again(club: Club) -> None:
    begin_pharao(club, explored())
    club.answer(club.last(ANNA), "A B2; flip B3 ESW; P D1")
    assert steps(club) == ["A B2", "flip B3"]
    assert "Taken back because of that: ESW." in prose_of(club.last(ANNA))
    assert "actions; write every step." in prose_of(club.last(ANNA))


def test_a_crossing_is_laid_without_asking(club: Club) -> None:
    begin_pharao(club, explored(hidden={"B3": "cross"}))
    club.answer(club.last(ANNA), "A B2; flip B3; A B3")
    assert steps(club) == ["A B2", "flip B3", "turn NESW", "A B3"]


def test_a_mummy_is_reported_and_drawn_for_all_players(club: Club) -> None:
    sandbox = {"chambers": "B3", "hidden": {"B3": "straight"}, "photos": ((2, "mummy"), (1, "curse"))}
    begin_pharao(club, explored("A:B2+2 P:A1", "A:B1 P:C1", **sandbox))
    club.answer(club.last(ANNA), "flip B3 N; A B3; take 2")
    receipt, letter = club.last(ANNA), club.last(BOB)
    for words in (
        "A mummy woke up on B3 and fled. It passed: A1, B1, B2, B3.",
        "Your archaeologist was frightened and ran from B2 to the start card. Left behind: a treasure worth 2.",
        "That ends your turn; 2 actions are lost.",
        "Not carried out, because your turn was over by then: A B3; take 2.",
    ):
        assert words in prose_of(receipt)
    assert "Your archaeologist was frightened and ran from B1 to the start card." in prose_of(letter)
    assert "The mummy of B3 came over A1, B1, B2, B3." in prose_of(letter)
    assert at(table_of(club), "blue", "P") == "C1"


def falling(countdown: int) -> Any:
    """Draw three people, of whom the first found the bust, which still lies in its chamber."""
    seats = ("A:A1 P:A1", "A:A1 P:A1", "A:B1 P:A1")
    return explored(*seats, hidden={}, chambers="B2", lying="B2=5 B2=3", clock=("B2", countdown))


def test_every_letter_of_the_collapse_tells_which_cards_fall_next_and_after_whose_turn(club: Club) -> None:
    begin_pharao(club, falling(2))
    ahead = ["next turn of Anna: B2."] * 3 + ["next turn of Anna: B1, A2, C2, B3."] * 3 + ["Anna: C1, D2, A3, C3, B4."]
    for turn, words in enumerate(ahead):
        mover, before = PEOPLE[turn % 3], len(club.transport.letters)
        club.answer(club.last(mover), "end")
        letters = club.transport.letters[before:]
        assert {str(letter["To"]) for letter in letters} == {mover, PEOPLE[(turn + 1) % 3]}
        for letter in letters:
            if "Played:" in prose_of(letter):
                continue
            mine = "at the end of this turn" in prose_of(letter) and turn % 3 == 2
            assert mine or words in prose_of(letter), (turn, letter["To"])
            assert prose_of(letter).count("Next to fall") == 1


def test_the_quiet_end_is_announced_two_rounds_ahead_to_everybody(club: Club) -> None:
    begin_pharao(club, begin(seats=2, stall_rounds=3))
    for turn in range(5):
        club.answer(club.last(PEOPLE[turn % 2]), "end")
        for person in PEOPLE[:2]:
            announced = "The match is scored as it stands after" in prose_of(club.last(person))
            assert announced == (turn >= 1), (turn, person)
    assert "after 1 more turn in which nobody turns over a card" in prose_of(club.last(BOB))
    club.answer(club.last(BOB), "end")
    for person in PEOPLE[:2]:
        assert "For 3 rounds nobody turned over a card or brought home a treasure" in prose_of(club.last(person))


LAST: dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]] = {
    "points alone": (
        {"photos": 2, "banked": (3, 2), "archaeologist": -1}, {"photos": 1},
        ["R 1. Anna 2 2+3 -2 5", "B 2. Bob 1 0 0 1"],
    ),
    "both figures left": (
        {"photos": 1, "banked": (2,), "porter": -1}, {"photos": 2},
        ["B 1. Bob 2 0 0 2", "R 2. Anna 1 2 -1 2", "Bob: no figure lost", "Anna: a figure lost"],
    ),
    "an earlier scoring": (
        {"photos": 2, "changes": ((4, 2),)}, {"photos": 2, "changes": ((3, 2),)},
        ["B 1. Bob 2 0 0 2", "points since scoring 3.", "R 2. Anna 2 0 0 2", "points since scoring 4."],
    ),
}  # fmt: skip


def _you(named: re.Match[str]) -> str:
    """Address the reader: in a row of the table, or at the beginning of a sentence."""
    return f"{named[1]}you" if named[1] else "You"


@pytest.mark.parametrize("case", LAST)
def test_the_last_letter_counts_up_with_losses_and_tie_breaks(club: Club, case: str) -> None:
    anna, bob, rows = LAST[case]
    begin_pharao(club, scoring(explored("A:A1 P:A1", "A:A1 P:A1", stall_rounds=1), anna, bob))
    for person in (ANNA, BOB):
        club.answer(club.last(person), "end")
    for person in (ANNA, BOB):
        told = prose_of(club.last(person))
        assert "photos treasures losses points" in told
        own = person.partition(" ")[0]
        assert all(re.sub(rf"(\d\. )?{own}", _you, row) in told for row in rows), told
        assert ("Equal points: whoever has not lost a figure comes first" in told) == (case != "points alone")
