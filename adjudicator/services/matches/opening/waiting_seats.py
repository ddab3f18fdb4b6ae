"""The seats of a match that has not begun: the decisions of its owner, and the end when nobody answers.

A guest who says no, cannot be reached, or stays silent until the invitation expires leaves a free seat. The owner is
asked: invite another, give the seat to the house player or to anybody, play with one player less, or call the match
off. If the owner does nothing either for `OWNER_HAS`, the match is called off.

The owner is the player at seat 0. Every function expects the match under its lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import Level
from adjudicator.engines.registry import engine_for
from adjudicator.mail.errors import SenderFault
from adjudicator.mail.trust.from_header import check_address, normalize_address
from adjudicator.match.house.levels import usual_level
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.destinations import is_unjudged, to_requests
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.matches.letters import opening_letters
from adjudicator.services.matches.opening.invitations import write_withdrawal
from adjudicator.services.matches.opening.lobby import has_seat, invite_guest, start_when_full
from adjudicator.services.matches.rows.known_matches import find_known_match
from adjudicator.services.players.greetings import clean_greeting
from adjudicator.services.players.invitation_limits import refuse_guests
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState, RequestKind, SeatState
from adjudicator.store.tables import Inbox, Match, Player, Request, Seat
from adjudicator.texts.letters.opening_kinds import NoGuest

SILENT_AFTER = timedelta(days=7)
"""Time after which the owner is told who has not answered."""
OWNER_HAS = timedelta(days=14)
"""Time that the owner has to decide, before the match is called off."""


def free_seats(work: UnitOfWork, match: Match, seats: Sequence[Seat], why: NoGuest) -> None:
    """Free the seats of guests who do not come, and ask the owner what becomes of them."""
    for seat in seats:
        seat.state = SeatState.DECLINED
        _close_invitation(work, match, seat.guest)
    match.owner_asked_at = work.now
    opening_letters.notify_seat_free(work, match, seats, why, work.now + OWNER_HAS)


def ask_about_open_seat(work: UnitOfWork, match: Match) -> None:
    """Ask the owner what becomes of a seat that anybody might have taken, and nobody did."""
    match.owner_asked_at = work.now
    opening_letters.notify_seat_free(work, match, (), NoGuest.NOBODY_CAME, work.now + OWNER_HAS)


def tell_silence(work: UnitOfWork, match: Match) -> None:
    """Tell the owner, once, which guests have not answered yet."""
    if match.state is not MatchState.INVITING or match.silence_told_at is not None:
        return
    match.silence_told_at = work.now
    if _silent(match):
        opening_letters.notify_silence(work, match, _first_expiry(work.session, match))


def invite_instead(work: UnitOfWork, match: Match, owner: Player, typed: str, greeting: str = "") -> str:
    """Invite somebody to a free seat; return the address. Raises `RefusedError`, as a new match does."""
    words = clean_greeting(greeting)
    try:
        guest = normalize_address(check_address(typed))
    except SenderFault as fault:
        raise RefusedError.of(RefusalKey.BAD_ADDRESS, address=typed) from fault
    if guest == normalize_address(owner.address):
        raise RefusedError.of(RefusalKey.GUEST_SELF)
    if _is_or_was_asked(work, match, guest):
        raise RefusedError.of(RefusalKey.GUEST_TWICE)
    seat = _seat_to_fill(match)
    if refusal := refuse_guests(work, owner, (guest,)):
        raise RefusedError(refusal)
    _withdraw(work, match, seat)
    seat.guest, seat.state = guest, SeatState.INVITED
    invite_guest(work, match, seat, words)
    _settle(work, match)
    return guest


def give_seat_to_house(work: UnitOfWork, match: Match, level: Level | None = None) -> Seat:
    """Let the house player sit at a free seat, by default at the level of the match. Raises `RefusedError`."""
    seat = _seat_to_fill(match)
    _withdraw(work, match, seat)
    seat.guest, seat.house, seat.state = "", True, SeatState.JOINED
    seat.level = level or match_clock.terms_of(match).house or usual_level(alone=False)
    _settle(work, match)
    return seat


def open_seat(work: UnitOfWork, match: Match) -> None:
    """Let anybody take a free seat. Raises `RefusedError`."""
    if match.private:
        raise RefusedError.of(RefusalKey.PRIVATE_MATCH)
    seat = _seat_to_fill(match, but_open=True)
    _withdraw(work, match, seat)
    seat.guest, seat.state = "", SeatState.INVITED
    _settle(work, match)


def remove_seat(work: UnitOfWork, match: Match) -> int:
    """Remove a free seat, and return how many remain. Raises `RefusedError` if the game needs as many players."""
    if not can_be_fewer(match):
        rules = engine_for(match.rules).rules
        least, most = rules.seats.start, rules.seats.stop - 1
        raise RefusedError.of(
            RefusalKey.BAD_SEATS, game=rules.title, seats=len(match.seats) - 1, least=least, most=most
        )
    seat = _seat_to_fill(match)
    _withdraw(work, match, seat)
    match.seats.remove(seat)
    work.session.delete(seat)
    work.session.flush()
    # Addresses carry the seat's number. Those of the seats that move up are valid no more, so a new one goes out. Their
    # salts stay as their players were told, although the old number is in them: a record shows the salt itself.
    for number, other in enumerate(match.seats):
        if other.number != number:
            other.number = number
            other.epoch += 1
            work.session.flush()
            if other.player is not None:
                opening_letters.notify_waiting(work, match, other)
    _settle(work, match)
    return len(match.seats)


def can_be_fewer(match: Match) -> bool:
    """Can the game be played by one player less than the match has seats?"""
    return len(match.seats) - 1 in engine_for(match.rules).rules.seats


def cancel_match(work: UnitOfWork, match: Match, *, told: Seat | None = None) -> None:
    """Call a match off before it begins, and tell all players and guests but `told`, who knows already."""
    match.state = MatchState.CANCELLED
    match.finished_at = work.now
    opening_letters.notify_called_off(work, match, by_owner=True, leave_out=told)
    _tell_guests(work, match)


def find_own_match(session: Session, player: Player, code: str) -> Match:
    """Lock the match that a player wants to call off. Raises `RefusedError` if it is not theirs, or has begun."""
    match = find_known_match(session, code, player, lock=True)
    refuse_others(match, match.seats[0] if match.seats[0].player_id == player.id else None)
    return match


def cancel_own_match(work: UnitOfWork, player: Player, code: str) -> None:
    """Call off a match of a player's own before it begins. Raises `RefusedError`."""
    cancel_match(work, find_own_match(work.session, player, code))


def refuse_others(match: Match, seat: Seat | None) -> None:
    """Refuse a decision about the seats of a match by anybody but its owner, or when the match has begun.

    Raises `RefusedError`.
    """
    if match.state is MatchState.CANCELLED:
        raise RefusedError.of(RefusalKey.CALLED_OFF, match=match.code)
    if match.state is not MatchState.INVITING:
        raise RefusedError.of(RefusalKey.BEGUN, match=match.code)
    if seat is None or seat.number != 0:
        raise RefusedError.of(RefusalKey.NOT_OWNER, match=match.code)


def abandon_match(work: UnitOfWork, match: Match) -> None:
    """Call a match off because its owner was asked about a free seat and did nothing."""
    match.state = MatchState.CANCELLED
    match.finished_at = work.now
    opening_letters.notify_called_off(work, match, by_owner=False)
    _tell_guests(work, match)


def expired_guests(work: UnitOfWork, match: Match) -> list[Seat]:
    """List the seats whose guests did not answer while their invitation stood."""
    invited = _open_invitations(work.session, match, work.now)
    return [seat for seat in _silent(match) if seat.guest not in invited]


def has_open_invitation(work: UnitOfWork, match: Match) -> bool:
    """Can a guest of the match still answer?"""
    invited = _open_invitations(work.session, match, work.now)
    return any(seat.guest in invited for seat in _silent(match))


def _silent(match: Match) -> list[Seat]:
    return [seat for seat in match.seats if seat.state is SeatState.INVITED and seat.guest]


def _seat_to_fill(match: Match, *, but_open: bool = False) -> Seat:
    """Find the seat that the owner decides about: a free one, else an open one, else that of the only silent guest."""
    free = [seat for seat in match.seats if seat.state is SeatState.DECLINED]
    opened = [seat for seat in match.seats if seat.state is SeatState.INVITED and not seat.guest]
    silent = _silent(match)
    found = free + ([] if but_open else opened) + (silent if len(silent) == 1 else [])
    if not found:
        raise RefusedError.of(RefusalKey.NO_FREE_SEAT, match=match.code)
    return found[0]


def _settle(work: UnitOfWork, match: Match) -> None:
    """Begin the match if all seats are taken now; else, let the times of the free seats run anew."""
    work.session.flush()
    match.offered_at, match.silence_told_at = work.now, None
    free = any(seat.state is SeatState.DECLINED for seat in match.seats)
    match.owner_asked_at = work.now if free else None
    start_when_full(work, match)


def _withdraw(work: UnitOfWork, match: Match, seat: Seat) -> None:
    """Tell the guest of a seat who has not answered that it is not kept for them any more."""
    if seat.state is SeatState.INVITED and seat.guest:
        for request in _open_requests(work.session, match, seat.guest, work.now):
            write_withdrawal(work, match, request)
        _close_invitation(work, match, seat.guest)


def _tell_guests(work: UnitOfWork, match: Match) -> None:
    for seat in _silent(match):
        _withdraw(work, match, seat)


def _close_invitation(work: UnitOfWork, match: Match, guest: str) -> None:
    for request in _open_requests(work.session, match, guest, work.now):
        request.expires_at = work.now


def _open_requests(session: Session, match: Match, guest: str, now: datetime) -> Sequence[Request]:
    query = select(Request).where(Request.match_id == match.id, Request.kind == RequestKind.JOIN)
    waiting = query.where(Request.address == guest, Request.done_at.is_(None), Request.expires_at > now)
    return session.scalars(waiting).all()


def _open_invitations(session: Session, match: Match, now: datetime) -> set[str]:
    """Find the guests who can answer, or have: an answer that was accepted in time waits to be judged."""
    query = select(Request).where(Request.match_id == match.id, Request.kind == RequestKind.JOIN)
    asked = session.scalars(query.where(Request.done_at.is_(None))).all()
    return {one.address for one in asked if one.expires_at > now or _has_open_answer(session, one, now)}


def _has_open_answer(session: Session, request: Request, now: datetime) -> bool:
    """Was an answer accepted in time that waits to be judged, or on which our code failed lately?"""
    came = Inbox.received_at < request.expires_at
    query = select(Inbox.id).where(to_requests([request.id]), is_unjudged(now), came)
    return session.scalars(query.limit(1)).first() is not None


def _first_expiry(session: Session, match: Match) -> datetime | None:
    """Find when the first invitation of a silent guest expires."""
    guests = [seat.guest for seat in _silent(match)]
    query = select(Request.expires_at).where(Request.match_id == match.id, Request.kind == RequestKind.JOIN)
    return min(session.scalars(query.where(Request.done_at.is_(None), Request.address.in_(guests))), default=None)


def _is_or_was_asked(work: UnitOfWork, match: Match, guest: str) -> bool:
    """Has the guest a seat, an invitation, or said no? Somebody who did not answer may be asked again."""
    seated = has_seat(match, guest) or any(seat.guest == guest for seat in _silent(match))
    query = select(Request.id).where(Request.match_id == match.id, Request.kind == RequestKind.JOIN)
    refused = query.where(Request.address == guest, Request.done_at.is_not(None))
    return seated or work.session.scalars(refused).first() is not None
