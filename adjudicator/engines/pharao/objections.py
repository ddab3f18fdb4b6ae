"""Why a step is not legal, as the note that a player reads. A reason tells nothing that is not on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.engines.contract import IllegalStep, Note
from adjudicator.engines.pharao.cards import LYINGS, TEXTS
from adjudicator.engines.pharao.grid import CELLS, NAMES
from adjudicator.engines.pharao.objections_to_cards import objection_to_flipping, objection_to_rotating
from adjudicator.engines.pharao.objections_to_treasures import (
    objection_to_dropping,
    objection_to_stealing,
    objection_to_taking,
)
from adjudicator.engines.pharao.objections_to_walking import objection_to_walking
from adjudicator.engines.pharao.position import Position, Step
from adjudicator.engines.pharao.reading import Reader, words_of
from adjudicator.engines.pharao.suggestions import nearest
from adjudicator.engines.pharao.wish import Wish, kind_of

_COSTLY = ("flip", "rotate", "lamp", "unlamp")
_PORTERS = ("rotate", "lamp", "unlamp")


def refusal(position: Position, step: Step) -> IllegalStep:
    """Refuse a canonical step that is not legal."""
    wish = Reader(words_of(step)).read()
    kind = kind_of(wish, position)
    return IllegalStep(step, objection(position, wish, kind), nearest(position, wish, kind))


def objection(position: Position, wish: Wish, kind: str) -> Note:
    """Say what forbids all that a wish may mean."""
    return (
        _untimely(position, wish, kind)
        or _off_the_square(wish)
        or _wrong_hands(position, wish, kind)
        or _FORBIDDEN[kind](position, wish)
    )


def _untimely(position: Position, wish: Wish, kind: str) -> Note | None:
    turn = position.turn
    if position.ending:
        return Note.of("pharao.over")
    if turn.flipped >= 0:
        return _objection_to_laying(position, wish) if kind == "turn" else _lay_first(position)
    if kind == "turn":
        return Note.of("pharao.nothing_flipped")
    if turn.left or not (kind in _COSTLY or kind == "walk"):
        return None
    return Note.of("pharao.no_actions")


def _lay_first(position: Position) -> Note:
    cell = position.turn.flipped
    sides = tuple(TEXTS[lying] for lying in LYINGS[position.shapes[cell]])
    return Note.of("pharao.lay_first", cell=NAMES[cell], shape=position.shapes[cell], right=sides)


def _objection_to_laying(position: Position, wish: Wish) -> Note:
    cell = position.turn.flipped
    if wish.cell and CELLS.get(wish.cell) != cell:
        return _lay_first(position)
    sides = tuple(TEXTS[lying] for lying in LYINGS[position.shapes[cell]])
    shape = position.shapes[cell]
    return Note.of("pharao.no_such_lying", cell=NAMES[cell], sides=wish.sides, shape=shape, right=sides)


def _off_the_square(wish: Wish) -> Note | None:
    return Note.of("pharao.no_such_cell", cell=wish.cell) if wish.cell and wish.cell not in CELLS else None


def _wrong_hands(position: Position, wish: Wish, kind: str) -> Note | None:
    """Object to a figure that does not do such things, is lost, or is elsewhere."""
    figure = wish.figure if kind == "walk" else "porter" if kind in _PORTERS else "archaeologist"
    if not figure or kind == "end":
        return None
    if wish.figure and wish.figure != figure:
        return Note.of("pharao.not_his_work", figure=wish.figure, kind=kind)
    here = position.mover.porter if figure == "porter" else position.mover.archaeologist
    if here < 0:
        return Note.of("pharao.figure_lost", figure=figure)
    if wish.cell and kind in ("lamp", "unlamp", "take", "drop", "steal") and CELLS[wish.cell] != here:
        return Note.of("pharao.elsewhere", figure=figure, cell=wish.cell, here=NAMES[here])
    return None


def _objection_to_taking_up(position: Position, wish: Wish) -> Note:
    del wish
    return Note.of("pharao.no_lantern_here", cell=NAMES[position.mover.porter])


def _objection_to_lighting(position: Position, wish: Wish) -> Note:
    del wish
    player = position.mover
    cell = NAMES[player.porter]
    if player.lanterns >> player.porter & 1:
        return Note.of("pharao.lantern_here", cell=cell)
    return Note.of("pharao.no_lanterns_left")


_FORBIDDEN: Mapping[str, Callable[[Position, Wish], Note]] = {
    "walk": objection_to_walking,
    "flip": objection_to_flipping,
    "rotate": objection_to_rotating,
    "lamp": _objection_to_lighting,
    "unlamp": _objection_to_taking_up,
    "take": objection_to_taking,
    "drop": objection_to_dropping,
    "steal": objection_to_stealing,
}
"""What each kind of step may meet; nothing stands in the way of an end."""
