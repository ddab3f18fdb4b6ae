import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.engines.contract import Chooser, Level
from adjudicator.engines.egyptos import ENGINE as EGYPTOS
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.house.bot import choose_step, time_budget, turn_budgets, work_budget
from adjudicator.match.house.playout import Player, house_player, play_out, random_player
from testkit.engines.shafts import SHAFTS, Shafts, shafts_deal
from testkit.engines.without_chooser import WithoutChooser

SEED = bytes(16)
BOTH = pytest.mark.parametrize("engine", [EGYPTOS, WithoutChooser(EGYPTOS)], ids=["its own player", "for all games"])


def egyptos(orders: str, **options: str | int) -> Any:
    """Play orders from the first seat's M13 on."""
    position = EGYPTOS.setup(EGYPTOS.rules.complete(options), 2, {"first": 0})
    for order in orders.split(", "):
        position = EGYPTOS.apply(position, EGYPTOS.parse(position, order).step).position
    return position


def chosen(position: Any, work: int = 20, seed: bytes = SEED, engine: Any = EGYPTOS) -> str:
    seat = EGYPTOS.to_move(position)
    assert seat is not None
    step = choose_step(engine, position, seat, dealer=SeededDealer(seed), until=work_budget(work))
    return EGYPTOS.format(step)


FOURS = {
    "column, one end shut": ("M13, M12, M14, L12, M15, K12, M16, N11", "M17"),
    "row with a gap": ("M13, M12, N13, O12, P13, L11, Q13, L12", "O13"),
    "diagonal, one end shut": ("M13, L12, N14, L11, O15, K12, P16, M11", "Q17"),
    "other diagonal": ("M13, N12, L14, N11, K15, O12, J16, M11", "I17"),
}


@pytest.mark.parametrize(("orders", "fifth"), FOURS.values(), ids=FOURS)
@pytest.mark.parametrize("seed", [bytes(16), bytes(15) + b"\1", b"\7" * 16])
@BOTH
def test_it_lays_the_fifth_pyramid_of_its_own_row(orders: str, fifth: str, seed: bytes, engine: Any) -> None:
    assert chosen(egyptos(orders), work=0, seed=seed, engine=engine) == fifth


@pytest.mark.parametrize(("orders", "fifth"), FOURS.values(), ids=FOURS)
@pytest.mark.parametrize("work", [0, 1, 40])
@BOTH
def test_it_blocks_a_four_even_without_time_to_think(orders: str, fifth: str, work: int, engine: Any) -> None:
    without_the_last_answer = orders.rpartition(", ")[0]
    assert chosen(egyptos(without_the_last_answer), work=work, engine=engine) == fifth


# Two positions of the moving phase with a four on the table: all but a few of several hundred moves lose at once.
THREATS = (
    (
        "M13, M12, N13, O14, O13, N15, O16, M11, N14, M14, L12, P13, "
        "P17, P12, M16, Q16, N17, M10, M15, Q11, Q10, O15, N10, R11"
    ),
    (
        "M13, L14, K13, K14, J13, K12, M12, M11, M15, N10, L10, O11, "
        "P12, I13, N11, O12, N16, O10, M17, M9, P13, K15, M8, L8"
    ),
)


def loses_at_once(position: Any, step: Any) -> bool:
    after = EGYPTOS.apply(position, step).position
    answers = (EGYPTOS.apply(after, answer).position for answer in EGYPTOS.legal_steps(after))
    return any(map(EGYPTOS.outcome, answers))


@pytest.mark.parametrize("orders", THREATS)
@pytest.mark.parametrize("work", [0, 12])
@BOTH
def test_it_blocks_a_four_while_pyramids_are_moved(orders: str, work: int, engine: Any) -> None:
    position = egyptos(orders)
    steps = EGYPTOS.legal_steps(position)
    assert sum(loses_at_once(position, step) for step in steps[::20]) >= len(steps[::20]) - 2
    assert not loses_at_once(position, EGYPTOS.parse(position, chosen(position, work, engine=engine)).step)


def test_it_beats_the_random_player() -> None:
    won = 0
    for number in range(10):
        chance = SeededDealer(number.to_bytes(16, "big"))
        house = number % 2
        players: list[Player] = [random_player, random_player]
        players[house] = house_player(lambda: work_budget(12))
        position = EGYPTOS.setup(EGYPTOS.rules.complete({}), 2, {"first": number // 2 % 2})
        for decision in play_out(EGYPTOS, position, players.__getitem__, chance):
            position = decision.after
        outcome = EGYPTOS.outcome(position)
        won += outcome is not None and outcome.places[house] < outcome.places[1 - house]
    assert won >= 9


@settings(max_examples=30, deadline=None)
@given(
    cards=st.permutations(["1", "2", "3", "trap", "fork", "wall"]),
    other=st.permutations(["1", "2", "3", "trap", "fork", "wall"]),
    seed=st.binary(min_size=16, max_size=16),
)
def test_it_does_not_know_what_its_seat_may_not_know(cards: list[str], other: list[str], seed: bytes) -> None:
    options = SHAFTS.rules.complete({})
    steps = {
        choose_step(SHAFTS, position, 0, dealer=SeededDealer(seed), until=work_budget(15))
        for order in (cards, other)
        for position in [SHAFTS.setup(options, 3, shafts_deal(0, *(" ".join(order[i : i + 2]) for i in (0, 2, 4))))]
    }
    assert len(steps) == 1


def test_it_takes_what_wins_in_every_position_that_could_be() -> None:
    rich = SHAFTS.setup({"acts": 2, "target": 1}, 2, shafts_deal(0, "1 1", "2", "3 3"))
    assert choose_step(SHAFTS, rich, 0, dealer=SeededDealer(SEED), until=work_budget(0))[0] == "dig"


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4), st.sampled_from([0, 3, 20]))
def test_it_plays_legal_steps_to_the_end_of_any_game(number: int, seats: int, work: int) -> None:
    chance = SeededDealer(number.to_bytes(16, "big"))
    options = SHAFTS.rules.complete({"acts": 3})
    position = SHAFTS.setup(options, seats, SHAFTS.deal(options, seats, chance))
    decisions = list(play_out(SHAFTS, position, lambda _: house_player(lambda: work_budget(work)), chance))
    assert all(decision.step in decision.legal for decision in decisions)
    assert SHAFTS.outcome(decisions[-1].after)


def test_the_same_chance_and_work_choose_the_same() -> None:
    position = egyptos("M13, M12, N13, L12")
    assert chosen(position, work=30) == chosen(position, work=30)


def test_a_work_budget_is_spent_after_so_many_pieces() -> None:
    spent = work_budget(2)
    assert [spent(), spent(), spent(), spent()] == [False, False, True, True]


def test_a_time_budget_is_spent_when_its_clock_has_gone_on() -> None:
    clock = iter([10.0, 10.2, 10.49, 10.5, 99.0])
    spent = time_budget(0.5, lambda: next(clock))
    assert [spent(), spent(), spent(), spent()] == [False, False, True, True]


def test_the_steps_of_a_turn_take_less_and_less_time_and_together_twice_that_of_the_first() -> None:
    now = 0.0
    budgets, taken = turn_budgets(1.0, lambda seconds: time_budget(seconds, lambda: now)), list[float]()
    for spent in itertools.islice(budgets, 8):
        start = now
        while not spent():
            now += 1 / 1024
        taken.append(now - start)
    assert taken[:3] == [1.0, 0.5, 0.25]
    assert sum(taken) < 2.0


class ShaftsWithChooser(Shafts):
    """A game with a player of its own: at the level `easy` it takes the last step, else the first."""

    def choose(self, position: Any, seat: int, *, dealer: object, until: object, level: Level) -> Any:
        return self.legal_steps(position)[-1 if level is Level.EASY else 0]


def test_a_game_with_a_player_of_its_own_is_played_by_it_at_the_level_asked_for() -> None:
    engine = ShaftsWithChooser()
    assert isinstance(engine, Chooser)
    assert not isinstance(SHAFTS, Chooser)
    start = engine.setup({"acts": 2, "target": 9}, 2, shafts_deal(0, "1 1", "2", "3 3"))
    legal = engine.legal_steps(start)
    dealer = SeededDealer(SEED)
    assert choose_step(engine, start, 0, dealer=dealer, until=work_budget(1)) == legal[0]
    assert choose_step(engine, start, 0, dealer=dealer, until=work_budget(1), level=Level.EASY) == legal[-1]
    assert house_player(lambda: work_budget(1), Level.EASY)(engine, start, 0, dealer, [start]) == legal[-1]
