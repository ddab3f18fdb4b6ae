"""The openings of public finished matches as a tree, and the matches in which a position stood.

A node of the tree is a position and all that are the same in play, so that different ways to it meet there. Its counts
are sums that are kept (`OpeningTally`); the matches behind them are read from an index, the newest first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import AnyPosition, Options, StepError
from adjudicator.match.course.opening_keys import NOBODY, SHARED, SOMEBODY, OpeningBook
from adjudicator.services.matches.finished.archive_search import Place
from adjudicator.store.tables import ArchivedPosition, Match, OpeningTally
from adjudicator.texts.facts.archive_facts import OpeningResults

MOST_COUNTED = 1000
"""How many matches of a position are counted one by one; of more it is only told that there are more."""
LONGEST_STEP = 4
"""The most words of one step in a line of moves."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A position that was next, and the steps that lead to it or to the same position seen in another way."""

    steps: tuple[str, ...]
    results: OpeningResults
    """Of the matches that came from here."""
    last: datetime | None
    """When the position last stood, in whatever way a match came there."""


@dataclass(frozen=True, slots=True)
class Node:
    """A position of an opening."""

    book: OpeningBook
    chosen: tuple[str, ...]
    """The steps that were chosen; those that nobody could choose are not among them."""
    steps: tuple[str, ...]
    """All steps."""
    position: AnyPosition
    digest: str
    results: OpeningResults
    last: datetime | None
    branches: tuple[Branch, ...]

    @property
    def ends(self) -> bool:
        """Whether the tree goes no further."""
        return len(self.steps) >= self.book.openings.opening_length


@dataclass(frozen=True, slots=True)
class StoodIn:
    """A match in which a position stood, behind entry `n`."""

    code: str
    n: int


@dataclass(frozen=True, slots=True)
class StoodAt:
    """The same with the row of the match, and the place in the list."""

    match_id: int
    n: int
    place: Place


class BadMove(ValueError):
    """A move that cannot be played behind others; `cause` is the engine's refusal."""

    def __init__(self, word: str, behind: tuple[str, ...], cause: StepError) -> None:
        super().__init__(f"{word}: {cause.reason.key}")
        self.word = word
        self.behind = behind
        self.cause = cause


@dataclass(frozen=True, slots=True)
class _Walk:
    position: AnyPosition
    steps: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()


def find_node(session: Session, book: OpeningBook, moves: str) -> Node:
    """Walk down the tree by moves as somebody wrote them. Raises `BadMove`."""
    walk = _walk(book, moves.replace(",", " ").replace(";", " ").split())
    digest = book.digest(walk.position, walk.steps)
    ways = _next_positions(book, walk)
    counted, went_on = count_results(session, [digest]), count_results(session, ways, digest)
    branches = (Branch(tuple(steps), *went_on[behind]) for behind, steps in ways.items() if behind in went_on)
    return Node(
        book,
        walk.chosen,
        walk.steps,
        walk.position,
        digest,
        *counted.get(digest, (OpeningResults(), None)),
        tuple(sorted(branches, key=lambda branch: (-branch.results.played, branch.steps))),
    )


def count_results(
    session: Session, positions: Collection[str], before: str | None = None
) -> dict[str, tuple[OpeningResults, datetime | None]]:
    """Read the counts of positions, and when each last stood; those that never did have none.

    With `before`, only matches count that came from that position.
    """
    newest = (
        select(ArchivedPosition.ended_at)
        .where(ArchivedPosition.position == OpeningTally.position)
        .order_by(ArchivedPosition.ended_at.desc())
        .limit(1)
        .scalar_subquery()
    )
    query = select(OpeningTally.position, OpeningTally.winner, OpeningTally.began, OpeningTally.count, newest)
    if before is not None:
        query = query.where(OpeningTally.before == before)
    found: dict[str, list[tuple[str, bool, int]]] = {}
    last: dict[str, datetime | None] = {}
    for position, winner, began, count, at in session.execute(query.where(OpeningTally.position.in_(positions))):
        found.setdefault(position, []).append((winner, began, count))
        last[position] = at
    return {position: (_results(rows), last[position]) for position, rows in found.items()}


def list_trees(session: Session, book: OpeningBook) -> list[tuple[OpeningBook, int]]:
    """List the openings under the usual options, under each other value of one that changes them, and those of `book`.

    Beside each stands the number of its matches.
    """
    chosen: list[Options] = [{}]
    chosen += [
        {option.key: value}
        for option in book.engine.rules.options
        if option.key in book.openings.opening_options
        for value in option.values
        if value != option.default
    ]
    books = {one.variant: one for one in (replace(book, options=book.engine.rules.complete(one)) for one in chosen)}
    books.setdefault(book.variant, book)
    roots = {variant: one.digest(one.first_position(), ()) for variant, one in books.items()}
    counted = count_results(session, roots.values())
    return [(books[variant], counted[root][0].played if root in counted else 0) for variant, root in roots.items()]


def matches_with(session: Session, position: str, limit: int) -> list[StoodIn]:
    """List the matches in which a position stood, the newest first."""
    found = list_stood(session, position, limit)
    numbers = [one.match_id for one in found]
    codes = {row.id: row.code for row in session.execute(select(Match.id, Match.code).where(Match.id.in_(numbers)))}
    return [StoodIn(codes[one.match_id], one.n) for one in found]


def list_stood(session: Session, position: str, limit: int, before: Place | None = None) -> list[StoodAt]:
    """List where a position stood, the newest first; `before` is where the page before ends."""
    table = ArchivedPosition
    query = select(table.match_id, table.n, table.ended_at).where(table.position == position)
    if before is not None:
        ended_at, match_id = before
        query = query.where(table.ended_at <= ended_at, or_(table.ended_at < ended_at, table.match_id < match_id))
    rows = session.execute(query.order_by(table.ended_at.desc(), table.match_id.desc()).limit(limit))
    return [StoodAt(match_id, n, (ended_at, match_id)) for match_id, n, ended_at in rows]


def entries_with(session: Session, position: str) -> list[tuple[int, int]]:
    """List all matches in which a position stood by their rows, the newest first, each with the entry before it."""
    table = ArchivedPosition
    query = select(table.match_id, table.n).where(table.position == position)
    return [
        (match_id, n) for match_id, n in session.execute(query.order_by(table.ended_at.desc(), table.match_id.desc()))
    ]


def count_matches_with(session: Session, position: str) -> int:
    """Count the matches in which a position stood, up to one more than `MOST_COUNTED`."""
    some = select(ArchivedPosition.match_id).where(ArchivedPosition.position == position).limit(MOST_COUNTED + 1)
    return session.scalar(select(func.count()).select_from(some.subquery())) or 0


def stood_in(session: Session, match: Match, position: str) -> bool:
    """Tell whether a position stood in a match, as far as the archive knows."""
    if match.finished_at is None:
        return False
    return session.get(ArchivedPosition, (position, match.finished_at.replace(microsecond=0), match.id)) is not None


def _walk(book: OpeningBook, words: Sequence[str]) -> _Walk:
    walk, left = _Walk(book.first_position()), list(words)
    while left:
        forced = _forced_step(book, walk.position)
        if forced is not None and not _means(book, walk.position, left[0]):
            walk = _after(book, walk, forced)
            continue
        try:
            step, length = _read_step(book, walk.position, left)
        except StepError as fault:
            raise BadMove(left[0], walk.chosen, fault) from fault
        walk, left = _after(book, walk, step, chosen=forced is None), left[length:]
    while (forced := _forced_step(book, walk.position)) is not None:
        walk = _after(book, walk, forced)
    return walk


def _after(book: OpeningBook, walk: _Walk, step: str, *, chosen: bool = False) -> _Walk:
    engine = book.engine
    position = engine.apply(walk.position, engine.parse(walk.position, step).step).position
    return _Walk(position, (*walk.steps, step), (*walk.chosen, step) if chosen else walk.chosen)


def _forced_step(book: OpeningBook, position: AnyPosition) -> str | None:
    legal = book.engine.legal_steps(position)
    return book.engine.format(legal[0]) if len(legal) == 1 else None


def _means(book: OpeningBook, position: AnyPosition, word: str) -> bool:
    try:
        _read_step(book, position, [word])
    except StepError:
        return False
    return True


def _read_step(book: OpeningBook, position: AnyPosition, words: Sequence[str]) -> tuple[str, int]:
    """Read the step at the beginning of words: the shortest that is one. Raises `StepError` for the first word."""
    fault: StepError | None = None
    for length in range(1, min(LONGEST_STEP, len(words)) + 1):
        try:
            parsed = book.engine.parse(position, " ".join(words[:length]))
        except StepError as found:
            fault = fault or found
            continue
        if not parsed.rest:
            return book.engine.format(parsed.step), length
    if fault is None:
        raise ValueError(f"no step in {words}")
    raise fault


def _next_positions(book: OpeningBook, walk: _Walk) -> dict[str, list[str]]:
    """Sort the legal steps by the positions behind them; none where the tree ends."""
    found: dict[str, list[str]] = {}
    if len(walk.steps) >= book.openings.opening_length:
        return found
    engine = book.engine
    for step in engine.legal_steps(walk.position):
        order = engine.format(step)
        behind = book.digest(engine.apply(walk.position, step).position, (*walk.steps, order))
        found.setdefault(behind, []).append(order)
    return found


def _results(rows: Sequence[tuple[str, bool, int]]) -> OpeningResults:
    sides: dict[str, int] = {}
    for winner, _, count in rows:
        if winner not in (SHARED, NOBODY, SOMEBODY):
            sides[winner] = sides.get(winner, 0) + count
    won = [(began, count) for winner, began, count in rows if winner not in (SHARED, NOBODY)]
    return OpeningResults(
        played=sum(count for _, _, count in rows),
        sides=tuple(sorted(sides.items())),
        began=sum(count for began, count in won if began),
        followed=sum(count for began, count in won if not began),
        shared=sum(count for winner, _, count in rows if winner == SHARED),
        nobody=sum(count for winner, _, count in rows if winner == NOBODY),
    )
