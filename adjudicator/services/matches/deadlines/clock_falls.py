"""Falls of a running turn, and their consequences: days of absence, the flag, grace, the end of the time for bounces.

The sweep calls `settle_match` for each match whose `next_at` has come; a letter calls `catch_up` first, so that what
fell before it was accepted has fallen. Everything counts at its own instant, however late the sweep comes, and nothing
falls while a letter of the seat that was accepted before waits to be judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.match.course.places import Ending
from adjudicator.match.match_terms import TWO
from adjudicator.match.rulings.table import play_forced, play_step
from adjudicator.match.timekeeping import seat_clock
from adjudicator.match.timekeeping.instants import from_instant, to_instant
from adjudicator.match.timekeeping.seat_clock import Consequence, Outcome
from adjudicator.match.timekeeping.stops import StopKind
from adjudicator.match.timekeeping.turn_clock import Fall, find_next_fall
from adjudicator.services.context import Context
from adjudicator.services.match_reader import MatchReader
from adjudicator.services.matches.clock import late_letters, match_clock
from adjudicator.services.matches.clock.match_clock import account_of, mover_of, sitter_of, terms_of, waiting_seat_of
from adjudicator.services.matches.letters import clock_letters, consent_letters, turn_letters
from adjudicator.services.matches.plans.plan_turns import answer_by_plans, note_own_steps
from adjudicator.services.matches.plans.waiting_orders import orders_count_at
from adjudicator.services.matches.rows.match_ending import finish_match
from adjudicator.services.matches.rows.match_rows import let_bot_play, load_match, save_steps
from adjudicator.services.matches.rows.outage_rows import away_since
from adjudicator.services.matches.rows.proposal_rows import is_open, pending_proposals
from adjudicator.services.matches.rows.record_rows import VERSION_1, Arrival
from adjudicator.services.matches.rows.waiting_letters import has_unjudged_letter
from adjudicator.services.matches.seats import proposals
from adjudicator.services.matches.seats.seat_arrivals import bring_owner_back
from adjudicator.services.matches.seats.seat_changes import SeatChange, vacate_seat
from adjudicator.services.players.absences import store_ledger
from adjudicator.services.players.held_turns import hasten_held, replace_held
from adjudicator.services.players.players import seat_accepts_mail
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.operation_tables import SweepFault, failing_since, is_put_off
from adjudicator.store.session import is_temporary
from adjudicator.store.states import MatchState, SweepTask
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts.letters import clock_kinds, turn_kinds

AT_A_TIME = 500


def matches_to_settle(context: Context, now: datetime) -> list[int]:
    """List the matches in which something happens by itself by now, the earliest first.

    At the same moment those come first in which an automatic day can be taken: it moves the others' deadlines, too.
    One whose clock cannot be decoded is among them: `settle_match` fails on it alone.
    """
    due = select(Match.id, Match.next_at).where(Match.next_at <= now)
    due = due.where(~is_put_off(SweepTask.CLOCK, Match.id, now)).order_by(Match.next_at, Match.id)
    with context.store.reading() as session:
        found = session.execute(due.limit(AT_A_TIME)).all()
        days = MatchReader().load(session, [row.id for row in found], partial(_count_days, session))
    return [row.id for row in sorted(found, key=lambda row: (row.next_at, days.get(row.id, 0)))]


def _count_days(session: Session, numbers: Sequence[int]) -> dict[int, int]:
    """Count the automatic days that were taken in the running turns of some matches."""
    rows = session.execute(select(Match.id, Match.clock).where(Match.id.in_(numbers)))
    return {row.id: row.clock.days_taken if row.clock is not None else 0 for row in rows}


def players_to_refresh(context: Context, now: datetime) -> list[int]:
    """List the players about whose time something changed that a running turn may not know yet."""
    changed = select(Player.id).where(Player.time_changed_at.is_not(None))
    with context.store.reading() as session:
        waits = is_put_off(SweepTask.TIME_CHANGED, Player.id, now)
        return list(session.scalars(changed.where(~waits).limit(AT_A_TIME)))


def refresh_player(context: Context, number: int, now: datetime) -> None:
    """Tell the running turns of a player of changes of their time, each in a transaction of its own.

    One that fails is told again later, with all others of the player. Raises its fault, when the others are told.
    """
    with context.store.reading() as session:
        changed = session.scalar(select(Player.time_changed_at).where(Player.id == number))
        matches = session.scalars(select(Match.id).where(Match.awaited_id == number)).all()
    faults = list[Exception]()
    for match_id in matches:
        try:
            with unit_of_work(context, now) as work:
                match = work.session.scalars(select(Match).where(Match.id == match_id).with_for_update(of=Match)).one()
                _learn_facts(work, match)
                tell_standing(work, match)
        except Exception as fault:
            if is_temporary(fault):
                raise
            faults.append(fault)
    if faults:
        raise faults[0]
    with unit_of_work(context, now) as work:
        player = work.session.get_one(Player, number, with_for_update={"of": Player})
        if player.time_changed_at == changed:
            player.time_changed_at = None


def settle_match(work: UnitOfWork, match: Match) -> None:
    """Let everything happen that is due by now, and tell the players.

    If the sweep has failed on the match until now, the time since then is taken out of the turn, as after an outage.
    """
    failing = work.session.get(SweepFault, (SweepTask.CLOCK, match.id))
    if failing is not None:
        match_clock.add_outage(match, failing.since, work.now)
        work.session.delete(failing)
        work.session.flush()
    let_fall(work, match, work.now + timedelta(seconds=1))
    hasten_held(work, match)
    tell_standing(work, match)


def catch_up(work: UnitOfWork, match: Match, writer: Seat, accepted: datetime) -> None:
    """Bring the clock up to the moment at which a letter of `writer` was accepted.

    1. What fell before that moment falls; at the same instant the letter is first.
    2. A player who writes can be reached, and is there: their clock runs again. Their receipt tells them.
    """
    let_fall(work, match, accepted)
    player = writer.player
    if player is not None and player.bounced_at is not None:
        player.mark_reachable(work.now)
        match_clock.refresh_clocks(work, player)
    tell_standing(work, match, writer=writer)


def let_fall(work: UnitOfWork, match: Match, before: datetime) -> None:
    """Let everything fall that falls before a moment, unless a letter that was accepted earlier waits."""
    _learn_facts(work, match)
    while (seat := mover_of(match) or waiting_seat_of(match)) is not None and match.clock is not None:
        fall = find_next_fall(match.clock, terms_of(match))
        if fall is None or fall.at >= to_instant(before) or _is_held(work, match, seat, from_instant(fall.at)):
            break
        if seat.by_person:
            _let_one_fall(work, match, seat, fall)
        else:
            let_bot_play(work, match)  # nobody came in the time of a first turn
    match_clock.refresh_columns(match, work.now)


def _learn_facts(work: UnitOfWork, match: Match) -> None:
    """Let the clock know the news that no sweep has told it yet: of its player's time, mailbox, and letter."""
    seat = mover_of(match)
    if seat is not None and seat.player is not None and seat.player.time_changed_at is not None:
        match_clock.adopt_player(work, match)
    if match.letter_held:
        late_letters.hold_clock(work, match)


def _let_one_fall(work: UnitOfWork, match: Match, seat: Seat, fall: Fall) -> None:
    player, turn = seat.player, match.clock
    if player is None or turn is None:
        return
    sitter = sitter_of(work, player)
    outcome, turn, ledger = seat_clock.let_fall(terms_of(match), turn, sitter, fall)
    match_clock.set_clock(match, turn, work.now)
    if ledger is not sitter.absences:
        store_ledger(player, ledger, work.now)
        match_clock.refresh_clocks(work, player)
    _tell(work, match, seat, outcome)
    consequence = seat_clock.find_consequence(terms_of(match), turn, outcome)
    if consequence is not None:
        follow(work, match, seat, consequence)


def _tell(work: UnitOfWork, match: Match, seat: Seat, outcome: Outcome) -> None:
    """Write the letters about something that fell."""
    match outcome:
        case Outcome.AUTOMATIC:
            clock_letters.notify_automatic_day(work, match, seat)
        case Outcome.FLAG:
            match.overdue_at = work.now
            match.stopped_at = None  # a day of absence that was taken is over; this letter tells it
            clock_letters.notify_late(work, match)
        case Outcome.BOUNCE_OVER:
            match.stopped_at = None  # this letter tells that the clock runs again
            clock_letters.notify_bounce_limit(work, match, seat)
        case Outcome.CLAIMABLE:
            clock_letters.notify_long_silence(work, match, seat)
        case Outcome.SILENT:
            match.overdue_at = work.now
            clock_letters.notify_late(work, match)
        case _:
            pass


def follow(work: UnitOfWork, match: Match, seat: Seat, consequence: Consequence) -> None:
    """Carry out the consequence when the time of a seat is over: the house plays, or the seat is lost."""
    match consequence:
        case Consequence.SKIP if skip_turn(work, match):
            note_own_steps(work, match, seat.number)
            loaded = answer_by_plans(work, load_match(match))
            proposals.note_planned_moves(work, match, loaded.fresh)
            work.session.flush()
            turn_letters.notify_changed(work, loaded)
            count_strike(work, match, seat)
        case Consequence.HOUSE | Consequence.SKIP:
            let_bot_play(work, match)
            work.session.flush()
            clock_letters.notify_bot_plays(work, match, seat)
        case Consequence.LOST if len(match.seats) == TWO:
            finish_match(work, match, Ending("time", seat.number), "server")
            turn_letters.notify_over(work, match)
        case Consequence.LOST | Consequence.VACANT:
            lose_seat(work, match, seat)


def skip_turn(work: UnitOfWork, match: Match) -> bool:
    """Play the engine's idle step for a late player, if it is legal now; the house player plays the turn otherwise."""
    table = load_match(match).table
    idle = table.engine.rules.idle_step
    if not idle or idle not in table.legal_orders:
        return False
    table, played = play_step(table, table.engine.parse(table.position, idle).step)
    table, forced = play_forced(table)
    save_steps(work, match, table, (played, *forced), Arrival("skip", work.now))
    work.session.flush()
    return True


def lose_seat(work: UnitOfWork, match: Match, seat: Seat) -> None:
    """Take a seat from a player who was late too often; the match ends if nobody else is left.

    From a substitute it goes back to its owner.
    """
    if seat.owner_id is not None:
        bring_owner_back(work, match, seat, "server")
        return
    others = [other for other in match.seats if other is not seat and other.by_person]
    if not others:
        finish_match(work, match, Ending("time", seat.number), "server")
        turn_letters.notify_over(work, match)
        return
    vacate_seat(work, match, seat, SeatChange("late", "server"))
    work.session.flush()
    clock_letters.notify_seat_lost(work, match, seat)
    if match.record_version != VERSION_1:
        proposals.settle_seats(work, match, seat)


def count_strike(work: UnitOfWork, match: Match, seat: Seat) -> None:
    """Let the strikes of a seat have their effect, after the house has played a turn for its player."""
    if match.state is not MatchState.RUNNING or not seat.by_person:
        return
    consequence = seat_clock.find_strike_consequence(terms_of(match), account_of(match, seat))
    if consequence is not None:
        follow(work, match, seat, consequence)


def tell_standing(work: UnitOfWork, match: Match, *, writer: Seat | None = None) -> None:
    """Tell the others when the clock of the player to move stands or runs again; a writer's receipt tells them."""
    seat = mover_of(match)
    if seat is None or match.clock is None:
        return
    why = match_clock.standing_because(match, work.now)
    before = match_clock.standing_because(match, match.stopped_at) if match.stopped_at is not None else None
    if match.stopped_at is None:
        if why is not None:
            match.stopped_at = work.now
            told = match_clock.is_used_up(match, work.now)  # by the letter about the day of absence
            if why in (StopKind.ABSENCE, StopKind.BOUNCE) and not told:
                clock_letters.notify_clock_stop(work, match, seat, clock_kinds.STOPPED)
    elif why is None:
        if not match_clock.is_used_up(match, work.now):
            _tell_running(work, match, seat, writer)
    elif why is not before and {why, before} & match_clock.PAUSES:
        match.stopped_at = work.now  # a pause has begun or ended meanwhile, and its letters tell it
    _tell_host_pause_over(work, match)


def _tell_running(work: UnitOfWork, match: Match, seat: Seat, writer: Seat | None) -> None:
    """Tell that a clock runs again that stood.

    A pause has letters of its own, and nobody was told of an outage or of a letter of ours that went out late.
    """
    stopped_at, match.stopped_at = match.stopped_at or work.now, None
    if match_clock.standing_because(match, stopped_at) not in (None, StopKind.ABSENCE, StopKind.BOUNCE):
        return
    clock_letters.notify_clock_stop(work, match, seat, clock_kinds.RESUMED)
    if seat is not writer and seat_accepts_mail(seat, asks_something=True):
        turn_letters.notify_seat(work, seat, turn_kinds.YOUR_TURN, load_match(match))
        if seat.player is not None:
            replace_held(work, seat.player, match)


def _tell_host_pause_over(work: UnitOfWork, match: Match) -> None:
    """Tell that a pause of the host has come to its end; that of the players ends with letters of its own."""
    over = match_clock.settle_host_pause(match, work.now)
    if over and not any(not is_open(row) for row in pending_proposals(work.session, match)):
        consent_letters.notify_pause_over(work, match)


def _is_held(work: UnitOfWork, match: Match, seat: Seat, at: datetime) -> bool:
    """May nothing fall at `at` yet? A letter accepted by then waits or was set aside, or time lost is not settled."""
    session, away = work.session, away_since(work.session, work.now)
    if away is not None and at >= away:
        return True
    if failing_since(session, SweepTask.CLOCK, match.id) is not None:
        return True  # the sweep takes the time since then out of the turn, and then carries out the falls that are left
    count_at = orders_count_at(match, seat)
    if count_at is not None and count_at <= at:
        return True  # the sweep lets them count, or finds that they have lapsed
    return has_unjudged_letter(session, match, seat, at)
