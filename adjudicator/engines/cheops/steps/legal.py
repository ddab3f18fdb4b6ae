"""Which steps are legal: complete lists, in the order of the notation."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from adjudicator.engines.cheops.notation.notation import Draw, EndTurn, NameJoker, Pass, Step
from adjudicator.engines.cheops.position.pieces import COLOURS, HAND_SIZE
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.steps.laws_10_to_12 import list_uses, usable_laws
from adjudicator.engines.cheops.steps.resolve_law import list_resolutions
from adjudicator.engines.cheops.steps.take import list_family_takes, list_neighbour_takes


@lru_cache(maxsize=64)
def legal_steps(position: Position) -> tuple[Step, ...]:
    """List every legal step. Cached because reading an order, listing and playing ask for the same position in turn."""
    match position.stage:
        case "before":
            return tuple(_list_before_take(position))
        case "law":
            return tuple(list_resolutions(position))
        case "after":
            return tuple(_list_after_take(position))
        case "joker":
            return tuple(NameJoker(colour) for colour in (*COLOURS, None))
        case "over":
            return ()


def drawable_stacks(position: Position) -> list[int]:
    """List the numbers of the stacks that may be drawn from now (CHEOPS-DRAW-2, D1, Q5)."""
    if len(position.mover.hand) >= HAND_SIZE:
        return []
    filled = [number for number, stack in enumerate(position.stacks, 1) if stack]
    return filled[:1] if position.variant.draw_source == "front" else filled


def _list_before_take(position: Position) -> list[Step]:
    takes = list_family_takes(position)
    steps: list[Step] = [*takes, *list_neighbour_takes(position), *_list_uses_of_held_laws(position)]
    # Only families count: a player who can lay none may pass, even if they could buy a neighbour (CHEOPS-PASS-1).
    if not takes:
        steps.append(Pass())
    return steps


def _list_after_take(position: Position) -> list[Step]:
    return [*map(Draw, drawable_stacks(position)), EndTurn(), *_list_uses_of_held_laws(position)]


def _list_uses_of_held_laws(position: Position) -> Iterable[Step]:
    for law in usable_laws(position):
        yield from list_uses(position, law)
