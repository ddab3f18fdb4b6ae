"""While a command waits for the host's answer, everybody else can write; what was shown has to hold afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from sqlalchemy import text

import adjudicator.cli
from adjudicator.cli import main
from adjudicator.store.session import Store
from testkit.club import ANNA, SECRET, Club, address_of, to_move
from testkit.database import make_tables

SOURCES = Path(adjudicator.cli.__file__).parent
QUESTION = re.compile(r"\bclick\.(?:confirm|prompt|edit|pause|getchar)\(|\bprompt=|\bconfirmation_option\b|\binput\(")
ASKING = {
    "match_command.py": ("match", "rewind", "CODE", "0", "--because", "a fault of ours"),
    "player_command.py": ("player", "erase", address_of(ANNA), "--because", "asked by telephone"),
}
"""The commands that ask, by the file that has the question."""


def test_all_commands_that_ask_are_looked_at() -> None:
    questions = {path.name: len(QUESTION.findall(path.read_text())) for path in SOURCES.glob("*.py")}
    assert {name: count for name, count in questions.items() if count} == dict.fromkeys(ASKING, 1)


def test_others_write_while_a_command_asks(new_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make_tables(new_database)
    monkeypatch.setenv("ADJUDICATOR_SECRET", SECRET.decode())
    club = Club.found(new_database)
    for file in ASKING:
        monkeypatch.setattr(f"adjudicator.cli.{Path(file).stem}.build_context", lambda _settings: club.context)
    code = club.begin().code

    def ask(words: tuple[str, ...], meanwhile: Callable[[], object]) -> str:
        def answer(_question: str, *, abort: bool) -> bool:
            meanwhile()
            return abort

        monkeypatch.setattr(click, "confirm", answer)
        done = CliRunner().invoke(main, [code if word == "CODE" else word for word in words])
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.output.splitlines()[-1]

    try:
        for words in ASKING.values():
            changed = ask(words, lambda: club.answer(club.last(to_move(club)), "resign"))
            assert changed == "Error: something has changed meanwhile; look at it again"
            assert "Error" not in ask(words, lambda: write_everywhere(new_database))
    finally:
        club.context.store.close()


def write_everywhere(url: str) -> None:
    """Write to every row that a command may hold, and do not wait for it."""
    store = Store(url, busy_seconds=0.1)
    try:
        with store.writing() as session:
            if not store.has_one_writer:
                session.execute(text("SET LOCAL lock_timeout = '100ms'"))
            for table in ("players", "matches", "seats"):
                session.execute(text(f"UPDATE {table} SET id = id"))
    finally:
        store.close()
