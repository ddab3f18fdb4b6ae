"""A short match of Das Gold des Pharao, thought out beforehand: everybody explores once, then all wait."""

from __future__ import annotations

from typing import Any

from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.notation.notation import END, Kind, Lay, Step, Walk
from adjudicator.engines.pharao.position.grid import NAMES, bit
from adjudicator.engines.pharao.position.position import Figure, Position
from adjudicator.engines.suite.chance import Chance
from tests.end_to_end.cheops_plan import Part, Plan

PLANS = 40


def short_pharao_plan(options: dict[str, Any], seats: int, deal: dict[str, Any]) -> Plan:
    """Find the shortest of several matches that one player wins; the first card of all is laid only when it is seen."""
    plans = [_plan(ENGINE.setup(options, seats, deal), Chance(f"plan {n}")) for n in range(PLANS)]
    won = [plan for plan in plans if plan.outcome is not None and plan.outcome.places.count(1) == 1]
    return min(won or plans, key=lambda plan: len(plan.steps))


def _plan(position: Position, chance: Chance) -> Plan:
    plan, turn = Plan(), 1
    while legal := ENGINE.legal_steps(position):
        seat = position.turn.seat
        exploring = turn <= len(position.players)
        step = max(legal, key=lambda step: _promise(position, step) + chance.below(20)) if exploring else END
        if len(legal) > 1:
            _write(plan, position, turn, step)
        position = ENGINE.apply(position, step).position
        plan.steps.append(ENGINE.format(step))
        plan.parts[-1].until = len(plan.steps)
        turn += ENGINE.to_move(position) not in (seat, None)
    plan.outcome = ENGINE.outcome(position)
    return plan


def _write(plan: Plan, position: Position, turn: int, step: Step) -> None:
    """Put a step into the letter of its turn; the first card is asked about, with all others the writer says how."""
    last = plan.parts[-1] if plan.parts else None
    if last is None or last.turn != turn:
        plan.parts.append(Part(position.turn.seat, turn))
    elif position.turn.flipped >= 0 and len(plan.parts) == 1:
        plan.parts.append(Part(position.turn.seat, turn, f"You turned over {NAMES[position.turn.flipped]}, ", True))
    plan.parts[-1].steps.append(ENGINE.format(step))


def _promise(position: Position, step: Step) -> int:
    """Prefer to take and to turn over, and to lay cards so that one can go on."""
    if isinstance(step, Lay):
        ways = position.ways.with_card(position.turn.flipped, step.sides)
        return 30 * bool(ways.joined_cells(bit(position.turn.flipped)) & bit(position.mover.archaeologist))
    if isinstance(step, Walk):
        return 35 * (step.figure is Figure.ARCHAEOLOGIST)
    return {Kind.TAKE: 60, Kind.FLIP: 40, Kind.LAMP: 20}.get(step.kind, 0)
