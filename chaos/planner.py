"""Plans that a player writes below their orders: lines of orders that letters have offered, right or wrong.

Nobody knows what the others will play. Among many lines some hold, some never do, and some can never be legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

WITH_PLAN = 0.6
"""The share of the moves below which a plan is written."""
HABITS = ("habit end", "habit draw stack 2, 1, 3", "habit always end", "cancel habit end")
PLAN_WORDS = ("if ", "next ", "otherwise ")
FEWEST = 3
"""Orders that one must know to plan with them."""


def draw_plan(known: Sequence[str], chance: Random) -> list[str]:
    """Draw lines of a plan, or of habits; mostly none."""
    whim = chance.random()
    if whim < 0.05:
        return [chance.choice(HABITS)]
    orders = list(dict.fromkeys(order.partition(";")[0].strip() for order in known))
    if whim > WITH_PLAN or len(orders) < FEWEST:
        return []
    if whim < 0.08:
        return [chance.choice(("cancel plan", "confirm plan"))]
    chance.shuffle(orders)
    return [_draw_line(orders, chance) for _ in range(chance.randint(1, 3))]


def _draw_line(orders: list[str], chance: Random) -> str:
    first, second, third = chance.sample(orders, FEWEST)
    # Where a turn has several steps, an answer may end it or leave it open.
    end = "; end" if " " in first and chance.random() < 0.7 else ""
    whim = chance.random()
    if whim < 0.4:
        return f"if {first} then {second}{end}"
    if whim < 0.6:
        return f"if {first} then {second}{end}, if {third} then {first}"
    if whim < 0.8:
        return f"next {second} or {third}"
    return f"otherwise {second}{end}"
