"""After a change of a player's addresses or key: record it, inform every address, and take it back on request.

1. `record_change` stores the change together with the state before it.
2. A letter goes to each address that the player has or had. Its link and its reply address take the change back, for
   `UNDO_LIFE`.
3. `undo_change` restores the state before the change, so later changes are undone as well. It revokes all reply
   addresses and ends all sessions, because an attacker may have used them. It is final.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from adjudicator.engines.contract import Note
from adjudicator.mail.incoming.openpgp import read_key
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.context import Context
from adjudicator.services.identity.revocation import revoke_all
from adjudicator.services.links import request_address, request_url
from adjudicator.services.matches.opening.lobby import create_request
from adjudicator.services.outbox.enqueue import LetterRefs, Recipient, enqueue_letter, recipient_of
from adjudicator.services.players.letter_readers import reader_for
from adjudicator.services.players.players import UNDO_LIFE, every_address, find_player, further_addresses
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.player_tables import KnownBefore
from adjudicator.store.request_wishes import UNDO, UndoWish
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import FurtherAddress, IdentityChange, Player, Request
from adjudicator.texts.facts import account_facts
from adjudicator.texts.facts.letter_facts import Offer, Reader, RequestOrigin
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import Language, language_for
from adjudicator.texts.letters import account_kinds

FINAL = frozenset({"revoke"})
"""Changes that cannot be taken back: revoked reply addresses stay revoked."""


def snapshot_credentials(session: Session, player: Player) -> KnownBefore:
    """Copy a player's addresses and key, for `undo_change`."""
    rows = session.scalars(
        select(FurtherAddress).where(FurtherAddress.player_id == player.id).order_by(FurtherAddress.id)
    )
    return {
        "address": player.address,
        "since": player.address_since.isoformat() if player.address_since else None,
        "further": [[row.address, row.since.isoformat()] for row in rows],
        "key": player.key,
        "key_required": player.key_required,
    }


def record_change(work: UnitOfWork, player: Player, before: KnownBefore, note: Note, asked: RequestOrigin) -> None:
    """Record a change that was just made, and inform every address that the player had before it or has now."""
    command, value = note.key.partition(".")[2], str(note["value"])
    row = IdentityChange(
        player_id=player.id,
        at=work.now,
        command=command,
        value=value,
        before=before,
        removed=value if command == "forget" else "",
    )
    work.session.add(row)
    work.session.flush()
    for address in _addresses_before_and_now(before, work.session, player):
        _write_changed(work, player, row, asked, address)


def undo_change(work: UnitOfWork, request: Request) -> None:
    """Restore the state before a change, and inform every address. Raises `RefusedError` when it is too late."""
    found = work.session.get_one(IdentityChange, UNDO.convert(request.wish).change)
    player = lock_player(work.session, found.player_id)
    work.session.refresh(found)
    if found.undone_at is not None:
        raise RefusedError.of(RefusalKey.ALREADY_ANSWERED)
    if work.now >= found.at + UNDO_LIFE:
        raise RefusedError.of(RefusalKey.EXPIRED)
    undone = work.session.scalars(
        select(IdentityChange)
        .where(
            IdentityChange.player_id == player.id,
            IdentityChange.id >= found.id,
            IdentityChange.undone_at.is_(None),
        )
        .order_by(IdentityChange.id)
    ).all()
    now_known = snapshot_credentials(work.session, player)
    _restore(work, player, found.before)
    for row in undone:
        row.undone_at = work.now
    work.session.flush()
    _close_undo_requests(work, [row.id for row in undone])
    revoke_all(work, player)
    notes = [_said(row) for row in undone]
    for address in _addresses_before_and_now(now_known, work.session, player):
        _write_restored(work, player, notes, request.address, address)


def describe_taken_back(session: Session, request: Request) -> Note:
    """Describe the change that a request would take back."""
    row = session.get_one(IdentityChange, UNDO.convert(request.wish).change)
    return _said(row)


def _said(row: IdentityChange) -> Note:
    return Note.of(f"settings.{row.command}", value=row.value)


def lock_player(session: Session, number: int) -> Player:
    """Lock a player's row until the transaction ends: changes of identity are made one after the other."""
    query = select(Player).where(Player.id == number).with_for_update(of=Player)
    return session.scalars(query, execution_options={"populate_existing": True}).one()


def describe_credentials(session: Session, player: Player, order: str) -> account_facts.AddressesAnswer:
    """List a player's addresses and key, as the answer to a command."""
    return account_facts.AddressesAnswer(
        order=order,
        address=player.address,
        further=tuple(further_addresses(session, player)),
        fingerprint=read_key(player.key).fingerprint.upper() if player.key else "",
        required=player.key_required,
    )


def _restore(work: UnitOfWork, player: Player, before: KnownBefore) -> None:
    session = work.session
    wanted = {str(address): datetime.fromisoformat(since) for address, since in before["further"]}
    for address in (before["address"], *wanted):
        holder = find_player(session, address)
        if holder is not None and holder.id != player.id:
            raise RefusedError.of(RefusalKey.ADDRESS_TAKEN, address=address)
    if player.address != before["address"]:
        player.mark_reachable(work.now)
    session.execute(delete(FurtherAddress).where(FurtherAddress.player_id == player.id))
    player.address = before["address"]
    player.address_since = datetime.fromisoformat(before["since"]) if before["since"] else None
    player.key, player.key_required = before["key"], before["key_required"]
    session.add_all(
        FurtherAddress(player_id=player.id, address=address, since=since) for address, since in wanted.items()
    )


def _close_undo_requests(work: UnitOfWork, changes: list[int]) -> None:
    """Close the requests that would take back changes which are taken back already."""
    ways = update(Request).where(
        Request.kind == RequestKind.TAKE_BACK,
        Request.created_at > work.now - UNDO_LIFE,
        Request.wish["change"].as_integer().in_(changes),
        Request.done_at.is_(None),
    )
    work.session.execute(ways.values(done_at=work.now).execution_options(synchronize_session=False))


def _addresses_before_and_now(before: KnownBefore, session: Session, player: Player) -> Iterable[str]:
    """List the player's addresses and those of the state before, each once."""
    had = [before["address"], *(address for address, _ in before["further"])]
    return dict.fromkeys([*every_address(session, player), *had])


def _write_changed(work: UnitOfWork, player: Player, row: IdentityChange, asked: RequestOrigin, address: str) -> None:
    language, request = language_for(player.language), None
    if row.command not in FINAL:
        request = create_request(
            work, RequestKind.TAKE_BACK, address, player.name, language.language, wish=UndoWish(row.id)
        )
        request.expires_at = work.now + UNDO_LIFE
    reply_to = request_address(work.context, request) if request else work.context.addresses.service
    facts = account_kinds.IdentityChanged(
        reader=_reader(work.context, player, address),
        what=render_note(_said(row), language, None, ()),
        asked=asked,
        offers=(Offer.by_mail(language.gettext("undo"), "undo", reply_to),) if request else (),
        url=request_url(work.context, request) if request else "",
        expires=request.expires_at if request else None,
    )
    to = _addressee(player, language, address, reply_to)
    enqueue_letter(work, account_kinds.IDENTITY_CHANGED, facts, to, LetterRefs())


def _write_restored(work: UnitOfWork, player: Player, notes: Iterable[Note], by: str, address: str) -> None:
    language, service = language_for(player.language), work.context.addresses.service
    theirs = address in every_address(work.session, player)
    facts = account_kinds.IdentityRestored(
        reader=_reader(work.context, player, address),
        undone=tuple(render_note(note, language, None, ()) for note in notes),
        by=by,
        at=work.now,
        answers=(describe_credentials(work.session, player, ""),) if theirs else (),
    )
    to = _addressee(player, language, address, service)
    enqueue_letter(work, account_kinds.IDENTITY_RESTORED, facts, to, LetterRefs())


def _reader(context: Context, player: Player, address: str) -> Reader:
    """Describe the player as the reader at one address; only the main one gets the unsubscribe link."""
    reader = reader_for(context, player)
    return reader if address == player.address else replace(reader, stop_url="")


def _addressee(player: Player, language: Language, address: str, reply_to: str) -> Recipient:
    if address == player.address:
        return recipient_of(player, language, reply_to)
    return Recipient(address=address, name=player.name, language=language, reply_to=reply_to)
