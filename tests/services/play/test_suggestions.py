"""The suggestions of a refusal can be played in that position, in every game."""

from __future__ import annotations

import random

import pytest

from adjudicator.match.rulings.ruling import rule_on
from adjudicator.match.rulings.table import AnyTable, play_step
from adjudicator.services.orders.order_wording import WORDING
from tests.services.ruled_letters import GAMES, ruled, tables

SLIPS = (
    "draw 9", "draw 3", "K99", "M1", "A Z9", "P A1", "flip A1", "rotate C3 NEW", "turn NEW", "1 A1 sell", "2 B3 keep",
    "V C3 keep", "under R", "over B5", "law10 R", "joker B", "take 2", "steal red", "drop", "lamp", "unlamp", "swap",
    "pass", "end", "perhaps end", "not M14", "draw 1 or draw 2", "oops, A4", "dra 1", "M14 N14",
)  # fmt: skip


def letter_of(table: AnyTable, dice: random.Random) -> str:
    """Write a letter of a few legal steps and an illegal one."""
    lines: list[str] = []
    position = table
    for _ in range(dice.randrange(3)):
        if position.turn != table.turn or position.to_move is None:
            break
        step = dice.choice(position.legal_steps)
        lines.append(table.engine.format(step))
        position, _ = play_step(position, step)
    return "\n".join([*lines, dice.choice(SLIPS)])


@pytest.mark.parametrize("game", GAMES)
def test_every_suggestion_of_every_refusal_can_be_played(game: str) -> None:
    dice = random.Random(game)
    tried = 0
    for table in tables(game, 24) * 3:
        ruling = ruled(table, letter := letter_of(table, dice))
        for refused in ruling.refused:
            for order in refused.refusal.nearest:
                again = rule_on(ruling.table, table.to_move or 0, table.turn, [order], WORDING)
                assert not again.refused, (letter, order)
                assert again.played
                tried += 1
    assert tried > 50


def test_after_a_letter_was_undone_the_steps_of_its_start_are_suggested() -> None:
    table = next(one for one in tables("cheops", 40) if "draw 1" not in one.legal_orders)
    step = next(order for order in table.legal_orders if "draw 1" in ruled(table, order).table.legal_orders)
    (refused,) = ruled(table, f"{step}\ndraw 9").refused
    assert refused.refusal.nearest
    assert set(refused.refusal.nearest) <= {*table.legal_orders}
