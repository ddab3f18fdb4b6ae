"""Setting up: the square, the start card, what everybody begins with, and deals that nobody dealt."""

import json
from collections import Counter
from typing import Any

import pytest

from adjudicator.engines.pharao import ENGINE, Pharao, load_components
from adjudicator.engines.pharao.position.cards import SIDES_OF, TEXTS
from adjudicator.engines.pharao.position.deal import starting_sides
from adjudicator.engines.pharao.position.grid import BORDER, CELLS, NAMES
from adjudicator.engines.pharao.position.position import Player
from adjudicator.engines.suite.chance import Chance
from testkit.engines.pharao import apply_text, begin, dealt, legal, options
from testkit.engines.pharao_components import file_with


@pytest.mark.rule("GOLD-SETUP-1")
def test_thirty_six_cards_lie_face_down_but_for_the_start_card() -> None:
    deal = dealt()
    assert len(deal["cards"]) == 35
    shapes = Counter(card if isinstance(card, str) else card[1] for card in deal["cards"].values())
    assert shapes == {"straight": 11, "curve": 8, "tee": 10, "cross": 6}
    view = ENGINE.view(begin(), None)
    assert [square.name for square in view.open_cards] == [deal["start"]]
    assert len(view.hidden) == 35


@pytest.mark.rule("GOLD-SETUP-2", "G11", "Q14")
def test_the_start_card_lies_on_any_of_the_twenty_border_cells() -> None:
    starts = {dealt(f"deal {number}")["start"] for number in range(200)}
    assert starts == {name for name, cell in CELLS.items() if BORDER >> cell & 1}
    assert len(starts) == 20


@pytest.mark.rule("G10")
def test_the_start_card_is_open_to_all_sides() -> None:
    position = ENGINE.setup(options(), 2, dealt(first=0, start="B6", cards=_moved("B6")))
    assert legal(position, "flip") == ["B5", "A6", "C6"]


@pytest.mark.rule("GOLD-SETUP-3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_begins_on_the_start_card_with_five_lanterns(seats: int) -> None:
    position = begin(seats=seats)
    assert position.players == (Player(position.start, position.start, stock=5),) * seats
    assert ENGINE.view(position, None).sides == ("red", "blue", "green", "yellow")[:seats]


@pytest.mark.rule("GOLD-SETUP-4", "GOLD-SETUP-5")
def test_photos_and_treasures_are_mixed() -> None:
    deals = [dealt(f"deal {number}") for number in range(30)]
    assert all(sorted(deal["treasures"]) == [2, 2, 2, 2, 3, 3, 3, 3] for deal in deals)
    assert len({json.dumps(deal["treasures"]) for deal in deals}) > 10
    right = [[1, "curse"], [1, "mummy"], [2, "curse"], [2, "mummy"], [3, None]]
    assert all(sorted(deal["photos"], key=str) == right for deal in deals)
    assert len({json.dumps(deal["photos"]) for deal in deals}) > 10


@pytest.mark.rule("GOLD-SETUP-6")
def test_the_turn_goes_to_the_left_from_the_seat_that_begins() -> None:
    position = ENGINE.setup(options(), 3, dealt(seats=3, first=2))
    seen = []
    for _ in range(4):
        seen.append(ENGINE.to_move(position))
        position = apply_text(position, "end").position
    assert seen == [2, 0, 1, 2]
    assert {dealt(f"deal {number}", 4)["first"] for number in range(60)} == {0, 1, 2, 3}


@pytest.mark.rule("Q20")
def test_a_start_card_with_walls_has_a_way_in() -> None:
    assert [TEXTS[sides] for sides in starting_sides(CELLS["A1"], SIDES_OF["NS"])] == ["NS", "EW"]
    assert [TEXTS[sides] for sides in starting_sides(CELLS["A1"], SIDES_OF["NE"])] == ["NE", "ES", "NW"]
    own = Pharao(load_components(file_with('sides = "NESW"', 'sides = "NE"'), "own.toml"))
    chosen = own.rules.complete({})
    for number in range(60):
        deal = own.deal(chosen, 2, Chance(f"deal {number}"))
        assert legal(own.setup(chosen, 2, deal), "flip")
    with pytest.raises(ValueError, match="no way in"):
        own.setup(chosen, 2, {**deal, "start": "A1", "start_sides": "SW", "cards": _moved("A1")})


WRONG = [
    ({"first": 2}, "seat that begins"),
    ({"start": "B2"}, "edge of the square"),
    ({"start": "G1"}, "edge of the square"),
    ({"start": None}, "edge of the square"),
    ({"start_sides": "EN"}, "written like"),
    ({"start_sides": "N"}, "written like"),
    ({"start_sides": "NE"}, "not those of"),
    ({"cards": {}}, "a card for each cell"),
    ({"photos": [[3, None]] * 5}, "as many treasures"),
    ({"photos": [[0, None]] * 5}, "number of treasures"),
    ({"photos": [[3, ""]] * 5}, "no photo"),
    ({"photos": [[1, None], [3, "mummy"], [2, "curse"], [1, "mummy"], [2, "curse"]]}, "not those of"),
    ({"treasures": [2] * 8}, "not those of"),
    ({"treasures": [2] * 7}, "8 treasures"),
    ({"treasures": [5] * 8}, "a treasure is one of"),
    ({"surprise": 1}, "a deal has"),
]


@pytest.mark.parametrize(("change", "fault"), WRONG)
def test_a_deal_that_nobody_dealt_is_refused(change: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        ENGINE.setup(options(), 2, dealt(**change))


@pytest.mark.parametrize("card", ["square", ["lotus"], ["sphinx", "straight"], ["lotus", "square"], 3, None])
def test_a_card_that_there_is_not_is_refused(card: object) -> None:
    cards = dealt()["cards"]
    with pytest.raises(ValueError, match=r"no card"):
        ENGINE.setup(options(), 2, dealt(cards={**cards, next(iter(cards)): card}))


def test_a_deal_has_each_chamber_once() -> None:
    cards = dealt()["cards"]
    places = [name for name, card in cards.items() if not isinstance(card, str)]
    with pytest.raises(ValueError, match="the chambers lotus"):
        ENGINE.setup(options(), 2, dealt(cards={**cards, places[0]: cards[places[1]]}))


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_it_is_for_two_to_four(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 4 players"):
        ENGINE.deal(options(), seats, Chance("deal"))


def _moved(start: str) -> dict[str, Any]:
    """Lay the cards of a deal around another start card."""
    return dict(zip([name for name in NAMES if name != start], dealt()["cards"].values(), strict=True))
