"""When letters come in a simulated year: none in quiet hours that has to wait, no reminder twice and none missing.

What has to hold is worked out here from the wall clocks of the readers and from the deadlines, not from the program.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import bindparam, func, select

from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Inbox, Match, Outbox, Player
from testkit.club import Club
from testkit.year.people import DAY, HOUR

AT_ONCE = frozenset(
    {"receipt", "service_receipt", "refusal", "confirm", "confirm_new", "confirm_join", "asked_for_match", "overdue"}
    | {"probe", "away", "fault", "sign_in", "unsubscribed", "digest_receipt", "digest"}
)
"""The kinds of letters that may come at any hour. Of digests `digests` knows at which."""
ASK_NOTHING = frozenset({"press"})
LEFT = 48 * HOUR
"""A letter about one's own turn may come at any hour if less than this is left when the quiet time ends."""
EARLY = 14 * HOUR
"""A reminder is brought forward by at most this: a quiet time of twelve hours, one before it, and one to be joined."""
LATE = 2 * HOUR
CODE = re.compile(r"^([0-9A-Z]{4}), ", re.MULTILINE)

_letters, _players, _matches, _inbox = (table.__table__.c for table in (Outbox, Player, Match, Inbox))
_SENDING = (
    select(
        *(_letters.id, _letters.kind, _letters.inbox_id, _letters.created_at, _letters.text, _letters.match_id),
        *(_players.id.label("player"), _players.zone, _players.quiet_hours, _players.reminders),
        *(_players.letters, _matches.code, _matches.turn, _matches.due_at, _matches.awaited_id),
    )
    .join(Player.__table__, _players.id == _letters.player_id)
    .outerjoin(Match.__table__, _matches.id == _letters.match_id)
    .where(_letters.state == OutboxState.SENDING, _letters.to_address == bindparam("to"))
)
_OWN_DEED = select(func.count()).where(_inbox.done_at == bindparam("at"), _inbox.envelope_from == bindparam("sender"))
_TURN = select(_matches.turn, _matches.due_at, _matches.awaited_id).where(_matches.code == bindparam("code"))


@dataclass(frozen=True)
class Reminder:
    """A reminder that came."""

    at: datetime
    due: datetime


@dataclass
class Turn:
    """A running turn as it was seen last."""

    number: int
    player: int
    since: datetime
    due: datetime | None
    due_known: datetime
    """Since when the deadline is where it is."""
    disturbed: bool = False
    """Did the clock stand since then?"""


@dataclass
class LetterTimes:
    """Watches when letters come."""

    club: Club
    due_when_written: Mapping[int, datetime | None]
    """By letter: the deadline of its match as it was then."""
    outages: Sequence[tuple[datetime, datetime]]
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    _reminders: defaultdict[tuple[str, int], list[Reminder]] = field(default_factory=lambda: defaultdict(list))
    _last: dict[int, datetime] = field(default_factory=dict)
    _turns: dict[int, Turn] = field(default_factory=dict)
    _relay_faults: list[list[datetime]] = field(default_factory=list)

    def relay_fails(self, now: datetime, *, down: bool) -> None:
        """Note that letters cannot leave from now on, or can again."""
        if down:
            self._relay_faults.append([now, now + 400 * DAY])
        elif self._relay_faults:
            self._relay_faults[-1][1] = now

    def arrive(self, to: str, now: datetime) -> Sequence[Any]:
        """Check the letter that is being sent to somebody, and return its row."""
        with self.club.context.store.engine.connect() as connection:
            rows = connection.execute(_SENDING, {"to": to}).all()
            for row in rows:
                if row.quiet_hours is not None and is_quiet(row.quiet_hours, row.zone, now):
                    deed = {"at": row.created_at, "sender": to}
                    self._check_quiet(row, now, own=bool(connection.scalar(_OWN_DEED, deed)))
                elif row.quiet_hours is not None:
                    self.counts["letters outside of quiet hours"] += 1
                if row.kind == "reminder":
                    others = [connection.execute(_TURN, {"code": code}).one() for code in CODE.findall(row.text)]
                    turns = [(row.code, row), *zip(CODE.findall(row.text), others, strict=True)]
                    for code, turn in turns:
                        self._check_reminder(row, code, turn, now)
                    self._check_apart(row, now)
                    self.counts["reminders of several turns"] += bool(others)
        return rows

    def look(self, number: int, row: Any, now: datetime) -> None:
        """See how a match stands; when a turn is over, or its time is, check that no reminder was missing."""
        seen = self._turns.get(number)
        player = row.awaited_id
        running = row.clock is not None and not row.house_to_move and player is not None and row.clock.flagged is None
        same = seen is not None and running and (seen.number, seen.player, seen.since) == (row.turn, player, row.since)
        if seen is not None and (not same or seen.due != row.due_at or row.stopped_at is not None):
            if not same:
                self._check_missing(row.code, seen, min(now, seen.due or now))
                del self._turns[number]
            else:
                seen.due, seen.due_known, seen.disturbed = row.due_at, now, row.stopped_at is not None
        if running and not same:
            self._turns[number] = Turn(row.turn, player, row.since, row.due_at, now, row.stopped_at is not None)

    def _check_quiet(self, row: Any, now: datetime, *, own: bool) -> None:
        self.counts["letters in quiet hours"] += 1
        end = next(now + n * HOUR / 4 for n in range(60) if not is_quiet(row.quiet_hours, row.zone, now + n * HOUR / 4))
        asked = row.kind in AT_ONCE or row.inbox_id is not None or own
        mine = row.awaited_id == row.player and row.kind not in ASK_NOTHING
        # The clock stands for a letter that could not leave at once: nobody knows the deadline then. It may also be
        # later by now than it was: a sweep can let another match take an automatic day behind the letter.
        dues = [due for due in (row.due_at, self.due_when_written[row.id]) if due is not None]
        urgent = any(due - end < LEFT for due in dues) or (row.due_at is None and now - row.created_at > HOUR / 4)
        if not asked and not (mine and urgent):
            what = f"{now} letter {row.id} ({row.kind}) of {row.created_at} comes in {row.quiet_hours} {row.zone}"
            self.faults.append(f"{what}, which end {end}; {row.code} turn {row.turn} until {row.due_at}")

    def _check_reminder(self, row: Any, code: str, turn: Any, now: datetime) -> None:
        self.counts["reminders"] += 1
        where = f"{now} reminder {row.id} of {row.created_at} about {code} turn {turn.turn} until {turn.due_at}"
        if turn.due_at is None and CODE.search(row.text) and now - row.created_at > HOUR:
            return  # a letter about several turns, which could not leave: nor could that of one of these turns
        if turn.awaited_id != row.player or turn.due_at is None or turn.due_at <= now:
            self.faults.append(f"{where} comes when the turn is over")
            return
        before = self._reminders[code, turn.turn]
        plan = row.reminders
        most = 1 if plan is None or plan.usual else len(plan.before)
        alike = [one for one in before if turn.due_at - one.due <= DAY]
        if len(alike) >= most:
            self.faults.append(f"{where} comes once too often: {alike}, {plan}")
        if plan is not None and plan.before:
            earliest = turn.due_at - timedelta(seconds=plan.before[0])
            # A letter about several turns goes though one of their deadlines has moved while it could not leave.
            if now < earliest - EARLY and not (CODE.search(row.text) and now - row.created_at > HOUR):
                self.faults.append(f"{where} comes too early: {plan}\n{row.text[:600]}")
        before.append(Reminder(now, turn.due_at))

    def _check_apart(self, row: Any, now: datetime) -> None:
        last = self._last.get(row.player)
        if last is not None and now - last < HOUR and not self._was_down(last - DAY, now):
            self.faults.append(f"{now} reminder {row.id} comes less than an hour after another")
        self._last[row.player] = now

    def _check_missing(self, code: str, turn: Turn, end: datetime) -> None:
        if turn.due is None or turn.disturbed:
            return
        came = [one.at for one in self._reminders[code, turn.number]]
        for at in self._expected(turn):
            begin = max(turn.due_known, turn.since)
            if at - EARLY <= begin + HOUR or at + LATE >= end or self._was_down(at - EARLY, at + LATE):
                self.counts["reminders not to be judged"] += 1
            elif any(at - EARLY <= one <= at + LATE for one in came):
                self.counts["reminders in time"] += 1
            else:
                self.faults.append(f"{code} turn {turn.number} until {turn.due}: no reminder at {at}, but {came}")

    def _expected(self, turn: Turn) -> Iterator[datetime]:
        """List when reminders come by the plan of the player."""
        query = select(_players.reminders, _players.bounced_at).where(_players.id == turn.player)
        with self.club.context.store.engine.connect() as connection:
            row = connection.execute(query).one()
        if turn.due is None or row.reminders is None or row.bounced_at is not None:
            return
        yield from (turn.due - timedelta(seconds=before) for before in row.reminders.before)

    def _was_down(self, begin: datetime, end: datetime) -> bool:
        return any(since <= end and begin <= until for since, until in (*self._relay_faults, *self.outages))


def is_quiet(hours: Any, zone: str, at: datetime) -> bool:
    """Tell by the wall clock whether an instant is quiet."""
    hour = at.astimezone(ZoneInfo(zone)).hour
    return bool((hour - hours.begin) % 24 < (hours.end - hours.begin) % 24)


def is_quiet_throughout(hours: Any, zone: str, begin: datetime, end: datetime) -> bool:
    """Tell by the wall clock whether it is quiet from an instant to another without a break."""
    return end - begin < DAY and all(
        is_quiet(hours, zone, min(begin + n * HOUR / 4, end)) for n in range((end - begin) // (HOUR / 4) + 2)
    )
