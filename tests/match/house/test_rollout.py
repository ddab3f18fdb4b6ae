import pytest

from adjudicator.engines.contract import Outcome
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.house.rollout import Horizon, KillerMoves, Playout, roll_out, utility
from testkit.engines.shafts import SHAFTS, Step, shafts_deal
from tests.match.rulings.tables import table


@pytest.mark.parametrize(
    ("places", "worth"),
    [
        ((1, 2), (1, 0)),
        ((1, 1), (0.5, 0.5)),
        ((1, 2, 3), (1, 0.5, 0)),
        ((1, 1, 3), (0.75, 0.75, 0)),
        ((1, 2, 2), (1, 0.25, 0.25)),
    ],
)
def test_a_place_is_worth_the_seats_left_behind(places: tuple[int, ...], worth: tuple[float, ...]) -> None:
    assert tuple(utility(Outcome(places, "over"), seat) for seat in range(len(places))) == worth


def test_a_win_is_worth_more_the_sooner_it_comes_and_a_loss_less() -> None:
    won, lost = Outcome((1, 2), "over"), Outcome((2, 1), "over")
    soon, late = [(0, "a")], [(0, "a"), (1, "b"), (0, "c")]
    assert Playout(soon, won).worth(0) > Playout(late, won).worth(0) > Playout(late, None).worth(0) == 0.5
    assert Playout(soon, lost).worth(0) < Playout(late, lost).worth(0) < 0.5


def test_a_game_is_rolled_on_as_far_as_the_horizon() -> None:
    line = roll_out(SHAFTS, table().position, SeededDealer(bytes(16)), KillerMoves(), Horizon(steps=4))
    assert (len(line.steps), line.outcome) == (4, None)


def test_a_horizon_moves_out_until_play_outs_come_to_an_end() -> None:
    horizon, memory, dealer = Horizon(steps=2, patience=3), KillerMoves[Step](), SeededDealer(bytes(16))
    lines = [roll_out(SHAFTS, table().position, dealer, memory, horizon) for _ in range(60)]
    assert len(lines[0].steps) == 2
    assert lines[-1].outcome
    assert horizon.steps < horizon.longest


def test_a_step_that_won_is_tried_first_where_it_is_legal_again() -> None:
    rich = SHAFTS.setup({"acts": 2, "target": 3}, 2, shafts_deal(0, "1 1", "3 2", "1 1"))
    memory = KillerMoves[Step]()
    memory.learn(0, ("dig", 1))
    assert memory.recall(SHAFTS, rich, 0, SHAFTS.legal_steps(rich)) is None
    memory.learn(0, ("dig", 2))
    assert memory.recall(SHAFTS, rich, 0, SHAFTS.legal_steps(rich)) == ("dig", 2)
    assert memory.recall(SHAFTS, rich, 0, [("shore", 1)]) is None
    assert roll_out(SHAFTS, rich, SeededDealer(bytes(16)), memory, Horizon()).steps == [(0, ("dig", 2))]


def test_only_the_latest_winning_steps_are_remembered() -> None:
    memory = KillerMoves[int]()
    for number in [*range(9), 5]:
        memory.learn(0, number)
    assert memory.winning[0] == [5, 8, 7, 6, 4, 3]
