"""Merges lines into one tree: lines with the same beginning share it, and a later answer replaces an earlier one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adjudicator.engines.planning import Fact
from adjudicator.match.plans.plan import MOST_ANSWERS, MOST_NODES, Condition, Game, Node, Plan
from adjudicator.match.plans.plan_line import Branch, Fault, Ply


@dataclass(frozen=True, slots=True)
class Merged:
    """A plan with a line in it, or the fault for which the line was left out and the plan is as it was."""

    plan: Plan
    fault: Fault | None = None
    replaced: tuple[Node, ...] = ()
    """The nodes whose answers were replaced, as they were."""


def merge_branches(game: Game, plan: Plan, branches: Sequence[Branch], since: int) -> Merged:
    """Put the branches of one line into a plan, all or none. `since`: the last entry that its writer knew."""
    nodes, replaced = plan.nodes, list[Node]()
    for branch in branches:
        nodes = _put(game, nodes, branch, since, replaced)
    merged = Plan(nodes)
    if merged.size > MOST_NODES:
        return Merged(plan, Fault.TOO_MANY)
    if merged.depth > MOST_ANSWERS:
        return Merged(plan, Fault.TOO_DEEP)
    return Merged(merged, replaced=tuple(replaced))


def find_clashes(game: Game, plan: Plan) -> tuple[tuple[Condition, Condition], ...]:
    """Find conditions side by side that may both hold, neither more exact than the other, with different answers.

    Only facts and the moves of several players are looked at: that one player makes both of two moves in one turn is
    told when it happens.
    """
    return tuple(_clashes(game, plan.nodes))


def _clashes(game: Game, nodes: Sequence[Node]) -> list[tuple[Condition, Condition]]:
    found = [
        (one.when, other.when)
        for at, one in enumerate(nodes)
        for other in nodes[at + 1 :]
        if one.choices != other.choices and _may_both_hold(game, one.when, other.when)
    ]
    for node in nodes:
        found += _clashes(game, node.below)
    return found


def _may_both_hold(game: Game, one: Condition, other: Condition) -> bool:
    if game.implies(one, other) or game.implies(other, one):
        return False
    facts, rivals = (tuple(term for term in when.terms if isinstance(term, Fact)) for when in (one, other))
    if game.facts and any(game.facts.exclude_each_other(fact, rival) for fact in facts for rival in rivals):
        return False
    seats = {term.seat for when in (one, other) for term in when.terms if not isinstance(term, Fact)}
    return bool(facts or rivals) or len(seats) > 1 or None in seats


def _put(game: Game, nodes: Sequence[Node], branch: Branch, since: int, replaced: list[Node]) -> tuple[Node, ...]:
    ply, rest = branch[0], branch[1:]
    at = next((at for at, node in enumerate(nodes) if game.same(node.when, ply.when)), None)
    if at is None:
        return (*nodes, _grow(game, _new(ply, since), rest, since, replaced))
    old = nodes[at]
    node = replace(_new(ply, since), when=old.when)
    if old.choices == ply.choices:
        node = replace(node, waits=old.waits and ply.asks, below=old.below)
    else:
        replaced.append(old)
    return (*nodes[:at], _grow(game, node, rest, since, replaced), *nodes[at + 1 :])


def _new(ply: Ply, since: int) -> Node:
    return Node(ply.when, ply.choices, since, anyway=ply.anyway, waits=ply.asks)


def _grow(game: Game, node: Node, rest: Branch, since: int, replaced: list[Node]) -> Node:
    """Hang the rest of a branch on a node. An answer behind `anyway` takes those before it along."""
    below = _put(game, node.below, rest, since, replaced) if rest else node.below
    return replace(node, below=below, anyway=node.anyway or any(one.anyway for one in below))
