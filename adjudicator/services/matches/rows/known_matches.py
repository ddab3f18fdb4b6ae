"""Who may know of a match, by letter and on pages. One that somebody may not know of is answered as if it were none."""

from __future__ import annotations

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from adjudicator.mail.trust.from_header import normalize_address
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.matches.rows.match_rows import find_match, lock_match, seat_of
from adjudicator.services.matches.rows.proposal_rows import find_arrival
from adjudicator.services.matches.rows.seat_holders import was_here
from adjudicator.services.players.players import every_address
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.states import SeatState
from adjudicator.store.tables import Match, Participant, Player, Seat


def find_known_match(
    session: Session, code: str, player: Player | None, address: str = "", *, lock: bool = False
) -> Match:
    """Find a match that a person may know of, and lock its row if that is asked for.

    `address` is the one that they write from. Raises `RefusedError`.
    """
    match = (lock_match if lock else find_match)(session, code)
    if match is None or not may_see(session, match, player, address):
        raise RefusedError.of(RefusalKey.NO_MATCH, match=code.strip().upper())
    return match


def may_see(session: Session, match: Match, player: Player | None, address: str = "") -> bool:
    """May a person know of a match, and see what a spectator sees?

    Of a private one its players may and those who were its players, such as the owner of a seat that is lent; guests,
    as long as their seat is kept for them or free; and who has agreed to take a seat, as long as the others are asked.
    `address` is the one that they write from.
    """
    if not match.private or (player is not None and seat_of(match, player.id) is not None):
        return True
    # An address may have changed hands since its owner took the seat, so no guest of then is known by it.
    guests = {seat.guest for seat in match.seats if seat.state is not SeatState.JOINED} - {""}
    if guests and not guests.isdisjoint(
        [normalize_address(address), *(every_address(session, player) if player else ())]
    ):
        return True
    return player is not None and (was_here(session, match, player) or find_arrival(session, match, player) is not None)


def select_lent(player: int) -> Select[Match]:
    """Select the matches at which somebody plays for a player for a while."""
    here = select(Participant.match_id).where(Participant.player_id == player)
    return select(Match).join(Seat).where(Match.id.in_(here), Seat.owner_id == player)
