"""Answers a turn by a plan: which node holds, whether it may fire, and what the ordinary ruling makes of its answer.

It fails closed. Nothing is played where two lines hold with different answers, where a great secret came to light that
the answer does not allow for, or where any step is refused; then the plan is gone, and what it was is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from adjudicator.engines.contract import Seat
from adjudicator.match.plans.events import Event, make_events, turns_of_others
from adjudicator.match.plans.habits import complete_step, play_habits
from adjudicator.match.plans.plan import NO_PLAN, Condition, Game, Move, Node, Plan, Steps
from adjudicator.match.plans.side import Side
from adjudicator.match.rulings.refusals import Refusal
from adjudicator.match.rulings.ruling import AnyRuling, Ruling, rule_on
from adjudicator.match.rulings.table import AnyTable, Played


class Status(StrEnum):
    """Result of a plan when its seat's turn began."""

    PLAYED = "played"
    OPEN = "open"
    """Its answer was played and leaves the turn open."""
    STOPPED = "stopped"
    """A secret came to light in the answer: the rest of it was not played."""
    HELD = "held"
    """A great secret came to light before: the answer waits for its writer's word."""
    REFUSED = "refused"
    """A step of the answer is not legal."""
    UNFORESEEN = "unforeseen"
    UNCONFIRMED = "unconfirmed"
    """Only a line that its writer has not confirmed would hold."""
    TWO_HOLD = "two_hold"
    """Several lines hold, with different answers."""


PLAYING = (Status.PLAYED, Status.OPEN, Status.STOPPED)


@dataclass(frozen=True, slots=True)
class Firing:
    """Effect of a plan. `rest` is the part that is left of it, `lost` the part that is gone and has to be told."""

    status: Status
    table: AnyTable
    played: tuple[Played, ...] = ()
    """Steps of the answer, and forced ones behind it."""
    node: Node | None = None
    rest: Plan = NO_PLAN
    lost: Plan = NO_PLAN
    answer: Steps = ()
    """The choice that was played, refused or is held."""
    not_played: Steps = ()
    step: str = ""
    """The step that was refused."""
    refusal: Refusal | None = None


def fire_plan(side: Side, plan: Plan, events: Sequence[Event]) -> Firing:
    """Answer by a plan, at the beginning of the turn of its seat. Forced steps of the turn have been played."""
    if not side.may_play:
        raise ValueError("a plan is asked when the turn of its seat begins")
    holding = _holding(side, plan, events)
    nodes = [node for node in holding if not node.waits]
    if not nodes:
        return Firing(Status.UNCONFIRMED if holding else Status.UNFORESEEN, side.table, lost=plan)
    if any(node.choices != nodes[0].choices for node in nodes):
        return Firing(Status.TWO_HOLD, side.table, lost=plan)
    node = _united(nodes)
    if not node.anyway and any(event.great and event.n > node.since for event in events):
        return Firing(Status.HELD, side.table, node=node, lost=plan, answer=node.choices[0])
    return _fired(plan, play_answer(side, node, events))


def play_answer(side: Side, node: Node, events: Sequence[Event]) -> Firing:
    """Play the answer of a node: of several choices the first that is legal up to the first secret.

    What was held is played so too, once its writer asks for it. Habits act behind an answer that stands.
    """
    firings = (_play_choice(side, node, choice, events) for choice in node.choices)
    first: Firing | None = None
    for firing in firings:
        if firing.status is not Status.REFUSED or firing.played:
            return _close_turn(side, firing)
        first = first or firing
    if first is None:
        raise ValueError("a node without an answer")
    return first


def _close_turn(side: Side, firing: Firing) -> Firing:
    """Let habits act behind an answer that leaves the turn open."""
    if firing.status not in (Status.OPEN, Status.STOPPED):
        return firing
    table, more = play_habits(side.game, firing.table, side.seat, side.habits, firing.played)
    ended = table.to_move != side.seat or table.turn != side.table.turn
    status = Status.PLAYED if ended and firing.status is Status.OPEN else firing.status
    return replace(firing, table=table, played=(*firing.played, *more), status=status)


def _fired(plan: Plan, firing: Firing) -> Firing:
    """Tell the part that is gone: all of a plan that failed, or the nodes below an answer that was not all played."""
    node = firing.node
    if firing.status is Status.REFUSED or node is None:
        return replace(firing, lost=plan)
    if firing.status is Status.PLAYED:
        over = firing.table.to_move is None
        return replace(firing, rest=NO_PLAN if over else Plan(node.below))
    return replace(firing, lost=Plan(node.below))


# Conditions


def _holding(side: Side, plan: Plan, events: Sequence[Event]) -> list[Node]:
    """List the nodes that count: those that hold and are the most exact, or the one of last resort."""
    game, turns = side.game, turns_of_others(events, side.seat)
    facts = game.facts.facts(side.view) if game.facts else frozenset[str]()
    nodes = [node for node in plan.nodes if _holds(game, node.when, turns, facts)]
    exact = [node for node in nodes if not node.when.is_last]
    ready = [node for node in exact if not node.waits]
    if not (ready or exact):
        return nodes
    return [node for node in ready or exact if not any(_is_beaten(game, node, other) for other in ready or exact)]


def _holds(game: Game, when: Condition, turns: Sequence[tuple[Seat, Steps]], facts: frozenset[str]) -> bool:
    return all(
        any(term.seat in (None, seat) and game.planner.includes(steps, term.steps) for seat, steps in turns)
        if isinstance(term, Move)
        else (term.text in facts) == term.holds
        for term in when.terms
    )


def _is_beaten(game: Game, node: Node, other: Node) -> bool:
    """Tell whether another condition that holds is more exact."""
    return game.implies(other.when, node.when) and not game.implies(node.when, other.when)


def _united(nodes: Sequence[Node]) -> Node:
    """Unite nodes with the same answer: the nodes below either go on."""
    below = tuple(dict.fromkeys(one for node in nodes for one in node.below))
    since, anyway = min(node.since for node in nodes), all(node.anyway for node in nodes)
    return replace(nodes[0], since=since, anyway=anyway, below=below)


# Answers


def _play_choice(side: Side, node: Node, choice: Steps, events: Sequence[Event]) -> Firing:
    game, table = side.game, side.table
    whole = tuple(complete_step(game, table.position, step, side.habits) for step in choice)
    steps = _not_forced_yet(side, whole, events)
    ruling = _rule(side, steps)
    reached = _reached(side, steps) if not node.anyway and _saw_great(game, ruling) else len(steps)
    # What came to light by the steps before stays: nothing is looked at without being played.
    reached = min(reached, _count_as_written(game, ruling, steps))
    if reached < len(steps):
        ruling = _rule(side, steps[:reached])
    firing = Firing(Status.PLAYED, ruling.table, ruling.played, node, answer=choice)
    if refused := next(iter(ruling.refused), None):
        return replace(firing, status=Status.REFUSED, step=refused.order, refusal=refused.refusal)
    if steps and not reached:
        return replace(firing, status=Status.REFUSED, step=steps[0])
    left = (*ruling.not_reached, *steps[reached:])
    still_mine = ruling.table.to_move == side.seat and ruling.table.turn == table.turn
    if left and (still_mine or left != ("end",)):
        return replace(firing, status=Status.STOPPED, not_played=left)
    return replace(firing, status=Status.OPEN) if still_mine else firing


def _rule(side: Side, steps: Steps) -> AnyRuling:
    return rule_on(side.table, side.seat, side.table.turn, steps) if steps else Ruling(side.table)


def _not_forced_yet(side: Side, steps: Steps, events: Sequence[Event]) -> Steps:
    """Leave out the steps that the server has already played in this turn, since nothing else was legal."""
    played = [event.step for event in events if event.turn == side.table.turn and event.seat == side.seat]
    while played and steps and side.game.planner.includes(played[:1], steps[:1]):
        played, steps = played[1:], steps[1:]
    return steps


def _saw_great(game: Game, ruling: AnyRuling) -> bool:
    return any(event.great for event in make_events(game, ruling.played, 0))


def _reached(side: Side, steps: Steps) -> int:
    """Count the steps up to the first one that brings a great secret to light."""
    for count in range(1, len(steps)):
        if _saw_great(side.game, _rule(side, steps[:count])):
            return count
    return len(steps)


def _count_as_written(game: Game, ruling: AnyRuling, steps: Steps) -> int:
    """Count the steps before the first one for which another was chosen: an order may be read leniently."""
    chosen, reached = [entry.step for entry in ruling.played if entry.order], 0
    for number, step in enumerate(steps):
        singles = game.planner.single_steps(step)
        if chosen and game.planner.includes(chosen[:1], singles[:1]):
            chosen, reached = chosen[len(singles) :], number + 1
    return reached if chosen else len(steps)
