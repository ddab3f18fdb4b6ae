"""Digests in a simulated year, and how turns are told: each digest at its hour with all that waits, each turn once.

What has to hold is worked out here from the wall clocks of the readers and from what reached their mailboxes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, bindparam, func, or_, select

from adjudicator.store.states import Letters, MatchState
from adjudicator.store.tables import Match, Outbox, Player, ProposalRow, Request, Seat
from adjudicator.texts.language.language import language_for
from adjudicator.texts.times.times import format_short_end
from testkit.club import Club
from testkit.year.letters import LEFT, is_quiet, is_quiet_throughout
from testkit.year.people import DAY, WEEKDAYS, DigestWish, Person

MINUTE = timedelta(minutes=1)
DIGEST = "digest"
TURN_LETTERS = frozenset({"your_turn", "start"})
"""The letters that say that a turn has begun; every other one to its player shows it too."""
SAYS_ONLY = frozenset({"their_turn", "outage", "granted", "stopped", "resumed", "automatic_day", "quiet"})
"""The kinds of letters that ask nothing of somebody who is not to move."""
_LISTED = re.compile(r"^  ([0-9A-Z]{4,8}) \S", re.MULTILINE)
_HEADING = re.compile(r"^={3,}$", re.MULTILINE)

_letters, _players, _matches = (one.__table__.c for one in (Outbox, Player, Match))
_READER = select(_players.id, _players.bounced_at, _players.language, _players.zone, _players.quiet_hours).where(
    _players.address == bindparam("address")
)
_WAITING = (
    select(_matches.id, _matches.code, _matches.turn, _matches.since, _matches.due_at)
    .where(_matches.state == MatchState.RUNNING, _matches.awaited_id == bindparam("player"))
    .order_by(_matches.id)
)
_WRITTEN = select(_letters.id, _letters.text).where(
    _letters.kind == DIGEST, _letters.player_id == bindparam("player"), _letters.created_at == bindparam("at")
)
_HELD = select(func.count()).where(
    _letters.player_id == bindparam("player"), _letters.created_at >= bindparam("since"), _letters.match_id.is_not(None)
)
_BESIDES = (
    select(func.count())
    .select_from(Seat)
    .join(Match, Match.id == Seat.match_id)
    .where(
        Seat.player_id == bindparam("player"),
        or_(
            Match.state == MatchState.INVITING,
            select(ProposalRow.id).where(ProposalRow.match_id == Match.id).exists(),
        ),
    )
)
_INVITED = select(func.count()).where(Request.address == bindparam("address"), Request.done_at.is_(None))


def list_codes(text: str) -> set[str]:
    """List the matches that a digest tells as waiting."""
    return set(_LISTED.findall(_HEADING.split(text)[0]))


def find_moment(wish: DigestWish, zone: str, after: datetime) -> datetime:
    """Return the first instant behind `after` at which a wall clock shows the time of a digest."""
    day = after.astimezone(ZoneInfo(zone)).date() - DAY
    while True:
        if not wish.days or WEEKDAYS[day.weekday()] in wish.days:
            at = _find_on(day, wish.minute, ZoneInfo(zone))
            if at is not None and at > after:
                return at
        day += DAY


def _find_on(day: date, minute: int, zone: ZoneInfo) -> datetime | None:
    """Return the first instant of a day at which its wall clock has reached a minute; None if the day ends before."""
    wall = datetime.combine(day, time(minute // 60, minute % 60))
    at = wall.replace(tzinfo=zone).astimezone(UTC)
    while _wall(at - MINUTE, zone) >= wall:  # the minute does not exist: back to the jump
        at -= MINUTE
    return at if _wall(at, zone).date() == day else None


def _wall(at: datetime, zone: ZoneInfo) -> datetime:
    return at.astimezone(zone).replace(tzinfo=None)


@dataclass
class DigestCheck:
    """Reckons when each digest is due, and whether the sweep behind that moment writes it."""

    club: Club
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    written: dict[tuple[int, datetime], datetime] = field(default_factory=dict)
    """By player and moment of writing: when the digests were due."""
    _next: dict[str, tuple[Person, datetime]] = field(default_factory=dict)
    """By address."""

    def plan(self, person: Person, now: datetime) -> None:
        """Reckon anew when the next digest of somebody is due, after a change of their wish or their zone."""
        self._next.pop(person.address, None)
        if person.digest is not None:
            self._next[person.address] = person, find_moment(person.digest, person.zone, now)

    def find_next(self, person: Person) -> datetime | None:
        """Return when the next digest of somebody is due."""
        found = self._next.get(person.address)
        return None if found is None else found[1]

    def list_moments(self) -> list[datetime]:
        """List when digests are due."""
        return [at for _, at in self._next.values()]

    def after_sweep(self, now: datetime) -> None:
        """Check the digests that a sweep had to write."""
        due = [(person, at) for person, at in self._next.values() if at <= now]
        if not due:
            return
        with self.club.context.store.engine.connect() as connection:
            for person, at in due:
                reader = connection.execute(_READER, {"address": person.address}).one()
                waiting = connection.execute(_WAITING, {"player": reader.id}).all()
                if (morning := self._find_morning(reader, waiting, at, now)) is not None:
                    self._next[person.address] = person, morning
                    self.counts["digests that waited for the morning"] += 1
                else:
                    self._check(connection, (person, reader), waiting, (at, now))
                    self.plan(person, now)

    def _find_morning(self, reader: Any, waiting: Sequence[Any], at: datetime, now: datetime) -> datetime | None:
        """Return the end of the quiet time in which a late digest waits, unless too little would be left then.

        It is late if the night is another one than that in which it was due, if it was due in one.
        """
        hours = reader.quiet_hours
        if hours is None or not is_quiet(hours, reader.zone, now) or is_quiet_throughout(hours, reader.zone, at, now):
            return None
        end = now.replace(second=0, microsecond=0)
        while is_quiet(hours, reader.zone, end):
            end += MINUTE
        return None if any(row.due_at is not None and row.due_at - end < LEFT for row in waiting) else end

    def _check(
        self, connection: Connection, whose: tuple[Person, Any], waiting: Sequence[Any], when: tuple[datetime, datetime]
    ) -> None:
        (person, reader), (at, now) = whose, when
        letters = connection.execute(_WRITTEN, {"player": reader.id, "at": now}).all()
        where = f"{now} the digest of {person.address}, due at {at}"
        self.written[reader.id, now] = at
        self.counts["digests" if letters else "digests with nothing to tell"] += 1
        if len(letters) != (1 if waiting else len(letters[:1])) and reader.bounced_at is None:
            self.faults.append(f"{where}: {len(letters)} letters, and {[row.code for row in waiting]} wait")
            return
        if not letters:
            return
        if not waiting and not self._asks_besides(connection, person, reader.id):
            self.faults.append(f"{where} came though nothing waited:\n{letters[0].text}")
        listed = list_codes(letters[0].text)
        if listed != {row.code for row in waiting}:
            self.faults.append(f"{where} lists {listed}, not {[row.code for row in waiting]}:\n{letters[0].text}")
        text = " ".join(letters[0].text.split())
        for row in waiting:
            until = (
                "" if row.due_at is None else format_short_end(row.due_at, reader.zone, language_for(reader.language))
            )
            self.counts["deadlines told by digests"] += bool(until)
            if until not in text and row.due_at is not None and row.due_at > now:
                self.faults.append(f"{where} does not tell {row.code}, {until}:\n{letters[0].text}")

    def _asks_besides(self, connection: Connection, person: Person, player: int) -> bool:
        invited = connection.scalar(_INVITED, {"address": person.address})
        return bool(invited or connection.scalar(_BESIDES, {"player": player}))


@dataclass
class Told:
    """A running turn, and how it was told to its player."""

    player: int
    code: str
    since: datetime
    letters: list[tuple[datetime, str]] = field(default_factory=list)
    """When which kind of letter about it came."""
    judged: bool = False
    """Is it over, or has its time passed?"""
    passed: bool = False
    standing: tuple[int, bool] = (0, False)
    """The turn, which changes when steps are taken back, and whether the clock stands."""
    told_before: int = 0
    """How many letters told it before it was to be told again: as steps were taken back, or the clock runs again."""

    def list_tellings(self) -> list[tuple[datetime, str]]:
        """List the letters whose subject the turn was."""
        return [one for one in self.letters[self.told_before :] if one[1] in TURN_LETTERS or one[1] == DIGEST]

    def note_standing(self, turn: int, *, stands: bool) -> None:
        """Note whether the turn is to be told again."""
        if self.standing[0] != turn or (self.standing[1] and not stands):
            self.told_before = len(self.letters)
        self.standing = turn, stands


@dataclass
class TellingCheck:
    """Watches that every turn is told, once, and before its time is over."""

    club: Club
    digests: DigestCheck
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    _turns: dict[int, Told] = field(default_factory=dict)
    """By match."""
    _known: set[int] = field(default_factory=set)

    def arrive(self, row: Any, now: datetime) -> None:
        """Note what a letter tells that is being sent; `row`: as `LetterTimes` reads it."""
        if row.kind == DIGEST:
            self._note_digest(row, now)
            return
        if row.kind == "digest_receipt":
            for told in self._turns.values():
                if told.player == row.player and told.since <= row.created_at and told.code in row.text:
                    told.letters.append((now, row.kind))
            return
        if row.kind in SAYS_ONLY and row.awaited_id != row.player and not self._wants_all(row):
            self.faults.append(f"{now} letter {row.id} ({row.kind}) to player {row.player}, who wants no such letters")
        about = self._turns.get(row.match_id)
        if about is not None and about.player == row.player and row.created_at >= about.since:
            self._note_letter(about, row, now)

    def _wants_all(self, row: Any) -> bool:
        """Tell whether a reader wants all letters, in all their matches or in this one."""
        own = select(Seat.letters).where(Seat.match_id == row.match_id, Seat.player_id == row.player)
        with self.club.context.store.reading() as session:
            return (session.scalars(own).first() or row.letters) == Letters.ALL

    def _note_letter(self, told: Told, row: Any, now: datetime) -> None:
        if row.kind in TURN_LETTERS:
            self.counts["turns told by letters"] += 1
            if (before := told.list_tellings()) and row.kind == "your_turn":
                self.faults.append(f"{now} letter {row.id} ({row.kind}) tells a turn of {row.code} again: {before}")
        told.letters.append((now, row.kind))

    def _note_digest(self, row: Any, now: datetime) -> None:
        at = self.digests.written.get((row.player, row.created_at))
        if at is None:
            self.faults.append(f"{now} digest {row.id} of {row.created_at} was not due then")
            return
        hours = row.quiet_hours
        if hours is not None and is_quiet(hours, row.zone, now) and not is_quiet_throughout(hours, row.zone, at, now):
            self._check_quiet(row, at, now)
        listed = list_codes(row.text)
        for told in self._turns.values():
            if told.player == row.player and told.since <= row.created_at and told.code in listed:
                self.counts["turns told by digests"] += not told.list_tellings()
                told.letters.append((now, DIGEST))

    def _check_quiet(self, row: Any, at: datetime, now: datetime) -> None:
        """A digest that is late comes in a quiet time only if little time is left."""
        with self.club.context.store.engine.connect() as connection:
            waiting = connection.execute(_WAITING, {"player": row.player}).all()
        end = next(
            now + n * MINUTE for n in range(13 * 60) if not is_quiet(row.quiet_hours, row.zone, now + n * MINUTE)
        )
        if not any(one.due_at is not None and one.due_at - end < LEFT for one in waiting):
            self.faults.append(f"{now} digest {row.id}, due at {at}, comes in {row.quiet_hours} {row.zone}")

    def look(self, number: int, row: Any, now: datetime) -> None:
        """See how a match stands: when the time of a turn has passed, or it is over, it has to have been told."""
        running = row.clock is not None and not row.house_to_move and row.awaited_id is not None
        told = self._turns.get(number)
        same = told is not None and running and (told.player, told.since) == (row.awaited_id, row.since)
        if told is not None and not told.judged and (not same or row.clock.flagged is not None):
            told.judged = True
            told.passed = same
            self._judge(told, now, "passes" if same else "is over")
        if not running:
            self._turns.pop(number, None)
        elif not same:
            # The letters of the beginning have left before the world knows the match.
            before = [] if number in self._known else [(now, "start")]
            told = self._turns[number] = Told(row.awaited_id, row.code, row.since, before)
            told.standing = row.turn, row.stopped_at is not None
        elif told is not None:
            told.note_standing(row.turn, stands=row.stopped_at is not None)
        self._known.add(number)

    def _judge(self, told: Told, now: datetime, what: str) -> None:
        self.counts["turns watched"] += 1
        if told.letters:
            return
        with self.club.context.store.engine.connect() as connection:
            bounced_at = connection.scalar(select(_players.bounced_at).where(_players.id == told.player))
            waits = connection.scalar(_HELD, {"player": told.player, "since": told.since})
        # Who leaves a seat, or plays before their letter comes, was not told; nobody's time may pass like that.
        if bounced_at is None and (told.passed or not waits):
            turn = f"the turn of player {told.player} in {told.code} since {told.since}"
            self.faults.append(f"{now} {turn} {what}, and no letter told it")
