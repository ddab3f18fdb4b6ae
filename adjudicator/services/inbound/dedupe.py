"""Copies of a letter that came to several of our addresses: what somebody wrote once is judged once.

Every answer of some programs goes to the Reply-To and to the From of the letter that it answers, so it comes to a seat
and to the service. The seat decides where it belongs. A letter to two different seats is judged at both.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Row, bindparam, select

from adjudicator.mail.address import Address, AddressBook, SeatAddress, ServiceAddress
from adjudicator.mail.errors import ForgedAddress, MailFault, UnknownAddress
from adjudicator.mail.incoming.letter import Letter
from adjudicator.match.refusals import RefusalKey
from adjudicator.services.inbound.inbound_letter import InboundLetter, Outcome, VerdictKind
from adjudicator.services.matches.match_rows import find_match
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox, Match, Seat

MOST = 50

# Put together once, as every letter asks (see `intake`).
_OTHERS = (
    select(Inbox.id, Inbox.recipient, Inbox.state, Inbox.verdict)
    .where(Inbox.content == bindparam("content"), Inbox.id != bindparam("number"))
    .order_by(Inbox.id)
    .limit(MOST)
)

STALE = Outcome(VerdictKind.REFUSED, RefusalKey.STALE).word

Place = tuple[str, int, int] | Address
"""Where a letter is judged: a seat, on whatever turn, a question, or the service."""


def route_of(book: AddressBook, letter: Letter, recipient: str) -> Address:
    """Read whom a letter is for, by the envelope first; where that was cut short, the letter itself still tells.

    Raises `UnknownAddress` or `ForgedAddress`.
    """
    wrong: MailFault | None = None
    address: Address = ServiceAddress()
    try:
        address = book.read(recipient)
    except (UnknownAddress, ForgedAddress) as fault:
        wrong = fault
    if not isinstance(address, ServiceAddress):
        return address
    named = book.route(letter.references, letter.recipients)
    if named is None and wrong is not None:
        raise wrong
    return named or address


def is_duplicate(inbound: InboundLetter, route: Address) -> bool:
    """Tell whether a letter has been judged, or will be, as it came to another address.

    Ask under the lock of what it is judged by, so that two copies do not miss each other.
    """
    return any(_comes_first(inbound, other, route) for other in _others(inbound) if other.verdict != VerdictKind.COPY)


def _comes_first(inbound: InboundLetter, other: Row[int, str, InboxState, str], route: Address) -> bool:
    there = _route(inbound, other.recipient)
    if there is None:
        return False
    if judged_at(there) != judged_at(route):
        return isinstance(route, ServiceAddress)
    newer = _turn(route) > _turn(there)
    if other.state is InboxState.DONE:
        return not (newer and other.verdict == STALE)
    theirs, ours = (_is_for_service(inbound, recipient) for recipient in (other.recipient, inbound.row.recipient))
    return (theirs, -_turn(there), other.id) < (ours, -_turn(route), inbound.row.id)


def other_matches(inbound: InboundLetter, match: Match, seat: Seat) -> tuple[str, ...]:
    """Name the other matches of a seat's player that the same letter went to."""
    routes = (_route(inbound, other.recipient) for other in _others(inbound) if other.verdict != VerdictKind.COPY)
    codes = {route.match: route.seat for route in routes if isinstance(route, SeatAddress)}
    found = (
        (find_match(inbound.session, code), number) for code, number in codes.items() if code != match.code.lower()
    )
    return tuple(
        other.code
        for other, number in found
        if other is not None and any(one.number == number and one.player_id == seat.player_id for one in other.seats)
    )


def judged_at(route: Address) -> Place:
    """Say where a letter on this route is judged."""
    return (route.match, route.seat, route.epoch) if isinstance(route, SeatAddress) else route


def _turn(route: Address) -> int:
    return route.turn if isinstance(route, SeatAddress) else 0


def _others(inbound: InboundLetter) -> Sequence[Row[int, str, InboxState, str]]:
    if inbound.row.content is None:  # it came before letters were compared
        return ()
    named = {"content": inbound.row.content, "number": inbound.row.id}
    return inbound.session.execute(_OTHERS, named).all()


def _route(inbound: InboundLetter, recipient: str) -> Address | None:
    try:
        return route_of(inbound.context.addresses, inbound.letter, recipient)
    except MailFault:
        return None


def _is_for_service(inbound: InboundLetter, recipient: str) -> bool:
    try:
        return isinstance(inbound.context.addresses.read(recipient), ServiceAddress)
    except MailFault:
        return True
