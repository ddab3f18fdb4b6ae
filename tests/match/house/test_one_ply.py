from itertools import permutations
from typing import Any

from adjudicator.engines.contract import Evaluator
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.house.bot import choose_step, work_budget
from testkit.engines.shafts import SHAFTS, Shafts, shafts_deal


class Foreseen(Shafts):
    """A game that likes one shaft to be propped up, and counts how often it is asked."""

    def __init__(self, liked: int) -> None:
        self.liked = liked
        self.asked = 0

    def evaluate(self, position: Any, seat: int) -> float:
        self.asked += 1
        return 0.9 if self.liked in position.shored else 0.1


def test_the_step_with_the_best_prospects_is_taken_in_games_that_tell_them() -> None:
    start = SHAFTS.setup({"acts": 1, "target": 9}, 2, shafts_deal(0, "1 1", "2 2", "1 1"))
    for shaft in (1, 2, 3):
        engine = Foreseen(shaft)
        assert isinstance(engine, Evaluator)
        chosen = choose_step(engine, start, 0, dealer=SeededDealer(bytes(16)), until=work_budget(99))
        assert chosen == ("shore", shaft)
    assert not isinstance(SHAFTS, Evaluator)


def test_thinking_stops_with_the_budget() -> None:
    start = SHAFTS.setup({"acts": 1, "target": 9}, 2, shafts_deal(0, "1 1", "2 2", "1 1"))
    short, long = Foreseen(1), Foreseen(1)
    choose_step(short, start, 0, dealer=SeededDealer(bytes(16)), until=work_budget(0))
    choose_step(long, start, 0, dealer=SeededDealer(bytes(16)), until=work_budget(3))
    assert 0 < short.asked < long.asked


def test_an_imagined_world_that_happens_to_be_the_true_one_changes_nothing() -> None:
    # With so few hidden cards, the samples hit upon each of these truths sooner or later.
    asked = set[int]()
    for order in permutations(("1", "2", "3")):
        engine = Foreseen(1)
        start = engine.setup({"acts": 1, "target": 9}, 2, shafts_deal(0, *order))
        choose_step(engine, start, 0, dealer=SeededDealer(bytes(16)), until=work_budget(99))
        asked.add(engine.asked)
    assert len(asked) == 1
