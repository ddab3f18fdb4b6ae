"""Dedupe: a letter that was sent to several of our addresses is judged once.

Some programs answer to both the Reply-To and the From of a letter, so the answer arrives at a seat and at the service:
it is judged at the seat, and the other one is a copy. A letter to two different seats is judged at both.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Row, bindparam, select

from adjudicator.mail.address import Address, AddressBook, SeatAddress, ServiceAddress
from adjudicator.mail.errors import ForgedAddress, MailFault, UnknownAddress
from adjudicator.mail.incoming.letter import Letter
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.inbound.inbound_letter import InboundLetter, Outcome, VerdictKind
from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox, Match, Seat

MOST = 50

# Built once, as every letter executes it (see `intake`).
_OTHERS = (
    select(Inbox.id, Inbox.recipient, Inbox.state, Inbox.verdict)
    .where(Inbox.content == bindparam("content"), Inbox.id != bindparam("number"))
    .order_by(Inbox.id)
    .limit(MOST)
)

STALE = Outcome(VerdictKind.REFUSED, RefusalKey.STALE).word

Place = tuple[str, int, int] | Address
"""The destination of a letter: a seat (of any turn), a request, or the service."""


def route_of(book: AddressBook, letter: Letter, recipient: str) -> Address:
    """Read the destination of a letter.

    1. The envelope recipient, if it is a signed address of ours.
    2. Else a signed address in the letter's own headers: some servers shorten the recipient.
    3. Else the service, if the envelope names it.

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
    """Has another copy of this letter been judged, or will it be?

    Call it under the lock of the letter's destination: otherwise two copies could each leave the work to the other.
    """
    return any(_comes_first(inbound, other, route) for other in _others(inbound) if other.verdict != VerdictKind.COPY)


def _comes_first(inbound: InboundLetter, other: Row[int, str, InboxState, str], route: Address) -> bool:
    """Is the other copy the one to judge?

    1. It has no valid address: no.
    2. It has another destination: only if this one is for the service, as the more specific address wins.
    3. It was judged already: yes, unless it was refused as stale and this one names a newer turn.
    4. Both wait: the order is seat address before service address, newer turn before older, first row before later.
    """
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
    """List the codes of the other matches of the seat's player that the same letter was sent to, for the receipt."""
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
    """Return the destination of an address; all turns of a seat are one."""
    return (route.match, route.seat, route.epoch) if isinstance(route, SeatAddress) else route


def _turn(route: Address) -> int:
    return route.turn if isinstance(route, SeatAddress) else 0


def _others(inbound: InboundLetter) -> Sequence[Row[int, str, InboxState, str]]:
    """List the other copies. They are looked for once: the verdict and the receipt speak of the same ones."""
    if inbound.row.content is None:  # stored by a version without this column
        return ()
    if inbound.copies is None:
        named = {"content": inbound.row.content, "number": inbound.row.id}
        inbound.copies = inbound.session.execute(_OTHERS, named).all()
    return inbound.copies


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
