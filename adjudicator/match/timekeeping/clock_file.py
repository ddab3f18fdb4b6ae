"""The clock file: JSON lines, one history a line, and what the clock says out. The format is in docs/developers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final, Literal, NamedTuple

import msgspec

from adjudicator.codec import codec_for
from adjudicator.match.timekeeping.absence_ledger import AbsenceLedger
from adjudicator.match.timekeeping.clock_errors import ClockRefusal
from adjudicator.match.timekeeping.deadline_reasons import Reason
from adjudicator.match.timekeeping.free_times import FreeTime, make_calendar
from adjudicator.match.timekeeping.history import History, Person, State
from adjudicator.match.timekeeping.instants import DAY, HOUR, Instant, Span, format_instant, parse_instant
from adjudicator.match.timekeeping.player_clock import PlayerClock
from adjudicator.match.timekeeping.terms import Late, make_terms, parse_time
from adjudicator.match.timekeeping.zone_offsets import day_number, is_zone

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEKDAYS: Final[tuple[Weekday, ...]] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MOST_SEATS: Final = 5
MOST_ALLOWED: Final = 366


class PlayerLine(msgspec.Struct, forbid_unknown_fields=True):
    """A player: zone, free times, absences."""

    zone: str
    days_off: list[Weekday] = []
    night: tuple[int, int] | None = None
    holidays: list[date] = []
    allowance: int = 30
    spent: dict[int, int] = {}
    auto: bool = True


class Event(msgspec.Struct, forbid_unknown_fields=True, tag_field="what", tag=str.lower):
    """Something that happened, at the moment at which it was accepted."""

    at: str

    def happen(self, history: History, at: Instant) -> None:
        """Let it happen at its moment, to which the history has come."""
        raise NotImplementedError


class TurnEvent(Event, tag="turn"):
    """A turn begins."""

    mailed: str | msgspec.UnsetType | None = msgspec.UNSET

    def happen(self, history: History, at: Instant) -> None:
        mailed = at if isinstance(self.mailed, msgspec.UnsetType) else _read_moment(self.mailed)
        history.begin_turn(mailed)


class Move(Event):
    """An order of the player."""

    def happen(self, history: History, at: Instant) -> None:
        history.play()


class Plan(Event):
    """A plan or habit plays."""

    def happen(self, history: History, at: Instant) -> None:
        history.play()


class Claim(Event):
    """Another player claims."""

    def happen(self, history: History, at: Instant) -> None:
        history.claim()


class AbsenceEvent(Event, tag="absence"):
    """An absence is entered."""

    first: date
    last: date

    def happen(self, history: History, at: Instant) -> None:
        history.announce_absence(self.first, self.last)


class Over(Event):
    """The absence that runs is over."""

    def happen(self, history: History, at: Instant) -> None:
        history.end_absence()


class Cancel(Event):
    """An absence to come is cancelled."""

    first: date

    def happen(self, history: History, at: Instant) -> None:
        history.cancel_absence(self.first)


class Auto(Event):
    """Absences are automatic, or by hand."""

    on: bool

    def happen(self, history: History, at: Instant) -> None:
        history.choose_automatic(on=self.on)


class CalendarEvent(Event, tag="calendar"):
    """New free times."""

    days_off: list[Weekday] = []
    night: tuple[int, int] | None = None
    holidays: list[date] = []

    def happen(self, history: History, at: Instant) -> None:
        holidays = tuple(day_number(day) for day in self.holidays)
        history.change_free_times(_number_days(self.days_off), self.night, holidays)


class Zone(Event):
    """A new zone."""

    zone: str

    def happen(self, history: History, at: Instant) -> None:
        history.change_zone(self.zone)


class Grant(Event):
    """Another player gives time."""

    days: int

    def happen(self, history: History, at: Instant) -> None:
        history.grant(self.days * DAY)


class Extend(Event):
    """The host gives time."""

    hours: int

    def happen(self, history: History, at: Instant) -> None:
        history.grant(self.hours * HOUR)


class Pause(Event):
    """The players agreed on a pause."""

    until: str

    def happen(self, history: History, at: Instant) -> None:
        history.agree_pause(parse_instant(self.until))


class Resume(Event):
    """A player asks to go on."""

    def happen(self, history: History, at: Instant) -> None:
        history.resume()


class HostPause(Event, tag="host_pause"):
    """The host pauses."""

    until: str | None = None

    def happen(self, history: History, at: Instant) -> None:
        history.pause_by_host(_read_moment(self.until))


class HostResume(Event, tag="host_resume"):
    """The host lets the match go on."""

    def happen(self, history: History, at: Instant) -> None:
        history.resume_by_host()


class Outage(Event):
    """A sweep finds that the one before was long ago."""

    since: str

    def happen(self, history: History, at: Instant) -> None:
        history.find_outage(parse_instant(self.since), at)


class Bounce(Event):
    """The mailbox is dead."""

    def happen(self, history: History, at: Instant) -> None:
        history.bounce()


class Reachable(Event):
    """The mailbox takes letters again."""

    def happen(self, history: History, at: Instant) -> None:
        history.reach()


class Undo(Event):
    """Turns of the seat are undone."""

    turns: int

    def happen(self, history: History, at: Instant) -> None:
        history.undo(self.turns)


class PersonEvent(Event, tag="person"):
    """Somebody sits down."""

    same: bool
    player: PlayerLine | None = None

    def happen(self, history: History, at: Instant) -> None:
        person = None if self.player is None else _make_person(self.player)
        if self.same:
            history.seat_again(person)
        elif person is None:
            raise ValueError("a person who is not the same needs a player")
        else:
            history.seat_person(person)


AnyEvent = (
    TurnEvent | Move | Plan | Claim | AbsenceEvent | Over | Cancel | Auto | CalendarEvent | Zone | Grant | Extend
    | Pause | Resume | HostPause | HostResume | Outage | Bounce | Reachable | Undo | PersonEvent
)  # fmt: skip


class CaseLine(msgspec.Struct, forbid_unknown_fields=True):
    """A line of the file."""

    id: str
    seats: int
    time: str
    player: PlayerLine
    events: list[AnyEvent]
    until: str
    grace: int = DAY
    wait: int = 14 * DAY
    late: Late | None = None
    off: list[FreeTime] = []
    absence: bool = True


class _Id(msgspec.Struct):
    id: str | int | None = None


class _Happened(NamedTuple):
    at: Instant
    event: AnyEvent


def answer_lines(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Answer each line of a clock file, in order; one that cannot be read is answered with what is wrong."""
    for line in lines:
        if line.strip():
            yield msgspec.json.encode(answer_line(line))


def answer_line(line: bytes) -> dict[str, object]:
    """Answer one line."""
    try:
        return _tell(codec_for(CaseLine).read(line))
    except (msgspec.DecodeError, ValueError) as fault:
        return {"id": _id_of(line), "error": str(fault)}


def _tell(case: CaseLine) -> dict[str, object]:
    if not 2 <= case.seats <= MOST_SEATS:
        raise ValueError(f"a match has 2 to {MOST_SEATS} seats, not {case.seats}")
    terms = make_terms(
        parse_time(case.time), case.seats, case.late, case.grace, case.wait, case.off, absence=case.absence
    )
    happened = _by_moments(case.events)
    until = parse_instant(case.until)
    if happened and until < happened[-1].at:
        raise ValueError(f"until, {case.until}, is before the last event")
    begin = happened[0].at if happened else until
    history = History(terms, _make_person(case.player), begin, _list_outages(happened))
    for one in happened:
        _happen(history, one)
    history.advance(until, through=True)
    history.tell("until")
    return {
        "id": case.id,
        "told": [_format_state(state) for state in history.told],
        "reasons": [_format_reason(reason) for reason in history.explain()],
        "spent": {str(year): days for year, days in history.count_days().items()},
    }


def _by_moments(events: Iterable[AnyEvent]) -> list[_Happened]:
    """Read the moments. Where a server's clock was set back, an event counts at the moment of the one before it."""
    happened: list[_Happened] = []
    for event in events:
        at = parse_instant(event.at)
        happened.append(_Happened(max(at, happened[-1].at) if happened else at, event))
    return happened


def _list_outages(happened: Iterable[_Happened]) -> list[Span]:
    return [(parse_instant(event.since), at) for at, event in happened if isinstance(event, Outage)]


def _happen(history: History, one: _Happened) -> None:
    what = str(one.event.__struct_config__.tag)
    try:
        history.advance(one.at)
        one.event.happen(history, one.at)
    except ClockRefusal as refusal:
        history.tell(what, refusal.why)
    else:
        # A claim tells itself, before what follows from it.
        if not isinstance(one.event, Claim):
            history.tell(what)


def _make_person(line: PlayerLine) -> Person:
    if not 0 <= line.allowance <= MOST_ALLOWED:
        raise ValueError(f"an allowance is 0 to {MOST_ALLOWED} days a year, not {line.allowance}")
    if not is_zone(line.zone):
        raise ValueError(f"{line.zone!r} is no time zone; Europe/Berlin would be one")
    calendar = make_calendar(line.zone, _number_days(line.days_off), line.night, line.holidays)
    absences = AbsenceLedger(tuple(sorted(line.spent.items())))
    return Person(PlayerClock(calendar), absences, line.allowance, line.auto)


def _number_days(days: Iterable[Weekday]) -> tuple[int, ...]:
    return tuple(WEEKDAYS.index(day) for day in days)


def _read_moment(text: str | None) -> Instant | None:
    return None if text is None else parse_instant(text)


def _format_moment(instant: Instant | None) -> str | None:
    return None if instant is None else format_instant(instant)


def _format_state(state: State) -> dict[str, object]:
    told: dict[str, object] = {
        "at": format_instant(state.at),
        "what": state.what,
        "clock": state.clock,
        "due": _format_moment(state.due),
        "left": state.left,
        "next": _format_moment(state.next),
        "bank": state.bank,
        "strikes": state.strikes,
    }
    return told if state.refused is None else {**told, "refused": state.refused}


def _format_reason(reason: Reason) -> dict[str, object]:
    told: dict[str, object] = {"why": reason.kind, "hours": _hours(reason.seconds)}
    if reason.span is not None:
        told |= {"from": format_instant(reason.span[0]), "to": format_instant(reason.span[1])}
    return told


def _hours(seconds: int) -> int | float:
    return seconds // HOUR if seconds % HOUR == 0 else seconds / HOUR


def _id_of(line: bytes) -> str | int | None:
    try:
        return codec_for(_Id).read(line).id
    except msgspec.DecodeError:
        return None
