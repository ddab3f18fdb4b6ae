"""Consent: has a proposal to the other players been agreed to, refused, or has it lapsed?

A proposal asks every person at the table except its asker. Houses, bots and vacant seats are never asked. The pure
rules of each kind are in one table here (`RULES`); the services store proposals and answers, and act on the verdict.

- A refusal of one person ends it.
- Silence is consent only where it costs the silent one nothing (record rule R20): a pause or an expulsion counts a
  person who was silent for seven days as `silent`, if at least one other agreed. Somebody who sits down on a seat needs
  no answers at all, only three days without an objection.
- Days in which a person was away do not count for them: absence stops a proposal as it stops the clock.
- Time in which the service took no letters counts for nobody.
- A draw that one of two offers waits as long as play does: no day ends it, but a move of the other player does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from adjudicator.engines.contract import Seat

Span = tuple[datetime, datetime]
NO_TIME = timedelta(0)


class ProposalKind(StrEnum):
    """Kind of question to the others."""

    PAUSE = "pause"
    EXPEL = "expel"
    UNDO = "undo"
    DRAW = "draw"
    REMATCH = "rematch"
    TAKEOVER = "takeover"
    """Somebody wants to sit down on a vacant seat of a match among invited people."""
    HAND_OVER = "hand_over"
    SUBSTITUTE = "substitute"


class Answer(StrEnum):
    """Answer of one person."""

    AGREE = "agree"
    REFUSE = "refuse"


class ProposalOutcome(StrEnum):
    """The state of a proposal. All but `OPEN` are final."""

    OPEN = "open"
    AGREED = "agreed"
    REFUSED = "refused"
    LAPSED = "lapsed"
    WITHDRAWN = "withdrawn"
    """Its asker took it back."""
    OVERTAKEN = "overtaken"
    """Things have changed: others sit at the table, or the player whom the others wanted to expel has moved."""


@dataclass(frozen=True, slots=True)
class ConsentRules:
    """How long the persons asked may think, and the meaning of their silence."""

    lapses_after: timedelta
    """The asker's own limit: days away do not prolong it."""
    silent_after: timedelta | None = None
    """After this time a silent person counts as `silent`; None: never."""
    needs_agreement: bool = True
    """Whether at least one other person must say yes."""


RULES: Mapping[ProposalKind, ConsentRules] = {
    ProposalKind.PAUSE: ConsentRules(timedelta(days=14), timedelta(days=7)),
    ProposalKind.EXPEL: ConsentRules(timedelta(days=14), timedelta(days=7)),
    ProposalKind.UNDO: ConsentRules(timedelta(days=14)),
    ProposalKind.DRAW: ConsentRules(timedelta(days=14)),
    ProposalKind.REMATCH: ConsentRules(timedelta(days=14)),
    ProposalKind.TAKEOVER: ConsentRules(timedelta(days=14), timedelta(days=3), needs_agreement=False),
    ProposalKind.HAND_OVER: ConsentRules(timedelta(days=14), timedelta(days=3), needs_agreement=False),
    ProposalKind.SUBSTITUTE: ConsentRules(timedelta(days=14), timedelta(days=3), needs_agreement=False),
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal as it stands."""

    kind: ProposalKind
    opened: datetime
    asked: tuple[Seat, ...]
    """The seats whose consent is needed."""
    answers: Mapping[Seat, Answer]
    ends: datetime | None = None
    """The moment at which it is pointless: the last day of a pause that was asked for."""
    outages: tuple[Span, ...] = ()
    """Times in which nobody could answer, in any order."""
    stands: bool = False
    """Whether it never lapses: a draw between two, which a move of the other player refuses."""


@dataclass(frozen=True, slots=True)
class ConsentVerdict:
    """State of a proposal."""

    outcome: ProposalOutcome
    agreed: tuple[Seat, ...] = ()
    silent: tuple[Seat, ...] = ()
    decides_at: datetime | None = None
    """While it is open: the next moment at which it may be decided without another answer, if there is one."""


def judge_proposal(proposal: Proposal, away: Mapping[Seat, Sequence[Span]], now: datetime) -> ConsentVerdict:
    """Judge a proposal at `now`. `away` has the absences of the persons asked, as spans in any order.

    A proposal that nobody is left to answer is agreed to where no agreement is needed, else it lapses at its time.
    """
    rules = RULES[proposal.kind]
    agreed = tuple(seat for seat in proposal.asked if proposal.answers.get(seat) is Answer.AGREE)
    if any(proposal.answers.get(seat) is Answer.REFUSE for seat in proposal.asked):
        return ConsentVerdict(ProposalOutcome.REFUSED, agreed)
    missing = [seat for seat in proposal.asked if seat not in agreed]
    if proposal.stands and missing:
        return ConsentVerdict(ProposalOutcome.OPEN, agreed)
    if proposal.ends is not None and now >= proposal.ends:
        return ConsentVerdict(ProposalOutcome.LAPSED, agreed)
    lapses = _skip(proposal.opened, rules.lapses_after, proposal.outages)
    if proposal.ends is not None:
        lapses = min(lapses, proposal.ends)
    silent_from = [_silent_from(proposal, away.get(seat, ()), rules) for seat in missing]
    counts = bool(agreed) or not rules.needs_agreement
    if counts and all(moment is not None and moment <= min(now, lapses) for moment in silent_from):
        return ConsentVerdict(ProposalOutcome.AGREED, agreed, tuple(missing))
    if now >= lapses:
        return ConsentVerdict(ProposalOutcome.LAPSED, agreed)
    later = [moment for moment in silent_from if moment is not None]
    decides = max(later) if counts and len(later) == len(missing) else lapses
    return ConsentVerdict(ProposalOutcome.OPEN, agreed, decides_at=min(decides, lapses))


def _silent_from(proposal: Proposal, absences: Sequence[Span], rules: ConsentRules) -> datetime | None:
    """Return the moment from which a person without an answer counts as silent."""
    if rules.silent_after is None:
        return None
    return _skip(proposal.opened, rules.silent_after, (*absences, *proposal.outages))


def _skip(moment: datetime, left: timedelta, spans: Sequence[Span]) -> datetime:
    """Return the moment at which some time is over that does not run in spans, in any order."""
    for begin, end in sorted(spans):
        if end <= moment:
            continue
        if begin - moment >= left:
            break
        left -= max(begin - moment, NO_TIME)
        moment = end
    return moment + left
