"""The course of a turn: the next item when one is done, and the end of the turn."""

from __future__ import annotations

from adjudicator.engines.cheops.position.ending import find_board_ending, find_stall_ending
from adjudicator.engines.cheops.position.position import Ending, Position, Turn
from adjudicator.engines.cheops.steps.notes import Notes
from adjudicator.engines.cheops.steps.updates import replace_fields
from adjudicator.engines.contract import Note, Result


def finish_item(position: Position, notes: Notes) -> Result[Position]:
    """Go on after an item of a turn: a take with its sale, a law carried out, law 10, 11 or 12 used (E16, Q8)."""
    ending = find_board_ending(position) if position.variant.end_timing == "immediate" else ""
    return _end_match(position, ending, notes) if ending else Result(position, notes)


def finish_turn(position: Position, notes: Notes) -> Result[Position]:
    """Go on after the end of a turn: with the next seat, unless the match is over.

    What the board shows comes first, so that it is the reason given where both kinds of end are reached (Q10).
    """
    turn = position.turn
    # A neighbour or law 11 may be laid in a turn that passes the normal take. It is then no turn without a tile (Q9).
    passes = position.passes + 1 if turn.passed and not turn.laid else 0
    position = replace_fields(position, passes=passes)
    if ending := find_board_ending(position) or find_stall_ending(position):
        return _end_match(position, ending, notes)
    next_turn = Turn((turn.seat + 1) % len(position.players))
    return Result(replace_fields(position, turn=next_turn), notes)


def _end_match(position: Position, ending: Ending, notes: Notes) -> Result[Position]:
    # The turn passes to the owner of law 9, who has a colour to name; without one it stays where it is.
    seat = position.turn.seat if position.joker_seat is None else position.joker_seat
    position = replace_fields(position, ending=ending, turn=Turn(seat))
    ended = Note.of("cheops.ended", reason=ending, tables=position.full_tables, turns=position.passes)
    return Result(position, (*notes, ended))
