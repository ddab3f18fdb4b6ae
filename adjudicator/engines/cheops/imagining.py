"""Dealing the secrets of a position anew, as a seat may imagine them.

Everybody's money can be added up from what was done in the open, so that nobody has to imagine it: it stays. What
nobody knows are the laws that lie face down and the order of the tiles in the stacks.
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engines.cheops.deal import LAWS
from adjudicator.engines.cheops.position import Law, Position
from adjudicator.engines.cheops.resolutions import laws_in_play
from adjudicator.engines.contract import Dealer


def imagine(position: Position, dealer: Dealer) -> Position:
    """Draw a position that nobody at the table could tell from this one."""
    return replace(position, hidden=_hidden(position, dealer), stacks=_stacks(position, dealer))


def unseen_laws(position: Position) -> list[Law]:
    """List the laws that were never turned over: some lie on the pyramid, the others are not in the match."""
    seen = {*laws_in_play(position), *position.laws.box, position.turn.law}
    return [law for law in LAWS if law not in seen]


def _hidden(position: Position, dealer: Dealer) -> tuple[tuple[int, Law], ...]:
    laws = dealer.shuffled(unseen_laws(position))
    return tuple((cell, law) for (cell, _), law in zip(position.hidden, laws, strict=False))


def _stacks(position: Position, dealer: Dealer) -> tuple[str, str, str]:
    # Sorted first, so that the true order leaves no trace.
    tiles = "".join(dealer.shuffled(sorted("".join(stack[1:] for stack in position.stacks))))
    stacks: list[str] = []
    for stack in position.stacks:
        below = max(0, len(stack) - 1)
        stacks.append(stack[:1] + tiles[:below])
        tiles = tiles[below:]
    first, second, third = stacks
    return first, second, third
