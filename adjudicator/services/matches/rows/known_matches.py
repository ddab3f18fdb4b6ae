"""Finds a match by the code that a person gives. One that they may not know of is answered as if there were none."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.mail.trust.from_header import normalize_address
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.matches.rows.match_rows import find_match, lock_match, may_see
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.tables import Match, Participant, Player


def find_known_match(
    session: Session, code: str, player: Player | None, address: str = "", *, lock: bool = False
) -> Match:
    """Find a match that a person may know of, and lock its row if that is asked for.

    `address` is the one that they write from: a private match is known to its guests, too. Raises `RefusedError`.
    """
    match = (lock_match if lock else find_match)(session, code)
    if match is None or not _knows(session, match, player, address):
        raise RefusedError.of(RefusalKey.NO_MATCH, match=code.strip().upper())
    return match


def _knows(session: Session, match: Match, player: Player | None, address: str) -> bool:
    """May a person know of a match? Of a private one its players may, those who were its players, and its guests."""
    if may_see(match, player.id if player else None):
        return True
    addresses = {normalize_address(address), *([player.address] if player else [])} - {""}
    if any(seat.guest in addresses for seat in match.seats):
        return True
    if player is None:
        return False
    was_here = select(Participant.id).where(Participant.match_id == match.id, Participant.player_id == player.id)
    return session.scalars(was_here.limit(1)).first() is not None
