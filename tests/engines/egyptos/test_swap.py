"""The opening in which the second player may take over black."""

import pytest

from adjudicator.engines.contract import IllegalStep
from adjudicator.engines.egyptos import ENGINE
from testkit.engines.egyptos import begin, notes_of, play, refused, result, written

THREE = "M13, M12, N13"


@pytest.mark.rule("Q1")
def test_with_three_pyramids_lying_the_second_player_may_swap() -> None:
    position = play(begin(opening="swap"), THREE)
    assert ENGINE.to_move(position) == 1
    assert written(position)[-1] == "swap"
    assert ENGINE.view(position, 1).may_swap


@pytest.mark.rule("Q1")
def test_the_seats_exchange_colours_and_nothing_else_changes() -> None:
    before = play(begin(opening="swap"), THREE)
    assert notes_of(before, "swap")["swapped"]["seat"] == 1
    after = play(before, "swap")
    assert after.stones == before.stones
    view = ENGINE.view(after, None)
    assert (view.turn, view.to_move, view.sides, view.left) == ("gold", 0, ("gold", "black"), (10, 11))


@pytest.mark.rule("Q1")
def test_the_winner_is_who_has_the_colour_now() -> None:
    swapped = play(begin(opening="swap"), f"{THREE}, swap, L12, O13, K12, P13, J12, Q13")
    assert result(swapped).places == (2, 1)


@pytest.mark.rule("Q1")
def test_it_is_offered_once() -> None:
    assert "swap" not in written(play(begin(opening="swap"), f"{THREE}, swap"))
    laid = play(begin(opening="swap"), f"{THREE}, L12")
    assert refused(laid, "swap", IllegalStep).key == "egyptos.swap_late"
    assert refused(play(laid, "L13"), "swap", IllegalStep).key == "egyptos.swap_late"
    assert refused(play(begin(opening="swap"), "M13, M12"), "swap", IllegalStep).key == "egyptos.swap_early"


@pytest.mark.rule("Q1")
def test_it_is_not_offered_where_the_match_is_played_without() -> None:
    position = play(begin(), THREE)
    assert "swap" not in written(position)
    assert refused(position, "swap", IllegalStep).key == "egyptos.no_swap"
