"""Changes of who sits at a seat: a player leaves for good, somebody sits down, a substitute comes and goes.

Each change is one entry ``seat`` of the record (rule R15). With it the seat's epoch goes up, so all reply addresses of
the former holder are dead (R16), and their belongings, such as notes and plans, stay with the person. Letters are
the caller's next step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import select

from adjudicator.engines.contract import Note
from adjudicator.match.record.record import HOUSE, NOBODY, By, Holder, SeatValues, Why
from adjudicator.match.seat_names import distinct_names
from adjudicator.match.timekeeping.instants import FOREVER, from_instant, to_instant
from adjudicator.match.timekeeping.pauses import Pauses
from adjudicator.match.timekeeping.stops import STOPS_EVERYTHING, list_spans
from adjudicator.match.timekeeping.terms import Vacant
from adjudicator.match.timekeeping.walk import walk_budget
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.matches.clock.match_clock import settle_clock, terms_of
from adjudicator.services.matches.plans.waiting_orders import drop_orders
from adjudicator.services.matches.rows.match_rows import (
    begin_turn_of_seat,
    go_on_with_turn,
    let_bot_play,
    wait_for_seat,
)
from adjudicator.services.matches.rows.outage_rows import list_outages
from adjudicator.services.matches.rows.record_rows import VERSION_1, Act, add_act, first_number_of_turn, seat_person
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import EntryKind
from adjudicator.store.tables import EntryRow, Match, Participant, Player, Seat, SeatWishes

NOTES: Mapping[Why, str] = {
    "resigned": "match.seat_resigned",
    "late": "match.seat_late",
    "bounced": "match.seat_bounced",
    "expelled": "match.seat_expelled",
    "vacated": "match.seat_vacated",
    "excused": "match.seat_excused",
    "takeover": "match.seat_takeover",
    "seated": "match.seat_seated",
    "handed": "match.seat_handed",
    "back": "match.seat_back",
    "waited": "match.seat_waited",
    "substitute": "match.seat_substitute",
    "returned": "match.seat_returned",
}
"""The note that tells each change to the players."""
VACANT_WAIT = timedelta(days=14)
"""How long a vacant seat waits for somebody under ``vacant=wait``; then the house player sits down (R15)."""


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Why a seat changes hands, by whom, and who agreed."""

    why: Why
    by: By
    at: datetime | None = None
    agreed: tuple[int, ...] = ()
    silent: tuple[int, ...] = ()
    until: datetime | None = None
    """Of a substitute: when the owner comes back."""
    because: str | None = None
    """The commitment to the host's reason."""
    name: str = ""
    """Who sits down."""
    notes: tuple[Note, ...] = ()
    """Further notes to tell, such as the host's reason."""


def vacate_seat(work: UnitOfWork, match: Match, seat: Seat, change: SeatChange) -> None:
    """A player leaves a seat for good, and the match goes on.

    The house player plays for the seat. Under ``vacant=wait`` nobody sits there for 14 days; meanwhile the house player
    plays a turn when the time of a first turn is over.
    """
    waits = terms_of(match).vacant is Vacant.WAIT
    if match.record_version != VERSION_1:
        row = _add_entry(work, match, seat, NOBODY if waits else HOUSE, change)
        _close_participation(work, match, seat, row)
        seat.epoch += 1
    if seat.owner_id is None:
        settle_clock(match, seat, work.now)
    seat.plan = None
    seat.vacant_at = work.now
    seat.vacant_why = change.why
    seat.waits_until = work.now + VACANT_WAIT if waits else None
    match.seats_left = True
    _drop_substitute(seat)
    if match.to_move == seat.number:
        if waits:
            wait_for_seat(work, match)
        else:
            let_bot_play(work, match)


def sit_down(work: UnitOfWork, match: Match, seat: Seat, player: Player, change: SeatChange) -> None:
    """Somebody sits down at a seat: takes it over, is seated by the host, or gets it handed over.

    They begin a match of their own: full time for the turn, no strikes, new reply addresses.
    """
    n = match.entry_count + 1
    holder = seat_person(work, match, seat.number, player, since=n)
    row = _add_entry(work, match, seat, holder, replace(change, name=player.name))
    if seat.by_person:
        _close_participation(work, match, seat, row)
    _occupy(seat, player)
    _note_seats_left(match)
    seat.called = _distinct_name(match, seat, player)
    seat.account = None
    begin_turn_of_seat(work, match, seat)


def come_back(work: UnitOfWork, match: Match, seat: Seat, change: SeatChange) -> None:
    """The player who left a seat comes back to it, nobody having sat down; their leaving counts for nothing.

    They find everything as they left it: bank, strikes, and the rest of a turn that they left in. Who has come
    back to a turn before lets the house player play it, or they could leave and come back for ever.
    """
    last = _last_participation(work, match, seat, seat.player_id)
    left_now, again = _left_in_turn(work, match, last)
    last.until_entry = None
    _add_entry(work, match, seat, Holder("person", last.holder), change)
    seat.vacant_at = None
    seat.vacant_why = ""
    seat.waits_until = None
    _note_seats_left(match)
    seat.epoch += 1
    if match.to_move != seat.number or not left_now:
        begin_turn_of_seat(work, match, seat)
        return
    match_clock.clear_clock(match)
    go_on_with_turn(work, match, seat)
    if again:
        let_bot_play(work, match)


def waits_on(work: UnitOfWork, match: Match, seat: Seat) -> bool:
    """Let a vacant seat wait on if pauses and outages have taken some of its 14 days; return whether it does."""
    if seat.vacant_at is None:
        return False
    known = match.pauses or Pauses()
    pauses = list_spans((*known.ended, *known.stops), STOPS_EVERYTHING)
    away = list_outages(work.session, seat.vacant_at, work.now)
    outages = [(to_instant(since), to_instant(until)) for since, until in away]
    end = walk_budget(to_instant(seat.vacant_at), int(VACANT_WAIT.total_seconds()), sorted([*pauses, *outages]))
    if end <= to_instant(work.now):
        return False
    # The end of a host's pause may not be known yet.
    seat.waits_until = work.now + timedelta(days=1) if end >= FOREVER else from_instant(end)
    return True


def seat_house(work: UnitOfWork, match: Match, seat: Seat) -> None:
    """The house player sits down at a vacant seat that nobody wanted for 14 days (`waited`)."""
    _add_entry(work, match, seat, HOUSE, SeatChange("waited", "server"))
    seat.waits_until = None
    seat.epoch += 1
    if match.to_move == seat.number:
        let_bot_play(work, match)


def seat_substitute(work: UnitOfWork, match: Match, seat: Seat, player: Player, change: SeatChange) -> None:
    """A substitute plays for an absent player until a day; the seat stays the absent one's."""
    holder = seat_person(work, match, seat.number, player, since=match.entry_count + 1)
    _add_entry(work, match, seat, holder, replace(change, name=player.name))
    seat.owner_id = seat.player_id
    seat.substitute_until = change.until
    seat.lent_wishes = SeatWishes(seat.reminders, seat.letters, seat.habits, seat.second_look)
    seat.player = player
    _forget_wishes(seat)
    seat.epoch += 1
    go_on_with_turn(work, match, seat)


def return_seat(work: UnitOfWork, match: Match, seat: Seat, by: By, at: datetime | None = None) -> None:
    """The owner of a seat comes back from an absence, to their wishes for the match; their substitute goes."""
    owner = work.session.get_one(Player, seat.owner_id)
    holder = Holder("person", _last_participation(work, match, seat, owner.id).holder)
    row = _add_entry(work, match, seat, holder, SeatChange("returned", by, at, name=owner.name))
    _close_participation(work, match, seat, row)
    wishes = seat.lent_wishes or SeatWishes()
    _drop_substitute(seat)
    seat.player = owner
    _forget_wishes(seat)
    seat.reminders, seat.letters = wishes.reminders, wishes.letters
    seat.habits, seat.second_look = wishes.habits, wishes.second_look
    seat.epoch += 1
    go_on_with_turn(work, match, seat)


def people_at(match: Match, *, without: Iterable[Seat] = ()) -> list[Seat]:
    """List the seats where persons sit who can be asked."""
    left_out = list(without)
    return [seat for seat in match.seats if seat.by_person and seat not in left_out]


def _note_seats_left(match: Match) -> None:
    match.seats_left = any(seat.vacant_at is not None for seat in match.seats)


def _occupy(seat: Seat, player: Player) -> None:
    seat.player = player
    _forget_wishes(seat)
    seat.house, seat.level = False, None
    seat.vacant_at = None
    seat.vacant_why = ""
    seat.waits_until = None
    _drop_substitute(seat)
    seat.epoch += 1


def _forget_wishes(seat: Seat) -> None:
    """Forget the wishes of the player before at this seat: reminders, letters, plans, habits, orders that wait."""
    seat.reminders = seat.letters = seat.second_look = None
    seat.plan = seat.habits = None
    drop_orders(seat)


def _distinct_name(match: Match, seat: Seat, player: Player) -> str:
    """Make the name of who sits down distinct from the others at the table."""
    names = [player.name if other is seat else other.own_name for other in match.seats]
    return distinct_names(names)[match.seats.index(seat)]


def _drop_substitute(seat: Seat) -> None:
    seat.owner_id = None
    seat.substitute_until = seat.lent_wishes = None


def _left_in_turn(work: UnitOfWork, match: Match, last: Participant) -> tuple[bool, bool]:
    """Has a player left in the turn that runs? And have they come back to it before?"""
    query = select(EntryRow.n, EntryRow.values).where(
        EntryRow.match_id == match.id,
        EntryRow.kind == EntryKind.SEAT,
        EntryRow.turn >= first_number_of_turn(work.session, match),
    )
    changes = {n: values or {} for n, values in work.session.execute(query)}
    here = [values["why"] for values in changes.values() if values.get("seat") == last.seat]
    return last.until_entry in changes, "back" in here


def _add_entry(work: UnitOfWork, match: Match, seat: Seat, holder: Holder, change: SeatChange) -> EntryRow:
    values = SeatValues(seat.number, holder, change.why, change.agreed, change.silent, change.until, change.because)
    before, house = seat.own_name, holder.kind == "house"
    note = Note.of(NOTES[change.why], name=change.name or before, before=before, house=house)
    return add_act(work, match, Act(change.by, values, change.at, (note, *change.notes)))


def _close_participation(work: UnitOfWork, match: Match, seat: Seat, row: EntryRow) -> None:
    _last_participation(work, match, seat, seat.player_id).until_entry = row.n


def _last_participation(work: UnitOfWork, match: Match, seat: Seat, player_id: int | None) -> Participant:
    query = (
        select(Participant)
        .where(
            Participant.match_id == match.id,
            Participant.seat == seat.number,
            Participant.player_id == player_id,
        )
        .order_by(Participant.since_entry.desc())
        .limit(1)
    )
    return work.session.scalars(query).one()
