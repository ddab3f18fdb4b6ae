"""Judging a letter: read outside, ruled on under the match's lock, answered in the same transaction.

Plain orders are drafted first, and written down when they are worded (`drafting`).

A letter that cannot be judged because the database is busy or away waits on. One that breaks us is set aside with its
traceback: its writer and the host are told, and nothing of it is lost.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from datetime import datetime

import structlog
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from adjudicator.mail.address import Address, ConfirmAddress, HostAddress, SeatAddress
from adjudicator.mail.errors import (
    DnsUnavailable,
    ForgedAddress,
    LetterRefused,
    MailFault,
    SandboxLimit,
    SandboxUnavailable,
    UnknownAddress,
)
from adjudicator.mail.incoming.letter import Letter, read_letter
from adjudicator.mail.reply.alternatives import read_halves
from adjudicator.mail.reply.reply import Reply
from adjudicator.mail.text.normalize import normalize_letter, split_envelope_line
from adjudicator.mail.text.size_limits import is_short_and_plain
from adjudicator.mail.trust.authentication import Proof
from adjudicator.services.automated import auto_replies, host_forwarding
from adjudicator.services.context import Context
from adjudicator.services.inbound import quarantine, refusal_letters
from adjudicator.services.inbound.dedupe import is_duplicate, route_of
from adjudicator.services.inbound.inbound_letter import InboundLetter, Outcome, VerdictKind
from adjudicator.services.inbound.intake import Arrival
from adjudicator.services.inbound.optimistic import commit_if_unchanged, draft
from adjudicator.services.inbound.quotable_letters import texts_answered
from adjudicator.services.inbound.sender_authentication import authenticate
from adjudicator.services.orders import seat_handler
from adjudicator.services.requests import confirmations, service_commands
from adjudicator.services.sandbox_protocol import InProcess, Sandbox
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.session import LockRequired, is_temporary
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox

log = structlog.get_logger()

# Put together once, as every letter asks (see `intake`).
_THIS_ONE = (Inbox.id == bindparam("number"), Inbox.state == InboxState.WAITING)
_RAW = select(
    Inbox.raw, Inbox.recipient, Inbox.envelope_from, Inbox.channel, Inbox.trusted_relay, Inbox.received_at
).where(*_THIS_ONE)
_WAITING = select(Inbox).where(*_THIS_ONE).with_for_update()

_DESK = InProcess()


@dataclass(frozen=True, slots=True)
class _Read:
    """A letter that was read and proved, before anything is locked for it."""

    number: int
    letter: Letter
    reply: Reply
    unread: str
    proof: Proof
    recipient: str

    def open(self, work: UnitOfWork) -> InboundLetter | None:
        """Lock its row; None where it does not wait any more."""
        row = _lock(work.session, self.number)
        return InboundLetter(work, row, self.letter, self.reply, self.unread, self.proof) if row else None


def judge_letter(context: Context, number: int, now: datetime) -> None:
    """Judge a letter of the inbox, once; what is done already is left alone."""
    try:
        _judge(context, number, now)
    except Exception as fault:
        if is_temporary(fault) or isinstance(fault, SandboxUnavailable | DnsUnavailable):
            raise
        log.exception("letter set aside", letter=number)
        quarantine.quarantine_letter(context, number, _why(fault), now)


def _judge(context: Context, number: int, now: datetime) -> None:
    with context.store.glancing() as connection:
        waiting = connection.execute(_RAW, {"number": number}).first()
        if waiting is None:
            return
        arrival = Arrival(waiting.raw, waiting.recipient, waiting.envelope_from, waiting.channel, waiting.trusted_relay)
        sandbox = _chamber(context, arrival.raw)
        letter, unread = _read(sandbox, arrival.raw, arrival.envelope_from, context.letter_limit)
        quotable = texts_answered(context, connection, letter, arrival.recipient)
    proof = authenticate(context, arrival, letter, now - waiting.received_at)
    name, address = (letter.sender.name, letter.sender.address) if letter.sender else ("", "")
    reply = sandbox.run(read_halves, letter.text, letter.html, context.addresses.is_ours, name, quotable, address)
    read = _Read(number, letter, reply, unread, proof, arrival.recipient)
    outcome = _draft(context, read, now) or _judge_under_lock(context, read, now)
    if outcome is not None:
        log.info("letter judged", letter=number, outcome=outcome.word, channel=arrival.channel)


def _judge_under_lock(context: Context, read: _Read, now: datetime) -> Outcome | None:
    # Every judge locks the letter's row first and its match second, so that no two wait for each other.
    with unit_of_work(context, now) as work:
        inbound = read.open(work)
        return _decide(inbound) if inbound else None


def _draft(context: Context, read: _Read, now: datetime) -> Outcome | None:
    """Judge a letter as it stands, and then look whether that still holds; None when it is to be judged anew.

    It is tried where it may succeed: on SQLite, for what comes to a seat. All else would be thought out twice.
    """
    if not context.store.has_one_writer or not _is_for_a_seat(context, read):
        return None
    try:
        with draft(context, now) as work:
            inbound = read.open(work)
            if inbound is None:
                return None
            outcome = _decide(inbound)
            return outcome if commit_if_unchanged(inbound) else None
    except LockRequired:
        return None


def _is_for_a_seat(context: Context, read: _Read) -> bool:
    try:
        return isinstance(route_of(context.addresses, read.letter, read.recipient), SeatAddress)
    except MailFault:
        return False


def _chamber(context: Context, raw: bytes) -> Sandbox:
    """Choose where a letter is opened: most are short and plain, and need no program of their own."""
    return _DESK if is_short_and_plain(normalize_letter(raw)) else context.sandbox


def _read(sandbox: Sandbox, raw: bytes, envelope_from: str, limit: int) -> tuple[Letter, str]:
    """Take a letter apart; of one that is too much for that, read the headers, so that its writer can be told."""
    try:
        return sandbox.run(read_letter, raw, envelope_from, limit), ""
    except LetterRefused as fault:
        reason = fault.reason
    head, _ = split_envelope_line(normalize_letter(raw))
    try:
        return sandbox.run(read_letter, head + b"\n\n", envelope_from, limit), reason
    except LetterRefused:
        return sandbox.run(read_letter, b"\n", envelope_from, limit), reason


def _why(fault: Exception) -> str:
    """Tell the host what broke us: in the letter's case its cost, else where it happened."""
    return str(fault) if isinstance(fault, SandboxLimit) else "".join(traceback.format_exception(fault))


def _decide(inbound: InboundLetter) -> Outcome:
    """Answer a letter, and close its row with everything that belongs to it, so that it is written once."""
    outcome, row = _answer(inbound), inbound.row
    row.state = InboxState.DONE
    row.verdict = outcome.word[:32]
    row.done_at = inbound.now
    row.tries += 1
    row.match_id = inbound.match_id
    return outcome


def _answer(inbound: InboundLetter) -> Outcome:
    try:
        route = route_of(inbound.context.addresses, inbound.letter, inbound.row.recipient)
    except UnknownAddress:
        return Outcome(VerdictKind.NOT_FOR_US)
    except ForgedAddress:
        return refusal_letters.refuse_forged(inbound)
    outcome = _without_reading(inbound, route)
    if outcome is not None:
        return outcome
    if isinstance(route, SeatAddress):
        return seat_handler.handle_seat_letter(inbound, route)
    if isinstance(route, ConfirmAddress):
        return confirmations.handle_confirmation(inbound, route)
    return (
        Outcome(VerdictKind.COPY) if is_duplicate(inbound, route) else service_commands.handle_service_letter(inbound)
    )


def _without_reading(inbound: InboundLetter, route: Address) -> Outcome | None:
    """Deal with a letter that is for the host, or that nobody wrote; None when its orders are to be read."""
    if isinstance(route, HostAddress):
        return host_forwarding.forward_to_host(inbound, route)
    return auto_replies.handle_automatic(inbound, route)


def _lock(session: Session, number: int) -> Inbox | None:
    return session.scalars(_WAITING, {"number": number}).one_or_none()
