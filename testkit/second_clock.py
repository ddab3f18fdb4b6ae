"""A second clock, written from the specification of time alone (C1.1-C1.11, Q1-Q31, R18, R31), to check the first by.

In: one history a line, as JSON: one seat of one match, what was done and when, and up to when the story is told.
Out: one line each: the clock after every event and after everything that fell by itself, the reasons, the days charged.
It promises to be slow and obvious: stops are lists of intervals, and one loop asks for the next thing that happens.
It imports nothing of the program, nobody who wrote it had read the program's clock, and nobody mends it by that clock.

    python -m testkit.second_clock FILE

Where the text says nothing, it does what a player would find right. The readings, each with its number:

1.  Q1: a deadline is walked anew from `since` each time; a pause, absence or bounce of known end is walked as known.
2.  Q2: the minutes of the first rounding are walked behind the budget, and a later walk that ends between full hours is
    rounded again: up to two hours in a turn. They are over when a deadline has passed.
3.  Q2: minutes of rounding do not run through a standstill; they go on behind it and are rounded again.
4.  Q2, Q4: the full hour is one of the clock as it runs when the walk ends; one that is jumped over is the jump.
5.  Q3, Q19: all that a deadline brings (automatic days too) falls a second after it, and a letter of that second is
    first. So an order one second late is in time.
6.  Q5: both deadlines are compared as rounded on the clock that the turn began with. The difference of the walks, a day
    at most, is elapsed time behind the walk: free times do not stop it, standstills do. Then it is rounded.
7.  Q5: the 30 days count for the player; a change that would move nothing uses up nothing.
8.  Q6: taking days off the list is always allowed and starts the 30 days; the same days again are no change.
9.  Q7, Q9: absences that overlap or touch are one from the first to the last day: for the cost, `over`, `cancel` (by
    the first day of the whole) and the end that is told. An automatic day is merged only for the end: it costs a day.
10. Q7: an absence is begun at its first second, a further day of it a second later.
11. Q7: `cancel` is for an absence to come; one that runs is refused, and the answer says `over`.
12. Q8: what was spent beyond the allowance before refuses no absence in another year.
13. Q9: an absence inside another is accepted and changes nothing.
14. Q11: an automatic day begins at the deadline as shown, also if this was moved out of a weekend; "next day" is by the
    player's zone of now. It stands for later turns too, and its end is told as a `back`: not if it was over when it
    was taken (after an outage, a dead mailbox), nor if an absence is ended by `over` in the same second.
15. Q11: the end of an automatic day on Saturday 00:00 lies in the weekend and moves out of it (Q3 is for walks).
16. Q12, Q18: an absence cut short in grace cuts the grace; one entered in grace never stops this turn (Q13).
17. Q14: a lift to 12 hours lifts the bank; what is left of it stays there (Q15).
18. Q17: a grant without a turn is `not_your_turn`. Without limit and late it puts off the next claim by its days.
19. Q17: after the flag everything from the end of the unrounded walk to the grant is written off, hours that
    a change of zone gave among them. A dead mailbox that has days left stops the clock again from the grant on.
20. Q18: `wait` begins when the grace is used; the end of `wait` falls one second later, too.
21. C1.6: after the grace an order still counts under `late=claim` until somebody claims; so does a silent seat's.
22. Q20: a pause agreed while one runs continues it (the later end counts), and is one of the three; a second `resume`
    changes nothing; a resumed pause does not count. A new host's pause takes the place of the one that runs.
    Two pauses that end in one second are told once.
23. Q21: a gap of an hour or less is no outage and no error. What falls late for an outage counts at the sweep, behind
    the outage: ends of absences and pauses, and letters that left, too. What follows from a claim is not held.
24. Q22: the delay is a stop from the ruling on; until the letter has left there is no deadline. The first rounding is
    that of the deadline without the delay.
25. Q23: the 21 days are those in which the bounce stopped a turn, weekends and absences among them, pauses and outages
    not; the deadline shown has the 12 hours at their end in it: budget, and no reason. `reachable` in the second of
    their end comes before it. While a pause without end stops the 21 days, there is no deadline.
    Without limit the letter of Q24 falls at their end.
26. Q24: absences, zone and free times are the player's and no letters in this match: only a turn ends the silence.
    Mail that left late is no reason to wait longer; before the letter has left, nothing falls, nor do
    the 21 days of a bounce end.
27. Q25: of the increments of undone turns only what was really added goes; the bank is never below 0.
28. Q25: an undone turn begins again with three automatic days and may be moved by a change of zone again.
29. Q27: with two players five strikes in all end the match as three in a row do (R18, R31).
30. Q28: what a claim does (the match ends, the house plays) is told behind it, as a thing that falls in its second.
31. Q29: `same` is for a vacant seat only, and keeps absences and days spent. While vacant only pauses and outages are
    taken, and only the ends of pauses told: they are the match's. A new person in mid-turn begins the turn with a full
    first budget.
32. Q15: a turn that makes the seat vacant (`late=lose`) ends like others for the bank; at two seats the bank stays.
"""

from __future__ import annotations

import json
import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from zoneinfo import ZoneInfo

HOUR = 3600
DAY = 24 * HOUR
LEAST = 12 * HOUR
"""No turn begins with less."""
BOUNCE = 21 * DAY
NEVER = 1 << 60
"""The end of a stop whose end is not known."""
LATE_MAIL = 15 * 60
EPOCH = 719163
"""The ordinal of 1 January 1970."""

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
REASONS = (
    "host_pause",
    "pause",
    "bounce",
    "outage",
    "mail",
    "written_off",
    "absence",
    "holiday",
    "weekend",
    "night",
)
UNNAMED = ""
"""Time that a walk leaves out because it was given already: what lies between a walk's end and an automatic day."""

Span = tuple[int, int]
Named = tuple[str, int, int]


class WrongLineError(Exception):
    """The line is not a case: a key that is not known, a value that cannot be."""


class RefusedError(Exception):
    """The event makes no sense at its place; nothing has changed."""


# --- Intervals: half open, in seconds since 1970.


def merge(spans: Iterable[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if start >= end:
            continue
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def subtract(spans: Iterable[Span], holes: Iterable[Span]) -> list[Span]:
    left = list(spans)
    for hole_start, hole_end in holes:
        left = [
            piece
            for start, end in left
            for piece in ((start, min(end, hole_start)), (max(start, hole_end), end))
            if piece[0] < piece[1]
        ]
    return left


def count_seconds(spans: Iterable[Span], start: int, end: int) -> int:
    """The seconds of merged spans between two instants."""
    return sum(max(0, min(b, end) - max(a, start)) for a, b in spans)


def walk(start: int, budget: int, stops: Iterable[Span]) -> int | None:
    """The first instant at which a budget is used (Q3), or None: it never is."""
    at, left = start, budget
    for stop_start, stop_end in stops:
        if stop_end <= at:
            continue
        if stop_start > at:
            if left <= stop_start - at:
                return at + left
            left -= stop_start - at
        if left == 0:
            return at
        if stop_end >= NEVER:
            return None
        at = stop_end
    return at + left


# --- Local time.


class Zone:
    """A zone as a list of segments in which its offset does not change."""

    _known: ClassVar[dict[str, Zone]] = {}
    _SPAN = 400 * DAY

    def __init__(self, name: str) -> None:
        self._zone = ZoneInfo(name)
        self._segments: dict[int, list[tuple[int, int, int]]] = {}

    @classmethod
    def find(cls, name: str) -> Zone:
        """Raises an error of `zoneinfo` where there is no such zone."""
        if name not in cls._known:
            cls._known[name] = cls(name)
        return cls._known[name]

    def _read(self, at: int) -> int:
        offset = datetime.fromtimestamp(at, self._zone).utcoffset()
        assert offset is not None
        return int(offset.total_seconds())

    def _fill(self, number: int) -> list[tuple[int, int, int]]:
        if number in self._segments:
            return self._segments[number]
        first, last = number * self._SPAN, (number + 1) * self._SPAN
        segments = []
        since, offset = first, self._read(first)
        for day in range(first, last, DAY):
            if self._read(day + DAY) == offset:
                continue
            before, after = day, day + DAY
            while after - before > 1:
                middle = (before + after) // 2
                if self._read(middle) == offset:
                    before = middle
                else:
                    after = middle
            segments.append((since, after, offset))
            since, offset = after, self._read(after)
        segments.append((since, last, offset))
        segments = [(a, b, c) for a, b, c in segments if a < b]
        self._segments[number] = segments
        return segments

    def cut(self, start: int, end: int) -> Iterator[tuple[int, int, int]]:
        """The segments between two instants: from, to, offset."""
        for number in range(start // self._SPAN, (end - 1) // self._SPAN + 1):
            for a, b, offset in self._fill(number):
                if a < end and b > start:
                    yield max(a, start), min(b, end), offset

    def get_wall(self, at: int) -> int:
        """What the clock on the wall shows, in seconds since its own 1 January 1970."""
        segments = self._fill(at // self._SPAN)
        return at + segments[bisect_right(segments, at, key=lambda one: one[0]) - 1][2]

    def find_wall(self, wall: int) -> int:
        """The first instant at which the wall shows this or more (Q4: what is jumped over is the jump)."""
        for start, end, offset in self.cut(wall - 2 * DAY, wall + 2 * DAY):
            if end + offset > wall:
                return max(start, wall - offset)
        raise AssertionError(wall)

    def get_day(self, at: int) -> int:
        return self.get_wall(at) // DAY

    def begin_day(self, day: int) -> int:
        return self.find_wall(day * DAY)

    def round_up(self, at: int) -> int:
        """Q2: to the next full hour of this clock."""
        before: int | None = None
        for start, end, offset in self.cut(at - 1, at + 2 * DAY):
            if before is not None and start + before + -(start + before) % HOUR <= start + offset:
                return start
            before = offset
            found = max(start, at) + -(max(start, at) + offset) % HOUR
            if found < end:
                return found
        raise AssertionError(at)


def get_year(day: int) -> int:
    return date.fromordinal(EPOCH + day).year


@dataclass(frozen=True)
class Calendar:
    """Free times of a player as one match honours them."""

    zone: Zone
    days_off: frozenset[int]
    night: tuple[int, int] | None
    holidays: frozenset[int]
    known: dict[int, list[Named]] = field(default_factory=dict)

    _CHUNK = 50 * DAY

    def list_free(self, start: int, end: int) -> list[Named]:
        """Every free time that begins before `end` and ends after `start`, cut at will."""
        return [
            one
            for number in range(start // self._CHUNK, end // self._CHUNK + 1)
            for one in self._fill(number)
            if one[1] < end and one[2] > start
        ]

    def _fill(self, number: int) -> list[Named]:
        if number not in self.known:
            found = []
            for start, end, offset in self.zone.cut(number * self._CHUNK, (number + 1) * self._CHUNK):
                for day in range((start + offset) // DAY - 1, (end - 1 + offset) // DAY + 1):
                    for why, first, last in self._list_hours(day):
                        a, b = max(start, day * DAY + first - offset), min(end, day * DAY + last - offset)
                        if a < b:
                            found.append((why, a, b))
            self.known[number] = found
        return self.known[number]

    def _list_hours(self, day: int) -> Iterator[Named]:
        if day in self.holidays:
            yield "holiday", 0, DAY
        if (day + 3) % 7 in self.days_off:
            yield "weekend", 0, DAY
        if self.night is not None:
            start, end = self.night
            yield "night", start * HOUR, (end if end > start else end + 24) * HOUR


# --- What a line says.


class Pace(NamedTuple):
    """`kind` is turn, bank, iccf or none; of the spans only those count that the kind has."""

    kind: str
    base: int = 0
    increment: int = 0
    cap: int = 0
    turns: int = 0


def _demand(truth: object, sentence: str) -> None:
    if not truth:
        raise WrongLineError(sentence)


def read_moment(value: object) -> int:
    _demand(isinstance(value, str), f"A moment is a text, not {value!r}.")
    try:
        at = datetime.strptime(str(value), "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError as error:
        raise WrongLineError(f"{value!r} is no moment.") from error
    _demand(1970 < at.year < 2200, f"{value!r} is no moment that a club sees.")
    return int(at.timestamp())


def format_moment(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def read_day(value: object) -> int:
    _demand(isinstance(value, str), f"A date is a text, not {value!r}.")
    try:
        return date.fromisoformat(str(value)).toordinal() - EPOCH
    except ValueError as error:
        raise WrongLineError(f"{value!r} is no date.") from error


def read_number(value: object, least: int, most: int, name: str) -> int:
    _demand(
        isinstance(value, int) and not isinstance(value, bool) and least <= value <= most,
        f"{name} is {value!r}; it goes from {least} to {most}.",
    )
    assert isinstance(value, int)
    return value


def _read_span(count: str, unit: str) -> int:
    return int(count) * (DAY if unit == "d" else HOUR)


def read_pace(value: object) -> Pace:
    """C1.1, within the limits of Q14."""
    _demand(isinstance(value, str), f"A time is a text, not {value!r}.")
    text = str(value)
    if text == "none":
        return Pace("none")
    if found := re.fullmatch(r"(\d{1,6})([dh])", text):
        pace = Pace("turn", _read_span(found[1], found[2]))
    elif found := re.fullmatch(r"(\d{1,6})([dh])/(\d{1,4})", text):
        pace = Pace("iccf", _read_span(found[1], found[2]), turns=int(found[3]))
        _demand(pace.turns >= 1 and pace.base >= LEAST * pace.turns, f"{text!r} is less than 12 hours a turn.")
    elif found := re.fullmatch(r"(\d{1,6})([dh])\+(\d{1,6})([dh])(?: max=(\d{1,6})([dh]))?", text):
        base, increment = _read_span(found[1], found[2]), _read_span(found[3], found[4])
        cap = _read_span(found[5], found[6]) if found[5] else base
        pace = Pace("bank", base, increment, cap)
        _demand(
            LEAST <= increment <= base <= cap <= 365 * DAY, f"{text!r} is not 12h <= increment <= bank <= cap <= 365d."
        )
    else:
        raise WrongLineError(f"{text!r} is no time.")
    _demand(LEAST <= pace.base <= 365 * DAY, f"{text!r} is not from 12 hours to 365 days.")
    return pace


def check_keys(value: object, needed: str, others: str = "") -> Mapping[str, Any]:
    _demand(isinstance(value, dict), f"{value!r} is no object.")
    assert isinstance(value, dict)
    missing = [key for key in needed.split() if key not in value]
    _demand(not missing, f"Missing: {', '.join(missing)}.")
    unknown = [key for key in value if key not in {*needed.split(), *others.split()}]
    _demand(not unknown, f"Not known: {', '.join(unknown)}.")
    return value


def read_days_off(value: object) -> frozenset[int] | None:
    """None: neither no day nor two."""
    _demand(isinstance(value, list), f"Days off are a list, not {value!r}.")
    assert isinstance(value, list)
    if any(one not in WEEKDAYS for one in value):
        return None
    days = frozenset(WEEKDAYS.index(one) for one in value)
    return days if len(value) == len(days) and len(days) in {0, 2} else None


def read_night(value: object) -> tuple[tuple[int, int] | None, bool]:
    """The night, and whether it may be: whole hours, one to nine of them."""
    if value is None:
        return None, True
    _demand(
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(hour, int) and not isinstance(hour, bool) for hour in value),
        f"A night is two hours, not {value!r}.",
    )
    assert isinstance(value, list)
    start, end = value
    good = 0 <= start <= 23 and 0 <= end <= 24 and 1 <= (end - start) % 24 <= 9
    return (start, end % 24), good


def read_holidays(value: object) -> frozenset[int]:
    _demand(isinstance(value, list), f"Holidays are a list, not {value!r}.")
    assert isinstance(value, list)
    return frozenset(read_day(one) for one in value)


# --- People and turns.


@dataclass
class Absence:
    """`end` is cut by `over`; `first` is the first local day; `open` until its end is told."""

    start: int
    end: int
    zone: Zone
    first: int
    open: bool = True


@dataclass
class Player:
    """One person on the seat, with what they keep from turn to turn."""

    zone: Zone
    days_off: frozenset[int]
    night: tuple[int, int] | None
    holidays: frozenset[int]
    allowance: int
    spent: dict[int, int]
    auto: bool
    absences: list[Absence] = field(default_factory=list)
    automatic: list[Absence] = field(default_factory=list)
    weekdays_changed: int | None = None
    zone_moved: int | None = None
    bounced: bool = False
    bounce_used: int = 0

    def list_away(self) -> list[Absence]:
        return [*self.absences, *self.automatic]

    def list_ends(self) -> list[Absence]:
        """Those at whose end no other absence runs: only then is the player back."""
        away = self.list_away()
        return [one for one in away if one.open and not any(two.start <= one.end < two.end for two in away)]

    def forget_ends(self, moment: int) -> None:
        for one in self.list_away():
            one.open = one.open and one.end > moment

    def list_charges(self, further: Iterable[Absence] = ()) -> list[tuple[int, int]]:
        """Every day of every absence: the moment it begins, and the year that it is charged to (Q7, Q8, Q9)."""
        charges = []
        for one in [*self.absences, *self.automatic, *further]:
            wall, begins = one.zone.get_wall(one.start), one.start
            while begins < one.end or begins == one.start:
                charges.append((begins, get_year(wall // DAY)))
                wall += DAY
                begins = one.zone.find_wall(wall)
        return charges

    def sum_charges(self, further: Iterable[Absence] = ()) -> dict[int, int]:
        years = dict(self.spent)
        for _, year in self.list_charges(further):
            years[year] = years.get(year, 0) + 1
        return years

    def can_afford(self, further: Absence, instead_of: Iterable[Absence] = ()) -> bool:
        """Q8: in no year in which the absence costs something are the days more than the allowance."""
        before, kept, gone = self.sum_charges(), self.absences, list(instead_of)
        self.absences = [one for one in kept if one not in gone]
        after = self.sum_charges([further])
        self.absences = kept
        return all(days <= before.get(year, 0) or days <= self.allowance for year, days in after.items())


def read_player(value: object) -> Player:
    one = check_keys(value, "zone days_off night holidays allowance spent auto")
    _demand(isinstance(one["zone"], str), "A zone is a text.")
    _demand(isinstance(one["auto"], bool), "`auto` is true or false.")
    try:
        zone = Zone.find(one["zone"])
    except (ValueError, OSError, KeyError) as error:
        raise WrongLineError(f"{one['zone']!r} is no zone.") from error
    days_off = read_days_off(one["days_off"])
    night, good = read_night(one["night"])
    _demand(days_off is not None, f"Days off are none or two, not {one['days_off']!r}.")
    assert days_off is not None
    _demand(good, f"A night has one to nine hours, not {one['night']!r}.")
    _demand(isinstance(one["spent"], dict), "Days spent are an object of years.")
    spent = {}
    for year, days in one["spent"].items():
        _demand(re.fullmatch(r"\d{4}", year), f"{year!r} is no year.")
        spent[int(year)] = read_number(days, 0, 366, "Days spent")
    return Player(
        zone,
        days_off,
        night,
        read_holidays(one["holidays"]),
        read_number(one["allowance"], 0, 366, "The allowance"),
        spent,
        one["auto"],
    )


@dataclass
class Turn:
    """The facts of one turn. `budget` grows by grants; the minutes of the first rounding are walked behind it."""

    since: int
    calendar: Calendar
    first_budget: int
    budget: int
    minutes: int | None = None
    granted: int = 0
    credit: int = 0
    credits_used: list[Span] = field(default_factory=list)
    rounded: list[Span] = field(default_factory=list)
    """Rounding behind a credit, which may lie in a free time: it is no free time."""
    zone_moved: bool = False
    absences: list[Span] = field(default_factory=list)
    automatic: list[Span] = field(default_factory=list)
    automatic_taken: int = 0
    automatic_walk: int | None = None
    """Where the walk ended when the last automatic day was taken: a deadline still there is the end of that day."""
    unnamed: list[Span] = field(default_factory=list)
    mail: Span | None = None
    mailed: int | None = None
    ready: int | None = None
    """When the letter could leave: it waited in the quiet hours of its reader."""
    bounce_since: int | None = None
    bounces: list[Span] = field(default_factory=list)
    written_off: list[Span] = field(default_factory=list)
    flag: int | None = None
    """The deadline that passed."""
    passed: int = 0
    """Where the budget was used when a deadline passed."""
    grace_used: int | None = None
    fate: int | None = None
    """The second in which the house plays, the seat skips or the match is lost."""
    claimable: int | None = None
    silent_from: Span | None = None
    """From where and how long others wait before they may claim."""
    silent: bool = False


class Deadline(NamedTuple):
    """`walked`: where the budget is used; `credited`: behind the credit for a zone; `due`: on the full hour."""

    walked: int
    credited: int
    due: int


class Finished(NamedTuple):
    """A turn that is over: what was left of it, and what the bank was given for it."""

    left: int
    added: int


@dataclass
class Pause:
    start: int
    end: int
    open: bool = True
    resumed: bool = False


@dataclass(frozen=True)
class Terms:
    """What the match was made with."""

    seats: int
    pace: Pace
    grace: int
    wait: int
    late: str
    off: frozenset[str]
    absence: bool


FreeTimes = Callable[[int, int], list[Named]]


class Seat:
    """One seat of one match. Each method changes the facts; the deadline is a function of them."""

    def __init__(self, terms: Terms, player: Player, now: int) -> None:
        self.terms = terms
        self.player = player
        self.now = now
        self.turn: Turn | None = None
        self.bank = terms.pace.base
        self.turns_counted = 0
        self.finished: list[Finished] = []
        self.row = 0
        self.strikes = 0
        self.vacant = False
        self.ended = False
        self.host_pauses: list[Pause] = []
        self.pauses: list[Pause] = []
        self.outages: list[Span] = []
        self.struck = False
        """Strikes have just reached their limit."""
        self._deadline: list[Deadline | None] = []

    # --- Stops.

    def list_match_stops(self) -> list[Named]:
        return [
            *(("host_pause", one.start, one.end) for one in self.host_pauses),
            *(("pause", one.start, one.end) for one in self.pauses),
            *(("outage", *one) for one in self.outages),
        ]

    def list_absences(self, turn: Turn) -> list[Named]:
        """Those that stop this turn: announced in time, or automatic."""
        announced = turn.absences if self.terms.absence else []
        return [*(("absence", *one) for one in announced), *(("absence", *one) for one in turn.automatic)]

    def list_standstills(self, turn: Turn) -> list[Named]:
        stops = [*self.list_match_stops(), *self.list_absences(turn)]
        stops += [("bounce", *one) for one in turn.bounces]
        stops += [("written_off", *one) for one in turn.written_off]
        if turn.mail is not None:
            stops.append(("mail", *turn.mail))
        if turn.bounce_since is not None:
            end = self.find_bounce_end(turn)
            stops.append(("bounce", turn.bounce_since, NEVER if end is None else end))
        return stops

    def list_match_spans(self) -> list[Span]:
        return merge((start, end) for _, start, end in self.list_match_stops())

    def find_bounce_end(self, turn: Turn) -> int | None:
        assert turn.bounce_since is not None
        return walk(turn.bounce_since, BOUNCE - self.sum_bounced(turn), self.list_match_spans())

    def is_standing(self, turn: Turn) -> bool:
        return any(start <= self.now < end for _, start, end in self.list_standstills(turn))

    # --- The deadline.

    def walk_turn(self, start: int, budget: int, stops: list[Named], free: FreeTimes) -> int | None:
        """Walks over stops and free times. Free times are listed further and further, until the end is among them."""
        horizon = start + budget + budget // 2 + 30 * DAY
        while True:
            spans = merge((a, b) for _, a, b in [*stops, *free(start, horizon)])
            end = walk(start, budget, spans)
            if end is None or end < horizon:
                return end
            horizon = end + end - start + 30 * DAY

    def count_used(self, turn: Turn, at: int) -> int:
        """Q1: the time since the turn began outside the union of its stops."""
        stops = [*self.list_standstills(turn), *turn.calendar.list_free(turn.since, at)]
        spans = merge([*((a, b) for _, a, b in stops), *turn.unnamed])
        return at - turn.since - count_seconds(spans, turn.since, at)

    def compute_deadline(self, turn: Turn, zone: Zone, free: FreeTimes) -> Deadline | None:
        standstills = self.list_standstills(turn)
        stops = [*standstills, *((UNNAMED, *one) for one in turn.unnamed)]
        budget = turn.budget + self.foresee_lift(turn)
        if turn.minutes is None:
            known = [one for one in stops if one[0] != "mail"]
            walked = self.walk_turn(turn.since, budget, known, free)
            if walked is None:
                return None
            turn.minutes = zone.round_up(walked) - walked
        walked = self.walk_turn(turn.since, budget + turn.minutes, stops, free)
        if walked is None:
            return None
        spans = merge((a, b) for _, a, b in standstills)
        moved: int | None = walked
        if walked == turn.automatic_walk:
            moved = self.move_out(turn.automatic[-1][1], standstills, free)
        credited = None if moved is None else walk(moved, turn.credit, spans)
        due = None if credited is None else self.round_up(credited, zone, spans)
        if moved is None or credited is None or due is None:
            return None
        return Deadline(moved, credited, due)

    def round_up(self, walked: int, zone: Zone, standstills: list[Span]) -> int | None:
        at = walked
        while True:
            rounded = zone.round_up(at)
            end = walk(at, rounded - at, standstills)
            if end is None or end == rounded:
                return end
            at = end

    def move_out(self, at: int, standstills: list[Named], free: FreeTimes) -> int | None:
        """Q11: the end of an automatic day, behind the stops that it lies in."""
        horizon = at + 30 * DAY
        while True:
            for start, end in merge((a, b) for _, a, b in [*standstills, *free(at, horizon)]):
                if start <= at < end:
                    at = end
            if at >= NEVER:
                return None
            if at < horizon:
                return at
            horizon = at + 30 * DAY

    def foresee_lift(self, turn: Turn) -> int:
        """Q23: 12 hours at least are left when the days of a bounce are used."""
        if turn.bounce_since is None:
            return 0
        return max(0, LEAST - turn.budget + self.count_used(turn, turn.bounce_since))

    def find_deadline(self) -> Deadline | None:
        """The deadline of a turn that runs and whose flag has not fallen; None: no limit, or no end is known."""
        turn = self.turn
        if turn is None or turn.flag is not None or self.terms.pace.kind == "none":
            return None
        if not self._deadline:
            self._deadline = [self.compute_deadline(turn, turn.calendar.zone, turn.calendar.list_free)]
        return self._deadline[0]

    def forget_deadline(self) -> None:
        self._deadline = []

    def count_left(self) -> int | None:
        if self.turn is None or self.terms.pace.kind == "none":
            return None
        if self.turn.flag is not None:
            return 0
        return max(0, self.turn.budget - self.count_used(self.turn, self.now))

    # --- Turns.

    def begin_turn(self, budget: int, mailed: int | None) -> None:
        """`mailed`: when the letter leaves our relay; NEVER: not in this story; None: at once."""
        player, terms = self.player, self.terms
        calendar = Calendar(
            player.zone,
            player.days_off if "weekends" in terms.off else frozenset(),
            player.night if "nights" in terms.off else None,
            player.holidays if "holidays" in terms.off else frozenset(),
        )
        if terms.pace.kind in {"bank", "iccf"}:
            self.bank = budget
        turn = Turn(self.now, calendar, budget, budget)
        turn.absences = [(one.start, one.end) for one in player.absences if one.end > self.now]
        if mailed is not None and mailed > self.now:
            turn.mailed = None if mailed == NEVER else mailed
            turn.mail = (self.now, NEVER) if mailed - self.now > LATE_MAIL else None
        if terms.absence:
            turn.automatic = [(one.start, one.end) for one in player.automatic if one.end > self.now]
        if player.bounced and player.bounce_used < BOUNCE:
            turn.bounce_since = self.now
        self.turn = turn

    def find_budget(self) -> int:
        pace = self.terms.pace
        return max(LEAST, self.bank) if pace.kind in {"bank", "iccf"} else pace.base

    def end_turn(self, how: str) -> None:
        """Q15, Q16, Q23, Q27: the bank, the standstill of a bounce, and the strikes."""
        turn = self.turn
        assert turn is not None
        left = self.count_left() or 0
        self.settle_bounces(turn)
        pace, added = self.terms.pace, 0
        if pace.kind == "bank":
            added = max(0, min(pace.increment, pace.cap - left))
        elif pace.kind == "iccf":
            self.turns_counted += 1
            added = pace.base if self.turns_counted % pace.turns == 0 else 0
        if pace.kind in {"bank", "iccf"}:
            self.bank = left + added
        self.finished.append(Finished(left, added))
        self.turn = None
        if how in {"house", "skip"}:
            self.row += 1
            self.strikes += 1
        elif how == "own":
            self.row = 0

    def end_bounce(self, turn: Turn) -> None:
        """The standstill of a bounce ends now."""
        if turn.bounce_since is not None:
            turn.bounces.append((turn.bounce_since, self.now))
            turn.bounce_since = None

    def sum_bounced(self, turn: Turn) -> int:
        """The days of bounces until now; pauses and outages are not among them, also if they are known later."""
        spans = self.list_match_spans()
        used = sum(end - start - count_seconds(spans, start, end) for start, end in turn.bounces)
        return min(BOUNCE, self.player.bounce_used + used)

    def settle_bounces(self, turn: Turn) -> None:
        self.end_bounce(turn)
        self.player.bounce_used = self.sum_bounced(turn)

    def struck_out(self) -> bool:
        return self.row >= 3 or self.strikes >= 5

    # --- What falls by itself.

    def list_falls(self) -> list[tuple[int, int, str]]:
        """Moment, rank in that second, word. Rank 0 follows from what has just happened; letters are before others."""
        if self.ended:
            return []
        falls = [(one.end, 1, "pause_over") for one in self.list_pauses() if one.open and one.end < NEVER]
        if self.vacant:
            return falls
        falls += [(one.end, 2, "back") for one in self.player.list_ends()]
        if self.turn is not None:
            return falls + self.list_falls_of(self.turn)
        if self.struck:
            falls.append((self.now, 0, "lost" if self.terms.seats == 2 else "vacant"))
        return falls

    def list_falls_of(self, turn: Turn) -> list[tuple[int, int, str]]:
        falls = []
        if turn.mailed is not None:
            falls.append((turn.mailed, 3, "mailed"))
        unsent = turn.mailed is not None or (turn.mail is not None and turn.mail[1] == NEVER)
        if turn.bounce_since is not None and not unsent:
            end = self.find_bounce_end(turn)
            if end is not None:
                falls.append((end, 4, "bounce_over"))
        if turn.fate is not None:
            falls.append((turn.fate, 0, self.name_fate()))
        elif self.terms.pace.kind == "none":
            falls += self.list_silence(turn)
        elif turn.flag is None:
            falls += self.list_flag(turn)
        else:
            falls += self.list_late(turn)
        return falls

    def list_flag(self, turn: Turn) -> list[tuple[int, int, str]]:
        deadline = self.find_deadline()
        if deadline is None:
            return []
        if self.make_automatic(turn, deadline.due) is not None:
            return [(deadline.due + 1, 5, "automatic")]
        return [(deadline.due + 1, 8, "flag")]

    def make_automatic(self, turn: Turn, due: int) -> Absence | None:
        """The automatic day that would be taken at the deadline (C1.5, Q11)."""
        player = self.player
        if not (player.auto and self.terms.absence) or player.bounced or turn.automatic_taken == 3:
            return None
        end = player.zone.find_wall(player.zone.get_wall(due) + DAY)
        day = Absence(due, end, player.zone, player.zone.get_day(due))
        return day if player.can_afford(day) else None

    def find_grace_end(self, turn: Turn) -> int | None:
        assert turn.flag is not None
        stops = [*self.list_match_stops(), *self.list_absences(turn)]
        return self.walk_turn(turn.flag, self.terms.grace, stops, turn.calendar.list_free)

    def list_late(self, turn: Turn) -> list[tuple[int, int, str]]:
        if turn.grace_used is None:
            end = self.find_grace_end(turn)
            return [] if end is None else [(end + 1, 8, "grace_over")]
        end = walk(turn.grace_used, self.terms.wait, self.list_match_spans())
        return [] if end is None else [(end + 1, 8, "wait_over")]

    def name_fate(self) -> str:
        word = {"house": "house", "skip": "skip", "lose": "lost"}.get(self.terms.late)
        if word is None or self.terms.pace.kind == "none":
            return "lost" if self.terms.seats == 2 else "house"
        return word

    def list_silence(self, turn: Turn) -> list[tuple[int, int, str]]:
        """Q24: 60 days without absences, a letter, 14 days."""
        if turn.silent:
            return []
        mail = [] if turn.mail is None or turn.mail[1] < NEVER else [turn.mail]
        spans = self.list_match_spans()
        if turn.silent_from is not None:
            end = walk(turn.silent_from[0], turn.silent_from[1], spans)
            return [] if end is None else [(end, 7, "silent")]
        if turn.claimable is not None:
            return [(turn.claimable, 6, "claimable")]
        absent = [(a, b) for _, a, b in self.list_absences(turn)]
        end = walk(turn.since, 60 * DAY, merge([*spans, *mail, *absent]))
        return [] if end is None else [(end, 6, "claimable")]

    def fall(self, what: str, moment: int) -> None:
        getattr(self, f"fall_{what}")(moment)
        self.forget_deadline()

    def list_pauses(self) -> list[Pause]:
        return [*self.host_pauses, *self.pauses]

    def fall_pause_over(self, moment: int) -> None:
        for one in self.list_pauses():
            if one.open and one.end == moment:
                one.open = False

    def forget_pauses(self) -> None:
        """One that ends as another begins is not told: the match stays paused."""
        for one in self.list_pauses():
            one.open = one.open and one.end > self.now

    def fall_back(self, moment: int) -> None:
        self.player.forget_ends(moment)

    def fall_mailed(self, _: int) -> None:
        turn = self.turn
        assert turn is not None
        assert turn.mailed is not None
        begin = turn.since if turn.ready is None else turn.ready
        turn.mail = (begin, turn.mailed) if turn.mailed - begin > LATE_MAIL else None
        turn.mailed = None

    def fall_bounce_over(self, moment: int) -> None:
        turn = self.turn
        assert turn is not None
        assert turn.bounce_since is not None
        lift = self.foresee_lift(turn)
        turn.bounces.append((turn.bounce_since, moment))
        turn.bounce_since = None
        if self.terms.pace.kind == "none":
            turn.claimable = moment if turn.silent_from is None else None
            return
        turn.budget += lift

    def pass_walk(self, turn: Turn, deadline: Deadline) -> None:
        """The deadline is behind us: the budget was used before the minutes of rounding, and these are over."""
        stops = [*self.list_standstills(turn), *((UNNAMED, *one) for one in turn.unnamed)]
        walked = self.walk_turn(turn.since, turn.budget, stops, turn.calendar.list_free)
        assert walked is not None
        turn.passed, turn.minutes = walked, 0
        turn.credit = 0
        if deadline.walked < deadline.credited:
            turn.credits_used.append((deadline.walked, deadline.credited))
            turn.rounded.append((deadline.credited, deadline.due))

    def fall_automatic(self, moment: int) -> None:
        turn, deadline = self.turn, self.find_deadline()
        assert turn is not None
        assert deadline is not None
        day = self.make_automatic(turn, deadline.due)
        assert day is not None
        self.pass_walk(turn, deadline)
        turn.unnamed.append((turn.passed, day.end))
        turn.automatic.append((day.start, day.end))
        turn.automatic_taken += 1
        turn.automatic_walk = turn.passed
        # One that is taken late, and over by then, is no absence from which anybody comes back.
        day.open = day.end > self.now
        self.player.automatic.append(day)

    def fall_flag(self, _: int) -> None:
        turn, deadline = self.turn, self.find_deadline()
        assert turn is not None
        assert deadline is not None
        self.pass_walk(turn, deadline)
        turn.flag = deadline.due

    def fall_grace_over(self, moment: int) -> None:
        assert self.turn is not None
        self.turn.grace_used = moment - 1
        if self.terms.late != "claim":
            self.turn.fate = moment

    def fall_wait_over(self, moment: int) -> None:
        assert self.turn is not None
        self.turn.fate = moment

    def fall_claimable(self, moment: int) -> None:
        assert self.turn is not None
        self.turn.silent_from = (moment, 14 * DAY)

    def fall_silent(self, _: int) -> None:
        assert self.turn is not None
        self.turn.silent = True

    def fall_house(self, _: int) -> None:
        self.end_turn("house")
        self.struck = self.struck_out()

    def fall_skip(self, _: int) -> None:
        self.end_turn("skip")
        self.struck = self.struck_out()

    def fall_lost(self, _: int) -> None:
        if self.turn is not None and self.terms.seats > 2:
            self.end_turn("lost")
        elif self.turn is not None:
            self.bank += self.turn.granted
        self.turn = None
        self.struck = False
        if self.terms.seats == 2:
            self.ended = True
        else:
            self.vacant = True

    def fall_vacant(self, moment: int) -> None:
        self.fall_lost(moment)

    # --- What people do.

    def apply(self, what: str, event: Mapping[str, Any]) -> None:
        """Raises `RefusedError` with the word, and nothing has changed."""
        if self.ended or (self.vacant and what not in OF_THE_MATCH):
            raise RefusedError("over")
        getattr(self, f"do_{what}")(**{key: value for key, value in event.items() if key not in {"at", "what"}})
        self.forget_deadline()

    def demand_turn(self) -> Turn:
        if self.turn is None:
            raise RefusedError("not_your_turn")
        return self.turn

    def do_turn(self, mailed: int | None) -> None:
        if self.turn is not None or (mailed is not None and mailed < self.now):
            raise RefusedError("bad")
        self.begin_turn(self.find_budget(), mailed)

    def do_move(self) -> None:
        self.demand_turn()
        self.end_turn("own")

    def do_plan(self) -> None:
        self.do_move()

    def do_claim(self) -> None:
        turn = self.turn
        if turn is None or not (turn.silent or turn.grace_used is not None):
            raise RefusedError("nothing_to_claim")
        turn.fate = self.now

    def do_absence(self, first: int, last: int) -> None:
        zone = self.player.zone
        today = zone.get_day(self.now)
        if last < first or first > today + 20 * 366:
            raise RefusedError("bad")
        if first < today:
            raise RefusedError("past")
        if last - first > 3 * 366:
            raise RefusedError("allowance")
        start = self.now if first == today else zone.begin_day(first)
        end = zone.begin_day(last + 1)
        old = [one for one in self.player.absences if one.start <= end and one.end >= start]
        if any(one.start <= start and one.end >= end for one in old):
            return
        earliest = min(old, key=lambda one: one.start, default=None)
        if earliest is None or earliest.start > start:
            merged = Absence(start, end, zone, first)
        else:
            merged = Absence(earliest.start, end, earliest.zone, earliest.first)
        merged.end = max([end, *(one.end for one in old)])
        if not self.player.can_afford(merged, old):
            raise RefusedError("allowance")
        self.player.absences = [*(one for one in self.player.absences if one not in old), merged]
        if self.turn is not None and self.turn.flag is None:
            self.turn.absences.append((start, end))

    def do_over(self) -> None:
        for one in self.player.absences:
            if one.start <= self.now < one.end:
                self.cut_absence(one)
                self.player.forget_ends(self.now)
                return
        raise RefusedError("no_absence")

    def do_cancel(self, first: int) -> None:
        for one in self.player.absences:
            if one.first == first and one.start > self.now:
                self.cut_absence(one)
                return
        raise RefusedError("no_absence")

    def cut_absence(self, absence: Absence) -> None:
        """From now on it is not there; one that has not begun has never been."""
        if self.turn is not None:
            self.turn.absences = subtract(merge(self.turn.absences), [(max(self.now, absence.start), absence.end)])
        absence.end, absence.open = self.now, False
        self.player.forget_ends(self.now - 1)
        if absence.start > self.now:
            self.player.absences.remove(absence)

    def do_auto(self, on: bool) -> None:  # noqa: FBT001 - the field of the event
        self.player.auto = on

    def do_calendar(
        self, days_off: frozenset[int] | None, night: tuple[tuple[int, int] | None, bool], holidays: frozenset[int]
    ) -> None:
        player = self.player
        if days_off is None or not night[1]:
            raise RefusedError("bad")
        if days_off != player.days_off:
            changed = player.weekdays_changed
            if not days_off <= player.days_off and changed is not None and self.now - changed < 30 * DAY:
                raise RefusedError("thirty_days")
            player.weekdays_changed = self.now
        player.days_off, player.night, player.holidays = days_off, night[0], holidays

    def do_zone(self, zone: Zone | None) -> None:
        if zone is None:
            raise RefusedError("bad")
        player, turn, before = self.player, self.turn, self.find_deadline()
        player.zone = zone
        if turn is None or before is None or turn.zone_moved or self.is_standing(turn):
            return
        if player.zone_moved is not None and self.now - player.zone_moved < 30 * DAY:
            return
        after = self.compute_deadline(turn, turn.calendar.zone, self.change_zone(turn.calendar, zone))
        if after is None or after.due <= before.due:
            return
        end = min(after.walked, before.walked + DAY)
        standstills = merge((a, b) for _, a, b in self.list_standstills(turn))
        credit = end - before.walked - count_seconds(standstills, before.walked, end)
        if credit > 0:
            turn.credit, turn.zone_moved, player.zone_moved = credit, True, self.now

    def change_zone(self, calendar: Calendar, zone: Zone) -> FreeTimes:
        """Old zone until now, new zone from now on (Q5)."""
        now, new = self.now, Calendar(zone, calendar.days_off, calendar.night, calendar.holidays)

        def list_free(start: int, end: int) -> list[Named]:
            return [
                *((why, a, min(b, now)) for why, a, b in calendar.list_free(start, end) if a < now),
                *((why, max(a, now), b) for why, a, b in new.list_free(start, end) if b > now),
            ]

        return list_free

    def do_grant(self, days: int) -> None:
        self.give(days * DAY, 365 * DAY)

    def do_extend(self, hours: int) -> None:
        self.give(hours * HOUR, 365 * DAY)

    def give(self, seconds: int, most: int) -> None:
        """Q17: budget for the turn that runs; after the flag it counts from now, and what passed is written off."""
        turn = self.demand_turn()
        if not 0 < seconds <= most:
            raise RefusedError("bad")
        if self.terms.pace.kind == "none":
            if not turn.silent:
                raise RefusedError("no_limit")
            turn.silent, turn.silent_from = False, (self.now, seconds)
            return
        if turn.flag is not None:
            turn.written_off.append((turn.passed, self.now))
            turn.flag, turn.grace_used = None, None
            turn.credits_used = [one for one in turn.credits_used if one[0] < turn.passed]
            turn.rounded = [one for one in turn.rounded if one[0] < turn.passed]
            if self.player.bounced and self.sum_bounced(turn) < BOUNCE:
                turn.bounce_since = self.now
        turn.budget += seconds
        turn.granted += seconds

    def do_pause(self, until: int) -> None:
        if until <= self.now:
            raise RefusedError("past")
        if until - self.now > 60 * DAY:
            raise RefusedError("too_long")
        if len([one for one in self.pauses if not one.resumed]) >= 3:
            raise RefusedError("paused_enough")
        running = next((one for one in self.pauses if one.open), None)
        if running is not None:
            until = max(until, running.end)
            running.end, running.open = self.now, False
        self.forget_pauses()
        self.pauses.append(Pause(self.now, until))

    def find_pause(self, pauses: list[Pause]) -> Pause | None:
        return next((one for one in pauses if one.start <= self.now < one.end), None)

    def do_resume(self) -> None:
        pause = self.find_pause(self.pauses)
        if pause is None:
            raise RefusedError("no_pause")
        self.forget_pauses()
        pause.end = min(pause.end, self.now + 48 * HOUR)
        pause.resumed = True

    def do_host_pause(self, until: int | None) -> None:
        if until is not None and until <= self.now:
            raise RefusedError("past")
        self.forget_pauses()
        running = self.find_pause(self.host_pauses)
        if running is not None:
            running.end, running.open = self.now, False
        self.host_pauses.append(Pause(self.now, NEVER if until is None else until))

    def do_host_resume(self) -> None:
        pause = self.find_pause(self.host_pauses)
        if pause is None:
            raise RefusedError("no_pause")
        self.forget_pauses()
        pause.end, pause.open = self.now, False

    def do_outage(self, since: int) -> None:
        if since >= self.now:
            raise RefusedError("bad")
        if self.now - since > HOUR:
            self.outages.append((since, self.now))

    def do_bounce(self) -> None:
        player, turn = self.player, self.turn
        if player.bounced:
            return
        player.bounced = True
        if turn is not None and turn.flag is None and self.sum_bounced(turn) < BOUNCE:
            turn.bounce_since = self.now

    def do_reachable(self) -> None:
        self.player.bounced = False
        if self.turn is not None:
            self.end_bounce(self.turn)

    def do_undo(self, turns: int) -> None:
        running = 0 if self.turn is None else 1
        if not 1 <= turns <= len(self.finished) + running:
            raise RefusedError("bad")
        kind = self.terms.pace.kind
        left = self.count_left() or 0
        if self.turn is not None:
            self.settle_bounces(self.turn)
            if kind in {"bank", "iccf"}:
                self.bank = left
        kept = len(self.finished) - (turns - running)
        undone, self.finished = self.finished[kept:], self.finished[:kept]
        self.turns_counted -= len(undone) if kind == "iccf" else 0
        self.bank = max(0, self.bank - sum(one.added for one in undone))
        again = max(LEAST, undone[0].left if undone else left)
        self.begin_turn(again if kind == "turn" else self.find_budget(), None)

    def do_person(self, same: bool, player: Player) -> None:  # noqa: FBT001 - the field of the event
        if same:
            if not self.vacant:
                raise RefusedError("bad")
            old = self.player
            player.absences, player.automatic, player.spent = old.absences, old.automatic, old.spent
            player.bounced, player.bounce_used = old.bounced, old.bounce_used
            player.weekdays_changed, player.zone_moved = old.weekdays_changed, old.zone_moved
        else:
            self.bank, self.turns_counted = self.terms.pace.base, 0
            self.row, self.strikes = 0, 0
        # R14: an undo never goes back past a change of the seat.
        self.finished = []
        self.player = player
        if self.vacant:
            for absence in player.list_away():
                absence.open = absence.open and absence.end > self.now
        self.vacant = False
        if self.turn is not None:
            self.begin_turn(self.find_budget(), None)

    # --- What is told.

    def name_clock(self) -> str:
        turn = self.turn
        if self.ended or self.vacant:
            return "over"
        if turn is None:
            return "none"
        if turn.silent or turn.grace_used is not None:
            return "late"
        if turn.flag is not None:
            return "grace"
        return "standing" if self.is_standing(turn) else "running"

    def find_due(self) -> int | None:
        if self.turn is not None and self.turn.flag is not None:
            return self.turn.flag
        deadline = self.find_deadline()
        return None if deadline is None else deadline.due

    def describe(self, what: str, refused: str | None = None) -> dict[str, object]:
        due, falls = self.find_due(), self.list_falls()
        following = max(self.now, min(falls)[0]) if falls else None
        bank: int | None = None
        if self.terms.pace.kind in {"bank", "iccf"}:
            bank = self.bank + (0 if self.turn is None else self.turn.granted)
        return {
            "at": format_moment(self.now),
            "what": what,
            **({} if refused is None else {"refused": refused}),
            "clock": self.name_clock(),
            "due": None if due is None else format_moment(due),
            "left": self.count_left(),
            "next": None if following is None else format_moment(following),
            "bank": bank,
            "strikes": [self.row, self.strikes],
        }

    def explain(self) -> list[dict[str, object]]:
        """Q30: the hours between the beginning of the turn and its deadline that were left out, each named once."""
        turn, due = self.turn, self.find_due()
        if turn is None or due is None:
            return []
        named = [*self.list_standstills(turn), *turn.calendar.list_free(turn.since, due)]
        deadline = self.find_deadline()
        credits_ = [*turn.credits_used, *([] if deadline is None else [(deadline.walked, deadline.credited)])]
        standing = [(a, b) for _, a, b in self.list_standstills(turn)]
        zone = subtract(merge(credits_), merge(standing))
        rounded = list(turn.rounded)
        if deadline is not None and deadline.walked < deadline.credited:
            rounded.append((deadline.credited, due))
        taken: list[Span] = []
        reasons: list[dict[str, object]] = []
        for why in REASONS:
            spans = merge((max(a, turn.since), min(b, due)) for one, a, b in named if one == why)
            found = subtract(spans, merge([*taken, *zone, *rounded]))
            taken += found
            for start, end in found:
                hours = (end - start) / HOUR
                reasons.append({"why": why, "hours": hours, "from": format_moment(start), "to": format_moment(end)})
        outside = due - turn.since - sum(end - start for start, end in taken)
        zone_seconds = sum(end - start for start, end in zone)
        rounding = outside - zone_seconds - turn.budget - self.foresee_lift(turn)
        for why, seconds in (("grant", turn.granted), ("rounding", rounding), ("zone", zone_seconds)):
            if seconds:
                reasons.append({"why": why, "hours": seconds / HOUR})
        return reasons

    def sum_spent(self) -> dict[str, int]:
        spent = dict(self.player.spent)
        starts = {one.start for one in self.player.list_away()}
        for begins, year in self.player.list_charges():
            if begins < self.now or (begins == self.now and begins in starts):
                spent[year] = spent.get(year, 0) + 1
        return {str(year): spent[year] for year in sorted(spent) if spent[year]}


OF_THE_MATCH = {"person", "pause", "resume", "host_pause", "host_resume", "outage"}
"""What counts while the seat is vacant."""


# --- Reading a line and telling its story.

FIELDS: dict[str, tuple[str, str]] = {
    "turn": ("", "mailed"),
    "move": ("", ""),
    "plan": ("", ""),
    "claim": ("", ""),
    "absence": ("first last", ""),
    "over": ("", ""),
    "cancel": ("first", ""),
    "auto": ("on", ""),
    "calendar": ("days_off night holidays", ""),
    "zone": ("zone", ""),
    "grant": ("days", ""),
    "extend": ("hours", ""),
    "pause": ("until", ""),
    "resume": ("", ""),
    "host_pause": ("until", ""),
    "host_resume": ("", ""),
    "outage": ("since", ""),
    "bounce": ("", ""),
    "reachable": ("", ""),
    "undo": ("turns", ""),
    "person": ("same player", ""),
}
"""The fields that each event needs, and those that it may have."""


def read_flag(value: object) -> bool:
    _demand(isinstance(value, bool), f"{value!r} is neither true nor false.")
    return bool(value)


def read_whole(value: object) -> int:
    return read_number(value, -NEVER, NEVER, "A number")


def find_zone(value: object) -> Zone | None:
    _demand(isinstance(value, str), "A zone is a text.")
    try:
        return Zone.find(str(value))
    except (ValueError, OSError, KeyError):
        return None


def read_end(value: object) -> int | None:
    return None if value is None else read_moment(value)


READERS: dict[str, Callable[[Any], Any]] = {
    "mailed": lambda value: NEVER if value is None else read_moment(value),
    "first": read_day,
    "last": read_day,
    "on": read_flag,
    "days_off": read_days_off,
    "night": read_night,
    "holidays": read_holidays,
    "zone": find_zone,
    "days": read_whole,
    "hours": read_whole,
    "since": read_moment,
    "turns": read_whole,
    "same": read_flag,
    "player": read_player,
}


def read_event(value: object) -> dict[str, Any]:
    _demand(isinstance(value, dict) and isinstance(value.get("what"), str), f"{value!r} is no event.")
    assert isinstance(value, dict)
    what = value["what"]
    _demand(what in FIELDS, f"{what!r} is no event.")
    needed, others = FIELDS[what]
    check_keys(value, f"at what {needed}", others)
    event: dict[str, Any] = {"at": read_moment(value["at"]), "what": what}
    for key in [*needed.split(), *(key for key in others.split() if key in value)]:
        reader = read_end if what == "host_pause" else READERS.get(key, read_moment)
        event[key] = reader(value[key])
    if what == "turn":
        event.setdefault("mailed", None)
    return event


def read_terms(case: Mapping[str, Any]) -> Terms:
    seats = read_number(case["seats"], 2, 5, "`seats`")
    late = case.get("late", "claim" if seats == 2 else "house")
    _demand(late in {"claim", "house", "skip", "lose"}, f"{late!r} is no `late`.")
    off = case.get("off", [])
    _demand(
        isinstance(off, list) and all(one in {"weekends", "nights", "holidays"} for one in off),
        f"{off!r} are no free times.",
    )
    return Terms(
        seats,
        read_pace(case["time"]),
        read_number(case.get("grace", DAY), 0, 7 * DAY, "`grace`"),
        read_number(case.get("wait", 14 * DAY), DAY, 60 * DAY, "`wait`"),
        late,
        frozenset(off),
        read_flag(case.get("absence", True)),
    )


def tell_story(value: object) -> dict[str, object]:
    """Raises `WrongLineError` with a sentence."""
    case = check_keys(value, "id seats time player events until", "grace wait late off absence")
    terms, player = read_terms(case), read_player(case["player"])
    _demand(isinstance(case["events"], list), "Events are a list.")
    events = [read_event(one) for one in case["events"]]
    until = read_moment(case["until"])
    # Q26: a clock that was set back counts as standing still.
    moment = events[0]["at"] if events else until
    for event in events:
        moment = event["at"] = max(moment, event["at"])
    _demand(until >= moment, "The story ends before its last event.")
    # Q21: nothing falls in the gap of an outage before the sweep that finds it.
    held = NEVER
    hold = []
    for event in reversed(events):
        if event["what"] == "outage" and event["at"] - event["since"] > HOUR:
            held = min(held, event["since"])
        hold.append(held)
    hold.reverse()

    seat = Seat(terms, player, events[0]["at"] if events else until)
    told: list[dict[str, object]] = []
    for event, held in zip(events, hold, strict=True):
        told += fall_until(seat, event["at"], held, letters_first=True)
        seat.now = event["at"]
        seat.forget_deadline()
        refused = None
        try:
            seat.apply(event["what"], event)
        except RefusedError as error:
            refused = str(error)
        told.append(seat.describe(event["what"], refused))
    told += fall_until(seat, until, NEVER, letters_first=False)
    seat.now = until
    told.append(seat.describe("until"))
    return {"id": case["id"], "told": told, "reasons": seat.explain(), "spent": seat.sum_spent()}


def fall_until(seat: Seat, moment: int, held: int, *, letters_first: bool) -> Iterator[dict[str, object]]:
    """Everything that falls before the letters of a moment, one after the other; nothing behind `held`."""
    while falls := seat.list_falls():
        at, rank, what = min(falls)
        if at > moment or (at > held and rank > 0) or (at == moment and letters_first and rank > 0):
            return
        seat.now = max(seat.now, at)
        seat.fall(what, at)
        yield seat.describe(what)


def answer_line(line: str) -> dict[str, object]:
    number: object = None
    try:
        value = json.loads(line)
        number = value.get("id") if isinstance(value, dict) else None
        return tell_story(value)
    except (WrongLineError, json.JSONDecodeError) as error:
        return {"id": number, "error": str(error)}


def main() -> None:
    with Path(sys.argv[1]).open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                sys.stdout.write(json.dumps(answer_line(line), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
