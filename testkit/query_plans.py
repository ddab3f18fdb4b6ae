"""Records the queries of the program with their callers, and tells which of them scan a whole table."""

from __future__ import annotations

import inspect
import re
from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event

import adjudicator
from adjudicator.store.tables import Base

_OURS = Path(adjudicator.__file__).parent
_PASSES_ON = (__file__, "sqlalchemy", "adjudicator/services/match_reader.py")
"""Files of which a function asks for another one."""
_NONE: frozenset[str] = frozenset()
_READS = ("SELECT", "WITH", "UPDATE", "DELETE")
_WITHOUT_INDEX = ("seqscan", "hashjoin", "mergejoin")
"""The ways by which PostgreSQL reads whole tables, and prefers to where they are small."""
_SIDE = re.compile(r"^SCAN (?P<table>\w+)(?: USING (?:COVERING )?INDEX (?P<index>\w+))?")
_NO_TABLES = re.compile(r"^(anon_\d+|CONSTANT)$")

PARTIAL = {
    str(index.name)
    for table in Base.metadata.tables.values()
    for index in table.indexes
    if index.dialect_options["sqlite"]["where"] is not None
}
"""The indexes that hold only what is still open: to read all of one is to read little."""


@dataclass(frozen=True, slots=True)
class RecordedQuery:
    """A statement as the database got it, and the function that asked."""

    where: str
    statement: str
    parameters: Any


@contextmanager
def recorded_queries(engine: Engine, known: Container[str] = _NONE) -> Iterator[dict[str, RecordedQuery]]:
    """Collect what our own code asks but for what is known, each statement once, with what it was asked with first."""
    found: dict[str, RecordedQuery] = {}

    def note(
        _connection: object, _cursor: object, statement: str, parameters: Any, _context: object, many: Any
    ) -> None:
        new = statement not in found and statement not in known and statement.startswith(_READS)
        if new and (where := _asker()):
            found[statement] = RecordedQuery(where, statement, parameters[0] if many else parameters)

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", note)


def full_scans(connection: Connection, asked: RecordedQuery) -> list[str]:
    """Name the tables, or indexes of whole tables, of which a statement reads every row; best none.

    One that takes the first few rows in the order of an index reads no more than those, and passes.
    """
    if "LIMIT" in asked.statement and "WHERE" not in asked.statement:
        return []
    if connection.dialect.name == "sqlite":
        return list(_scans_of_sqlite(connection, asked))
    for way in _WITHOUT_INDEX:
        connection.exec_driver_sql(f"SET LOCAL enable_{way} = off")
    told = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {asked.statement}", asked.parameters).scalar_one()
    for way in _WITHOUT_INDEX:
        connection.exec_driver_sql(f"SET LOCAL enable_{way} = on")
    return list(_scans_of_postgres(told[0]["Plan"]))


def _scans_of_sqlite(connection: Connection, asked: RecordedQuery) -> Iterator[str]:
    for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked.statement}", asked.parameters):
        found = _SIDE.match(row.detail)
        if found and not _NO_TABLES.match(found["table"]) and found["index"] not in PARTIAL:
            yield row.detail


def _scans_of_postgres(node: Mapping[str, Any]) -> Iterator[str]:
    kind, index = node["Node Type"], node.get("Index Name", "")
    by_index = kind in ("Index Scan", "Index Only Scan", "Bitmap Index Scan")
    if kind == "Seq Scan" or (by_index and "Index Cond" not in node and index not in PARTIAL):
        yield f"{kind} of {node.get('Relation Name', '')} {index}".strip()
    for below in node.get("Plans", ()):
        yield from _scans_of_postgres(below)


def _asker() -> str:
    """Name the function of ours that asks; empty when somebody else does."""
    frame = inspect.currentframe()
    while frame is not None and any(one in frame.f_code.co_filename for one in _PASSES_ON):
        frame = frame.f_back
    path = Path(frame.f_code.co_filename) if frame is not None else Path()
    if frame is None or not path.is_relative_to(_OURS):
        return ""
    return f"{'.'.join(path.relative_to(_OURS).with_suffix('').parts)}.{frame.f_code.co_name}"
