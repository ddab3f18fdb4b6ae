"""The canonical steps that a wish may mean, legal or not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.engines.pharao.cards import TEXTS, read_sides, serving, turned
from adjudicator.engines.pharao.grid import CELLS
from adjudicator.engines.pharao.legal import TREASURE_WORDS
from adjudicator.engines.pharao.position import Position, Step
from adjudicator.engines.pharao.wish import Wish

WORDS = {"walk": ("A", "P"), "flip": ("flip",), "turn": ("turn",), "rotate": ("rotate",), "take": ("take",)} | {
    kind: (kind,) for kind in ("steal", "lamp", "unlamp", "drop", "end")
}
"""The first words of the steps of a kind."""


def meant(wish: Wish, kind: str, position: Position, legal: Sequence[Step]) -> list[Step]:
    """Find the legal steps that a wish of a kind may mean."""
    steps = [step for step in legal if step.split()[0] in WORDS[kind]]
    match kind:
        case "walk":
            letters = {"archaeologist": "A", "porter": "P"}.get(wish.figure, "AP")
            return [step for step in _on_cell(steps, wish) if step[0] in letters]
        case "flip":
            return _on_cell(steps, wish) if wish.figure != "porter" else []
        case "rotate":
            return _rotations(_on_cell(steps, wish), wish, position) if wish.figure != "archaeologist" else []
        case "turn":
            return _turns(steps, wish, position)
    return [step for step in steps if _fits(step.split(), wish, kind, position)]


def _on_cell(steps: Iterable[Step], wish: Wish) -> list[Step]:
    return [step for step in steps if not wish.cell or step.split()[1] == wish.cell]


def _rotations(steps: list[Step], wish: Wish, position: Position) -> list[Step]:
    if wish.quarters and wish.cell in CELLS:
        sides = TEXTS[turned(position.ways.sides(CELLS[wish.cell]), wish.quarters)]
        return [step for step in steps if step.endswith(f" {sides}")]
    return _open_to(steps, wish)


def _turns(steps: list[Step], wish: Wish, position: Position) -> list[Step]:
    """Find how the card may lie: as it is said, or, where only sides are said, as it serves them best."""
    if wish.cell and CELLS.get(wish.cell) != position.turn.flipped:
        return []
    if wish.verb or not steps or wish.unclear:
        return _open_to(steps, wish)
    return [f"turn {TEXTS[serving(position.shapes[position.turn.flipped], wish.sides)]}"]


def _open_to(steps: list[Step], wish: Wish) -> list[Step]:
    """Keep the steps that open a card to all the sides: exactly those where one does. O may be either."""
    readings = {wish.sides.replace("O", side) for side in "EW"}
    exact = {TEXTS[read_sides(sides)] for sides in readings}
    found = [step for step in steps if step.split()[-1] in exact]
    if found and not wish.unclear:
        return found
    return [step for step in steps if any(set(sides) <= set(step.split()[-1]) for sides in readings)]


def _fits(words: Sequence[str], wish: Wish, kind: str, position: Position) -> bool:
    """Test a step without a cell: what it is about, and where it happens if that was said."""
    if kind == "end":
        return True
    player = position.mover
    other = "porter" if kind in ("take", "drop", "steal") else "archaeologist"
    here = player.archaeologist if other == "porter" else player.porter
    if wish.figure == other or (wish.cell and CELLS.get(wish.cell) != here):
        return False
    if kind == "drop":
        return wish.treasure in (0, player.carries)
    if kind == "take":
        return not wish.treasure or words[1] == TREASURE_WORDS.get(wish.treasure)
    return kind != "steal" or not wish.colour or words[1] == wish.colour
