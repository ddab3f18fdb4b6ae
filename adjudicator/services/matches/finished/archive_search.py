"""The search of the archive: finished matches by game, players, result, ending, dates and options, the newest first.

One condition drives each query: the rows of an index that fulfil it are read in the order of the page, and all other
conditions are looked up row by row (`EXISTS`). The rarest condition drives, of those that have an index: their rows are
counted first, each up to `ENOUGH`. So a page costs what it shows, however many matches there are, unless several
frequent conditions hardly ever meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from sqlalchemy import ColumnElement, FromClause, Select, Subquery, false, func, or_, select, true
from sqlalchemy.orm import Session

from adjudicator.match.match_result import EndKind
from adjudicator.match.record.record import MENDABLE
from adjudicator.services.matches.rows.archive_rows import usual_options
from adjudicator.store.orm_base import Base
from adjudicator.store.tables import ArchivedMatch, ArchivedName, ArchivedOption, ArchivedPerson

MOST_PRIVATE = 400
"""How many private matches of a reader are looked through."""
ENOUGH = 500
"""Rows of a condition that need no exact count: among so many, some usually fulfil the others."""

# Tables without the ORM: to build a query with four aliases of its classes takes 8 ms, and of tables 1 ms.
_MATCHES, _NAMES, _OPTIONS = (
    Base.metadata.tables[one.__tablename__] for one in (ArchivedMatch, ArchivedName, ArchivedOption)
)
Words = tuple[str, ...]
"""A name that is looked for, as `archive_rows.name_words` splits it."""


class WantedResult(StrEnum):
    """A result that is looked for. All but `SHARED` are of the first player who is named."""

    WON = "won"
    LOST = "lost"
    LEFT = "left"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Search:
    """Terms of a search; an empty one does not count."""

    game: str = ""
    player: Words = ()
    opponent: Words = ()
    """Somebody else than `player` at the same match."""
    others: tuple[Words, ...] = ()
    """Names that all belong to people of the match, some perhaps to the same person."""
    result: WantedResult | None = None
    kind: EndKind | None = None
    seats: int = 0
    since: datetime | None = None
    until: datetime | None = None
    """The first moment that is too late."""
    annotated: datetime | None = None
    """The moment of the search, if only matches are wanted with diaries or comments that can be read then."""
    rules: str = ""
    """The rules whose options are meant; with `options` only."""
    options: Mapping[str, str | int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.result not in (None, WantedResult.SHARED) and not self.player:
            raise ValueError(f"nobody is named who {self.result}")

    @property
    def any(self) -> bool:
        """Whether anything is looked for."""
        return self != Search()


Place = tuple[datetime, int]
"""Where a page ends: the moment and the row of its last match."""


def find_finished(
    session: Session, search: Search, limit: int, reader: int | None = None, before: Place | None = None
) -> list[int]:
    """Find the rows of finished matches, the newest first; of private ones only those of `reader`, a player's row."""
    found: list[Place] = []
    for private in (False, True):
        if private and (reader is None or not (own := _private_matches(session, reader))):
            continue
        drivers = list(_drivers(search))
        driver = drivers[0] if private else _rarest(session, drivers, search, before)
        query = _matches_of(search, driver, private=private, before=before)
        if private:
            query = query.where(query.selected_columns["match_id"].in_(own))
        found += [(ended_at, match_id) for ended_at, match_id in session.execute(query.limit(limit))]
    return [match_id for _, match_id in sorted(found, reverse=True)[:limit]]


def _private_matches(session: Session, player: int) -> Sequence[int]:
    """List the private matches that a player may see (`known_matches.may_see`), the newest first."""
    own = ArchivedPerson.player_id == player, ArchivedPerson.private
    query = select(ArchivedPerson.match_id).where(*own).order_by(ArchivedPerson.match_id.desc())
    return session.scalars(query.limit(MOST_PRIVATE)).all()


@dataclass(frozen=True, slots=True)
class _Driver:
    """A condition that an index of a table answers in the order of the pages."""

    table: FromClause
    conditions: tuple[ColumnElement[bool], ...]
    person: int | None = None
    """Of a name: which of those that are looked for."""
    word: str = ""
    option: str = ""
    """Of an option: its key."""
    facts: bool = False
    """Whether it is the table of the facts that every match has."""


def _rarest(session: Session, drivers: Sequence[_Driver], search: Search, before: Place | None) -> _Driver:
    """Choose the condition that the fewest matches fulfil; of those that very many do, the one whose newest `ENOUGH`
    go back furthest.
    """
    if len(drivers) == 1:
        return drivers[0]
    newest = [_newest(driver, search, before) for driver in drivers]
    counts = [select(func.count()).select_from(one).scalar_subquery() for one in newest]
    oldest = [select(func.min(one.c.ended_at)).scalar_subquery() for one in newest]
    found = session.execute(select(*counts, *oldest)).one()
    ranks = zip(found[: len(drivers)], found[len(drivers) :], range(len(drivers)), strict=True)
    # What nobody fulfils has no oldest match, and is the rarest by its count alone.
    return drivers[min(ranks, key=lambda one: (one[0], str(one[1]), one[2]))[2]]


def _newest(driver: _Driver, search: Search, before: Place | None) -> Subquery:
    table = driver.table
    conditions = table.c.private == false(), *driver.conditions, *_in_range(table, search, before)
    query = select(table.c.ended_at).where(*conditions).order_by(table.c.ended_at.desc(), table.c.match_id.desc())
    return query.limit(ENOUGH).subquery()


def _matches_of(search: Search, driver: _Driver, *, private: bool, before: Place | None) -> Select[datetime, int]:
    table = driver.table
    conditions = [*driver.conditions, *_rest(search, driver), *_in_range(table, search, before)]
    query = select(table.c.ended_at, table.c.match_id).where(table.c.private == private, *conditions)
    return query.distinct().order_by(table.c.ended_at.desc(), table.c.match_id.desc())


def _in_range(table: FromClause, search: Search, before: Place | None) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions that every table has, and every index of it begins or goes on with."""
    if search.game:
        yield table.c.game == search.game
    if before is not None:
        ended_at, match_id = before
        yield table.c.ended_at <= ended_at  # what the index can begin with
        yield or_(table.c.ended_at < ended_at, table.c.match_id < match_id)
    if search.since is not None:
        yield table.c.ended_at >= search.since
    if search.until is not None:
        yield table.c.ended_at < search.until


def _drivers(search: Search) -> Iterator[_Driver]:
    """Yield the conditions that may drive the query, those that are usually the rarest first."""
    for person, words in enumerate(_named(search)):
        for word in words:
            called = _NAMES.alias()
            yield _Driver(called, (called.c.word == word,), person=person, word=word)
    for name, value in _unusual(search).items():
        played = _OPTIONS.alias()
        yield _Driver(played, (played.c.name == name, played.c.value == str(value)), option=name)
    facts = list(_indexed_facts(_MATCHES, search))
    for fact in facts:
        yield _Driver(_MATCHES, (fact,), facts=True)
    if not (facts or _named(search) or _unusual(search)):
        yield _Driver(_MATCHES, (), facts=True)


def _named(search: Search) -> tuple[Words, ...]:
    return tuple(words for words in (search.player, search.opponent, *search.others) if words)


def _unusual(search: Search) -> dict[str, str | int]:
    usual = usual_options(search.rules)
    return {name: value for name, value in search.options.items() if usual.get(name) != value}


def _rest(search: Search, driver: _Driver) -> Iterator[ColumnElement[bool]]:
    """Yield all conditions that the driver does not fulfil by itself."""
    table, usual = driver.table, usual_options(search.rules)
    yield from _people(search, driver)
    for name, value in search.options.items():
        if name != driver.option:
            yield _has_option(table, name, value, usual)
    facts = _facts(_MATCHES, search)
    if driver.facts:
        yield from facts
    elif facts:
        yield _fits(table, *facts)


def _people(search: Search, driver: _Driver) -> Iterator[ColumnElement[bool]]:
    """Ask for the people, of whom the driver may be one. The first has the result, and the opponent is another one."""
    named, table, at = _named(search), driver.table, driver.person
    opponent = 1 if search.player and search.opponent else None
    if at is not None:
        yield from _same_person(table, [word for word in named[at] if word != driver.word])
    if at == 0:
        yield from _of_player(table, search)
        if opponent:
            yield _somebody(table, named[opponent], apart_from=table)
    elif at is not None and at == opponent:
        yield _somebody(table, named[0], search, apart_from=table)
    elif named:
        yield _somebody(table, named[0], search, against=named[opponent] if opponent else ())
    for number, words in enumerate(named):
        if number not in (0, at, opponent):
            yield _somebody(table, words)


def _same_person(called: FromClause, words: Sequence[str]) -> Iterator[ColumnElement[bool]]:
    for word in words:
        other = _NAMES.alias()
        same = other.c.match_id == called.c.match_id, other.c.person == called.c.person, other.c.word == word
        yield select(other.c.match_id).where(*same).exists()


def _somebody(
    beside: FromClause,
    words: Words,
    search: Search | None = None,
    *,
    apart_from: FromClause | None = None,
    against: Words = (),
) -> ColumnElement[bool]:
    """Ask for a name at the same match: with the result of a `search`, of another person, `against` somebody else."""
    other = _NAMES.alias()
    conditions = [other.c.match_id == beside.c.match_id, other.c.word == words[0], *_same_person(other, words[1:])]
    if search is not None:
        conditions += _of_player(other, search)
    if apart_from is not None:
        conditions.append(other.c.person != apart_from.c.person)
    if against:
        conditions.append(_somebody(other, against, apart_from=other))
    return select(other.c.match_id).where(*conditions).exists()


def _of_player(called: FromClause, search: Search) -> list[ColumnElement[bool]]:
    """Ask for the result of the first player. Without places nobody has won, lost or left."""
    match search.result:
        case WantedResult.WON:
            return [called.c.place == 1]
        case WantedResult.LOST:
            return [called.c.place > 1]
        case WantedResult.LEFT:
            return [called.c.place.is_(None), _fits(called, _MATCHES.c.kind != EndKind.ANNULLED)]
    return []


def _has_option(driver: FromClause, name: str, value: str | int, usual: Mapping[str, str | int]) -> ColumnElement[bool]:
    """Ask for the value of an option. The usual one has no row."""
    other = _OPTIONS.alias()
    row = select(other.c.match_id).where(other.c.match_id == driver.c.match_id, other.c.name == name)
    return ~row.exists() if usual.get(name) == value else row.where(other.c.value == str(value)).exists()


def _facts(table: FromClause, search: Search) -> list[ColumnElement[bool]]:
    found = list(_indexed_facts(table, search))
    if search.annotated is not None:
        # Of an end that the host may still mend nothing is published (`archive.is_open_to_study`).
        found.append(or_(table.c.kind != EndKind.TIME, table.c.ended_at <= search.annotated - MENDABLE))
    return found


def _indexed_facts(table: FromClause, search: Search) -> Iterator[ColumnElement[bool]]:
    """Yield conditions that have an index each, alone and together with the game."""
    if search.kind is not None:
        yield table.c.kind == search.kind
    if search.seats:
        yield table.c.seats == search.seats
    if search.result is WantedResult.SHARED:
        yield table.c.shared == true()
    if search.annotated is not None:
        yield table.c.annotated == true()


def _fits(driver: FromClause, *facts: ColumnElement[bool]) -> ColumnElement[bool]:
    return select(_MATCHES.c.match_id).where(_MATCHES.c.match_id == driver.c.match_id, *facts).exists()
