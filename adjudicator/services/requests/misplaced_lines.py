"""Lines of a match that came to the service: in an answer to the host's letter to all, or in a new letter.

Nothing of them is carried out: which match, and which of its turns, is known only in an answer to a letter of the
match. The refusal says so, and names the matches in which the writer is to move. It goes to their own address.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from adjudicator.engines.registry import engine_for
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import Refusal
from adjudicator.services.matches.opening.match_codes import write_code
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.orders.answered_letter import find_answered_letter
from adjudicator.services.orders.order_wording import is_step
from adjudicator.services.requests.service_letter import ServiceLetter
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Seat
from adjudicator.texts.letters import host_kinds

MOST_LOOKED_AT = 10
"""Matches of the writer in which a line is tried as a step, and of which they are told."""
LIST = "list"


def refuse_misplaced(service_letter: ServiceLetter, line: str) -> Refusal | None:
    """Refuse a line that belongs to a match; None if it does not."""
    player = service_letter.player
    if player is None:
        return None
    answered = find_answered_letter(service_letter.inbound, player.id)
    to_all = answered is not None and answered.kind == host_kinds.BROADCAST.name
    playing = select(Match).join(Seat).where(Match.state == MatchState.RUNNING, Seat.player_id == player.id)
    running = service_letter.inbound.session.scalars(
        playing.where(Seat.vacant_at.is_(None)).order_by(Match.id.desc()).limit(MOST_LOOKED_AT)
    ).all()
    if not to_all and not _is_for_one_of(running, line):
        return None
    mine = [match for match in running if match.to_move is not None and match.seats[match.to_move].player is player]
    return refusals.misplaced(line, _names(mine), nearest=(LIST,), to_all=to_all)


def _is_for_one_of(matches: Sequence[Match], line: str) -> bool:
    """Is a line a command of a match, or a move in one of these, perhaps behind its code?"""
    if not matches:
        return False
    if read_line(line, "match") is not None:
        return True
    head, _, rest = line.strip().partition(" ")
    for match in matches:
        behind = rest if head.strip("[]:,").upper() == match.code and rest else line
        if is_step(load_match(match).table, behind):
            return True
    return False


def _names(matches: Sequence[Match]) -> tuple[str, ...]:
    return tuple(f"{write_code(match.code)} ({engine_for(match.rules).rules.title})" for match in matches)
