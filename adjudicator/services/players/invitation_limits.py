"""Limits on invitations.

An invitation goes to a person who has not written to us, so it could be abused for spam. Invitations are limited per
player and day, and per address by the number of unanswered ones. A suppressed address gets none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import timedelta

from adjudicator.mail.trust.from_header import normalize_address
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.players.players import accepts_mail, find_player
from adjudicator.services.players.suppression import is_suppressed
from adjudicator.services.row_counts import count_rows
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import Player, Request, Seat

INVITATIONS_A_DAY = 20
UNANSWERED = 3
"""Open questions at one address, asked by other people; after that it is asked nothing more."""

_ASKS_OTHERS = (RequestKind.JOIN, RequestKind.ADDRESS)


def refuse_guests(work: UnitOfWork, host: Player, addresses: Iterable[str]) -> Refusal | None:
    """Return why we may not ask these addresses on behalf of a player; None when we may."""
    guests = list(addresses)
    if guests and _asked_by(work, host) + len(guests) > INVITATIONS_A_DAY:
        return Refusal.of(RefusalKey.ASKED_ENOUGH, most=INVITATIONS_A_DAY)
    for guest, times in Counter(map(normalize_address, guests)).items():
        if not _welcomes(work, guest):
            return Refusal.of(RefusalKey.WANTS_NONE, address=guest)
        if _unanswered(work, guest) + times > UNANSWERED:
            return Refusal.of(RefusalKey.LEAVES_OPEN, address=guest)
    return None


def _welcomes(work: UnitOfWork, address: str) -> bool:
    known = find_player(work.session, address)
    return not is_suppressed(work.context, work.session, address) and (
        known is None or accepts_mail(known, asks_something=True)
    )


def _asked_by(work: UnitOfWork, host: Player) -> int:
    """Count a player's questions to others within a day: invitations, and claims that an address is theirs."""
    lately = Request.created_at > work.now - timedelta(days=1)
    invited = count_rows(
        work.session,
        lately,
        Request.kind == RequestKind.JOIN,
        Request.address != host.address,
        Seat.match_id == Request.match_id,
        Seat.number == 0,
        Seat.player_id == host.id,
    )
    claimed = count_rows(
        work.session,
        lately,
        Request.kind == RequestKind.ADDRESS,
        Request.wish["player"].as_integer() == host.id,
    )
    return invited + claimed


def _unanswered(work: UnitOfWork, address: str) -> int:
    return count_rows(
        work.session,
        Request.kind.in_(_ASKS_OTHERS),
        Request.address == normalize_address(address),
        Request.done_at.is_(None),
        Request.expires_at > work.now,
    )
