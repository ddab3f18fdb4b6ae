"""The course of a match: which steps stand after each entry, who sits where, and how often the house had to play.

Entries come in, in order; nothing here needs the rules of the game. Only the board ever goes back: holders, epochs and
strikes count every entry, undone or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adjudicator.engines.contract import Seat
from adjudicator.match.record.record import (
    EndEntry,
    Entry,
    Holder,
    RulingEntry,
    SeatEntry,
    SeatHeader,
    SeatValues,
    StepEntry,
    UndoEntry,
    Why,
)

PLAYERS = ("person", "bot")
LEAVING: frozenset[Why] = frozenset({"resigned", "late", "bounced", "expelled", "vacated", "excused"})
SITTING_DOWN: frozenset[Why] = frozenset({"takeover", "seated", "handed"})
FOR_A_TIME: frozenset[Why] = frozenset({"substitute", "returned"})
# A player whom the others or the host put out cannot come back by themselves.
PUT_OUT: frozenset[Why] = frozenset({"expelled", "vacated"})

BY_OTHERS = ("house", "skip")
"""Ways in which a step is played because its player did not."""
BY_NOBODY = ("forced", "ruling")
"""Ways in which a step is played that say nothing about its player."""
STRIKES_IN_A_ROW = 3
STRIKES_IN_ALL = 5


@dataclass(frozen=True, slots=True)
class Strikes:
    """The turns that others had to play for a seat's player, counted as they come in."""

    total: int = 0
    before: int = 0
    """How many stood in a row before this turn."""
    turn: int = 0
    struck: bool = False
    """Whether this turn has a strike."""
    moved: bool = False
    """Whether the player moved in this turn."""

    @property
    def row(self) -> int:
        """Count the last strikes in a row."""
        if self.struck:
            return self.before + 1
        return 0 if self.moved else self.before

    @property
    def spent(self) -> bool:
        """Tell whether the seat becomes vacant: three in a row or five in all."""
        return self.row >= STRIKES_IN_A_ROW or self.total >= STRIKES_IN_ALL

    def after(self, turn: int, how: str) -> Strikes:
        """Count a step of the seat."""
        now = self if turn == self.turn else Strikes(self.total, self.row, turn)
        if how in BY_NOBODY:
            return now
        if how not in BY_OTHERS:
            return replace(now, moved=True)
        return replace(now, total=now.total + (not now.struck), struck=True)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A holder's time at a seat, from one entry to another. Caretakers and substitutes have none."""

    seat: Seat
    holder: Holder
    sat_down: int = 0
    left: int | None = None
    why: Why | None = None
    """Why they left."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A seat at one moment. `owner` is who comes back to it when a substitute sits there."""

    holder: Holder
    owner: Holder
    epoch: int = 0
    strikes: Strikes = Strikes()
    left: int | None = None
    """The entry in which the seat was left, if nobody has sat down since."""

    @property
    def substituted(self) -> bool:
        """Tell whether somebody sits here for a time only."""
        return self.holder != self.owner

    @property
    def stayed(self) -> bool:
        """Tell whether the seat counts among those that stayed: nobody left it, or somebody sat down since."""
        return self.left is None


class Course:
    """The course of a match after all its entries, and after each of them: `n` is 0 before the first one."""

    def __init__(self, seats: Sequence[SeatHeader], entries: Sequence[Entry] = ()) -> None:
        self.seats = len(seats)
        self.entries: list[Entry] = []
        self.sittings = [Sitting(number, seat.holder) for number, seat in enumerate(seats)]
        self._seatings = [tuple(Seating(seat.holder, seat.holder) for seat in seats)]
        # The steps form a tree: each was played behind another one, or as the first (0). A tip is the last step of a
        # line.
        self._tips = [0]
        self._behind: dict[int, int] = {}
        self._end: EndEntry | None = None
        for entry in entries:
            self.add(entry)

    @property
    def n(self) -> int:
        """The number of the last entry."""
        return len(self.entries)

    def add(self, entry: Entry) -> None:
        """Go on by the next entry. Raises `ValueError` if it cannot be the next one, and changes nothing then."""
        if entry.n != self.n + 1:
            raise ValueError(f"entry {entry.n} does not follow entry {self.n}")
        tip, seatings = self._tips[-1], self._seatings[-1]
        match entry:
            case StepEntry():
                seatings = _with_step(seatings, entry)
                self._behind[entry.n] = tip
                tip = entry.n
            case UndoEntry() | RulingEntry() if entry.values.to is not None:
                if entry.values.to > self.n:
                    raise ValueError(f"entry {entry.n} goes back to entry {entry.values.to}, which is not before it")
                seatings = self._with_turn_undone(seatings, entry, entry.values.to)
                tip = self._tips[entry.values.to]
                self._end = None
            case SeatEntry():
                if entry.values.seat >= self.seats:
                    raise ValueError(f"there is no seat {entry.values.seat}")
                seatings = _with_change(seatings, entry)
                self._move(entry)
            case EndEntry():
                self._end = entry
        self.entries.append(entry)
        self._tips.append(tip)
        self._seatings.append(seatings)

    def seatings(self, n: int | None = None) -> tuple[Seating, ...]:
        """Tell who sits where after entry `n`, or after the last one."""
        return self._seatings[-1 if n is None else n]

    def line(self, n: int | None = None) -> tuple[int, ...]:
        """List the numbers of the steps that stand after entry `n`, or after the last one."""
        line, step = [], self._tips[-1 if n is None else n]
        while step:
            line.append(step)
            step = self._behind[step]
        return tuple(reversed(line))

    def steps_between(self, to: int) -> tuple[StepEntry, ...] | None:
        """List the steps that stand now and did not after entry `to`; None if its line is no beginning of this one."""
        line, earlier = self.line(), self.line(to)
        if line[: len(earlier)] != earlier:
            return None
        return tuple(map(self.step, line[len(earlier) :]))

    def step(self, n: int) -> StepEntry:
        """Return the step with this number. Raises `ValueError`."""
        entry = self.entries[n - 1] if 1 <= n <= self.n else None
        if not isinstance(entry, StepEntry):
            raise ValueError(f"entry {n} is no step")  # noqa: TRY004 - the number is wrong, not a type
        return entry

    def undone(self, n: int | None = None) -> tuple[int, ...]:
        """List the steps up to entry `n` that do not stand after it."""
        last = self.n if n is None else n
        return tuple(sorted({step for step in self._behind if step <= last} - set(self.line(n))))

    def players(self, n: int | None = None) -> tuple[Seat, ...]:
        """List the seats where persons and bots sit."""
        return self._held(PLAYERS, n)

    def persons(self, n: int | None = None) -> tuple[Seat, ...]:
        """List the seats where persons sit."""
        return self._held(("person",), n)

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """List the other seats where persons sit: they are asked before anything that needs consent."""
        return tuple(other for other in self.persons() if other != seat)

    def was_here(self, identity: str | None) -> bool:
        """Tell whether somebody has ever sat in this match, be it as a substitute."""
        return any(seating.holder.id == identity for seatings in self._seatings for seating in seatings)

    def last_sitting(self, seat: Seat) -> Sitting:
        """Return the last time of anybody at a seat who was no caretaker and no substitute."""
        return [sitting for sitting in self.sittings if sitting.seat == seat][-1]

    def end(self) -> EndEntry | None:
        """Return the end that counts, or None while the match goes on."""
        return self._end

    def _with_turn_undone(self, seatings: tuple[Seating, ...], entry: Entry, to: int) -> tuple[Seating, ...]:
        """Let the strikes of a seat that takes back steps of its own turn go on with that turn, which gets the next
        number: it is still the same turn, and nobody loses a strike or gets two in it.
        """
        steps = self.steps_between(to)
        seat = entry.by
        if not steps or not isinstance(entry, UndoEntry) or not isinstance(seat, int) or seat >= len(seatings):
            return seatings
        turn, strikes = steps[-1].values.turn, seatings[seat].strikes
        if strikes.turn != turn or any(step.by != seat for step in steps):
            return seatings
        return _replaced(seatings, seat, replace(seatings[seat], strikes=replace(strikes, turn=turn + 1)))

    def _held(self, kinds: Sequence[str], n: int | None) -> tuple[Seat, ...]:
        return tuple(seat for seat, seating in enumerate(self.seatings(n)) if seating.holder.kind in kinds)

    def _move(self, entry: SeatEntry) -> None:
        """Note who left a seat or sat down, for the result."""
        values = entry.values
        seat, why = values.seat, values.why
        index = self.sittings.index(self.last_sitting(seat))
        if why == "back":
            self.sittings[index] = replace(self.sittings[index], left=None, why=None)
        elif why in LEAVING or (why in SITTING_DOWN and self.sittings[index].left is None):
            self.sittings[index] = replace(self.sittings[index], left=entry.n, why=why)
        if why in SITTING_DOWN:
            self.sittings.append(Sitting(seat, values.holder, entry.n))


def _with_step(seatings: tuple[Seating, ...], entry: StepEntry) -> tuple[Seating, ...]:
    if not isinstance(entry.by, int) or entry.by >= len(seatings):
        raise ValueError(f"there is no seat {entry.by}")
    seating = seatings[entry.by]
    # Strikes are the owner's: nobody is struck for an omission of a substitute.
    if seating.holder.kind != "person" or seating.substituted:
        return seatings
    strikes = seating.strikes.after(entry.values.turn, entry.values.how)
    return _replaced(seatings, entry.by, replace(seating, strikes=strikes))


def _with_change(seatings: tuple[Seating, ...], entry: SeatEntry) -> tuple[Seating, ...]:
    values: SeatValues = entry.values
    before = seatings[values.seat]
    after = replace(before, holder=values.holder, epoch=before.epoch + 1)
    if values.why not in FOR_A_TIME:
        after = replace(after, owner=values.holder)
    # Who comes back finds their strikes as they left them; somebody new has none.
    if values.why in SITTING_DOWN:
        after = replace(after, strikes=Strikes(), left=None)
    elif values.why == "back":
        after = replace(after, left=None)
    elif values.why in LEAVING:
        after = replace(after, left=entry.n)
    return _replaced(seatings, values.seat, after)


def _replaced(seatings: tuple[Seating, ...], seat: Seat, seating: Seating) -> tuple[Seating, ...]:
    return (*seatings[:seat], seating, *seatings[seat + 1 :])
