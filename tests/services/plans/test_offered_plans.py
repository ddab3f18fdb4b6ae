"""The line of a plan that the letter of a turn offers would be kept, alone and below the move that is offered first."""

import random

from adjudicator.match.plans.check import Verdict
from adjudicator.match.plans.line_reader import read_line
from adjudicator.match.plans.plan_line import PlanLine
from adjudicator.match.plans.wording import Writer
from adjudicator.match.rulings.table import play_forced
from adjudicator.services.matches.view.order_examples import choose_steps, complete_turn
from adjudicator.services.matches.view.plan_offers import offer_plan
from testkit.cases import check_cases
from tests.match.plans.matches import LEXICON, Match, match_of

LANGUAGES = ("en", "de", "fr", "it", "nl")
WALKS, STEPS, EVERY = 3, 90, 6


def positions(rules: str, chance: random.Random) -> list[Match]:
    """Play at random, and keep some of the positions in which a turn begins."""
    found = list[Match]()
    for walk in range(WALKS):
        match = match_of(rules, seed=f"offered {walk}")
        for number in range(STEPS):
            if match.table.to_move is None:
                break
            if number % EVERY == 0:
                found.append(match)
            match = match.play(chance.choice(match.table.legal_orders))
    return found


def test_an_offered_plan_would_be_kept() -> None:
    chance, offered = random.Random(11), dict.fromkeys(("egyptos/1", "cheops/1", "pharao/1"), 0)
    with check_cases() as case:
        for rules in offered:
            for match in positions(rules, chance):
                seat, table = match.to_move, match.table
                line = offer_plan(
                    match.side(seat), Writer(match.game, match.names, seat, LEXICON, chance.choice(LANGUAGES))
                )
                if not line:
                    continue
                offered[rules] += 1
                turn = complete_turn(table, choose_steps(table, 3)[0])
                below = table
                for step in turn:
                    below, _ = play_forced(below.after(step)[0])
                for here in (table, below):
                    with case(rules, line, here is below):
                        now = Match(match.game, here, match.events, match.names)
                        assert isinstance(read_line(line, now.setting(seat)), PlanLine)
                        assert not [mark for mark in now.check(seat, line) if mark.verdict is Verdict.REFUSED]
    assert min(offered.values()) > 0, offered
