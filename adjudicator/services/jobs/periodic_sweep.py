"""The periodic sweep: outages, lost jobs, stopped clocks, reminders, missed deadlines, expired invitations.

`worker.beat` asks for one every few seconds, and a worker after it has connected to the broker. No deadline exists as a
delayed task: a sweep compares the times in the rows with now, and marks each row that it has dealt with. So a sweep may
run twice, several machines may sweep at the same time, and a clock may be set back.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import ColumnElement, ScalarSelect, distinct, func, or_, select

from adjudicator.services.archive.export_state import is_export_current
from adjudicator.services.context import Context
from adjudicator.services.digest import digest_letter, reminder_letters
from adjudicator.services.inbound import delayed_orders, intake
from adjudicator.services.job_queue import ANY, Job
from adjudicator.services.jobs import letter_retention
from adjudicator.services.jobs.sweep_attempts import ALL_ROWS, Attempts
from adjudicator.services.jobs.sweep_reports import tell_host_of_faults
from adjudicator.services.matches.clock import late_letters
from adjudicator.services.matches.deadlines import clock_falls, outages
from adjudicator.services.matches.opening import lobby, tied_seed, waiting_seats
from adjudicator.services.matches.rows import archive_rows, counted_rows
from adjudicator.services.matches.rows.outage_rows import SWEPT
from adjudicator.services.matches.seats import proposals, seat_arrivals
from adjudicator.services.matches.view import whole_match
from adjudicator.services.players import absences
from adjudicator.services.players.web_sessions import sweep_sessions
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.operation_tables import is_put_off, last_job_run, record_job_run
from adjudicator.store.states import MatchState, OutboxState, RequestKind, SeatState, SweepTask
from adjudicator.store.tables import Hint, Match, Outbox, Player, Request, Seat
from adjudicator.texts.letters import opening_kinds

FORGOTTEN_AFTER = timedelta(seconds=15)
"""A row that has waited for this long has lost its job, and is enqueued again."""
AT_A_TIME = 500


def run_sweep(context: Context, now: datetime, patience: timedelta = FORGOTTEN_AFTER) -> None:
    """Do everything that is due.

    1. Detect an outage, and take its time out of all turns that run, before any deadline counts as missed.
    2. Enqueue jobs for rows that have waited for longer than `patience`. It is zero when jobs are known to be lost.
    3. Begin the absences whose time has come; tell clocks of changes of their players' time.
    4. Let orders count that have waited long enough for a second look. Hold the clocks of turns whose letter has not
       left; let everything happen that is due.
    5. Ask the owners of matches that still wait for players.
    6. Remind players of turns that wait for them; write the digests that are due.
    7. Make finished matches of earlier versions known to the search of the archive, and to statistics. Read matches
       again that could not be shown.
    8. Take the names of players who were erased out of letters, and empty letters that the host keeps no longer.
    9. Delete expired web sessions and the seeds of matches that were never made, and record the end of the sweep.

    Each match has a transaction of its own: a sweep that is interrupted leaves the rest to the next one. A match or a
    player on which it fails is put off, and the host is told (`sweep_attempts`).
    """
    attempts = Attempts(context, now)
    outages.note_outage(context, now, attempts.try_row)
    outages.settle_outages(context, now, attempts.try_row)
    for job, row in forgotten_rows(context, now - patience, now):
        context.queue.enqueue(job, row)
    _look_after_absences(attempts)
    _look_after_matches(attempts)
    _write_to_players(attempts)
    _look_after_the_past(attempts)
    sweep_sessions(context, now)
    attempts.try_row(SweepTask.REPORT, ALL_ROWS, tell_host_of_faults)
    with unit_of_work(context, now) as work:
        tied_seed.forget_seeds(work)
        attempts.forget_stale(work)
        record_job_run(work.session, SWEPT, now)


def _look_after_absences(attempts: Attempts) -> None:
    context, now = attempts.context, attempts.now
    for number in absences.absences_to_begin(context, now):
        attempts.try_row(SweepTask.ABSENCE, number, partial(_for_player, number, absences.begin_absence))
    for number in clock_falls.players_to_refresh(context, now):
        attempts.try_call(SweepTask.TIME_CHANGED, number, partial(clock_falls.refresh_player, context, number, now))


def _look_after_matches(attempts: Attempts) -> None:
    """Let everything happen that is due in matches, each kind of it in all matches before the next kind."""
    for task, due, handle in (
        (SweepTask.OUTAGE, outages.matches_to_settle_again, outages.settle_match_again),
        (SweepTask.ORDERS, delayed_orders.matches_with_due_orders, delayed_orders.let_orders_count),
        (SweepTask.LETTER_HELD, late_letters.matches_to_hold, late_letters.hold_clock),
        (SweepTask.CLOCK, clock_falls.matches_to_settle, clock_falls.settle_match),
        (SweepTask.SEATS, seat_arrivals.seats_to_settle, seat_arrivals.settle_seats_and_tell),
        (SweepTask.PROPOSALS, proposals.proposals_to_settle, proposals.settle_and_tell),
        (SweepTask.EXPIRED, _expired, _ask_owner),
        (SweepTask.SILENT, _silent, waiting_seats.tell_silence),
        (SweepTask.UNCLAIMED, _unclaimed, _ask_about_open_seat),
        (SweepTask.ABANDONED, _abandoned, _abandon),
    ):
        _try_matches(attempts, task, due, handle)


def _try_matches(
    attempts: Attempts,
    task: SweepTask,
    due: Callable[[Context, datetime], list[int]],
    handle: Callable[[UnitOfWork, Match], None],
) -> None:
    for number in due(attempts.context, attempts.now):
        # `handle` checks again under the lock: another worker may have been faster.
        attempts.try_row(task, number, partial(_for_match, number, handle))


def _write_to_players(attempts: Attempts) -> None:
    for number in reminder_letters.players_to_remind(attempts.context, attempts.now):
        attempts.try_row(SweepTask.REMINDER, number, partial(reminder_letters.remind_player, number=number))
    for number in digest_letter.digests_due(attempts.context, attempts.now):
        attempts.try_row(SweepTask.DIGEST, number, partial(_for_player, number, digest_letter.send_digest))


def _look_after_the_past(attempts: Attempts) -> None:
    """Write the rows of the archive and of statistics, read faulty matches again, and delete letters not kept.

    An export with a name that was taken back since is made anew.
    """
    context, now = attempts.context, attempts.now
    _try_matches(attempts, SweepTask.ARCHIVE, archive_rows.matches_to_archive, archive_rows.archive_match)
    _try_matches(attempts, SweepTask.COUNT, counted_rows.matches_to_count, archive_rows.count_finished_match)
    _try_matches(attempts, SweepTask.LISTED, whole_match.matches_to_read_again, whole_match.read_whole_match)
    attempts.try_call(SweepTask.ERASURE, ALL_ROWS, partial(letter_retention.erase_from_letters, context, now))
    attempts.try_call(SweepTask.RETENTION, ALL_ROWS, partial(letter_retention.empty_old_letters, context, now))
    if not is_export_current(context.store):
        context.queue.ask_for_export()


def _for_match(number: int, handle: Callable[[UnitOfWork, Match], None], work: UnitOfWork) -> None:
    handle(work, work.session.scalars(select(Match).where(Match.id == number).with_for_update(of=Match)).one())


def _for_player(number: int, handle: Callable[[UnitOfWork, Player], None], work: UnitOfWork) -> None:
    handle(work, work.session.get_one(Player, number, with_for_update={"of": Player}))


def last_sweep(context: Context) -> datetime | None:
    """Return when the last sweep ended, for `adjudicator doctor`."""
    with context.store.reading() as session:
        return last_job_run(session, SWEPT)


def forgotten_rows(context: Context, before: datetime, now: datetime) -> list[tuple[Job, int]]:
    """List jobs for the rows that have waited since before that moment: their own jobs must be lost.

    Also for a letter whose worker died while it was being sent (expired lease): its job is done, the letter is not.
    """
    lost = Outbox.next_try_at <= before, Outbox.state == OutboxState.SENDING
    letters = select(Outbox.id).where(Outbox.next_try_at <= now, or_(*lost))
    house = select(Match.id).where(Match.house_to_move, Match.since <= before)
    asked = select(Hint.match_id).where(Hint.step == "", Hint.asked_at <= before)
    with context.store.reading() as session:
        outgoing = session.scalars(letters.limit(1)).all()
        moves = session.scalars(house.limit(AT_A_TIME)).all()
        hints = session.scalars(asked.limit(AT_A_TIME)).all()
    return [
        *((Job.JUDGE, row) for row in intake.waiting_letters(context, before, AT_A_TIME)),
        *((Job.POST, ANY) for _ in outgoing),  # one job sends all of them
        *((Job.HOUSE, row) for row in {*moves, *hints}),
    ]


# Few matches wait for players. COUNT, not EXISTS: PostgreSQL may plan the EXISTS as a join over all rows of all time.
_GUESTS = (
    select(func.count())
    .where(Seat.match_id == Match.id, Seat.state == SeatState.INVITED, Seat.guest != "")
    .scalar_subquery()
)
_OPEN_SEATS = (
    select(func.count())
    .where(Seat.match_id == Match.id, Seat.state == SeatState.INVITED, Seat.guest == "")
    .scalar_subquery()
)
_OFFERED = func.coalesce(Match.offered_at, Match.created_at)


def _invited(now: datetime) -> ScalarSelect[int]:
    """Count the guests of a match whose invitation still stands."""
    guest = (Seat.match_id == Request.match_id) & (Seat.guest == Request.address) & (Seat.state == SeatState.INVITED)
    return (
        select(func.count(distinct(Request.address)))
        .join(Seat, guest)
        .where(Request.match_id == Match.id, Request.kind == RequestKind.JOIN)
        .where(Request.done_at.is_(None), Request.expires_at > now)
        .scalar_subquery()
    )


def _silent(context: Context, now: datetime) -> list[int]:
    """List the matches whose owner is to be told that guests have not answered."""
    return _inviting(
        context, SweepTask.SILENT, now, Match.silence_told_at.is_(None), now - waiting_seats.SILENT_AFTER > _OFFERED
    )


def _expired(context: Context, now: datetime) -> list[int]:
    """List the matches with a guest whose invitation has expired."""
    return _inviting(
        context, SweepTask.EXPIRED, now, Match.created_at < now - lobby.REQUEST_LIFE, _invited(now) < _GUESTS
    )


def _unclaimed(context: Context, now: datetime) -> list[int]:
    """List the matches with a seat that nobody took though anybody could."""
    since = now - lobby.REQUEST_LIFE > _OFFERED
    return _inviting(context, SweepTask.UNCLAIMED, now, Match.owner_asked_at.is_(None), since, _OPEN_SEATS > 0)


def _abandoned(context: Context, now: datetime) -> list[int]:
    """List the matches whose owner was asked about a free seat and did nothing."""
    return _inviting(
        context, SweepTask.ABANDONED, now, Match.owner_asked_at < now - waiting_seats.OWNER_HAS, _invited(now) == 0
    )


def _inviting(context: Context, task: SweepTask, now: datetime, *conditions: ColumnElement[bool]) -> list[int]:
    query = select(Match.id).where(Match.state == MatchState.INVITING, *conditions, ~is_put_off(task, Match.id, now))
    with context.store.reading() as session:
        return list(session.scalars(query.limit(AT_A_TIME)))


def _ask_owner(work: UnitOfWork, match: Match) -> None:
    expired = waiting_seats.expired_guests(work, match) if match.state is MatchState.INVITING else []
    if expired:
        waiting_seats.free_seats(work, match, expired, opening_kinds.NoGuest.EXPIRED)


def _ask_about_open_seat(work: UnitOfWork, match: Match) -> None:
    if match.state is MatchState.INVITING and match.owner_asked_at is None:
        waiting_seats.ask_about_open_seat(work, match)


def _abandon(work: UnitOfWork, match: Match) -> None:
    asked, since = match.owner_asked_at, work.now - waiting_seats.OWNER_HAS
    waits = match.state is MatchState.INVITING and not waiting_seats.has_open_invitation(work, match)
    if waits and asked is not None and asked < since:
        waiting_seats.abandon_match(work, match)
