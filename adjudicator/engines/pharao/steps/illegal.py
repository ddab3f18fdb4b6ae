"""Why a step is not legal, as the note that a player reads. A reason tells nothing that is not on the table."""

from __future__ import annotations

from functools import partial

from adjudicator.engines.contract import IllegalStep, Note
from adjudicator.engines.pharao.notation.interpretation import ON_OWN_CARD, WORKERS
from adjudicator.engines.pharao.notation.notation import Kind, Step, format_step
from adjudicator.engines.pharao.notation.partial_order import PartialOrder, as_partial_order
from adjudicator.engines.pharao.position.cards import LYINGS, TEXTS, parse_sides, rotate_sides
from adjudicator.engines.pharao.position.grid import CELLS, NAMES, Cell, bit, cells_beside
from adjudicator.engines.pharao.position.paths import actions_between
from adjudicator.engines.pharao.position.position import COLOURS, FIGURES, Figure, Position
from adjudicator.engines.pharao.steps.legal import cells_to_rotate, usable_lanterns
from adjudicator.engines.pharao.steps.suggestions import nearest_orders

_COSTLY = (Kind.WALK, Kind.FLIP, Kind.ROTATE, Kind.LAMP, Kind.UNLAMP)
"""The kinds of steps that cost an action."""


def refuse_step(position: Position, step: Step) -> IllegalStep:
    """Build the refusal of a step that is not legal."""
    order = as_partial_order(step)
    reason = explain_illegal(position, order, step.kind)
    return IllegalStep(format_step(step), reason, partial(nearest_orders, position, order, step.kind))


def explain_illegal(position: Position, order: PartialOrder, kind: Kind) -> Note:
    """Return the reason against all that an order may mean: the first of these that holds."""
    return (
        _explain_moment(position, order, kind)
        or _explain_cell(order)
        or _explain_figure(position, order, kind)
        or _explain_kind(position, order, kind)
    )


def _explain_moment(position: Position, order: PartialOrder, kind: Kind) -> Note | None:
    """Say why it is too late or too early for such a step."""
    turn = position.turn
    if position.ending:
        return Note.of("pharao.over")
    if turn.flipped >= 0:
        return _explain_laying(position, order) if kind is Kind.LAY else _ask_to_lay(position)
    if kind is Kind.LAY:
        return Note.of("pharao.nothing_flipped")
    if not turn.left and kind in _COSTLY:
        return Note.of("pharao.no_actions")
    return None


def _ask_to_lay(position: Position) -> Note:
    cell = position.turn.flipped
    sides = tuple(TEXTS[lying] for lying in LYINGS[position.shapes[cell]])
    return Note.of("pharao.lay_first", cell=NAMES[cell], shape=position.shapes[cell], right=sides)


def _explain_laying(position: Position, order: PartialOrder) -> Note:
    cell = position.turn.flipped
    if order.cell and CELLS.get(order.cell) != cell:
        return _ask_to_lay(position)
    shape = position.shapes[cell]
    right = tuple(TEXTS[lying] for lying in LYINGS[shape])
    return Note.of("pharao.no_such_lying", cell=NAMES[cell], sides=order.sides, shape=shape, right=right)


def _explain_cell(order: PartialOrder) -> Note | None:
    return Note.of("pharao.no_such_cell", cell=order.cell) if order.cell and order.cell not in CELLS else None


def _explain_figure(position: Position, order: PartialOrder, kind: Kind) -> Note | None:
    """Object to a figure that does not do such work, is lost, or is elsewhere."""
    figure = order.figure if kind is Kind.WALK else WORKERS.get(kind)
    if figure is None:
        return None
    if order.figure not in (None, figure):
        return Note.of("pharao.not_his_work", figure=order.figure, kind=kind)
    here = position.mover.figure(figure)
    if here < 0:
        return Note.of("pharao.figure_lost", figure=figure)
    if order.cell and kind in ON_OWN_CARD and CELLS[order.cell] != here:
        return Note.of("pharao.elsewhere", figure=figure, cell=order.cell, here=NAMES[here])
    return None


def _explain_kind(position: Position, order: PartialOrder, kind: Kind) -> Note:  # noqa: PLR0911  # one for each kind
    """Say why a step is not possible that comes at the right moment, by a figure that is there."""
    match kind:
        case Kind.WALK:
            return _explain_walk(position, order)
        case Kind.FLIP:
            return _explain_flip(position, order)
        case Kind.ROTATE:
            return _explain_rotation(position, order)
        case Kind.LAMP:
            return _explain_lantern(position)
        case Kind.UNLAMP:
            return Note.of("pharao.no_lantern_here", cell=NAMES[position.mover.porter])
        case Kind.TAKE:
            return _explain_taking(position, order)
        case Kind.DROP:
            return _explain_dropping(position, order)
        case Kind.STEAL:
            return _explain_theft(position, order)
        case Kind.LAY | Kind.END:
            # The moment is all that can be wrong with laying, and an end is legal whenever nothing waits to be laid.
            raise ValueError(f"{kind} is legal here")


# Walking


def _explain_walk(position: Position, order: PartialOrder) -> Note:
    """Say why a figure, or either if none is named, cannot go to a card in one action."""
    figures = [figure for figure in FIGURES if order.figure in (None, figure) and position.mover.figure(figure) >= 0]
    if not figures:
        return Note.of("pharao.both_lost")
    if not order.cell:
        return Note.of("pharao.stuck", figure=figures[0], cell=NAMES[position.mover.figure(figures[0])])
    goal = CELLS[order.cell]
    if note := _explain_missing_card(position, goal):
        return note
    # With no figure named, the reason is that of the one that is closer.
    reasons = [_explain_distance(position, figure, goal) for figure in figures]
    return min(reasons, key=lambda note: {"pharao.wall": 0, "pharao.too_far": 1}.get(note.key, 2))


def _explain_missing_card(position: Position, cell: Cell) -> Note | None:
    if position.fallen >> cell & 1:
        return Note.of("pharao.fallen", cell=NAMES[cell])
    if position.hidden >> cell & 1:
        return Note.of("pharao.hidden", cell=NAMES[cell])
    return None


def _explain_distance(position: Position, figure: Figure, goal: Cell) -> Note:
    player, ways = position.mover, position.ways
    here = player.figure(figure)
    if here == goal:
        return Note.of("pharao.there_already", figure=figure, cell=NAMES[goal])
    if cells_beside(bit(here)) >> goal & 1 and not ways.joined_cells(bit(here)) >> goal & 1:
        return Note.of("pharao.wall", figure=figure, here=NAMES[here], cell=NAMES[goal])
    # Only a carrier is kept from own lanterns, and only where the match has it so (G2).
    if ways.reached_cells(bit(here), player.lanterns) >> goal & 1:
        return Note.of("pharao.carrier_on_foot", cell=NAMES[goal])
    actions = actions_between(ways, here, goal, usable_lanterns(position, player, figure))
    if actions is None:
        return Note.of("pharao.no_way", figure=figure, here=NAMES[here], cell=NAMES[goal])
    return Note.of("pharao.too_far", figure=figure, here=NAMES[here], cell=NAMES[goal], actions=actions)


# Cards


def _explain_flip(position: Position, order: PartialOrder) -> Note:
    """Say why the archaeologist cannot turn a card over."""
    here = position.mover.archaeologist
    if not order.cell:
        return Note.of("pharao.nothing_to_flip", here=NAMES[here])
    cell = CELLS[order.cell]
    if position.fallen >> cell & 1:
        return Note.of("pharao.fallen", cell=order.cell)
    if not position.hidden >> cell & 1:
        return Note.of("pharao.face_up", cell=order.cell)
    if not cells_beside(bit(here)) >> cell & 1:
        return Note.of("pharao.flip_far", here=NAMES[here], cell=order.cell)
    return Note.of("pharao.flip_wall", here=NAMES[here], cell=order.cell)


def _explain_rotation(position: Position, order: PartialOrder) -> Note:
    """Say why the porter cannot rotate a card, or not to lie like that."""
    here = position.mover.porter
    if not order.cell:
        return Note.of("pharao.nothing_to_rotate", here=NAMES[here])
    cell = CELLS[order.cell]
    if cell == position.start:
        return Note.of("pharao.rotate_start", cell=NAMES[cell])
    if note := _explain_missing_card(position, cell):
        return note
    if not cells_to_rotate(position, here) >> cell & 1:
        if not cells_beside(bit(here)) >> cell & 1:
            return Note.of("pharao.rotate_far", here=NAMES[here], cell=NAMES[cell])
        return Note.of("pharao.wall", figure=Figure.PORTER, here=NAMES[here], cell=NAMES[cell])
    return _explain_lying(position, order, cell)


def _explain_lying(position: Position, order: PartialOrder, cell: Cell) -> Note:
    shape, present = position.shapes[cell], position.ways.sides(cell)
    if len(LYINGS[shape]) == 1:
        return Note.of("pharao.rotate_cross", cell=NAMES[cell])
    wanted = rotate_sides(present, order.quarters) if order.quarters else parse_sides(order.sides.replace("O", ""))
    if wanted == present:
        return Note.of("pharao.rotate_same", cell=NAMES[cell], sides=TEXTS[present])
    right = tuple(TEXTS[sides] for sides in LYINGS[shape] if sides != present)
    return Note.of("pharao.no_such_lying", cell=NAMES[cell], sides=order.sides, shape=shape, right=right)


# Lanterns and treasures


def _explain_lantern(position: Position) -> Note:
    player = position.mover
    if player.lanterns >> player.porter & 1:
        return Note.of("pharao.lantern_here", cell=NAMES[player.porter])
    return Note.of("pharao.no_lanterns_left")


def _explain_taking(position: Position, order: PartialOrder) -> Note:
    player = position.mover
    if player.carries:
        return Note.of("pharao.hands_full", treasure=player.carries)
    cell = player.archaeologist
    lying = position.lying(cell)
    wanted = order.treasure or (lying[0] if lying else 0)
    if wanted in lying:
        return Note.of("pharao.just_dropped", treasure=wanted, cell=NAMES[cell])
    return Note.of("pharao.no_treasure", treasure=wanted, cell=NAMES[cell], lying=lying)


def _explain_dropping(position: Position, order: PartialOrder) -> Note:
    if carries := position.mover.carries:
        return Note.of("pharao.carries_other", treasure=carries, said=order.treasure)
    return Note.of("pharao.nothing_carried")


def _explain_theft(position: Position, order: PartialOrder) -> Note:
    """Say why nothing can be stolen from a seat, or from anybody if none is named."""
    player, here = position.mover, NAMES[position.mover.archaeologist]
    victim = COLOURS.index(order.colour) if order.colour else None
    if victim is not None and victim >= len(position.players):
        return Note.of("pharao.nobody_there", colour=order.colour)
    if victim == position.turn.seat:
        return Note.of("pharao.steal_self")
    if player.carries:
        return Note.of("pharao.hands_full", treasure=player.carries)
    if victim is None:
        return Note.of("pharao.nobody_to_rob", cell=here)
    other = position.players[victim]
    if other.archaeologist != player.archaeologist:
        there = NAMES[other.archaeologist] if other.archaeologist >= 0 else ""
        return Note.of("pharao.steal_elsewhere", victim_seat=victim, there=there, here=here)
    return Note.of("pharao.steal_nothing", victim_seat=victim, here=here)
