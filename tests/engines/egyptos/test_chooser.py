"""The house player of Egyptos: what it never overlooks, with or without time to think."""

import pytest

from adjudicator.engines.contract import Level
from adjudicator.engines.egyptos import ENGINE
from adjudicator.engines.egyptos.house import chooser
from adjudicator.engines.egyptos.house.chooser import Choice
from adjudicator.engines.egyptos.house.search import ROOT, SURE, Moment, Ranked, Search
from adjudicator.engines.egyptos.house.search_state import NOWHERE, Move, SearchState
from adjudicator.engines.egyptos.position.position import BLACK, Position, Step
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


MOVING = [
    (
        "allowed",
        (
            "M13, L14, M14, M15, K13, L13, L12, N14, M11, J14, M12, M10, N10, O9, N12, K12, O12, P12, O13, P14, L10, "
            "K9, N13, P11"
        ),
    ),
    (
        "allowed",
        (
            "M13, M14, N14, N13, O15, P16, L12, K11, L15, L11, M12, P15, K12, N12, J12, I12, M11, P17, P14, O16, N15, "
            "N17, Q14, Q16, J12 O14, N13 R14"
        ),
    ),
    (
        "forbidden",
        (
            "M13, L12, M12, M14, L13, N13, K14, N11, J15, I16, L15, N12, N14, K13, N10, J13, I15, H15, M15, K15, L16, "
            "O13, L17, L14, L17 K17, N13 J18, L15 J16, K13 H14, J15 L18, N12 M19, N10 L19, L14 L20, M15 L15, K15 L17"
        ),
    ),
    (
        "allowed",
        (
            "M13, N14, N13, L13, M14, M12, O12, L15, P11, Q10, N11, L14, L12, O13, L16, Q11, P12, P10, Q12, R12, O9, "
            "R10, O10, R13"
        ),
    ),
    (
        "forbidden",
        (
            "M13, L12, L13, M12, N13, K13, O13, P13, N12, M11, N10, N11, J14, O12, M10, O11, L11, P14, P11, N14, Q14, "
            "P15, P16, O10, N10 O9, M11 K12, N13 J12, O12 O14"
        ),
    ),
    (
        "allowed",
        (
            "M13, N12, N13, L13, M12, M14, L11, O14, K10, J9, K12, N14, L14, M11, P14, K9, L10, J10, L9, L8, I11, J8, "
            "J11, M7, M12 N6, N14 J7, N13 J6, J8 M8, L14 M10, J7 N9, J6 O10, N12 N10"
        ),
    ),
]
"""Isolation, and the steps that lead to a position in which pyramids are moved and both players threaten a lot."""


@pytest.mark.parametrize(("isolation", "steps"), MOVING)
def test_it_looks_two_steps_ahead_soon_while_pyramids_are_moved(isolation: str, steps: str) -> None:
    position = play(begin(isolation=isolation), steps)
    ranked = searched(position, 4000)
    depths = [depth for depth, _ in ranked]
    assert depths
    assert depths[-1] >= 2 or abs(ranked[-1][1]) > SURE


def searched(position: Position, work: int) -> list[tuple[int, int]]:
    """Choose a step, and tell how deep each whole round of the search went and what its best step was worth."""
    rounds: list[tuple[int, int]] = []

    class Watched(Search):
        def _search_root(self, ranked: list[Ranked], colour: int, now: Moment, depth: int) -> None:
            super()._search_root(ranked, colour, now, depth)
            rounds.append((depth, ranked[0].value))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chooser, "Search", Watched)
        chosen(position, work)
    return rounds


def test_it_turns_to_steps_that_were_dropped_if_all_that_were_kept_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    good = Move(NOWHERE, 0)
    ranked = [Ranked(Move(NOWHERE, spot), 1000 - spot) for spot in range(1, ROOT + 10)] + [Ranked(good, 0)]

    def search(_: Search, tried: list[Ranked], __: object, ___: object, depth: int) -> None:
        for one in tried if depth > 1 else ():
            one.value = 0 if one.move == good else -SURE - 1
        tried.sort(key=lambda one: -one.value)

    monkeypatch.setattr(Search, "_search_root", search)
    state = SearchState(begin().variant)
    Search(state, lambda: False, swap=False).deepen(ranked, BLACK, Moment(10, 0, 0), 3)
    assert ranked[0].move == good


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
