"""The clock of a match's running turn. Its facts (`timekeeping.turn_clock.Turn`) are a column of the match's row.

Every change of a clock goes through here, under the lock of the match: a turn begins or ends, a player's absences or
mailbox change, time is given, the match is paused. Each change ends with `refresh_columns`: the deadline, the moment of
the next thing that happens by itself and the moment of the reminder are copies, for queries and letters.

What happens by itself is in `clock_falls`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import lru_cache, partial
from typing import Final

from msgspec.structs import replace
from sqlalchemy import select

from adjudicator.match.match_terms import TWO
from adjudicator.match.timekeeping import seat_clock, turn_clock
from adjudicator.match.timekeeping.absence_ledger import AbsenceLedger, list_absences, list_automatic_days
from adjudicator.match.timekeeping.deadline_reasons import explain_deadline
from adjudicator.match.timekeeping.free_times import Calendar, has_free_times, local_date
from adjudicator.match.timekeeping.instants import DAY, FOREVER, Instant, from_instant, to_instant
from adjudicator.match.timekeeping.pauses import (
    Pauses,
    agree_pause,
    is_paused,
    pause_by_host,
    resume_after_notice,
    resume_by_host,
    settle_pauses,
)
from adjudicator.match.timekeeping.reminders import (
    AT_FOUR_FIFTHS,
    USUAL,
    Addressee,
    Reminded,
    Reminder,
    find_next_reminder,
    list_due,
    list_reminders,
)
from adjudicator.match.timekeeping.seat_account import SeatAccount, open_account
from adjudicator.match.timekeeping.seat_clock import Sitter
from adjudicator.match.timekeeping.stops import Stop, StopKind, list_spans
from adjudicator.match.timekeeping.terms import Bank, Late, NoLimit, Periods, PerTurn, Terms, make_terms
from adjudicator.match.timekeeping.turn_clock import Turn
from adjudicator.services.match_reader import MatchReader
from adjudicator.services.players.absences import count_days_left, ledger_of
from adjudicator.services.players.held_turns import hasten_held
from adjudicator.services.players.player_calendar import calendar_of
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Player, Seat

NOBODY: Final = Sitter(Calendar("UTC"), AbsenceLedger(), 0, automatic=False)
"""The sitter of a vacant seat: no free times, no absences."""


PAUSES: Final = frozenset({StopKind.HOST_PAUSE, StopKind.PAUSE})


def terms_of(match: Match) -> Terms:
    """Return the match's terms about time; a match of version 0.2 has only its days."""
    return match.terms or _terms_of_days(match.days, len(match.seats))


@lru_cache
def _terms_of_days(days: int | None, seats: int) -> Terms:
    time = NoLimit() if days is None else PerTurn(days * DAY)
    # Its players were told that a turn can be claimed as soon as its time has passed.
    return make_terms(time, max(TWO, seats), Late.CLAIM, grace=0)


def account_of(match: Match, seat: Seat) -> SeatAccount:
    """Return the account of a seat; a player who has just sat down has a full one."""
    return seat.account or open_account(terms_of(match).time)


def sitter_of(work: UnitOfWork, player: Player) -> Sitter:
    """Collect the data of a player that a clock needs."""
    return Sitter(
        calendar_of(player, work.now),
        ledger_of(player),
        work.context.absence_days,
        automatic=player.absences_auto,
        bounced=player.bounced_at is not None,
    )


def mover_of(match: Match) -> Seat | None:
    """Return the seat whose clock runs; None if the house plays, or nobody."""
    if match.state is not MatchState.RUNNING or match.to_move is None or match.house_to_move:
        return None
    seat = match.seats[match.to_move]
    return seat if seat.by_person else None


def waiting_seat_of(match: Match) -> Seat | None:
    """Return the vacant seat whose turn waits for somebody to sit down (``vacant=wait``); None if there is none."""
    if match.state is not MatchState.RUNNING or match.to_move is None or match.house_to_move:
        return None
    seat = match.seats[match.to_move]
    return seat if seat.waits_until is not None else None


def begin_clock(work: UnitOfWork, match: Match, at: datetime) -> None:
    """Start the clock of a turn that begins with the ruling at `at`. The house player has none.

    A vacant seat that waits for somebody has the time of a first turn, with no free times.
    """
    match.since = at
    match.reminded_due_at = match.reminded = match.remind_at = None
    match.overdue_at = match.outage_id = match.stopped_at = match.nudged_at = None
    match.letter_held = False
    seat = match.seats[match.to_move] if match.to_move is not None else None
    if seat is None or seat.by_house or seat.player is None:
        clear_clock(match)
        return
    if seat.by_person:
        account, sitter = account_of(match, seat), sitter_of(work, seat.player)
    else:
        account, sitter = open_account(terms_of(match).time), NOBODY
    match.clock = seat_clock.start_turn(terms_of(match), account, sitter, match.pauses or Pauses(), to_instant(at))
    refresh_columns(match, at)
    if is_standing(match, at):
        match.stopped_at = at  # the letters of the new turn tell it


def settle_clock(match: Match, seat: Seat, at: datetime) -> None:
    """Settle the account of a seat that becomes vacant in its own turn."""
    if match.clock is not None and match.to_move == seat.number:
        seat.account = seat_clock.settle_turn(terms_of(match), account_of(match, seat), match.clock, to_instant(at))


def continue_clock(work: UnitOfWork, match: Match, seat: Seat) -> None:
    """Begin the running turn again with the time that is left of it, 12 hours at least.

    The turn is settled already if its seat was vacant meanwhile; else its clock still runs.
    """
    if seat.player is None:
        return
    now, pauses, sitter = to_instant(work.now), match.pauses or Pauses(), sitter_of(work, seat.player)
    running, account = match.clock, account_of(match, seat)
    if running is None and not account.finished:
        begin_clock(work, match, work.now)
        return
    account, turn = seat_clock.restart_turn(terms_of(match), account, running, 1, sitter, pauses, now)
    begin_clock(work, match, work.now)
    seat.account = account
    set_clock(match, turn, work.now)


def take_clocks_back(work: UnitOfWork, match: Match, turns: Mapping[int, int], running: int | None) -> None:
    """Take turns of seats back, `turns` that were over and the `running` one; begin that of the seat to move again.

    All time that was used stays used, and what the turns added goes (Q25): nobody gains time.
    """
    now, terms, pauses = to_instant(work.now), terms_of(match), match.pauses or Pauses()
    clock, mover = match.clock, match.seats[match.to_move] if match.to_move is not None else None
    begin_clock(work, match, work.now)
    for seat in match.seats:
        own = clock if seat.number == running else None
        account = account_of(match, seat)
        count = min(turns.get(seat.number, 0), len(account.finished)) + (own is not None)
        if not seat.by_person or seat.player is None or not count:
            continue
        if seat is mover:
            sitter = sitter_of(work, seat.player)
            seat.account, turn = seat_clock.restart_turn(terms, account, own, count, sitter, pauses, now)
            set_clock(match, turn, work.now)
        else:
            seat.account = seat_clock.take_turns_back(terms, account, own, count, now)


def end_clock(match: Match, seat: Seat, at: datetime, *, struck: bool) -> None:
    """Settle the account of the seat whose turn ended with an order accepted at `at`; `struck`: the house played it."""
    if match.clock is not None and seat.by_person:
        at_instant = max(to_instant(at), match.clock.since)
        mine = struck and seat.owner_id is None  # nobody is struck for an omission of a substitute
        seat.account = seat_clock.end_turn(
            terms_of(match), account_of(match, seat), match.clock, at_instant, struck=mine
        )
    clear_clock(match)


def clear_clock(match: Match) -> None:
    """Take the clock away: nobody's time runs."""
    match.clock = None
    match.due_at = match.next_at = match.remind_at = match.stopped_at = None


def stand_by(match: Match) -> None:
    """Let nothing fall any more in this turn, which the house player plays; its account is settled when it has."""
    match.due_at = match.next_at = match.remind_at = match.overdue_at = match.stopped_at = None


def set_clock(match: Match, turn: Turn, now: datetime) -> None:
    """Store the facts of the running turn."""
    if turn is not match.clock:
        match.clock = turn
    refresh_columns(match, now)


def refresh_columns(match: Match, now: datetime) -> None:
    """Copy the consequences of the running turn's facts into the columns that queries and letters read."""
    turn = match.clock
    if turn is None or match.house_to_move:
        return
    instant = to_instant(now)
    due = turn_clock.find_deadline(turn)
    due_at = None if due is None else from_instant(due)
    if due_at != match.due_at:
        match.due_at = due_at
        match.deadline_moves = (match.deadline_moves or 0) + 1
    fall = turn_clock.find_next_fall(turn, terms_of(match))
    changes = [*_next_changes(turn, instant), *([] if fall is None else [fall.at])]
    match.next_at = from_instant(min(changes)) if changes else None
    match.remind_at = _find_reminder(match, instant)
    if turn.flagged is None:
        match.overdue_at = None


def addressee_of(seat: Seat, player: Player) -> Addressee:
    """Collect what the times of a player's reminders depend on: the match's own plan goes before the player's."""
    plan = seat.reminders if seat.reminders is not None else player.reminders
    return Addressee(USUAL if plan is None else plan, player.quiet_hours, player.zone)


def due_reminders(match: Match, now: datetime, within: timedelta = timedelta(0)) -> list[Reminder]:
    """List the reminders of the running turn that come now, or within some time."""
    planned = None if match.remind_at is None else to_instant(match.remind_at)
    instant = to_instant(now)
    return list_due(_list_reminders(match, instant), instant, planned, int(within.total_seconds()))


def note_reminded(match: Match, sent: Iterable[Reminder], now: datetime) -> None:
    """Note that reminders were sent for the deadline as it is; find out when the next one comes."""
    if match.due_at is None:
        return
    due = to_instant(match.due_at)
    for one in sent:
        if one.before == AT_FOUR_FIFTHS:
            match.reminded_due_at = match.due_at
        else:
            others = [kept for kept in match.reminded or () if kept.before != one.before]
            match.reminded = (*others, Reminded(one.before, due))
    replan_reminders(match, now)


def replan_reminders(match: Match, now: datetime) -> None:
    """Find out when the player is reminded next: they have set it, or their quiet hours."""
    match.remind_at = None
    match.remind_at = _find_reminder(match, to_instant(now))


def is_late(match: Match) -> bool:
    """Has the deadline of the running turn passed?"""
    return match.clock is not None and match.clock.flagged is not None


def is_late_at(match: Match, at: datetime) -> bool:
    """Had the deadline of the running turn passed at a moment?"""
    flagged = None if match.clock is None else match.clock.flagged
    return flagged is not None and to_instant(at) > flagged


def grace_until(match: Match) -> datetime | None:
    """Return until when a late turn may still be played without anybody having a claim; None out of grace."""
    turn = match.clock
    if turn is None or turn.flagged is None or turn.grace_ended is not None or not terms_of(match).grace:
        return None
    fall = turn_clock.find_next_fall(turn, terms_of(match))
    return None if fall is None else from_instant(fall.at - 1)


def claimable_from(match: Match) -> datetime | None:
    """Return from when the others may claim, if the player to move goes on being late; None where nobody may.

    The sweep may not have looked at the deadline yet.
    """
    turn, terms = match.clock, terms_of(match)
    if turn is None or mover_of(match) is None:
        return None
    if turn.silent or turn.grace_ended is not None:
        return from_instant(turn.grace_ended or turn.since)
    if terms.late is not Late.CLAIM or turn_clock.find_deadline(turn) is None:
        return None
    late = turn if turn.flagged is not None else turn_clock.raise_flag(turn)
    fall = turn_clock.find_next_fall(late, terms)
    return None if fall is None else from_instant(fall.at)


def ends_by_itself(match: Match) -> datetime | None:
    """Return when a late turn ends without a claim, as far as that is known while it is late."""
    turn, terms = match.clock, terms_of(match)
    if turn is None or turn.flagged is None or terms.late is not Late.CLAIM:
        return None
    grace = grace_until(match)
    begun = turn.grace_ended or (to_instant(grace) if grace else turn.flagged)
    return from_instant(begun + terms.wait)


def takes_spare_day(work: UnitOfWork, match: Match) -> bool:
    """Will a day of absence be taken when the time of the running turn is over?"""
    seat, turn = mover_of(match), match.clock
    if seat is None or seat.player is None or turn is None or match.due_at is None or not terms_of(match).absence:
        return False
    year = local_date(seat.player.zone, to_instant(match.due_at)).year
    return (
        seat.player.absences_auto
        and turn_clock.may_take_automatic_day(turn)
        and count_days_left(work.context, seat.player, year) > 0
    )


def may_be_granted(match: Match) -> bool:
    """May others give the player to move more time? Not without a limit, unless the player is silent."""
    return match.clock is not None and (match.clock.budget is not None or match.clock.silent)


def time_left(match: Match, now: datetime) -> int | None:
    """Return the seconds of the running turn that are not used yet; None without a limit, and if no clock runs.

    They lead to the deadline that players are told, so with its rounding; but that is no part of a bank.
    """
    if match.clock is None or match.house_to_move:
        return None
    count = turn_clock.count_left if isinstance(terms_of(match).time, Bank) else turn_clock.count_to_deadline
    return count(match.clock, to_instant(now))


def turns_to_come(terms: Terms, account: SeatAccount) -> int | None:
    """Count the turns until the next base is added, the next one included; None for other kinds of time."""
    if not isinstance(terms.time, Periods):
        return None
    return terms.time.turns - (account.sealed + len(account.finished)) % terms.time.turns


def left_out(match: Match) -> tuple[str, ...]:
    """Name the free times that the deadline of the running turn leaves out, such as ``weekend``."""
    if match.clock is None or not has_free_times(match.clock.calendar):
        return ()
    named = {reason.kind.value for reason in explain_deadline(match.clock)}
    return tuple(kind for kind in ("weekend", "night", "holiday") if kind in named)


def is_standing(match: Match, now: datetime) -> bool:
    """Does the clock of the running turn stand?"""
    return match.clock is not None and not match.house_to_move and turn_clock.is_standing(match.clock, to_instant(now))


def standing_because(match: Match, now: datetime) -> StopKind | None:
    """Return why the clock stands; None while it runs."""
    if match.clock is None or match.house_to_move:
        return None
    instant = to_instant(now)
    if runs_taken_day(match, now):
        return StopKind.ABSENCE
    covering = [stop.kind for stop in turn_clock.close_stops(match.clock) if stop.covers(instant)]
    return min(covering, key=list(StopKind).index, default=None)


def runs_taken_day(match: Match, now: datetime) -> bool:
    """Does the clock stand for a day of absence that was taken at a deadline, of this match or of another one?"""
    instant = to_instant(now)
    return match.clock is not None and any(begin <= instant < end for begin, end in match.clock.automatic)


def is_used_up(match: Match, now: datetime) -> bool:
    """Is all time of the running turn used, so that only days of absence that were taken lead to its deadline?"""
    turn = match.clock
    if turn is None or match.due_at is None or turn.flagged is not None or not turn.days_taken:
        return False
    return not turn_clock.count_to_deadline(turn, to_instant(now))


def standing_until(match: Match, now: datetime) -> datetime | None:
    """Return when a clock that stands runs again, or when its pause is over; None if nobody knows."""
    if match.clock is None:
        return None
    instant, stops = to_instant(now), turn_clock.close_stops(match.clock)
    if standing_because(match, now) in PAUSES:
        spans = list_spans(stops, PAUSES)
    else:
        spans = [stop.span for stop in stops] + list(match.clock.automatic)
    end = instant
    for begin, behind in sorted(spans):
        if begin <= end < behind:
            end = behind
    return None if end == instant or end >= FOREVER else from_instant(end)


def adopt_player(work: UnitOfWork, match: Match) -> None:
    """Let the clock of the running turn know what its player has set or what their mailbox does. May be repeated."""
    seat, turn = mover_of(match), match.clock
    if seat is None or seat.player is None or turn is None:
        return
    player, now = seat.player, to_instant(work.now)
    turn = _adopt_absences(match, turn, player)
    if turn.calendar.zone != player.zone and _may_credit_zone(player, work.now):
        credited = turn_clock.change_zone(turn, player.zone, now)
        if credited is not turn:
            player.zone_credited_at = player.time_changed_at or work.now
            turn = credited
    set_clock(match, _adopt_mailbox(turn, player, work.now), work.now)
    hasten_held(work, match)


def pause_clock(work: UnitOfWork, match: Match, until: datetime | None, *, by_host: bool = False) -> None:
    """Pause the match until a moment, or without a known end. Raises `ClockRefusal`."""
    now, end = to_instant(work.now), None if until is None else to_instant(until)
    pauses = match.pauses or Pauses()
    if by_host:
        match.pauses, stop = pause_by_host(pauses, end, now)
    else:
        match.pauses, stop = agree_pause(pauses, FOREVER if end is None else end, now)
    if match.clock is not None:
        add = turn_clock.replace_stop if by_host else turn_clock.add_stop
        set_clock(match, add(match.clock, stop), work.now)


def resume_clock(work: UnitOfWork, match: Match, *, by_host: bool = False) -> datetime:
    """End a pause: the host's at once, an agreed one after 48 hours; return when. Raises `ClockRefusal`."""
    now, pauses = to_instant(work.now), match.pauses or Pauses()
    if by_host:
        match.pauses, end, kind = resume_by_host(pauses, now), now, StopKind.HOST_PAUSE
    else:
        match.pauses, end = resume_after_notice(pauses, now)
        kind = StopKind.PAUSE
    if match.clock is not None:
        set_clock(match, turn_clock.end_stop(match.clock, kind, end), work.now)
        hasten_held(work, match)
    return from_instant(end)


def is_match_paused(match: Match, now: datetime) -> bool:
    """Does a pause run, of the players or of the host?"""
    return match.pauses is not None and is_paused(match.pauses, to_instant(now))


def settle_host_pause(match: Match, now: datetime) -> bool:
    """Note the pauses that are over by now; tell whether one of the host was among them, and no other runs."""
    if match.pauses is None:
        return False
    pauses, over = settle_pauses(match.pauses, to_instant(now))
    if over:
        match.pauses = pauses
    return any(stop.kind is StopKind.HOST_PAUSE for stop in over) and not is_match_paused(match, now)


def _adopt_absences(match: Match, turn: Turn, player: Player) -> Turn:
    """Set the absences of the turn to those of its player, and after the flag no automatic days."""
    if not terms_of(match).absence:
        return turn
    ledger = ledger_of(player)
    turn = turn_clock.set_absences(turn, [absence.span for absence in list_absences(ledger, turn.since)])
    automatic = tuple(sorted({*turn.automatic, *list_automatic_days(ledger, turn.since)}))
    return turn if turn.flagged is not None or automatic == turn.automatic else replace(turn, automatic=automatic)


def _adopt_mailbox(turn: Turn, player: Player, now: datetime) -> Turn:
    """Stop the clock from the report on that the mailbox is dead, or run it again; the sweep may learn of it later."""
    if player.bounced_at is None:
        return turn_clock.end_bounce(turn, to_instant(min(now, player.time_changed_at or now)))
    if turn_clock.count_bounced(turn, to_instant(now)) >= turn_clock.LONGEST_BOUNCE:
        return turn
    given = [stop.span[1] for stop in turn.stops if stop.kind is StopKind.WRITTEN_OFF]
    return turn_clock.stop_for_bounce(turn, max([turn.since, to_instant(player.bounced_at), *given]))


def _may_credit_zone(player: Player, now: datetime) -> bool:
    """May a change of zone move a deadline? One change may move those of several matches."""
    credited = player.zone_credited_at
    return credited is None or credited == player.time_changed_at or now - credited >= timedelta(days=30)


def refresh_clocks(work: UnitOfWork, player: Player) -> None:
    """Tell the clocks of all turns that wait for a player of changes of the player's time.

    A match that another transaction has locked is left to the sweep, as `time_changed_at` says: two letters of one
    player, each with the lock of its own match, would wait for each other. So is a faulty one.
    """
    player.time_changed_at = work.now
    work.session.flush()
    query, reader = select(Match).where(Match.awaited_id == player.id).order_by(Match.id), MatchReader()
    matches = reader.fetch(work.session, query.with_for_update(of=Match, skip_locked=True))
    reader.read_each(matches, partial(adopt_player, work))
    reader.note(work)


def add_outage(match: Match, since: datetime, until: datetime) -> None:
    """Take the time of an outage of the service out of the running turn."""
    if match.clock is not None:
        stop = Stop(StopKind.OUTAGE, to_instant(since), to_instant(until))
        set_clock(match, turn_clock.add_stop(match.clock, stop), until)


def end_outages(match: Match, now: datetime) -> None:
    """Take back what an outage would still stop: it was none, because a machine's clock was wrong."""
    match.outage_id = None
    if match.clock is not None:
        set_clock(match, turn_clock.end_stop(match.clock, StopKind.OUTAGE, to_instant(now)), now)


def give_time(match: Match, given: timedelta, now: datetime) -> None:
    """Give the player to move more time. Raises `ClockRefusal` in a match without a limit.

    A dead mailbox stops the clock again that ran out: for the rest of its three weeks.
    """
    if match.clock is None:
        return
    turn, seat = turn_clock.grant_time(match.clock, int(given.total_seconds()), to_instant(now)), mover_of(match)
    if seat is not None and seat.player is not None and seat.player.bounced_at is not None:
        turn = _adopt_mailbox(turn, seat.player, now)
    set_clock(match, turn, now)


def hold_for_letter(match: Match, due_from: datetime, now: datetime) -> None:
    """Stop the clock from the beginning of the turn on: its letter is late, and has not left yet.

    `due_from` is when it could leave: later than the turn began if it waited at its reader's own wish.
    """
    if match.clock is not None and not match.clock.letter_waits:
        set_clock(match, turn_clock.hold_for_letter(match.clock, to_instant(due_from)), now)


def letter_left(match: Match, at: datetime, due_from: datetime) -> None:
    """Run the clock from when the turn's letter left our relay: a late one gives its whole delay back."""
    if match.clock is not None:
        set_clock(match, turn_clock.send_letter(match.clock, to_instant(at), to_instant(due_from)), at)


def _next_changes(turn: Turn, now: Instant) -> Iterator[Instant]:
    """List the instants to come at which a stop begins or ends."""
    for begin, end in (*(stop.span for stop in turn_clock.close_stops(turn)), *turn.automatic):
        yield from (edge for edge in (begin, end) if now < edge < FOREVER)


def _find_reminder(match: Match, now: Instant) -> datetime | None:
    planned = None if match.remind_at is None else to_instant(match.remind_at)
    reminder = find_next_reminder(_list_reminders(match, now), now, planned)
    return None if reminder is None else from_instant(reminder)


def _list_reminders(match: Match, now: Instant) -> list[Reminder]:
    """List the reminders of the running turn that were not sent; none while nobody is to move who could be reminded."""
    seat, turn = mover_of(match), match.clock
    if seat is None or seat.player is None or turn is None:
        return []
    sent = list(match.reminded or ())
    if match.reminded_due_at is not None:
        sent.append(Reminded(AT_FOUR_FIFTHS, to_instant(match.reminded_due_at)))
    return list_reminders(turn, addressee_of(seat, seat.player), sent, now)
