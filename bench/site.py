"""A static copy of a large archive: how long `adjudicator site` takes, and what it writes.

Some matches are really played, of all games. Each of the others is a copy of one of them, with all its entries, that
the database makes: with a code, people and a day of its own. To the program that writes the site they are matches like
any other; records of copies would not verify, as their people are not those whom the record seals.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from random import Random
from string import ascii_uppercase
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, delete, func, insert, literal, select, update

from adjudicator.services.context import Context
from adjudicator.services.matches.annotations.comments import CheckedComment, write_comment
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.schema import upgrade_schema
from adjudicator.store.tables import Base, Match, Player
from bench.bulk_load import fill_tallies, loading
from bench.copied_rows import count_players
from bench.queries import database, make_context
from bench.table import show
from testkit.finished_matches import Played, finish_matches

PLAYED = 500
PEOPLE = 200
"""Players who have matches; each copy has the next five."""
SHORTEST, LONGEST = 20, 130
"""Steps that are played by chance before a match ends; the rules end some earlier."""
TALKED = 5
"""One match of so many has a comment. Diaries are sealed for one match, so that no copy could have them."""
ADDRESS = "https://copy.example"
SHIFT = 1_000_000
"""Between the row of a match and that of its next copy."""
KINDS = (
    *(("egyptos/1", 2),) * 4,
    *(("cheops/1", seats) for seats in (2, 3, 4, 5)),
    *(("pharao/1", seats) for seats in (2, 3, 4)),
)
_COPIED = (
    *("matches", "seats", "participants", "openings", "entries", "comments"),
    *("archived_matches", "archived_people", "archived_names", "archived_options", "archived_positions"),
    "counted_matches",
)
_PERSONS = ("player_id", "author_id", "owner_id")
FIRST_LETTERS = "GHJKLMNPQRSTUVWXYZ"
"""Codes of matches that were played begin with F."""
_tables = Base.metadata.tables


@dataclass(frozen=True, slots=True)
class Cost:
    """What a run of the command took and wrote."""

    seconds: float
    processor: float
    files: int
    megabytes: float


def main(matches: int, played: int, processes: int, folder: Path | None, *, postgres: bool) -> None:
    """Fill a database, write its site twice, and print what that took."""
    with database(postgres=postgres) as url:
        started = time.monotonic()
        fill_archive(url, matches, min(played, matches))
        print(f"{matches:,} matches were made in {time.monotonic() - started:,.0f} s", flush=True)
        with nullcontext(folder) if folder else TemporaryDirectory(prefix="bench-", dir="var") as place:
            first, again = (write_site(url, Path(place), processes) for _ in range(2))
    runs = ("new", first), ("again", again)
    rows = [(name, one.seconds, one.processor, one.files, one.megabytes) for name, one in runs]
    head = ("", "seconds", "processor seconds", "files", "MB")
    show(f"A static site of {matches:,} matches, {processes} processes", head, rows)
    show("For each match", ("", "processor ms"), [("new", 1000 * first.processor / matches)])


def fill_archive(url: str, matches: int, played: int) -> None:
    """Fill a new database with finished matches: some are played, the others copies of these."""
    upgrade_schema(url)
    context = make_context(url)
    try:
        _play(context, played)
        with loading(context) as connection:
            prefixes = map("".join, product(FIRST_LETTERS, ascii_uppercase))
            for number in range(1, -(-matches // played)):
                _copy(connection, number, next(prefixes), min(played, matches - number * played))
            _count(connection, matches // played)
            connection.commit()
    finally:
        context.store.close()


def write_site(url: str, folder: Path, processes: int) -> Cost:
    """Run the command, and add up what its processes take."""
    environ = {
        **os.environ,
        "ADJUDICATOR_SECRET": "a secret for the bench and nothing else",
        "ADJUDICATOR_SITE": "https://club.example",
        "ADJUDICATOR_MAILBOX": "off",
        "ADJUDICATOR_SMTP_OUT": "smtp://127.0.0.1:1",
        "DATABASE_URL": url,
    }
    words = ["site", str(folder), "--address", ADDRESS, "--processes", str(processes)]
    start = time.monotonic()
    program = Path(sys.executable).with_name("adjudicator")
    with subprocess.Popen([program, *words], env=environ, start_new_session=True) as child:
        taken: dict[int, float] = {}
        while child.poll() is None:
            taken |= _processor_times(child.pid)
            time.sleep(0.2)
    if child.returncode:
        raise RuntimeError(f"adjudicator site ended with {child.returncode}")
    sizes = [file.stat().st_size for file in folder.rglob("*") if file.is_file()]
    return Cost(time.monotonic() - start, sum(taken.values()), len(sizes), sum(sizes) / 1e6)


def _processor_times(session: int) -> dict[int, float]:
    """Read the processor time of each process of a session, in seconds."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(") ")[2].split()
        except OSError:  # it has ended
            continue
        if int(fields[3]) == session:
            found[int(stat.parent.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def _play(context: Context, count: int) -> None:
    chance, now = Random(18), datetime.now(UTC) - timedelta(days=60)
    played = [
        Played(
            drawn=chance.randrange(SHORTEST, LONGEST),
            seed=str(number).encode(),
            rules=rules,
            seats=seats,
            resigns=0 if seats == 2 else None,
        )
        for number, (rules, seats) in ((number, KINDS[number % len(KINDS)]) for number in range(count))
    ]
    codes = finish_matches(context, now - timedelta(hours=count), played)
    with unit_of_work(context, now) as work:
        for number in range(PEOPLE - len(work.session.scalars(select(Player.id)).all())):
            person = Player(address=f"p{number}@p.example", name=f"Player {number}", language="en", created_at=now)
            person.page_key = f"{number:08x}"
            work.session.add(person)
        for match in work.session.scalars(select(Match).where(Match.code.in_(codes[::TALKED]))):
            player, at = match.seats[1].player, match.entry_count // 2
            if player is None:
                raise TypeError("people play")
            write_comment(work, match, player, CheckedComment(at, None, "Here it was decided.", ()))


def _copy(connection: Connection, number: int, prefix: str, count: int) -> None:
    """Copy the first matches that were played, with all that belongs to them."""
    for name in _COPIED:
        table = _tables[name]
        values = {
            column.name: _change(column, number, prefix)
            for column in table.columns
            if column.name != "id" or name == "matches"  # others are numbered anew
        }
        own = table.c.id if name == "matches" else table.c.match_id
        query = select(*values.values()).where(own <= count)
        connection.execute(insert(table).from_select(list(values), query, include_defaults=False))
    connection.commit()


def _change(column: Column[Any], number: int, prefix: str) -> ColumnElement[Any]:
    """Say what a copy has in a column."""
    table = column.table
    match f"{table.name}.{column.name}":
        case "matches.id":
            return column + number * SHIFT
        case "matches.code":
            return literal(prefix) + func.substr(column, 2)
        case "seats.called" | "participants.name":
            people = _tables["players"]
            named = select(people.c.name).where(people.c.id == _shift_person(table.c.player_id, number))
            return func.coalesce(named.scalar_subquery(), column)
    if column.name == "match_id":
        return column + number * SHIFT
    return _shift_person(column, number) if column.name in _PERSONS else column


def _shift_person(column: Column[Any], number: int) -> ColumnElement[int]:
    return (column - 1 + 5 * number) % PEOPLE + 1


def _count(connection: Connection, times: int) -> None:
    """Let sums have all matches; those of openings so many times what was played."""
    for statement in count_players():
        connection.execute(statement)
    connection.execute(delete(_tables["tallies"]))
    fill_tallies(connection)
    openings = _tables["opening_tallies"]
    connection.execute(update(openings).values(count=openings.c["count"] * times))
