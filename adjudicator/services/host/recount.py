"""Counts all finished matches anew from their records, and compares that with the sums of statistics and openings.

Each record is dealt and played again by its rules; nothing is taken from the tables that are checked. How often players
have met is counted from those who had seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import AnyEngine, AnyPosition, Level
from adjudicator.engines.registry import engine_for
from adjudicator.match.course.figures import figures_of, house_seats, line_of_record
from adjudicator.match.course.opening_keys import OpeningBook, side_of_winner
from adjudicator.match.course.replay import ReplayError, replay_record
from adjudicator.match.match_result import EndKind, MatchResult
from adjudicator.match.record.bad_record import BadRecord
from adjudicator.match.record.record import AnyRecord, Record, standing_end
from adjudicator.match.record.v1.replay import ReplayError as ReplayErrorV1
from adjudicator.match.record.v1.replay import replay_record as replay_v1
from adjudicator.services.matches.rows.archive_rows import UNCOUNTED, VERSION, game_of, list_people, usual_options
from adjudicator.services.matches.rows.counted_rows import BATCH, tallies_of, write_house
from adjudicator.services.matches.rows.player_tallies import tally_opponents, tally_players
from adjudicator.services.matches.rows.position_rows import list_positions, opening_counts
from adjudicator.services.matches.rows.record_rows import full_record
from adjudicator.store.counters import Key, Sums
from adjudicator.store.orm_base import Base
from adjudicator.store.states import MatchState
from adjudicator.store.tables import (
    ArchivedPerson,
    CountedMatch,
    Match,
    OpeningTally,
    OpponentTally,
    PlayerTally,
    Tally,
)

_COMPARED = ("private", "rules", "seats", "options", "kind", "firsts", "opening", "winner", "turns", "pace", "house")


@dataclass(slots=True)
class Recount:
    """A count that goes on match by match; `differences` has a line for each thing that is not as it should be."""

    session: Session
    differences: list[str] = field(default_factory=list)
    not_counted: int = 0
    """Finished matches that the sweep has not counted yet."""
    checked: int = 0
    _sums: Counter[Key] = field(default_factory=Counter)
    _openings: Counter[Key] = field(default_factory=Counter)
    _batches: Counter[int] = field(default_factory=Counter)
    _players: dict[Key, Sums] = field(default_factory=dict)
    _opponents: dict[Key, Sums] = field(default_factory=dict)

    def list_matches(self) -> Sequence[int]:
        """List the finished matches and all that are counted."""
        over = select(Match.id).where(Match.state == MatchState.FINISHED)
        counted = select(CountedMatch.match_id)
        return sorted({*self.session.scalars(over), *self.session.scalars(counted)})

    def check_match(self, number: int) -> None:
        """Count a match anew, and compare it with its row."""
        match, row = self.session.get_one(Match, number), self.session.get(CountedMatch, number)
        self._count_people(match)
        if row is None:
            self.not_counted += match.state is MatchState.FINISHED
        elif match.state is not MatchState.FINISHED or not match.counted:
            self.differences.append(f"{match.code}: counted, though it is not over")
        else:
            self.checked += 1
            self._compare(match, row)
        self.session.expunge_all()

    def check_sums(self) -> None:
        """Compare the sums with those of the matches that were counted anew."""
        self.differences += _differences("statistics", self._sums, _read_sums(self.session, Tally))
        self.differences += _differences("openings", self._openings, _read_sums(self.session, OpeningTally))
        self.differences += _differences("players", self._players, _read_all_sums(self.session, PlayerTally))
        self.differences += _differences("opponents", self._opponents, _read_all_sums(self.session, OpponentTally))
        small = [batch for batch, count in self._batches.items() if count < BATCH]
        self.differences += [f"private matches: only {self._batches[batch]} are counted together" for batch in small]

    def _count_people(self, match: Match) -> None:
        """Count who played a match, if the sweep need not do so yet."""
        if match.end is None or match.private or not match.archived or match.archive_version == UNCOUNTED:
            return
        game, levels = game_of(match.rules), self._stored_levels(match)
        people = [
            ArchivedPerson(
                player_id=one.player.id if one.player else None,
                game=game,
                place=one.place,
                left=one.left,
                private=False,
                level=one.level if levels is None else levels.get(number),
            )
            for number, one in enumerate(list_people(self.session, match, match.end.places))
        ]
        for sums, found in ((self._players, tally_players(people)), (self._opponents, tally_opponents(people))):
            for key, more in found.items():
                sums[key] = tuple(map(sum, zip(sums.get(key, (0,) * len(more)), more, strict=True)))

    def _stored_levels(self, match: Match) -> dict[int, Level | None] | None:
        """Read the levels that are counted, if the sweep has yet to write them; None if they have to be right."""
        if match.archive_version == VERSION:
            return None
        query = select(ArchivedPerson.person, ArchivedPerson.level).where(ArchivedPerson.match_id == match.id)
        return dict(self.session.execute(query).all())

    def _compare(self, match: Match, row: CountedMatch) -> None:
        try:
            right, positions = _count(match, full_record(match))
        except (ReplayError, ReplayErrorV1, BadRecord, KeyError) as fault:
            self.differences.append(f"{match.code}: cannot be played again: {fault}")
            return
        for name in _COMPARED:
            stored, computed = getattr(row, name), getattr(right, name)
            if stored != computed:
                self.differences.append(f"{match.code}: {name} is {stored!r}, by the record it is {computed!r}")
        stored_positions = list_positions(self.session, match.id)
        if stored_positions != positions:
            wrong = len(stored_positions.items() ^ positions.items())
            self.differences.append(f"{match.code}: {wrong} positions differ from those of the record")
        if not match.private:
            self._openings.update(opening_counts(right, positions))
        if not match.private or row.batch is not None:
            self._sums.update(tallies_of([right]))
        if row.batch is not None:
            self._batches[row.batch] += 1


def _count(match: Match, record: AnyRecord) -> tuple[CountedMatch, dict[str, int]]:
    """Build the row of a match, and its positions, from its record alone."""
    engine, header = engine_for(record.header.rules), record.header
    boards, end = _replay(record, engine), _end_of(record)
    line, seats = line_of_record(record), len(record.header.seats)
    figures = figures_of(line, end, header.started, seats, house_seats(header))
    usual = usual_options(header.rules)
    book = None if match.private else OpeningBook.of(engine, header.options, seats)
    positions: dict[str, int] = {}
    if book is not None:
        for count, n in enumerate((0, *(step.n for step in line.steps))):
            positions.setdefault(book.digest(boards[n], line.orders[:count]), n)
    row = CountedMatch(
        match_id=match.id,
        private=match.private,
        rules=header.rules,
        seats=seats,
        options=" ".join(
            f"{name}={value}" for name, value in sorted(header.options.items()) if usual.get(name) != value
        ),
        kind=str(figures.kind),
        firsts=",".join(map(str, figures.firsts)),
        opening=min(len(positions), book.openings.opening_length + 1) if book else 0,
        winner=side_of_winner(engine, boards[line.steps[-1].n if line.steps else 0], end.places) if book else "",
        turns=figures.turns,
        pace=figures.pace,
        house=write_house(figures),
    )
    return row, positions


def _replay(record: AnyRecord, engine: AnyEngine) -> Sequence[AnyPosition]:
    """Return the position after each entry, the one that was laid out first."""
    if isinstance(record, Record):
        return [table.position for table in replay_record(record, engine).tables]
    return [replayed.position for replayed in replay_v1(record, engine)]


def _end_of(record: AnyRecord) -> MatchResult:
    if not isinstance(record, Record):
        if record.end is None:
            raise BadRecord("the record has no end")
        end = record.end
        return MatchResult(EndKind(end.kind.value), end.reason, end.places, end.scores, end.at, end.digest, end.seat)
    entry = standing_end(record.entries)
    if entry is None:
        raise BadRecord("the record has no end")
    values = entry.values
    return MatchResult(
        EndKind(values.cause), values.reason, values.places, values.scores, entry.at, entry.digest, values.seat
    )


def _read_sums(session: Session, kind: type[Tally | OpeningTally]) -> dict[Key, int]:
    return {key: count for key, (count,) in _read_all_sums(session, kind).items()}


def _read_all_sums(session: Session, kind: type[Base]) -> dict[Key, Sums]:
    columns = Base.metadata.tables[kind.__tablename__].c
    keys = [column for column in columns if column.primary_key]
    rows = session.execute(select(*keys, *(column for column in columns if not column.primary_key)))
    return {tuple(row[: len(keys)]): tuple(row[len(keys) :]) for row in rows}


def _differences(what: str, right: Mapping[Key, object], stored: Mapping[Key, object]) -> Iterator[str]:
    for key in sorted(right.keys() | stored.keys(), key=str):
        if right.get(key, 0) != stored.get(key, 0):
            said = " ".join(map(str, key))
            yield f"{what}, {said}: {stored.get(key, 0)} are counted, by the records it is {right.get(key, 0)}"
