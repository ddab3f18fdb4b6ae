"""Counting at the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engines.cheops import ENGINE
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.scoring import add_scores, rank_scores
from testkit.engines.cheops import drawn, laid_laws, notes_of, play, reason, result, written


def over(joker: str = "", **drawing: Any) -> Position:
    """Draw a position where the match is over, the joker named."""
    return replace(drawn(**drawing), ending="full", joker=joker)


def worth(colour: str, position: Position) -> tuple[int, ...]:
    view = ENGINE.view(position, None)
    return next(count.worth for count in view.counts if count.colour == colour)


@pytest.mark.rule("CHEOPS-GOAL-1", "CHEOPS-SCORE-1", "CHEOPS-SCORE-5")
def test_cash_and_kept_treasures_are_added_up() -> None:
    position = over(cash=(30, 5), kept=("GM", "MM"), covered={"G": 3})
    assert add_scores(position) == (30 + 20 + 25, 5 + 50)
    assert (result(position).places, result(position).scores) == ((1, 2), (75, 55))


@pytest.mark.rule("CHEOPS-SCORE-5", "E33")
def test_a_tie_is_a_shared_victory() -> None:
    position = over(seats=3, cash=(50, 20, 50))
    assert result(position).places == (1, 3, 1)
    assert rank_scores((10, 10, 10, 5, 20)) == (2, 2, 2, 5, 1)


@pytest.mark.rule("CHEOPS-SCORE-2", "D6", "E44")
@pytest.mark.parametrize(
    ("kept", "expected"),
    [(("OO", "O"), (20, 20)), (("OOO", ""), (30, 0)), (("O", "OOO"), (20, 30)), (("", ""), (0, 0))],
)
def test_of_two_numbers_the_one_with_most_gets_the_smaller(kept: tuple[str, str], expected: tuple[int, int]) -> None:
    assert worth("O", over(kept=kept)) == expected


@pytest.mark.rule("CHEOPS-SCORE-3", "E45")
@pytest.mark.parametrize(
    ("kept", "expected"),
    [(("OO", "OO", "O"), (40, 40, 20)), (("O", "O", "O"), (20, 20, 20)), (("", "OO", "OO"), (0, 40, 40))],
)
def test_if_several_have_most_all_get_the_larger(kept: tuple[str, ...], expected: tuple[int, ...]) -> None:
    assert worth("O", over(seats=3, kept=kept)) == expected


@pytest.mark.rule("CHEOPS-SCORE-4", "D15")
def test_x_counts_the_treasures_of_all_players() -> None:
    position = over(seats=3, kept=("RRR", "RR", "R"), covered={"R": 4})
    assert worth("R", position) == (90, 60, 30)


@pytest.mark.rule("CHEOPS-KEEP-2")
def test_law_7_counts_while_it_lies_on_the_topmost_free_number() -> None:
    lying = laid_laws(over=(0, 1))
    assert worth("R", over(kept=("R", ""), covered={"R": 1}, laws=lying)) == (20, 0)
    assert worth("R", over(kept=("R", ""), covered={"R": 0}, laws=lying)) == (10, 0)
    assert worth("R", over(kept=("RR", "R"), covered={"R": 2}, laws=lying)) == (10, 15)


@pytest.mark.rule("D12", "Q13")
@pytest.mark.parametrize(("value", "expected"), [("new_only", (30, 15)), ("all_worthless", (0, 0))])
def test_kept_treasures_of_a_full_table_with_law_4(value: str, expected: tuple[int, int]) -> None:
    position = over(kept=("NN", "N"), covered={"N": 4}, under={"N": 4}, law4_full=value)
    assert worth("N", position) == expected
    assert worth("N", over(kept=("NN", "N"), covered={"N": 3}, under={"N": 4}, law4_full=value)) == (10, 5)
    assert worth("N", over(kept=("NN", "N"), covered={"N": 4}, under={"N": 5}, law4_full=value)) == (30, 15)


def ending(**drawing: Any) -> Position:
    """Draw a position whose next step, ``2 A1 sell``, ends the match."""
    return drawn(covered={"R": 3, "G": 4}, held=((), (9,)), **drawing)


@pytest.mark.rule("CHEOPS-LAW-9", "E31", "E47")
def test_the_owner_of_law_9_names_its_colour_after_the_end() -> None:
    before = ending(kept=("OO", "O"))
    assert reason(before, "joker R") == "joker_early"
    position = play(before, "2 A1 sell")
    assert (ENGINE.to_move(position), ENGINE.outcome(position), position.stage) == (1, None, "joker")
    assert written(position) == [f"joker {colour}" for colour in ("R", "G", "B", "O", "N", "M", "none")]
    assert reason(position, "end") == "name_joker"
    after = play(position, "joker O")
    assert ENGINE.to_move(after) is None
    assert notes_of(position, "joker O")["joker"]["seat"] == 1


@pytest.mark.rule("E31")
def test_a_joker_is_a_treasure_in_every_respect() -> None:
    tied = play(ending(kept=("OO", "O")), "2 A1 sell; joker orange")
    assert worth("O", tied) == (40, 40)
    most = play(ending(kept=("O", "O")), "2 A1 sell; joker orange")
    assert worth("O", most) == (20, 20)
    multiple = play(ending(kept=("RR", "R")), "2 A1 sell; joker red")
    assert worth("R", multiple) == (40, 40)


@pytest.mark.rule("E32")
@pytest.mark.parametrize("order", ["joker none", "none", "joker geen"])
def test_a_joker_may_stay_undeclared(order: str) -> None:
    position = play(ending(kept=("O", "O")), "2 A1 sell")
    assert add_scores(play(position, order)) == (10 + 20, 20)


@pytest.mark.rule("E32", "Q13")
def test_a_joker_in_a_worthless_colour_is_worth_nothing() -> None:
    for value, expected in (("new_only", 15), ("all_worthless", 0)):
        position = drawn(covered={"R": 3, "N": 4}, under={"N": 4}, held=((), (9,)), law4_full=value)
        assert worth("N", play(position, "2 A1 sell; joker N"))[1] == expected


@pytest.mark.rule("E47")
def test_the_view_shows_the_whole_count() -> None:
    view = ENGINE.view(play(ending(cash=(0, 5), kept=("OO", "O")), "2 A1 sell; joker O"), None)
    count = view.counts[3]
    assert (count.colour, count.entry.text, count.owned, count.total, count.leader) == ("O", "20/10", (2, 2), 4, None)
    assert (count.each, count.worth) == ((20, 20), (40, 40))
    totals = tuple(map(sum, zip(*(count.worth for count in view.counts), strict=True)))
    assert view.scores == tuple((player.cash or 0) + total for player, total in zip(view.players, totals, strict=True))
