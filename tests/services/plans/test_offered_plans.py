"""The line of a plan that the letter of a turn offers would be kept, alone and below the move that it names."""

import random
from collections.abc import Sequence

from adjudicator.engines.contract import AnyStep
from adjudicator.match.plans.check import Verdict
from adjudicator.match.plans.line_reader import read_line
from adjudicator.match.plans.plan_line import PlanLine
from adjudicator.match.plans.wording import Writer
from adjudicator.match.rulings.table import AnyTable, play_forced
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


def tables_below(table: AnyTable, steps: Sequence[AnyStep]) -> list[AnyTable]:
    """The match as it is, and after the steps that an offer names."""
    here = table
    for step in steps:
        here, _ = play_forced(here.after(step)[0])
    return [table, here]


def test_an_offered_plan_would_be_kept_alone_and_below_the_move_that_it_names() -> None:
    chance, offered = random.Random(11), dict.fromkeys(("egyptos/1", "cheops/1", "pharao/1"), 0)
    with check_cases() as case:
        for rules in offered:
            for match in positions(rules, chance):
                seat, language = match.to_move, chance.choice(LANGUAGES)
                found = offer_plan(match.side(seat), Writer(match.game, match.names, seat, LEXICON, language))
                if found is None:
                    continue
                offered[rules] += 1
                for here in tables_below(match.table, found.behind):
                    with case(rules, found, here is match.table):
                        now = Match(match.game, here, match.events, match.names)
                        assert isinstance(read_line(found.line, now.setting(seat)), PlanLine)
                        assert not [mark for mark in now.check(seat, found.line) if mark.verdict is Verdict.REFUSED]
    assert min(offered.values()) > 0, offered
