"""Letters about proposals and pauses: the question, the result, and the end of a pause."""

from __future__ import annotations

from datetime import datetime
from typing import cast

from adjudicator.engines.contract import Note
from adjudicator.match.consent import RULES, ProposalKind, ProposalOutcome
from adjudicator.services.matches.letters.notice import Notice, write_to_all, write_to_seat
from adjudicator.services.matches.letters.turn_facts import turn_facts
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.matches.rows.proposal_rows import (
    DECLINED,
    GIVEN_UP,
    about_seat,
    said_note,
    seats_to_answer,
    stands,
    steps_asked,
)
from adjudicator.services.matches.rows.seat_holders import count_taken_over
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.players.players import seat_accepts_mail
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, ProposalRow, Seat
from adjudicator.texts.letters import clock_kinds, seat_kinds, turn_kinds


def notify_proposal(work: UnitOfWork, match: Match, row: ProposalRow, *, leave_out: int | None = None) -> None:
    """Ask the others about a proposal, and tell it to the player whom it is about.

    `leave_out` is the seat that another letter asks.
    """
    asked, newcomer = seats_to_answer(match, row), cast("int | None", row.values.get("player"))
    taken_over = count_taken_over(work.session, (newcomer,)).get(newcomer, 0) if newcomer else 0

    def build_facts(presenter: MatchPresenter) -> seat_kinds.Proposed:
        asks = presenter.seat in asked
        return seat_kinds.Proposed(
            reader=presenter.reader(),
            match=presenter.facts(),
            asker=str(row.values.get("name", "")) or match.seats[row.seat].name,
            proposal=presenter.say(said_note(match, row)),
            asks=asks,
            draw=row.kind is ProposalKind.DRAW,
            offers=presenter.answers_to((row,)) if asks else (),
            decides=None if stands(match, row) else answers_until(row),
            taken_over=taken_over,
            silence_agrees=silence_agrees(row, len(asked)),
        )

    notice = Notice(seat_kinds.PROPOSAL, build_facts, proposal=row.number)
    for seat in match.seats:
        concerned = seat.number in asked or (seat.number == about_seat(row) and seat.by_person)
        if concerned and seat.number != leave_out and seat_accepts_mail(seat, asks_something=True):
            write_to_seat(work, match, seat, notice)


def notify_closed(work: UnitOfWork, match: Match, row: ProposalRow, *, told: Seat | None = None) -> None:
    """Tell everybody at the table but `told` the result of a proposal."""

    def build_facts(presenter: MatchPresenter) -> seat_kinds.ProposalClosed:
        return seat_kinds.ProposalClosed(
            reader=presenter.reader(),
            match=presenter.facts(),
            proposal=presenter.say(said_note(match, row)),
            outcome=presenter.say(outcome_note(match, row)),
            agreed=row.outcome is ProposalOutcome.AGREED,
            pauses=row.outcome is ProposalOutcome.AGREED and row.kind is ProposalKind.PAUSE,
        )

    write_to_all(work, match, Notice(seat_kinds.PROPOSAL_CLOSED, build_facts), leave_out=told)


def notify_pause_ends(work: UnitOfWork, match: Match, seat: Seat, until: datetime) -> None:
    """Tell the others that a player wants to play on, and when the match does."""

    def build_facts(presenter: MatchPresenter) -> clock_kinds.PauseEnds:
        return clock_kinds.PauseEnds(reader=presenter.reader(), match=presenter.facts(), name=seat.name, ends=until)

    write_to_all(work, match, Notice(clock_kinds.PAUSE_ENDS, build_facts), leave_out=seat)


def notify_pause_over(work: UnitOfWork, match: Match) -> None:
    """Tell everybody that the pause is over and the match goes on."""
    loaded = load_match(match)

    def build_facts(presenter: MatchPresenter) -> turn_kinds.Turn:
        return turn_kinds.Turn(**turn_facts(work, presenter, loaded))

    write_to_all(work, match, Notice(clock_kinds.PAUSE_OVER, build_facts))


def outcome_note(match: Match, row: ProposalRow) -> Note:
    """Tell the result of a proposal."""
    if GIVEN_UP in row.values:
        return Note.of("match.wish_taken_back", name=str(row.values["name"]))
    if row.outcome is ProposalOutcome.WITHDRAWN:
        return Note.of("match.took_back", seat=row.seat)
    if row.outcome is ProposalOutcome.AGREED and row.kind is ProposalKind.PAUSE:
        return Note.of("match.pauses", day=str(row.values["day"]))
    if row.kind is ProposalKind.DRAW:
        return _end_of_draw(match, row)
    if row.kind is ProposalKind.UNDO and row.outcome is ProposalOutcome.AGREED:
        return Note.of("match.taken_back", seat=row.seat, steps=steps_asked(row), agreed=True)
    return Note.of("match.proposal_outcome", outcome=str(row.outcome))


def _end_of_draw(match: Match, row: ProposalRow) -> Note:
    if row.outcome is ProposalOutcome.AGREED:
        return Note.of("match.agreed")
    if DECLINED in row.values:
        return Note.of("match.draw_declined", seat=row.seat)
    if row.outcome is ProposalOutcome.REFUSED and stands(match, row):
        return Note.of("match.draw_refused", seat=row.seat)
    return Note.of("match.proposal_outcome", outcome=str(row.outcome))


def silence_agrees(row: ProposalRow, asked: int) -> bool:
    """May a proposal succeed without an answer of one of those who are asked?"""
    rules = RULES[row.kind]
    return rules.silent_after is not None and (asked > 1 or not rules.needs_agreement)


def answers_until(row: ProposalRow) -> datetime:
    """Return until when an answer to an open proposal counts at the latest."""
    rules = RULES[row.kind]
    ends = row.opened_at + (rules.lapses_after if rules.needs_agreement else rules.silent_after or rules.lapses_after)
    return min(ends, row.ends_at) if row.ends_at else ends


def resumed_note(seat: Seat) -> Note:
    """Say that a player wants to play on."""
    return Note.of("match.resumed", seat=seat.number)
