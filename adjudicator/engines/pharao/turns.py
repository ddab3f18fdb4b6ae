"""The course of a turn: when it ends by itself, and what follows its end."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engines.contract import Note
from adjudicator.engines.pharao.collapse import ticked
from adjudicator.engines.pharao.legal import DROP, free_steps
from adjudicator.engines.pharao.position import Position, Turn
from adjudicator.engines.pharao.told import Notes

NOTICE_ROUNDS = 2
"""So far ahead it is told that a quiet match will be scored as it stands."""


def settled(position: Position) -> tuple[Position, Notes]:
    """Let the turn end by itself once its actions are spent and nothing can be taken or stolen."""
    turn = position.turn
    if position.ending or turn.left or turn.flipped >= 0:
        return position, ()
    player = position.mover
    if player.archaeologist >= 0:
        rest = free_steps(position, player, player.archaeologist)
        if rest and rest != [DROP]:
            return position, ()
    return finished(position)


def finished(position: Position) -> tuple[Position, Notes]:
    """End the turn: the pyramid's clock ticks, quiet turns are counted, and the next seat begins."""
    position, notes = ticked(position)
    if position.ending:
        return position, notes
    position, more = _counted(position)
    if position.ending:
        return position, (*notes, *more)
    seat = (position.turn.seat + 1) % len(position.players)
    struck = position.struck
    if struck is not None and struck.seat == seat:
        struck = None
    return replace(position, turn=Turn(seat), struck=struck), (*notes, *more)


def quiet_turns_left(position: Position) -> int | None:
    """Count the quiet turns after which the match is scored as it stands; None where it never is."""
    if position.collapse is not None or not position.variant.stall_rounds or position.ending:
        return None
    return position.variant.stall_rounds * len(position.players) - position.quiet


def _counted(position: Position) -> tuple[Position, Notes]:
    lively = position.turn.lively or position.collapse is not None
    position = replace(position, quiet=0 if lively else position.quiet + 1)
    left = quiet_turns_left(position)
    if left == 0:
        stall = Note.of("pharao.stall", rounds=position.variant.stall_rounds)
        return replace(position, ending="stall"), (stall,)
    rounds, between = divmod(left or 0, len(position.players))
    if left and not between and rounds <= NOTICE_ROUNDS and position.quiet:
        return position, (Note.of("pharao.quiet", rounds=rounds),)
    return position, ()
