"""The deeds of the host: more time, pause, seats, going back. The command line and the host's letters call these.

Each deed has a reason, is an act of the record, and is told to all players in their languages. The reason is sealed in
the record and opened at once, but for a deed about a person: then only the players read it. A match whose record is of
version 1 has no acts: there the clock can be moved, which is told, and nothing else be done.

Every function expects the match under its lock. It checks all before it changes anything, and raises `DeedRefused`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

from msgspec import structs

from adjudicator.engines.contract import AnyPosition, AnyStep, Note
from adjudicator.engines.registry import engine_for
from adjudicator.match.course.correction import Correction, rewind
from adjudicator.match.course.entry_rules import EntryRules
from adjudicator.match.course.replay import Replay, replay_record
from adjudicator.match.record.chain import chain_entry
from adjudicator.match.record.record import (
    HOUSE,
    NOBODY,
    ExtendValues,
    Holder,
    PauseValues,
    Record,
    ResumeValues,
    RulingValues,
    SeatValues,
    Values,
    read_terms,
)
from adjudicator.match.record.record import Why as SeatWhy
from adjudicator.match.rulings.table import AnyTable, play_forced
from adjudicator.match.timekeeping.clock_errors import ClockRefusal, Why
from adjudicator.match.timekeeping.terms import Vacant
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.matches.letters import host_notices, turn_letters
from adjudicator.services.matches.letters.seat_letters import lost_note
from adjudicator.services.matches.plans.plan_turns import drop_plans
from adjudicator.services.matches.rows.archive_rows import withdraw_match
from adjudicator.services.matches.rows.match_rows import save_steps
from adjudicator.services.matches.rows.record_rows import (
    VERSION_1,
    Act,
    Arrival,
    add_act,
    course_of,
    full_record,
    header_of,
    seal,
)
from adjudicator.services.matches.rows.seat_holders import was_here
from adjudicator.services.matches.seats import proposals
from adjudicator.services.matches.seats.seat_changes import NOTES, SeatChange, come_back, sit_down, vacate_seat
from adjudicator.services.players.players import find_player, get_or_create_player
from adjudicator.services.players.suppression import is_suppressed
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState
from adjudicator.store.tables import EntryRow, Match, Player, Seat
from adjudicator.texts.language.language import SOURCE

LONGEST_EXTENSION = timedelta(days=365)
LONGEST_REASON = 500
"""Characters of a reason, and of a broadcast."""
_HOUR = timedelta(hours=1)
_UNSEALED = "0" * 64
_CLOCK_SENTENCES: Mapping[Why, str] = {
    Why.NO_PAUSE: "the host has not paused this match; `pause` does",
    Why.PAST: "a pause ends in the future; leave the day out for one without a known end",
    Why.NO_LIMIT: "this match has no limit of time, and nobody is late",
}


class DeedRefused(Exception):
    """A deed that cannot be done; the sentence has the reason and the right form."""


@dataclass(frozen=True, slots=True)
class RewindPreview:
    """Changes that going back to an entry would make. `dropped`: the steps that would no longer stand."""

    to: int
    dropped: tuple[EntryRow, ...]
    known: tuple[EntryRow, ...]
    """The steps whose secrets stay known."""
    before: AnyTable
    after: AnyTable
    names: tuple[str, ...]
    """The players whose steps are touched."""


def extend_deadline(work: UnitOfWork, match: Match, given: timedelta, reason: str) -> None:
    """Give the player to move more time; once the deadline has passed it counts from now."""
    reason = _check_deed(work, match, reason)
    if not _HOUR <= given <= LONGEST_EXTENSION:
        raise DeedRefused("an extension is from one hour to 365 days, such as 2d or 36h")
    seat = match_clock.mover_of(match)
    if seat is None:
        raise DeedRefused("no clock runs there: no person is to move")
    if not match_clock.may_be_granted(match):
        raise DeedRefused(_CLOCK_SENTENCES[Why.NO_LIMIT])
    hours = -(-given // _HOUR)
    _check_act(work, match, ExtendValues((seat.number,), hours, _UNSEALED))
    match_clock.give_time(match, timedelta(hours=hours), work.now)
    note = Note.of("match.extended", late_seat=seat.number, hours=hours)
    _enter(work, match, ExtendValues((seat.number,), hours), note, reason)


def pause_match(work: UnitOfWork, match: Match, until: datetime | None, reason: str) -> None:
    """Let all clocks of a match stand, until a moment or without a known end; orders still count."""
    reason = _check_deed(work, match, reason)
    _check_act(work, match, PauseValues(until, because=_UNSEALED))
    try:
        match_clock.pause_clock(work, match, until, by_host=True)
    except ClockRefusal as fault:
        raise DeedRefused(_CLOCK_SENTENCES[fault.why]) from fault
    note = Note.of("match.host_paused", day=(until - timedelta(seconds=1)).date().isoformat() if until else "")
    _enter(work, match, PauseValues(until), note, reason)


def resume_match(work: UnitOfWork, match: Match, reason: str) -> None:
    """End the host's pause at once."""
    reason = _check_deed(work, match, reason)
    _check_act(work, match, ResumeValues(_UNSEALED))
    try:
        match_clock.resume_clock(work, match, by_host=True)
    except ClockRefusal as fault:
        raise DeedRefused(_CLOCK_SENTENCES[fault.why]) from fault
    note = Note.of("match.host_resumed", agreed=match_clock.is_match_paused(match, work.now))
    _enter(work, match, ResumeValues(), note, reason)


def seat_player(work: UnitOfWork, match: Match, name: str, address: str, reason: str) -> None:
    """Let somebody sit down at the seat of a player, vacant or not; who left it last finds it as they left it."""
    reason = _check_deed(work, match, reason)
    _check_version(match)
    seat = find_seat(match, name)
    known = find_player(work.session, address)
    if is_suppressed(work.context, work.session, address):
        raise DeedRefused(f"{address} wants no letters from us")
    if known is not None and seat.vacant_at is not None and seat.player_id == known.id:
        _bring_back(work, match, seat, reason)
        return
    if known is not None and was_here(work.session, match, known):
        raise DeedRefused("one person has one seat in a match, and this one has been in it; name another address")
    if known is not None and known.address == work.context.host_address:
        raise DeedRefused("who plays in a match has no power there, so the host cannot sit down")
    _check_act(work, match, SeatValues(seat.number, Holder("person", _UNSEALED), "seated", because=_UNSEALED))
    try:
        player = known or get_or_create_player(work, address, "", SOURCE)
    except RefusedError as fault:
        raise DeedRefused(
            f"{address} was taken off another player lately, who may still take that back; name another address"
        ) from fault
    note = _seat_note("seated", seat, player.name)
    if seat.by_person:
        given_away = Note.of("match.seat_given_away", name=player.name)
        host_notices.notify_put_out(work, match, seat, given_away, _said(reason))
    because = seal(work, match, "reason", reason)
    sit_down(work, match, seat, player, SeatChange("seated", "host", because=because, notes=(_said(reason),)))
    _tell(work, match, note, _said(reason))


def _bring_back(work: UnitOfWork, match: Match, seat: Seat, reason: str) -> None:
    holder = course_of(match).last_sitting(seat.number).holder
    _check_act(work, match, SeatValues(seat.number, holder, "back", because=_UNSEALED))
    note = _seat_note("back", seat, seat.name)
    because = seal(work, match, "reason", reason)
    come_back(work, match, seat, SeatChange("back", "host", because=because, notes=(_said(reason),)))
    _tell(work, match, note, _said(reason))


def vacate_seat_of(work: UnitOfWork, match: Match, name: str, reason: str, *, excused: bool = False) -> None:
    """Take a player out of a match that goes on; `excused`: not for anything that they did."""
    reason = _check_deed(work, match, reason)
    _check_version(match)
    seat = find_seat(match, name)
    waits = match_clock.terms_of(match).vacant is Vacant.WAIT
    why: Literal["excused", "vacated"] = "excused" if excused else "vacated"
    values = SeatValues(seat.number, NOBODY if waits else HOUSE, why, because=_UNSEALED)
    _check_act(work, match, values)
    # What somebody is said to have done is for the players, not for everybody who reads the record.
    note, said = _seat_note(why, seat, seat.own_name, house=not waits), _said(reason, match)
    host_notices.notify_put_out(work, match, seat, lost_note(match, why, house=not waits), said)
    because = seal(work, match, "reason", reason, withheld=True)
    vacate_seat(work, match, seat, SeatChange(why, "host", because=because, notes=(said,)))
    _tell(work, match, note, said)


def preview_rewind(work: UnitOfWork, match: Match, to: int) -> RewindPreview:
    """Show the changes that going back to the position after entry `to` would make."""
    check_power(work, match)
    replay, correction = _correct(work, match, to)
    rows = {row.n: row for row in match.entries}
    dropped = tuple(rows[n] for n in correction.dropped)
    seats = sorted({row.seat for row in dropped if row.seat is not None})
    return RewindPreview(
        to,
        dropped,
        tuple(rows[n] for n in correction.known),
        replay.table,
        correction.table,
        tuple(match.seats[number].name for number in seats),
    )


def rewind_match(work: UnitOfWork, match: Match, to: int, reason: str) -> None:
    """Go back to the position after an entry. What came to light since stays known; play goes on from there."""
    reason = check_reason(reason)
    check_power(work, match)
    _, correction = _correct(work, match, to)
    because = seal(work, match, "reason", reason)
    note = Note.of("match.rewound", to=to)
    values = RulingValues("rewind", to, correction.known, because)
    add_act(work, match, Act("host", values, notes=(note, _said(reason))))
    drop_plans(work, match)
    match.stays_known = list(correction.known)
    if match.state is MatchState.FINISHED:
        match.state, match.end, match.finished_at = MatchState.RUNNING, None, None
        withdraw_match(work, match)
    table, forced = play_forced(correction.table)
    save_steps(work, match, table, forced, Arrival("forced", work.now))
    _tell(work, match, note, _said(reason))
    if correction.dropped:
        rows = {row.n: row for row in match.entries}
        proposals.drop_undone(work, match, rows[correction.dropped[0]].at)


def broadcast(work: UnitOfWork, text: str, match: Match | None = None) -> int:
    """Write to all players of a match, or once to everybody who plays; return to how many. The text is the reason."""
    text = check_reason(text)
    if match is not None and match.state not in (MatchState.RUNNING, MatchState.INVITING):
        raise DeedRefused("nobody plays there any more")
    if match is not None:
        _refuse_player(work, match)
    return host_notices.notify_broadcast(work, text, match)


def end_of_day(day: date) -> datetime:
    """Return the end of a day, in UTC."""
    return datetime.combine(day + timedelta(days=1), time(), UTC)


def find_seat(match: Match, name: str) -> Seat:
    """Find a seat by the name of its player. Raises `DeedRefused`, which lists the names."""
    wanted = name.strip().casefold()
    found = [seat for seat in match.seats if wanted in (seat.name.casefold(), seat.own_name.casefold())]
    if len(found) != 1:
        raise DeedRefused(f"{name} is no player here; they are {', '.join(seat.name for seat in match.seats)}")
    return found[0]


def _check_deed(work: UnitOfWork, match: Match, reason: str) -> str:
    reason = check_reason(reason)
    check_power(work, match)
    if match.state is MatchState.FINISHED:
        raise DeedRefused("the match is over; only `rewind` can open it again")
    return reason


def check_reason(reason: str) -> str:
    """Return a reason in one line. Raises `DeedRefused` without one."""
    reason = " ".join(reason.split())
    if not reason:
        raise DeedRefused("every deed needs a reason, behind `because`")
    if len(reason) > LONGEST_REASON:
        raise DeedRefused(f"a reason has at most {LONGEST_REASON} characters, and this one has {len(reason)}")
    return reason


def check_power(work: UnitOfWork, match: Match) -> None:
    """Refuse a match that is not running, and a host who plays there. Raises `DeedRefused`."""
    if match.state not in (MatchState.RUNNING, MatchState.FINISHED):
        raise DeedRefused("the match is not running")
    work.session.flush()
    work.session.refresh(match, ["entries"])
    _refuse_player(work, match)


def _refuse_player(work: UnitOfWork, match: Match) -> None:
    """Who plays in a match has no power there but a player's."""
    address = work.context.host_address
    host = find_player(work.session, address) if address else None
    if host is not None and was_seated(work, match, host):
        raise DeedRefused("the host plays in this match, and who plays in a match has no power there")


def was_seated(work: UnitOfWork, match: Match, player: Player) -> bool:
    """Has a player, now or ever, had a seat in a match?"""
    seated = any(player.id in (seat.player_id, seat.owner_id) for seat in match.seats)
    return seated or was_here(work.session, match, player)


def _check_version(match: Match) -> None:
    if match.record_version == VERSION_1:
        raise DeedRefused(
            "the record of this match is of version 1, which has no acts; only `extend`, `pause` and `resume` work"
        )


def _check_act(work: UnitOfWork, match: Match, values: Values) -> None:
    """Ask the rules of the record whether this act may come next."""
    if match.record_version == VERSION_1:
        return
    course = course_of(match)
    rules = EntryRules(read_terms(header_of(match)), engine_for(match.rules).rules.secrets)
    entry = chain_entry(match.chain, course.n + 1, "host", work.now, values)
    faults = list(rules.faults(course, entry))
    if faults:
        raise DeedRefused("; ".join(faults))


def _correct(
    work: UnitOfWork, match: Match, to: int
) -> tuple[Replay[AnyPosition, AnyStep], Correction[AnyPosition, AnyStep]]:
    _check_version(match)
    if any(seat.by_person and seat.player is not None and seat.player.erased_at is not None for seat in match.seats):
        raise DeedRefused("somebody who played here was erased and cannot play on, so the match stays over")
    record = full_record(match)
    if not isinstance(record, Record):
        raise TypeError(f"the record of {match.code} is of version 1")
    replay = replay_record(record, engine_for(match.rules))
    try:
        correction = rewind(replay, to)
    except ValueError as fault:
        raise DeedRefused(f"there is no entry {to}; the last one is {replay.course.n}, and 0 is the opening") from fault
    if replay.course.line() == replay.course.line(to):
        raise DeedRefused(f"nothing would change: the position after entry {to} is the present one")
    _check_act(work, match, RulingValues("rewind", to, correction.known, _UNSEALED))
    return replay, correction


def _seat_note(why: SeatWhy, seat: Seat, name: str, *, house: bool = False) -> Note:
    return Note.of(NOTES[why], name=name, before=seat.own_name, house=house)


def _said(reason: str, match: Match | None = None) -> Note:
    """Tell the reason: to everybody, or to the players of a match alone."""
    said = Note.of("match.because", reason=reason)
    return replace(said, audience=frozenset(range(len(match.seats)))) if match else said


def _enter(
    work: UnitOfWork, match: Match, values: ExtendValues | PauseValues | ResumeValues, note: Note, reason: str
) -> None:
    """Enter an act that moves the clock, and tell it."""
    said = _said(reason)
    if match.record_version != VERSION_1:
        values = structs.replace(values, because=seal(work, match, "reason", reason))
        add_act(work, match, Act("host", values, notes=(note, said)))
    _tell(work, match, note, said)


def _tell(work: UnitOfWork, match: Match, note: Note, said: Note) -> None:
    """Tell all players; the letter also tells whether the clock stands."""
    work.session.flush()
    match.stopped_at = work.now if match_clock.is_standing(match, work.now) else None
    host_notices.notify_deed(work, match, (note, said))
    if match.end is not None:
        turn_letters.notify_over(work, match)
