"""The engine against a second one that shares nothing with it, in matches that chance plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.engines.cheops import ENGINE
from adjudicator.engines.cheops.position.pieces import TILES
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.steps.legal import legal_steps
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from testkit.engines.cheops import written
from tests.engines.cheops.slow import SlowTable
from tests.engines.cheops.slow_choices import name_of

OPTIONS = st.fixed_dictionaries(
    {option.key: st.sampled_from(option.values) for option in ENGINE.rules.options if option.key != "tables"}
)
SEATS = st.integers(2, 5)
SEEDS = st.integers(0, 2**64)
GREED = st.sampled_from(["any", "laws", "sell", "keep"])
"""What the players of a match are after; so that laws, full tables and long matches come up."""

WANTED = {"any": (), "laws": ("law", "C3", "C5", "C7", "E3", "E5", "G3", "V "), "sell": ("sell",), "keep": ("keep",)}


def match_of(options: dict[str, Any], seats: int, seed: int, greed: str) -> Iterator[tuple[Position, SlowTable]]:
    """Play the same match on both."""
    chance, complete = Random(seed), ENGINE.rules.complete(options)
    deal = ENGINE.deal(complete, seats, SeededDealer(seed.to_bytes(16, "big")))
    position, table = ENGINE.setup(complete, seats, deal), SlowTable(complete, seats, deal)
    yield position, table
    while legal := ENGINE.legal_steps(position):
        liked = [step for step in legal if any(word in ENGINE.format(step) for word in WANTED[greed])]
        step = chance.choice(liked if liked and chance.random() < 0.8 else legal)
        position = ENGINE.apply(position, step).position
        table.play(ENGINE.format(step))
        yield position, table


def check_same(position: Position, table: SlowTable) -> None:
    steps = written(position)
    assert Counter(steps) == Counter(table.legal())
    if position.stage == "before":
        assert ("pass" in steps) == (not any(step[0] in "1234" for step in steps))
    if (outcome := ENGINE.outcome(position)) is not None:
        assert (list(outcome.scores), outcome.reason) == (table.scores(), table.reason)
    elif not position.ending:
        assert (position.turn.seat, [player.cash for player in position.players]) == (table.seat, table.cash)


@settings(max_examples=40, deadline=None)
@given(options=OPTIONS, seats=SEATS, seed=SEEDS, greed=GREED)
def test_both_list_the_same_steps_and_come_to_the_same_end(
    options: dict[str, Any], seats: int, seed: int, greed: str
) -> None:
    for position, table in match_of(options, seats, seed, greed):
        check_same(position, table)


@pytest.mark.parametrize("preset", ["french", "italian", "dutch"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_preset_is_played_alike(preset: str, seats: int) -> None:
    options = dict(ENGINE.rules.presets[preset])
    for seed in range(2):
        for position, table in match_of(options, seats, seed, "laws"):
            check_same(position, table)


@settings(max_examples=20, deadline=None)
@given(options=OPTIONS, seats=SEATS, seed=SEEDS, greed=GREED)
def test_nothing_is_lost_and_nothing_comes_from_nowhere(
    options: dict[str, Any], seats: int, seed: int, greed: str
) -> None:
    for position, table in match_of(options, seats, seed, greed):
        tiles = Counter("".join((*position.stacks, *(player.hand for player in position.players), position.board)))
        assert [tiles[family] for family in "1234"] == [16] * 4
        assert tiles["V"] + position.neighbours == 4
        laws = [law.law for law in ENGINE.view(position, None).laws]
        assert len(laws) + len(position.laws.box) + len(position.hidden) == 6
        assert all(player.cash >= 0 and len(player.hand) <= 4 for player in position.players)
        assert sum(map(len, position.tables)) > sum(position.covered)
        assert {name_of(spot): tile for spot, tile in table.tiles.items()} == {
            square.name: square.piece
            for line in ENGINE.view(position, None).lines
            for square in line.squares
            if square.piece in TILES
        }


@settings(max_examples=10, deadline=None)
@given(options=OPTIONS, seats=SEATS, seed=SEEDS)
def test_what_was_remembered_is_what_is_found_anew(options: dict[str, Any], seats: int, seed: int) -> None:
    for position, _ in match_of(options, seats, seed, "any"):
        assert legal_steps(position) == legal_steps.__wrapped__(position)
