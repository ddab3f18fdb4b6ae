"""Steps are written in one canonical form each, which reads back as the same step."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest

from adjudicator.engines.cheops import ENGINE
from adjudicator.engines.cheops.notation.notation import (
    DiscardLaw,
    Draw,
    EndTurn,
    HoldLaw,
    LayLaw,
    LayOver,
    LayUnder,
    NameJoker,
    Pass,
    PayForJoker,
    RemoveLaw,
    SellKept,
    Step,
    StepKind,
    SwapKept,
    SwapOnBoard,
    Take,
    TakeByLaw,
    format_step,
    parse_step,
)
from adjudicator.engines.cheops.position.disposal import DISPOSALS
from adjudicator.engines.cheops.position.laws import ALL_LAWS
from adjudicator.engines.cheops.position.pieces import COLOURS, FAMILIES, TILE_KINDS
from adjudicator.engines.cheops.position.pyramid import CELLS
from tests.engines.cheops.views import positions

STEPS: tuple[Step, ...] = (
    *(Take(tile, cell, disposal) for tile in TILE_KINDS for cell in CELLS for disposal in (*DISPOSALS, None)),
    *(TakeByLaw(family, cell, disposal) for family in FAMILIES for cell in CELLS for disposal in DISPOSALS),
    *(SwapOnBoard(cell, other) for cell, other in combinations(CELLS, 2)),
    *(SwapKept(colour, cell) for colour in COLOURS for cell in CELLS),
    *map(SellKept, COLOURS),
    *map(LayUnder, COLOURS),
    *(LayOver(colour, row) for colour in COLOURS for row in range(1, 13)),
    *map(RemoveLaw, ALL_LAWS),
    *map(NameJoker, (*COLOURS, None)),
    *map(Draw, (1, 2, 3)),
    *(LayLaw(), PayForJoker(), DiscardLaw(), HoldLaw(), Pass(), EndTurn()),
)
"""Every step that there can be."""


def test_every_step_is_written_and_read_back() -> None:
    written = [format_step(step) for step in STEPS]
    assert [parse_step(text) for text in written] == list(STEPS)
    assert len(set(written)) == len(set(STEPS)) == len(STEPS)
    assert {type(step) for step in STEPS} == set(get_args(Step))
    assert {step.kind for step in STEPS} == set(get_args(StepKind))


def test_no_other_step_is_legal() -> None:
    legal = {step for _, position in positions() for step in ENGINE.legal_steps(position)}
    assert legal < set(STEPS)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "nonsense", "9" * 5000, "pass ", " end", "End", "take", "law4", "law10", "law10 none", "joker X"),
        *("2", "2 A3 sell now", "2  A3", "5 A3 sell", "2 A12", "2 A3 take", "law11 V A3 keep", "law11 2 A3"),
        *("law12 B2 A3", "law12 A3", "law12 A3 R", "under", "under none", "over R", "over R03", "over none", "over 3"),
        *("remove 0", "remove 13", "remove R", "draw", "draw 01", "draw one", "end now"),
    ],
)
def test_nothing_else_is_a_step(text: str) -> None:
    with pytest.raises(ValueError, match="canonical form"):
        parse_step(text)
