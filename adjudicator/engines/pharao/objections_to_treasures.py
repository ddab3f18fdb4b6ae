"""Why a treasure cannot be taken, laid down or stolen."""

from __future__ import annotations

from adjudicator.engines.contract import Note
from adjudicator.engines.pharao.grid import NAMES
from adjudicator.engines.pharao.position import COLOURS, Position
from adjudicator.engines.pharao.wish import Wish


def objection_to_taking(position: Position, wish: Wish) -> Note:
    """Say why the archaeologist cannot take a treasure."""
    player = position.mover
    if player.carries:
        return Note.of("pharao.hands_full", treasure=player.carries)
    cell = player.archaeologist
    lying = position.lying(cell)
    wanted = wish.treasure or (lying[0] if lying else 0)
    if wanted in lying:
        return Note.of("pharao.just_dropped", treasure=wanted, cell=NAMES[cell])
    return Note.of("pharao.no_treasure", treasure=wanted, cell=NAMES[cell], lying=lying)


def objection_to_dropping(position: Position, wish: Wish) -> Note:
    """Say why the archaeologist cannot lay anything down."""
    if carries := position.mover.carries:
        return Note.of("pharao.carries_other", treasure=carries, said=wish.treasure)
    return Note.of("pharao.nothing_carried")


def objection_to_stealing(position: Position, wish: Wish) -> Note:
    """Say why nothing can be stolen from a seat, or from anybody."""
    turn, player = position.turn, position.mover
    victim = COLOURS.index(wish.colour) if wish.colour else -1
    if victim >= len(position.players):
        return Note.of("pharao.nobody_there", colour=wish.colour)
    if victim == turn.seat:
        return Note.of("pharao.steal_self")
    if player.carries:
        return Note.of("pharao.hands_full", treasure=player.carries)
    here = NAMES[player.archaeologist]
    if victim < 0:
        return Note.of("pharao.nobody_to_rob", cell=here)
    other = position.players[victim]
    if other.archaeologist != player.archaeologist:
        there = NAMES[other.archaeologist] if other.archaeologist >= 0 else ""
        return Note.of("pharao.steal_elsewhere", victim_seat=victim, there=there, here=here)
    return Note.of("pharao.steal_nothing", victim_seat=victim, here=here)
