"""What the house player does where the count leaves no doubt, and the play-outs by which it foresees the rest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.engines.cheops import ENGINE
from adjudicator.engines.cheops.house.chooser import Candidate, _promising
from adjudicator.engines.cheops.house.forecast import Course, Luck, Outlook, Worths
from adjudicator.engines.cheops.notation.notation import Pass
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pyramid import Cell
from adjudicator.engines.cheops.position.scoring import add_scores
from adjudicator.engines.cheops.steps.take import list_family_takes
from adjudicator.engines.contract import Chooser, Level
from adjudicator.engines.suite.chance import Chance
from adjudicator.match.house.bot import choose_step, work_budget
from testkit.engines.cheops import cleared, drawn


def chosen(position: Position, work: int = 300) -> str:
    step = choose_step(ENGINE, position, 0, dealer=Chance("house"), until=work_budget(work), level=Level.STRONG)
    return ENGINE.format(step)


def present(course: Course) -> Worths:
    """Value treasures by what their price tables say now."""
    return course.tables


def before_takes(seed: int) -> Iterator[Position]:
    """Play a match by chance, and give the positions in which a seat begins its turn."""
    chance, options = Chance(f"forecast {seed}"), ENGINE.rules.complete({})
    position = ENGINE.setup(options, 3, ENGINE.deal(options, 3, chance))
    while legal := ENGINE.legal_steps(position):
        if position.stage == "before" and not position.turn.bought:
            yield position
        position = ENGINE.apply(position, legal[chance.below(len(legal))]).position


CLEAR = {
    "it keeps what is worth more than its price": (cleared("K1=M", hands=("1", "1")), "1 K1 keep"),
    "it sells what is worth less": (cleared("K1=G", hands=("1", "1")), "1 K1 sell"),
    "it keeps even the majority low": (cleared("K1=O", hands=("1", "1"), kept=("", "OO")), "1 K1 keep"),
    "it buys no neighbour to lose money": (
        cleared("J1=N J2=N", hands=("1", "1"), cash=(20, 0), put={"stacks": ("", "", "")}),
        "1 J1 sell",
    ),
    "it names the colour that counts most": (drawn(held=((9,), ()), put={"ending": "full"}), "joker M"),
}


@pytest.mark.parametrize("work", [0, 300])
@pytest.mark.parametrize("case", CLEAR)
def test_it_does_what_is_clear(case: str, work: int) -> None:
    position, step = CLEAR[case]
    assert isinstance(ENGINE, Chooser)
    assert chosen(position, work) == step


@pytest.mark.parametrize("seed", range(3))
def test_a_play_out_counts_and_lays_tiles_as_the_rules_do(seed: int) -> None:
    for position in before_takes(seed):
        course = Course.of(position)
        cells = {Cell(cell) for cell in course._cells_by_piece() if cell >= 0}
        takes = {take.cell: position.board[take.cell] for take in list_family_takes(position)}
        assert cells <= takes.keys()
        assert {takes[cell] for cell in cells} == {*takes.values()}
        if not any(player.laws for player in position.players):
            assert course.scores() == list(add_scores(position))


def test_a_play_out_ends_the_same_for_the_same_luck() -> None:
    for position in list(before_takes(4))[::9]:
        ends = [Course.of(position) for _ in range(2)]
        scores = [end.play(Luck.draw(11, seats=3), present(end)) for end in ends]
        assert scores[0] == scores[1]
        assert ends[0].totals == [sum(kept[colour] for kept in ends[0].kept) for colour in range(6)]
        assert sum(ends[0].covered) >= sum(position.covered)


ONE_SALE_FROM_THE_END = {"G": 4, "N": 3}


@pytest.mark.parametrize(("cash", "ends"), [((60, 0), True), ((0, 60), False)])
def test_who_leads_ends_the_match_and_who_does_not_goes_on(cash: tuple[int, int], ends: bool) -> None:
    position = drawn(cash=cash, covered=ONE_SALE_FROM_THE_END)
    step = ENGINE.parse(position, chosen(position)).step
    assert bool(ENGINE.apply(position, step).position.ending) == ends
    course, luck = Course.of(position), Luck.draw(3, seats=2)
    luck.hasty[:] = False, False
    course.play(luck, Outlook.of(course, []).worths(course.tables))
    assert (sum(course.covered) == sum(position.covered) + 1 and not any(course.totals)) == ends


def test_a_candidate_drops_out_when_it_is_worse_by_more_than_chance() -> None:
    results = {"best": [0.9, 0.3, 0.8, 0.5], "as good": [0.9, 0.3, 0.7, 0.5], "worse": [0.7, 0.1, 0.5, 0.2]}
    estimates = 0.5, 0.5, 0.3
    candidates = [
        Candidate([Pass()], estimate, values) for estimate, values in zip(estimates, results.values(), strict=True)
    ]
    assert _promising(candidates) == candidates[:2]
