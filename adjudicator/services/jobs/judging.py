"""Judging a letter: read outside, ruled on under the match's lock, answered in the same transaction.

Plain orders are drafted first, and written down when they are worded (`drafting`).

A letter that cannot be judged because the database is busy or away waits on. One that breaks us is set aside with its
traceback: its writer and the host are told, and nothing of it is lost.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from datetime import datetime

import structlog
from sqlalchemy import Row, bindparam, select
from sqlalchemy.orm import Session

from adjudicator.mail.address import Address, ConfirmAddress, HostAddress, SeatAddress
from adjudicator.mail.errors import ForgedAddress, LetterRefused, ReaderAway, UnknownAddress, Unopened, Unresolved
from adjudicator.mail.incoming.letter import Letter, read_letter
from adjudicator.mail.reply.alternatives import read_halves
from adjudicator.mail.text.normalize import mend, split
from adjudicator.mail.text.size_limits import is_plain
from adjudicator.services.automated import auto_replies, host_forwarding
from adjudicator.services.context import Desk
from adjudicator.services.inbound import quarantine, refusal_letters
from adjudicator.services.inbound.dedupe import COPY, is_copy, route_of
from adjudicator.services.inbound.inbound_letter import Case, Verdict
from adjudicator.services.inbound.optimistic import NeedsLock, carried_out, under_lock
from adjudicator.services.inbound.quotable_letters import texts_answered
from adjudicator.services.inbound.sender_authentication import prove
from adjudicator.services.matches.match_rows import Bells
from adjudicator.services.orders import seat_handler
from adjudicator.services.requests import confirmations, service_commands
from adjudicator.services.sandbox_protocol import Chamber, OnTheDesk
from adjudicator.store.session import is_temporary
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox

log = structlog.get_logger()

# Put together once: every letter asks them.
_THIS_ONE = (Inbox.id == bindparam("number"), Inbox.state == InboxState.WAITING)
_RAW = select(
    Inbox.raw, Inbox.recipient, Inbox.envelope_from, Inbox.channel, Inbox.trusted_relay, Inbox.received_at
).where(*_THIS_ONE)
_WAITING = select(Inbox).where(*_THIS_ONE).with_for_update()

_DESK = OnTheDesk()

OpenCase = Callable[..., Case | None]
"""Opens a session's case: ``open_case(session, drafted=...)``; nothing where the letter does not wait any more."""

Waiting = Row[bytes, str, str, str, bool, datetime]
"""A letter as it came, to whom, from whom by its envelope, by which way, by whose server, and when."""


def judge(desk: Desk, number: int, now: datetime) -> None:
    """Judge a letter of the inbox, once; what is done already is left alone."""
    try:
        bells = _judge(desk, number, now)
    except Exception as fault:
        if is_temporary(fault) or isinstance(fault, ReaderAway | Unresolved):
            raise
        log.exception("letter set aside", letter=number)
        bells = quarantine.set_aside(desk, number, _why(fault), now)
    desk.ring(bells)


def _judge(desk: Desk, number: int, now: datetime) -> Bells:
    with desk.store.glancing() as connection:
        waiting: Waiting | None = connection.execute(_RAW, {"number": number}).first()
        if waiting is None:
            return []
        chamber = _chamber(desk, waiting.raw)
        letter, unread = _read(chamber, waiting.raw, waiting.envelope_from, desk.letter_limit)
        quotable = texts_answered(desk, connection, letter, waiting.recipient)
    waited = now - waiting.received_at
    proof = prove(desk, waiting.raw, letter, waiting.channel, waited, trusted_relay=waiting.trusted_relay)
    name, address = (letter.sender.name, letter.sender.address) if letter.sender else ("", "")
    reply = chamber.run(read_halves, letter.text, letter.html, desk.addresses.is_ours, name, quotable, address)

    def open_case(session: Session, *, drafted: bool) -> Case | None:
        row = _lock(session, number)
        return Case(desk, session, row, letter, reply, now, unread, proof, drafted) if row else None

    verdict = _draft(desk, open_case) or _judge_under_lock(desk, open_case)
    if verdict is None:
        return []
    log.info("letter judged", letter=number, verdict=verdict.word, channel=waiting.channel)
    return verdict.bells


def _judge_under_lock(desk: Desk, open_case: OpenCase) -> Verdict | None:
    with desk.store.writing() as session:
        case = open_case(session, drafted=False)
        return _decide(case) if case else None


def _draft(desk: Desk, open_case: OpenCase) -> Verdict | None:
    """Judge a letter as it stands, and then look whether that still holds; None when it is to be judged anew."""
    with desk.store.drafting() as session:
        case = open_case(session, drafted=True)
        if case is None:
            return None
        try:
            verdict = _decide(case)
        except NeedsLock:
            return None
        return verdict if carried_out(case) else None


def _chamber(desk: Desk, raw: bytes) -> Chamber:
    """Choose where a letter is opened: most are short and plain, and need no program of their own."""
    return _DESK if is_plain(mend(raw)) else desk.chamber


def _read(chamber: Chamber, raw: bytes, envelope_from: str, limit: int) -> tuple[Letter, str]:
    """Take a letter apart; of one that is too much for that, read the headers, so that its writer can be told."""
    try:
        return chamber.run(read_letter, raw, envelope_from, limit), ""
    except LetterRefused as fault:
        reason = fault.reason
    head, _ = split(mend(raw))
    try:
        return chamber.run(read_letter, head + b"\n\n", envelope_from, limit), reason
    except LetterRefused:
        return chamber.run(read_letter, b"\n", envelope_from, limit), reason


def _why(fault: Exception) -> str:
    """Tell the host what broke us: in the letter's case its cost, else where it happened."""
    return str(fault) if isinstance(fault, Unopened) else "".join(traceback.format_exception(fault))


def _decide(case: Case) -> Verdict:
    """Answer a letter, and close its row with everything that belongs to it, so that it is written once."""
    verdict, row = _answer(case), case.row
    row.state = InboxState.DONE
    row.verdict = verdict.word[:32]
    row.done_at = case.now
    row.tries += 1
    row.match_id = case.match_id
    return verdict


def _answer(case: Case) -> Verdict:
    try:
        route = route_of(case.desk.addresses, case.letter, case.row.recipient)
    except UnknownAddress:
        return Verdict("not for us")
    except ForgedAddress:
        under_lock(case)
        return refusal_letters.forged(case)
    verdict = _without_reading(case, route)
    if verdict is None and isinstance(route, SeatAddress):
        return seat_handler.answer(case, route)
    under_lock(case)
    if verdict is not None:
        return verdict
    if isinstance(route, ConfirmAddress):
        return confirmations.answer(case, route)
    return Verdict(COPY) if is_copy(case, route) else service_commands.answer(case)


def _without_reading(case: Case, route: Address) -> Verdict | None:
    """Deal with a letter that is for the host, or that nobody wrote; None when its orders are to be read."""
    if isinstance(route, HostAddress):
        under_lock(case)
        return host_forwarding.forward(case, route)
    return auto_replies.answer(case, route)


def _lock(session: Session, number: int) -> Inbox | None:
    return session.scalars(_WAITING, {"number": number}).one_or_none()
