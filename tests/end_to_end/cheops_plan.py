"""Matches thought out beforehand, and one of Cheops that ends soon, as whoever can sell fills the price tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from adjudicator.engines.cheops import ENGINE
from adjudicator.engines.cheops.notation.notation import Draw, Step, Take
from adjudicator.engines.cheops.position.pieces import COLOUR_INDEX, treasure_at
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.contract import Outcome, Seat
from adjudicator.engines.suite.chance import Chance

PLANS = 60


@dataclass(slots=True)
class Part:
    """What a seat writes at once: to the end of its turn, or up to something that turns up and has to be read first."""

    seat: Seat
    turn: int
    asked: str = ""
    """The subject of the answer to the part before, if that asks for a decision."""
    goes_on: bool = False
    """Whether the part before was of the same turn."""
    steps: list[str] = field(default_factory=list)
    until: int = 0
    """How many steps of the match are played after it, with those that the server plays."""


@dataclass(slots=True)
class Plan:
    """The parts of a match in their order, every step of it with those that the server plays, and how it ends."""

    parts: list[Part] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    outcome: Outcome | None = None

    @property
    def ending(self) -> str:
        """What the subject of everybody's last letter says."""
        winners = self.outcome.places.count(1) if self.outcome is not None else 0
        return "won" if winners == 1 else "shared" if self.outcome and winners < len(self.outcome.places) else "draw"


def short_cheops_plan(options: dict[str, Any], seats: int, deal: dict[str, Any]) -> Plan:
    """Find the shortest of several matches that one player wins, with a law to choose about if there is such a one."""
    plans = [_plan(ENGINE.setup(options, seats, deal), Chance(f"plan {n}")) for n in range(PLANS)]
    won = [plan for plan in plans if plan.outcome is not None and plan.outcome.places.count(1) == 1]
    choosing = [plan for plan in won if any(part.asked for part in plan.parts)]
    return min(choosing or won, key=lambda plan: len(plan.parts))


def _plan(position: Position, chance: Chance) -> Plan:
    plan, turn, revealed = Plan(), 1, False
    while legal := ENGINE.legal_steps(position):
        seat = position.turn.seat
        step = max(legal, key=lambda step: _promise(position, step) + chance.below(10))
        if len(legal) > 1:
            last = plan.parts[-1] if plan.parts else None
            goes_on = last is not None and last.turn == turn
            if not goes_on or revealed:
                asked = f"You turned over law {position.turn.law}: choose" if position.turn.law else ""
                plan.parts.append(Part(seat, turn, asked, goes_on))
            plan.parts[-1].steps.append(ENGINE.format(step))
        result = ENGINE.apply(position, step)
        revealed = bool(result.revealed) or (revealed and len(legal) == 1)
        position = result.position
        plan.steps.append(ENGINE.format(step))
        plan.parts[-1].until = len(plan.steps)
        turn += ENGINE.to_move(position) not in (seat, None)
    plan.outcome = ENGINE.outcome(position)
    return plan


def _promise(position: Position, step: Step) -> int:
    """Prefer what fills tables, and laws now and then."""
    match step:
        case Draw():
            return 20
        case Take(_, _, None):
            return 30
        case Take(_, cell, "sell"):
            index = COLOUR_INDEX[treasure_at(position.board, cell)]
            return 60 - 12 * (len(position.tables[index]) - 1 - position.covered[index])
    return 0
