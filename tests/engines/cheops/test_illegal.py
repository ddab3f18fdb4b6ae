"""What is answered to orders that cannot be played, and which orders are offered instead."""

from __future__ import annotations

import pytest

from adjudicator.engines.cheops import ENGINE
from adjudicator.engines.cheops.notation.notation import parse_step
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.contract import AmbiguousStep, IllegalStep, UnreadableStep
from testkit.engines.cheops import begin, drawn, laid_laws, play, reason, refused, taking

AFTER = drawn(turn={"taken": True}, hands=("134", "1234"))
JOKER = play(drawn(covered={"R": 3, "G": 4}, held=((), (9,))), "2 A1 sell")
HELD = drawn(kept=("RB", ""), held=((10, 11, 12), ()))
BUSY = laid_laws(market=(1, 2))


@pytest.mark.parametrize(
    ("position", "order", "key"),
    [
        (begin(), "draw 1", "take_first"),
        (begin(), "end", "take_first"),
        (begin(), "pass", "no_pass"),
        (begin(), "joker R", "joker_early"),
        (begin(), "over R3", "no_law_waits"),
        (begin(), "hold", "no_law_waits"),
        (begin(), "pay", "no_law_waits"),
        (begin(), "law10 R", "law_not_held"),
        (begin(), "law 3", "law_not_held"),
        (begin(), "law 13", "law_not_held"),
        (AFTER, "2 A3 sell", "already_taken"),
        (AFTER, "pass", "already_taken"),
        (AFTER, "draw 4", "no_stack"),
        (drawn(hands=("134",)), "2 A3 sell", "not_in_hand"),
        (begin(), "7 A3 sell", "no_family"),
        (begin(), "12 A3 sell", "no_family"),
        (drawn("A . . 3"), "2 A3 sell", "occupied"),
        (drawn("A . . V"), "2 A3 sell", "occupied"),
        (begin(), "2 B3 sell", "unsupported"),
        (begin(), "2 K1 sell", "unsupported"),
        (begin(), "2 K2 sell", "no_cell"),
        (begin(), "2 A12 sell", "no_cell"),
        (begin(), "2 A0 sell", "no_cell"),
        (begin(), "2 L1 sell", "no_cell"),
        (drawn("A 2"), "2 A2 keep", "adjacent"),
        (drawn("A 2", hands=("2",)), "A2 keep", "no_family_fits"),
        (drawn(covered={"B": 4}), "2 A3 sell", "table_full"),
        (taking(8, laws=BUSY), "discard", "must_remove"),
        (taking(8, laws=BUSY), "remove 8", "not_in_play"),
        (taking(9, cash=(20,)), "pay", "too_dear_law"),
        (taking(9, cash=(30,)), "pay 20", "pay_price"),
        (taking(9, cash=(30,)), "law 7 pay", "other_law"),
        (taking(9, cash=(30,)), "under R", "other_answer"),
        (taking(4), "hold", "other_answer"),
        (taking(7), "over R9", "no_number"),
        (taking(7), "over R1 law 4", "other_law"),
        (HELD, "law10 G", "none_kept"),
        (HELD, "law12 R B2", "same_colour"),
        (HELD, "law12 A12 A1", "no_cell"),
        (HELD, "law11 V A3 keep", "no_family"),
        (JOKER, "2 A3 sell", "name_joker"),
        (play(JOKER, "joker R"), "2 A3 sell", "finished"),
    ],
)  # fmt: skip
def test_an_illegal_order_is_answered_with_its_reason(position: Position, order: str, key: str) -> None:
    assert refused(position, order, IllegalStep).key == f"cheops.{key}"


@pytest.mark.parametrize(
    ("position", "order", "key"),
    [
        (begin(), "2 A3", "sell_or_keep"),
        (begin(), "A3 sell", "which_tile"),
        (begin(), "2 sell", "which_cell"),
        (begin(), "sell", "which_cell"),
        (AFTER, "draw", "which_stack"),
        (taking(4), "under", "which_colour"),
        (taking(7), "over R", "which_number"),
        (taking(10, kept=("R",)), "law 10", "which"),
        (HELD, "law12 A3", "which"),
        (HELD, "law10", "which_colour"),
        (JOKER, "joker", "which_colour"),
        (taking(8, laws=BUSY), "remove", "which"),
    ],
)
def test_an_order_that_may_mean_several_steps_is_asked_back(position: Position, order: str, key: str) -> None:
    assert refused(position, order, AmbiguousStep).key == f"cheops.{key}"


@pytest.mark.parametrize("order", ["", "  ", "...", "(", "and then", "the treasure, please", "to"])
def test_without_a_word_of_the_game_nothing_is_read(order: str) -> None:
    assert refused(begin(), order, UnreadableStep).key == "cheops.unreadable"


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("2 A3 was a great move", "was great move"),
        ("not 2 A3 sell", "not"),
        ("2 A3 sell?", "?"),
        ("See you on Friday", "See you Friday"),
        ("Good morning!", "Good morning"),
    ],
)
def test_a_sentence_about_a_cell_is_no_order(order: str, words: str) -> None:
    note = refused(begin(), order, UnreadableStep)
    assert (note.key, note["words"]) == ("cheops.strange_words", words)


@pytest.mark.parametrize(
    ("position", "order", "nearest"),
    [
        (drawn("A . . 1 . 4", hands=("23",)), "2 B3 sell", "2 A4 sell"),
        (drawn(covered={"B": 4}), "2 A3 sell", "2 A3 keep"),
        (drawn(hands=("134",)), "2 A3 sell", "1 A3 sell"),
        (drawn("A . . 2"), "2 A4 keep", "1 A4 keep"),
        (taking(9, cash=(20,)), "pay", "discard"),
        (AFTER, "draw 4", "draw 1"),
    ],
)
def test_the_nearest_legal_orders_are_offered(position: Position, order: str, nearest: str) -> None:
    with pytest.raises(IllegalStep) as raised:
        ENGINE.parse(position, order)
    assert raised.value.nearest[0] == nearest


@pytest.mark.parametrize("order", ["2 B3 sell", "law12 A1 A7", "over R9", "draw 9", "V A3 sell", "joker R", "pay"])
def test_a_step_that_is_not_legal_is_not_played(order: str) -> None:
    with pytest.raises(IllegalStep):
        ENGINE.apply(begin(), parse_step(order))


def test_a_line_of_a_reply_may_be_very_long() -> None:
    assert reason(begin(), "7" * 10_000) == "no_family"
