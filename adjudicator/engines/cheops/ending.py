"""When a match ends, and how it came out."""

from __future__ import annotations

from adjudicator.engines.cheops.pieces import is_cleared
from adjudicator.engines.cheops.placement import can_place
from adjudicator.engines.cheops.position import Ending, Position
from adjudicator.engines.cheops.scoring import places, scores
from adjudicator.engines.contract import Outcome


def board_ending(position: Position) -> Ending:
    """Find an end that the board and the price tables show."""
    if is_cleared(position.board):
        return "empty"
    return "full" if position.full_tables >= position.tables_to_end else ""


def stall_ending(position: Position) -> Ending:
    """Find an end because nobody goes on, after a whole turn."""
    if position.variant.stall == "passes":
        return "passes" if position.passes >= len(position.players) else ""
    hands = {family for player in position.players for family in player.hand}
    return "" if can_place(position.board, hands) else "stuck"


def outcome(position: Position) -> Outcome | None:
    """Give places and scores when all is over, the joker's colour named too."""
    if position.stage != "over":
        return None
    counted = scores(position)
    return Outcome(places(counted), position.ending, counted)
