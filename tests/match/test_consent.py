"""Consent: what becomes of a proposal by answers, silence, absences and time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.match.consent import (
    RULES,
    Answer,
    Proposal,
    ProposalKind,
    ProposalOutcome,
    judge_proposal,
)

OPENED = datetime(2027, 1, 4, 12, tzinfo=UTC)
YES, NO = Answer.AGREE, Answer.REFUSE
WITH_SILENCE = {ProposalKind.PAUSE, ProposalKind.EXPEL}
WITH_OBJECTIONS = {ProposalKind.TAKEOVER, ProposalKind.HAND_OVER, ProposalKind.SUBSTITUTE}


def day(number: float) -> datetime:
    return OPENED + timedelta(days=number)


def judged(
    kind: ProposalKind,
    answers: tuple[Answer | None, ...],
    at: float,
    away: dict[int, list[tuple[float, float]]] | None = None,
) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    proposal = Proposal(
        kind, OPENED, tuple(range(len(answers))), {seat: given for seat, given in enumerate(answers) if given}
    )
    spans = {seat: [(day(a), day(b)) for a, b in given] for seat, given in (away or {}).items()}
    verdict = judge_proposal(proposal, spans, day(at))
    return verdict.outcome, verdict.agreed, verdict.silent


@pytest.mark.parametrize("kind", ProposalKind)
@pytest.mark.parametrize("others", [1, 2, 3, 4])
def test_the_matrix_of_kinds_seats_and_answers(kind: ProposalKind, others: int) -> None:
    for answers in product((YES, NO, None), repeat=others):
        agreed = tuple(seat for seat, answer in enumerate(answers) if answer is YES)
        missing = tuple(seat for seat, answer in enumerate(answers) if answer is None)
        at_once, outcome, _ = judged(kind, answers, 0), *judged(kind, answers, 13.9)[:2]
        if NO in answers:
            assert outcome == at_once[0] == "refused"
        elif not missing:
            assert at_once == ("agreed", agreed, ())
        else:
            assert at_once[0] == "open"
            silence_decides = kind in WITH_OBJECTIONS or (kind in WITH_SILENCE and bool(agreed))
            assert judged(kind, answers, 13.9)[0] == ("agreed" if silence_decides else "open")
            assert judged(kind, answers, 14)[0] == ("agreed" if silence_decides else "lapsed")
            if silence_decides:
                assert judged(kind, answers, 13.9)[2] == missing


@pytest.mark.parametrize(
    ("kind", "days"), [(ProposalKind.PAUSE, 7), (ProposalKind.EXPEL, 7), (ProposalKind.HAND_OVER, 3)]
)
def test_silence_counts_after_its_days_and_not_before(kind: ProposalKind, days: int) -> None:
    assert judged(kind, (YES, None), days - 0.01)[0] == "open"
    assert judged(kind, (YES, None), days) == ("agreed", (0,), (1,))


def test_days_away_do_not_count_as_silence() -> None:
    away = {1: [(1.0, 3.0), (2.0, 4.0)]}  # they overlap: three days in all
    assert judged(ProposalKind.PAUSE, (YES, None), 9.9, away)[0] == "open"
    assert judged(ProposalKind.PAUSE, (YES, None), 10, away)[0] == "agreed"


def test_an_absence_of_weeks_makes_a_proposal_lapse_and_not_pass() -> None:
    assert judged(ProposalKind.PAUSE, (YES, None), 20, {1: [(1.0, 30.0)]})[0] == "lapsed"


def test_a_pause_lapses_at_its_own_last_day() -> None:
    proposal = Proposal(ProposalKind.PAUSE, OPENED, (0, 1), {0: YES}, ends=day(5))
    assert judge_proposal(proposal, {}, day(4)).decides_at == day(5)
    assert judge_proposal(proposal, {}, day(5)).outcome is ProposalOutcome.LAPSED


@pytest.mark.parametrize("kind", ProposalKind)
def test_what_is_pointless_lapses_whatever_was_answered(kind: ProposalKind) -> None:
    for answers in ({0: YES, 1: YES}, {0: YES}, {}):
        proposal = Proposal(kind, OPENED, (0, 1), answers, ends=day(7))
        assert judge_proposal(proposal, {}, day(7)).outcome is ProposalOutcome.LAPSED


@pytest.mark.parametrize("kind", ProposalKind)
def test_time_without_the_service_counts_for_nobody(kind: ProposalKind) -> None:
    rules = RULES[kind]
    decides = rules.silent_after or rules.lapses_after
    outages = ((day(-2), day(1)), (day(2), day(4)))
    proposal = Proposal(kind, OPENED, (0, 1), {0: YES}, outages=outages)
    away = {1: [(day(3), day(4.5))]} if rules.silent_after else {}
    moved = timedelta(days=3.5 if rules.silent_after else 3)
    verdict = judge_proposal(proposal, away, day(5))
    assert (verdict.outcome, verdict.decides_at) == ("open", OPENED + decides + moved)
    assert judge_proposal(proposal, away, OPENED + decides + moved).outcome is not ProposalOutcome.OPEN
    nobody = judge_proposal(Proposal(kind, OPENED, (0, 1), {}, outages=outages), {}, day(4)).decides_at
    assert nobody == OPENED + (rules.lapses_after if rules.needs_agreement else decides) + timedelta(days=3)


@given(
    kind=st.sampled_from(ProposalKind),
    answers=st.lists(st.sampled_from([YES, None]), min_size=1, max_size=4),
    away=st.dictionaries(
        st.integers(0, 3), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 9)), max_size=3), max_size=4
    ),
)
def test_the_next_moment_named_is_the_first_at_which_anything_changes(
    kind: ProposalKind, answers: list[Answer | None], away: dict[int, list[tuple[int, int]]]
) -> None:
    spans = {seat: [(day(a), day(a + n)) for a, n in given] for seat, given in away.items()}
    asked = tuple(range(len(answers)))
    proposal = Proposal(kind, OPENED, asked, {seat: answer for seat, answer in enumerate(answers) if answer})
    first = judge_proposal(proposal, spans, OPENED)
    if first.decides_at is None:
        assert first.outcome is ProposalOutcome.AGREED
        return
    assert judge_proposal(proposal, spans, first.decides_at - timedelta(seconds=1)).outcome is ProposalOutcome.OPEN
    assert judge_proposal(proposal, spans, first.decides_at).outcome is not ProposalOutcome.OPEN
    assert first.decides_at <= OPENED + RULES[kind].lapses_after
