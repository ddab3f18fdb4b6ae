"""A draw by agreement (C3.1): who may offer it, and when again.

Between two, an offer stands until it is answered or the other player moves, which refuses it. Among three or more, all
persons at the table agree within the days of the vote. `proposals` keeps the rows and ends the match.
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from adjudicator.match.consent import Answer, ProposalKind, ProposalOutcome
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.matches.rows.proposal_rows import is_alone, last_proposal, open_proposals, seats_asked
from adjudicator.services.matches.seats import proposals
from adjudicator.services.matches.seats.proposals import Wish
from adjudicator.services.matches.seats.seat_changes import people_at
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, ProposalRow, Seat

TURNS_BETWEEN = 10
"""Turns after which a player may offer a draw again if nobody else has offered one."""


def offer_draw(work: UnitOfWork, match: Match, seat: Seat) -> ProposalRow:
    """Offer a draw, or agree to the one that another player offers. Raises `RefusedError`."""
    proposals.refuse_without_acts(match)
    if (offered := find_draw(work.session, match, seat)) is not None:
        proposals.answer_proposal(work, match, seat, offered, Answer.AGREE)
        return offered
    if refusal := find_objection(work.session, match, seat):
        raise RefusedError(refusal)
    return proposals.open_proposal(work, match, Wish(ProposalKind.DRAW, seat.number, {"turn": match.turn}), told=seat)


def find_draw(session: Session, match: Match, seat: Seat) -> ProposalRow | None:
    """Find the open offer of a draw that a seat may answer."""
    draws = (row for row in open_proposals(session, match) if row.kind is ProposalKind.DRAW)
    return next((row for row in draws if seat.number in seats_asked(match, row)), None)


def find_objection(session: Session, match: Match, seat: Seat) -> Refusal | None:
    """Tell why a player may not offer a draw now, or None if they may."""
    if not people_at(match, without=(seat,)):
        alone = is_alone(match, seat.number)
        return Refusal.of(RefusalKey.NO_DRAW, nearest=("finish match",) if alone else (), why="house")
    if any(other.owner_id is not None for other in match.seats):
        return Refusal.of(RefusalKey.NO_DRAW, why="stand_in")
    last = last_proposal(session, match, ProposalKind.DRAW)
    # An offer that came to nothing because others sit at the table now does not count.
    if last is None or last.seat != seat.number or last.outcome is ProposalOutcome.OVERTAKEN:
        return None
    if last.outcome is ProposalOutcome.OPEN:
        return Refusal.of(RefusalKey.DRAW_OFFERED, nearest=("withdraw",))
    again = int(str(last.values["turn"])) + TURNS_BETWEEN
    return Refusal.of(RefusalKey.DRAW_AGAIN, turn=again) if match.turn < again else None
