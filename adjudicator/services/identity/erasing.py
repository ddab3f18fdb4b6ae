"""Erases a player: name, addresses, settings, and all that they wrote for themselves.

Their row stays as that of "a former player", because their seats and the results of others refer to it. What the chain
of a record seals stays as well: it holds a digest of the name, which says nothing once the name and its salt are gone
(R43). A record of version 1 seals the name itself, so the digest of its header is kept, and published copies begin with
it (R45).

1. The name goes first, so that the letters to the others about the rest have no name in them.
2. Seats: the player leaves the matches that run, as `resign` does; those that have not begun are called off, or lose a
   guest. Proposals that they sit down somewhere end. The others are told. In a faulty match their seat stays that of
   the former player, who loses it by time.
3. What belongs to the person goes. Rows with addresses to which signed links exist are emptied and not deleted, as the
   number of a deleted row may be given to another.
4. Letters have the name in their texts, thousands perhaps: `jobs.letter_retention` takes it out of them, some at a
   time.

Who writes again afterwards is a new player.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import cast
from urllib.parse import quote

from sqlalchemy import Select, delete, func, or_, select, update
from sqlalchemy.orm import Session

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.services.identity.revocation import revoke_all
from adjudicator.services.match_reader import MatchReader
from adjudicator.services.matches.annotations.comments import rename_in_comments
from adjudicator.services.matches.annotations.diaries import erase_diary, rename_in_diaries
from adjudicator.services.matches.letters import turn_letters
from adjudicator.services.matches.names.shown_names import replace_names
from adjudicator.services.matches.opening import waiting_seats
from adjudicator.services.matches.rows.archive_rows import matches_of, rename_in_archive
from adjudicator.services.matches.rows.match_rows import lock_match
from adjudicator.services.matches.rows.record_rows import VERSION_1, header_digest
from adjudicator.services.matches.seats import proposals
from adjudicator.services.matches.seats.seat_arrivals import bring_owner_back
from adjudicator.services.matches.seats.seat_takers import resign_seat
from adjudicator.services.outbox.enqueue import LetterRefs, Recipient, enqueue_letter
from adjudicator.services.players.letter_readers import reader_at
from adjudicator.services.players.players import every_address
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.player_tables import FORMER_PLAYER, ErasedWords
from adjudicator.store.states import (
    AwayLetters,
    EntryKind,
    InboxState,
    Letters,
    MatchState,
    OutboxState,
    PublicName,
    RequestKind,
    SeatState,
)
from adjudicator.store.tables import (
    Digest,
    DigestPart,
    EntryRow,
    Erasure,
    FurtherAddress,
    HeldNews,
    IdentityChange,
    Inbox,
    Match,
    Memo,
    Opening,
    Outbox,
    Participant,
    PlanReview,
    Player,
    Press,
    PrivatePress,
    ProposalRow,
    Request,
    Seat,
    StoredNote,
    WebSession,
)
from adjudicator.texts.facts.line_report import Done, LineReport
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import language_for
from adjudicator.texts.letters import account_kinds
from adjudicator.texts.letters.opening_kinds import NoGuest

ERASED = "erased"
"""Replacement for an erased address. It has no @, so nobody can write from it."""
EMPTIED_OUTBOX = {
    "subject": "",
    "text": "",
    "html": "",
    "gist": "",
    "to_address": "",
    "to_name": "",
    "error": "",
    "headers": {},
}
"""Emptied columns of a letter of ours. Its row stays, which its Message-ID names, with its kind and its match."""
EMPTIED_INBOX = {"raw": b"", "account": None, "traceback": ""}
"""Emptied columns of a letter to us. Its fingerprint stays, by which another copy is recognised, and its verdict."""
_UNSYNCED = {"synchronize_session": False}
_GOING_ON = (MatchState.INVITING, MatchState.RUNNING)
PERSONAL = {
    "key": "",
    "key_required": False,
    "zone": "UTC",
    "layout": "wide",
    "o_means": None,
    "letters": Letters.NONE,
    "alias": "",
    "shown": PublicName.NAME,
    "page_key": None,
    "introduced_at": None,
    "bounced_at": None,
    "away_until": None,
    "away_next": None,
    "absences": None,
    "absences_auto": True,
    "away_letters": AwayLetters.ASK,
    "free_times": None,
    "days_off_changed_at": None,
    "zone_credited_at": None,
    "time_changed_at": None,
    "reminders": None,
    "quiet_hours": None,
    "habits": None,
    "second_look": None,
    "calendar_key": "",
    "digest": None,
    "digest_at": None,
    "turns_in_digest": False,
    "comment_news": True,
}
"""Settings of a former player."""


def matches_to_leave(session: Session, player: Player) -> list[str]:
    """List the codes of the matches that erasing a player would change: those that run or wait for players."""
    theirs = Match.id.in_(_theirs(player)), Match.state.in_(_GOING_ON)
    sits = or_(Seat.owner_id == player.id, (Seat.player_id == player.id) & Seat.vacant_at.is_(None))
    query = select(Match.code).join(Seat, Seat.match_id == Match.id).where(*theirs, sits).order_by(Match.id)
    return list(dict.fromkeys(session.scalars(query)))


def erase_player(work: UnitOfWork, player: Player, reason: str = "") -> None:
    """Erase a player for good, and write to them once more. `reason` is that of the host, if the host does it."""
    if player.erased_at is not None:
        return
    session, language, address = work.session, language_for(player.language), player.address
    proposed = _matches_proposed_at(work, player)
    words = _words(work, player, proposed)
    _replace_name(work, player, words)
    player.name, player.erased_at = FORMER_PLAYER, work.now
    session.flush()
    reader = MatchReader()
    for code in matches_to_leave(session, player):
        if (match := lock_match(session, code)) is not None:
            reader.act(work, match, partial(_leave, work, match, player))
    for code in session.scalars(select(Match.code).where(Match.id.in_(proposed), Match.state.in_(_GOING_ON))).all():
        if (match := lock_match(session, code)) is not None:
            reader.act(work, match, partial(proposals.end_arrivals, work, match, player))
    reader.note(work)
    _decline_invitations(work, words.addresses)
    revoke_all(work, player)
    session.flush()
    _delete_belongings(work, player, words)
    note = Note.of("settings.erased", reason=reason)
    report = LineReport(
        done=(Done(order=word_for("erase_me", language.language), said=render_note(note, language, None, ())),)
    )
    facts = account_kinds.ServiceReceipt(reader=reader_at(work.context, ""), account=report)
    to = Recipient(address=address, language=language, reply_to=work.context.addresses.service)
    enqueue_letter(work, account_kinds.SERVICE_RECEIPT, facts, to, LetterRefs())
    session.flush()
    session.add(
        Erasure(
            player_id=player.id,
            words=words,
            outbox_last=session.scalar(select(func.max(Outbox.id))) or 0,
            inbox_last=session.scalar(select(func.max(Inbox.id))) or 0,
        )
    )


def _theirs(player: Player) -> Select[int]:
    return select(matches_of(player.id).subquery().c.match_id)


def _matches_proposed_at(work: UnitOfWork, player: Player) -> set[int]:
    """Find the matches in which somebody proposed that the player sit down: about each of them they had a letter."""
    session = work.session
    known = {
        *session.scalars(select(Outbox.match_id).where(Outbox.player_id == player.id, Outbox.match_id.is_not(None))),
        *session.scalars(select(Request.match_id).where(Request.address.in_(every_address(session, player)))),
    }
    rows = session.scalars(select(ProposalRow).where(ProposalRow.match_id.in_(known)))
    return {row.match_id for row in rows if row.values.get("player") == player.id}


def _words(work: UnitOfWork, player: Player, proposed: Iterable[int]) -> ErasedWords:
    """Collect the names and addresses of a player, and where they may stand."""
    session = work.session
    matches = list(dict.fromkeys([*session.scalars(_theirs(player)), *sorted(proposed)]))
    seats = session.scalars(select(Seat).where(Seat.match_id.in_(matches))).all()
    names = {player.name, player.alias, *(seat.called for seat in seats if _has_name_of(seat, player))}
    names |= set(session.scalars(select(Participant.name).where(Participant.player_id == player.id)))
    changes = session.scalars(select(IdentityChange.before).where(IdentityChange.player_id == player.id))
    before = {address for known in changes for address in (known["address"], *(one for one, _ in known["further"]))}
    return ErasedWords(
        names=tuple(sorted(filter(None, names - {FORMER_PLAYER}))),
        addresses=tuple(dict.fromkeys([*every_address(session, player), *sorted(before)])),
        matches=tuple(matches),
        people=tuple(sorted({seat.player_id for seat in seats if seat.player_id not in (None, player.id)})),
    )


def _has_name_of(seat: Seat, player: Player) -> bool:
    """Does a seat have a player's name? That at which a substitute sits has its owner's."""
    return player.id == (seat.player_id if seat.owner_id is None else seat.owner_id)


def _replace_name(work: UnitOfWork, player: Player, words: ErasedWords) -> None:
    """Take the name out of records, seats, notes, proposals and messages, and out of the search of the archive."""
    session, given = work.session, dict.fromkeys(words.names, FORMER_PLAYER)
    for match in session.scalars(select(Match).where(Match.id.in_(words.matches)).order_by(Match.id)):
        if match.record_version == VERSION_1 and match.position is not None and match.first_digest is None:
            match.first_digest = header_digest(match)
    for seat in session.scalars(select(Seat).where(Seat.match_id.in_(words.matches), Seat.called != "")):
        if _has_name_of(seat, player):
            seat.called = FORMER_PLAYER
    _close_openings(work, player, words, given)
    acts = select(EntryRow).where(EntryRow.match_id.in_(words.matches), EntryRow.kind != EntryKind.STEP)
    for entry in session.scalars(acts):
        entry.notes = cast("list[StoredNote]", replace_in_json(entry.notes, given))
    for proposal in session.scalars(select(ProposalRow).where(ProposalRow.match_id.in_(words.matches))):
        proposal.values = cast("dict[str, object]", replace_in_json(proposal.values, given))
    for held in session.scalars(select(HeldNews).where(HeldNews.match_id.in_(words.matches))):
        held.gist = replace_names(held.gist, given)
    for message in session.scalars(select(Press).where(Press.match_id.in_(words.matches))):
        message.text = replace_names(message.text, given)
    for private in session.scalars(select(PrivatePress).where(PrivatePress.match_id.in_(words.matches))):
        private.text = replace_names(private.text, given)
    erase_diary(work, player.id)
    rename_in_diaries(work, words.matches, given)
    rename_in_comments(work, player.id, words.matches, given)
    rename_in_archive(work, player)
    session.flush()


def _close_openings(work: UnitOfWork, player: Player, words: ErasedWords, given: Mapping[str, str]) -> None:
    """Delete the name that records of version 2 seal, with its salt, and the reasons of hosts that have it in them."""
    rows = work.session.scalars(select(Participant).where(Participant.player_id == player.id)).all()
    holders = {row.holder for row in rows}
    for row in rows:
        row.name = FORMER_PLAYER
    for opening in work.session.scalars(select(Opening).where(Opening.match_id.in_(words.matches))):
        tells = opening.use == "reason" and replace_names(opening.text, given) != opening.text
        if tells or opening.commitment in holders:
            work.session.delete(opening)


def replace_in_json(value: object, given: Mapping[str, str], addresses: Iterable[str] = ()) -> object:
    """Replace names, and addresses by `ERASED`, in all texts of a JSON value."""
    match value:
        case str():
            return _replace_addresses(replace_names(value, given), addresses)
        case list():
            return [replace_in_json(one, given, addresses) for one in value]
        case dict():
            return {key: replace_in_json(one, given, addresses) for key, one in value.items()}
    return value


def _replace_addresses(text: str, addresses: Iterable[str]) -> str:
    for address in addresses:
        either = "|".join(re.escape(one) for one in (address, quote(address)))
        text = re.sub(either, ERASED, text, flags=re.IGNORECASE)
    return text


def _leave(work: UnitOfWork, match: Match, player: Player) -> None:
    """Take the player out of a match that goes on, and tell the others."""
    own = next((seat for seat in match.seats if player.id in (seat.player_id, seat.owner_id)), None)
    if own is None or match.state not in _GOING_ON:
        return
    if match.state is MatchState.INVITING:
        if own.number == 0:
            waiting_seats.cancel_match(work, match, told=own)
        else:
            own.player = None
            own.guest, own.salt, own.salt_from = "", "", ""
            waiting_seats.free_seats(work, match, (own,), NoGuest.LEFT)
        return
    if own.owner_id is not None:
        bring_owner_back(work, match, own, "server")
        if own.player_id != player.id:
            return
    if not own.by_person:
        return
    if not resign_seat(work, match, own):
        turn_letters.notify_over(work, match)


def _decline_invitations(work: UnitOfWork, addresses: Iterable[str]) -> None:
    """Free the seats to which the player was invited, and forget the addresses by which they came to others."""
    asked = select(Request.match_id).where(Request.address.in_(addresses), Request.match_id.is_not(None))
    there = Seat.match_id.in_(work.session.scalars(asked.distinct()).all())
    seats = work.session.scalars(select(Seat).where(there, Seat.guest.in_(addresses))).all()
    for seat in seats:
        seat.guest = ""
        match = lock_match(work.session, seat.match.code) if seat.state is SeatState.INVITED else None
        if match is not None and match.state is MatchState.INVITING:
            waiting_seats.free_seats(work, match, (seat,), NoGuest.LEFT)
        elif seat.state is SeatState.INVITED:
            seat.state = SeatState.DECLINED


def _delete_belongings(work: UnitOfWork, player: Player, words: ErasedWords) -> None:
    session = work.session
    _empty_letters(work, player, words)
    memos = delete(Memo).where(Memo.match_id.in_(words.matches), Memo.player_id == player.id)
    session.execute(memos.execution_options(**_UNSYNCED))
    for table in (FurtherAddress, IdentityChange, WebSession, PlanReview, HeldNews, Digest):
        rows = delete(table).where(table.player_id == player.id)
        session.execute(rows.execution_options(**_UNSYNCED))
    _empty_requests(work, player, words)
    own = select(Seat).where(Seat.player_id == player.id)
    for seat in session.scalars(own):
        seat.plan = seat.habits = seat.waiting_orders = None
        seat.orders_due_at = None
        seat.reminders = seat.letters = seat.second_look = None
        seat.rematch_word = ""
    lent = update(Seat).where(Seat.match_id.in_(words.matches), Seat.owner_id == player.id)
    session.execute(lent.values(lent_wishes=None))
    for column, value in PERSONAL.items():
        setattr(player, column, value)
    player.address, player.address_since = f"{ERASED}:{player.id}", None


def _empty_requests(work: UnitOfWork, player: Player, words: ErasedWords) -> None:
    """Close and empty the requests of the player, and forget the address in those of others who invited them."""
    session, given = work.session, dict.fromkeys(words.names, ERASED)
    theirs = Request.address.in_(words.addresses)
    asked = select(Request.match_id).where(theirs, Request.match_id.is_not(None)).distinct()
    owned = Seat.match_id.in_(session.scalars(asked).all()), Seat.number == 0, Seat.player_id != player.id
    owners = session.scalars(select(Seat).where(*owned)).all()
    inviters = {address for seat in owners if seat.player for address in every_address(session, seat.player)}
    for request in session.scalars(select(Request).where(Request.address.in_(inviters))):
        request.wish = cast("dict[str, object]", replace_in_json(request.wish, given, words.addresses))
    claimed = Request.kind.in_((RequestKind.ADDRESS, RequestKind.IDENTITY)) & (
        Request.wish["player"].as_integer() == player.id
    )
    for request in session.scalars(select(Request).where(or_(theirs, claimed))):
        request.address, request.name, request.done_at = ERASED, "", request.done_at or work.now
        request.wish = cast("dict[str, object]", replace_in_json(request.wish, given, words.addresses))


def _empty_letters(work: UnitOfWork, player: Player, words: ErasedWords) -> None:
    """Drop the letters to the player that have not left, and empty all letters to them and from them."""
    session = work.session
    to_them = or_(Outbox.player_id == player.id, Outbox.to_address.in_(words.addresses))
    unsent = Outbox.state.in_((OutboxState.WAITING, OutboxState.SENDING))
    gone = {"state": OutboxState.DROPPED, "next_try_at": None}
    session.execute(update(Outbox).where(to_them, unsent).values(**gone).execution_options(**_UNSYNCED))
    session.execute(update(Outbox).where(to_them).values(**EMPTIED_OUTBOX).execution_options(**_UNSYNCED))
    # A letter that waits is judged as that of somebody whom nobody knows; what was set aside, nobody can answer.
    from_them = Inbox.envelope_from.in_(words.addresses) & Inbox.state.in_((InboxState.DONE, InboxState.ASIDE))
    parts = select(Inbox.id).where(from_them)
    either = or_(DigestPart.answer_id.in_(parts), DigestPart.inbox_id.in_(parts))
    session.execute(update(DigestPart).where(either).values(text="", board="", attached=[]))
    emptied = {**EMPTIED_INBOX, "envelope_from": ERASED, "state": InboxState.DONE}
    session.execute(update(Inbox).where(from_them).values(**emptied).execution_options(**_UNSYNCED))
