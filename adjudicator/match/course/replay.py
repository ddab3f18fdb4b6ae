"""Replays the entries of a record on the board: the position after each of them, and the effect of each step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Generic

import msgspec

from adjudicator.engines.contract import Deal, Engine, Note, Options, P, S, StepError, View
from adjudicator.match.course.course import Course
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.record.bad_record import BadRecord
from adjudicator.match.record.record import EndEntry, Entry, Header, Record, RulingEntry, StepEntry, UndoEntry
from adjudicator.match.rulings.table import Played, Table, play_step


class ReplayError(ValueError):
    """An entry cannot be replayed; `n` is its number, `reason` the engine's, if it has one."""

    def __init__(self, n: int, sentence: str, reason: Note | None = None) -> None:
        super().__init__(f"entry {n}: {sentence}")
        self.n = n
        self.sentence = sentence
        self.reason = reason


class Replay(Generic[P, S]):
    """A match as far as it has been replayed. `tables` has the table after each entry; the first is as laid out."""

    def __init__(self, engine: Engine[P, S, View], header: Header, deal: Deal) -> None:
        """Lay out the match. Raises `BadRecord` if nothing can be laid out."""
        self.engine = engine
        self.course = Course(header.seats)
        self.played: dict[int, Played] = {}
        self.tables = [Table(engine, lay_out(engine, header.options, len(header.seats), deal))]

    @property
    def table(self) -> Table[P, S]:
        """The table after the last entry."""
        return self.tables[-1]

    @property
    def turns(self) -> Mapping[int, int]:
        """Map the number of each entry, and of the next one, to the turn that was running when it came."""
        return {n: table.turn for n, table in enumerate(self.tables, 1)}

    def enter(self, entry: Entry) -> None:
        """Go on by the next entry. Raises `ReplayError`, and changes nothing then."""
        table, played = self._after(entry)
        try:
            self.course.add(entry)
        except ValueError as error:
            raise ReplayError(entry.n, str(error)) from error
        self.tables.append(table)
        if played is not None:
            self.played[entry.n] = played

    def table_at(self, to: int) -> Table[P, S]:
        """Return the table when the board goes back to entry `to`. The number of the turn never goes back: letters of
        the turns that were undone must stay dead.
        """
        return replace(self.tables[to], turn=self.table.turn + 1, closed=False)

    def _after(self, entry: Entry) -> tuple[Table[P, S], Played | None]:
        match entry:
            case StepEntry():
                return self._step(entry)
            case UndoEntry() | RulingEntry() if entry.values.to is not None:
                if entry.values.to >= entry.n:
                    raise ReplayError(entry.n, f"it goes back to entry {entry.values.to}, which is not before it")
                return self.table_at(entry.values.to), None
            case EndEntry():
                return replace(self.table, closed=True), None
        return self.table, None

    def _step(self, entry: StepEntry) -> tuple[Table[P, S], Played]:
        text = entry.values.step
        if self.table.to_move is None:
            raise ReplayError(entry.n, f"{text} was played after the end")
        try:
            step = parse_canonical(self.table, text)
            return play_step(self.table, step, forced=self.table.only_step() is not None)
        except StepError as error:
            raise ReplayError(entry.n, f"{text} is not legal", error.reason) from error
        except ValueError as error:
            raise ReplayError(entry.n, str(error)) from error


def parse_canonical(table: Table[P, S], text: str) -> S:
    """Read a step in canonical form. Raises `StepError` if it is not legal, `ValueError` in another form."""
    parsed = table.engine.parse(table.position, text)
    if parsed.rest or table.engine.format(parsed.step) != text:
        raise ValueError(f"{text} is not in canonical form")
    return parsed.step


def replay_record(record: Record, engine: Engine[P, S, View]) -> Replay[P, S]:
    """Replay a whole record. Raises `ReplayError`, and `BadRecord` without a deal or with one that is none."""
    if record.deal is None:
        raise BadRecord("the record has no deal: the match is not over, and until then only its commitment is public")
    replay = Replay(engine, record.header, record.deal)
    for entry in record.entries:
        replay.enter(entry)
    return replay


def lay_out(engine: Engine[P, S, View], options: Options, seats: int, deal: Deal) -> P:
    """Set up an opening position. Raises `BadRecord`."""
    try:
        return engine.setup(options, seats, deal)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise BadRecord(f"nothing can be laid out from the deal: {error}") from error


def deal_again(engine: Engine[P, S, View], options: Options, seats: int, seed: bytes, salts: Sequence[str]) -> Deal:
    """Draw the deal that follows from a seed and salts, as plain JSON values. Raises `ValueError`."""
    dealt = engine.deal(options, seats, SeededDealer(seed, salts))
    plain: Deal = msgspec.json.decode(msgspec.json.encode(dealt))
    return plain
