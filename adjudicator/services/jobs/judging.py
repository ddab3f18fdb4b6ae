"""Judging a letter: the second step after `inbound.intake`. A row of the inbox comes in; a verdict and letters go out.

1. Read the row without a lock, and parse the letter in the sandbox (`_judge`).
2. Collect the texts of ours that it may quote (`inbound.quotable_letters`), and authenticate its sender
   (`inbound.sender_authentication`). This may take a DNS look-up, so nothing is locked yet.
3. Separate the reply from quotes and signatures, in the sandbox as well.
4. On SQLite, try a letter to a seat as a draft without the lock (`inbound.optimistic`).
5. Otherwise open a unit of work, lock the row, and judge (`_decide`). The row's verdict, all changes and all letters
   are one transaction.
   An answer to a digest becomes a letter to each of its seats (`inbound.answer_parts`), judged one by one.
6. `_answer` hands the letter to the package of its destination. A letter with orders goes to
   `orders.seat_handler.handle_seat_letter`: read on there.

If the database, the DNS or the sandbox is not available, the letter waits: the sweep enqueues it again. A letter that
raises any other exception goes to `inbound.quarantine`. No letter is lost.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from datetime import datetime

import structlog
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from adjudicator.mail.address import Address, ConfirmAddress, DigestAddress, HostAddress, HostReplyAddress, SeatAddress
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
from adjudicator.mail.reply.alternatives import read_alternatives
from adjudicator.mail.reply.reply import Reply
from adjudicator.mail.text.normalize import normalize_letter, split_header_section
from adjudicator.mail.trust.authentication import Proof
from adjudicator.services.automated import auto_replies, host_forwarding
from adjudicator.services.context import Context
from adjudicator.services.digest import digest_answers
from adjudicator.services.host import host_letters
from adjudicator.services.inbound import answer_parts, quarantine, refusal_letters
from adjudicator.services.inbound.dedupe import is_duplicate, route_of
from adjudicator.services.inbound.earlier_letters import EarlierLettersWait
from adjudicator.services.inbound.inbound_letter import OURS, InboundLetter, Outcome, VerdictKind
from adjudicator.services.inbound.intake import Arrival
from adjudicator.services.inbound.optimistic import KeptReading, commit_if_unchanged, open_draft
from adjudicator.services.inbound.quotable_letters import texts_answered
from adjudicator.services.inbound.sender_authentication import authenticate
from adjudicator.services.orders import seat_handler
from adjudicator.services.requests import confirmations, service_handler
from adjudicator.services.sandbox_protocol import Sandbox, choose_sandbox
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.session import LockRequired, is_temporary
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox

log = structlog.get_logger()

# Built once, as every letter executes them (see `intake`).
_THIS_ONE = (Inbox.id == bindparam("number"), Inbox.state == InboxState.WAITING)
_RAW = select(
    Inbox.raw, Inbox.recipient, Inbox.envelope_from, Inbox.channel, Inbox.trusted_relay, Inbox.received_at
).where(*_THIS_ONE)
_WAITING = select(Inbox).where(*_THIS_ONE).with_for_update()


@dataclass(frozen=True, slots=True)
class _Read:
    """A letter that was parsed and authenticated, before anything is locked."""

    number: int
    letter: Letter
    reply: Reply
    unread: str
    proof: Proof
    recipient: str

    def open(self, work: UnitOfWork) -> InboundLetter | None:
        """Lock its row; None if it was judged meanwhile."""
        row = _lock(work.session, self.number)
        return InboundLetter(work, row, self.letter, self.reply, self.unread, self.proof) if row else None


def judge_letter(context: Context, number: int, now: datetime) -> None:
    """Judge a letter of the inbox, if it still waits. Raises a temporary fault, after which the letter waits on."""
    try:
        try:
            split = _judge(context, number, now)
        except EarlierLettersWait as earlier:
            for one in earlier.letters:
                judge_letter(context, one, now)
            split = _judge(context, number, now)
        if split:
            for part in answer_parts.waiting_parts(context, number):
                judge_letter(context, part, now)
            _judge(context, number, now)
    except Exception as fault:
        if is_temporary(fault) or isinstance(fault, SandboxUnavailable | DnsUnavailable):
            raise
        log.exception("letter set aside", letter=number)
        quarantine.quarantine_letter(context, number, _why(fault), now)


def _judge(context: Context, number: int, now: datetime) -> bool:
    """Judge a letter; tell whether it was split into parts that are to be judged now, and then itself again."""
    with context.store.connect_readonly() as connection:
        waiting = connection.execute(_RAW, {"number": number}).first()
        if waiting is None:
            return False
        arrival = Arrival(waiting.raw, waiting.recipient, waiting.envelope_from, waiting.channel, waiting.trusted_relay)
        sandbox = choose_sandbox(context.sandbox, arrival.raw)
        letter, unread = _read(sandbox, arrival.raw, arrival.envelope_from, context.letter_limit)
        is_ours = arrival.channel in OURS  # it has only lines that its writer wrote
        quotable = () if is_ours else texts_answered(context, connection, letter, arrival.recipient)
    proof = authenticate(context, arrival, letter, now - waiting.received_at)
    name, address = (letter.sender.name, letter.sender.address) if letter.sender else ("", "")
    reply = sandbox.run(read_alternatives, letter.text, letter.html, context.addresses.is_ours, name, quotable, address)
    read = _Read(number, letter, reply, unread, proof, arrival.recipient)
    kept = KeptReading()
    draft = None if is_ours else _draft(context, read, now, kept)
    outcome = draft or _judge_under_lock(context, read, now, kept)
    if outcome is not None:
        log.info("letter judged", letter=number, outcome=outcome.word, channel=arrival.channel)
    return outcome is not None and outcome.kind is VerdictKind.SPLIT


def _judge_under_lock(context: Context, read: _Read, now: datetime, kept: KeptReading) -> Outcome | None:
    # The row of the letter is locked first and its match second, so that two judges of one match do not wait for each
    # other. `join`, `takeover` and `erase me` lock other matches behind it: PostgreSQL may then end one of two
    # transactions that wait for each other, and the letter is judged again.
    with unit_of_work(context, now) as work:
        inbound = read.open(work)
        if inbound is None:
            return None
        kept.give(inbound)
        return _decide(inbound)


def _draft(context: Context, read: _Read, now: datetime, kept: KeptReading) -> Outcome | None:
    """Judge a letter without a lock, and commit if nothing has changed; None if it has to be judged under the lock.

    Only on SQLite, and only for a letter to a seat: others rarely succeed, and would be judged twice. `kept` gets what
    need not be done again.
    """
    if not context.store.has_one_writer or not _is_for_a_seat(context, read):
        return None
    with open_draft(context, now) as work:
        inbound = read.open(work)
        if inbound is None:
            return None
        try:
            outcome = _decide(inbound)
            return outcome if commit_if_unchanged(inbound) else None
        except LockRequired:
            kept.keep(inbound)
            return None


def _is_for_a_seat(context: Context, read: _Read) -> bool:
    try:
        return isinstance(route_of(context.addresses, read.letter, read.recipient), SeatAddress)
    except MailFault:
        return False


def _read(sandbox: Sandbox, raw: bytes, envelope_from: str, limit: int) -> tuple[Letter, str]:
    """Parse a letter, and return it with the reason if only its headers could be parsed.

    The headers are enough to tell the writer. If even they are too much, the letter is empty.
    """
    try:
        return sandbox.run(read_letter, raw, envelope_from, limit), ""
    except LetterRefused as fault:
        reason = fault.reason
    head, _ = split_header_section(normalize_letter(raw))
    try:
        return sandbox.run(read_letter, head + b"\n\n", envelope_from, limit), reason
    except LetterRefused:
        return sandbox.run(read_letter, b"\n", envelope_from, limit), reason


def _why(fault: Exception) -> str:
    """Describe a fault for the quarantine: the exceeded limit of the sandbox, or a traceback."""
    return str(fault) if isinstance(fault, SandboxLimit) else "".join(traceback.format_exception(fault))


def _decide(inbound: InboundLetter) -> Outcome:
    """Answer a letter, and then close its row: all its columns are set together, for a single UPDATE."""
    outcome, row = _answer(inbound), inbound.row
    if outcome.kind is VerdictKind.SPLIT:
        return outcome
    row.state = InboxState.DONE
    row.verdict = outcome.word[:32]
    row.done_at = inbound.now
    row.tries += 1
    row.match_id = inbound.match_id
    return outcome


def _answer(inbound: InboundLetter) -> Outcome:
    """Hand a letter to the code for its destination.

    1. An address that is not ours or not signed by us.
    2. A letter for the host, and automatic mail (`automated`): no orders are read.
    3. A seat: `orders.seat_handler`.
    4. A request: `requests.confirmations`.
    5. A digest: `digest.digest_answers`, which splits it into letters to seats.
    6. The host: `host.host_letters`.
    7. The service: `requests.service_handler`.
    """
    try:
        route = route_of(inbound.context.addresses, inbound.letter, inbound.row.recipient)
    except UnknownAddress:
        return Outcome(VerdictKind.NOT_FOR_US)
    except ForgedAddress:
        return refusal_letters.refuse_forged(inbound)
    return _without_reading(inbound, route) or _read_and_answer(inbound, route)


def _read_and_answer(inbound: InboundLetter, route: Address) -> Outcome:
    if isinstance(route, SeatAddress):
        return seat_handler.handle_seat_letter(inbound, route)
    if isinstance(route, ConfirmAddress):
        return confirmations.handle_confirmation(inbound, route)
    if isinstance(route, DigestAddress):
        return digest_answers.handle_digest_answer(inbound, route)
    if is_duplicate(inbound, route):
        return Outcome(VerdictKind.COPY)
    if isinstance(route, HostReplyAddress):
        return host_letters.handle_host_answer(inbound, route)
    return host_letters.handle_fresh_letter(inbound) or service_handler.handle_service_letter(inbound)


def _without_reading(inbound: InboundLetter, route: Address) -> Outcome | None:
    """Handle a letter for the host, or one that no person wrote; None when its lines are to be read."""
    if isinstance(route, HostAddress):
        return host_forwarding.forward_to_host(inbound, route)
    return auto_replies.handle_automatic(inbound, route)


def _lock(session: Session, number: int) -> Inbox | None:
    return session.scalars(_WAITING, {"number": number}).one_or_none()
