"""Plans drawn at random for positions of all games; `python -m testkit.plan_trees` draws as many as one likes."""

from adjudicator.match.plans.check import Verdict
from adjudicator.match.plans.firing import Status
from testkit.plan_trees import Count, play_tree

TREES = 110
"""Positions, each with a plan for every seat."""
# Chance finds these only in a longer run, and other tests have them.
RARE = {Status.HELD, Status.STOPPED, Status.REFUSED}


def test_drawn_plans_break_no_promise() -> None:
    count = Count()
    for number in range(TREES):
        play_tree(17, number, count, walks=1)
    assert {*Verdict, *Status} - RARE <= count.seen.keys()
    assert count.longest > 3
