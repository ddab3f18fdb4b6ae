"""Reports on the time of a match: the reasons for the running deadline, and the time of each seat.

The answer to `time` and the panel of the match page are made of the same facts.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from adjudicator.engines.contract import Seat
from adjudicator.match.timekeeping.deadline_reasons import Reason, explain_deadline
from adjudicator.match.timekeeping.instants import from_instant
from adjudicator.match.timekeeping.terms import Terms
from adjudicator.services.context import Context
from adjudicator.services.matches.clock import match_clock, nudges
from adjudicator.services.matches.names.shown_names import shown_name
from adjudicator.services.players.absences import count_days_left, list_away_days, local_today
from adjudicator.services.players.player_calendar import free_times_of
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from adjudicator.store.tables import Seat as SeatRow
from adjudicator.texts.facts.clock_facts import SeatTime, TimeReason, TurnTime, sum_reasons
from adjudicator.texts.language.language import Language

MOST_SPANS = 3
"""Spans of one kind that are told one by one."""


@dataclass(frozen=True, slots=True)
class TimeReporter:
    """The time of a match, as told to the player of one seat (None: nobody's)."""

    context: Context
    match: Match
    reader: Seat | None
    now: datetime
    language: Language

    def report_turn(self) -> TurnTime | None:
        """Report on the running turn; None if no clock runs."""
        match, seat, turn = self.match, match_clock.mover_of(self.match), self.match.clock
        if seat is None or turn is None:
            return None
        return TurnTime(
            seat=seat.number,
            since=from_instant(turn.since),
            budget=turn.budget,
            left=match_clock.time_left(match, self.now),
            due=match.due_at,
            reasons=sum_reasons([_describe_reason(reason) for reason in explain_deadline(turn)], MOST_SPANS),
            nudge_from=nudges.possible_from(match),
            claimable=match_clock.claimable_from(match) if turn.budget is not None else None,
        )

    def report_seats(self) -> tuple[SeatTime, ...]:
        """Report on all seats; nothing if the match does not run."""
        if self.match.state is not MatchState.RUNNING:
            return ()
        terms = match_clock.terms_of(self.match)
        return tuple(self._report_seat(seat, terms) for seat in self.match.seats)

    def _report_seat(self, seat: SeatRow, terms: Terms) -> SeatTime:
        player = seat.player
        if player is None or not seat.by_person:
            return SeatTime(
                seat=seat.number, name=shown_name(seat, self.language, public=self.reader is None), person=False
            )
        account, off, today = (
            match_clock.account_of(self.match, seat),
            free_times_of(player),
            local_today(player, self.now),
        )
        runs = account.bank is not None and match_clock.mover_of(self.match) is seat
        return SeatTime(
            seat=seat.number,
            name=shown_name(seat, self.language, public=self.reader is None),
            bank=match_clock.time_left(self.match, self.now) if runs else account.bank,
            turns=match_clock.turns_to_come(terms, account),
            days_off=off.days_off if "weekends" in terms.off else (),
            night=off.night if "nights" in terms.off else None,
            holidays=bool(off.region) and "holidays" in terms.off,
            region=off.region if seat.number == self.reader else "",
            away=tuple((one.first, one.last) for one in list_away_days(player, self.now)) if terms.absence else (),
            year=today.year,
            days_left=count_days_left(self.context, player, today.year) if terms.absence else None,
            missed=account.strikes,
            missed_in_a_row=account.strikes_in_a_row,
        )


def _describe_reason(reason: Reason) -> TimeReason:
    since, until = reason.span or (None, None)
    return TimeReason(
        kind=reason.kind,
        seconds=reason.seconds,
        since=None if since is None else from_instant(since),
        until=None if until is None else from_instant(until),
    )
