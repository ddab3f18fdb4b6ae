"""Laws 10 to 12, used at once or later: what each of them may do now."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.engines.cheops.fates import can_keep, can_sell_kept
from adjudicator.engines.cheops.pieces import COLOURS, LAW, TILES
from adjudicator.engines.cheops.position import Law, Position, Step
from adjudicator.engines.cheops.pyramid import NAMES
from adjudicator.engines.cheops.takes import endings, family_takes

EXTRA_LAWS = (10, 11, 12)

_SWAPS = tuple(tuple(f"law12 {one} {other}" for other in NAMES) for one in NAMES)


def usable_laws(position: Position) -> list[Law]:
    """List the held laws that may be used now: after the first draw, and in the turn that took them, they wait."""
    turn, held = position.turn, position.mover.laws
    if turn.drawn or not held:
        return []
    return [law for law in EXTRA_LAWS if law in held and law != turn.waiting]


def extra_steps(position: Position, law: Law) -> Iterable[Step]:
    """List what one of laws 10 to 12 may do."""
    if law == 10:
        return _sales(position)
    if law == 11:
        return family_takes(position, "law11 ", endings(position) | {LAW: ()})
    return [*_swaps(position), *_exchanges(position)]


def _sales(position: Position) -> list[Step]:
    kept = position.mover.kept
    return [f"law10 {colour}" for place, colour in enumerate(COLOURS) if kept[place] and can_sell_kept(position, place)]


def _swaps(position: Position) -> list[Step]:
    board, steps = position.board, list[Step]()
    rest = [(cell, colour) for cell, colour in enumerate(board) if colour not in TILES and colour != LAW]
    for number, (cell, colour) in enumerate(rest, 1):
        row = _SWAPS[cell]
        steps += [row[other] for other, another in rest[number:] if another != colour]
    return steps


def _exchanges(position: Position) -> list[Step]:
    kept = position.mover.kept
    wanted = [
        (name, colour)
        for name, colour in zip(NAMES, position.board, strict=True)
        if (place := COLOURS.find(colour)) >= 0 and can_keep(position, place)
    ]
    return [
        f"law12 {own} {name}"
        for place, own in enumerate(COLOURS)
        if kept[place]
        for name, colour in wanted
        if colour != own
    ]
