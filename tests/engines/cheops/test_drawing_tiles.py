"""The end of a turn: drawing family tiles, or not."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engines.cheops.position.position import Position
from testkit.engines.cheops import drawn, notes_of, play, reason, refused, step, written

DUTCH: dict[str, Any] = {"draw_source": "front", "draw_rule": "refill"}


def done(hand: str = "134", stacks: tuple[str, str, str] = ("41", "32", "23"), **drawing: Any) -> Position:
    """Draw a position where the take of this turn is done."""
    turn = drawing.pop("turn", {"taken": True, "laid": True})
    return drawn(hands=(hand, "1234"), put={"stacks": stacks}, turn=turn, **drawing)


@pytest.mark.rule("CHEOPS-DRAW-1", "CHEOPS-DRAW-2", "D1")
def test_one_tile_is_drawn_from_any_stack_or_none() -> None:
    assert written(done()) == ["draw 1", "draw 2", "draw 3", "end"]
    after = play(done(), "draw 2")
    assert (after.players[0].hand, after.stacks, after.turn.seat) == ("1334", ("41", "2", "23"), 1)
    assert play(done(), "end").players[0].hand == "134"
    assert notes_of(done(), "end")["drew_nothing"]["hand"] == 3


@pytest.mark.rule("CHEOPS-DRAW-2", "D1", "Q5")
def test_from_the_front_stack_alone_if_the_match_says_so() -> None:
    position = done(draw_source="front")
    assert written(position) == ["draw 1", "end"]
    note = refused(position, "draw 2")
    assert (note.key, note["stack"], note["front"]) == ("cheops.front_only", "2", 1)
    assert written(done(stacks=("", "3", "4"), draw_source="front")) == ["draw 2", "end"]


@pytest.mark.rule("CHEOPS-DRAW-1")
def test_a_full_hand_draws_nothing() -> None:
    position = done("1234")
    assert written(position) == ["end"]
    assert reason(position, "draw 1") == "hand_full"
    assert step(position, "end").notes == ()


@pytest.mark.rule("CHEOPS-DRAW-3", "D2", "E5")
def test_a_tile_that_was_not_drawn_is_not_made_up_for() -> None:
    after = play(done("13"), "draw 1")
    assert (after.players[0].hand, after.turn.seat) == ("134", 1)


@pytest.mark.rule("D2", "E5", "Q6")
def test_a_hand_is_filled_up_to_four_if_the_match_says_so() -> None:
    position = done("1", ("4123", "32", "23"), **DUTCH)
    once = play(position, "draw 1")
    assert (once.turn.seat, written(once)) == (0, ["draw 1", "end"])
    assert play(once, "end").players[0].hand == "14"
    assert play(position, "draw 1; draw 1; draw 1").turn.seat == 1
    assert play(position, "draw 1; draw 1; draw 1").players[0].hand == "1124"


@pytest.mark.rule("Q6")
def test_with_empty_stacks_a_filling_hand_just_ends() -> None:
    position = play(done("1", ("4", "", ""), **DUTCH), "draw 1")
    assert written(position) == ["end"]
    assert reason(position, "draw 1") == "stacks_empty"


@pytest.mark.rule("Q6")
def test_laws_are_used_before_the_first_draw_only() -> None:
    position = done("1", **DUTCH, kept=("R", ""), held=((10,), ()))
    assert written(position, "law10") == ["law10 R"]
    assert reason(play(position, "draw 1"), "law10 R") == "after_draw"


@pytest.mark.rule("E3", "Q6")
@pytest.mark.parametrize(("options", "hand"), [({}, "4"), (DUTCH, "1334")])
def test_who_passed_may_draw(options: dict[str, str], hand: str) -> None:
    position = play(done("", ("413", "32", "23"), turn={}, **options), "pass")
    assert "draw 1" in written(position)
    while position.turn.seat == 0:
        position = play(position, written(position)[0])
    assert position.players[0].hand == hand


@pytest.mark.rule("E4")
def test_an_empty_stack_is_skipped() -> None:
    position = done(stacks=("", "3", ""))
    assert written(position) == ["draw 2", "end"]
    assert refused(position, "draw 1").key == "cheops.stack_empty"
    assert written(done(stacks=("", "", ""))) == ["end"]


@pytest.mark.parametrize(("stacks", "revealed"), [(("41", "3", "2"), "small"), (("4", "3", "2"), "none")])
def test_a_draw_that_brings_a_hidden_tile_to_light_cannot_be_taken_back(
    stacks: tuple[str, str, str], revealed: str
) -> None:
    result = step(done(stacks=stacks), "draw 1")
    assert (result.revealed, result.shown) == (revealed, (stacks[0][0], stacks[0][1:]))
    assert notes_of(done(stacks=stacks), "draw 1")["drew"]["next"] == stacks[0][1:]
