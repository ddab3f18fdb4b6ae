"""The deal and the first position."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from adjudicator.engines.cheops import ENGINE, SHIPPED, Cheops
from adjudicator.engines.cheops.position.components import TABLE_TYPES
from adjudicator.engines.cheops.position.pieces import COLOURS
from adjudicator.engines.cheops.position.pricetables import read_table
from adjudicator.engines.cheops.position.pyramid import CELL_NAMES, ROW_LENGTHS
from adjudicator.engines.contract import BadOption
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from testkit.engines.cheops import LAW_CELLS, begin, plain_deal, play
from testkit.engines.cheops_components import own_components


def dealt(seats: int = 2, seed: int = 0, engine: Cheops = ENGINE) -> dict[str, Any]:
    return dict(engine.deal(engine.rules.complete({}), seats, SeededDealer(seed.to_bytes(16, "big"))))


@pytest.mark.rule("CHEOPS-COMP-1", "CHEOPS-SETUP-3")
def test_sixty_treasures_ten_of_each_colour_lie_on_a_pyramid_of_sixty_six_cells() -> None:
    assert (len(CELL_NAMES), sum(ROW_LENGTHS.values()), ROW_LENGTHS["A"], ROW_LENGTHS["K"]) == (66, 66, 11, 1)
    assert Counter(dealt()["treasures"].values()) == dict.fromkeys(COLOURS, 10)
    assert set(dealt()["treasures"]) | set(LAW_CELLS) == set(CELL_NAMES)


@pytest.mark.rule("CHEOPS-COMP-1", "CHEOPS-SETUP-2")
def test_two_tables_of_each_type_lie_on_the_six_columns() -> None:
    assert Counter(printed.type for printed in SHIPPED.tables) == TABLE_TYPES
    types = {printed.table: printed.type for printed in SHIPPED.tables}
    for seed in range(20):
        tables = [read_table(dealt(seed=seed)["tables"][colour]) for colour in COLOURS]
        assert Counter(types[table] for table in tables) == {"I": 2, "II": 2, "III": 2}
        assert len(set(tables)) == 6


@pytest.mark.rule("CHEOPS-SETUP-2", "CHEOPS-SETUP-3", "D13")
def test_every_treasure_may_lie_anywhere_and_every_table_on_every_column() -> None:
    deals = [dealt(seed=seed) for seed in range(120)]
    assert {deal["treasures"]["A1"] for deal in deals} == set(COLOURS)
    assert any(deal["treasures"]["A1"] == deal["treasures"]["A2"] for deal in deals)
    assert len({str(deal["tables"]["R"]) for deal in deals}) == 16


@pytest.mark.rule("CHEOPS-SETUP-1", "E46")
def test_the_markers_of_the_columns_are_no_treasures_of_anybody() -> None:
    position = begin()
    assert sum(sum(player.kept) for player in position.players) == 0
    assert all(count.total == 0 for count in ENGINE.view(position, 0).counts)


@pytest.mark.rule("CHEOPS-SETUP-4", "D14")
def test_six_of_the_twelve_laws_lie_face_down_on_the_law_cells() -> None:
    seen: set[int] = set()
    for seed in range(40):
        laws = dealt(seed=seed)["laws"]
        assert tuple(laws) == LAW_CELLS
        assert len(set(laws.values())) == 6
        seen |= set(laws.values())
    assert seen == set(range(1, 13))
    assert [begin().board[CELL_NAMES.index(name)] for name in LAW_CELLS] == ["?"] * 6


@pytest.mark.rule("CHEOPS-SETUP-5", "CHEOPS-SETUP-7")
def test_everybody_has_one_tile_of_each_family_and_no_money() -> None:
    position = begin(5)
    assert [(player.hand, player.cash) for player in position.players] == [("1234", 0)] * 5
    assert position.neighbours == 4


@pytest.mark.rule("CHEOPS-SETUP-6")
@pytest.mark.parametrize(
    ("seats", "heights"), [(2, [19, 19, 18]), (3, [18, 17, 17]), (4, [16, 16, 16]), (5, [15, 15, 14])]
)
def test_the_other_tiles_lie_in_three_stacks(seats: int, heights: list[int]) -> None:
    stacks = dealt(seats)["stacks"]
    assert list(map(len, stacks)) == heights
    assert Counter(tile for stack in stacks for tile in stack) == dict.fromkeys((1, 2, 3, 4), 16 - seats)


@pytest.mark.rule("CHEOPS-SETUP-8")
def test_the_dealt_seat_begins_and_the_others_follow() -> None:
    assert {dealt(3, seed)["first"] for seed in range(20)} == {0, 1, 2}
    position = begin(3, first=2)
    movers = []
    for order in ("1 A1 keep", "end", "2 A3 keep", "end", "3 A5 keep"):
        movers.append(position.turn.seat)
        position = play(position, order)
    assert movers == [2, 2, 0, 0, 1]


@pytest.mark.rule("Q17")
def test_a_match_with_a_hosts_own_components_needs_them_only_for_its_deal() -> None:
    own = Cheops(own_components())
    options = own.rules.complete({})
    assert str(options["tables"]).startswith("own.toml@sha256:")
    deal: dict[str, Any] = dict(own.deal(options, 2, SeededDealer(bytes(16))))
    assert (deal["law7"], set(deal["laws"])) == (35, {"A1", "A2", "A3", "B1", "B2", "K1"})
    assert ENGINE.setup(ENGINE.rules.complete(options), 2, deal) == own.setup(options, 2, deal)
    with pytest.raises(ValueError, match=r"own\.toml@sha256:\w+ are not installed; here are reconstruction"):
        ENGINE.deal(options, 2, SeededDealer(bytes(16)))


@pytest.mark.rule("Q17")
def test_a_host_with_components_of_his_own_can_still_deal_the_reconstruction() -> None:
    own = Cheops(own_components())
    options = own.rules.complete({"tables": "reconstruction"})
    assert own.deal(options, 3, SeededDealer(bytes(16))) == ENGINE.deal(options, 3, SeededDealer(bytes(16)))


@pytest.mark.rule("Q17")
def test_for_a_new_match_only_components_at_hand_can_be_chosen() -> None:
    name = own_components().name
    own = next(option for option in Cheops(own_components()).rules.options if option.key == "tables")
    shipped = next(option for option in ENGINE.rules.options if option.key == "tables")
    assert own.expected == (name, "reconstruction")
    assert [own.read(known) for known in own.expected] == [name, "reconstruction"]
    assert shipped.admits(name)
    assert not shipped.admits("own.toml")
    with pytest.raises(BadOption, match="expected one of reconstruction"):
        shipped.read(name)


def swap_law(deal: dict[str, Any]) -> None:
    deal["laws"]["C3"] = 2


def move_law(deal: dict[str, Any]) -> None:
    deal["laws"]["A1"] = deal["laws"].pop("C3")


def one_red_more(deal: dict[str, Any]) -> None:
    deal["treasures"]["A2"] = "R"


def no_such_colour(deal: dict[str, Any]) -> None:
    deal["treasures"]["A2"] = ["R"]


def uneven_stacks(deal: dict[str, Any]) -> None:
    deal["stacks"][0].append(deal["stacks"][1].pop())


def fifth_family(deal: dict[str, Any]) -> None:
    deal["stacks"][0][0] = 5


def another_tile(deal: dict[str, Any]) -> None:
    deal["stacks"][0][0] = 2


def pair_the_wrong_way(deal: dict[str, Any]) -> None:
    deal["tables"]["R"][2] = [15, 5]


def short_table(deal: dict[str, Any]) -> None:
    deal["tables"]["R"] = [[10]]


def unknown_table(deal: dict[str, Any]) -> None:
    deal["tables"]["X"] = deal["tables"].pop("R")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (swap_law, "different ones of 1 to 12"),
        (move_law, "each cell without a law"),
        (one_red_more, "10 treasures of each"),
        (no_such_colour, "10 treasures of each"),
        (uneven_stacks, r"stacks of \[19, 19, 18\]"),
        (fifth_family, "from 0 to 4, not 5"),
        (another_tile, "14 tiles of each family"),
        (pair_the_wrong_way, "no entry of a price table"),
        (short_table, "two entries or more"),
        (unknown_table, "has a price table"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(spoil: Any, sentence: str) -> None:
    deal = plain_deal()
    spoil(deal)
    with pytest.raises(ValueError, match=sentence):
        ENGINE.setup({}, 2, deal)


@pytest.mark.parametrize("seats", [1, 6])
def test_it_is_for_two_to_five(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 5 players"):
        ENGINE.setup({}, seats, plain_deal())
