"""The values of a plan: a tree of nodes: each has a condition, and the steps that the seat then plays.

A condition without terms holds whatever happened: it is the line of last resort of its ply, which fires when no other
does (`otherwise`, `if any`, `next`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final, TypeAlias

from adjudicator.engines.abilities import offers
from adjudicator.engines.contract import AnyEngine, AnyPosition, Seat, View
from adjudicator.engines.planning import Fact, HasFacts, Planner, TellsSteps

MOST_NODES: Final = 60
MOST_PLIES: Final = 20
MOST_ANSWERS: Final = MOST_PLIES // 2
"""Answers on one branch: a ply is one side's, as in chess."""

Steps: TypeAlias = tuple[str, ...]
"""Planned steps of one turn, in canonical words."""


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A turn as somebody plays it: these steps, in this order. No seat: anybody."""

    steps: Steps
    seat: Seat | None = None


Term: TypeAlias = Move | Fact


@dataclass(frozen=True, slots=True)
class Condition:
    """Terms that all have to hold; moves may come in different turns."""

    terms: tuple[Term, ...] = ()

    @classmethod
    def of(cls, terms: Sequence[Term]) -> Condition:
        """Build a condition in which order does not matter, and a repeated part counts once."""
        moves = sorted({term for term in terms if isinstance(term, Move)}, key=repr)
        facts = sorted({term for term in terms if isinstance(term, Fact)}, key=repr)
        return cls((*moves, *facts))

    @property
    def is_last(self) -> bool:
        """Tell whether it is the line of last resort."""
        return not self.terms


LAST: Final = Condition()


@dataclass(frozen=True, slots=True)
class Node:
    """A condition, the steps that the seat plays when it holds, and the nodes that may follow.

    Several choices are tried in their order; the first that is legal counts. `since` is the number of the last entry
    that its writer knew. A node that waits fires only after its writer has confirmed it.
    """

    when: Condition
    choices: tuple[Steps, ...]
    since: int = 0
    anyway: bool = False
    waits: bool = False
    below: tuple[Node, ...] = ()

    @property
    def size(self) -> int:
        """Count answers, each choice as one."""
        return len(self.choices) + sum(node.size for node in self.below)

    @property
    def depth(self) -> int:
        """Count the answers on its longest branch."""
        return 1 + max((node.depth for node in self.below), default=0)


@dataclass(frozen=True, slots=True)
class Plan:
    """A seat's plan for one match."""

    nodes: tuple[Node, ...] = ()

    @property
    def size(self) -> int:
        """Count answers."""
        return sum(node.size for node in self.nodes)

    @property
    def depth(self) -> int:
        """Count the answers on the longest branch."""
        return max((node.depth for node in self.nodes), default=0)

    def __bool__(self) -> bool:
        return bool(self.nodes)


NO_PLAN: Final = Plan()


@dataclass(frozen=True, slots=True)
class Game:
    """An engine, as far as plans need it."""

    engine: AnyEngine
    planner: Planner[AnyPosition]
    facts: HasFacts[View] | None

    @classmethod
    def of(cls, engine: AnyEngine) -> Game | None:
        """Return None for an engine whose steps cannot be planned."""
        planner = engine if offers(engine, Planner[AnyPosition]) else None
        return cls(engine, planner, engine if offers(engine, HasFacts[View]) else None) if planner else None

    def tell_ahead(self, step: str, language: str) -> str:
        """Write a planned step as it stands behind the name of somebody who plays it."""
        engine = self.engine
        if offers(engine, TellsSteps):
            return engine.tell_ahead(step, language)
        return self.planner.format_ahead(step, language)

    def implies(self, one: Condition, other: Condition) -> bool:
        """Tell whether a condition holds only where another one does."""
        return all(any(self._term_implies(term, wanted) for term in one.terms) for wanted in other.terms)

    def same(self, one: Condition, other: Condition) -> bool:
        """Tell whether two conditions hold in the same cases."""
        return one == other or (self.implies(one, other) and self.implies(other, one))

    def _term_implies(self, term: Term, wanted: Term) -> bool:
        if isinstance(term, Fact) or isinstance(wanted, Fact):
            return term == wanted
        return wanted.seat in (None, term.seat) and self.planner.includes(term.steps, wanted.steps)


Path: TypeAlias = tuple[int, ...]
"""Where a node stands: its number at each level, counted from 1."""


def walk_nodes(nodes: Sequence[Node], above: Path = ()) -> Iterator[tuple[Path, Node]]:
    """List all nodes with their places, as they are shown: each before those below it."""
    for number, node in enumerate(nodes, 1):
        yield (*above, number), node
        yield from walk_nodes(node.below, (*above, number))


def parse_path(text: str) -> Path:
    """Read ``1.1``. Raises `ValueError`."""
    return tuple(map(int, text.strip().split(".")))


def format_path(path: Path) -> str:
    """Write a node's number."""
    return ".".join(map(str, path))


def tree_mark(plan: Plan) -> str:
    """Return a short text that is another one as soon as a number of the plan means something else."""
    numbered = [(path, node.when, node.choices) for path, node in walk_nodes(plan.nodes)]
    return sha256(repr(numbered).encode()).hexdigest()[:16]


def place_without(path: Path, removed: Iterable[Path]) -> Path | None:
    """Return the place that a node has after others were removed; None if it went with them.

    All places are those of the tree before.
    """
    gone = set(removed)
    if any(path[:length] in gone for length in range(1, len(path) + 1)):
        return None
    return tuple(
        number - sum((*path[:level], before) in gone for before in range(1, number))
        for level, number in enumerate(path)
    )


def remove_node(plan: Plan, path: Path) -> Plan:
    """Remove a node and the nodes below it. Raises `LookupError` for a number that the tree does not have."""
    return Plan(_without(plan.nodes, path))


def confirm_plan(plan: Plan) -> Plan:
    """Let all nodes fire that waited for their writer's yes."""
    return Plan(tuple(map(_confirmed, plan.nodes)))


def _without(nodes: tuple[Node, ...], path: Path) -> tuple[Node, ...]:
    number, *rest = path
    if not 1 <= number <= len(nodes):
        raise LookupError(number)
    node = nodes[number - 1]
    left = (replace(node, below=_without(node.below, tuple(rest))),) if rest else ()
    return (*nodes[: number - 1], *left, *nodes[number:])


def _confirmed(node: Node) -> Node:
    return replace(node, waits=False, below=tuple(map(_confirmed, node.below)))
