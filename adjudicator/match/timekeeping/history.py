"""Histories: folds the events of one seat of one match, and tells its clock after each event.

Calls what the services call for single events. What falls by itself falls at its own instant; at the same instant what
people did comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from adjudicator.match.timekeeping.absence_ledger import (
    AbsenceLedger,
    announce_absence,
    cancel_absence,
    count_days,
    end_absence,
    find_return,
)
from adjudicator.match.timekeeping.clock_errors import ClockRefusal, Why
from adjudicator.match.timekeeping.deadline_reasons import Reason, explain_deadline
from adjudicator.match.timekeeping.instants import DAY, HOUR, Instant, Seconds, Span
from adjudicator.match.timekeeping.pauses import (
    Pauses,
    agree_pause,
    find_pause_end,
    pause_by_host,
    resume_after_notice,
    resume_by_host,
)
from adjudicator.match.timekeeping.player_clock import (
    PlayerClock,
    change_free_times,
    change_player_zone,
    credit_zone,
)
from adjudicator.match.timekeeping.seat_account import open_account, seal_turns
from adjudicator.match.timekeeping.seat_clock import (
    Consequence,
    Outcome,
    Sitter,
    check_move,
    end_turn,
    find_consequence,
    find_strike_consequence,
    let_fall,
    restart_turn,
    settle_turn,
    start_turn,
)
from adjudicator.match.timekeeping.stops import Stop, StopKind
from adjudicator.match.timekeeping.terms import Terms
from adjudicator.match.timekeeping.turn_clock import (
    LATE_LETTER,
    Fall,
    Turn,
    add_absence,
    add_stop,
    count_left,
    cut_absence,
    end_bounce,
    end_stop,
    find_deadline,
    find_next_fall,
    grant_time,
    hold_for_letter,
    is_standing,
    replace_stop,
    send_letter,
    stop_for_bounce,
)

SHORTEST_OUTAGE: Final[Seconds] = HOUR
MOST_GRANTED_DAYS: Final = 365


class Phase(StrEnum):
    """Where a seat's clock stands."""

    NONE = "none"
    RUNNING = "running"
    STANDING = "standing"
    GRACE = "grace"
    LATE = "late"
    OVER = "over"


class State(msgspec.Struct, frozen=True):
    """The clock of the seat after something happened."""

    at: Instant
    what: str
    refused: Why | None
    clock: Phase
    due: Instant | None
    left: Seconds | None
    next: Instant | None
    bank: Seconds | None
    strikes: tuple[int, int]


class Person(NamedTuple):
    """Who sits on the seat."""

    clock: PlayerClock
    absences: AbsenceLedger
    allowance: int
    automatic: bool


class _Seat(StrEnum):
    TAKEN = "taken"
    VACANT = "vacant"
    MATCH_OVER = "match over"


class _Coming(StrEnum):
    """Event that comes by itself and is no fall of the turn."""

    MAILED = "mailed"
    PAUSE_OVER = "pause_over"
    BACK = "back"


class History:
    """The story of a seat up to now. Each method is an event; one that raises `ClockRefusal` changed nothing."""

    def __init__(self, terms: Terms, person: Person, begin: Instant, outages: Sequence[Span] = ()) -> None:
        """Begin at an instant. `outages` are those that a sweep will find: nothing falls in their gaps before that."""
        self.terms = terms
        self.person = person
        self.account = open_account(terms.time)
        self.pauses = Pauses()
        self.turn: Turn | None = None
        self.bounced = False
        self.told: list[State] = []
        self._outages = [(since, at) for since, at in outages if at - since > SHORTEST_OUTAGE]
        self._seat = _Seat.TAKEN
        self._leaves: Instant | None = None
        self._at = begin
        self._back_told = self._pause_told = begin - 1

    @property
    def sitter(self) -> Sitter:
        """The player's data that the clock needs."""
        person = self.person
        return Sitter(person.clock.calendar, person.absences, person.allowance, person.automatic, self.bounced)

    def advance(self, until: Instant, *, through: bool = False) -> None:
        """Carry out, and tell, the falls before an instant; with `through` also those at it."""
        last = until if through else until - 1
        while (coming := self._find_coming(held=True)) is not None and coming[0] <= last:
            at, what = coming
            self._at = max(self._at, at)
            if isinstance(what, Fall):
                self._let_fall(what)
            else:
                self._let_come(what)
        self._at = max(self._at, until)

    def tell(self, what: str, refused: Why | None = None, follows: Consequence | None = None) -> None:
        """Add the present state to the answers; `follows` is the consequence that comes next, at once."""
        coming = (self._at, follows) if follows is not None else self._find_coming()
        turn = self.turn
        state = State(
            at=self._at,
            what=what,
            refused=refused,
            clock=self.phase,
            due=None if turn is None else find_deadline(turn),
            left=None if turn is None else count_left(turn, self._at),
            next=None if coming is None else max(coming[0], self._at),
            bank=self.account.bank if turn is None else _bank(turn),
            strikes=(self.account.strikes_in_a_row, self.account.strikes),
        )
        self.told.append(state)

    @property
    def phase(self) -> Phase:
        """Where the clock stands."""
        if self._seat is not _Seat.TAKEN:
            return Phase.OVER
        if self.turn is None:
            return Phase.NONE
        if self.turn.grace_ended is not None or self.turn.silent:
            return Phase.LATE
        if self.turn.flagged is not None:
            return Phase.GRACE
        return Phase.STANDING if is_standing(self.turn, self._at) else Phase.RUNNING

    def explain(self) -> list[Reason]:
        """Explain the deadline of the turn that runs."""
        return [] if self.turn is None else explain_deadline(self.turn)

    def count_days(self) -> dict[int, int]:
        """Count the player's days of absence by year, as far as they began."""
        return {year: days for year, days in sorted(count_days(self.person.absences, self._at).items()) if days}

    def begin_turn(self, mailed: Instant | None) -> None:
        """Begin a turn; its letter leaves at `mailed`, or not in this story."""
        self._check_seat()
        if self.turn is not None:
            raise ClockRefusal(Why.BAD)
        waits = mailed is None or mailed > self._at
        turn = start_turn(self.terms, self.account, self.sitter, self.pauses, self._at, letter_waits=waits)
        self.turn = hold_for_letter(turn) if mailed is None or mailed - self._at > LATE_LETTER else turn
        self._leaves = mailed if waits else None

    def play(self) -> None:
        """Play the turn by an order, a plan or a habit."""
        self._check_seat()
        check_move(self.turn)
        turn = self._running()
        self.account = end_turn(self.terms, self.account, turn, self._at)
        self._drop_turn()

    def claim(self) -> None:
        """Claim, and tell it and its consequences."""
        self._check_seat()
        consequence = find_consequence(self.terms, self.turn, None)
        self.tell("claim", follows=consequence)
        if consequence is not None:
            self.follow(consequence)

    def follow(self, consequence: Consequence) -> None:
        """Carry out a consequence, and the effect of strikes on it; both are told."""
        if consequence in {Consequence.HOUSE, Consequence.SKIP}:
            self.account = end_turn(self.terms, self.account, self._running(), self._at, struck=True)
            self._drop_turn()
            struck = find_strike_consequence(self.terms, self.account)
            self.tell(consequence, follows=struck)
            if struck is not None:
                self.follow(struck)
            return
        self._seat = _Seat.MATCH_OVER if self.terms.seats == 2 else _Seat.VACANT
        if self.turn is not None and self._seat is _Seat.VACANT:
            self.account = settle_turn(self.terms, self.account, self.turn, self._at)
        elif self.turn is not None:
            self.account = replace(self.account, bank=_bank(self.turn))
        self._drop_turn()
        self.tell(consequence)

    def announce_absence(self, first: date, last: date) -> None:
        """Enter an absence."""
        self._check_seat()
        person = self.person
        zone = person.clock.calendar.zone
        absences, entered = announce_absence(person.absences, first, last, zone, self._at, person.allowance)
        if absences == person.absences:
            return  # It lies in one that is known.
        self.person = person._replace(absences=absences)
        if self.turn is not None and self.terms.absence:
            self.turn = add_absence(self.turn, entered.span)

    def end_absence(self) -> None:
        """End the absence that runs."""
        self._check_seat()
        absences, span = end_absence(self.person.absences, self._at)
        self._back_told = self._at
        self._cut_absence(absences, span)

    def cancel_absence(self, first: date) -> None:
        """Cancel an absence that begins on a day to come."""
        self._check_seat()
        self._cut_absence(*cancel_absence(self.person.absences, first, self._at))

    def choose_automatic(self, *, on: bool) -> None:
        """Choose between automatic absence and absence by hand."""
        self._check_seat()
        self.person = self.person._replace(automatic=on)

    def change_free_times(
        self, days_off: tuple[int, ...], night: tuple[int, int] | None, holidays: tuple[int, ...]
    ) -> None:
        """Change the free times."""
        self._check_seat()
        clock = change_free_times(self.person.clock, days_off, night, holidays, self._at)
        self.person = self.person._replace(clock=clock)

    def change_zone(self, zone: str) -> None:
        """Change the zone."""
        self._check_seat()
        clock = change_player_zone(self.person.clock, zone)
        if self.turn is not None:
            clock, self.turn = credit_zone(clock, self.turn, zone, self._at)
        self.person = self.person._replace(clock=clock)

    def grant(self, seconds: Seconds) -> None:
        """Give the seat time."""
        self._check_seat()
        if self.turn is None:
            raise ClockRefusal(Why.NOT_YOUR_TURN)
        if not 0 < seconds <= MOST_GRANTED_DAYS * DAY:
            raise ClockRefusal(Why.BAD)
        turn = grant_time(self.turn, seconds, self._at)
        self.turn = stop_for_bounce(turn, self._at) if self.bounced else turn

    def agree_pause(self, until: Instant) -> None:
        """Begin a pause to which the players agreed."""
        self._check_match()
        self.pauses, stop = agree_pause(self.pauses, until, self._at)
        self._add_stop(stop)

    def resume(self) -> None:
        """End the agreed pause after notice."""
        self._check_match()
        self.pauses, end = resume_after_notice(self.pauses, self._at)
        self._end_stop(StopKind.PAUSE, end)

    def pause_by_host(self, until: Instant | None) -> None:
        """Begin a pause of the host."""
        self._check_match()
        self.pauses, stop = pause_by_host(self.pauses, until, self._at)
        if self.turn is not None:
            self.turn = replace_stop(self.turn, stop)

    def resume_by_host(self) -> None:
        """End the host's pause."""
        self._check_match()
        self.pauses = resume_by_host(self.pauses, self._at)
        self._end_stop(StopKind.HOST_PAUSE, self._at)

    def find_outage(self, since: Instant, at: Instant) -> None:
        """Find that the sweep before was at `since`. What falls by itself in the gap is told behind it."""
        self._check_match()
        if since >= at:
            raise ClockRefusal(Why.BAD)
        if (since, at) in self._outages:
            self._outages.remove((since, at))
            self._add_stop(Stop(StopKind.OUTAGE, since, at))

    def bounce(self) -> None:
        """Note that the player's mailbox is dead."""
        self._check_seat()
        if not self.bounced and self.turn is not None:
            self.turn = stop_for_bounce(self.turn, self._at)
        self.bounced = True

    def reach(self) -> None:
        """Note that the player's mailbox takes letters again."""
        self._check_seat()
        self.bounced = False
        if self.turn is not None:
            self.turn = end_bounce(self.turn, self._at)

    def undo(self, turns: int) -> None:
        """Undo turns of the seat; the earliest of them begins again."""
        self._check_seat()
        self.account, self.turn = restart_turn(
            self.terms, self.account, self.turn, turns, self.sitter, self.pauses, self._at
        )
        self._leaves = None

    def seat_person(self, person: Person) -> None:
        """Let somebody else sit down; a turn that runs begins anew, with a full first budget."""
        self._check_match()
        self.person, self.bounced, self._seat = person, False, _Seat.TAKEN
        self.account = open_account(self.terms.time)
        if self.turn is not None:
            self.turn = start_turn(self.terms, self.account, self.sitter, self.pauses, self._at)
            self._leaves = None

    def seat_again(self, person: Person | None) -> None:
        """Let the player who left come back, with everything as they left it."""
        self._check_match()
        if self._seat is not _Seat.VACANT:
            raise ClockRefusal(Why.BAD)
        self._seat, self._back_told = _Seat.TAKEN, self._at
        self.account = seal_turns(self.account)
        if person is not None:
            clock = replace(self.person.clock, calendar=person.clock.calendar)
            self.person = person._replace(clock=clock, absences=self.person.absences)

    def _find_coming(self, *, held: bool = False) -> tuple[Instant, Fall | _Coming] | None:
        """Find what comes next; `held`: without what would fall in the gap of an outage that is not found yet."""
        if self._seat is _Seat.MATCH_OVER:
            return None
        coming: list[tuple[Instant, Fall | _Coming]] = []
        if (end := find_pause_end(self.pauses, self._pause_told)) is not None:
            coming.append((end, _Coming.PAUSE_OVER))
        if self._seat is _Seat.TAKEN:
            if (back := find_return(self.person.absences, self._back_told)) is not None:
                coming.append((back, _Coming.BACK))
            if self.turn is not None and self._leaves is not None:
                coming.append((self._leaves, _Coming.MAILED))
            if self.turn is not None and (fall := find_next_fall(self.turn, self.terms)) is not None:
                coming.append((fall.at, fall))
        if held:
            coming = [one for one in coming if not self._is_held(one[0])]
        return min(coming, key=lambda one: one[0], default=None)

    def _is_held(self, at: Instant) -> bool:
        return any(since < at <= found for since, found in self._outages)

    def _let_fall(self, fall: Fall) -> None:
        turn = self._running()
        outcome, self.turn, absences = let_fall(self.terms, turn, self.sitter, fall)
        self.person = self.person._replace(absences=absences)
        if outcome is Outcome.AUTOMATIC and (ended := absences.automatic[-1].end) <= self._at:
            # It was taken late, for an outage or a dead mailbox: nobody waits for its end.
            self._back_told = max(self._back_told, ended)
        consequence = find_consequence(self.terms, self.turn, outcome)
        self.tell(outcome, follows=consequence)
        if consequence is not None:
            self.follow(consequence)

    def _let_come(self, what: _Coming) -> None:
        match what:
            case _Coming.MAILED:
                left = self._at if self._leaves is None else self._leaves
                self.turn, self._leaves = send_letter(self._running(), left), None
            case _Coming.PAUSE_OVER:
                self._pause_told = self._at
            case _Coming.BACK:
                self._back_told = self._at
        self.tell(what)

    def _check_seat(self) -> None:
        if self._seat is not _Seat.TAKEN:
            raise ClockRefusal(Why.OVER)

    def _check_match(self) -> None:
        if self._seat is _Seat.MATCH_OVER:
            raise ClockRefusal(Why.OVER)

    def _running(self) -> Turn:
        if self.turn is None:
            raise ClockRefusal(Why.NOT_YOUR_TURN)
        return self.turn

    def _drop_turn(self) -> None:
        self.turn = self._leaves = None

    def _cut_absence(self, absences: AbsenceLedger, span: Span) -> None:
        self.person = self.person._replace(absences=absences)
        if self.turn is not None:
            self.turn = cut_absence(self.turn, span)

    def _add_stop(self, stop: Stop) -> None:
        if self.turn is not None:
            self.turn = add_stop(self.turn, stop)

    def _end_stop(self, kind: StopKind, end: Instant) -> None:
        if self.turn is not None:
            self.turn = end_stop(self.turn, kind, end)


def _bank(turn: Turn) -> Seconds | None:
    return None if turn.account is None else turn.account + turn.granted
