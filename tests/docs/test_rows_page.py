"""The page about rows has every state, also in its pictures, and names functions that exist."""

from __future__ import annotations

import ast
import re
from datetime import timedelta
from enum import StrEnum
from functools import cache
from pathlib import Path

import pytest

from adjudicator.services import sweep_faults
from adjudicator.services.jobs import letter_sender, periodic_sweep
from adjudicator.store import states
from testkit.doc_snippets import ROOT

PAGE = (ROOT / "docs" / "developers" / "rows.md").read_text()
STATES: dict[str, tuple[str, type[StrEnum]]] = {
    "inbox": ("Rows of the inbox", states.InboxState),
    "outbox": ("Rows of the outbox", states.OutboxState),
    "match": ("Rows of matches", states.MatchState),
}
NAMES = sorted(set(re.findall(r"`(\w+\.\w+)`", PAGE)))


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    """Return the cells of the tables in a section, without those of the heads."""
    lines = re.findall(r"^\| (.*) \|$", section(title), re.MULTILINE)
    return [line.split(" | ") for line in lines if not line.startswith(("state |", "from |"))]


@cache
def modules(name: str) -> list[Path]:
    return [path for part in ("adjudicator", "worker") for path in (ROOT / part).rglob(f"{name}.py")]


@pytest.mark.parametrize(("title", "enum"), STATES.values(), ids=STATES)
def test_every_state_is_explained_and_is_reached_and_no_other(title: str, enum: type[StrEnum]) -> None:
    explained = [cells[0] for cells in rows(title) if len(cells) < 4]
    assert explained == [f"`{state}`" for state in enum]
    moves = [cells for cells in rows(title) if len(cells) == 4]
    assert {state for cells in moves for state in cells[1].split(", ")} == set(explained)
    assert {state for cells in moves for state in cells[0].split(", ")} <= {*explained, "new"}


@pytest.mark.parametrize(("name", "title", "enum"), [(name, *both) for name, both in STATES.items()], ids=STATES)
def test_every_state_is_in_the_picture(name: str, title: str, enum: type[StrEnum]) -> None:
    (shown,) = re.findall(r"\]\(\.\./(images/[\w-]+\.svg)\)", section(title))
    assert shown == f"images/{name}-states.svg"
    picture = (ROOT / "docs" / shown).read_text()
    assert sorted(re.findall(r'font-weight="bold"[^>]*>(\w+)<', picture)) == sorted(enum)
    known = {name.split(".")[1] for name in NAMES}
    assert set(re.findall(r"\b[a-z]+_[a-z_]+\b", re.sub(r"<[^>]*>", " ", picture))) - {"next_try_at"} <= known


@pytest.mark.parametrize("name", NAMES)
def test_a_function_that_is_named_exists(name: str) -> None:
    module, function = name.split(".")
    there = {
        node.name
        for path in modules(module)
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    assert function in there


@pytest.mark.parametrize(
    ("span", "expected", "said"),
    [
        (periodic_sweep.FORGOTTEN_AFTER, timedelta(seconds=15), "waited for 15 seconds"),
        (letter_sender.GIVE_UP_AFTER, timedelta(days=5), "or five days"),
        (sweep_faults.FIRST_WAIT, timedelta(minutes=1), "after a minute"),
        (sweep_faults.LONGEST_WAIT, timedelta(hours=1), "up to an hour"),
    ],
    ids=["forgotten", "given up", "put off first", "put off at most"],
)
def test_a_span_of_time_is_that_of_the_program(span: timedelta, expected: timedelta, said: str) -> None:
    assert span == expected
    assert said in PAGE
