"""The levels of the house player in games that have no player of their own for it."""

from typing import Any

import pytest

from adjudicator.engines.contract import Level
from adjudicator.mail.commands.words.match_words import HOUSE_LEVELS, HOUSE_NAMES
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.house.bot import choose_step, work_budget
from adjudicator.match.house.levels import FILLING_IN, NAMES, next_level, usual_level
from adjudicator.match.house.turn import choose_turn
from adjudicator.match.rulings.table import Table
from testkit.engines.shafts import SHAFTS, shafts_deal

SEEDS = 40


def rich() -> Any:
    """Set up a position in which a seat wins at once by one of its steps."""
    return SHAFTS.setup({"acts": 2, "target": 1}, 2, shafts_deal(0, "1 1", "2", "3 3"))


def wins(level: Level) -> int:
    """Count the seeds with which a level sees the step that wins at once."""
    seen = 0
    for number in range(SEEDS):
        dealer = SeededDealer(number.to_bytes(16, "big"))
        seen += choose_step(SHAFTS, rich(), 0, dealer=dealer, until=work_budget(0), level=level)[0] == "dig"
    return seen


def test_a_weaker_level_overlooks_more() -> None:
    easy, fair, strong = map(wins, Level)
    assert strong == SEEDS
    assert easy < fair <= strong
    assert easy > SEEDS // 10


@pytest.mark.parametrize("level", [Level.EASY, Level.FAIR])
def test_a_weaker_level_stops_long_before_its_time(level: Level) -> None:
    pieces = 0

    def until() -> bool:
        nonlocal pieces
        pieces += 1
        return pieces > 1000

    position = SHAFTS.setup(SHAFTS.rules.complete({}), 2, shafts_deal(0, "1 trap", "2 fork", "3 wall"))
    choose_step(SHAFTS, position, 0, dealer=SeededDealer(bytes(16)), until=until, level=level)
    assert pieces <= 200


@pytest.mark.parametrize("level", Level)
def test_a_turn_has_steps_that_can_be_played_one_after_another(level: Level) -> None:
    table = Table(
        SHAFTS, SHAFTS.setup(SHAFTS.rules.complete({"acts": 3}), 2, shafts_deal(0, "1 trap", "2 fork", "3 wall"))
    )
    whole = choose_turn(table, bytes(16), level, lambda: work_budget(5))
    assert whole == choose_turn(table, bytes(16), level, lambda: work_budget(5))
    assert choose_turn(table, bytes(16), level, lambda: work_budget(5), most=1) == whole[:1]
    seat = table.to_move
    for step in whole:
        assert table.to_move == seat
        table, _ = table.after(SHAFTS.parse(table.position, step).step)


def test_each_level_has_a_name_that_letters_understand() -> None:
    assert {name.lower(): str(level) for level, name in NAMES.items()} == HOUSE_NAMES
    assert all(HOUSE_LEVELS[name] == level for name, level in HOUSE_NAMES.items())
    assert set(HOUSE_LEVELS.values()) == set(Level)


def test_who_does_not_choose_plays_the_easy_one_alone_and_the_fair_one_among_people() -> None:
    assert (usual_level(alone=True), usual_level(alone=False), FILLING_IN) == (Level.EASY, Level.FAIR, Level.FAIR)
    assert [next_level(level) for level in Level] == [Level.FAIR, Level.STRONG, None]
