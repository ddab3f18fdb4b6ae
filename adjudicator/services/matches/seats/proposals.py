"""Proposals at a match: a player asks for something, the others answer, and it is done if they agree.

`match.consent` has the rules of each kind, and judges; this module keeps the rows and acts on the verdict. A proposal
is judged when it is opened, at every answer, when who sits at the table changes, and by the sweep at `decides_at`.
Every function expects the match under its lock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import delete, select

from adjudicator.engines.contract import Note
from adjudicator.match.consent import (
    Answer,
    ConsentVerdict,
    Proposal,
    ProposalKind,
    ProposalOutcome,
    Span,
    judge_proposal,
)
from adjudicator.match.course.places import Ending
from adjudicator.match.record.record import PauseValues, ResumeValues
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.match.timekeeping.instants import from_instant, to_instant
from adjudicator.match.timekeeping.pauses import AGREED_PAUSES, LONGEST_PAUSE
from adjudicator.match.timekeeping.zone_offsets import day_number, first_instant
from adjudicator.services.context import Context
from adjudicator.services.matches.clock.match_clock import is_match_paused, pause_clock, resume_clock
from adjudicator.services.matches.letters import consent_letters, turn_letters
from adjudicator.services.matches.letters.seat_letters import write_to_outsider
from adjudicator.services.matches.rows.match_ending import finish_match
from adjudicator.services.matches.rows.outage_rows import list_outages
from adjudicator.services.matches.rows.proposal_rows import (
    ARRIVALS,
    DECLINED,
    GIVEN_UP,
    about_seat,
    count_pauses,
    find_arrival,
    is_open,
    may_draw,
    open_proposals,
    pending_proposals,
    running_pause,
    seats_asked,
    stands,
)
from adjudicator.services.matches.rows.record_rows import VERSION_1, Act, add_act
from adjudicator.services.matches.rows.seat_holders import was_here
from adjudicator.services.matches.rows.waiting_letters import has_unjudged_letter
from adjudicator.services.matches.seats import seat_arrivals, undos
from adjudicator.services.matches.seats.seat_changes import SeatChange
from adjudicator.services.players.absences import ledger_of, local_today
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.operation_tables import is_put_off
from adjudicator.store.states import EntryKind, MatchState, SweepTask
from adjudicator.store.tables import EntryRow, Match, Player, ProposalAnswer, ProposalRow, Seat

AT_A_TIME = 500
BY_PLAN = "plan"
BY_PERSON = ("letter", "page", "api", "player", BY_PLAN, "habit")
"""Ways in which a step comes that its player wanted (rule R9 of the record)."""
NOBODY_ASKED = frozenset({ProposalKind.PAUSE})
"""Proposals that a player alone at the table may carry out: nobody has to agree."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A proposal as somebody makes it. `seat` is the asker's, or the vacant seat that somebody wants to take over."""

    kind: ProposalKind
    seat: int
    values: Mapping[str, object]
    ends: datetime | None = None
    """When it is pointless."""


def open_proposal(work: UnitOfWork, match: Match, wish: Wish, *, told: Seat | None = None) -> ProposalRow:
    """Propose something: ask the others, or do it at once where nobody has to be asked.

    `told` is the seat whose receipt tells the result. The question about a draw is the caller's: it may stand in the
    letter of a turn.
    """
    match.proposal_count += 1
    row = ProposalRow(
        match_id=match.id,
        number=match.proposal_count,
        kind=wish.kind,
        seat=wish.seat,
        values=dict(wish.values),
        opened_at=work.now,
        ends_at=wish.ends,
        outcome=ProposalOutcome.OPEN,
        answers=[],
    )
    work.session.add(row)
    work.session.flush()
    if not seats_asked(match, row) and row.kind in NOBODY_ASKED:
        _close(work, match, row, ConsentVerdict(ProposalOutcome.AGREED), told)
        return row
    settle_proposal(work, match, row, told=told)
    if is_open(row) and row.kind is not ProposalKind.DRAW:
        consent_letters.notify_proposal(work, match, row)
        if row.kind in ARRIVALS:
            newcomer = work.session.get_one(Player, row.values["player"])
            write_to_outsider(work, match, newcomer, Note.of("match.taken", match=match.code, came="asked"))
    return row


def answer_proposal(work: UnitOfWork, match: Match, seat: Seat, row: ProposalRow, answer: Answer) -> None:
    """Answer a proposal. The last answer of a person counts."""
    given = next((one for one in row.answers if one.seat == seat.number), None)
    if given is None:
        row.answers.append(ProposalAnswer(seat=seat.number, answer=answer, at=work.now))
    else:
        given.answer, given.at = answer, work.now
    settle_proposal(work, match, row, told=seat)


def withdraw_proposal(work: UnitOfWork, match: Match, seat: Seat, row: ProposalRow) -> None:
    """Take back an own proposal."""
    _close(work, match, row, ConsentVerdict(ProposalOutcome.WITHDRAWN), seat)


def end_arrivals(work: UnitOfWork, match: Match, player: Player) -> None:
    """End the open proposals that somebody sit down who can no longer do so."""
    for row in open_proposals(work.session, match):
        if row.kind in ARRIVALS and row.values["player"] == player.id:
            _close(work, match, row, ConsentVerdict(ProposalOutcome.OVERTAKEN), None)


def withdraw_wish(work: UnitOfWork, match: Match, player: Player, *, told: bool) -> Note:
    """Let a person do without the seat that they are to get; return the note that tells it to them.

    They get a letter unless they are `told` otherwise. Raises `RefusedError`.
    """
    row = find_arrival(work.session, match, player)
    if row is None:
        raise RefusedError.of(RefusalKey.NOTHING_TO_WITHDRAW)
    row.values = {**row.values, GIVEN_UP: True}
    _close(work, match, row, ConsentVerdict(ProposalOutcome.WITHDRAWN), None)
    note = Note.of("match.wish_withdrawn", match=match.code)
    if not told:
        write_to_outsider(work, match, player, note)
    return note


def find_to_answer(work: UnitOfWork, match: Match, seat: Seat, number: int | None) -> ProposalRow:
    """Find the open proposal that an answer is about, by its number if it names one. Raises `RefusedError`."""
    rows = open_proposals(work.session, match)
    asked = [row for row in rows if seat.number in seats_asked(match, row)]
    if number is None and len(asked) > 1:
        raise RefusedError.of(RefusalKey.WHICH_PROPOSAL, numbers=tuple(row.number for row in asked))
    found = asked if number is None else [row for row in asked if row.number == number]
    if found:
        return found[0]
    if number is not None and any(row.number == number and row.seat == seat.number for row in rows):
        raise RefusedError.of(RefusalKey.OWN_PROPOSAL)
    raise RefusedError.of(RefusalKey.NOTHING_PROPOSED, numbers=tuple(row.number for row in asked))


def find_own(work: UnitOfWork, match: Match, seat: Seat, number: int | None) -> ProposalRow:
    """Find the open proposal that its asker takes back. Raises `RefusedError`."""
    rows = open_proposals(work.session, match)
    own = [row for row in rows if row.seat == seat.number and row.kind is not ProposalKind.TAKEOVER]
    if number is None and len(own) > 1:
        raise RefusedError.of(RefusalKey.WHICH_PROPOSAL, numbers=tuple(row.number for row in own))
    found = own if number is None else [row for row in own if row.number == number]
    if not found:
        raise RefusedError.of(RefusalKey.NOTHING_TO_WITHDRAW)
    return found[0]


def settle_proposal(work: UnitOfWork, match: Match, row: ProposalRow, *, told: Seat | None = None) -> None:
    """Judge a proposal now, and act on the decision."""
    verdict = judge_proposal(_as_it_stands(work, match, row), _away(match), work.now)
    row.decides_at = verdict.decides_at
    if verdict.outcome is not ProposalOutcome.OPEN:
        _close(work, match, row, verdict, told)


def proposals_to_settle(context: Context, now: datetime) -> list[int]:
    """List the matches with a proposal that time decides, or with a pause that has ended."""
    waits = is_put_off(SweepTask.PROPOSALS, ProposalRow.match_id, now)
    query = select(ProposalRow.match_id).where(ProposalRow.decides_at <= now, ~waits)
    with context.store.reading() as session:
        return list(dict.fromkeys(session.scalars(query.limit(AT_A_TIME))))


def settle_and_tell(work: UnitOfWork, match: Match) -> None:
    """Decide the proposals whose time has come, and let a pause end."""
    for row in pending_proposals(work.session, match):
        if row.decides_at is None or row.decides_at > work.now:
            continue
        if is_open(row):
            if not _awaits_letter(work, match, row.decides_at):
                settle_proposal(work, match, row)
            if match.state is not MatchState.RUNNING:
                turn_letters.notify_over(work, match)
                return
        else:
            row.decides_at = None
            if match.state is MatchState.RUNNING and not is_match_paused(match, work.now):
                consent_letters.notify_pause_over(work, match)


def _awaits_letter(work: UnitOfWork, match: Match, at: datetime) -> bool:
    """May a letter that was accepted by then still decide otherwise: an answer, or a move of somebody voted about?"""
    return any(has_unjudged_letter(work.session, match, seat, at) for seat in match.seats if seat.by_person)


def settle_seats(work: UnitOfWork, match: Match, seat: Seat, *, newcomer: bool = False) -> None:
    """Judge the open proposals again after a seat has changed hands: its player is asked no more, or asked anew.

    The proposals of its own player end, and so do those about them. A draw on which all who are left agree is the
    sweep's: here the match still goes on.
    """
    work.session.flush()
    for row in open_proposals(work.session, match):
        # Nobody takes back the move of somebody who has left, nor one behind which somebody sat down (R14).
        moot = row.kind is ProposalKind.UNDO or (row.kind is ProposalKind.DRAW and not may_draw(match))
        if moot or seat.number in (row.seat, row.values.get("seat")):
            _close(work, match, row, ConsentVerdict(ProposalOutcome.OVERTAKEN), None)
            continue
        if newcomer:
            work.session.execute(
                delete(ProposalAnswer).where(ProposalAnswer.proposal_id == row.id, ProposalAnswer.seat == seat.number)
            )
            work.session.refresh(row, ["answers"])
        if row.kind is ProposalKind.DRAW:
            row.decides_at = work.now
        else:
            settle_proposal(work, match, row)


def drop_undone(work: UnitOfWork, match: Match, since: datetime) -> None:
    """End the proposals on steps that a ruling took back, the first of which was played at a moment."""
    for row in open_proposals(work.session, match):
        if row.opened_at >= since:
            _close(work, match, row, ConsentVerdict(ProposalOutcome.OVERTAKEN), None)


def note_move(work: UnitOfWork, match: Match, seat: Seat, turn: int, pending: Sequence[ProposalRow]) -> None:
    """End what a move ends: a vote about its player, an undo that another one wants, a draw offered by one of two.

    The letter of the next turn tells that the draw was refused.
    """
    for row in pending:
        if not is_open(row):
            continue
        if row.kind is ProposalKind.EXPEL and about_seat(row) == seat.number:
            _close(work, match, row, ConsentVerdict(ProposalOutcome.OVERTAKEN), None)
        elif row.kind is ProposalKind.UNDO and row.seat != seat.number:
            _close(work, match, row, ConsentVerdict(ProposalOutcome.OVERTAKEN), seat)
        elif row.kind is ProposalKind.DRAW and stands(match, row) and row.seat != seat.number:
            row.values = {**row.values, DECLINED: turn}
            row.outcome, row.closed_at, row.decides_at = ProposalOutcome.REFUSED, work.now, None
            work.session.flush()


def note_planned_moves(work: UnitOfWork, match: Match, fresh: Sequence[EntryRow]) -> None:
    """End the votes about players whose plans have just moved for them, and the offers that these moves refuse."""
    moved = {row.seat for row in fresh if row.how == BY_PLAN}
    if moved and match.proposal_count:
        pending, turn = pending_proposals(work.session, match), fresh[-1].turn
        for number in sorted(number for number in moved if number is not None):
            note_move(work, match, match.seats[number], turn, pending)


def lose_seat(work: UnitOfWork, match: Match, seat: Seat, change: SeatChange) -> None:
    """Take a seat from its player, tell everybody, and judge the proposals anew."""
    seat_arrivals.take_seat_away(work, match, seat, change)
    settle_seats(work, match, seat)


def refuse_without_acts(match: Match) -> None:
    """Refuse a proposal that an older record cannot hold. Raises `RefusedError`."""
    if match.state is not MatchState.RUNNING:
        raise RefusedError.of(RefusalKey.MATCH_OVER)
    if match.record_version == VERSION_1:
        raise RefusedError.of(RefusalKey.NO_ACTS)


def propose_pause(work: UnitOfWork, match: Match, seat: Seat, last: date) -> ProposalRow:
    """Ask the others for a pause until the end of a day in the asker's zone. Raises `RefusedError`."""
    refuse_without_acts(match)
    player = _player(seat)
    until = from_instant(first_instant(player.zone, day_number(last) + 1))
    pending = pending_proposals(work.session, match)
    proposed = next((row for row in pending if is_open(row) and row.kind is ProposalKind.PAUSE), None)
    if proposed is not None:
        raise RefusedError.of(RefusalKey.PAUSE_OPEN, own=proposed.seat == seat.number)
    running = running_pause(work.session, match, work.now)
    if running is not None and running.decides_at is not None:
        ends = local_today(player, running.decides_at) if "resumed" in running.values else running.values["day"]
        raise RefusedError.of(RefusalKey.PAUSED_ALREADY, day=str(ends))
    if count_pauses(work.session, match) >= AGREED_PAUSES:
        raise RefusedError.of(RefusalKey.PAUSED_ENOUGH, most=AGREED_PAUSES)
    if to_instant(until) - to_instant(work.now) > LONGEST_PAUSE:
        raise RefusedError.of(RefusalKey.BAD_PAUSE, why="too_long", given=last.isoformat())
    values = {"until": until.isoformat(), "day": last.isoformat()}
    return open_proposal(work, match, Wish(ProposalKind.PAUSE, seat.number, values, until), told=seat)


def resume_match(work: UnitOfWork, match: Match, seat: Seat, at: datetime) -> datetime:
    """End the pause that runs, after notice; return when it ends. Raises `RefusedError`."""
    refuse_without_acts(match)
    pause = running_pause(work.session, match, work.now)
    if pause is None or pause.decides_at is None:
        raise RefusedError.of(RefusalKey.NOT_PAUSED)
    if "resumed" in pause.values:
        raise RefusedError.of(RefusalKey.RESUMED_ALREADY, day=str(local_today(_player(seat), pause.decides_at)))
    pause.decides_at = resume_clock(work, match)
    pause.values = {**pause.values, "resumed": True}
    add_act(work, match, Act(seat.number, ResumeValues(), at, (consent_letters.resumed_note(seat),)))
    consent_letters.notify_pause_ends(work, match, seat, pause.decides_at)
    return pause.decides_at


def _as_it_stands(work: UnitOfWork, match: Match, row: ProposalRow) -> Proposal:
    answers = {one.seat: one.answer for one in row.answers}
    outages = tuple(list_outages(work.session, row.opened_at, work.now))
    asked, waits = seats_asked(match, row), stands(match, row)
    return Proposal(row.kind, row.opened_at, asked, answers, row.ends_at, outages, waits)


def _away(match: Match) -> dict[int, list[Span]]:
    """List the times in which the players were away, or will be: they do not count against them.

    Days of absence that were taken by themselves are none: such a player was only late.
    """
    away = dict[int, list[Span]]()
    for seat in match.seats:
        if seat.by_person and seat.player is not None:
            announced = ledger_of(seat.player).announced
            away[seat.number] = [(from_instant(one.start), from_instant(one.end)) for one in announced]
    return away


def _close(work: UnitOfWork, match: Match, row: ProposalRow, verdict: ConsentVerdict, told: Seat | None) -> None:
    row.outcome, row.closed_at, row.decides_at = verdict.outcome, work.now, None
    if verdict.outcome is ProposalOutcome.AGREED and not _still_possible(work, match, row):
        row.outcome = ProposalOutcome.OVERTAKEN
    if row.outcome is ProposalOutcome.AGREED:
        _CARRIED_OUT[row.kind](work, match, row, verdict)
        work.session.flush()
    if row.outcome is ProposalOutcome.AGREED and row.kind is not ProposalKind.PAUSE:
        return  # the news of the seat tell it, or the last letter
    consent_letters.notify_closed(work, match, row, told=told)
    if row.kind in ARRIVALS and GIVEN_UP not in row.values:
        newcomer = work.session.get_one(Player, row.values["player"])
        write_to_outsider(work, match, newcomer, consent_letters.outcome_note(match, row))


def _still_possible(work: UnitOfWork, match: Match, row: ProposalRow) -> bool:
    """May the agreed proposal still be carried out? Meanwhile the newcomer may have sat down at another seat."""
    if row.kind is ProposalKind.EXPEL:
        return not _has_moved(work, match, about_seat(row), row.opened_at)
    if row.kind is ProposalKind.DRAW:
        return may_draw(match)
    if row.kind is ProposalKind.UNDO:
        work.session.flush()
        work.session.refresh(match, ["entries"])
        wanted = undos.find_asked(match, row)
        return wanted is not None and wanted.asked == seats_asked(match, row)
    if row.kind not in ARRIVALS:
        return True
    player = work.session.get_one(Player, row.values["player"])
    there = player.erased_at is None and not was_here(work.session, match, player)
    return there and (match.seats[row.seat].vacant_at is not None) == (row.kind is ProposalKind.TAKEOVER)


def _has_moved(work: UnitOfWork, match: Match, number: int | None, since: datetime) -> bool:
    own = EntryRow.match_id == match.id, EntryRow.seat == number, EntryRow.kind == EntryKind.STEP
    moves = select(EntryRow.n).where(*own, EntryRow.how.in_(BY_PERSON), EntryRow.at > since)
    return work.session.scalars(moves.limit(1)).first() is not None


def _begin_pause(work: UnitOfWork, match: Match, row: ProposalRow, verdict: ConsentVerdict) -> None:
    until = datetime.fromisoformat(str(row.values["until"]))
    values = PauseValues(until, verdict.agreed, verdict.silent)
    add_act(work, match, Act(row.seat, values, notes=(consent_letters.outcome_note(match, row),)))
    row.decides_at = until
    pause_clock(work, match, until)


def _end_in_draw(work: UnitOfWork, match: Match, row: ProposalRow, verdict: ConsentVerdict) -> None:
    agreed = tuple(sorted((row.seat, *verdict.agreed)))
    finish_match(work, match, Ending("agreed", agreed=agreed), "server")


def _take_back(work: UnitOfWork, match: Match, row: ProposalRow, verdict: ConsentVerdict) -> None:
    wanted = undos.find_asked(match, row)
    if wanted is None:
        raise AssertionError(f"nothing can be taken back in {match.code}")
    row.values = {**row.values, "steps": list(wanted.steps)}  # the asker may have played on
    undos.take_back(work, match, wanted, verdict.agreed)


def _expel(work: UnitOfWork, match: Match, row: ProposalRow, verdict: ConsentVerdict) -> None:
    target = match.seats[about_seat(row) or 0]
    change = SeatChange("expelled", row.seat, agreed=verdict.agreed, silent=verdict.silent)
    lose_seat(work, match, target, change)


def _seat_newcomer(work: UnitOfWork, match: Match, row: ProposalRow, verdict: ConsentVerdict) -> None:
    """Let the person sit down against whom nobody objected."""
    seat, player = match.seats[row.seat], work.session.get_one(Player, row.values["player"])
    if row.kind is ProposalKind.SUBSTITUTE:
        until = datetime.fromisoformat(str(row.values["until"]))
        change = SeatChange("substitute", seat.number, agreed=verdict.agreed, until=until)
        seat_arrivals.seat_stand_in(work, match, seat, player, change)
    elif row.kind is ProposalKind.HAND_OVER:
        change = SeatChange("handed", seat.number, agreed=verdict.agreed)
        seat_arrivals.seat_player(work, match, seat, player, change)
    else:
        change = SeatChange("takeover", "server", agreed=verdict.agreed)
        seat_arrivals.seat_player(work, match, seat, player, change)
    settle_seats(work, match, seat, newcomer=True)


_CARRIED_OUT: Mapping[ProposalKind, Callable[[UnitOfWork, Match, ProposalRow, ConsentVerdict], None]] = {
    ProposalKind.PAUSE: _begin_pause,
    ProposalKind.EXPEL: _expel,
    ProposalKind.DRAW: _end_in_draw,
    ProposalKind.UNDO: _take_back,
    ProposalKind.TAKEOVER: _seat_newcomer,
    ProposalKind.HAND_OVER: _seat_newcomer,
    ProposalKind.SUBSTITUTE: _seat_newcomer,
}


def _player(seat: Seat) -> Player:
    if seat.player is None:
        raise ValueError(f"nobody sits at seat {seat.number}")
    return seat.player
