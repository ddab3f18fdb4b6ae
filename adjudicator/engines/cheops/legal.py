"""Which steps are legal: complete lists, in the order of the notation."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from adjudicator.engines.cheops.extras import extra_steps, usable_laws
from adjudicator.engines.cheops.pieces import COLOURS, HAND, NEIGHBOUR, NEIGHBOUR_PRICE
from adjudicator.engines.cheops.placement import can_place, neighbour_cells
from adjudicator.engines.cheops.position import Position, Step
from adjudicator.engines.cheops.resolutions import resolutions
from adjudicator.engines.cheops.takes import endings, family_takes, takes

JOKERS: tuple[Step, ...] = tuple(f"joker {colour}" for colour in (*COLOURS, "none"))


@lru_cache(maxsize=64)
def legal_steps(position: Position) -> tuple[Step, ...]:
    """List every legal step. Reading an order, listing and playing look at the same position in turn."""
    match position.stage:
        case "before":
            return tuple(_before(position))
        case "law":
            return resolutions(position)
        case "after":
            return tuple(_after(position))
        case "joker":
            return JOKERS
        case "over":
            return ()


def _before(position: Position) -> list[Step]:
    steps = family_takes(position)
    may_pass = not steps
    if may_buy(position):
        check = position.variant.neighbour_check == "after"
        cells = neighbour_cells(position.board, position.mover.hand, check=check)
        steps += takes(position.board, NEIGHBOUR, cells, endings(position))
    steps += _extras(position)
    if may_pass:
        steps.append("pass")
    return steps


def _after(position: Position) -> list[Step]:
    return [*(f"draw {stack}" for stack in stacks_to_draw(position)), "end", *_extras(position)]


def _extras(position: Position) -> Iterable[Step]:
    for law in usable_laws(position):
        yield from extra_steps(position, law)


def may_buy(position: Position) -> bool:
    """Tell whether the player has all that buying a neighbour takes, besides a cell to lay it on."""
    player = position.mover
    return not position.turn.bought and position.neighbours > 0 and player.cash >= NEIGHBOUR_PRICE and bool(player.hand)


def must_pass(position: Position) -> bool:
    """Tell whether no family of the hand fits anywhere."""
    return not can_place(position.board, position.mover.hand)


def stacks_to_draw(position: Position) -> list[int]:
    """List the numbers of the stacks that may be drawn from now."""
    if len(position.mover.hand) >= HAND:
        return []
    filled = [number for number, stack in enumerate(position.stacks, 1) if stack]
    return filled[:1] if position.variant.draw_source == "front" else filled
