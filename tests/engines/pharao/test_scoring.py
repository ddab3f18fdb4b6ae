"""The end: points, losses and ties."""

from typing import Any

import pytest

from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.position.position import Position
from testkit.engines.pharao import drawn, play, points, result, scoring

ALMOST = """
       A    B    C    D    E    F
    6  #    .    .    .    .    .
    5  .    .    .    .    .    .
    4  .    .    .    .    .    .
    3  .    .    .    .    .    .
    2  .    .    .    .    .    .
    1  .    .    .    @NEW .    .
"""
HOME = "A:D1 P:D1"


def over(*seats: dict[str, Any], figures: tuple[str, ...] = (HOME, HOME), **chosen: Any) -> Position:
    """Let the last card fall on a match of seats with these photos, treasures and histories."""
    position = drawn(ALMOST, *figures, clock=("C1", 0), photos=(), stack=(), **chosen)
    return play(scoring(position, *seats), "end")


@pytest.mark.rule("GOLD-END-1")
def test_the_match_ends_when_only_the_start_card_is_left() -> None:
    position = drawn(ALMOST, HOME, HOME, clock=("C1", 0))
    assert ENGINE.outcome(position) is None
    after = play(position, "end")
    assert (result(after).reason, ENGINE.to_move(after), ENGINE.legal_steps(after)) == ("collapse", None, ())


@pytest.mark.rule("GOLD-SCORE-1", "GOLD-LOSS-1")
def test_photos_treasures_and_the_bust_less_losses() -> None:
    red = {"photos": 2, "banked": (2, 3, 5)}
    after = over(red, {"photos": 1}, figures=("A:D1", "P:D1"))
    assert result(after).scores == (11, -1)
    assert result(after).places == (1, 2)
    standing = ENGINE.view(after, None).standings[0]
    assert (standing.photos, standing.treasures, standing.treasure_points, standing.losses) == (2, (2, 3, 5), 10, 1)
    assert standing.has_bust


@pytest.mark.rule("Q6")
def test_totals_may_be_negative() -> None:
    assert result(over({}, {}, figures=("", HOME))).scores == (-3, 0)


@pytest.mark.rule("G35")
def test_what_is_carried_at_the_end_is_worth_nothing() -> None:
    board = "  A B\n 1 @NESW EW"
    position = drawn(board, "A:B1+3 P:B1", "A:A1 P:A1", stall_rounds=1)
    assert points(play(position, "end, end")) == [0, 0]
    assert result(play(position, "end, end")).reason == "stall"


@pytest.mark.rule("GOLD-TIE-1", "G37")
@pytest.mark.parametrize("lost", ["A:D1", "P:D1", ""])
def test_a_tie_favours_who_has_both_figures(lost: str) -> None:
    cost = 3 - 2 * ("A" in lost) - ("P" in lost)
    red = {"photos": 1 + cost, "changes": ((1, 1),)}
    after = over(red, {"photos": 1, "changes": ((9, 1),)}, figures=(lost, HOME))
    assert (result(after).scores, result(after).places) == ((1, 1), (2, 1))


@pytest.mark.rule("G37")
def test_one_figure_is_as_good_as_none() -> None:
    red = {"photos": 4, "changes": ((5, 1),)}
    blue = {"photos": 2, "changes": ((4, 1),)}
    after = over(red, blue, figures=("", "A:D1"))
    assert (result(after).scores, result(after).places) == ((1, 1), (2, 1))


@pytest.mark.rule("GOLD-TIE-1", "G36")
def test_then_who_changed_points_earlier() -> None:
    red, blue = {"photos": 2, "changes": ((1, 1), (7, 2))}, {"photos": 2, "changes": ((2, 1), (6, 2))}
    assert result(over(red, blue)).places == (2, 1)


@pytest.mark.rule("G36", "Q19")
def test_a_match_may_ask_who_ever_had_the_points_first() -> None:
    red = {"photos": 2, "changes": ((1, 2), (7, 4), (9, 2))}
    blue = {"photos": 2, "changes": ((2, 1), (6, 2))}
    assert result(over(red, blue)).places == (2, 1)
    assert result(over(red, blue, tie_time="first_ever")).places == (1, 2)


@pytest.mark.rule("Q19")
def test_nothing_is_reached_at_moment_nought() -> None:
    red = {"photos": 0, "changes": ((1, 2), (7, 0))}
    blue: dict[str, Any] = {}
    assert result(over(red, blue)).places == (2, 1)
    assert result(over(red, blue, tie_time="first_ever")).places == (1, 1)
    passed_by = {"photos": 2, "changes": ((1, 1), (3, 3), (7, 2))}
    early = {"photos": 2, "changes": ((5, 2),)}
    assert result(over(passed_by, early, tie_time="first_ever")).places == (2, 1)


@pytest.mark.rule("Q5", "Q6", "G36")
def test_equal_in_everything_is_shared_and_the_rules_order_all_places() -> None:
    equal = {"photos": 1, "changes": ((3, 1),)}
    worst = {"changes": ()}
    after = over(equal, equal, worst, figures=(HOME, HOME, HOME))
    assert result(after).places == (1, 1, 3)
    after = over(worst, worst, {"photos": 0, "changes": ((2, 1), (3, 0))}, figures=(HOME, HOME, HOME))
    assert result(after).places == (1, 1, 3)


@pytest.mark.rule("Q5")
def test_a_whole_wave_is_one_moment() -> None:
    board = "  A B C\n 1 @NESW EW EW"
    position = drawn(board, "A:B1 P:C1", "A:C1 P:B1", lying="C1=5", clock=("C1", 0), photos=())
    position = play(position, "end")
    assert [player.changes for player in position.players] == [((1, -1),), ((1, -2),)]
    position = play(position, "end, end")
    assert [player.changes for player in position.players] == [((1, -1), (2, -3)), ((1, -2), (2, -3))]
