"""Why a figure cannot go where it is sent in one action."""

from __future__ import annotations

from adjudicator.engines.contract import Note
from adjudicator.engines.pharao.grid import CELLS, NAMES, Cell, beside, bit
from adjudicator.engines.pharao.legal import lanterns_of
from adjudicator.engines.pharao.position import FIGURES, Figure, Position
from adjudicator.engines.pharao.ways import actions_between
from adjudicator.engines.pharao.wish import Wish


def objection_to_walking(position: Position, wish: Wish) -> Note:
    """Say why a figure, or either if none is named, cannot go to a card."""
    figures: list[Figure] = [
        figure for figure in FIGURES if wish.figure in ("", figure) and position.mover.figure(figure) >= 0
    ]
    if not figures:
        return Note.of("pharao.both_lost")
    if not wish.cell:
        return Note.of("pharao.stuck", figure=figures[0], cell=NAMES[position.mover.figure(figures[0])])
    goal = CELLS[wish.cell]
    if note := _not_open(position, goal):
        return note
    # With no figure named, the reason is that of the one that is closer.
    reasons = [_too_far(position, figure, goal) for figure in figures]
    return min(reasons, key=lambda note: {"wall": 0, "too_far": 1}.get(note.key.removeprefix("pharao."), 2))


def _not_open(position: Position, goal: Cell) -> Note | None:
    if position.fallen >> goal & 1:
        return Note.of("pharao.fallen", cell=NAMES[goal])
    if position.hidden >> goal & 1:
        return Note.of("pharao.hidden", cell=NAMES[goal])
    return None


def _too_far(position: Position, figure: Figure, goal: Cell) -> Note:
    player, ways = position.mover, position.ways
    here = player.figure(figure)
    if here == goal:
        return Note.of("pharao.there_already", figure=figure, cell=NAMES[goal])
    if beside(bit(here)) >> goal & 1 and not ways.steps(bit(here)) >> goal & 1:
        return Note.of("pharao.wall", figure=figure, here=NAMES[here], cell=NAMES[goal])
    lanterns = lanterns_of(position, player, figure)
    if ways.run(bit(here), player.lanterns) >> goal & 1:
        return Note.of("pharao.carrier_on_foot", cell=NAMES[goal])
    actions = actions_between(ways, here, goal, lanterns)
    if actions is None:
        return Note.of("pharao.no_way", figure=figure, here=NAMES[here], cell=NAMES[goal])
    return Note.of("pharao.too_far", figure=figure, here=NAMES[here], cell=NAMES[goal], actions=actions)
