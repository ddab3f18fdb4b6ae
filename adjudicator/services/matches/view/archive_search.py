"""The search of the archive: finished matches by game, players, result, ending, dates and options, the newest first.

One table drives each query, in the order of one of its indexes; all that it does not hold is looked up row by row
(`EXISTS`). So a page costs what it shows, however many matches there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from sqlalchemy import ColumnElement, Select, or_, select, true
from sqlalchemy.orm import Session, aliased

from adjudicator.match.match_result import EndKind
from adjudicator.match.record.record import MENDABLE
from adjudicator.services.matches.rows.archive_rows import usual_options
from adjudicator.store.tables import ArchivedMatch, ArchivedName, ArchivedOption, Match, Seat

MOST_PRIVATE = 400
"""How many private matches of a reader are looked through."""

_Table = type[ArchivedMatch] | type[ArchivedName] | type[ArchivedOption]
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
    """What is looked for; what is empty is not asked."""

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


def search_archive(
    session: Session, search: Search, limit: int, reader: int | None = None, before: Place | None = None
) -> list[Match]:
    """Find finished matches, the newest first; of private ones only those of `reader`, a player's row."""
    found: list[Place] = []
    for private in (False, True):
        if private and (reader is None or not (own := _private_matches(session, reader))):
            continue
        query = _matches_of(search, private=private, before=before)
        if private:
            query = query.where(query.selected_columns["match_id"].in_(own))
        found += [(ended_at, match_id) for ended_at, match_id in session.execute(query.limit(limit))]
    numbers = [match_id for _, match_id in sorted(found, reverse=True)[:limit]]
    matches = {match.id: match for match in session.scalars(select(Match).where(Match.id.in_(numbers)))}
    return [matches[number] for number in numbers]


def _private_matches(session: Session, player: int) -> Sequence[int]:
    """List the private matches that a player may see (`match_rows.may_see`), the newest first."""
    seated = select(Seat.match_id).where(Seat.player_id == player)
    query = select(Match.id).where(Match.id.in_(seated), Match.private, Match.archived)
    return session.scalars(query.order_by(Match.id.desc()).limit(MOST_PRIVATE)).all()


def _matches_of(search: Search, *, private: bool, before: Place | None) -> Select[datetime, int]:
    driver, conditions = _driver(search)
    if search.game:
        conditions.append(driver.game == search.game)
    if before is not None:
        ended_at, match_id = before
        conditions.append(driver.ended_at <= ended_at)  # what the index can begin with
        conditions.append(or_(driver.ended_at < ended_at, driver.match_id < match_id))
    if search.since is not None:
        conditions.append(driver.ended_at >= search.since)
    if search.until is not None:
        conditions.append(driver.ended_at < search.until)
    query = select(driver.ended_at, driver.match_id).where(driver.private == private, *conditions)
    return query.distinct().order_by(driver.ended_at.desc(), driver.match_id.desc())


def _driver(search: Search) -> tuple[_Table, list[ColumnElement[bool]]]:
    """Choose the table whose index is read in the order of the page, and say what else must hold of each of its rows.

    A name selects more than an option, and an option more than what every match has.
    """
    names = [words for words in (search.player, search.opponent, *search.others) if words]
    usual = usual_options(search.rules)
    chosen = [(name, value) for name, value in search.options.items() if usual.get(name) != value]
    if names:
        called = aliased(ArchivedName)
        conditions = [called.word == names[0][0], *_same_person(called, names[0][1:])]
        conditions += _of_player(called, search)
        conditions += [_somebody_else(called, words, apart=words is search.opponent) for words in names[1:]]
        conditions += [_has_option(called, name, value, usual) for name, value in search.options.items()]
        return called, conditions + _facts_beside(called, search)
    if chosen:
        played = aliased(ArchivedOption)
        first = chosen[0]
        conditions = [played.name == first[0], played.value == str(first[1])]
        rest = [item for item in search.options.items() if item != first]
        conditions += [_has_option(played, name, value, usual) for name, value in rest]
        return played, conditions + _facts_beside(played, search)
    conditions = [_has_option(ArchivedMatch, name, value, usual) for name, value in search.options.items()]
    return ArchivedMatch, conditions + _facts(ArchivedMatch, search)


def _same_person(called: type[ArchivedName], words: Words) -> Iterator[ColumnElement[bool]]:
    for word in words:
        other = aliased(ArchivedName)
        same = other.match_id == called.match_id, other.person == called.person, other.word == word
        yield select(other.match_id).where(*same).exists()


def _somebody_else(called: type[ArchivedName], words: Words, *, apart: bool) -> ColumnElement[bool]:
    """Ask for another name at the same match; `apart`: of another person."""
    other = aliased(ArchivedName)
    conditions = [other.match_id == called.match_id, other.word == words[0], *_same_person(other, words[1:])]
    if apart:
        conditions.append(other.person != called.person)
    return select(other.match_id).where(*conditions).exists()


def _of_player(called: type[ArchivedName], search: Search) -> list[ColumnElement[bool]]:
    """Ask for the result of the player who drives the query. Without places nobody has won, lost or left."""
    match search.result:
        case WantedResult.WON:
            return [called.place == 1]
        case WantedResult.LOST:
            return [called.place > 1]
        case WantedResult.LEFT:
            return [called.place.is_(None), _fits(called, ArchivedMatch.kind != EndKind.ANNULLED)]
    return []


def _has_option(driver: _Table, name: str, value: str | int, usual: Mapping[str, str | int]) -> ColumnElement[bool]:
    """Ask for the value of an option. The usual one has no row."""
    other = aliased(ArchivedOption)
    row = select(other.match_id).where(other.match_id == driver.match_id, other.name == name)
    return ~row.exists() if usual.get(name) == value else row.where(other.value == str(value)).exists()


def _facts(table: type[ArchivedMatch], search: Search) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if search.kind is not None:
        found.append(table.kind == search.kind)
    if search.seats:
        found.append(table.seats == search.seats)
    if search.result is WantedResult.SHARED:
        found.append(table.shared == true())
    if search.annotated is not None:
        # Of an end that the host may still mend nothing is published (`archive.is_open_to_study`).
        found.append(table.annotated == true())
        found.append(or_(table.kind != EndKind.TIME, table.ended_at <= search.annotated - MENDABLE))
    return found


def _facts_beside(driver: _Table, search: Search) -> list[ColumnElement[bool]]:
    facts = _facts(ArchivedMatch, search)
    return [_fits(driver, *facts)] if facts else []


def _fits(driver: _Table, *facts: ColumnElement[bool]) -> ColumnElement[bool]:
    return select(ArchivedMatch.match_id).where(ArchivedMatch.match_id == driver.match_id, *facts).exists()
