"""A plan with markers in it is found in nothing that others can read: letters, pages, files, logs, commands, tables.

All routes, tables and commands are tried, and all letters read: a new one is covered by itself, or asked about here.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import click
import pytest
import time_machine
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import select
from structlog.testing import capture_logs

from adjudicator.cli import main
from adjudicator.config.settings import Settings
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.services.matches.finished.player_pages import page_of
from adjudicator.services.matches.plans.sealed_plans import read_plan
from adjudicator.store.tables import Base, Player
from adjudicator.web import create_app
from testkit.club import ANNA, BOB, Club, address_of, text_of, to_move
from testkit.seats_at_table import seat_of
from tests.web.conftest import signed_in

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MARKED = (
    "if N13 then M14, if L15 then M16, if L17 then M18, if L19 then K20, if J21 then I22",
    "if L11 then K10, if J9 then I8, if H7 then G6",
    "otherwise N11",
)
"""Far from the stones: no board and no list of legal orders has the names of these cells."""
MARKERS = re.compile(r"\b(K20|J21|I22|I8|H7|G6)\b|then you play|otherwise N11", re.IGNORECASE)
TOKEN = re.compile(r"/(?:l|r|calendar|never)/([\w-]+(?:\.[\w-]{20,})?)")
QUESTIONS = ("status\nboard\nhistory", "record\nhelp", "calendar", "matches\ntime", "digest 18:00", "press Hello!")
HOSTS = {
    "match list": [],
    "match show": ["CODE"],
    "match extend": ["CODE", "2d", "--because", "it rains"],
    "match pause": ["CODE", "--because", "it rains"],
    "match resume": ["CODE", "--because", "it is dry"],
    "player show": ["ADDRESS"],
    "retry": [],
    "stats": [],
}
"""Commands by which a host looks at matches and people, or acts in matches, and what they are asked."""
NOT_ASKED = {
    *("up", "serve", "web", "listen", "poll", "deliver", "migrate", "restore", "read", "drop", "broadcast"),
    *("clock", "plan", "playout", "new-engine", "lint", "doctor", "verify", "replay"),
    *("match seat", "match vacate", "match rewind", "match hide", "player revoke", "player unlock", "player silence"),
    "player erase",
}
"""Commands that tell nothing of a match: servers, tools for letters and games, and deeds that print one line."""
FILES = {"site": ["--processes", "1"], "export": []}
"""Commands that write files about finished matches."""
NOT_TEXT = {"backup"}
"""A back-up has the letters of all people word by word, as the inbox has; the plan itself is sealed in it."""


def test_nobody_else_reads_a_plan(
    club: Club, settings: Settings, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # The mailbox is for a machine without mail: it shows all letters to whoever sits there.
    app = create_app(replace(settings, site=club.context.site, mailbox=False), club.context, limits_url="memory://")
    club.begin()
    planner = to_move(club)
    other = BOB if planner == ANNA else ANNA
    with capture_logs() as logs:
        club.answer(club.last(planner), "\n".join(("M12", *MARKED)))
        club.answer(club.last(planner), "yes")
        check_plan_is_there(club, planner)
        for question in QUESTIONS:
            club.answer(club.last(other), question)
        read_everything(club, app, planner, other)
        call_commands(club, environ, other, monkeypatch)
        read_tables(club, planner)
        # Most of it plays, and then all of it is lost; its writer plans anew, and the match ends.
        club.answer(club.last(other), "N13")
        club.answer(club.last(other), "L14")
        club.answer(club.last(planner), "\n".join(("L13", *MARKED)))
        club.now += timedelta(days=2)
        run_sweep(club.context, club.now)
        club.work()
        club.answer(club.last(other), "resign")
        read_everything(club, app, planner, other, only="/m/")
        read_files(club, tmp_path)
        read_tables(club, planner)
    assert club.match().to_move is None
    own = [letter for letter in club.transport.letters if address_of(planner) in str(letter["To"])]
    assert any(MARKERS.search(str(letter)) for letter in own)
    check_unmarked("log", str(logs))


def check_plan_is_there(club: Club, planner: str) -> None:
    plan = read_plan(club.context.secret, club.match().seats[seat_of(club, planner)]).plan
    assert plan.size == 9
    assert not any(node.waits for node in plan.nodes)


def check_unmarked(where: str, text: str) -> None:
    found = MARKERS.search(text)
    assert found is None, f"{where} tells of {found[0]!r}: {text[max(found.start() - 200, 0) : found.end() + 200]}"


def read_everything(club: Club, app: Flask, planner: str, other: str, *, only: str = "/") -> None:
    """Read all letters of the others, and open all pages as the other player and as a stranger."""
    for letter in club.transport.letters:
        if address_of(planner) not in str(letter["To"]):
            parts = [part.get_payload(decode=True) for part in letter.walk()]
            told = b"\n".join(part for part in parts if isinstance(part, bytes)).decode("utf-8", "replace")
            check_unmarked(f"letter {letter['Subject']}", f"{letter['Subject']}\n{told}")
    readers = (app.test_client(), signed_in(app, club, other).client)
    paths, opened = {path for path in list_paths(club, app, other) if path.startswith(only)}, 0
    with time_machine.travel(club.now, tick=False):
        for client, path in product(readers, paths):
            with client.get(path) as answer:
                text = answer.get_data().decode("utf-8", "replace")  # pictures in an archive are none
                check_unmarked(path, f"{answer.headers}\n{text}")
                opened += answer.status_code == 200
    assert opened > 30


def list_paths(club: Club, app: Flask, other: str) -> Iterator[str]:
    """List all pages, with each number, letter, and link of the other player that there is."""
    match, theirs = club.match(), [one for one in club.transport.letters if address_of(other) in str(one["To"])]
    tokens = {token for letter in theirs for token in TOKEN.findall(text_of(letter))}
    with club.context.store.reading() as session:
        pages = [page_of(player) for player in session.scalars(select(Player))]
    values: dict[str, Any] = {
        "code": [match.code],
        "n": range(match.entry_count + 1),
        "number": range(1, club.written + 1),
        "step": [0],
        "game": ["egyptos"],
        "letters": ["1", "1.2.3"],
        "command": ["join", "takeover"],
        "token": sorted(tokens),
        "page": pages,
        "digest": ["0" * 16],
        "name": ["all.jsonl.zst", "SHA256SUMS"],
    }
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.endpoint != "static":
            names = sorted(rule.arguments)
            for chosen in product(*(values[name] for name in names)):
                yield adapter.build(rule.endpoint, dict(zip(names, chosen, strict=True)))


def call_commands(club: Club, environ: dict[str, str], other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Call every command of the host."""
    commands = dict(list_commands(main))
    assert set(commands) == {*HOSTS, *FILES, *NOT_ASKED, *NOT_TEXT}
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("DATABASE_URL", str(club.context.store.engine.url))
    for words, arguments in {"match show": ["CODE", "--record"], **HOSTS}.items():
        values = {"CODE": club.match().code, "ADDRESS": address_of(other)}
        asked = [*words.split(), *(values.get(word, word) for word in arguments)]
        done = CliRunner().invoke(main, asked, prog_name="adjudicator")
        assert done.exit_code == 0, done.output
        check_unmarked(" ".join(asked), done.output)


def read_files(club: Club, folder: Path) -> None:
    """Read all files that the host's commands write; they are called where the others were."""
    for command, more in FILES.items():
        done = CliRunner().invoke(main, [command, str(folder / command), *more], prog_name="adjudicator")
        assert done.exit_code == 0, done.output
        found = [path for path in (folder / command).rglob("*") if path.is_file()]
        texts = [zstd.decompress(one.read_bytes()) if one.suffix == ".zst" else one.read_bytes() for one in found]
        assert any(club.match().code.encode() in text for text in texts), command
        for path, text in zip(found, texts, strict=True):
            check_unmarked(str(path), text.decode("utf-8", "replace"))


def list_commands(group: click.Group, above: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from list_commands(command, f"{above}{name} ")
        elif command is not None:
            yield f"{above}{name}", command


def read_tables(club: Club, planner: str) -> None:
    """Look through the whole database: only the letters of its writer, and those to them, have a plan in words."""
    with club.context.store.reading() as session:
        for table in Base.metadata.sorted_tables:
            for row in session.execute(select(table)).mappings():
                theirs = address_of(planner) in (row.get("envelope_from"), row.get("to_address"))
                if not (theirs and table.name in ("inbox", "outbox")):
                    check_unmarked(table.name, " ".join(map(str, row.values())))
