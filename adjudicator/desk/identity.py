"""How a player can be known: further addresses, reply addresses that he revokes, and a key that signs his letters.

Every change is a command with a value. `settle` checks it when it is asked for, `change` carries it out, at once in a
match's letter, and after a signed yes where nothing else proves who asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.desk.confirm_address import ask_address
from adjudicator.desk.desk import Desk
from adjudicator.desk.guests import objection_to_guests
from adjudicator.desk.matches import Bells
from adjudicator.desk.people import find_player, further_addresses
from adjudicator.desk.revoking import revoke_all
from adjudicator.engines.contract import Note
from adjudicator.mail.faults import SenderFault
from adjudicator.mail.openpgp import BadPublicKey, read_key
from adjudicator.mail.trust import check_address, normal_address, same_person
from adjudicator.match.refusals import Refusal
from adjudicator.store.tables import FurtherAddress, Match, Player, Request
from adjudicator.texts import answers

MOST_ADDRESSES = 5
REQUIRED, OPTIONAL, NO_KEY = "required", "optional", "none"
KEY_WORDS = (REQUIRED, OPTIONAL, NO_KEY)


class NotChanged(Exception):
    """A change that cannot be made; `refusal` says why and what would be right."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.key)
        self.refusal = refusal


def needs_signed_letter() -> NotChanged:
    """Refuse a change to a player who wants only letters that his key signed to count."""
    return NotChanged(Refusal("only_letters"))


def settle(desk: Desk, session: Session, player: Player, command: str, argument: str, now: datetime) -> str:
    """Check a change and spell its value as it is kept. Raises `NotChanged`."""
    if command == "address":
        return _new_address(desk, session, player, argument, now)
    if command == "forget":
        return _known_address(session, player, argument)
    return _key(player, argument) if command == "key" else ""


def change(
    desk: Desk, session: Session, player: Player, command: str, value: str, now: datetime, *, at: Match | None = None
) -> tuple[Note, Bells]:
    """Carry out what `settle` checked, and say so. `at` is the match whose letter asked: it is answered anyway."""
    return _CHANGES[command](desk, session, player, value, now, at)


def told(session: Session, player: Player, order: str) -> answers.AddressesAnswer:
    """Tell how a player is known."""
    return answers.AddressesAnswer(
        order=order,
        address=player.address,
        further=tuple(further_addresses(session, player)),
        fingerprint=read_key(player.key).fingerprint.upper() if player.key else "",
        required=player.key_required,
    )


def take_address(session: Session, request: Request, now: datetime) -> Refusal | None:
    """Enter the further address of a player that has just answered us; say why not when it is somebody else's."""
    owner = session.get_one(Player, request.wish["player"])
    holder = find_player(session, request.address)
    if holder is not None and holder.id != owner.id:
        return Refusal("address_taken", (("address", request.address),))
    if holder is None:
        session.add(FurtherAddress(player_id=owner.id, address=request.address, since=now))
        session.flush()
    return None


def _new_address(desk: Desk, session: Session, player: Player, text: str, now: datetime) -> str:
    try:
        address = normal_address(check_address(text))
    except SenderFault:
        raise NotChanged(Refusal("bad_address", (("address", text[:80]),))) from None
    known = further_addresses(session, player)
    if address in known or same_person(address, player.address):
        raise NotChanged(Refusal("address_known", (("address", address),)))
    if len(known) >= MOST_ADDRESSES:
        raise NotChanged(Refusal("addresses_enough", (("most", MOST_ADDRESSES),)))
    if refusal := objection_to_guests(desk, session, player, (address,), now):
        raise NotChanged(refusal)
    return address


def _known_address(session: Session, player: Player, text: str) -> str:
    known = further_addresses(session, player)
    wanted = normal_address(text)
    if wanted not in known:
        right = tuple(f"forget {address}" for address in known)
        raise NotChanged(Refusal("address_unknown", (("address", text[:80]),), right))
    return wanted


def _key(player: Player, text: str) -> str:
    word = text.strip().lower()
    if word not in KEY_WORDS:
        try:
            return read_key(text).armour
        except BadPublicKey as fault:
            raise NotChanged(Refusal("bad_key", (("why", fault.reason),))) from None
    if word == REQUIRED and not player.key:
        raise NotChanged(Refusal("bad_key", (("why", "none"),)))
    return word


def _ask(
    desk: Desk, session: Session, player: Player, value: str, now: datetime, _at: Match | None
) -> tuple[Note, Bells]:
    return Note.of("settings.address", value=value), ask_address(desk, session, player, value, now)


def _forget(
    _desk: Desk, session: Session, player: Player, value: str, _now: datetime, _at: Match | None
) -> tuple[Note, Bells]:
    for row in session.scalars(
        select(FurtherAddress).where(FurtherAddress.player_id == player.id, FurtherAddress.address == value)
    ):
        session.delete(row)
    session.flush()
    return Note.of("settings.forget", value=value), []


def _revoke(
    desk: Desk, session: Session, player: Player, _value: str, now: datetime, at: Match | None
) -> tuple[Note, Bells]:
    return Note.of("settings.revoke"), revoke_all(desk, session, player, now, but=at)


def _keep_key(
    _desk: Desk, _session: Session, player: Player, value: str, _now: datetime, _at: Match | None
) -> tuple[Note, Bells]:
    if value in KEY_WORDS:
        player.key_required = value == REQUIRED
        player.key = "" if value == NO_KEY else player.key
        return Note.of("settings.key", value=value), []
    player.key = value
    return Note.of("settings.key", value=read_key(value).fingerprint.upper()), []


_CHANGES: Mapping[str, Callable[[Desk, Session, Player, str, datetime, Match | None], tuple[Note, Bells]]] = {
    "address": _ask,
    "forget": _forget,
    "revoke": _revoke,
    "key": _keep_key,
}
CHANGES = frozenset(_CHANGES)
