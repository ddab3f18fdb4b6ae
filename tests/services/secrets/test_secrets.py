"""Secrets: no letter, page, report, refusal or log shows a seat more than it may know.

Two methods. Twins: two matches differ only in facts that a seat may not know; that seat sees the same bytes in both.
Markers: every secret place gets a value that occurs nowhere else, and all output is searched for these values.
"""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import undefer

from adjudicator.config.settings import Settings
from adjudicator.engines.cheops import ENGINE as CHEOPS
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.contract import AnyEngine
from adjudicator.engines.registry import engines
from adjudicator.engines.suite.chance import Chance
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.store.tables import Inbox, Match
from testkit.club import ANNA, BOB, Club, address_of, text_of
from testkit.engines.cheops import drawn, plain_deal
from tests.services.cheops_match import BELOW_A_LAW, PEOPLE, begin_cheops, lay_out
from tests.services.recorder import Findings, record_findings, twin_of

ORDERS = (
    "draw 2",
    "9 A1",
    "2 A3 sell",
    "V B3 keep",
    "? 2 C3",
    "? 3 A7 keep; draw 1",
    "? 2 C3; over R3",
    "? V A7 keep",
    "joker R",
    "law10 R",
    "pay",
    "remove 5\nstatus",
    "pasu\nboard",
)
"""Lines that play nothing in `secretive`: illegal orders, questions and previews."""


def secretive() -> Position:
    """Draw a table with something to hide from everybody: Anna is to move, and may turn a law over."""
    return drawn(
        BELOW_A_LAW,
        seats=3,
        hands=("124", "1234", "123"),
        cash=(35, 40, 15),
        kept=("RRG", "B", ""),
        hidden={"C3": 7, "E5": 11},
    )


def other_truth(position: Position, seat: int | None) -> Position:
    """Change everything that a seat does not know: laws, stacks, and the others' possessions."""
    imagined = CHEOPS.resample(position, seat or 0, Chance("another truth"))
    players = [
        player if number == seat else player._replace(cash=player.cash + 20)
        for number, player in enumerate(imagined.players)
    ]
    return replace(imagined, players=tuple(players))


def put_deal(club: Club, deal: dict[str, Any]) -> None:
    with club.context.store.writing() as session:
        match = session.scalars(select(Match)).one()
        match.deal = deal


def differing(one: Findings, other: Findings) -> list[str]:
    """List the outputs that differ, with the first differing lines."""
    assert one.keys() == other.keys()
    assert len(one) > 15
    return [
        "\n".join([name, *list(unified_diff(seen.splitlines(), other[name].splitlines(), n=0))[2:8]])
        for name, seen in one.items()
        if seen != other[name]
    ]


@pytest.mark.parametrize("person", [ANNA, BOB, None])
def test_two_truths_look_the_same_to_a_seat_of_cheops(
    club: Club, tmp_path: Path, settings: Settings, person: str | None
) -> None:
    position = secretive()
    begin_cheops(club, position)
    with twin_of(club, tmp_path) as twin:
        lay_out(twin, other_truth(position, PEOPLE.index(person) if person else None))
        put_deal(twin, plain_deal(3, laws=(12, 11, 10, 9, 8, 7)))
        assert not differing(
            record_findings(club, settings, person, ORDERS), record_findings(twin, settings, person, ORDERS)
        )
        assert club.match().entry_count == twin.match().entry_count == 0


def hides_something(engine: AnyEngine) -> bool:
    options, seats = engine.rules.complete({}), engine.rules.seats[0]
    position = engine.setup(options, seats, engine.deal(options, seats, Chance("deal")))
    return bool(engine.resample(position, 0, Chance("another")) != position)


SECRETIVE = [engine for engine in engines().values() if hides_something(engine)]


@pytest.mark.parametrize("engine", SECRETIVE, ids=lambda engine: engine.rules.name)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_two_truths_look_the_same_to_a_seat_of_any_game(
    club: Club, tmp_path: Path, settings: Settings, engine: AnyEngine, seat: int | None
) -> None:
    club.write(ANNA, club.context.addresses.service, f"new {engine.rules.name} with {address_of(BOB)}")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), "yes", sender=BOB)
    chance = Chance(f"match for {seat}")
    for _ in range(9):
        play_any(club, chance)
    with twin_of(club, tmp_path) as twin:
        position = load_match(club.match()).table.position
        truth = next(
            other for n in range(50) if (other := engine.resample(position, seat or 0, Chance(f"{n}"))) != position
        )
        with twin.context.store.writing() as session:
            session.scalars(select(Match)).one().position = msgspec.json.encode(truth)
        legal = load_match(club.match()).orders
        orders = ("zz 7", *(f"? {order}" for order in (legal[0], legal[-1], f"{legal[0]}; {legal[-1]}")))
        person = (ANNA, BOB)[seat] if seat is not None else None
        assert not differing(
            record_findings(club, settings, person, orders), record_findings(twin, settings, person, orders)
        )


def play_any(club: Club, chance: Chance) -> None:
    match = club.match()
    assert match.to_move is not None
    legal = load_match(match).orders
    address = club.context.addresses.seat(match.code, match.to_move, match.turn)
    number = club.write((ANNA, BOB)[match.to_move], address, legal[chance.below(len(legal))])
    assert club.inbox(number).verdict == "played"


def test_no_letter_or_page_contains_a_secret(
    club: Club, settings: Settings, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Every person reads everything. The owners' own cash, which they may see, proves that the search works."""
    # Long enough that no digest, token or moment holds one by chance.
    cash = (918273640, 918273641, 918273642)
    stacks = ("1" + "\u2625" * 15, "2" + "\u2626" * 15, "3" + "\u2627" * 15)
    players = tuple(player._replace(cash=own) for player, own in zip(secretive().players, cash, strict=True))
    begin_cheops(club, replace(secretive(), stacks=stacks, players=players))
    seed = club.match().seed
    secret = [seed.hex(), str(seed)[2:-1], b64encode(seed).decode().rstrip("=")]
    secret += [*spellings(secretive().hidden), *(law.name for _, law in secretive().hidden)]
    secret += ["\u2625", "\u2626", "\u2627", *spellings(plain_deal(3)["stacks"]), *spellings(plain_deal(3)["laws"])]
    for seat, person in ((0, ANNA), (1, BOB), (None, None)):
        found = record_findings(club, settings, person, ORDERS)
        others = [str(own) for number, own in enumerate(cash) if number != seat]
        assert not [(name, word) for name, seen in found.items() for word in [*secret, *others] if word in seen]
        if seat is not None:
            assert any(str(cash[seat]) in seen for seen in found.values())
    logged = capsys.readouterr().out + caplog.text
    assert "letter judged" in logged
    assert not [word for word in [*secret, *map(str, cash)] if word in logged]


def spellings(dealt: object) -> tuple[str, str]:
    """Write a part of a deal as it would stand in a record, and in a picture of a Python value."""
    return json.dumps(dealt, separators=(",", ":"))[1:40], str(dealt)[1:40]


def test_a_fault_report_reveals_no_secret(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    begin_cheops(club, drawn(seats=3, cash=(918260, 0, 0)))
    with club.context.store.writing() as session:
        session.execute(text("alter table entries rename to elsewhere"))
    number = club.answer(club.last(ANNA), "1 A1 sell")
    (told,) = club.letters("host@club.example")
    kept = faults_of(club, number)
    assert "no such table" in kept
    for words in (kept, text_of(told), capsys.readouterr().out):
        assert "entries" in words or "no such" in words
        assert "918270" not in words
        assert club.match().seed.hex() not in words


def faults_of(club: Club, number: int) -> str:
    with club.context.store.reading() as session:
        return session.get_one(Inbox, number, options=[undefer(Inbox.traceback)]).traceback or ""
