"""Matches as lines of a list, loaded without the ORM.

A match has much that no list shows, such as its clocks, its terms and its position, and objects of the ORM cost more
than what they are made of: for 40 matches 1.6 ms in place of 8. Who sat where before is told by the ORM's objects:
a match at which a seat has changed hands is loaded with all it has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from sqlalchemy import BindParameter, Row, Select, bindparam, select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import Level
from adjudicator.match.match_result import MatchResult
from adjudicator.services.match_reader import MatchReader
from adjudicator.store.states import MatchState, PublicName, SeatState
from adjudicator.store.tables import Base, Match, is_by_house, name_of_seat


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player, as far as their name goes."""

    name: str
    shown: PublicName
    alias: str
    erased_at: datetime | None


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """A seat that has not changed hands."""

    number: int
    player_id: int | None
    house: bool
    level: Level | None
    state: SeatState
    guest: str
    own_name: str
    """As `Seat.own_name`."""
    player: ListedPlayer | None
    vacant_at: datetime | None
    by_house: bool
    """As `Seat.by_house`."""


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match in a list."""

    id: int
    code: str
    rules: str
    state: MatchState
    created_at: datetime
    since: datetime | None
    finished_at: datetime | None
    due_at: datetime | None
    to_move: int | None
    seed: bytes
    end: MatchResult | None
    seats: tuple[ListedSeat, ...]


_matches, _seats, _players = (Base.metadata.tables[name] for name in ("matches", "seats", "players"))
_NUMBERS: BindParameter[list[int]] = bindparam("numbers", expanding=True)
# Built once: to build them takes as long as to execute them.
_MATCHES = select(
    *(
        _matches.c[name]
        for name in (
            *("id", "code", "rules", "state", "created_at", "since", "finished_at"),
            *("due_at", "to_move", "seed", "end"),
        )
    )
).where(_matches.c.id.in_(_NUMBERS))
_SEATS = (
    select(
        *(
            _seats.c[name]
            for name in (
                *("match_id", "number", "player_id", "house", "level", "state", "guest", "called", "epoch"),
                *("vacant_at", "waits_until", "owner_id"),
            )
        ),
        *(_players.c[name] for name in ("name", "shown", "alias", "erased_at")),
    )
    .select_from(_seats.outerjoin(_players, _players.c.id == _seats.c.player_id))
    .where(_seats.c.match_id.in_(_NUMBERS))
    .order_by(_seats.c.match_id, _seats.c.number)
)


def find_numbers(session: Session, query: Select[Match], most: int) -> list[int]:
    """List the rows of the first matches of a query, so that several lists can be loaded at once."""
    return list(session.scalars(query.with_only_columns(Match.id, maintain_column_froms=True).limit(most)))


def load_listed(session: Session, numbers: Sequence[int], reader: MatchReader) -> Mapping[int, ListedMatch | Match]:
    """Load the contents of lists for some matches, by their rows. Those that cannot be decoded are left out."""
    return reader.load(session, numbers, partial(read_listed, session))


def read_listed(session: Session, numbers: Sequence[int]) -> dict[int, ListedMatch | Match]:
    """Load the contents of lists for some matches, by their rows. Raises what keeps one from being decoded."""
    if not numbers:
        return {}
    connection, given = session.connection(), {"numbers": list(numbers)}
    seats: dict[int, list[ListedSeat]] = {}
    changed: set[int] = set()
    for row in connection.execute(_SEATS, given):
        if row.epoch or row.owner_id is not None:
            changed.add(row.match_id)
        seats.setdefault(row.match_id, []).append(_seat(row))
    listed: dict[int, ListedMatch | Match] = {
        row["id"]: ListedMatch(**row, seats=tuple(seats.get(row["id"], ())))
        for row in connection.execute(_MATCHES, given).mappings()
        if row["id"] not in changed
    }
    if changed:
        listed |= {match.id: match for match in session.scalars(select(Match).where(Match.id.in_(changed)))}
    return listed


def _seat(row: Row[tuple[object, ...]]) -> ListedSeat:
    player = None if row.name is None else ListedPlayer(row.name, row.shown, row.alias, row.erased_at)
    return ListedSeat(
        number=row.number,
        player_id=row.player_id,
        house=row.house,
        level=row.level,
        state=row.state,
        guest=row.guest,
        own_name=name_of_seat(row.called, row.name or "", house=row.house, level=row.level),
        player=player,
        vacant_at=row.vacant_at,
        by_house=is_by_house(row.vacant_at, row.waits_until, house=row.house),
    )
