"""The commands of a letter to a seat that are about time: claims, grants, absences, free times, `time` and `nudge`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from sqlalchemy import func, select

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.match.course.places import Ending
from adjudicator.match.record.record import ClaimValues, GrantValues
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.match.timekeeping import seat_clock
from adjudicator.match.timekeeping.clock_errors import ClockRefusal
from adjudicator.match.timekeeping.seat_clock import Consequence
from adjudicator.services.inbound.earlier_letters import EarlierLettersWait
from adjudicator.services.matches.clock import match_clock, nudges
from adjudicator.services.matches.clock.match_clock import refresh_clocks
from adjudicator.services.matches.deadlines import clock_falls
from adjudicator.services.matches.letters import clock_letters, turn_letters
from adjudicator.services.matches.rows.match_ending import finish_match
from adjudicator.services.matches.rows.match_rows import let_bot_play
from adjudicator.services.matches.rows.outage_rows import away_since
from adjudicator.services.matches.rows.record_rows import VERSION_1, Act, add_act, first_number_of_turn
from adjudicator.services.matches.rows.waiting_letters import waiting_letters_of
from adjudicator.services.matches.view.calendars import answer_calendar, check_use, set_calendar
from adjudicator.services.matches.view.time_reports import TimeReporter
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.players.digest_times import DIGEST, TURNS
from adjudicator.services.players.letter_times import parse_plan, set_plan_of_seat
from adjudicator.services.players.time_settings import (
    answer_digest,
    apply_time_setting,
    check_time_setting,
    describe_absences,
)
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Grant, Match, Player
from adjudicator.texts.facts import answer_facts, position_facts
from adjudicator.texts.language.language import SOURCE, language_for

MOST_DAYS = 60
"""Days that one player can grant in one turn, all grants together."""
GRANTS_A_TURN = 5
LATEST = timedelta(days=365)
"""The latest deadline that grants can lead to, from now."""


def claim_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Claim a turn whose time and grace are over: with two seats the match ends, with more the house plays the turn.

    Not for the writer's own turn. Letters that were accepted before and wait are judged first (`judging`).
    """
    match, inbound = seat_letter.match, seat_letter.inbound
    if is_over(seat_letter, given):
        return
    late = match_clock.mover_of(match)
    if late is None or late.number == seat_letter.seat.number:
        seat_letter.receipt.add_refused(given.line, refusals.nothing_to_claim())
        return
    if earlier := waiting_letters_of(inbound.session, match, inbound.row):
        raise EarlierLettersWait(earlier)
    if (since := away_since(inbound.session, inbound.now)) is not None:
        seat_letter.receipt.add_refused(given.line, refusals.service_was_away(since))
        return
    try:
        consequence = seat_clock.find_consequence(match_clock.terms_of(match), match.clock, None)
    except ClockRefusal:
        seat_letter.receipt.add_refused(given.line, _nothing_to_claim(match))
        return
    claimer, ends = seat_letter.seat.number, consequence is Consequence.LOST
    note = Note.of("match.claimed" if ends else "match.stood_in", seat=claimer, late_seat=late.number)
    if match.record_version != VERSION_1:
        add_act(inbound.work, match, Act(claimer, ClaimValues(late.number), inbound.row.received_at, (note,)))
    seat_letter.receipt.add_done(given, note)
    if ends:
        finish_match(inbound.work, match, Ending("time", late.number), claimer, inbound.row.received_at)
        seat_letter.reload_match()
        return
    let_bot_play(inbound.work, match)
    inbound.session.flush()
    clock_letters.notify_bot_plays(inbound.work, match, late, asker=seat_letter.seat)


def _nothing_to_claim(match: Match) -> Refusal:
    """Say why there is nothing to claim: not late, or grace runs until a moment."""
    grace = match_clock.grace_until(match)
    if grace is None:
        return refusals.nothing_to_claim()
    return Refusal.of(RefusalKey.GRACE_RUNS, until=grace.isoformat())


def grant_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Extend the deadline of the player to move, late or not, within the limits above."""
    match = seat_letter.match
    if is_over(seat_letter, given):
        return
    late = match_clock.mover_of(match)
    if late is None or late.number == seat_letter.seat.number or not match_clock.may_be_granted(match):
        seat_letter.receipt.add_refused(given.line, Refusal(RefusalKey.NOTHING_TO_GRANT))
        return
    if not given.argument.isdecimal() or not int(given.argument):
        seat_letter.receipt.add_refused(given.line, refusals.bad_argument("grant", given.argument, ("grant 3",)))
        return
    days, left = int(given.argument), _days_to_give(seat_letter)
    if days > left:
        nearest = (f"grant {left}",) if left else ()
        seat_letter.receipt.add_refused(given.line, refusals.granted_enough(MOST_DAYS, GRANTS_A_TURN, left, nearest))
        return
    inbound = seat_letter.inbound
    note = Note.of("match.granted", seat=seat_letter.seat.number, late_seat=late.number, days=days)
    match_clock.give_time(match, timedelta(days=days), inbound.now)
    if match.record_version != VERSION_1:
        values = GrantValues(late.number, days * 24)
        add_act(inbound.work, match, Act(seat_letter.seat.number, values, inbound.row.received_at, (note,)))
    inbound.session.add(
        Grant(match_id=match.id, turn=match.turn, seat=seat_letter.seat.number, days=days, at=inbound.now)
    )
    seat_letter.receipt.add_done(given, note)
    seat_letter.granted += days
    inbound.session.flush()


def _days_to_give(seat_letter: SeatLetter) -> int:
    """Return the number of days that the writer may still grant in this turn."""
    match, inbound = seat_letter.match, seat_letter.inbound
    given = select(func.count(), func.coalesce(func.sum(Grant.days), 0)).where(
        Grant.match_id == match.id,
        Grant.turn >= first_number_of_turn(inbound.session, match),
        Grant.seat == seat_letter.seat.number,
    )
    times, days = inbound.session.execute(given).one()
    if times >= GRANTS_A_TURN:
        return 0
    room = inbound.now + LATEST - max(match.due_at or inbound.now, inbound.now)
    return max(0, min(MOST_DAYS - days, room // timedelta(days=1)))


def set_time_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Set something about the player's time: an absence, or when their clocks rest."""
    inbound, player = seat_letter.inbound, seat_letter.seat.player
    if player is None or not _change_setting(seat_letter, given, player):
        return
    refresh_clocks(inbound.work, player)
    clock_falls.tell_standing(inbound.work, seat_letter.match, writer=seat_letter.seat)


def _change_setting(seat_letter: SeatLetter, given: GivenCommand, player: Player) -> bool:
    """Carry out a setting, and report on it; return whether it was changed."""
    work = seat_letter.inbound.work
    try:
        with refusals_roll_back(work):
            settled = check_time_setting(work, player, given.command.name, given.argument)
            note = apply_time_setting(work, player, given.command.name, settled)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return False
    seat_letter.receipt.add_done(given, note)
    return True


def remind_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Set when the player is reminded in this match; a letter to the service sets it for all."""
    try:
        settled = parse_plan(given.argument)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return
    match, seat = seat_letter.match, seat_letter.seat
    seat_letter.receipt.add_done(given, set_plan_of_seat(seat, settled, match.code))
    if match.to_move == seat.number:
        match_clock.replan_reminders(match, seat_letter.inbound.now)


def calendar_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Send the player's calendar, with its address; make another address, or end it."""
    player = seat_letter.seat.player
    if player is None:
        return
    try:
        with refusals_roll_back(seat_letter.inbound.work):
            note = set_calendar(player, check_use(given.argument))
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return
    if note is None:
        seat_letter.receipt.add_question(given, calendar_answer)
    else:
        seat_letter.receipt.add_done(given, note)


def calendar_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """Attach the player's calendar."""
    inbound, player = seat_letter.inbound, seat_letter.seat.player
    if player is None:
        raise ValueError(f"nobody sits at seat {seat_letter.seat.number}")
    answer, seat_letter.receipt.attachment = answer_calendar(inbound.work, player, given.line)
    return answer


def digest_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Set the hours of the player's digest and the letters that wait for it; ``digest`` alone asks."""
    player = seat_letter.seat.player
    if player is None:
        return
    if not given.argument and given.command.name == DIGEST:
        seat_letter.receipt.add_question(given, digest_answer)
    else:
        _change_setting(seat_letter, given, player)


def digest_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """Tell when the player's digest comes."""
    player = seat_letter.seat.player
    if player is None:
        raise ValueError(f"nobody sits at seat {seat_letter.seat.number}")
    return answer_digest(player, given.line)


def absences_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """List the player's absences; with an argument, choose whether days of absence are taken by themselves."""
    if given.argument:
        set_time_command(seat_letter, given)
    else:
        seat_letter.receipt.add_question(given, absences_answer)


def absences_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """List the player's absences, and the days that are left."""
    player = seat_letter.seat.player
    if player is None:
        raise ValueError(f"nobody sits at seat {seat_letter.seat.number}")
    return describe_absences(seat_letter.inbound.work, player, given.line)


def nudge_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Send the player to move a friendly letter, in a match without a limit."""
    match, inbound = seat_letter.match, seat_letter.inbound
    if is_over(seat_letter, given):
        return
    try:
        nudged = nudges.find_nudged(match, seat_letter.seat, inbound.now)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return
    note = Note.of("match.nudged", seat=seat_letter.seat.number, nudged=nudged.number)
    seat_letter.receipt.add_done(given, note)
    match.nudged_at = inbound.now
    inbound.session.flush()
    turn_letters.notify_nudged(inbound.work, seat_letter.loaded, nudged, seat_letter.seat)


def time_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """Explain the running deadline, and tell the time of each seat."""
    inbound, player = seat_letter.inbound, seat_letter.seat.player
    language = language_for(player.language if player else SOURCE)
    reporter = TimeReporter(inbound.context, seat_letter.match, seat_letter.seat.number, inbound.now, language)
    return position_facts.TimeAnswer(
        order=given.line,
        turn=reporter.report_turn(),
        nudge=word_for("nudge", seat_letter.language.language),
        seats=reporter.report_seats(),
    )


def is_over(seat_letter: SeatLetter, given: GivenCommand) -> bool:
    """Refuse a command if the match does not run."""
    if seat_letter.match.state is MatchState.RUNNING:
        return False
    seat_letter.receipt.add_refused(given.line, refusals.match_over())
    return True


CLOCK_ACTS: Mapping[str, Callable[[SeatLetter, GivenCommand], None]] = {
    "claim": claim_command,
    "grant": grant_command,
    "nudge": nudge_command,
    "absence": set_time_command,
    "absences": absences_command,
    "away_letters": set_time_command,
    "off": set_time_command,
    "calendar": calendar_command,
    "remind": remind_command,
    "quiet": set_time_command,
    DIGEST: digest_command,
    TURNS: digest_command,
}
CLOCK_ANSWERS: Mapping[str, Callable[[SeatLetter, GivenCommand], answer_facts.Answer]] = {"time": time_answer}
