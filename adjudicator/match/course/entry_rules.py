"""Rules for the next entry of a record, as far as the board does not decide it: who may do what, with whose consent.

The service asks before it enters something; verifying a record asks the same of each entry. The rules of the game are
not needed, so a running match, whose deal is secret, can be checked too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.engines.contract import Seat
from adjudicator.match.course.course import LEAVING, PLAYERS, PUT_OUT, SITTING_DOWN, Course
from adjudicator.match.course.undo import check_undo, is_own, known_after, undo_consent
from adjudicator.match.record.record import (
    MENDABLE,
    ClaimEntry,
    EndEntry,
    Entry,
    ExtendEntry,
    GrantEntry,
    PauseEntry,
    ResumeEntry,
    RulingEntry,
    SeatEntry,
    SeatValues,
    StepEntry,
    Terms,
    UndoEntry,
    Why,
)

TWO = 2
MASTERS = ("host", "director")
# Ways to play that would tell of a mailbox or a browser, so they are not told where names are hidden.
CHANNELS = ("letter", "page", "api")
BY_THE_HOUSE = ("house", "forced", "skip", "ruling")
"""Ways in which a seat plays where nobody sits."""
MAY_OBJECT: frozenset[Why] = frozenset({"takeover", "handed", "substitute"})
"""Changes of a seat that the others may have been asked about."""


@dataclass(frozen=True, slots=True)
class EntryRules:
    """The rules of entries for one match. `secrets`: whether its game hides anything (None: not known)."""

    terms: Terms
    secrets: bool | None = None

    def faults(self, course: Course, entry: Entry) -> Iterator[str]:
        """Describe the faults in an entry behind a course, in sentences."""
        yield from _seats_named(course, entry)
        if isinstance(entry.by, int) and entry.by >= course.seats:
            return
        yield from self._after_the_end(course, entry)
        yield from _reasons(entry)
        match entry:
            case StepEntry():
                yield from self._step(course, entry)
            case UndoEntry():
                yield from self._undo(course, entry)
            case SeatEntry():
                yield from _Change(course, self.terms, entry).faults()
            case RulingEntry():
                yield from _ruling(course, entry)
            case EndEntry():
                yield from _end(course, entry)
            case PauseEntry():
                yield from _pause(course, entry)
            case _:
                yield from _clock(course, entry)

    def _after_the_end(self, course: Course, entry: Entry) -> Iterator[str]:
        end = course.end()
        if end is None:
            return
        if isinstance(entry, EndEntry) and entry.values.cause in ("awarded", "annulled"):
            return
        if not isinstance(entry, RulingEntry) or entry.values.to is None:
            yield "the match is over"
        elif self.secrets and not (end.values.cause == "time" and entry.at <= end.at + MENDABLE):
            yield "the match is over, and what it hid is public"

    def _step(self, course: Course, entry: StepEntry) -> Iterator[str]:
        how = entry.values.how
        if not isinstance(entry.by, int):
            yield f"a step is a seat's, not the {entry.by}'s"
            return
        if self.terms.names == "hidden" and how in CHANNELS:
            yield f"names are hidden, so it may not tell that it came by {how}"
        if self.terms.names != "hidden" and how == "player":
            yield "names are not hidden, so it must tell how it came"
        if course.seatings()[entry.by].holder.kind not in PLAYERS and how not in BY_THE_HOUSE:
            yield f"nobody sits at seat {entry.by}, so nothing comes by {how}"
        if how == "forced" and not entry.values.forced:
            yield "it came as the only legal step, but is said not to be"
        if entry.values.step.startswith("#"):
            yield "it is a sealed step, and no game has any yet"

    def _undo(self, course: Course, entry: UndoEntry) -> Iterator[str]:
        if not isinstance(entry.by, int):
            yield "only a person takes steps back"
            return
        refused = check_undo(course, self.terms, entry.by, entry.values.to)
        if refused:
            behind = f" ({refused.entry})" if refused.entry else ""
            yield f"this cannot be taken back: {refused.fault}{behind}"
            return
        needed = undo_consent(course, self.terms, entry.by, entry.values.to)
        if entry.values.agreed != needed and not self.within_turn(course, entry):
            yield f"seats {_list(needed)} must agree, not {_list(entry.values.agreed)}"

    def within_turn(self, course: Course, entry: UndoEntry) -> bool:
        """Tell whether an undo asks nobody, because it takes back steps of a turn that still runs.

        Only the board tells whether that turn still runs: then the seat that asked is to move.
        """
        seat, values = entry.by, entry.values
        if values.agreed or not isinstance(seat, int) or check_undo(course, self.terms, seat, values.to):
            return False
        return is_own(course, seat, values.to) and bool(undo_consent(course, self.terms, seat, values.to))


@dataclass(frozen=True, slots=True)
class _Change:
    """A change of a seat."""

    course: Course
    terms: Terms
    entry: SeatEntry

    def faults(self) -> Iterator[str]:
        values = self.entry.values
        if values.seat >= self.course.seats:
            return
        if (values.until is None) == (values.why == "substitute"):
            yield "a substitute has an end, and nobody else"
        yield from self._consent()
        yield from self._who()
        yield from self._holder()
        if values.why in LEAVING:
            yield from self._leaving()
        elif values.why in SITTING_DOWN:
            yield from self._sitting_down()
        else:
            yield from self._other()

    @property
    def values(self) -> SeatValues:
        return self.entry.values

    def _who(self) -> Iterator[str]:
        by, seat = self.entry.by, self.values.seat
        allowed: dict[Why, Sequence[object]] = {
            "resigned": [seat],
            "late": ["server"],
            "bounced": ["server"],
            "expelled": self.course.others(seat),
            "vacated": MASTERS,
            "excused": MASTERS,
            "takeover": ["server"],
            "seated": MASTERS,
            "handed": [seat],
            "back": [seat, *MASTERS],
            "waited": ["server"],
            "substitute": [seat],
            "returned": ["server", seat],
        }
        if by not in allowed[self.values.why]:
            yield f"a seat is not {self.values.why} by {by}"

    def _consent(self) -> Iterator[str]:
        agreed, silent = self.values.agreed, self.values.silent
        if self.values.why in MAY_OBJECT:
            # The others may object for some days. Who says yes is named; who says nothing is not.
            if silent or not set(agreed) <= set(self.course.others(self.values.seat)):
                yield f"seats {_list((*agreed, *silent))} are said to have been asked"
            return
        if self.values.why != "expelled":
            if agreed or silent:
                yield "nobody is asked about this"
            return
        needed = tuple(other for other in self.course.others(self.values.seat) if other != self.entry.by)
        yield from _all_asked(needed, agreed, silent)
        if not agreed:
            yield "two persons must want to expel somebody"

    def _holder(self) -> Iterator[str]:
        """The new holder must be of the kind that belongs to the reason."""
        values, seating = self.values, self.course.seatings()[self.values.seat]
        nobody = "nobody" if self.terms.vacant == "wait" and values.why in LEAVING else "house"
        if values.why in LEAVING or values.why == "waited":
            if values.holder.kind != nobody:
                yield f"then {nobody} sits there, not a {values.holder.kind}"
        elif values.why == "returned":
            if not seating.substituted or values.holder != seating.owner:
                yield "only who was away returns"
        elif values.why == "back":
            if values.holder != self.course.last_sitting(values.seat).holder:
                yield "only who left the seat last comes back"
        elif values.holder.kind != "person":
            yield f"a person must sit down, not a {values.holder.kind}"
        elif self.course.was_here(values.holder.id) and not self._stood_in_before():
            yield "this person has been in the match before"

    def _stood_in_before(self) -> bool:
        """Tell whether a substitute has never done anything here but stand in for this seat."""
        if self.values.why != "substitute":
            return False
        sat = [sitting.holder.id for sitting in self.course.sittings]
        stood_in = {
            entry.values.seat
            for entry in self.course.entries
            if isinstance(entry, SeatEntry) and entry.values.holder == self.values.holder
        }
        return self.values.holder.id not in sat and stood_in == {self.values.seat}

    def _leaving(self) -> Iterator[str]:
        seat, why = self.values.seat, self.values.why
        seating = self.course.seatings()[seat]
        if self.course.seats == TWO:
            yield "at two seats nobody leaves a seat: the match ends"
        if seating.owner.kind not in PLAYERS:
            yield f"nobody sits at seat {seat}"
        elif seating.substituted and why not in ("vacated", "excused"):
            yield "somebody stands in there, who can neither leave nor be put out"
        elif self.course.players() == (seat,):
            yield "it is the last player, so the match ends"
        elif why == "late" and self.terms.late != "lose" and not seating.strikes.spent:
            yield f"seat {seat} has {seating.strikes.row} strikes in a row and {seating.strikes.total} in all"

    def _sitting_down(self) -> Iterator[str]:
        seat, why = self.values.seat, self.values.why
        seating = self.course.seatings()[seat]
        if why == "takeover" and seating.stayed:
            yield f"seat {seat} is not vacant"
        if why == "handed" and (seating.substituted or seating.holder.kind != "person"):
            yield f"nobody sits at seat {seat} who can hand it over"

    def _other(self) -> Iterator[str]:
        seat, why = self.values.seat, self.values.why
        seating = self.course.seatings()[seat]
        put_out = self.course.last_sitting(seat).why in PUT_OUT and self.entry.by not in MASTERS
        if why == "back" and (seating.stayed or put_out):
            yield f"nobody can come back to seat {seat}"
        if why == "waited" and seating.holder.kind != "nobody":
            yield f"seat {seat} does not wait for anybody"
        if why == "substitute" and (seating.substituted or seating.holder.kind != "person"):
            yield f"nobody sits at seat {seat} for whom somebody could stand in"


def _seats_named(course: Course, entry: Entry) -> Iterator[str]:
    """Seats must exist, and lists of them stand in ascending order."""
    values = entry.values
    lists = [getattr(values, name, ()) for name in ("agreed", "silent", "seats")]
    single = [getattr(values, "seat", None), entry.by]
    named = [seat for seat in (*single, *sum(lists, ())) if isinstance(seat, int)]
    yield from (f"there is no seat {seat}" for seat in sorted(set(named)) if seat >= course.seats)
    yield from (f"seats {_list(seats)} do not stand in order" for seats in lists if list(seats) != sorted(set(seats)))


def _reasons(entry: Entry) -> Iterator[str]:
    if entry.by in MASTERS and getattr(entry.values, "because", None) is None:
        yield f"the {entry.by} gives no reason"


def _ruling(course: Course, entry: RulingEntry) -> Iterator[str]:
    values = entry.values
    if entry.by not in MASTERS:
        yield "only a host or a director rules"
    if values.about is not None and values.about >= entry.n:
        yield f"it is about entry {values.about}, which is not before it"
    if values.do in ("uphold", "warn"):
        if values.to is not None or values.known:
            yield f"to {values.do} changes nothing on the board"
        return
    if values.to is None or values.to >= entry.n:
        yield f"it goes back to entry {values.to}, which is not before it"
        return
    if values.do == "play" and values.to + 1 not in course.line():
        yield f"no step {values.to + 1} stands that another could be played for"
    known = known_after(course, values.to)
    if values.known != known:
        yield f"what is known came to light in entries {_list(known)}, not {_list(values.known)}"


def _pause(course: Course, entry: PauseEntry) -> Iterator[str]:
    agreed, silent = entry.values.agreed, entry.values.silent
    if isinstance(entry.by, int):
        yield from _a_person(course, entry.by)
        yield from _all_asked(course.others(entry.by), agreed, silent)
    elif entry.by == "server":
        yield "the server pauses nothing"
    elif agreed or silent:
        yield "nobody is asked about this"


def _clock(course: Course, entry: Entry) -> Iterator[str]:
    """Check the other entries that only move clocks."""
    match entry:
        case ExtendEntry():
            if isinstance(entry.by, int):
                yield "a player extends nothing"
            if not entry.values.seats:
                yield "nobody gets more time"
        case GrantEntry() | ClaimEntry():
            yield from _a_person(course, entry.by)
            if entry.by == entry.values.seat:
                yield "it must be about another seat"
        case ResumeEntry() if isinstance(entry.by, int):
            yield from _a_person(course, entry.by)


def _end(course: Course, entry: EndEntry) -> Iterator[str]:
    values, players = entry.values, course.players()
    seat = values.seat
    if entry.by not in _enders(course, entry):
        yield f"the match does not end by {entry.by} with the cause {values.cause}"
    if (seat is not None) != (values.cause in ("resigned", "time", "alone")):
        yield f"an end with the cause {values.cause} has {'no seat' if seat is not None else 'a seat'}"
    elif seat is not None and seat not in players:
        yield f"nobody sits at seat {seat}"
    elif seat is not None and players != (seat,) and (course.seats > TWO or values.cause == "alone"):
        yield "others are still there, so the match goes on"
    if values.cause == "alone" and (course.seats == TWO or sum(one.stayed for one in course.seatings()) > 1):
        yield "nobody is alone here"
    if values.agreed != (course.persons() if values.cause == "agreed" else ()):
        yield f"seats {_list(values.agreed)} are said to have agreed"
    if values.cause == "agreed" and len(values.agreed) < TWO:
        yield "two persons must agree"
    if values.cause == "awarded" and not _are_places(values.places, course.seats):
        yield f"{_list(values.places)} are no places for {course.seats} seats"


def _enders(course: Course, entry: EndEntry) -> Sequence[object]:
    seat = entry.values.seat
    match entry.values.cause:
        case "rules" | "agreed":
            return ["server"]
        case "resigned":
            return [seat]
        case "alone":
            return ["server", seat]
        case "time":
            return ["server", *(other for other in course.persons() if other != seat)]
        case _:
            return MASTERS


def _are_places(places: Sequence[int], seats: int) -> bool:
    """Tell whether places are right, ties as 1, 1, 3."""
    return len(places) == seats and all(place == 1 + sum(other < place for other in places) for place in places)


def _all_asked(needed: Sequence[Seat], agreed: Sequence[Seat], silent: Sequence[Seat]) -> Iterator[str]:
    if sorted((*agreed, *silent)) != list(needed):
        yield f"seats {_list(needed)} must agree or be silent, not {_list((*agreed, *silent))}"


def _a_person(course: Course, by: object) -> Iterator[str]:
    if by not in course.persons():
        yield f"{by} is no person in this match"


def _list(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers)) or "none"
