"""What nobody may know, and what only one seat may."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engines.cheops import ENGINE
from adjudicator.engines.cheops.house.resample import unseen_laws
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.contract import StepError
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from testkit.engines.cheops import begin, drawn, laid_laws, notes_of, play, taking

ORDERS = ("2 A3 sell", "2 C3", "V A3 keep", "V C3", "remove 5", "pay", "draw 2", "law10 R", "joker R", "zz 7", "end")


def outputs(position: Position, seat: int | None) -> Iterator[Any]:
    """List all that leaves the engine for a seat's eyes."""
    yield ENGINE.view(position, seat)
    if ENGINE.to_move(position) == seat:
        yield ENGINE.legal_steps(position)
        for order in ORDERS:
            try:
                ENGINE.parse(position, order)
            except StepError as error:
                yield (error.reason, error.nearest)


def same_outputs(one: Position, other: Position, seat: int | None) -> bool:
    return list(outputs(one, seat)) == list(outputs(other, seat))


@pytest.mark.rule("CHEOPS-SETUP-4", "D14")
def test_face_down_laws_reach_nobody() -> None:
    one, other = begin(laws=(1, 2, 3, 4, 5, 6)), begin(laws=(12, 11, 10, 9, 8, 7))
    assert one != other
    assert all(same_outputs(one, other, seat) for seat in (None, 0, 1))


def test_the_stacks_below_their_tops_reach_nobody() -> None:
    one = drawn(put={"stacks": ("4123", "3412", "2341")}, turn={"taken": True}, hands=("1", "2"))
    other = replace(one, stacks=("4321", "3214", "2143"))
    assert all(same_outputs(one, other, seat) for seat in (None, 0, 1))
    view = ENGINE.view(one, 0)
    assert [(stack.top, stack.height, stack.drawable) for stack in view.stacks] == [
        ("4", 4, True),
        ("3", 4, True),
        ("2", 4, True),
    ]


@pytest.mark.rule("CHEOPS-SELL-4", "D8", "Q16")
@pytest.mark.parametrize("taken", [False, True])
def test_money_is_shown_to_its_owner_alone(taken: bool) -> None:
    one, other = (drawn(cash=(cash, 30), turn={"taken": taken}) for cash in (15, 95))
    assert same_outputs(one, other, 1)
    assert same_outputs(one, other, None)
    assert not same_outputs(one, other, 0)
    assert [player.cash for player in ENGINE.view(one, 1).players] == [None, 30]


@pytest.mark.rule("D8")
def test_or_to_everybody_if_the_match_says_so_and_when_it_is_over() -> None:
    assert [player.cash for player in ENGINE.view(drawn(cash=(15, 30), open_money="yes"), None).players] == [15, 30]
    over = replace(drawn(cash=(15, 30)), ending="full")
    assert [player.cash for player in ENGINE.view(over, None).players] == [15, 30]
    waiting = replace(drawn(cash=(15, 30), held=((), (9,))), ending="full")
    assert [player.cash for player in ENGINE.view(waiting, None).players] == [None, None]


@pytest.mark.rule("Q16")
def test_what_is_earned_and_paid_is_public_and_the_total_is_not() -> None:
    for position, order in (
        (drawn(cash=(20, 0)), "2 A1 sell"),
        (drawn(cash=(20, 0)), "V A1 keep"),
        (drawn(kept=("R", ""), held=((10,), ())), "law10 R"),
        (taking(9, cash=(25, 0)), "pay"),
    ):
        notes = notes_of(position, order)
        assert notes.pop("purse").audience == frozenset({0})
        assert all(note.audience is None for note in notes.values())
        assert any("price" in dict(note.values) for note in notes.values())
    assert notes_of(drawn(open_money="yes"), "2 A1 sell")["purse"].audience is None


@pytest.mark.rule("Q17")
def test_the_box_and_the_neighbours_left_are_public() -> None:
    view = ENGINE.view(drawn(laws=laid_laws(box=(10, 8)), put={"neighbours": 2}), None)
    assert (view.box, view.neighbours) == ((10, 8), 2)


def test_what_is_imagined_could_be_true() -> None:
    dealer = SeededDealer(bytes(16))
    position = play(taking(11), "hold; draw 1")
    assert unseen_laws(position) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]
    seen: set[int] = set()
    for _ in range(60):
        imagined = ENGINE.resample(position, 1, dealer)
        laws = [law for _, law in imagined.hidden]
        assert [cell for cell, _ in imagined.hidden] == [cell for cell, _ in position.hidden]
        assert len(set(laws)) == len(laws) == 5
        assert sorted("".join(imagined.stacks)) == sorted("".join(position.stacks))
        assert [stack[0] for stack in imagined.stacks] == [stack[0] for stack in position.stacks]
        assert replace(imagined, hidden=position.hidden, stacks=position.stacks) == position
        seen |= set(laws)
    assert seen == set(unseen_laws(position))


def test_what_is_imagined_does_not_depend_on_the_truth() -> None:
    one, other = begin(laws=(1, 2, 3, 4, 5, 6)), begin(laws=(12, 11, 10, 9, 8, 7))
    assert ENGINE.resample(one, 0, SeededDealer(bytes(16))) == ENGINE.resample(other, 0, SeededDealer(bytes(16)))
