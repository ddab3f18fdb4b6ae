"""Applying a step: a legal step and a position go in; the next position and the notes of the events come out.

1. A step that is not legal is refused, and nothing changes.
2. The step itself: one function for each kind.
3. The turn ends by itself once it is spent.
4. What came to light, if anything: nothing before that may be taken back.
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engines.contract import Result, Revealed, Seat, Value
from adjudicator.engines.pharao.notation.notation import (
    Drop,
    EndTurn,
    Flip,
    Lay,
    LayLantern,
    RemoveLantern,
    Rotate,
    Steal,
    Step,
    Take,
    Walk,
)
from adjudicator.engines.pharao.position.cards import TEXTS, Sides
from adjudicator.engines.pharao.position.grid import NAMES, NOWHERE, Cell, bit
from adjudicator.engines.pharao.position.paths import cards_passed
from adjudicator.engines.pharao.position.position import BUST, NO_TREASURE, PORTER, Figure, Position, Treasure
from adjudicator.engines.pharao.steps.collapse import hand_over_clock, start_clock, topple_chamber
from adjudicator.engines.pharao.steps.illegal import refuse_step
from adjudicator.engines.pharao.steps.legal import legal_steps, usable_lanterns
from adjudicator.engines.pharao.steps.notes import Notes, mover_note
from adjudicator.engines.pharao.steps.traps import release_trap
from adjudicator.engines.pharao.steps.turns import end_spent_turn, end_turn
from adjudicator.engines.pharao.steps.updates import (
    bank_treasures,
    close_scoring,
    lay_treasures,
    remove_treasure,
    spend_action,
    with_player,
)


def apply_step(position: Position, step: Step) -> Result[Position]:
    """Apply a step. Raises `IllegalStep`."""
    if step not in legal_steps(position):
        raise refuse_step(position, step)
    return play_legal_step(position, step)


def play_legal_step(position: Position, step: Step) -> Result[Position]:
    """Apply a step that was found in the list of legal ones."""
    after, notes = _apply(position, step)
    after, more = end_spent_turn(after)
    shown = _shown(position, after)
    return Result(after, (*notes, *more), Revealed.GREAT if shown else Revealed.NONE, shown)


def _shown(before: Position, after: Position) -> tuple[Value, ...]:
    """List the things that lay face down and do not any more: cards, and the photo of a chamber with its treasures."""
    cards = before.secret & ~after.secret
    shapes = [str(shape) for cell, shape in enumerate(before.shapes) if cards >> cell & 1]
    photos = before.photos[: len(before.photos) - len(after.photos)]
    treasures = before.stack[: len(before.stack) - len(after.stack)] if photos else ()
    return (*shapes, *((photo.treasures, str(photo.trap)) for photo in photos), *treasures)


def _apply(position: Position, step: Step) -> tuple[Position, Notes]:  # noqa: C901, PLR0911  # one case for each kind
    match step:
        case Walk(figure, cell):
            return _walk(position, figure, cell)
        case Rotate(cell, sides):
            return _rotate(position, cell, sides)
        case Flip(cell):
            return _flip(position, cell)
        case Lay(sides):
            return _lay(position, sides)
        case LayLantern():
            return _lay_lantern(position)
        case RemoveLantern():
            return _remove_lantern(position)
        case Take(treasure):
            return _take(position, treasure)
        case Drop():
            return _drop(position)
        case Steal(victim):
            return _steal(position, victim)
        case EndTurn():
            return _end(position)


# Walking


def _walk(position: Position, figure: Figure, goal: Cell) -> tuple[Position, Notes]:
    """Move a figure. A treasure that comes to the start card is safe (G15); the bust may leave a falling chamber."""
    player = position.mover
    origin = player.figure(figure)
    via = cards_passed(position.ways, origin, goal, usable_lanterns(position, player, figure))
    position = with_player(spend_action(position), player.with_figure(figure, goal))
    walked = mover_note(
        "moved",
        position,
        figure=figure,
        origin=NAMES[origin],
        cell=NAMES[goal],
        via=tuple(NAMES[cell] for cell in via),
        left=position.turn.left,
    )
    if figure is PORTER or not player.carries:
        return position, (walked,)
    position, notes = _arrive_with(position, player.carries, goal)
    return position, (walked, *notes)


def _arrive_with(position: Position, treasure: Treasure, goal: Cell) -> tuple[Position, Notes]:
    notes: Notes = ()
    # In the step in which the bust leaves, banking comes before wave 0 (Q5).
    if goal == position.start:
        position = bank_treasures(position, [position.turn.seat])
        position = replace(position, turn=replace(position.turn, lively=True))
        notes = (mover_note("banked", position, treasure=treasure),)
    clock = position.collapse
    # Until its chamber falls the bust is in it, so that an archaeologist who walks with it walks out.
    if treasure != BUST or clock is None or not clock.countdown:
        return position, notes
    position, fall = topple_chamber(position, clock)
    position, more = end_turn(position)
    return position, (*notes, *fall, *more)


# Turning over a card, and the photo of a burial chamber


def _flip(position: Position, cell: Cell) -> tuple[Position, Notes]:
    """Turn a card over for all to see; how it lies is chosen by the next step."""
    position = spend_action(position, lively=True)
    position = replace(position, secret=position.secret & ~bit(cell), turn=replace(position.turn, flipped=cell))
    seen = mover_note(
        "flipped",
        position,
        cell=NAMES[cell],
        shape=position.shapes[cell],
        chamber=position.chamber(cell),
        left=position.turn.left,
    )
    return position, (seen,)


def _lay(position: Position, sides: Sides) -> tuple[Position, Notes]:
    """Lay the card that was turned over, and only then open it if it is a chamber (G7)."""
    cell = position.turn.flipped
    position = replace(
        position, ways=position.ways.with_card(cell, sides), turn=replace(position.turn, flipped=NOWHERE)
    )
    laid = mover_note("turned", position, cell=NAMES[cell], sides=TEXTS[sides])
    if not position.chamber(cell):
        return position, (laid,)
    position, notes = _photograph(position, cell)
    return position, (laid, *notes)


def _photograph(position: Position, cell: Cell) -> tuple[Position, Notes]:
    """Draw a photo. The order is fixed (G17): treasures, the bust's clock, the trap, and the photo's own point last."""
    photo, *rest = position.photos
    found, stack = _draw_treasures(position, photo.treasures)
    position = lay_treasures(replace(position, photos=tuple(rest), stack=stack), cell, *found)
    chamber, trap = position.chamber(cell), photo.trap
    notes: Notes = (mover_note("photo", position, cell=NAMES[cell], chamber=chamber, treasures=found, trap=trap),)
    if BUST in found:
        position, more = start_clock(position, cell)
        notes = (*notes, *more)
    released = False
    if trap:
        position, more, released = release_trap(position, trap, cell)
        notes = (*notes, *more)
    player = position.mover
    position = with_player(position, replace(player, photos=player.photos + 1))
    position = close_scoring(position, position.players)
    # A trap ends the turn at once, free steps included (Q10); one that is sealed off only if the match says so (G21).
    if not trap or not (released or position.variant.trap_ends_turn == "always"):
        return position, notes
    lost = (mover_note("turn_lost", position, left=position.turn.left),) if position.turn.left else ()
    position, more = end_turn(position)
    return position, (*notes, *lost, *more)


def _draw_treasures(position: Position, number: int) -> tuple[tuple[Treasure, ...], tuple[Treasure, ...]]:
    """Draw treasures from the stack, and give the rest of it; behind the last one comes the bust (G18)."""
    found, rest = position.stack[:number], position.stack[number:]
    if number > len(found) and position.collapse is None:
        found = (*found, BUST)
    return found, rest


# The porter's work


def _rotate(position: Position, cell: Cell, sides: Sides) -> tuple[Position, Notes]:
    """Turn a card, with everything on it (G8)."""
    before = TEXTS[position.ways.sides(cell)]
    position = spend_action(replace(position, ways=position.ways.with_card(cell, sides)))
    left = position.turn.left
    return position, (mover_note("rotated", position, cell=NAMES[cell], before=before, sides=TEXTS[sides], left=left),)


def _lay_lantern(position: Position) -> tuple[Position, Notes]:
    player = position.mover
    player = replace(player, lanterns=player.lanterns | bit(player.porter), stock=player.stock - 1)
    position = with_player(spend_action(position), player)
    cell, left = NAMES[player.porter], position.turn.left
    return position, (mover_note("lamp", position, cell=cell, stock=player.stock, left=left),)


def _remove_lantern(position: Position) -> tuple[Position, Notes]:
    player = position.mover
    player = replace(player, lanterns=player.lanterns & ~bit(player.porter), stock=player.stock + 1)
    position = with_player(spend_action(position), player)
    cell, left = NAMES[player.porter], position.turn.left
    return position, (mover_note("unlamp", position, cell=cell, stock=player.stock, left=left),)


# Treasures: none of these costs an action


def _take(position: Position, treasure: Treasure) -> tuple[Position, Notes]:
    cell = position.mover.archaeologist
    took = mover_note("took", position, treasure=treasure, cell=NAMES[cell])
    position, notes = _hold(remove_treasure(position, cell, treasure), treasure)
    return position, (took, *notes)


def _drop(position: Position) -> tuple[Position, Notes]:
    player, turn = position.mover, position.turn
    cell, treasure = player.archaeologist, player.carries
    position = lay_treasures(with_player(position, replace(player, carries=NO_TREASURE)), cell, treasure)
    position = replace(position, turn=replace(turn, dropped=(*turn.dropped, treasure)))
    return position, (mover_note("dropped", position, treasure=treasure, cell=NAMES[cell]),)


def _steal(position: Position, victim: Seat) -> tuple[Position, Notes]:
    robbed, cell = position.players[victim], NAMES[position.mover.archaeologist]
    stole = mover_note("stole", position, victim_seat=victim, treasure=robbed.carries, cell=cell)
    position = with_player(position, replace(robbed, carries=NO_TREASURE), victim)
    position, notes = _hold(position, robbed.carries)
    return position, (stole, *notes)


def _hold(position: Position, treasure: Treasure) -> tuple[Position, Notes]:
    position = with_player(position, replace(position.mover, carries=treasure))
    return hand_over_clock(position) if treasure == BUST else (position, ())


def _end(position: Position) -> tuple[Position, Notes]:
    ended = mover_note("ended", position, left=position.turn.left)
    position, notes = end_turn(position)
    return position, (ended, *notes)
