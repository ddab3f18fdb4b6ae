"""Limits on automatic answers, so that forged mail cannot make us spam a third party.

Whoever is proved to have written gets an answer. Where nobody vouches for the sender, the answer may go to a person who
wrote nothing: that address gets few of them, and none when it asked to be left alone. Answers are counted, not letters,
and receipts of what changed a match are none. The last answer within a limit says so, and until when.

A robot that answers whatever comes from a match gets no further than a person would ever want to: letters that change
nothing in it get so many receipts an hour, and letters to a seat that nobody may act for so many answers a day.
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
from adjudicator.texts import letter_kinds
from adjudicator.texts.letter_facts import Reader

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ANSWERS_AN_HOUR = 20
"""More than a person needs; a robot that answers our answers gets no further."""
UNPROVED_A_DAY = 40
"""Answers to a player's address that letters cause in that name which nobody vouches for."""
STRANGERS_A_DAY = 3
"""Answers to an address that is no player's and that nobody vouches for."""
WARNINGS_A_DAY = 3
"""Letters that tell a player of something wrong that perhaps somebody else did."""
REFUSALS_A_DAY = WARNINGS_A_DAY
"""Answers about one match to letters that may not act for their seat, as its player resigned or it has ended.

Those that nobody vouches for may be somebody else's, and are counted as warnings are: of all matches together.
"""
UNCHANGED_AN_HOUR = 30
"""Receipts of letters that changed nothing in one match: refused orders, and questions."""
CHANGED = frozenset({VerdictKind.PLAYED, VerdictKind.DONE, VerdictKind.ASKED_BACK})
"""The verdicts on letters that changed something, or that wait for a yes."""


@dataclass(frozen=True, slots=True)
class ReplyQuota:
    """How many answers an address may still get, and when there is room for another after the last of them."""

    left: int
    until: datetime | None = None
    in_match: bool = False
    """Whether this is about the letters of one match; then whatever changes something there is answered still."""

    def mark(self, reader: Reader) -> Reader:
        """Let the last answer say that it is the last, and until when."""
        return replace(reader, last_until=self.until, last_in_match=self.in_match) if self.left == 1 else reader


def is_stranger(inbound: InboundLetter, player: Player | None) -> bool:
    """Tell whether nobody vouches for a sender whom we do not know: the answer holds no word of the letter then."""
    return player is None and inbound.proof is not Proof.PROVED


def reply_quota(inbound: InboundLetter, seated: Player | None = None) -> ReplyQuota:
    """Tell how many answers a letter may still cause: to its sender, or to the player `seated` whom it concerns."""
    player = seated or find_player(inbound.session, inbound.sender)
    address = player.address if player else inbound.sender
    limits = [(HOUR, ANSWERS_AN_HOUR)]
    if inbound.proof is Proof.DISPROVED:
        warned = _answers(inbound, address, letter_kinds.REFUSAL.name)
        return ReplyQuota(0) if seated is None else _within(warned, DAY, WARNINGS_A_DAY, inbound.now)
    if is_stranger(inbound, player):
        if is_suppressed(inbound.context, inbound.session, address):
            return ReplyQuota(0)
        limits.append((DAY, STRANGERS_A_DAY))
    elif inbound.proof is not Proof.PROVED:
        limits.append((DAY, UNPROVED_A_DAY))
    answers = _answers(inbound, address)
    rooms = [_within(answers, span, most, inbound.now) for span, most in limits]
    if inbound.match_id is not None:
        proved = inbound.proof is Proof.PROVED
        refusals = (
            _of_match(inbound, address, letter_kinds.REFUSAL.name, DAY, REFUSALS_A_DAY)
            if proved
            else _answers(inbound, address, letter_kinds.REFUSAL.name)
        )
        rooms.append(replace(_within(refusals, DAY, REFUSALS_A_DAY, inbound.now), in_match=True))
    return min(rooms, key=lambda one: one.left)


def receipt_quota(inbound: InboundLetter, player: Player, outcome: Outcome) -> ReplyQuota:
    """Tell how many receipts a seat may still get for letters with this verdict."""
    if outcome.kind in CHANGED:
        return ReplyQuota(UNCHANGED_AN_HOUR)
    receipts = _of_match(
        inbound,
        player.address,
        letter_kinds.RECEIPT.name,
        HOUR,
        UNCHANGED_AN_HOUR,
        Inbox.verdict.not_in(sorted(map(str, CHANGED))),
    )
    return replace(_within(receipts, HOUR, UNCHANGED_AN_HOUR, inbound.now), in_match=True)


def answered_enough(inbound: InboundLetter) -> bool:
    """Tell whether the sender of a letter gets no more answers for now."""
    return reply_quota(inbound).left < 1


def warned_enough(inbound: InboundLetter, address: str) -> bool:
    """Tell whether a player has heard often enough today of letters that perhaps were not theirs."""
    return len(_answers(inbound, address, letter_kinds.REFUSAL.name)) >= WARNINGS_A_DAY


def _within(answers: Sequence[datetime], span: timedelta, most: int, now: datetime) -> ReplyQuota:
    """Count the answers of a span that ends now; `answers` are the moments of them, oldest first."""
    fresh = [at for at in answers if at > now - span]
    return ReplyQuota(max(0, most - len(fresh)), (fresh[0] if fresh else now) + span)


def _answers(inbound: InboundLetter, address: str, kind: str = "") -> list[datetime]:
    """List when the answers of a day went to an address, oldest first."""
    query = select(Outbox.created_at).where(
        Outbox.to_address == address,
        Outbox.inbox_id.is_not(None),
        Outbox.created_at > inbound.now - DAY,
        Outbox.kind == kind if kind else Outbox.kind != letter_kinds.RECEIPT.name,
    )
    newest = query.order_by(Outbox.created_at.desc()).limit(UNPROVED_A_DAY)
    return list(reversed(inbound.session.scalars(newest).all()))


def _of_match(
    inbound: InboundLetter, address: str, kind: str, span: timedelta, most: int, *which: ColumnElement[bool]
) -> list[datetime]:
    """List when the newest answers of a kind to letters about the case's match went to an address, oldest first."""
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
