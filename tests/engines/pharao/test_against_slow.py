"""The engine against a second one that shares nothing with it, in matches that chance and eager players play."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.position.grid import CELLS, NAMES, Cell, names_in
from adjudicator.engines.pharao.position.paths import actions_between, cards_passed, shortest_paths
from adjudicator.engines.pharao.position.position import Position
from adjudicator.engines.suite.chance import Chance
from testkit.engines.pharao import apply_text, drawn, legal
from tests.engines.pharao.slow import SlowTable
from tests.engines.pharao.slow_map import SlowMap, name_of, spot_of, ways_to_lie

OPTIONS = st.fixed_dictionaries(
    {option.key: st.sampled_from(option.values) for option in ENGINE.rules.options if option.values}
    | {"stall_rounds": st.sampled_from([0, 3, 15])}
)
# What eager players prefer, the most wanted first, so that matches come to their chambers and their end.
EAGER = ("turn", "take bust", "take", "steal", "flip")


def chosen(steps: list[str], chance: Chance) -> str:
    for word in EAGER if chance.below(4) else ():
        if found := [step for step in steps if step.startswith(word)]:
            return found[chance.below(len(found))]
    return steps[chance.below(len(steps))]


def match_of(options: dict[str, str | int], seats: int, seed: int, steps: int) -> Iterator[tuple[Position, SlowTable]]:
    """Play the same match on both."""
    chance = Chance(f"match {seed}")
    full = ENGINE.rules.complete(options)
    deal = ENGINE.deal(full, seats, chance)
    position, table = ENGINE.setup(full, seats, deal), SlowTable(full, seats, deal)
    yield position, table
    for _ in range(steps):
        choices = legal(position)
        if not choices:
            return
        step = chosen(choices, chance)
        position = apply_text(position, step).position
        table.play(step)
        yield position, table


def compare(position: Position, table: SlowTable) -> None:
    assert set(legal(position)) == table.legal()
    assert len(set(legal(position))) == len(legal(position))
    view = ENGINE.view(position, None)
    assert set(view.fallen) == set(map(name_of, table.gone))
    for standing in view.standings:
        seat = standing.seat
        assert standing.points == table.score[seat]
        assert standing.archaeologist == (name_of(table.people[seat, "A"]) if (seat, "A") in table.people else "")
        assert standing.porter == (name_of(table.people[seat, "P"]) if (seat, "P") in table.people else "")
        assert (standing.carries, standing.stock) == (table.carry.get(seat, 0), table.stock[seat])
        assert set(standing.lanterns) == set(map(name_of, table.lamps[seat]))
        assert position.players[seat].changes == tuple(table.log[seat])
    lying = {spot: sorted(found) for spot, found in table.ground.items() if found}
    assert {spot_of(square.name): sorted(square.treasures) for square in view.squares if square.treasures} == lying
    assert {spot_of(square.name): square.sides for square in view.open_cards if square.sides} == table.open
    outcome = ENGINE.outcome(position)
    assert (outcome.reason if outcome else "") == table.reason
    if outcome:
        assert (outcome.places, outcome.scores) == (table.places(), tuple(table.score.values()))


@settings(max_examples=20, deadline=None)
@given(options=OPTIONS, seats=st.integers(2, 4), seed=st.integers(0, 10**6))
def test_both_see_the_same_match(options: dict[str, str | int], seats: int, seed: int) -> None:
    for number, (position, table) in enumerate(match_of(options, seats, seed, 250)):
        assert set(legal(position)) == table.legal()
        if number % 6 == 0 or position.ending:
            compare(position, table)


@pytest.mark.parametrize("seed", range(4))
def test_both_see_the_same_end(seed: int) -> None:
    for position, table in match_of({}, 2 + seed % 3, seed, 5000):
        if table.reason:
            compare(position, table)
            return
    pytest.fail("it never ended")


MAPS = st.lists(
    st.tuples(st.sampled_from(["curve", "tee", "cross", "straight"]), st.integers(0, 3)), min_size=36, max_size=36
)


@pytest.mark.rule("GOLD-MUMMY-1", "GOLD-CURSE-1", "G19")
@settings(max_examples=25, deadline=None)
@given(cards=MAPS, ends=st.tuples(st.integers(0, 35), st.integers(0, 5)))
def test_all_shortest_ways_are_those_that_the_distances_tell(
    cards: list[tuple[str, int]], ends: tuple[int, int]
) -> None:
    sides = [sorted(ways_to_lie(shape))[number % len(ways_to_lie(shape))] for shape, number in cards]
    goal, table = ends[1], SlowMap(spot_of(NAMES[ends[1]]), "")
    table.open = {spot_of(name): side for name, side in zip(NAMES, sides, strict=True)}
    signs = [("@" if cell == goal else "") + side for cell, side in enumerate(sides)]
    rows = [f"{row + 1} {' '.join(signs[6 * row : 6 * row + 6])}" for row in range(6)]
    ways = drawn("\n".join(["A B C D E F", *rows])).ways
    found = names_in(shortest_paths(ways, Cell(ends[0]), Cell(goal)))
    assert set(found) == set(map(name_of, table.on_shortest(spot_of(NAMES[ends[0]]), spot_of(NAMES[goal]))))


@pytest.mark.rule("GOLD-LAMP-6", "G1")
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_every_run_passes_lit_cards_alone_and_every_way_home_can_be_walked(seed: int) -> None:
    for number, (position, table) in enumerate(match_of({}, 3, seed, 200)):
        if number % 25:
            continue
        for seat, player in enumerate(position.players):
            here, lamps = player.archaeologist, table.lamps[seat]
            for name in map(name_of, table.reached(spot_of(NAMES[here]), lamps)) if here >= 0 else ():
                between = [
                    spot_of(NAMES[cell]) for cell in cards_passed(position.ways, here, CELLS[name], player.lanterns)
                ]
                assert set(between) <= lamps
                path = [spot_of(NAMES[here]), *between, spot_of(name)]
                assert all(after in table.joined(before) for before, after in pairwise(path))
            if here >= 0:
                reached, actions = {spot_of(NAMES[here])}, 0
                while table.start not in reached:
                    grown = reached.union(*(table.reached(spot, lamps) for spot in reached))
                    if grown == reached:
                        break
                    reached, actions = grown, actions + 1
                home = actions_between(position.ways, here, position.start, player.lanterns)
                assert home == (actions if table.start in reached else None)
