"""Steps and how they are written, there and back."""

import pytest

from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.notation.notation import (
    DROP,
    END,
    LAMP,
    UNLAMP,
    Flip,
    Lay,
    Rotate,
    Steal,
    Step,
    Take,
    Walk,
    cell_of,
    format_step,
    parse_step,
)
from adjudicator.engines.pharao.position.cards import SIDES_OF
from adjudicator.engines.pharao.position.grid import CELLS
from adjudicator.engines.pharao.position.position import BUST, Figure, Treasure
from adjudicator.engines.suite.chance import Chance
from testkit.engines.pharao import begin

C4 = CELLS["C4"]
WRITTEN: dict[str, Step] = {
    "A C4": Walk(Figure.ARCHAEOLOGIST, C4),
    "P C4": Walk(Figure.PORTER, C4),
    "flip C4": Flip(C4),
    "turn NES": Lay(SIDES_OF["NES"]),
    "rotate C4 NE": Rotate(C4, SIDES_OF["NE"]),
    "lamp": LAMP,
    "unlamp": UNLAMP,
    "take 2": Take(Treasure(2)),
    "take bust": Take(BUST),
    "drop": DROP,
    "steal red": Steal(0),
    "end": END,
}


@pytest.mark.parametrize("text", WRITTEN)
def test_a_step_is_written_in_one_way(text: str) -> None:
    assert format_step(WRITTEN[text]) == text
    assert parse_step(text) == WRITTEN[text]


def test_every_step_of_a_match_reads_back_as_itself() -> None:
    position, chance = begin(seats=4), Chance("notation")
    while steps := ENGINE.legal_steps(position):
        assert [parse_step(format_step(step)) for step in steps] == list(steps)
        position = ENGINE.apply(position, steps[chance.below(len(steps))]).position


@pytest.mark.parametrize("text", ["", "A", "A G1", "a C4", "flip C4 NE", "turn EN", "turn N", "take 5", "steal pink"])
def test_nothing_else_is_a_step(text: str) -> None:
    with pytest.raises(ValueError, match="no step"):
        parse_step(text)


def test_steps_of_different_kinds_differ_though_their_parts_are_equal() -> None:
    alike: set[Step] = {Flip(CELLS["D1"]), Lay(SIDES_OF["NE"]), Take(Treasure(3)), Steal(3)}
    assert [len(alike), len({*alike, LAMP, UNLAMP, DROP, END})] == [4, 8]


def test_a_step_names_its_card() -> None:
    named = {text: cell_of(step) for text, step in WRITTEN.items()}
    assert {text for text, cell in named.items() if cell == C4} == {"A C4", "P C4", "flip C4", "rotate C4 NE"}
    assert set(named.values()) == {C4, None}
