"""The credentials of a player: their addresses, the main address (which gets letters), reply addresses, and a key.

A change is a command with a value. `validate_change` checks it when it is requested, and again after the agreement
(`change_requests`). `apply_change` makes it and informs every address, which can take it back (`credential_changes`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import Note
from adjudicator.mail.errors import SenderFault
from adjudicator.mail.incoming.openpgp import BadPublicKey, read_key
from adjudicator.mail.trust.from_header import check_address, normalize_address, same_mailbox
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.identity.credential_changes import record_change, snapshot_credentials
from adjudicator.services.identity.erasing import matches_to_leave
from adjudicator.services.identity.revocation import revoke_all
from adjudicator.services.players.invitation_limits import refuse_guests
from adjudicator.services.players.players import find_player, further_addresses, reserved_for
from adjudicator.services.players.web_sessions import end_sessions
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import FurtherAddress, Player
from adjudicator.texts.facts.letter_facts import RequestOrigin

MOST_ADDRESSES = 5
REQUIRED, OPTIONAL, NO_KEY = "required", "optional", "none"
KEY_WORDS = (REQUIRED, OPTIONAL, NO_KEY)
ERASE = "erase_me"
CHANGES = frozenset({"address", ERASE, "forget", "key", "main", "revoke"})
"""The commands that change a player's credentials."""


def needs_signed_letter() -> RefusedError:
    """Refuse a change on a page to a player who requires signed letters."""
    return RefusedError(Refusal(RefusalKey.ONLY_LETTERS))


def validate_change(work: UnitOfWork, player: Player, command: str, argument: str) -> str:
    """Check a change and return its value in stored form. Raises `RefusedError`."""
    if command == "address":
        return _new_address(work, player, argument)
    if command == "forget":
        return _address_to_forget(work.session, player, argument)
    if command == "main":
        return _address_for_letters(work.session, player, argument)
    if command == ERASE:
        return ", ".join(matches_to_leave(work.session, player))
    return _key(player, argument) if command == "key" else ""


def describe_change(command: str, value: str) -> Note:
    """Describe the state after a change."""
    if command == "key" and value not in KEY_WORDS:
        value = read_key(value).fingerprint.upper()
    return Note.of(f"settings.{command}", value=value)


def apply_change(work: UnitOfWork, player: Player, command: str, value: str, asked: RequestOrigin) -> None:
    """Make a change that `validate_change` has checked, and inform every address that the player has or had."""
    before, note = snapshot_credentials(work.session, player), describe_change(command, value)
    _APPLY[command](work, player, value)
    work.session.flush()
    record_change(work, player, before, note, asked)


def refuse_address_of_another(work: UnitOfWork, player: Player, address: str) -> Refusal | None:
    """Refuse an address that belongs to another player, or is still reserved for one; None if it is free."""
    holder, reserved = find_player(work.session, address), reserved_for(work, address)
    if (holder is None or holder.id == player.id) and (reserved is None or reserved == player.id):
        return None
    return Refusal.of(RefusalKey.ADDRESS_TAKEN, address=address)


def _new_address(work: UnitOfWork, player: Player, text: str) -> str:
    try:
        address = normalize_address(check_address(text))
    except SenderFault:
        raise RefusedError(Refusal.of(RefusalKey.BAD_ADDRESS, address=text[:80])) from None
    known = further_addresses(work.session, player)
    if address in known or same_mailbox(address, player.address):
        raise RefusedError(Refusal.of(RefusalKey.ADDRESS_KNOWN, address=address))
    if len(known) >= MOST_ADDRESSES:
        raise RefusedError(Refusal.of(RefusalKey.ADDRESSES_ENOUGH, most=MOST_ADDRESSES))
    if refusal := refuse_guests(work, player, (address,)):
        raise RefusedError(refusal)
    return address


def _address_to_forget(session: Session, player: Player, text: str) -> str:
    known, wanted = further_addresses(session, player), normalize_address(text)
    if same_mailbox(wanted, player.address):
        right = tuple(f"main {address}" for address in known)
        raise RefusedError(Refusal.of(RefusalKey.MAIN_STAYS, address=player.address, others=len(known), nearest=right))
    if wanted not in known:
        right = tuple(f"forget {address}" for address in known)
        raise RefusedError(Refusal.of(RefusalKey.ADDRESS_UNKNOWN, address=text[:80], nearest=right))
    return wanted


def _address_for_letters(session: Session, player: Player, text: str) -> str:
    known, wanted = further_addresses(session, player), normalize_address(text)
    if same_mailbox(wanted, player.address):
        raise RefusedError(Refusal.of(RefusalKey.MAIN_ALREADY, address=player.address))
    if wanted not in known:
        right = tuple(f"main {address}" for address in known)
        raise RefusedError(Refusal.of(RefusalKey.MAIN_UNKNOWN, address=text[:80], nearest=right))
    return wanted


def _key(player: Player, text: str) -> str:
    word = text.strip().lower()
    if word not in KEY_WORDS:
        try:
            return read_key(text).armour
        except BadPublicKey as fault:
            raise RefusedError(Refusal.of(RefusalKey.BAD_KEY, why=fault.reason)) from None
    if word == REQUIRED and not player.key:
        raise RefusedError(Refusal.of(RefusalKey.BAD_KEY, why="none"))
    return word


def _add_address(work: UnitOfWork, player: Player, value: str) -> None:
    work.session.add(FurtherAddress(player_id=player.id, address=value, since=work.now))


def _forget(work: UnitOfWork, player: Player, value: str) -> None:
    work.session.execute(
        delete(FurtherAddress).where(FurtherAddress.player_id == player.id, FurtherAddress.address == value)
    )
    end_sessions(work.session, player, value)


def _make_main(work: UnitOfWork, player: Player, value: str) -> None:
    """Swap the main address with a further one, each with its date. Bounces concerned the former main address."""
    query = select(FurtherAddress).where(FurtherAddress.player_id == player.id, FurtherAddress.address == value)
    row = work.session.scalars(query).one()
    old, since = player.address, player.address_since or player.created_at
    player.address, player.address_since = row.address, row.since
    row.address, row.since = old, since
    player.mark_reachable(work.now)


def _revoke(work: UnitOfWork, player: Player, _value: str) -> None:
    revoke_all(work, player)


def _set_key(_work: UnitOfWork, player: Player, value: str) -> None:
    if value in KEY_WORDS:
        player.key_required = value == REQUIRED
        player.key = "" if value == NO_KEY else player.key
    else:
        player.key = value


_APPLY: Mapping[str, Callable[[UnitOfWork, Player, str], None]] = {
    "address": _add_address,
    "forget": _forget,
    "main": _make_main,
    "revoke": _revoke,
    "key": _set_key,
}
