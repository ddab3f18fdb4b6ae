"""The statements with which a database copies finished matches that were played (`made_matches`), table by table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Delete,
    FromClause,
    Insert,
    Select,
    Table,
    case,
    cast,
    delete,
    func,
    insert,
    literal,
    null,
    or_,
    select,
    union_all,
)

from adjudicator.services.matches.rows.player_tallies import select_games, select_opponents
from adjudicator.store.archive_tables import HOUSE_WORD
from adjudicator.store.tables import HOUSE_NAME, Base
from bench.dataset import Row
from bench.made_matches import BRANCHES, CHOSEN_PLIES, FIRST, MATCHES, PLAYED, POSITIONS, SEATS, WAYS, WAYS_ON, WORDS

OPENING = 13
"""The positions of a match that are counted as its opening."""
WHOLE = 100
"""One match of so many has all its entries, and the others the first `BEGUN`."""
BEGUN = 6
ANNOTATED = 50
"""One match of so many has comments or diaries."""
LOST = 1000
"""One letter of so many could not be delivered."""
_SCATTER, _SCATTER_ROWS, _PRIME = 33554393, 34359738337, 576460752303423433
"""Spread numbers below 2**36, and below 2**26, over all of 59 bits without leaving 63."""

_tables = Base.metadata.tables
_players = _tables["players"]
Values = dict[str, ColumnElement[object] | object]


def copies(letter: Row) -> Iterator[Insert | Delete]:
    """Yield the statements, in the order of references. `letter` is the template of all letters.

    What the played matches have added to statistics and openings makes way for the sums of all.
    """
    at, number = MATCHES.c.ended_at, MATCHES.c.id
    moments: Values = dict.fromkeys(("created_at", "started_at", "finished_at", "since"), at)
    copied = moments | {"id": number, "code": MATCHES.c.code, "first_digest": MATCHES.c.digest}
    yield _copy("matches", _tables["matches"].c.id == MATCHES.c.model, copied)
    name = func.coalesce(_players.c.name, HOUSE_NAME)
    yield _copy_seats("seats", "number", {"house": SEATS.c.player_id.is_(None), "called": name, "state": "joined"})
    yield _copy_seats("participants", "seat", {"name": name}, people=True)
    yield _copy("openings", _of_model("openings"), {"match_id": number})
    entries = _tables["entries"]
    some = or_(entries.c.n <= BEGUN, number % WHOLE == 0)
    digest = case((entries.c.n == 1, MATCHES.c.digest), else_=entries.c.digest)
    yield _copy("entries", _of_model("entries") & some, {"match_id": number, "at": at, "digest": digest})
    ended: Values = {"match_id": number, "ended_at": at}
    yield _copy("archived_matches", _of_model("archived_matches"), ended | {"annotated": number % ANNOTATED == 0})
    yield _copy("archived_options", _of_model("archived_options"), ended)
    yield _copy_seats("archived_people", "person", {"ended_at": at})
    yield _insert_names()
    for table, counted in (
        (_tables["player_tallies"], select_games()),
        (_tables["opponent_tallies"], select_opponents()),
    ):
        yield delete(table)
        yield insert(table).from_select([column.name for column in counted.selected_columns], counted)
    figures: Values = {"match_id": number, "turns": MATCHES.c.turns, "pace": MATCHES.c.pace}
    yield _copy("counted_matches", _of_model("counted_matches"), figures)
    yield _insert_positions()
    yield delete(_tables["tallies"])
    yield delete(_tables["opening_tallies"])
    for before, position in pairwise([literal(0, BigInteger), *map(_position, range(OPENING))]):
        yield _insert_ways(before, position)
    yield _insert_inbox()
    yield _insert_outbox(letter)


def _of_model(name: str) -> ColumnElement[bool]:
    return _tables[name].c.match_id == MATCHES.c.model


def _copy(name: str, condition: ColumnElement[bool], changes: Values) -> Insert:
    table = _tables[name]
    return _insert(table, changes, MATCHES.join(table, condition))


def _copy_seats(name: str, number: str, changes: Values, *, people: bool = False) -> Insert:
    """Copy a table with a row for each seat; the people are those of the copied match."""
    table = _tables[name]
    seated = MATCHES.join(SEATS, SEATS.c.match_id == MATCHES.c.id)
    seated = seated.join(table, _of_model(name) & (table.c[number] == SEATS.c.number))
    seated = seated.join(_players, _players.c.id == SEATS.c.player_id, isouter=not people)
    return _insert(table, {"match_id": MATCHES.c.id, "player_id": SEATS.c.player_id} | changes, seated)


def _insert(table: Table, changes: Values, source: FromClause) -> Insert:
    names = [column.name for column in table.columns if column.name != "id" or "id" in changes]
    values = [
        table.c[name] if name not in changes else _value(table, name, changes[name]).label(name) for name in names
    ]
    return insert(table).from_select(names, select(*values).select_from(source), include_defaults=False)


def _value(table: Table, name: str, value: object) -> ColumnElement[object]:
    return value if isinstance(value, ColumnElement) else literal(value, table.c[name].type)


def _insert_names() -> Insert:
    table, people = _tables["archived_names"], _tables["archived_people"]
    of_house = people.c.player_id.is_(None)
    named = people.join(WORDS, WORDS.c.player_id == people.c.player_id, isouter=True)
    columns = [people.c[name] for name in ("match_id", "person", "private", "game", "place", "ended_at")]
    query = select(*columns, case((of_house, HOUSE_WORD), else_=WORDS.c.word)).select_from(named)
    return insert(table).from_select([*(one.name for one in columns), "word"], query.where(people.c.match_id >= FIRST))


def count_players() -> Iterator[Insert | Delete]:
    """Count anew how often players have played and met."""
    yield from _count("player_tallies", select_games())
    yield from _count("opponent_tallies", select_opponents())


def _count(name: str, query: Select[*tuple[Any, ...]]) -> Iterator[Insert | Delete]:
    """Fill a table of sums anew."""
    yield delete(_tables[name])
    yield insert(_tables[name]).from_select([column.name for column in query.selected_columns], query)


def _opened() -> FromClause:
    """Join what the positions of a match follow from."""
    usual = (PLAYED.c.variant == 0) & (WAYS_ON.c.number == MATCHES.c.way // (WAYS // BRANCHES))
    return MATCHES.join(PLAYED, PLAYED.c.id == MATCHES.c.model).join(WAYS_ON, usual, isouter=True)


def _position(ply: int) -> ColumnElement[int]:
    """Say which position stood after so many plies: first the same in all, then in ever fewer, at last in this one."""
    if ply < 2:
        return (PLAYED.c.first, PLAYED.c.second)[ply]
    if ply > CHOSEN_PLIES + 1:
        return (
            (cast(MATCHES.c.id, BigInteger) * 32 + ply)
            * literal(_SCATTER_ROWS, BigInteger)
            % literal(_PRIME, BigInteger)
        )
    begun = MATCHES.c.way // BRANCHES ** (CHOSEN_PLIES + 1 - ply) + cast(PLAYED.c.variant, BigInteger) * WAYS
    scattered = (begun * 32 + ply) * literal(_SCATTER, BigInteger) % literal(_PRIME, BigInteger)
    return func.coalesce(WAYS_ON.c.position, scattered) if ply == 2 else scattered


def _insert_positions() -> Insert:
    """Insert the positions in the order of their key, in which SQLite keeps them."""
    stood = union_all(*(_stood(ply) for ply in range(POSITIONS))).subquery()
    query = select(stood).order_by(stood.c.position, stood.c.ended_at, stood.c.match_id)
    return insert(_tables["archived_positions"]).from_select([one.name for one in stood.c], query)


def _stood(ply: int) -> Select[tuple[object, ...]]:
    columns = _position(ply).label("position"), MATCHES.c.whole.label("ended_at"), MATCHES.c.id.label("match_id")
    return select(*columns, literal(ply).label("n")).select_from(_opened())


def _insert_ways(before: ColumnElement[int], position: ColumnElement[int]) -> Insert:
    """Count a ply of all openings."""
    names = ("position", "before", "winner", "began")
    gone = select(position.label("position"), before.label("before"), PLAYED.c.winner, PLAYED.c.began)
    way = gone.select_from(_opened()).subquery()
    columns = [way.c[name] for name in names]
    query = select(*columns, func.count()).group_by(*columns)
    return insert(_tables["opening_tallies"]).from_select([*names, "count"], query)


def _insert_inbox() -> Insert:
    at, number = MATCHES.c.ended_at, MATCHES.c.id
    values: Values = {
        "id": number,
        "fingerprint": MATCHES.c.digest,
        "channel": "smtp",
        "recipient": "play@club.example",
        "envelope_from": _players.c.address,
        "raw": b"Subject: help\r\n\r\n",
        "received_at": at,
        "state": "done",
        "tries": 1,
        "traceback": "",
        "done_at": at,
        "verdict": "played",
        "match_id": number,
    }
    return _insert_letters("inbox", values)


def _insert_outbox(letter: Row) -> Insert:
    at, number = MATCHES.c.ended_at, MATCHES.c.id
    lost = number % LOST == 1
    values: Values = letter | {
        "id": number,
        "created_at": at,
        "match_id": number,
        "inbox_id": number,
        "player_id": _players.c.id,
        "to_address": _players.c.address,
        "state": case((lost, "failed"), else_="sent"),
        "sent_at": case((lost, null()), else_=at),
        "next_try_at": None,
    }
    return _insert_letters("outbox", {name: value for name, value in values.items() if value is not None})


def _insert_letters(name: str, values: Values) -> Insert:
    """Insert a letter of each match: from, or to, a player."""
    table = _tables[name]
    known = func.coalesce(SEATS.c.player_id, 1)
    source = MATCHES.join(SEATS, (SEATS.c.match_id == MATCHES.c.id) & (SEATS.c.number == 0))
    query = select(*(_value(table, name, value) for name, value in values.items()))
    query = query.select_from(source.join(_players, _players.c.id == known))
    return insert(table).from_select(list(values), query, include_defaults=False)
