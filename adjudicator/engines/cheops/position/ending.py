"""When a match ends (CHEOPS-END-1), and its outcome."""

from __future__ import annotations

from adjudicator.engines.cheops.position.pieces import is_cleared
from adjudicator.engines.cheops.position.placement import can_place_family
from adjudicator.engines.cheops.position.position import Ending, Position
from adjudicator.engines.cheops.position.scoring import add_scores, rank_scores
from adjudicator.engines.contract import Outcome


def find_board_ending(position: Position) -> Ending:
    """Find an end that the board and the price tables show."""
    if is_cleared(position.board):
        return "empty"
    return "full" if position.full_tables >= position.tables_to_end else ""


def find_stall_ending(position: Position) -> Ending:
    """Find an end because nobody can go on; asked after a whole turn (E15, Q9)."""
    if position.variant.stall == "passes":
        return "passes" if position.passes >= len(position.players) else ""
    hands = {family for player in position.players for family in player.hand}
    return "" if can_place_family(position.board, hands) else "stuck"


def outcome_of(position: Position) -> Outcome | None:
    """Give places and scores; None until the match has ended and the joker's colour is named (E31)."""
    if position.stage != "over":
        return None
    scores = add_scores(position)
    return Outcome(rank_scores(scores), position.ending, scores)
