"""Resampling: the secrets of a position are dealt anew, so that nobody at the table can tell the difference.

The secrets are the laws that lie face down and the order of the tiles in the stacks. Money is no secret here: its
totals are withheld, but everybody can add them up from the public steps (Q16).
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engines.cheops.position.laws import ALL_LAWS, Law
from adjudicator.engines.cheops.position.pieces import Families
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pyramid import Cell
from adjudicator.engines.cheops.steps.resolve_law import laws_in_play
from adjudicator.engines.contract import Dealer


def resample_secrets(position: Position, dealer: Dealer) -> Position:
    """Draw a position that nobody at the table could tell from this one."""
    return replace(position, hidden=_deal_hidden_laws(position, dealer), stacks=_deal_stacks(position, dealer))


def unseen_laws(position: Position) -> list[Law]:
    """List the laws that were never turned over: some lie on the pyramid, the others are not in the match."""
    seen = {*laws_in_play(position), *position.laws.box, position.turn.law}
    return [law for law in ALL_LAWS if law not in seen]


def _deal_hidden_laws(position: Position, dealer: Dealer) -> tuple[tuple[Cell, Law], ...]:
    laws = dealer.shuffled(unseen_laws(position))
    return tuple((cell, law) for (cell, _), law in zip(position.hidden, laws, strict=False))


def _deal_stacks(position: Position, dealer: Dealer) -> tuple[Families, Families, Families]:
    # The tiles are sorted before they are shuffled, so that the true order leaves no trace.
    tiles = "".join(dealer.shuffled(sorted("".join(stack[1:] for stack in position.stacks))))
    stacks: list[Families] = []
    for stack in position.stacks:
        below = max(0, len(stack) - 1)
        stacks.append(stack[:1] + tiles[:below])
        tiles = tiles[below:]
    first, second, third = stacks
    return first, second, third
