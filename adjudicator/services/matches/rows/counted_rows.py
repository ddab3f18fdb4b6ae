"""Share of finished matches in statistics: added when a match ends, and subtracted when a ruling reopens it.

A private match is seen nowhere but here, and nobody may read its figures out of the sums. So private matches are
counted in batches: `BATCH` with the same rules, seats and options at once, and until there are as many they wait. Each
sum is one over public matches and whole batches, whatever sums somebody subtracts, and whenever they looked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy import select

from adjudicator.match.course.figures import Figures, Line, LineStep, figures_of, house_seats
from adjudicator.match.match_result import EndKind, MatchResult
from adjudicator.services.context import Context
from adjudicator.services.matches.rows.position_rows import (
    Stood,
    find_positions,
    remove_positions,
    write_positions,
)
from adjudicator.services.matches.rows.record_rows import VERSION_1, course_of, header_of, header_v1
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.counters import Key, add_counts
from adjudicator.store.operation_tables import is_put_off
from adjudicator.store.states import EntryKind, MatchState, SweepTask
from adjudicator.store.tables import CountedMatch, Match, Tally

BATCH = 10
"""How many private matches that are alike are counted at once."""
AT_A_TIME = 500
KIND, TURNS, PACE, FIRST, HOUSE = "kind", "turns", "pace", "first", "house"
"""The measures of `Tally`; `FIRST` has the number of a seat behind it, counted from the one that began, and `HOUSE` the
level of the house player, if it had one: each seat that it was given counts."""


def count_match(work: UnitOfWork, match: Match, chosen: Sequence[str]) -> None:
    """Count a finished match, anew if it is counted already. `chosen` are its options that are not the usual ones."""
    uncount_match(work, match)
    end, ended_at = match.end, match.finished_at
    if match.state is not MatchState.FINISHED or end is None or ended_at is None:
        return
    work.session.flush()
    work.session.refresh(match, ["entries"])
    line = line_of_match(match)
    stood = None if match.private else find_positions(match, line, end.places)
    row = counted_row(match, line, end, chosen, stood)
    match.counted = True
    work.session.add(row)
    work.session.flush()
    if match.private:
        _count_batch(work, row)
    else:
        add_counts(work.session, Tally, tallies_of([row]))
        write_positions(work.session, row, stood.positions if stood else {}, ended_at)


def uncount_match(work: UnitOfWork, match: Match) -> None:
    """Take a match out again. Of a private one, the others of its batch wait for another one to take its place."""
    row = work.session.get(CountedMatch, match.id, with_for_update=True)
    match.counted = False
    if row is None:
        return
    if not row.private:
        add_counts(work.session, Tally, negative(tallies_of([row])))
        remove_positions(work.session, row)
    elif row.batch is not None:
        batch = work.session.scalars(
            select(CountedMatch).where(CountedMatch.batch == row.batch).with_for_update()
        ).all()
        add_counts(work.session, Tally, negative(tallies_of(batch)))
        for other in batch:
            other.batch = None
    work.session.delete(row)
    work.session.flush()
    if row.private:
        _count_batch(work, row)


def matches_to_count(context: Context, now: datetime) -> list[int]:
    """List finished matches that are not counted, and counted ones that go on, both left by an earlier version."""
    over = select(Match.id).where(~Match.counted, Match.state == MatchState.FINISHED)
    going_on = select(Match.id).where(Match.counted, Match.state == MatchState.RUNNING)
    waits = is_put_off(SweepTask.COUNT, Match.id, now)
    with context.store.reading() as session:
        return [
            number
            for query in (over, going_on)
            for number in session.scalars(query.where(~waits).order_by(Match.id).limit(AT_A_TIME))
        ]


def line_of_match(match: Match) -> Line:
    """Find the steps of a match that stand."""
    rows = match.entries
    if match.record_version == VERSION_1:
        standing = [row for row in rows if row.kind is EntryKind.STEP]
    else:
        standing = [rows[n - 1] for n in course_of(match).line()]
    returns = frozenset(row.n for row in rows if row.values and row.values.get("to") is not None)
    return Line(tuple(LineStep(row.n, row.turn, row.mover, row.step) for row in standing), returns)


def counted_row(match: Match, line: Line, end: MatchResult, chosen: Sequence[str], stood: Stood | None) -> CountedMatch:
    """Build the row of a match."""
    header = header_v1(match) if match.header is None else header_of(match)
    started = match.started_at or match.created_at
    figures = figures_of(line, end, started, len(match.seats), house_seats(header))
    return CountedMatch(
        match_id=match.id,
        private=match.private,
        rules=match.rules,
        seats=len(match.seats),
        options=" ".join(chosen),
        batch=None,
        kind=figures.kind,
        firsts=",".join(map(str, figures.firsts)),
        opening=stood.opening if stood else 0,
        winner=stood.winner if stood else "",
        turns=figures.turns,
        pace=figures.pace,
        house=write_house(figures),
    )


def write_house(figures: Figures) -> str:
    """Write the turns of the house player as `CountedMatch.house` has it."""
    return " ".join(f"{level or ''}:{shared}" for level, shared in figures.house)


def tallies_of(rows: Iterable[CountedMatch]) -> Counter[Key]:
    """Count the figures that matches add to statistics. A match without a result counts only as one."""
    found: Counter[Key] = Counter()
    for row in rows:
        measured = [(KIND, row.kind)]
        if row.kind != EndKind.ANNULLED and row.turns:
            measured += [(TURNS, str(row.turns)), (PACE, str(row.pace))]
        if row.firsts:
            measured += [(f"{FIRST}{later}", shared) for later, shared in enumerate(row.firsts.split(","))]
        found.update(
            (row.rules, row.seats, subject, *one) for subject in ("", *row.options.split()) for one in measured
        )
        for level, _, shared in (one.partition(":") for one in row.house.split()):
            found[row.rules, row.seats, "", f"{HOUSE}{level}", shared] += 1
    return found


def negative(counts: Counter[Key]) -> Counter[Key]:
    """Turn counts round, to take them away."""
    return Counter({key: -count for key, count in counts.items()})


def _count_batch(work: UnitOfWork, row: CountedMatch) -> None:
    """Count the private matches that wait and are like one, if there are enough."""
    alike = (
        CountedMatch.private,
        CountedMatch.rules == row.rules,
        CountedMatch.seats == row.seats,
        CountedMatch.options == row.options,
        CountedMatch.batch.is_(None),
    )
    waiting = work.session.scalars(
        select(CountedMatch).where(*alike).order_by(CountedMatch.match_id).with_for_update()
    ).all()
    if len(waiting) < BATCH:
        return
    for one in waiting:
        one.batch = waiting[0].match_id
    work.session.flush()
    add_counts(work.session, Tally, tallies_of(waiting))
