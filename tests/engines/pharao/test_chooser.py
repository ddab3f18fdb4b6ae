"""What the house player does in positions in which a good player would not hesitate."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.engines.contract import Chooser, Level
from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.notation.notation import END
from adjudicator.engines.pharao.position.position import Ending, Position
from adjudicator.engines.suite.chance import Chance
from adjudicator.match.house.bot import choose_step, work_budget
from testkit.engines.pharao import drawn, scoring

ROW = "  A B C D\n 1 @NESW EW EW EW"
WALLED = "  A B C D\n 1 @NESW EW NS EW"
CHAMBERS = "E1 A3 B3 C3 D3"
LONELY = "P:A1"
"""Another seat that can rob nobody: its archaeologist is lost."""


def chosen(position: Position, level: Level = Level.STRONG, work: int = 200) -> str:
    step = choose_step(ENGINE, position, 0, dealer=Chance("house"), until=work_budget(work), level=level)
    return ENGINE.format(step)


CLEAR = {
    "it carries home": (drawn(ROW, "A:B1+3 P:A1", "A:A1 P:A1"), "A A1"),
    "it takes up what lies there": (drawn(ROW, "A:C1 P:A1", "A:A1 P:A1", lying="C1=3"), "take 3"),
    "it takes up the best": (drawn(ROW, "A:C1 P:A1", LONELY, lying="C1=2 C1=3"), "take 3"),
    "it turns a card over": (drawn(ROW, "A:D1 P:D1", "A:A1 P:A1", left=1, chambers=CHAMBERS), "flip E1"),
    "it runs from the collapse": (drawn(ROW, "A:B1 P:A1", "A:A1 P:A1", left=1, clock=("D1", 0)), "A A1"),
    "it saves what costs more": (drawn(ROW, "A:B1 P:B1", "A:A1 P:A1", left=1, clock=("C1", 1)), "A A1"),
    "it opens a wall": (drawn(WALLED, "A:D1+3 P:B1", LONELY, left=1), "rotate C1 EW"),
    "it robs": (drawn(ROW, "A:B1 P:A1", "A:B1+3 P:A1"), "steal blue"),
}


@pytest.mark.parametrize("case", CLEAR)
def test_it_does_what_is_clear(case: str) -> None:
    position, step = CLEAR[case]
    assert isinstance(ENGINE, Chooser)
    assert chosen(position) == step


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("work", [0, 200])
def test_it_ends_its_turn_when_there_is_nothing_to_gain(level: Level, work: int) -> None:
    # Both figures are at home, everything is found, and the pyramid falls: to rotate cards to and fro has no purpose.
    position = drawn(ROW, "A:A1 P:A1", "A:A1 P:A1", clock=("D1", 1), photos=())
    assert len(ENGINE.legal_steps(position)) > 4
    assert chosen(position, level, work) == "end"


def test_it_goes_on_finding_things_when_it_leads_and_the_match_would_end_because_nobody_does() -> None:
    position = drawn(ROW, "A:D1 P:D1", "A:A1 P:A1", left=1, chambers=CHAMBERS)
    last = replace(scoring(position, {"photos": 9}, {}), quiet=2 * position.variant.stall_rounds - 1)
    assert ENGINE.apply(last, END).position.ending is Ending.STALL
    assert chosen(last) == "flip E1"
