"""How often players have played which games, and against whom: sums for their pages, so that no visit counts.

They follow from the rows of people in the archive (`ArchivedPerson`), and change with them in the same transaction.
Private matches are in none of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from sqlalchemy import ColumnElement, Select, case, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from adjudicator.engines.contract import Level
from adjudicator.store.counters import Key, Sums, add_sums
from adjudicator.store.orm_base import Base
from adjudicator.store.tables import ArchivedPerson, OpponentTally, PlayerTally

HOUSE: Final[Mapping[Level | None, int]] = {None: 0, Level.EASY: -1, Level.FAIR: -2, Level.STRONG: -3}
"""The house player as an opponent: one for each level, and one that has none."""


def list_counted(session: Session, match_id: int) -> Sequence[ArchivedPerson]:
    """List the people of a match that are counted; none of a private one."""
    query = select(ArchivedPerson).where(ArchivedPerson.match_id == match_id, ~ArchivedPerson.private)
    found = session.scalars(query).all()
    for row in found:
        session.expunge(row)  # they are deleted and written anew
    return found


def change_tallies(session: Session, before: Sequence[ArchivedPerson], after: Sequence[ArchivedPerson]) -> None:
    """Count the people of a match in place of those of before; only differences are written."""
    add_sums(session, PlayerTally, _subtract(tally_players(after), tally_players(before)))
    add_sums(session, OpponentTally, _subtract(tally_opponents(after), tally_opponents(before)))


def tally_players(people: Iterable[ArchivedPerson]) -> dict[Key, Sums]:
    """Count how they did, by player and game: the sums of `PlayerTally`."""
    found = defaultdict[Key, list[int]](lambda: [0, 0, 0])
    for one in people:
        if one.player_id is not None and not one.private:
            _add(found[one.player_id, one.game], (True, one.place == 1, one.left))
    return {key: tuple(sums) for key, sums in found.items()}


def tally_opponents(people: Sequence[ArchivedPerson]) -> dict[Key, Sums]:
    """Count how the people of one match did against each other: the sums of `OpponentTally`."""
    found = defaultdict[Key, list[int]](lambda: [0, 0, 0, 0])
    for one in people:
        if one.player_id is None or one.private:
            continue
        for other in people:
            if other is not one:
                opponent = HOUSE[other.level] if other.player_id is None else other.player_id
                _add(found[one.player_id, opponent, one.game], (True, *_compare(one.place, other.place)))
    return {key: tuple(sums) for key, sums in found.items()}


def recount_players(session: Session, players: Collection[int]) -> None:
    """Count all matches of some players anew: where a program of an earlier version has written rows of people."""
    connection = session.connection()
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    for kind, query in ((PlayerTally, select_games()), (OpponentTally, select_opponents())):
        table = Base.metadata.tables[kind.__tablename__]
        session.execute(table.delete().where(table.c.player_id.in_(players)))
        theirs = query.where(query.selected_columns["player_id"].in_(players))
        insert = dialect.insert(table).from_select([column.name for column in theirs.selected_columns], theirs)
        # A match that ended meanwhile may have made a row; it is in the count, too.
        keys = [column.name for column in table.primary_key]
        counted = {
            name: insert.excluded[name] for name in (column.name for column in table.columns) if name not in keys
        }
        session.execute(insert.on_conflict_do_update(index_elements=keys, set_=counted))


def select_games() -> Select[int | None, str, int, int, int]:
    """Count all that `PlayerTally` has from the rows of people."""
    row = ArchivedPerson
    return (
        select(
            row.player_id,
            row.game,
            func.count().label("matches"),
            _count_where(row.place == 1).label("first"),
            _count_where(row.left).label("left"),
        )
        .where(row.player_id.is_not(None), ~row.private)
        .group_by(row.player_id, row.game)
    )


def select_opponents() -> Select[int | None, int, str, int, int, int, int]:
    """Count all that `OpponentTally` has from the rows of people."""
    own, other = aliased(ArchivedPerson), aliased(ArchivedPerson)
    return (
        select(
            own.player_id,
            func.coalesce(other.player_id, _house(other.level)).label("opponent"),
            own.game,
            func.count().label("matches"),
            _count_where(own.place < other.place).label("ahead"),
            _count_where(own.place == other.place).label("level"),
            _count_where(own.place > other.place).label("behind"),
        )
        .join(other, (other.match_id == own.match_id) & (other.person != own.person))
        .where(own.player_id.is_not(None), ~own.private)
        .group_by(own.player_id, "opponent", own.game)
    )


def _house(level: ColumnElement[Level | None] | InstrumentedAttribute[Level | None]) -> ColumnElement[int]:
    levels = [(level == one, number) for one, number in HOUSE.items() if one is not None]
    return case(*levels, else_=HOUSE[None])


def _count_where(condition: ColumnElement[bool] | InstrumentedAttribute[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0))


def _compare(own: int | None, other: int | None) -> tuple[bool, bool, bool]:
    """Tell who has the better place, if both have one: who left a match has none."""
    if own is None or other is None:
        return False, False, False
    return own < other, own == other, own > other


def _add(sums: list[int], more: Sequence[bool]) -> None:
    for place, one in enumerate(more):
        sums[place] += one


def _subtract(new: Mapping[Key, Sums], old: Mapping[Key, Sums]) -> dict[Key, Sums]:
    found = dict(new)
    for key, sums in old.items():
        there = found.get(key, (0,) * len(sums))
        found[key] = tuple(one - other for one, other in zip(there, sums, strict=True))
    return found
