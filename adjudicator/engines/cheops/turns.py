"""The course of a turn: what follows when an item of it, or all of it, is done."""

from __future__ import annotations

from adjudicator.engines.cheops.change import changed
from adjudicator.engines.cheops.ending import board_ending, stall_ending
from adjudicator.engines.cheops.position import Ending, Position, Turn
from adjudicator.engines.cheops.told import Notes
from adjudicator.engines.contract import Note, Result


def item_done(position: Position, notes: Notes, *, revealed: bool = False) -> Result[Position]:
    """Go on after a finished item: a take with its sale, a law carried out, an extra law used."""
    ending = board_ending(position) if position.variant.end_timing == "immediate" else ""
    return _go_on(position, ending, notes, revealed=revealed)


def turn_done(position: Position, notes: Notes, *, revealed: bool = False) -> Result[Position]:
    """Go on after the end of a turn: with the next seat, unless the match is over."""
    turn = position.turn
    passes = position.passes + 1 if turn.passed and not turn.laid else 0
    position = changed(position, passes=passes)
    if ending := board_ending(position) or stall_ending(position):
        return _go_on(position, ending, notes, revealed=revealed)
    following = Turn((turn.seat + 1) % len(position.players))
    return Result(changed(position, turn=following), notes, revealed)


def _go_on(position: Position, ending: Ending, notes: Notes, *, revealed: bool) -> Result[Position]:
    if not ending:
        return Result(position, notes, revealed)
    position = changed(position, ending=ending, turn=Turn(_last_seat(position)))
    ended = Note.of("cheops.ended", reason=ending, tables=position.full_tables, turns=position.passes)
    return Result(position, (*notes, ended), revealed)


def _last_seat(position: Position) -> int:
    """Name the seat that the turn stays with: law 9's owner, if a joker is to be named."""
    return position.turn.seat if position.joker_seat is None else position.joker_seat
