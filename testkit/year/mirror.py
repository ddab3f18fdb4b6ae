"""The second clock beside a whole club: it is told the facts of each seat, and must come to the same deadlines.

A person has one book of absences and a seat in each match; what the second clock says of one seat that concerns the
others (automatic days, the credit for a zone) is copied to them. A fact may be told late: an order counts at the moment
at which it was accepted, and a turn's letter leaves when it leaves.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from testkit.second_clock import (
    LATE_MAIL,
    NEVER,
    RefusedError,
    Seat,
    format_moment,
    read_event,
    read_moment,
    read_player,
    read_terms,
)

Fall = tuple[int, int, str]
"""Moment, rank and word of what falls by itself."""
Key = tuple[int, int]
"""A match and the number of a seat."""

LEFT = "left"
"""A fact that is none of the second clock's words: the letter of the running turn has left."""

QUIET_UNTIL = "quiet_until"
"""A field of "turn" that is none of the second clock's: the end of the quiet time in which the turn begins."""
DIGEST_UNTIL = "digest_until"
"""Another one: the latest moment at which the letter of the turn goes by itself, if it waits for a digest."""
HELD_IF_LEFT = 48 * 3600

HOME_TERMS = {"seats": 2, "time": "365d"}
"""Of the match that each person plays for ever with nobody, without a turn."""


@dataclass
class Fact:
    """Something that happened to a seat, for the second clock."""

    at: int
    word: str
    fields: Mapping[str, Any]
    refused: bool = False
    """Did the program refuse it?"""


@dataclass
class Place:
    """A seat as the second clock knows it."""

    key: Key
    seat: Seat
    told: list[str] = field(default_factory=list)
    """What happened lately, for whoever looks into a difference."""
    unsent: bool = False
    """Waits the letter of its turn to leave?"""
    held: bool = False
    """Does that letter wait for a digest?"""
    _next: list[Fall | None] = field(default_factory=list)

    def find_next(self) -> Fall | None:
        """Return what falls next by itself; it is found once, until something changes."""
        if not self._next:
            self._next = [min(self.seat.list_falls(), default=None)]
        return self._next[0]

    def forget(self) -> None:
        """Find out anew: something has changed."""
        self._next = []
        self.seat.forget_deadline()

    def note(self, at: int, word: str) -> None:
        self.told = [*self.told[-14:], f"{format_moment(at)} {word}"]


@dataclass
class Sitter:
    """A person: what they have in all matches, and the places at which they sit."""

    home: Place
    lost: bool = False
    """Was there a difference? Then nothing more is compared."""
    places: dict[Key, Place] = field(default_factory=dict)

    def all_places(self) -> list[Place]:
        return [self.home, *self.places.values()]


class Mirror:
    """All seats at which somebody sits, each with a second clock."""

    def __init__(self) -> None:
        self.sitters: dict[str, Sitter] = {}
        self.owners: dict[Key, str] = {}
        self.faults: list[str] = []
        self._facts: list[tuple[int, int, str, Key | None, Fact]] = []
        self._told = 0

    def add_person(self, name: str, fields: Mapping[str, Any], at: int) -> None:
        seat = Seat(read_terms(HOME_TERMS), read_player(dict(fields)), at)
        self.sitters[name] = Sitter(Place((0, 0), seat))

    def sit_down(self, name: str, key: Key, case: Mapping[str, Any], at: int) -> None:
        """Let a person take a seat, with their calendar and absences as they are."""
        sitter = self.sitters[name]
        if sitter.lost:
            return
        player = copy.deepcopy(sitter.home.seat.player)
        player.bounce_used = 0
        sitter.places[key] = Place(key, Seat(read_terms(case), player, at))
        self.owners[key] = name

    def give_up(self, name: str) -> None:
        """Forget a person: a difference at one seat makes others."""
        self.sitters[name].lost = True
        for key in list(self.sitters[name].places):
            self.leave(key)

    def leave(self, key: Key) -> None:
        """Forget a seat: its player is gone, or the match is over."""
        name = self.owners.pop(key, None)
        if name is not None:
            del self.sitters[name].places[key]
            self._facts = [one for one in self._facts if one[3] != key]

    def find_place(self, key: Key) -> Place | None:
        name = self.owners.get(key)
        return None if name is None else self.sitters[name].places[key]

    def tell_seat(self, key: Key, at: int, word: str, *, refused: bool = False, **fields: Any) -> None:
        """Tell what happened to one seat; nothing if nobody is known to sit there."""
        if key in self.owners:
            self._add(self.owners[key], key, Fact(at, word, fields, refused))

    def tell_person(self, name: str, at: int, word: str, *, refused: bool = False, **fields: Any) -> None:
        """Tell what somebody did that concerns all their seats."""
        self._add(name, None, Fact(at, word, fields, refused))

    def tell_match(self, match: int, at: int, word: str, **fields: Any) -> None:
        for key in [key for key in self.owners if key[0] == match]:
            self.tell_seat(key, at, word, **fields)

    def settle(self, now: int, held: int, *, swept: bool) -> None:
        """Let the second clocks know all facts, and let everything fall up to now; nothing behind `held`."""
        facts, self._facts = sorted(self._facts, key=lambda one: one[:2]), []
        gaps = [read_moment(fact.fields["since"]) if fact.word == "outage" else NEVER for *_, fact in facts]
        for number, (_, _, name, key, fact) in enumerate(facts):
            sitter = self.sitters[name]
            # Nothing falls in the gap of an outage before the sweep that finds it.
            until = min([held, *gaps[number:]])
            # A turn begins because of what fell in its second; a letter of that second comes before what falls.
            self._advance(sitter, fact.at, until, through=fact.word == "turn")
            places = sitter.all_places() if key is None else [sitter.places[key]] if key in sitter.places else []
            for place in places:
                self._apply(place, fact, of_person=key is None)
            self._share(sitter)
        for sitter in self.sitters.values():
            self._advance(sitter, now, held, through=swept)

    def letter_left(self, place: Place, at: int) -> None:
        """Tell when the letter of the running turn left."""
        place.unsent = False
        place.note(at, "the letter left")
        if place.seat.turn is not None:
            place.seat.turn.mailed = max(at, place.seat.turn.since)
            place.forget()

    def _add(self, name: str, key: Key | None, fact: Fact) -> None:
        self._told += 1
        self._facts.append((fact.at, self._told, name, key, fact))

    def _apply(self, place: Place, fact: Fact, *, of_person: bool) -> None:
        seat = place.seat
        if fact.word == LEFT:
            if place.unsent:
                self.letter_left(place, fact.at)
            return
        seat.now = max(seat.now, fact.at)
        place.forget()
        place.note(fact.at, f"{fact.word} {dict(fact.fields)}")
        if place.unsent and seat.turn is not None and fact.at - (seat.turn.ready or seat.turn.since) <= LATE_MAIL:
            seat.turn.mail = None  # the letter has not left, and is not late yet
        elif fact.word == "move" and seat.turn is not None and (seat.turn.mailed or NEVER) <= fact.at:
            seat.fall("mailed", seat.turn.mailed or fact.at)  # an outage held up that it was seen, not that it left
        fields = {name: value for name, value in fact.fields.items() if name not in (QUIET_UNTIL, DIGEST_UNTIL)}
        try:
            seat.apply(fact.word, read_event({"at": format_moment(fact.at), "what": fact.word, **fields}))
        except RefusedError as error:
            left = of_person and str(error) == "over"  # what somebody does elsewhere, whose seat here is lost
            if not fact.refused and not left and place.key[0] and not self.sitters[self.owners[place.key]].lost:
                what = f"{format_moment(fact.at)} {place.key}: {fact.word} {dict(fact.fields)}"
                self.faults.append(f"the second clock refuses {what}: {error}")
        else:
            if fact.refused and place.key[0]:
                facts = [one.told for one in self.sitters[self.owners[place.key]].all_places()]
                what = f"{format_moment(fact.at)} {place.key}: {fact.word} {dict(fact.fields)}"
                self.faults.append(f"the second clock takes {what}: {facts}")
        place.forget()
        seat.find_due()
        self._hasten(place, fact, of_person=of_person)
        if fact.word == "turn" and place.seat.turn is not None:
            place.unsent, place.held = "mailed" in fact.fields, False
            self._hold(place, fact.fields.get(DIGEST_UNTIL), digest=True)
            self._hold(place, fact.fields.get(QUIET_UNTIL))

    def _hold(self, place: Place, until: int | None, *, digest: bool = False) -> None:
        """Let the letter of a turn wait for a digest, or for the end of a quiet time.

        For a digest it waits until too little would be left; in the night not at all, if too little would be left then.
        """
        turn = place.seat.turn
        if until is None or turn is None or not place.unsent or place.held:
            return
        mail, turn.mail = turn.mail, None
        place.forget()
        due = place.seat.find_due()
        if digest and due is not None:
            until = min(until, due - HELD_IF_LEFT)
        if until <= turn.since if digest else due is not None and due - until < HELD_IF_LEFT:
            turn.mail = mail
        else:
            turn.ready, place.held = until, digest
        place.forget()
        place.seat.find_due()

    def hold_anew(self, name: str, until: int, now: int) -> None:
        """Let the letters that wait for a digest wait for another one."""
        for place in self.sitters[name].places.values():
            if place.held and place.unsent and place.seat.turn is not None:
                due = place.seat.find_due()
                place.seat.turn.ready = max(now, until if due is None else min(until, due - HELD_IF_LEFT))

    def _hasten(self, place: Place, fact: Fact, *, of_person: bool) -> None:
        """Let a letter that waits for a digest go in time for a deadline that is earlier now, or was not known."""
        turn, due = place.seat.turn, place.seat.find_due()
        moves = of_person or fact.word in ("resume", "host_resume")
        if moves and place.unsent and place.held and turn is not None and turn.ready is not None and due is not None:
            turn.ready = min(turn.ready, max(fact.at, due - HELD_IF_LEFT))
            place.forget()

    def _advance(self, sitter: Sitter, until: int, held: int, *, through: bool) -> None:
        """Let fall what falls, at all seats of a person, the earliest first."""
        while True:
            coming = [(fall, place) for place in sitter.all_places() if (fall := place.find_next())]
            if not coming:
                break
            (at, rank, what), place = min(coming, key=lambda one: (one[0][:2], one[1].key))
            if at > until or (at > held and rank > 0) or (at == until and not through and rank > 0):
                break
            place.seat.now = max(place.seat.now, at)
            place.seat.fall(what, at)
            place.forget()
            place.note(at, f"{what} (seen {format_moment(place.seat.now)})")
            place.seat.find_due()
            self._share(sitter)
        for place in sitter.all_places():
            place.seat.now = max(place.seat.now, until)

    def _share(self, sitter: Sitter) -> None:
        """Copy to all seats of a person what one of them changed: automatic days, the last credit for a zone."""
        places = sitter.all_places()
        moved = max(place.seat.player.zone_moved or -NEVER for place in places)
        days = {(day.start, day.end): day for place in places for day in place.seat.player.automatic}
        for place in places:
            player, turn = place.seat.player, place.seat.turn
            if moved > -NEVER:
                player.zone_moved = moved
            known = {(day.start, day.end) for day in player.automatic}
            for span, day in days.items():
                if span not in known:
                    player.automatic.append(copy.copy(day))
                    if turn is not None and turn.flag is None and place.seat.terms.absence and day.end > turn.since:
                        turn.automatic.append(span)
                        turn.automatic.sort()
                    place.forget()

    def list_held(self) -> Iterator[int]:
        """List until when letters of turns wait for a digest or for the end of a quiet time."""
        return (place.seat.turn.ready for place in self.list_unsent() if place.seat.turn and place.seat.turn.ready)

    def list_late(self, now: int) -> Iterator[Place]:
        """List the places whose letter could have left by now."""
        return (one for one in self.list_unsent() if one.seat.turn is None or (one.seat.turn.ready or now) <= now)

    def list_unsent(self) -> Iterator[Place]:
        return (place for sitter in self.sitters.values() for place in sitter.places.values() if place.unsent)
