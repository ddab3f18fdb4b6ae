"""The README says what the program does: its settings, its commands, its targets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.cli import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
SETTINGS = (ROOT / "adjudicator" / "settings.py").read_text()


def test_every_setting_stands_in_the_table_and_nothing_else_does() -> None:
    read = set(re.findall(r'read(?:\.\w+\(|, )"([A-Z_]+)"', SETTINGS)) | {"ADJUDICATOR_VAR"}
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE))
    assert told == read


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`adjudicator ([a-z]+)", README))))
def test_every_command_that_is_named_exists(name: str) -> None:
    assert name in COMMANDS


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\bmake ([a-z]+)", README))))
def test_every_target_that_is_named_exists(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:adjudicator|templates|worker|tests)/[a-z/.]*)`", README)))
)
def test_every_place_that_is_named_exists(path: str) -> None:
    assert (ROOT / path).exists()
