"""The clock of one turn: its frozen facts, and their consequences.

The deadline is a pure function of the facts: when the turn began, its budget, the mover's calendar, what stopped the
clock and when. Every event adds or cuts a fact, and the deadline is walked anew from the beginning; nothing is ever
added to a deadline that was rounded already.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from adjudicator.match.timekeeping.clock_errors import ClockRefusal, Why
from adjudicator.match.timekeeping.free_times import Calendar, move_calendar, round_to_full_hour
from adjudicator.match.timekeeping.instants import DAY, FOREVER, Instant, Seconds, Span
from adjudicator.match.timekeeping.stops import (
    STOPS_EVERYTHING,
    Stop,
    StopKind,
    cut_out,
    end_stops,
    in_order,
    list_spans,
    subtract_span,
)
from adjudicator.match.timekeeping.terms import LEAST, Late, Terms
from adjudicator.match.timekeeping.walk import count_used, move_out, walk_budget

LONGEST_BOUNCE: Final = 21 * DAY
"""For each player, seat and match, over all stops because of bounces."""
SILENCE: Final = 60 * DAY
AFTER_SILENCE: Final = 14 * DAY
LATE_LETTER: Final = 15 * 60
"""A turn's letter that leaves later than this gives its whole delay back."""
REMINDED_AFTER: Final = (4, 5)
AUTOMATIC_DAYS: Final = 3
"""At most in one turn."""


class FallKind(StrEnum):
    """Kind of event that comes by itself when nobody does anything."""

    BOUNCE_OVER = "bounce_over"
    DEADLINE = "deadline"
    """Then an automatic day is taken, or the flag falls."""
    GRACE_OVER = "grace_over"
    WAIT_OVER = "wait_over"
    CLAIMABLE = "claimable"
    """Without a limit: the letter after 60 days of silence."""
    SILENT = "silent"


class Fall(msgspec.Struct, frozen=True):
    """The next event that comes by itself, and its time."""

    at: Instant
    kind: FallKind


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """The facts of a running turn."""

    since: Instant
    budget: Seconds | None
    """None: no limit."""
    calendar: Calendar
    account: Seconds | None = None
    """The bank as it stood when the turn began."""
    rounding: Seconds | None = None
    """The minutes that rounding added to the first deadline; they belong to the turn, never to the bank. None: no
    deadline is known yet."""
    stops: tuple[Stop, ...] = ()
    granted: Seconds = 0
    lifted: Seconds = 0
    """Time added to have 12 hours left after the last of the time for bounces."""
    automatic: tuple[Span, ...] = ()
    """Automatic days of the player, in order, also those taken in other matches."""
    days_taken: int = 0
    """How many of them were taken because the time of this turn ran out."""
    passed: tuple[Span, ...] = ()
    """From where the budget was used to a deadline at which an automatic day was taken: rounding, and the credit for a
    zone. What is given later goes on behind it."""
    zone_credit: Seconds = 0
    zone_changed: bool = False
    zone_passed: Span | None = None
    """Where the credit was used, if a deadline with it has passed."""
    letter_waits: bool = False
    """The turn's letter has not left our relay; nothing falls until it has."""
    bounced_before: Seconds = 0
    flagged: Instant | None = None
    """The deadline that passed; grace counts from it."""
    grace_ended: Instant | None = None
    entered_late: tuple[Span, ...] = ()
    """Absences that were entered after the flag: they do not stop this turn, also not after more time was given."""
    warned: Instant | None = None
    """Without a limit: when the letter about the silence was sent."""
    unreached: Instant | None = None
    """Without a limit: when the 21 days of bounces were over, and the mailbox was still dead."""
    patience: Seconds = AFTER_SILENCE
    silent: bool = False


def begin_turn(
    calendar: Calendar, since: Instant, budget: Seconds | None, account: Seconds | None = None,
    stops: Iterable[Stop] = (), automatic: Iterable[Span] = (), bounced_before: Seconds = 0,
    *, bounced: bool = False, letter_waits: bool = False,
) -> Turn:  # fmt: skip
    """Begin a turn. `calendar` is from `freeze_calendar`; `stops` are the pauses and absences that run or come.

    `bounced`: the mailbox is dead already, `bounced_before`: how long that stopped the clock in earlier turns.
    """
    running = in_order(stop for stop in stops if stop.span[1] > since)
    turn = Turn(
        since, budget, calendar, account, None, running, automatic=tuple(automatic), bounced_before=bounced_before
    )
    turn = replace(turn, letter_waits=letter_waits)
    if bounced:
        turn = stop_for_bounce(turn, since)
    return _fix_rounding(turn)


def find_deadline(turn: Turn) -> Instant | None:
    """Return the last instant at which an order is in time; None without a limit, and while no end can be known."""
    if turn.budget is None:
        return None
    if turn.flagged is not None:
        return turn.flagged
    end = find_walk_end(turn)
    if end >= FOREVER:
        return None
    deadline = _settle_deadline(turn, _find_used_up(turn, end))
    return None if deadline >= FOREVER else deadline


def find_walk_end(turn: Turn) -> Instant:
    """Walk the budget and the minutes of the first rounding; `FOREVER` if no end can be known."""
    budget = _allotted(turn) + (turn.rounding or 0) + count_lift_to_come(turn)
    return walk_budget(turn.since, budget, _spans(turn), turn.calendar)


def find_zone_span(turn: Turn) -> Span | None:
    """Return the time in which the credit for a change of zone is used, rounding included; None without one."""
    if not turn.zone_credit or turn.zone_passed is not None:
        return turn.zone_passed
    deadline = find_deadline(turn)
    return None if deadline is None else (_find_used_up(turn, find_walk_end(turn)), deadline)


def count_lift_to_come(turn: Turn) -> Seconds:
    """Count the time that the turn will get to have 12 hours left, if its mailbox stays dead."""
    stop = _open_bounce(turn)
    return 0 if stop is None else _lift(turn, stop)


def find_reminder(turn: Turn) -> Instant | None:
    """Return when four fifths of the budget are used; None without a deadline, and after the flag."""
    if turn.budget is None or turn.flagged is not None:
        return None
    part, whole = REMINDED_AFTER
    at = walk_budget(turn.since, _allotted(turn) * part // whole, _spans(turn), turn.calendar)
    return None if at >= FOREVER else at


def count_turn_used(turn: Turn, now: Instant) -> Seconds:
    """Count the time used until `now`."""
    return count_used(turn.since, now, _spans(turn), turn.calendar)


def count_left(turn: Turn, now: Instant) -> Seconds | None:
    """Count the budget that is not used yet; None without a limit."""
    if turn.budget is None:
        return None
    return max(0, _allotted(turn) - count_turn_used(turn, now))


def count_to_deadline(turn: Turn, now: Instant) -> Seconds | None:
    """Count the time that runs until the deadline, its rounding included; None without a limit."""
    return None if turn.budget is None else max(0, _allotted(turn) + (turn.rounding or 0) - count_turn_used(turn, now))


def is_standing(turn: Turn, now: Instant) -> bool:
    """Tell whether an absence, pause, outage, bounce or late letter stops the clock; free times do not count."""
    return any(begin <= now < end for begin, end in _spans(turn))


def leave_stops(turn: Turn, instant: Instant) -> Instant:
    """Return the first instant from `instant` on at which the clock does not stand; free times do not count."""
    for begin, end in _spans(turn):
        if begin <= instant < end:
            instant = end
    return instant


def find_next_fall(turn: Turn, terms: Terms) -> Fall | None:
    """Return the next event that comes by itself; None if nothing does."""
    if turn.letter_waits:
        return None
    if turn.budget is None:
        falls = _falls_without_limit(turn)
    elif turn.grace_ended is not None:
        wait = walk_budget(turn.grace_ended, terms.wait, list_spans(turn.stops, STOPS_EVERYTHING))
        falls = [Fall(wait + 1, FallKind.WAIT_OVER)] if terms.late is Late.CLAIM else []
    elif turn.flagged is not None:
        falls = [Fall(_grace_end(turn, turn.flagged, terms) + 1, FallKind.GRACE_OVER)]
    else:
        deadline = find_deadline(turn)
        falls = _bounce_falls(turn)
        if deadline is not None:
            falls.append(Fall(deadline + 1, FallKind.DEADLINE))
    return min((fall for fall in falls if fall.at < FOREVER), key=lambda fall: fall.at, default=None)


def close_stops(turn: Turn) -> tuple[Stop, ...]:
    """Return the stops as they will be if nothing happens: a bounce ends when its 21 days are used up."""
    stop = _open_bounce(turn)
    return turn.stops if stop is None else end_stops(turn.stops, StopKind.BOUNCE, _bounce_end(turn, stop))


def add_stop(turn: Turn, stop: Stop) -> Turn:
    """Add a pause or an outage."""
    if stop.span[1] <= turn.since:
        return turn
    return replace(turn, stops=in_order((*turn.stops, stop)))


def replace_stop(turn: Turn, stop: Stop) -> Turn:
    """Add a pause in place of one of its kind that runs."""
    others = end_stops(turn.stops, stop.kind, stop.start)
    return _fix_rounding(add_stop(replace(turn, stops=others), stop))


def end_stop(turn: Turn, kind: StopKind, end: Instant) -> Turn:
    """End the stops of a kind at an instant: a pause."""
    return _fix_rounding(replace(turn, stops=end_stops(turn.stops, kind, end)))


def add_absence(turn: Turn, span: Span) -> Turn:
    """Stop the clock for an absence. One that is entered in grace does not stop this turn any more."""
    if turn.flagged is not None:
        return turn
    rest = cut_out(turn.stops, StopKind.ABSENCE, span)
    return add_stop(replace(turn, stops=rest), Stop(StopKind.ABSENCE, *span))


def set_absences(turn: Turn, spans: Iterable[Span]) -> Turn:
    """Set the absences to those that the player has now; the same turn if nothing changes.

    Those entered after the flag count for other turns only.
    """
    known = list_spans(turn.stops, {StopKind.ABSENCE})
    if turn.flagged is not None:
        late = tuple(part for span in spans for part in _subtract_all(span, known))
        return turn if late == turn.entered_late else replace(turn, entered_late=late)
    away = [Stop(StopKind.ABSENCE, *part) for span in spans for part in _subtract_all(span, turn.entered_late)]
    stops = in_order([*(stop for stop in turn.stops if stop.kind is not StopKind.ABSENCE), *away])
    return turn if stops == turn.stops else replace(turn, stops=stops)


def cut_absence(turn: Turn, span: Span) -> Turn:
    """Take away the ended or cancelled part of an absence. Nothing else moves a deadline to an earlier time."""
    return replace(turn, stops=cut_out(turn.stops, StopKind.ABSENCE, span))


def add_automatic_day(turn: Turn, day: Span, *, taken_here: bool) -> Turn:
    """Add an automatic day; a deadline at its beginning or inside moves to its end. Not in grace."""
    if turn.flagged is not None:
        return turn
    if taken_here:
        turn = _pass_deadline(turn, day[0])
    return replace(turn, automatic=tuple(sorted((*turn.automatic, day))))


def may_take_automatic_day(turn: Turn) -> bool:
    """Tell whether this turn may still take an automatic day, as far as the turn is concerned."""
    return turn.flagged is None and turn.budget is not None and turn.days_taken < AUTOMATIC_DAYS


def raise_flag(turn: Turn) -> Turn:
    """Let the flag fall: the deadline passed, and grace runs."""
    deadline = find_deadline(turn)
    if deadline is None:
        raise ValueError("a turn without a deadline has no flag")
    return replace(turn, flagged=deadline)


def end_grace(turn: Turn, terms: Terms) -> Turn:
    """End grace; the consequence is the match's `late`."""
    if turn.flagged is None:
        raise ValueError("there is no grace before the flag")
    return replace(turn, grace_ended=_grace_end(turn, turn.flagged, terms))


def grant_time(turn: Turn, seconds: Seconds, now: Instant) -> Turn:
    """Give time to the running turn; after the flag it counts from now. Raises `ClockRefusal` without a limit."""
    if turn.budget is None:
        if not turn.silent:
            raise ClockRefusal(Why.NO_LIMIT)
        return replace(turn, warned=now, patience=seconds, silent=False)
    if turn.flagged is not None:
        used_up = walk_budget(turn.since, _allotted(turn), _spans(turn), turn.calendar)
        stops = in_order((*turn.stops, Stop(StopKind.WRITTEN_OFF, used_up, now)))
        if turn.zone_passed is None or turn.zone_passed[0] >= used_up:
            turn = replace(turn, zone_credit=0, zone_passed=None)
        turn = replace(turn, stops=stops, rounding=0, flagged=None, grace_ended=None)
    return replace(turn, granted=turn.granted + seconds)


def change_zone(turn: Turn, zone: str, now: Instant) -> Turn:
    """Credit a change of zone, if the free times of the new zone would make the deadline later; the same turn if not.

    At most a day, once a turn, not while the clock stands. The turn keeps its own calendar.
    """
    deadline = find_deadline(turn)
    if deadline is None or turn.flagged is not None or turn.zone_changed or is_standing(turn, now):
        return turn
    stops, calendar = _spans(turn), move_calendar(turn.calendar, zone, now)
    end = find_walk_end(turn)
    used_up = moved = _find_used_up(turn, end)
    left = count_to_deadline(turn, now)
    if left:
        moved = walk_budget(now, left, stops, calendar)
    elif used_up >= now and used_up != end:
        # An automatic day ended in a free time, in which the clock does not run until now either.
        moved = move_out(now, sorted((*stops, (now - 1, now))), calendar)
    credit = count_used(used_up, min(moved, used_up + DAY), stops)
    credited = replace(turn, zone_credit=credit, zone_changed=True)
    return credited if _settle_deadline(credited, used_up) > deadline else turn


def stop_for_bounce(turn: Turn, now: Instant) -> Turn:
    """Stop the clock because the mailbox is dead: before the flag, and for at most 21 days in all."""
    if turn.flagged is not None or _open_bounce(turn) or count_bounced(turn, now) >= LONGEST_BOUNCE:
        return turn
    return add_stop(turn, Stop(StopKind.BOUNCE, now))


def end_bounce(turn: Turn, now: Instant) -> Turn:
    """Run the clock again with exactly the time that was left: the mailbox takes letters again."""
    stop = _open_bounce(turn)
    return turn if stop is None else _close(turn, stop, now)


def use_up_bounces(turn: Turn) -> Turn:
    """Run the clock again because the 21 days are over: with the time that was left, but 12 hours at least.

    Without a limit the seat counts as silent.
    """
    stop = _open_bounce(turn)
    if stop is None:
        raise ValueError("no bounce stops this clock")
    end = _bounce_end(turn, stop)
    closed = _close(turn, stop, end)
    if turn.budget is None:
        return replace(closed, unreached=end)
    return replace(closed, lifted=turn.lifted + _lift(turn, stop))


def count_bounced(turn: Turn, now: Instant) -> Seconds:
    """Count how long bounces stopped the clock of this player's seat, earlier turns included."""
    stopping = list_spans(turn.stops, STOPS_EVERYTHING)
    spans = [stop.span for stop in turn.stops if stop.kind is StopKind.BOUNCE]
    used = sum(count_used(begin, min(end, max(now, begin)), stopping) for begin, end in spans)
    return min(LONGEST_BOUNCE, turn.bounced_before + used)


def send_letter(turn: Turn, now: Instant, due_from: Instant | None = None) -> Turn:
    """Note that the turn's letter left our relay; a delay of more than 15 minutes stopped the clock from the ruling.

    `due_from`: until then it waited at the player's own wish; only the time behind that is a delay.
    """
    stops = tuple(stop for stop in turn.stops if stop.kind is not StopKind.MAIL)
    turn, begin = replace(turn, stops=stops, letter_waits=False), max(turn.since, due_from or turn.since)
    return add_stop(turn, Stop(StopKind.MAIL, begin, now)) if now - begin > LATE_LETTER else turn


def hold_for_letter(turn: Turn, due_from: Instant | None = None) -> Turn:
    """Stop the clock from the ruling on, or from `due_from`: the turn's letter is late and has not left yet."""
    begin = max(turn.since, due_from or turn.since)
    return add_stop(replace(turn, letter_waits=True), Stop(StopKind.MAIL, begin))


def deadline_if_sent(turn: Turn, now: Instant) -> Instant | None:
    """Return the deadline that a turn would have if the letter left now for which its clock stands."""
    begin = next((stop.start for stop in turn.stops if stop.kind is StopKind.MAIL), turn.since)
    return find_deadline(send_letter(turn, now, begin)) if turn.letter_waits else None


def warn_of_silence(turn: Turn, now: Instant) -> Turn:
    """Note the letter to a seat that was silent for 60 days."""
    return replace(turn, warned=now)


def fall_silent(turn: Turn) -> Turn:
    """Let others claim a match without limit."""
    return replace(turn, silent=True)


def _allotted(turn: Turn) -> Seconds:
    return (turn.budget or 0) + turn.lifted + turn.granted


def _fix_rounding(turn: Turn) -> Turn:
    """Keep the minutes that rounding adds to the first deadline that can be known."""
    if turn.budget is None or turn.rounding is not None or (end := find_walk_end(turn)) >= FOREVER:
        return turn
    return replace(turn, rounding=round_to_full_hour(turn.calendar, end) - end)


def _find_used_up(turn: Turn, end: Instant) -> Instant:
    """Return the walk's end, or that of the automatic day taken there, behind the stops and free times it lies in."""
    if not turn.passed or turn.passed[-1][0] != end:
        return end
    taken = next(behind for begin, behind in turn.automatic if begin == turn.passed[-1][1])
    return move_out(taken, _spans(turn), turn.calendar)


def _settle_deadline(turn: Turn, used_up: Instant) -> Instant:
    """Walk the credit for a zone, round up, and move out of automatic days that were taken in other matches."""
    stops = _spans(turn)
    credit = 0 if turn.zone_passed else turn.zone_credit
    deadline = _round_up(turn, walk_budget(used_up, credit, stops), stops)
    while (behind := _find_automatic_end(turn, deadline)) is not None:
        deadline = _round_up(turn, move_out(behind, stops, turn.calendar), stops)
    return deadline


def _round_up(turn: Turn, instant: Instant, stops: list[Span]) -> Instant:
    """Round up to a full hour; the minutes for that go on behind a stop that begins in them."""
    while instant < FOREVER:
        rounded = round_to_full_hour(turn.calendar, instant)
        end = walk_budget(instant, rounded - instant, stops)
        if end == rounded:
            return end
        instant = end
    return FOREVER


def _find_automatic_end(turn: Turn, instant: Instant) -> Instant | None:
    return next((end for begin, end in turn.automatic if begin <= instant < end), None)


def _pass_deadline(turn: Turn, deadline: Instant) -> Turn:
    """Take an automatic day at a deadline: its rounding, and the credit for a zone, are over."""
    used_up = walk_budget(turn.since, _allotted(turn), _spans(turn), turn.calendar)
    zone_passed = find_zone_span(turn)
    passed = (*turn.passed, (used_up, deadline))
    return replace(turn, passed=passed, zone_passed=zone_passed, rounding=0, days_taken=turn.days_taken + 1)


def _spans(turn: Turn) -> list[Span]:
    """List all that stops the clock, free times aside, in order."""
    if not turn.stops and not turn.automatic:
        return []
    return sorted((*(stop.span for stop in close_stops(turn)), *turn.automatic, *turn.passed))


def _subtract_all(span: Span, others: Iterable[Span]) -> list[Span]:
    parts = [span]
    for other in others:
        parts = [rest for part in parts for rest in subtract_span(part, other)]
    return parts


def _open_bounce(turn: Turn) -> Stop | None:
    return next((stop for stop in turn.stops if stop.kind is StopKind.BOUNCE and stop.end is None), None)


def _bounce_end(turn: Turn, stop: Stop) -> Instant:
    left = LONGEST_BOUNCE - count_bounced(turn, stop.start)
    return walk_budget(stop.start, left, list_spans(turn.stops, STOPS_EVERYTHING))


def _lift(turn: Turn, stop: Stop) -> Seconds:
    """Count the time that a turn gets to have 12 hours left when the time for bounces is over."""
    used = count_turn_used(turn, stop.start)
    return max(0, LEAST - (_allotted(turn) - used))


def _close(turn: Turn, stop: Stop, end: Instant) -> Turn:
    closed = () if end <= stop.start else (Stop(StopKind.BOUNCE, stop.start, end),)
    return replace(turn, stops=in_order((*(other for other in turn.stops if other is not stop), *closed)))


def _grace_end(turn: Turn, flagged: Instant, terms: Terms) -> Instant:
    kinds = STOPS_EVERYTHING | {StopKind.ABSENCE}
    return walk_budget(flagged, terms.grace, list_spans(turn.stops, kinds), turn.calendar)


def _bounce_falls(turn: Turn) -> list[Fall]:
    stop = _open_bounce(turn)
    return [] if stop is None else [Fall(_bounce_end(turn, stop), FallKind.BOUNCE_OVER)]


def _falls_without_limit(turn: Turn) -> list[Fall]:
    falls = _bounce_falls(turn)
    if turn.silent:
        return falls
    if turn.warned is not None:
        at = walk_budget(turn.warned, turn.patience, list_spans(turn.stops, STOPS_EVERYTHING))
        return [*falls, Fall(at, FallKind.SILENT)]
    away = list_spans(turn.stops, STOPS_EVERYTHING | {StopKind.ABSENCE})
    at = walk_budget(turn.since, SILENCE, away)
    return [*falls, Fall(at if turn.unreached is None else min(at, turn.unreached), FallKind.CLAIMABLE)]
