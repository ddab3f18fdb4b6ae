"""Turns of several steps by mail, with a law that is revealed in the middle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engines.cheops.position.position import Position
from testkit.agreed_match import CARLA, steps
from testkit.club import ANNA, BOB, Club, offered, prose_of, text_of
from testkit.engines.cheops import cleared, drawn
from tests.services.cheops_match import BELOW_A_LAW, begin_cheops, table_of


def before_law(law: int, **drawing: Any) -> Position:
    """Draw a table at which Anna can turn a law over on C3."""
    return drawn(BELOW_A_LAW, seats=3, hands=("234", "1234", "1234"), hidden={"C3": law}, **drawing)


def counted(club: Club) -> list[int]:
    return [len(club.letters(person)) for person in (ANNA, BOB, CARLA)]


def test_as_many_steps_as_one_likes_go_in_one_letter(club: Club) -> None:
    begin_cheops(club, drawn(seats=3, cash=(40, 0, 0), hands=("123", "1234", "1234")))
    club.answer(club.last(ANNA), "V A1 sell\n1 A3 keep; draw 2")
    assert "You played V A1 sell, 1 A3 keep, draw 2; Bob is to move" in str(club.last(ANNA)["Subject"])
    assert (club.match().turn, club.match().to_move) == (2, 1)


def test_a_law_stops_the_letter_and_its_player_alone_is_asked_to_choose(club: Club) -> None:
    match = begin_cheops(club, before_law(7))
    before = counted(club)
    club.answer(club.last(ANNA), "2 C3\ndraw 1")
    letter = club.last(ANNA)
    assert counted(club) == [before[0] + 1, *before[1:]]
    assert letter["Subject"] == f"[{match.code}] You turned over law 7: choose"
    for words in (
        "Played: 2 C3.",
        "it covers any free number of a price table with its own, 20.",
        "Not carried out, because you wrote it before you saw this: draw 1.",
        "It is your turn",
    ):
        assert words in prose_of(letter)
    assert len(offered(letter)) == 3
    assert all(order.startswith("over ") for order in offered(letter))
    assert steps(club) == ["2 C3"]


def test_orders_offered_after_a_law_can_be_sent_back(club: Club) -> None:
    begin_cheops(club, before_law(7))
    club.answer(club.last(ANNA), "2 C3")
    order = offered(club.last(ANNA))[1]
    club.answer(club.last(ANNA), f"{order}; draw 1")
    assert club.match().turn == 2


def test_the_others_read_of_a_whole_turn_in_the_letter_of_their_own(club: Club) -> None:
    begin_cheops(club, before_law(7))
    before = counted(club)
    club.answer(club.last(ANNA), "2 C3")
    club.answer(club.last(ANNA), "over G2")
    assert counted(club)[1:] == before[1:]
    club.answer(club.last(ANNA), "draw 3")
    assert counted(club)[1:] == [before[1] + 1, before[2]], "nothing was done to Carla: her own turn's letter tells it"
    assert "Your turn in Cheops" in str(club.last(BOB)["Subject"])
    turned = prose_of(club.last(BOB))
    club.answer(club.last(BOB), f"{offered(club.last(BOB))[0]}; end")
    for told in (turned, prose_of(club.last(CARLA, "Your turn in Cheops"))):
        for words in ("Anna laid family 2 on C3 and turned over law 7", "number 2 of green", "from stack 3"):
            assert words in told


def test_no_preview_is_offered_for_a_step_that_reveals_something(club: Club) -> None:
    begin_cheops(club, drawn(seats=3, hands=("123",)))
    club.answer(club.last(ANNA), "1 A1 keep")
    letter = club.last(ANNA)
    assert [order.split()[0] for order in offered(letter)] == ["draw", "draw", "draw", "end"]
    assert "? draw" not in prose_of(letter)
    assert "? end" in prose_of(letter)
    number = club.answer(letter, "? draw 1")
    assert club.inbox(number).verdict == "refused: would_reveal"


def test_a_forced_step_is_played_and_reported(club: Club) -> None:
    begin_cheops(club, before_law(2))
    club.answer(club.last(ANNA), "2 C3")
    letter = club.last(ANNA)
    assert "You played 2 C3, law; it is your turn" in str(letter["Subject"])
    assert "Played for you, because nothing else was possible: law." in prose_of(letter)
    club.answer(letter, "draw 1")
    assert "Law 2 lies on the market price now: it is 15." in prose_of(club.last(BOB))


def test_a_forced_end_of_a_turn_of_which_there_is_nothing_to_say_is_not_told(club: Club) -> None:
    bare = drawn(seats=3, hands=("1234", "1234", "1234"))
    begin_cheops(club, replace(bare, stacks=("", "", "")))
    club.answer(club.last(ANNA), "1 A1 sell")
    assert steps(club) == ["1 A1 sell", "end"]
    club.answer(club.last(BOB), "history")
    told = text_of(club.last(BOB))
    assert "1. Anna laid family 1 on A1" in told
    assert "1. end" not in told


def test_a_forced_step_of_another_seat_is_not_reported_as_the_writers(club: Club) -> None:
    begin_cheops(club, cleared("A1=R B1=O C1=G", seats=3, hands=("12", "", "2"), put={"stacks": ("", "", "")}))
    club.answer(club.last(ANNA), "1 A1 keep")
    letter = club.last(ANNA)
    assert steps(club) == ["1 A1 keep", "end", "pass", "end"]
    assert "You played 1 A1 keep, end; Carla is to move" in str(letter["Subject"])
    assert "pass" not in str(letter["Subject"])
    assert "Bob had to pass" in prose_of(club.last(CARLA))


@pytest.mark.parametrize("late", ["3 A7 keep", "2 C3", "draw 1"])
def test_a_letter_that_was_written_before_a_law_turned_up_does_not_pass_it_by(club: Club, late: str) -> None:
    begin_cheops(club, before_law(7))
    old = club.last(ANNA)
    club.answer(old, "2 C3")
    number = club.answer(old, late)
    assert club.inbox(number).verdict == "refused: illegal"
    assert "law 7" in prose_of(club.last(ANNA)).lower()
    assert all(order.startswith("over ") for order in offered(club.last(ANNA)))
    assert len(steps(club)) == 1


def test_the_letter_of_the_same_turn_still_answers_a_law(club: Club) -> None:
    begin_cheops(club, before_law(7))
    old = club.last(ANNA)
    club.answer(old, "2 C3")
    number = club.answer(old, "over R3")
    assert club.inbox(number).verdict == "played"


def test_a_letter_of_the_turn_before_is_stale(club: Club) -> None:
    begin_cheops(club, before_law(7))
    old = club.last(ANNA)
    club.answer(old, "2 C3; over R3; draw 1")
    assert club.match().turn == 2
    number = club.answer(club.last(BOB), "1 A7 keep; end")
    number = club.answer(club.last(CARLA), "1 A9 keep; end")
    number = club.answer(old, "3 A11 keep")
    assert club.inbox(number).verdict == "refused: stale"


def test_lines_that_fit_what_turned_up_are_played_on(club: Club) -> None:
    begin_cheops(club, before_law(10))
    club.answer(club.last(ANNA), "2 C3; hold; draw 1")
    assert steps(club) == ["2 C3", "hold", "draw 1"]
    assert table_of(club).players[0].laws == (10,)


def test_a_bad_order_after_a_law_undoes_the_orders_behind_it_and_asks_again(club: Club) -> None:
    begin_cheops(club, before_law(7))
    club.answer(club.last(ANNA), "2 C3; over R3; draw 9")
    letter = club.last(ANNA)
    assert letter["Subject"].endswith("You turned over law 7: choose")
    assert "Taken back because of that: over R3." in prose_of(letter)
    assert "Not played: draw 9." in prose_of(letter)
    assert steps(club) == ["2 C3"]


def test_of_steps_for_two_turns_the_second_turns_are_not_reached(club: Club) -> None:
    begin_cheops(club, drawn(seats=3))
    club.answer(club.last(ANNA), "1 A1 keep; draw 1; 2 A2 keep; draw 1")
    assert "Not carried out, because your turn was over by then: 2 A2 keep; draw 1." in prose_of(club.last(ANNA))
    assert steps(club) == ["1 A1 keep", "draw 1"]


BAD: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "a step out of order": ({}, "draw 1", "illegal", "First you have to lay a tile"),
    "a family that is not in hand": ({"hands": ("134",)}, "2 A3 keep", "illegal", "family 2"),
    "a cell that is taken": ({"rows": "A 1"}, "2 A1 keep", "illegal", "A1"),
    "a support that is missing": ({"rows": "A . . 1"}, "2 B3 keep", "illegal", "B3 rests on A3 and A4"),
    "selling into a full table": ({"covered": {"R": 4}}, "1 A1 sell", "illegal", "full"),
    "a joker before the end": ({}, "joker R", "illegal", "end"),
    "a neighbour for too little": ({"cash": (15, 0, 0)}, "V A1 keep", "illegal", "20"),
    "a cell beyond the top": ({}, "1 K2 keep", "illegal", "K1"),
    "words that are none": ({}, "1 A1 xyzzy", "unreadable", "xyzzy"),
    "half a step": ({}, "1 A1", "ambiguous", "1 A1 sell"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_order_is_refused_with_the_reason_and_what_is_right(club: Club, case: str) -> None:
    drawing, order, refusal, words = BAD[case]
    begin_cheops(club, drawn(seats=3, **drawing))
    number = club.answer(club.last(ANNA), order)
    letter = club.last(ANNA)
    assert club.inbox(number).verdict == f"refused: {refusal}"
    assert words in prose_of(letter)
    assert not steps(club)
    assert "You could write:" in prose_of(letter)
    nearest = prose_of(letter).partition("You could write: ")[2].partition(",")[0]
    assert club.inbox(club.answer(letter, nearest)).verdict == "played", nearest


@pytest.mark.parametrize(
    ("law", "order", "words"),
    [(8, "remove 5", "there was no other law to take out of play"), (9, "pay", "was not paid for")],
)
def test_a_law_that_cannot_have_its_effect_goes_into_the_box(club: Club, law: int, order: str, words: str) -> None:
    begin_cheops(club, before_law(law, cash=(20, 0, 0)))
    club.answer(club.last(ANNA), f"2 C3; {order}")
    assert steps(club) == ["2 C3", "discard"]
    assert words in prose_of(club.last(ANNA))
    assert f"Not carried out, because you wrote it before you saw this: {order}." in prose_of(club.last(ANNA))


@pytest.mark.parametrize(
    "order", ["2 A11 keep", "2 A 11 keep", "2 a11. keep", "keep 2 at A11", "famiglia 2 in A11, garder", "behoud 2 A11"]
)
def test_an_order_is_read_however_it_is_written(club: Club, order: str) -> None:
    begin_cheops(club, drawn(seats=3))
    club.answer(club.last(ANNA), order)
    assert steps(club)[:1] == ["2 A11 keep"]


def test_the_joker_is_named_by_letter_after_the_end(club: Club) -> None:
    position = cleared("A1=R", seats=3, hands=("1", "2", "3"), held=((), (9,), ()), put={"stacks": ("", "", "")})
    begin_cheops(club, position)
    club.answer(club.last(ANNA), "1 A1 keep")
    assert club.match().end is None
    letter = club.last(BOB)
    assert "joker R" in offered(letter)
    club.answer(letter, "joker R")
    assert club.match().end is not None
    assert all(
        "has won" in subject or "You have won" in subject or "Shared" in subject for subject in last_subjects(club)
    )


def last_subjects(club: Club) -> list[str]:
    return [str(club.last(person)["Subject"]) for person in (ANNA, BOB, CARLA)]


def test_a_receipt_writes_a_step_in_the_language_of_its_reader(club: Club) -> None:
    begin_cheops(club, drawn(seats=3, hands=("1234", "1234", "1234")))
    club.answer(club.last(ANNA), "Sprache de\n1 A1 verkaufen\ndraw 2")
    told = prose_of(club.last(ANNA))
    assert "Gespielt: 1 A1 verkaufen. " in told
    assert "Gespielt: ziehen 2. " in told
