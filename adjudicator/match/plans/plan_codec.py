"""Plans as JSON, to be kept between two turns. Nothing is read that was not written so."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from adjudicator.codec import Codec
from adjudicator.engines.contract import Seat
from adjudicator.engines.planning import Fact
from adjudicator.match.plans.plan import Condition, Move, Node, Plan, Steps, Term


class _Move(msgspec.Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    steps: Steps
    seat: Seat | None = None


class _Fact(msgspec.Struct, frozen=True, tag="fact", forbid_unknown_fields=True):
    text: str
    holds: bool = True


_Term: TypeAlias = _Move | _Fact


class _Node(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    when: tuple[_Term, ...]
    choices: tuple[Steps, ...]
    since: int
    anyway: bool = False
    waits: bool = False
    below: tuple[_Node, ...] = ()


_NODES: Codec[tuple[_Node, ...]] = Codec(tuple[_Node, ...])


def dump_plan(plan: Plan) -> bytes:
    """Write a plan as JSON."""
    return msgspec.json.encode(tuple(map(_dump_node, plan.nodes)))


def load_plan(written: bytes) -> Plan:
    """Read a plan. Raises `msgspec.DecodeError`."""
    return Plan(tuple(map(_load_node, _NODES.read(written))))


def _dump_node(node: Node) -> _Node:
    return _Node(
        when=tuple(map(_dump_term, node.when.terms)),
        choices=node.choices,
        since=node.since,
        anyway=node.anyway,
        waits=node.waits,
        below=tuple(map(_dump_node, node.below)),
    )


def _dump_term(term: Term) -> _Term:
    return _Fact(term.text, term.holds) if isinstance(term, Fact) else _Move(term.steps, term.seat)


def _load_node(node: _Node) -> Node:
    return Node(
        when=Condition(tuple(map(_load_term, node.when))),
        choices=node.choices,
        since=node.since,
        anyway=node.anyway,
        waits=node.waits,
        below=tuple(map(_load_node, node.below)),
    )


def _load_term(term: _Term) -> Term:
    return Fact(term.text, term.holds) if isinstance(term, _Fact) else Move(term.steps, term.seat)
