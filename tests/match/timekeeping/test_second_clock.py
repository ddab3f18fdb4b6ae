"""The program's clock against a second one, written from the rules alone. `make clocks` compares 100,000 stories."""

from testkit.compare_clocks import compare_cases
from testkit.drawn_clocks import draw_cases


def test_both_clocks_tell_the_same_stories() -> None:
    compared, difference = compare_cases(draw_cases(14, 300))
    assert not difference, difference
    assert compared == 300
