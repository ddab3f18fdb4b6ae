"""Changes of how a player is known, once they are made: each is kept, told to every address, and can be taken back.

A letter goes to each address that the player has or had, with a link and an answer that take the change back for a
week. Taking back restores all that stood before it, so whatever was changed afterwards goes as well; it revokes all
reply addresses and ends all sessions, because somebody else may have used them; and it is final.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from adjudicator.engines.contract import Note
from adjudicator.mail.incoming.openpgp import read_key
from adjudicator.mail.trust.from_header import normal_address
from adjudicator.services.context import Desk
from adjudicator.services.identity.revocation import revoke_all
from adjudicator.services.links import request_url
from adjudicator.services.matches.lobby import NotOpened, ask
from adjudicator.services.matches.match_rows import Bells
from adjudicator.services.matches.presenter import reader_for
from adjudicator.services.outbox.enqueue import Addressee, Ties, put, to_player
from adjudicator.services.players.players import UNDO_LIFE, every_address, find_player, further_addresses
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import FurtherAddress, IdentityChange, Player, Request
from adjudicator.texts import answer_facts, letter_kinds
from adjudicator.texts.language import Tongue, tongue
from adjudicator.texts.letter_facts import Asked, Offer, Reader
from adjudicator.texts.note_text import say

FINAL = frozenset({"revoke"})
"""The changes after which nothing can be restored: an address that is revoked stays so."""


def snapshot(session: Session, player: Player) -> dict[str, Any]:
    """Write down how a player is known, so that `take_back` can restore it."""
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


def enter_change(
    desk: Desk, session: Session, player: Player, before: dict[str, Any], note: Note, asked: Asked, now: datetime
) -> Bells:
    """Keep a change that was just made, and tell every address that the player had before it or has now."""
    command, value = note.key.partition(".")[2], str(note["value"])
    row = IdentityChange(
        player_id=player.id,
        at=now,
        command=command,
        value=value,
        before=before,
        removed=value if command == "forget" else "",
    )
    session.add(row)
    session.flush()
    bells: Bells = []
    for address in _told(before, session, player):
        bells += _tell(desk, session, player, row, note, asked, address, now)
    return bells


def take_back(desk: Desk, session: Session, request: Request, now: datetime) -> Bells:
    """Restore what stood before a change, and tell every address. Raises `NotOpened` when it is too late for that."""
    found = session.get_one(IdentityChange, request.wish["change"])
    player = lock_player(session, found.player_id)
    session.refresh(found)
    if found.undone_at is not None:
        raise NotOpened("already_answered")
    if now >= found.at + UNDO_LIFE:
        raise NotOpened("expired")
    undone = session.scalars(
        select(IdentityChange)
        .where(
            IdentityChange.player_id == player.id,
            IdentityChange.id >= found.id,
            IdentityChange.undone_at.is_(None),
        )
        .order_by(IdentityChange.id)
    ).all()
    now_known = snapshot(session, player)
    _restore(session, player, found.before)
    for row in undone:
        row.undone_at = now
    session.flush()
    _close_ways_back([row.id for row in undone], session, now)
    bells = revoke_all(desk, session, player, now)
    notes = [Note.of(f"settings.{row.command}", value=row.value) for row in undone]
    for address in _told(now_known, session, player):
        bells += _tell_restored(desk, session, player, notes, request.address, address, now)
    return bells


def change_of(session: Session, request: Request) -> Note:
    """Say what a request to take back is about."""
    row = session.get_one(IdentityChange, request.wish["change"])
    return Note.of(f"settings.{row.command}", value=row.value)


def held_for(session: Session, address: str, now: datetime) -> int | None:
    """Name the player to whom an address may still be given back; nobody else can have it until then."""
    query = select(IdentityChange.player_id).where(
        IdentityChange.removed == normal_address(address),
        IdentityChange.at > now - UNDO_LIFE,
        IdentityChange.undone_at.is_(None),
    )
    return session.scalars(query.order_by(IdentityChange.id.desc()).limit(1)).first()


def refuse_held(session: Session, address: str, now: datetime) -> None:
    """Let nobody begin anew with an address that may still be given back to its player. Raises `NotOpened`."""
    if find_player(session, address) is None and held_for(session, address, now) is not None:
        raise NotOpened("address_held", address=address)


def lock_player(session: Session, number: int) -> Player:
    """Take up a player and keep everybody else from changing how they are known until the transaction ends."""
    query = select(Player).where(Player.id == number).with_for_update(of=Player)
    return session.scalars(query, execution_options={"populate_existing": True}).one()


def told(session: Session, player: Player, order: str) -> answer_facts.AddressesAnswer:
    """Tell how a player is known."""
    return answer_facts.AddressesAnswer(
        order=order,
        address=player.address,
        further=tuple(further_addresses(session, player)),
        fingerprint=read_key(player.key).fingerprint.upper() if player.key else "",
        required=player.key_required,
    )


def _restore(session: Session, player: Player, before: dict[str, Any]) -> None:
    wanted = {str(address): datetime.fromisoformat(since) for address, since in before["further"]}
    for address in (before["address"], *wanted):
        holder = find_player(session, address)
        if holder is not None and holder.id != player.id:
            raise NotOpened("address_taken", address=address)
    if player.address != before["address"]:
        player.bounced_at = None
    session.execute(delete(FurtherAddress).where(FurtherAddress.player_id == player.id))
    player.address = before["address"]
    player.address_since = datetime.fromisoformat(before["since"]) if before["since"] else None
    player.key, player.key_required = before["key"], before["key_required"]
    session.add_all(
        FurtherAddress(player_id=player.id, address=address, since=since) for address, since in wanted.items()
    )


def _close_ways_back(changes: list[int], session: Session, now: datetime) -> None:
    """Let nobody take back again what is taken back."""
    ways = update(Request).where(
        Request.kind == RequestKind.TAKE_BACK,
        Request.created_at > now - UNDO_LIFE,
        Request.wish["change"].as_integer().in_(changes),
        Request.done_at.is_(None),
    )
    session.execute(ways.values(done_at=now).execution_options(synchronize_session=False))


def _told(before: dict[str, Any], session: Session, player: Player) -> Iterable[str]:
    """List every address once: those of now, and those that were there before."""
    had = [before["address"], *(address for address, _ in before["further"])]
    return dict.fromkeys([*every_address(session, player), *had])


def _tell(
    desk: Desk,
    session: Session,
    player: Player,
    row: IdentityChange,
    note: Note,
    asked: Asked,
    address: str,
    now: datetime,
) -> Bells:
    speech, request = tongue(player.language), None
    if row.command not in FINAL:
        request = ask(
            session, RequestKind.TAKE_BACK, address, player.name, speech.language, now, wish={"change": row.id}
        )
        request.expires_at = now + UNDO_LIFE
    reply_to = desk.addresses.confirm(request.id) if request else desk.addresses.service
    occasion = letter_kinds.IdentityChanged(
        reader=_reader(desk, player, address),
        what=say(note, speech, None, ()),
        asked=asked,
        offers=(Offer.by_mail(speech.gettext("undo"), "undo", reply_to),) if request else (),
        url=request_url(desk, request.id) if request else "",
        expires=request.expires_at if request else None,
    )
    to = _addressee(player, speech, address, reply_to)
    return put(session, "identity_changed", occasion, to, Ties(), now)


def _tell_restored(
    desk: Desk, session: Session, player: Player, notes: Iterable[Note], by: str, address: str, now: datetime
) -> Bells:
    speech, service = tongue(player.language), desk.addresses.service
    theirs = address in every_address(session, player)
    occasion = letter_kinds.IdentityRestored(
        reader=_reader(desk, player, address),
        undone=tuple(say(note, speech, None, ()) for note in notes),
        by=by,
        at=now,
        answers=(told(session, player, ""),) if theirs else (),
    )
    to = _addressee(player, speech, address, service)
    return put(session, "identity_restored", occasion, to, Ties(), now)


def _reader(desk: Desk, player: Player, address: str) -> Reader:
    """Describe the player at one of their addresses; only the main one gets the link for all their letters."""
    reader = reader_for(desk, player)
    return reader if address == player.address else replace(reader, stop_url="")


def _addressee(player: Player, speech: Tongue, address: str, reply_to: str) -> Addressee:
    if address == player.address:
        return to_player(player, speech, reply_to)
    return Addressee(address=address, name=player.name, tongue=speech, reply_to=reply_to)
