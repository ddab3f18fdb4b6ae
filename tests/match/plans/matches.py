"""Matches in which plans are made: steps are played by letters, and lines are read, checked and merged as they come."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.engines.contract import Seat
from adjudicator.engines.registry import engine_for
from adjudicator.engines.suite.chance import Chance
from adjudicator.mail.lexicon.plan_words import PLAN_WORDS
from adjudicator.match.plans.cascade import Cascade, run_cascade
from adjudicator.match.plans.check import Mark, check_branch
from adjudicator.match.plans.events import Event, make_events
from adjudicator.match.plans.firing import Firing, fire_plan
from adjudicator.match.plans.letter_lines import read_lines
from adjudicator.match.plans.lexicon import Lexicon
from adjudicator.match.plans.line_reader import Setting
from adjudicator.match.plans.merge import Merged, merge_branches
from adjudicator.match.plans.plan import NO_PLAN, Game, Plan, confirm_plan
from adjudicator.match.plans.plan_line import PlanLine, ReadLine
from adjudicator.match.plans.side import Side
from adjudicator.match.plans.wording import Writer, format_plan
from adjudicator.match.rulings.ruling import rule_on
from adjudicator.match.rulings.table import AnyTable, open_table

LEXICON = Lexicon.of(PLAN_WORDS)
NAMES = ("Anna", "Bob", "Carl", "Dora")


@dataclass(frozen=True)
class Match:
    """A match as far as it has come."""

    game: Game
    table: AnyTable
    events: tuple[Event, ...]
    names: tuple[str, ...]
    habits: tuple[str, ...] = ()

    @property
    def to_move(self) -> Seat:
        assert self.table.to_move is not None
        return self.table.to_move

    def play(self, *orders: str) -> Match:
        """Let whoever is to move send a letter for each of some orders."""
        match = self
        for order in orders:
            ruling = rule_on(match.table, match.to_move, match.table.turn, order.split("; "))
            assert not ruling.refused, (order, ruling.refused)
            assert not ruling.not_reached, order
            events = match.events + make_events(match.game, ruling.played, len(match.events))
            match = replace(match, table=ruling.table, events=events)
        return match

    def setting(self, seat: Seat) -> Setting:
        return Setting(self.side(seat), self.names, LEXICON)

    def side(self, seat: Seat) -> Side:
        return Side(self.game, self.table, seat, self.habits)

    def read(self, seat: Seat, *lines: str) -> tuple[ReadLine, ...]:
        return read_lines([part for line in lines for part in line.split("\n")], self.setting(seat))

    def check(self, seat: Seat, line: str) -> list[Mark]:
        return [
            mark
            for one in self.read(seat, line)
            if isinstance(one, PlanLine)
            for branch in one.branches
            for mark in check_branch(self.side(seat), branch, self.events)
        ]

    def merge(self, seat: Seat, plan: Plan, line: str) -> Merged:
        (one,) = self.read(seat, line)
        assert isinstance(one, PlanLine), one
        return merge_branches(self.game, plan, one.branches, len(self.events))

    def plan(self, seat: Seat, *lines: str, confirmed: bool = True) -> Plan:
        plan = NO_PLAN
        for line in lines:
            plan = self.merge(seat, plan, line).plan
        return confirm_plan(plan) if confirmed else plan

    def write(self, seat: Seat, plan: Plan, language: str = "en") -> list[str]:
        return list(format_plan(plan, Writer(self.game, self.names, seat, LEXICON, language)))

    def fire(self, plan: Plan) -> Firing:
        return fire_plan(self.side(self.to_move), plan, self.events)

    def cascade(self, plans: dict[Seat, Plan]) -> Cascade:
        return run_cascade(self.game, self.table, plans, self.events)


def match_of(rules: str, seats: int = 2, seed: str = "plans", **options: str | int) -> Match:
    """Begin a match."""
    engine = engine_for(rules)
    chosen = engine.rules.complete(options)
    deal = engine.deal(chosen, seats, Chance(seed))
    if rules == "egyptos/1":
        deal = {"first": 0}
    table, forced = open_table(engine, chosen, seats, deal)
    game = Game.of(engine)
    assert game is not None
    return Match(game, table, make_events(game, forced, 0), NAMES[:seats])
