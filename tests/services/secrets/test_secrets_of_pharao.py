"""Face-down cards, photos and future treasures appear in no letter, page or log, whoever looks."""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import replace

import pytest

from adjudicator.config.settings import Settings
from adjudicator.engines.pharao.position.cards import Shape
from adjudicator.engines.pharao.position.grid import ALL_CELLS
from adjudicator.engines.pharao.position.position import Photo, Position, Trap, Treasure
from testkit.club import ANNA, BOB, Club
from testkit.engines.pharao import begin, drawn, legal
from testkit.pharao_match import DEAL, begin_pharao
from tests.services.recorder import record_findings

ORDERS = (
    "A C3",
    "P flip A2",
    "turn NS",
    "take bust",
    "? flip A2",
    "? A C1; flip D1",
    "? lamp",
    "flip E5",
    "rotate C1 NS\nstatus",
    "xyzzy 3\nboard",
)
"""Lines that play nothing in this position: illegal orders, questions and previews."""
# Long enough that no digest, token or moment holds one by chance.
SHAPE, CHAMBER = Shape("\u2625" * 9), "\u2626" * 9
NUMBER, TREASURE = 918273640, Treasure(918273641)


def secretive() -> Position:
    """Draw a table whose every secret is a mark that nothing else has."""
    position = drawn("  A B C D\n 1 @NESW EW EW #", "A:B1 P:A1", "A:C1+3 P:A1", lying="B1=2")
    hidden = [cell for cell in ALL_CELLS if position.secret >> cell & 1]
    return replace(
        position,
        shapes=tuple(SHAPE if cell in hidden else shape for cell, shape in enumerate(position.shapes)),
        chambers=tuple((cell, CHAMBER) for cell in hidden[:5]),
        photos=(Photo(NUMBER, Trap.MUMMY),) * 5,
        stack=(TREASURE,) * 8,
    )


def test_no_letter_or_page_contains_a_secret(
    club: Club, settings: Settings, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    begin_pharao(club, secretive())
    seed = club.match().seed
    secret = [seed.hex(), str(seed)[2:-1], b64encode(seed).decode().rstrip("="), SHAPE, CHAMBER]
    secret += [str(NUMBER), str(TREASURE), json.dumps(DEAL["cards"])[1:40], str(DEAL["photos"])[1:40]]
    for person in (ANNA, BOB, None):
        found = record_findings(club, settings, person, ORDERS)
        assert not [(name, word) for name, seen in found.items() for word in secret if word in seen]
        assert any("A1" in seen for seen in found.values())
    assert club.match().entry_count == 0
    logged = capsys.readouterr().out + caplog.text
    assert "letter judged" in logged
    assert not [word for word in secret if word in logged]


def test_the_search_finds_what_comes_to_light(club: Club, settings: Settings) -> None:
    begin_pharao(club, begin())
    club.answer(club.last(ANNA), f"flip {legal(begin(), 'flip')[0]}")
    assert any("turned over" in seen for seen in record_findings(club, settings, BOB, ()).values())
