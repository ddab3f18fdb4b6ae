"""The clock of a seat: turns begin and end, and events that come by themselves fall.

Joins the facts of a turn with the seat's account and the player's absences. Nothing here knows a database: the
services and `adjudicator clock` call the same functions.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from adjudicator.match.timekeeping.absence_ledger import (
    AbsenceLedger,
    list_absences,
    list_automatic_days,
    take_automatic_day,
)
from adjudicator.match.timekeeping.clock_errors import ClockRefusal, Why
from adjudicator.match.timekeeping.free_times import Calendar, freeze_calendar
from adjudicator.match.timekeeping.instants import Instant, Seconds
from adjudicator.match.timekeeping.pauses import Pauses
from adjudicator.match.timekeeping.seat_account import (
    SeatAccount,
    add_strike,
    end_row,
    finish_turn,
    turn_budget,
    undo_turns,
)
from adjudicator.match.timekeeping.stops import Stop, StopKind
from adjudicator.match.timekeeping.terms import Late, Terms
from adjudicator.match.timekeeping.turn_clock import (
    Fall,
    FallKind,
    Turn,
    add_automatic_day,
    begin_turn,
    count_bounced,
    count_left,
    end_grace,
    fall_silent,
    find_deadline,
    may_take_automatic_day,
    raise_flag,
    use_up_bounces,
    warn_of_silence,
)


class Outcome(StrEnum):
    """Result of a fall."""

    AUTOMATIC = "automatic"
    FLAG = "flag"
    GRACE_OVER = "grace_over"
    WAIT_OVER = "wait_over"
    BOUNCE_OVER = "bounce_over"
    CLAIMABLE = "claimable"
    SILENT = "silent"


class Consequence(StrEnum):
    """Consequence for the seat when its time is over."""

    HOUSE = "house"
    """The house plays the turn: a strike."""
    SKIP = "skip"
    LOST = "lost"
    """Two seats: the match ends; more: the seat is vacant."""
    VACANT = "vacant"
    """Strikes."""


_AFTER_GRACE: Final = {
    Late.CLAIM: None,
    Late.HOUSE: Consequence.HOUSE,
    Late.SKIP: Consequence.SKIP,
    Late.LOSE: Consequence.LOST,
}


class Sitter(msgspec.Struct, frozen=True):
    """A player's data for a clock: the calendar, the absences, the mailbox, and days of absence a year."""

    calendar: Calendar
    absences: AbsenceLedger
    allowance: int
    automatic: bool = True
    """Automatic absence."""
    bounced: bool = False


def start_turn(
    terms: Terms, account: SeatAccount, sitter: Sitter, pauses: Pauses, now: Instant, *, letter_waits: bool = False
) -> Turn:
    """Begin a turn of the seat."""
    return _start(terms, account, sitter, pauses, now, turn_budget(terms.time, account), letter_waits=letter_waits)


def settle_turn(terms: Terms, account: SeatAccount, turn: Turn, now: Instant) -> SeatAccount:
    """Settle the account for a turn that is over at `now`, and leave the strikes as they are."""
    settled = finish_turn(terms.time, account, count_left(turn, now) or 0)
    return replace(settled, bounced=count_bounced(turn, now))


def end_turn(terms: Terms, account: SeatAccount, turn: Turn, now: Instant, *, struck: bool = False) -> SeatAccount:
    """Settle a turn that was played at `now`; `struck`: by the house, or it was skipped."""
    settled = settle_turn(terms, account, turn, now)
    return add_strike(settled) if struck else end_row(settled)


def restart_turn(
    terms: Terms, account: SeatAccount, running: Turn | None, turns: int, sitter: Sitter, pauses: Pauses, now: Instant
) -> tuple[SeatAccount, Turn]:
    """Undo turns of the seat, the running one among them; the earliest begins again. Raises `ClockRefusal`."""
    account, budget = _take_back(terms, account, running, turns, now)
    return account, _start(terms, account, sitter, pauses, now, budget)


def take_turns_back(terms: Terms, account: SeatAccount, running: Turn | None, turns: int, now: Instant) -> SeatAccount:
    """Undo turns of a seat that is not to move behind that, the running one among them. Raises `ClockRefusal`."""
    account, _ = _take_back(terms, account, running, turns, now)
    return account


def _take_back(
    terms: Terms, account: SeatAccount, running: Turn | None, turns: int, now: Instant
) -> tuple[SeatAccount, Seconds | None]:
    if running is not None:
        account = replace(account, bounced=count_bounced(running, now))
    left = None if running is None else count_left(running, now) or 0
    return undo_turns(terms.time, account, turns, left)


def check_move(turn: Turn | None) -> None:
    """Raise `ClockRefusal` unless an order still counts. Earlier falls must have been carried out.

    It also counts after grace as long as nobody has claimed: playing on is what everybody wants.
    """
    if turn is None:
        raise ClockRefusal(Why.NOT_YOUR_TURN)


def find_consequence(terms: Terms, turn: Turn | None, fallen: Outcome | None) -> Consequence | None:
    """Return the consequence for the seat after something fell, or after a claim (`fallen` is None).

    Raises `ClockRefusal` for a claim of nothing.
    """
    claimed = Consequence.LOST if terms.seats == 2 else Consequence.HOUSE
    if fallen is None:
        if turn is None or not (turn.silent or turn.grace_ended is not None):
            raise ClockRefusal(Why.NOTHING_TO_CLAIM)
        return claimed
    if fallen is Outcome.WAIT_OVER:
        return claimed
    return _AFTER_GRACE[terms.late] if fallen is Outcome.GRACE_OVER else None


def find_strike_consequence(terms: Terms, account: SeatAccount) -> Consequence | None:
    """Tell whether strikes end a match of two, or make the seat vacant."""
    if not account.struck_out:
        return None
    return Consequence.LOST if terms.seats == 2 else Consequence.VACANT


def let_fall(terms: Terms, turn: Turn, sitter: Sitter, fall: Fall) -> tuple[Outcome, Turn, AbsenceLedger]:
    """Carry out the fall that `find_next_fall` named; return its result, the turn, and the player's absences."""
    if fall.kind is FallKind.DEADLINE:
        if (taken := _take_day(terms, turn, sitter)) is not None:
            return Outcome.AUTOMATIC, add_automatic_day(turn, taken.automatic[-1].span, taken_here=True), taken
        return Outcome.FLAG, raise_flag(turn), sitter.absences
    match fall.kind:
        case FallKind.GRACE_OVER:
            turn = end_grace(turn, terms)
        case FallKind.BOUNCE_OVER:
            turn = use_up_bounces(turn)
        case FallKind.CLAIMABLE:
            turn = warn_of_silence(turn, fall.at)
        case FallKind.SILENT:
            turn = fall_silent(turn)
    return Outcome(fall.kind.value), turn, sitter.absences


def _take_day(terms: Terms, turn: Turn, sitter: Sitter) -> AbsenceLedger | None:
    deadline = find_deadline(turn)
    if not (terms.absence and sitter.automatic) or sitter.bounced or deadline is None:
        return None
    if not may_take_automatic_day(turn):
        return None
    return take_automatic_day(sitter.absences, deadline, sitter.calendar.zone, sitter.allowance)


def _start(
    terms: Terms, account: SeatAccount, sitter: Sitter, pauses: Pauses, now: Instant, budget: Seconds | None,
    *, letter_waits: bool = False,
) -> Turn:  # fmt: skip
    absences = sitter.absences if terms.absence else AbsenceLedger()
    away = (Stop(StopKind.ABSENCE, *absence.span) for absence in list_absences(absences, now))
    return begin_turn(
        freeze_calendar(sitter.calendar, terms.off, now),
        now,
        budget,
        None if account.bank is None else budget,
        (*pauses.stops, *away),
        list_automatic_days(absences, now),
        account.bounced,
        bounced=sitter.bounced,
        letter_waits=letter_waits,
    )
