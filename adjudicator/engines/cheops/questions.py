"""What an order leaves open, as the question that a player reads."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engines.cheops.position import Step
from adjudicator.engines.cheops.wish import Wish
from adjudicator.engines.contract import Note


def question(wish: Wish, kind: str, steps: Sequence[Step]) -> Note:
    """Ask which of several legal steps was meant."""
    if kind in ("take", "law11"):
        return _about_a_tile(wish, [step.removeprefix("law11 ").split() for step in steps])
    if len({step.split()[0] for step in steps}) > 1:
        return Note.of("cheops.which", steps=len(steps))
    if kind == "draw":
        return Note.of("cheops.which_stack", stacks=tuple(step.split()[1] for step in steps))
    if kind in ("under", "over", "joker", "law10"):
        return Note.of("cheops.which_colour" if not wish.colour else "cheops.which_number", colour=wish.colour)
    return Note.of("cheops.which", steps=len(steps))


def _about_a_tile(wish: Wish, steps: Sequence[Sequence[str]]) -> Note:
    if not wish.cells:
        return Note.of("cheops.which_cell", tile=wish.tile)
    tiles = tuple(dict.fromkeys(step[0] for step in steps))
    if len(tiles) > 1:
        return Note.of("cheops.which_tile", cell=wish.cells[0], tiles=tiles)
    return Note.of("cheops.sell_or_keep", tile=tiles[0], cell=wish.cells[0])
