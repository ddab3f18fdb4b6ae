"""Limits on automatic answers, so that forged mail cannot make us spam a third party, and robots cannot loop.

1. A sender who is proved gets an answer, up to `ANSWERS_AN_HOUR`.
2. A sender who is not proved may be a person who wrote nothing. Their address gets few answers a day, and none if it is
   on the suppression list.
3. A letter that changes nothing in its match gets a limited number of receipts an hour: a robot may answer them.
4. A letter to a seat for which nobody may act gets a limited number of answers a day.

The limits count answers, not letters; receipts for letters that changed a match are not limited. The last answer within
a limit says that it is the last, and until when.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, select

from adjudicator.mail.trust.authentication import Proof
from adjudicator.services.inbound.inbound_letter import InboundLetter, Outcome, VerdictKind
from adjudicator.services.players.players import find_player
from adjudicator.services.players.suppression import is_suppressed
from adjudicator.store.tables import Inbox, Outbox, Player
from adjudicator.texts.facts.letter_facts import Reader
from adjudicator.texts.letters import account_kinds, digest_kinds, turn_kinds

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ANSWERS_AN_HOUR = 20
"""More than a person needs; it stops a robot that answers our answers."""
UNPROVED_A_DAY = 40
"""Answers to a player's address for letters in their name from an unproved sender."""
STRANGERS_A_DAY = 3
"""Answers to an address that is no player's, for letters from an unproved sender."""
WARNINGS_A_DAY = 3
"""Refusals to a player of letters in their name that somebody else may have written."""
REFUSALS_A_DAY = WARNINGS_A_DAY
"""Refusals about one match, for letters that may not act for their seat: its player resigned, or the addresses expired.

From an unproved sender they count as warnings: those of all matches together.
"""
UNCHANGED_AN_HOUR = 30
"""Receipts for letters that changed nothing in one match, such as refused orders and questions."""
CHANGED = frozenset({VerdictKind.PLAYED, VerdictKind.DONE, VerdictKind.ASKED_BACK})
"""The verdicts on letters that changed something, or that wait for a confirmation."""
_RECEIPTS = (turn_kinds.RECEIPT.name, digest_kinds.DIGEST_RECEIPT.name)
"""The answers that have limits of their own."""


@dataclass(frozen=True, slots=True)
class ReplyQuota:
    """The answers that an address may still get, and when the next one is free after the last of them."""

    left: int
    until: datetime | None = None
    in_match: bool = False
    """The limit concerns one match, in which letters that change something are still answered."""

    def mark(self, reader: Reader) -> Reader:
        """Make the last answer say that it is the last, and until when."""
        return replace(reader, last_until=self.until, last_in_match=self.in_match) if self.left == 1 else reader


def is_stranger(inbound: InboundLetter, player: Player | None) -> bool:
    """Is the sender neither a player nor proved? Then the answer must not quote the letter."""
    return player is None and inbound.proof is not Proof.PROVED


def reply_quota(inbound: InboundLetter, seated: Player | None = None) -> ReplyQuota:
    """Return the quota for answers to a letter: of its sender, or of `seated`, the player of the seat it came to.

    1. A forged sender (disproved): only the seat's player is warned, `WARNINGS_A_DAY`.
    2. Limits by hour for everybody, and by day for strangers and unproved players; strangers to a service whose letters
       leave nobody's machine have no limit by day.
    3. For a letter about a match, the limit on refusals as well.

    The strictest limit counts.
    """
    player = seated or find_player(inbound.session, inbound.sender)
    address = player.address if player else inbound.sender
    limits = [(HOUR, ANSWERS_AN_HOUR)]
    if inbound.proof is Proof.DISPROVED:
        warned = _answers(inbound, address, account_kinds.REFUSAL.name)
        return ReplyQuota(0) if seated is None else _within(warned, DAY, WARNINGS_A_DAY, inbound.now)
    if is_stranger(inbound, player):
        if is_suppressed(inbound.context, inbound.session, address):
            return ReplyQuota(0)
        if not inbound.context.keeps_letters:
            limits.append((DAY, STRANGERS_A_DAY))
    elif inbound.proof is not Proof.PROVED:
        limits.append((DAY, UNPROVED_A_DAY))
    answers = _answers(inbound, address)
    rooms = [_within(answers, span, most, inbound.now) for span, most in limits]
    if inbound.match_id is not None:
        proved = inbound.proof is Proof.PROVED
        refusals = (
            _of_match(inbound, address, account_kinds.REFUSAL.name, DAY, REFUSALS_A_DAY)
            if proved
            else _answers(inbound, address, account_kinds.REFUSAL.name)
        )
        rooms.append(replace(_within(refusals, DAY, REFUSALS_A_DAY, inbound.now), in_match=True))
    return min(rooms, key=lambda one: one.left)


def receipt_quota(inbound: InboundLetter, player: Player, outcome: Outcome) -> ReplyQuota:
    """Return the quota for receipts to a seat for letters with this verdict."""
    if outcome.kind in CHANGED:
        return ReplyQuota(UNCHANGED_AN_HOUR)
    receipts = _of_match(
        inbound,
        player.address,
        turn_kinds.RECEIPT.name,
        HOUR,
        UNCHANGED_AN_HOUR,
        Inbox.verdict.not_in(sorted(map(str, CHANGED))),
    )
    return replace(_within(receipts, HOUR, UNCHANGED_AN_HOUR, inbound.now), in_match=True)


def digest_quota(inbound: InboundLetter, player: Player, outcome: Outcome) -> ReplyQuota:
    """Return the quota for receipts for answers to a player's digests with this verdict."""
    if outcome.kind in CHANGED:
        return ReplyQuota(UNCHANGED_AN_HOUR)
    query = (
        select(Outbox.created_at)
        .join(Inbox, Inbox.id == Outbox.inbox_id)
        .where(
            Outbox.to_address == player.address,
            Outbox.created_at > inbound.now - HOUR,
            Outbox.kind == digest_kinds.DIGEST_RECEIPT.name,
            Inbox.verdict.not_in(sorted(map(str, CHANGED))),
        )
    )
    receipts = list(reversed(inbound.session.scalars(query.order_by(Outbox.created_at.desc())).all()))
    return _within(receipts, HOUR, UNCHANGED_AN_HOUR, inbound.now)


def answered_enough(inbound: InboundLetter) -> bool:
    """Has the sender of a letter used up their quota?"""
    return reply_quota(inbound).left < 1


def warned_enough(inbound: InboundLetter, address: str) -> bool:
    """Was an address warned often enough today of letters that somebody else may have written?"""
    return len(_answers(inbound, address, account_kinds.REFUSAL.name)) >= WARNINGS_A_DAY


def _within(answers: Sequence[datetime], span: timedelta, most: int, now: datetime) -> ReplyQuota:
    """Build the quota for a time span that ends now; `answers` are their times, oldest first."""
    fresh = [at for at in answers if at > now - span]
    return ReplyQuota(max(0, most - len(fresh)), (fresh[0] if fresh else now) + span)


def _answers(inbound: InboundLetter, address: str, kind: str = "") -> list[datetime]:
    """List the times of today's answers to an address, oldest first; of all kinds but receipts, or of one kind."""
    query = select(Outbox.created_at).where(
        Outbox.to_address == address,
        Outbox.inbox_id.is_not(None),
        Outbox.created_at > inbound.now - DAY,
        Outbox.kind == kind if kind else Outbox.kind.not_in(_RECEIPTS),
    )
    newest = query.order_by(Outbox.created_at.desc()).limit(UNPROVED_A_DAY)
    return list(reversed(inbound.session.scalars(newest).all()))


def _of_match(
    inbound: InboundLetter, address: str, kind: str, span: timedelta, most: int, *which: ColumnElement[bool]
) -> list[datetime]:
    """List the times of the newest answers of a kind to letters about this letter's match, oldest first."""
    query = (
        select(Outbox.created_at)
        .join(Inbox, Inbox.id == Outbox.inbox_id)
        .where(
            Outbox.to_address == address,
            Outbox.created_at > inbound.now - span,
            Outbox.kind == kind,
            Inbox.match_id == inbound.match_id,
            *which,
        )
    )
    newest = query.order_by(Outbox.created_at.desc()).limit(most)
    return list(reversed(inbound.session.scalars(newest).all()))
