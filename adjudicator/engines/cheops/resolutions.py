"""Carrying out a law that was just taken: what each of the twelve leaves to choose."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engines.cheops.extras import extra_steps
from adjudicator.engines.cheops.pieces import COLOURS
from adjudicator.engines.cheops.position import Law, Position, Step

PLAIN_LAWS = (1, 2, 3)
UNDER_LAWS = (4, 5, 6)
JOKER_PRICE = 25


def resolutions(position: Position) -> tuple[Step, ...]:
    """List the ways to carry out the law in hand."""
    law = position.turn.law
    if law in PLAIN_LAWS:
        return ("law",)
    if law in UNDER_LAWS:
        return tuple(f"under {COLOURS[place]}" for place, other in enumerate(position.laws.under) if not other)
    if law == 7:
        return tuple(_free_numbers(position))
    if law == 8:
        return tuple(f"remove {target}" for target in laws_in_play(position)) or ("discard",)
    if law == 9:
        return ("pay", "discard") if position.mover.cash >= JOKER_PRICE else ("discard",)
    return ("hold", *extra_steps(position, law))


def laws_in_play(position: Position) -> list[Law]:
    """List the laws that law 8 may take away, by number: face-down ones and those in the box are not in play."""
    laws = position.laws
    found = [*laws.market, *filter(None, laws.under)]
    found += [3] * laws.third + [7] * (laws.over is not None)
    for player in position.players:
        found += player.laws
    return sorted(found)


def _free_numbers(position: Position) -> Iterator[Step]:
    for place, colour in enumerate(COLOURS):
        for row in range(position.covered[place], len(position.tables[place])):
            yield f"over {colour}{row + 1}"
