"""The course of a turn: when it ends by itself, and the events after its end."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engines.contract import Note
from adjudicator.engines.pharao.notation.notation import DROP
from adjudicator.engines.pharao.position.position import Ending, Position, Turn
from adjudicator.engines.pharao.steps.collapse import tick_clock
from adjudicator.engines.pharao.steps.legal import free_steps
from adjudicator.engines.pharao.steps.notes import Notes

NOTICE_ROUNDS = 2
"""A stall is announced this many rounds ahead (Q3)."""


def end_spent_turn(position: Position) -> tuple[Position, Notes]:
    """End the turn by itself once its actions are spent and nothing can be taken or stolen."""
    turn = position.turn
    if position.ending or turn.left or turn.flipped >= 0:
        return position, ()
    # A `drop` alone does not keep the turn open (Q17).
    if free_steps(position, position.mover) not in ([], [DROP]):
        return position, ()
    return end_turn(position)


def end_turn(position: Position) -> tuple[Position, Notes]:
    """End the turn: the clock of the collapse ticks, quiet turns are counted, and the next seat begins."""
    position, notes = tick_clock(position)
    if position.ending:
        return position, notes
    position, more = _count_quiet_turn(position)
    if position.ending:
        return position, (*notes, *more)
    seat = (position.turn.seat + 1) % len(position.players)
    struck = position.struck
    # A trap's way is shown for one round of letters.
    if struck is not None and struck.seat == seat:
        struck = None
    return replace(position, turn=Turn(seat), struck=struck), (*notes, *more)


def quiet_turns_left(position: Position) -> int | None:
    """Count the quiet turns until the match is scored as it stands; None if it never is (G39, Q3)."""
    if position.collapse is not None or not position.variant.stall_rounds or position.ending:
        return None
    return position.variant.stall_rounds * len(position.players) - position.quiet


def _count_quiet_turn(position: Position) -> tuple[Position, Notes]:
    lively = position.turn.lively or position.collapse is not None
    position = replace(position, quiet=0 if lively else position.quiet + 1)
    left = quiet_turns_left(position)
    if left == 0:
        stall = Note.of("pharao.stall", rounds=position.variant.stall_rounds)
        return replace(position, ending=Ending.STALL), (stall,)
    # Announced at full rounds only, and not by a lively turn where the limit itself is as short as the notice.
    rounds, between = divmod(left or 0, len(position.players))
    if left and not between and rounds <= NOTICE_ROUNDS and position.quiet:
        return position, (Note.of("pharao.quiet", rounds=rounds),)
    return position, ()
