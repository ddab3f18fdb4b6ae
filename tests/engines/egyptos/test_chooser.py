"""The house player of Egyptos: what it never overlooks, with or without time to think."""

import pytest

from adjudicator.engines.contract import Level
from adjudicator.engines.egyptos import ENGINE
from adjudicator.engines.egyptos.house.chooser import Choice
from adjudicator.engines.egyptos.house.search import Ranked, Search
from adjudicator.engines.egyptos.position.position import Position, Step
from adjudicator.engines.suite.chance import Chance
from adjudicator.match.house.bot import choose_step, work_budget
from testkit.engines.egyptos import begin, drawn, play
from tests.engines.egyptos.forced_wins import Puzzle, read_puzzles
from tests.engines.egyptos.test_draws import LAST, SHUTTLE
from tests.engines.egyptos.test_moving import BRIDGE

ENOUGH = 300
"""The pieces of work in which it finds every forced win of the table."""


def chosen(position: Position, work: int, level: Level = Level.STRONG, seed: str = "chosen") -> Step:
    seat = ENGINE.to_move(position)
    assert seat is not None
    return choose_step(ENGINE, position, seat, dealer=Chance(seed), until=work_budget(work), level=level)


def test_it_finds_every_win_by_fours_of_the_table() -> None:
    puzzles = read_puzzles()
    assert len(puzzles) == 100
    missed = [one for one in puzzles if ENGINE.format(chosen(one.position(), ENOUGH)) not in one.solutions]
    assert not missed


def wins_at_once(position: Position) -> bool:
    return any(ENGINE.apply(position, step).position.ending == "five" for step in ENGINE.legal_steps(position))


@pytest.mark.parametrize(
    "puzzle",
    [*read_puzzles()[:80:6], *read_puzzles()[81::10]],
    ids=lambda puzzle: f"{puzzle.options} {puzzle.solutions[0]}",
)
def test_it_prevents_each_row_that_can_be_prevented_and_takes_each_that_can_be_had(puzzle: Puzzle) -> None:
    four = play(puzzle.position(), puzzle.solutions[0])
    for level in (Level.FAIR, Level.STRONG):
        after = ENGINE.apply(four, chosen(four, 0, level)).position
        if wins_at_once(after):
            assert all(wins_at_once(ENGINE.apply(four, step).position) for step in ENGINE.legal_steps(four))
    careless = next(
        after
        for step in Chance(puzzle.orders).shuffled(ENGINE.legal_steps(four))
        if wins_at_once(after := ENGINE.apply(four, step).position)
    )
    for level in Level:
        assert ENGINE.apply(careless, chosen(careless, 0, level)).position.ending == "five"


def test_the_easy_player_overlooks_a_four_now_and_then() -> None:
    four = play(begin(), "M13, M12, M14, L12, M15, K12, M16")
    answers = [ENGINE.format(chosen(four, 0, Level.EASY, str(number))) for number in range(30)]
    assert 15 < answers.count("M17") < 30


def test_the_second_player_takes_over_black_where_black_stands_better(monkeypatch: pytest.MonkeyPatch) -> None:
    lying = play(begin(opening="swap"), "M13, N13, N14")
    assert ENGINE.format(chosen(lying, 300)) == "swap"
    monkeypatch.setattr(Choice, "make", lambda self, _, __: Ranked(next(iter(self.legal)), value=1))
    assert ENGINE.format(chosen(lying, 300)) != "swap"


@pytest.mark.parametrize(("value", "repeats"), [(1, False), (-1, True)])
def test_who_stands_better_does_not_repeat_and_who_stands_worse_does(
    value: int, repeats: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = play(drawn(BRIDGE), SHUTTLE.removesuffix(f", {LAST}"))

    def deepen(_: Search, ranked: list[Ranked], *__: object) -> None:
        ranked[0].value = value

    monkeypatch.setattr(Search, "deepen", deepen)
    monkeypatch.setattr(Choice, "_forced", lambda *_: None)
    assert (ENGINE.apply(before, chosen(before, 100)).position.ending == "repetition") == repeats


def test_the_same_work_and_chance_choose_the_same_and_other_chances_something_else() -> None:
    start = play(begin(), "M13")
    steps = {ENGINE.format(chosen(start, 60, seed=str(number))) for number in range(12)}
    assert len(steps) > 3
    assert chosen(start, 60) == chosen(start, 60)


def test_each_level_beats_the_one_below() -> None:
    assert won(Level.STRONG, Level.EASY) >= 5
    assert won(Level.FAIR, Level.EASY) >= 4


def won(one: Level, other: Level) -> int:
    """Count the matches of six that the first level wins."""
    count = 0
    for number in range(6):
        position, chance = begin(), Chance(f"levels {number}")
        while not position.ending:
            level = one if position.colour == number % 2 else other
            seat = ENGINE.to_move(position) or 0
            step = choose_step(ENGINE, position, seat, dealer=chance, until=work_budget(150), level=level)
            position = ENGINE.apply(position, step).position
        outcome = ENGINE.outcome(position)
        assert outcome
        count += outcome.winners == (number % 2,)
    return count
