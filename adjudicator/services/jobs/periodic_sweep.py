"""The periodic sweep: outages, lost jobs, stopped clocks, reminders, missed deadlines, expired invitations.

`worker.beat` asks for one every few seconds, and a worker after it has connected to the broker. No deadline exists as a
delayed task: a sweep compares the times in the rows with now, and marks each row that it has dealt with. So a sweep may
run twice, several machines may sweep at the same time, and a clock may be set back.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, ScalarSelect, distinct, func, or_, select

from adjudicator.services.context import Context
from adjudicator.services.digest import digest_letter, reminder_letters
from adjudicator.services.inbound import delayed_orders, intake
from adjudicator.services.job_queue import ANY, Job
from adjudicator.services.jobs import letter_retention
from adjudicator.services.matches.clock import late_letters
from adjudicator.services.matches.deadlines import clock_falls, outages
from adjudicator.services.matches.opening import lobby, tied_seed, waiting_seats
from adjudicator.services.matches.rows import archive_rows, counted_rows
from adjudicator.services.matches.seats import proposals, seat_arrivals
from adjudicator.services.players import absences
from adjudicator.services.players.web_sessions import sweep_sessions
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.operation_tables import last_job_run, record_job_run
from adjudicator.store.states import MatchState, OutboxState, RequestKind, SeatState
from adjudicator.store.tables import Hint, Match, Outbox, Player, Request, Seat
from adjudicator.texts.letters import opening_kinds

FORGOTTEN_AFTER = timedelta(seconds=15)
"""A row that has waited for this long has lost its job, and is enqueued again."""
AT_A_TIME = 500


def run_sweep(context: Context, now: datetime, patience: timedelta = FORGOTTEN_AFTER) -> None:
    """Do everything that is due.

    1. Detect an outage, and take its time out of all turns that run, before any deadline counts as missed.
    2. Enqueue jobs for rows that have waited for longer than `patience`. It is zero when jobs are known to be lost.
    3. Begin the absences whose time has come; let clocks know what changed about their players' time.
    4. Let orders count that have waited long enough for a second look. Hold the clocks of turns whose letter has not
       left; let everything happen that is due.
    5. Ask the owners of matches that still wait for players.
    6. Remind players of turns that wait for them; write the digests that are due.
    7. Make finished matches of earlier versions known to the search of the archive, and to statistics.
    8. Take the names of players who were erased out of letters, and empty letters that the host keeps no longer.
    9. Delete expired web sessions and the seeds of matches that were never made, and record the end of the sweep.

    Each match has a transaction of its own: a sweep that is interrupted leaves the rest to the next one.
    """
    outages.note_outage(context, now)
    outages.settle_outages(context, now)
    for job, row in forgotten_rows(context, now - patience, now):
        context.queue.enqueue(job, row)
    _look_after_absences(context, now)
    _look_after_matches(context, now)
    _write_to_players(context, now)
    _look_after_the_past(context, now)
    sweep_sessions(context, now)
    with unit_of_work(context, now) as work:
        tied_seed.forget_seeds(work)
        record_job_run(work.session, outages.SWEPT, now)


def _look_after_absences(context: Context, now: datetime) -> None:
    for number in absences.absences_to_begin(context, now):
        with unit_of_work(context, now) as work:
            absences.begin_absence(work, work.session.get_one(Player, number, with_for_update={"of": Player}))
    for number in clock_falls.players_to_refresh(context):
        clock_falls.refresh_player(context, number, now)


def _look_after_matches(context: Context, now: datetime) -> None:
    """Let everything happen that is due in matches, each kind of it in all matches before the next kind."""
    for due, handle in (
        (delayed_orders.matches_with_due_orders, delayed_orders.let_orders_count),
        (late_letters.matches_to_hold, late_letters.hold_clock),
        (clock_falls.matches_to_settle, clock_falls.settle_match),
        (seat_arrivals.seats_to_settle, seat_arrivals.settle_seats_and_tell),
        (proposals.proposals_to_settle, proposals.settle_and_tell),
        (_expired, _ask_owner),
        (_silent, waiting_seats.tell_silence),
        (_unclaimed, _ask_about_open_seat),
        (_abandoned, _abandon),
    ):
        for number in due(context, now):
            with unit_of_work(context, now) as work:
                # `handle` checks again under the lock: another worker may have been faster.
                handle(
                    work, work.session.scalars(select(Match).where(Match.id == number).with_for_update(of=Match)).one()
                )


def _write_to_players(context: Context, now: datetime) -> None:
    for number in reminder_letters.players_to_remind(context, now):
        with unit_of_work(context, now) as work:
            reminder_letters.remind_player(work, number)
    for number in digest_letter.digests_due(context, now):
        with unit_of_work(context, now) as work:
            digest_letter.send_digest(work, work.session.get_one(Player, number, with_for_update={"of": Player}))


def _look_after_the_past(context: Context, now: datetime) -> None:
    """Write what the archive and statistics are made of, and delete what is no longer kept."""
    for number in archive_rows.matches_to_archive(context):
        with unit_of_work(context, now) as work:
            archive_rows.archive_match(work, work.session.get_one(Match, number, with_for_update={"of": Match}))
    for number in counted_rows.matches_to_count(context):
        with unit_of_work(context, now) as work:
            archive_rows.count_finished_match(work, work.session.get_one(Match, number, with_for_update={"of": Match}))
    letter_retention.erase_from_letters(context, now)
    letter_retention.empty_old_letters(context, now)


def last_sweep(context: Context) -> datetime | None:
    """Return when the last sweep ended, for `adjudicator doctor`."""
    with context.store.reading() as session:
        return last_job_run(session, outages.SWEPT)


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
    return _inviting(context, Match.silence_told_at.is_(None), now - waiting_seats.SILENT_AFTER > _OFFERED)


def _expired(context: Context, now: datetime) -> list[int]:
    """List the matches with a guest whose invitation has expired."""
    return _inviting(context, Match.created_at < now - lobby.REQUEST_LIFE, _invited(now) < _GUESTS)


def _unclaimed(context: Context, now: datetime) -> list[int]:
    """List the matches with a seat that nobody took though anybody could."""
    since = now - lobby.REQUEST_LIFE > _OFFERED
    return _inviting(context, Match.owner_asked_at.is_(None), since, _OPEN_SEATS > 0)


def _abandoned(context: Context, now: datetime) -> list[int]:
    """List the matches whose owner was asked about a free seat and did nothing."""
    return _inviting(context, Match.owner_asked_at < now - waiting_seats.OWNER_HAS, _invited(now) == 0)


def _inviting(context: Context, *conditions: ColumnElement[bool]) -> list[int]:
    query = select(Match.id).where(Match.state == MatchState.INVITING, *conditions)
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
