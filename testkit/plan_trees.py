"""Draws plans of all games from a seed, and plays matches on with them, to see that they keep what they promise.

A pool of positions is walked to at random for every game; plans are drawn for all seats there, as lines in any of the
five languages, with names, facts, words left out, line breaks, `anyway` and lines of last resort. Then somebody plays,
and plans answer plans. What must hold for every tree:

1. nothing breaks, and no ruling has more than 40 turns by plans;
2. whatever a plan plays, its writer wrote, in that order;
3. a plan that is written out, in any language, reads back as the same tree, and so does one with broken lines;
4. the check of a branch says the same whatever is hidden from its writer, and the boards behind it show the same;
5. letters with the steps that plans played make the same match.

Each seed has positions of its own; a run that was stopped goes on with the seed behind the last one that it told.

    python -m testkit.plan_trees --seed 7 --count 100000 --processes 2
"""

from __future__ import annotations

import argparse
import random
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import repeat

from adjudicator.engines.contract import Seat
from adjudicator.engines.planning import Fact
from adjudicator.engines.registry import engine_for
from adjudicator.engines.suite.chance import Chance
from adjudicator.mail.lexicon.plan_words import PLAN_WORDS
from adjudicator.match.plans.cascade import MOST_TURNS, Cascade, run_cascade
from adjudicator.match.plans.check import Mark, Verdict, check_branch, trace_answer
from adjudicator.match.plans.events import Event, make_events, turns_of_others
from adjudicator.match.plans.firing import PLAYING, Status
from adjudicator.match.plans.letter_lines import read_lines
from adjudicator.match.plans.lexicon import Lexicon, Role
from adjudicator.match.plans.line_reader import Setting
from adjudicator.match.plans.merge import merge_branches
from adjudicator.match.plans.plan import Game, Move, Plan, confirm_plan, walk_nodes
from adjudicator.match.plans.plan_codec import dump_plan, load_plan
from adjudicator.match.plans.plan_line import Branch, PlanLine, ReadLine
from adjudicator.match.plans.side import Side
from adjudicator.match.plans.wording import Writer, format_plan
from adjudicator.match.rulings.ruling import rule_on
from adjudicator.match.rulings.table import AnyTable, open_table, play_forced, play_step

LEXICON = Lexicon.of(PLAN_WORDS)
LANGUAGES = ("en", "de", "fr", "it", "nl")
GAMES = (("egyptos/1", 2), ("cheops/1", 2), ("cheops/1", 4), ("pharao/1", 2), ("pharao/1", 3))
NAMES = ("Anna", "Bob", "Dan", "Zoë")
WALKS = 6
"""Matches per game from which positions are taken."""
LONGEST_WALK = 240
OF_SEED = 2_000
"""Trees that are drawn with each seed of a long run."""
SOME = 0.25
"""The part of the trees that are written out and read back, and the part of the letters that are broken into lines."""


class BrokenPromiseError(AssertionError):
    """A plan did what it must not do."""


@dataclass(frozen=True)
class Scene:
    """A position where a turn begins, all that happened before, and the steps of the next turns as they went."""

    game: Game
    table: AnyTable
    events: tuple[Event, ...]
    names: tuple[str, ...]
    ahead: tuple[tuple[Seat, tuple[str, ...]], ...]


@dataclass
class Count:
    """What was drawn and what became of it."""

    trees: int = 0
    nodes: int = 0
    turns: int = 0
    longest: int = 0
    seen: Counter[str] = field(default_factory=Counter)

    def add(self, other: Count) -> None:
        """Add what was drawn elsewhere."""
        self.trees += other.trees
        self.nodes += other.nodes
        self.turns += other.turns
        self.longest = max(self.longest, other.longest)
        self.seen += other.seen


@lru_cache(maxsize=1)
def scenes(seed: int, walks: int = WALKS) -> tuple[Scene, ...]:
    """Walk through so many matches of each game."""
    return tuple(scene for key, seats in GAMES for number in range(walks) for scene in _walk(seed, key, seats, number))


def _walk(seed: int, key: str, seats: int, number: int) -> Iterator[Scene]:
    engine = engine_for(key)
    game = Game.of(engine)
    if game is None:
        raise BrokenPromiseError(f"{key} takes no plans")
    options = engine.rules.complete({})
    chance = random.Random(f"{seed} {key} {seats} {number}")
    deal = engine.deal(options, seats, Chance(f"{seed} {number}"))
    table, forced = open_table(engine, options, seats, deal)
    events = make_events(game, forced, 0)
    stops: list[tuple[AnyTable, int]] = [(table, len(events))]
    for _ in range(LONGEST_WALK):
        if table.to_move is None:
            break
        before = table.turn
        table, entry = play_step(table, chance.choice(table.legal_steps))
        table, more = play_forced(table)
        events += make_events(game, (entry, *more), len(events))
        if table.turn != before and table.to_move is not None:
            stops.append((table, len(events)))
    for at, known in chance.sample(stops, min(len(stops), 12)):
        turns: dict[tuple[int, Seat], list[str]] = {}
        for event in events[known:]:
            turns.setdefault((event.turn, event.seat), []).append(event.step)
        ahead = tuple((seat, tuple(steps)) for (_, seat), steps in list(turns.items())[:12])
        yield Scene(game, at, events[:known], NAMES[:seats], ahead)


@dataclass
class Author:
    """Draws the lines of one seat's plan in one language."""

    scene: Scene
    seat: Seat
    chance: random.Random
    language: str

    def say(self, role: Role) -> str:
        """Take one of a role's phrases in the language, but none that could begin a line of its own."""
        phrases = PLAN_WORDS[role][self.language]
        if role is not Role.NEXT:
            phrases = tuple(phrase for phrase in phrases if phrase not in PLAN_WORDS[Role.NEXT][self.language])
        return self.chance.choice(phrases)

    def lines(self) -> list[str]:
        """Draw a letter; often with a line that foresees what will happen."""
        drawn = [self._line() for _ in range(self.chance.randint(1, 8))]
        return [*drawn, *self._foresight()] if self.chance.random() < 0.4 else drawn

    def _foresight(self) -> list[str]:
        """Write the turns as they went in the walk: the one before each own turn, and the own one."""
        clauses: list[str] = []
        before: tuple[str, ...] = ()
        for seat, steps in self.scene.ahead:
            if seat == self.seat and before:
                theirs, mine = ("; ".join(map(self._write, turn)) for turn in (before, steps))
                clauses.append(f"{self.say(Role.IF)} {theirs} {self.say(Role.THEN)} {mine} {self.say(Role.ANYWAY)}")
            before = steps
        return [", ".join(clauses)] if clauses else []

    def _line(self) -> str:
        chance = self.chance
        kind = chance.random()
        if kind < 0.08:
            return f"{self.say(Role.OTHERWISE)} {self._mine(0)}"
        if kind < 0.16:
            alternatives = [self._mine(0) for _ in range(chance.randint(2, 4))]
            return f"{self.say(Role.NEXT)} {f' {self.say(Role.OR)} '.join(alternatives)}"
        clauses = [
            f"{self.say(Role.IF)} {self._theirs(ply)} {self.say(Role.THEN)} {self._mine(ply)}"
            for ply in range(chance.choice((1, 1, 1, 2, 2, 3, 5, 11)))
        ]
        if chance.random() < 0.1:
            clauses.append(f"{self.say(Role.OTHERWISE)} {self._mine(0)}")
        first, *others = clauses
        return first + "".join(f"{self._joint()}{clause}" for clause in others)

    def _joint(self) -> str:
        """Draw what stands between two clauses."""
        return self.chance.choice((", ", ", ", f" {self.say(Role.AND)} ", f", {self.say(Role.AND)} "))

    def _theirs(self, ply: int) -> str:
        chance = self.chance
        if chance.random() < 0.05:
            return self.say(Role.ANY)
        terms = [self._term(ply) for _ in range(chance.choice((1, 1, 1, 2)))]
        return f" {self.say(chance.choice((Role.AND, Role.AND, Role.OR)))} ".join(terms)

    def _term(self, ply: int) -> str:
        chance, facts = self.chance, self.scene.game.facts
        if facts is not None and chance.random() < 0.2:
            return self._fact()
        steps = self._steps(ply, own=False)
        steps = steps[: chance.randint(1, 2)]
        said = " + ".join(self._shorten(self._write(step)) for step in steps)
        others = [name for seat, name in enumerate(self.scene.names) if seat != self.seat]
        return f"{chance.choice(others)} {said}" if chance.random() < 0.3 else said

    def _fact(self) -> str:
        scene = self.scene
        facts = scene.game.facts
        if facts is None:
            raise BrokenPromiseError("a game without facts")
        shown = sorted(facts.facts(scene.table.engine.view(scene.table.position, self.seat)))
        fact = facts.read_fact(self.chance.choice(shown) if shown else facts.fact_kinds[0].example)
        if fact is None:
            raise BrokenPromiseError(f"{shown} does not read back")
        said, denied = facts.format_fact(fact, self.language)
        return f"{self.say(Role.NOT)} {said}" if denied or self.chance.random() < 0.2 else said

    def _mine(self, ply: int) -> str:
        joint = self.chance.choice(("; ", ", ", " + "))
        said = joint.join(map(self._write, self._steps(ply, own=True)))
        return f"{said} {self.say(Role.ANYWAY)}" if self.chance.random() < 0.2 else said

    def _steps(self, ply: int, *, own: bool) -> Sequence[str]:
        """Take steps as they went in the walk, or any that are legal now."""
        turns = [steps for seat, steps in self.scene.ahead if (seat == self.seat) == own]
        if ply < len(turns) and self.chance.random() < 0.7:
            return turns[ply]
        return [self.chance.choice(self.scene.table.legal_orders)]

    def _shorten(self, step: str) -> str:
        words = step.split()
        if len(words) > 1 and self.chance.random() < 0.3:
            words.pop(self.chance.randrange(len(words)))
        return " ".join(words)

    def _write(self, step: str) -> str:
        return self.scene.game.planner.format_ahead(step, self.language)


def play_tree(seed: int, number: int, count: Count, walks: int = WALKS) -> Cascade:
    """Draw plans for all seats of a scene, play a turn, and let the plans answer. Raises `BrokenPromiseError`."""
    chance = random.Random(f"tree {seed} {number}")
    scene = chance.choice(scenes(seed, walks))
    plans = {}
    for seat in range(len(scene.names)):
        plans[seat] = _plan_of(scene, seat, chance, count)
        count.trees += 1
        count.nodes += plans[seat].size
    table, events = _play_a_turn(scene, chance)
    cascade = run_cascade(scene.game, table, plans, events)
    _check_cascade(scene.game, plans, cascade)
    _check_conditions(scene.game, table, events, cascade)
    _check_against_letters(table, cascade)
    count.turns += len(cascade.firings)
    count.longest = max(count.longest, len(cascade.firings))
    count.seen.update(firing.status for _, firing in cascade.firings)
    return cascade


def _plan_of(scene: Scene, seat: Seat, chance: random.Random, count: Count) -> Plan:
    lines = Author(scene, seat, chance, chance.choice(LANGUAGES)).lines()
    setting = Setting(Side(scene.game, scene.table, seat), scene.names, LEXICON)
    since = scene.events[-1].n if scene.events else 0
    read = read_lines(lines, setting)
    if chance.random() < SOME:
        _check_wraps(lines, read, setting, chance)
    plan = Plan()
    for line in read:
        count.seen[type(line).__name__] += 1
        if not isinstance(line, PlanLine):
            continue
        verdicts = [mark.verdict for branch in line.branches for mark in _check_twice(scene, setting.side, branch)]
        count.seen.update(verdicts)
        if Verdict.REFUSED not in verdicts:
            plan = merge_branches(scene.game, plan, line.branches, since).plan
    _check_boards(scene, setting.side, plan)
    if chance.random() < SOME:
        _check_reading_back(scene, setting, plan, chance)
    return confirm_plan(plan) if chance.random() < 0.7 else plan


def _play_a_turn(scene: Scene, chance: random.Random) -> tuple[AnyTable, tuple[Event, ...]]:
    """Play the turn that runs, mostly as it went in the walk, as plans foresee it."""
    table, events = scene.table, scene.events
    turn, after = table.turn, events[-1].n if events else 0
    steps = list(scene.ahead[0][1]) if scene.ahead and chance.random() < 0.8 else []
    while table.turn == turn and table.to_move is not None:
        planned = steps.pop(0) if steps else ""
        at = table.legal_orders.index(planned) if planned in table.legal_orders else -1
        table, entry = play_step(table, table.legal_steps[at] if at >= 0 else chance.choice(table.legal_steps))
        table, forced = play_forced(table)
        new = make_events(scene.game, (entry, *forced), after)
        events, after = (*events, *new), new[-1].n
    return table, events


def _check_wraps(lines: Sequence[str], read: Sequence[ReadLine], setting: Setting, chance: random.Random) -> None:
    if not all(isinstance(line, PlanLine) for line in read):
        return
    width = chance.choice((34, 60, 72))
    wrapped = [part for line in lines for part in textwrap.wrap(line, width, break_long_words=False)]
    whole = [line.branches for line in read if isinstance(line, PlanLine)]
    if [line.branches for line in read_lines(wrapped, setting) if isinstance(line, PlanLine)] != whole:
        raise BrokenPromiseError(f"wrapped at {width}, it is another tree: {lines}")


def _check_twice(scene: Scene, side: Side, branch: Branch) -> tuple[Mark, ...]:
    marks = check_branch(side, branch, scene.events)
    position = scene.game.engine.resample(scene.table.position, side.seat, Chance("twin"))
    if check_branch(side.at(replace(scene.table, position=position)), branch, scene.events) != marks:
        raise BrokenPromiseError(f"the check of {branch} tells what is hidden")
    return marks


def _check_boards(scene: Scene, side: Side, plan: Plan) -> None:
    """Look at the boards behind the answers of a plan: they are the same whatever is hidden from its writer."""
    engine = scene.game.engine
    twin = side.at(
        replace(scene.table, position=engine.resample(scene.table.position, side.seat, Chance("twin of boards")))
    )
    for path, _ in walk_nodes(plan.nodes):
        here, there = (trace_answer(one, plan, path, scene.events) for one in (side, twin))
        shown = [one and (engine.view(one.table.position, side.seat), one.left) for one in (here, there)]
        if shown[0] != shown[1]:
            raise BrokenPromiseError(f"the board behind {path} of {plan} tells what is hidden")


def _check_reading_back(scene: Scene, setting: Setting, plan: Plan, chance: random.Random) -> None:
    language = chance.choice(LANGUAGES)
    written = format_plan(plan, Writer(scene.game, scene.names, setting.seat, LEXICON, language))
    again = Plan()
    since = scene.events[-1].n if scene.events else 0
    for line in read_lines(written, setting):
        if not isinstance(line, PlanLine):
            raise BrokenPromiseError(f"not read back: {line}")
        again = merge_branches(scene.game, again, line.branches, since).plan
    if load_plan(dump_plan(plan)) != plan:
        raise BrokenPromiseError(f"kept as another tree: {written}")
    if again != plan:
        raise BrokenPromiseError(f"read back as another tree: {written}")


def _check_cascade(game: Game, plans: Mapping[Seat, Plan], cascade: Cascade) -> None:
    if len(cascade.firings) > MOST_TURNS:
        raise BrokenPromiseError(f"{len(cascade.firings)} turns in one ruling")
    for seat, firing in cascade.firings:
        written = {choice for _, node in walk_nodes(plans[seat].nodes) for choice in node.choices}
        chosen = [entry.step for entry in firing.played if entry.order]
        if chosen and firing.answer not in written:
            raise BrokenPromiseError(f"{firing.answer} is in no line of the plan")
        singles = [single for step in firing.answer for single in game.planner.single_steps(step)]
        if len(chosen) > len(singles) or any(entry.seat != seat for entry in firing.played if entry.order):
            raise BrokenPromiseError(f"{chosen} was played for {firing.answer}")
        for step in chosen:
            while singles and not game.planner.includes([step], [singles[0]]) and not _lays(step, singles[0]):
                singles.pop(0)
            if not singles:
                raise BrokenPromiseError(f"{chosen} was played for {firing.answer}")
            singles.pop(0)


def _check_conditions(game: Game, table: AnyTable, events: tuple[Event, ...], cascade: Cascade) -> None:
    """Expect of each answer that all its conditions were met since its writer had decided something, and only then."""
    for seat, firing in cascade.firings:
        # What came to light by the steps before a refused one stays.
        stays = firing.status is Status.REFUSED and any(entry.revealed for entry in firing.played)
        if firing.played and firing.status not in PLAYING and not stays:
            raise BrokenPromiseError(f"{firing.status}, and {firing.played} was played")
        turns = turns_of_others(events, seat)
        facts = game.facts.facts(Side(game, table, seat).view) if game.facts else frozenset()
        for term in firing.node.when.terms if firing.node else ():
            if isinstance(term, Fact):
                met = (term.text in facts) == term.holds
            else:
                met = any(who == term.seat or term.seat is None for who, steps in turns if _were_played(term, steps))
            if not met:
                raise BrokenPromiseError(f"{firing.answer} was played, and not {term}")
        events += make_events(game, firing.played, events[-1].n if events else 0)
        table = firing.table


def _were_played(move: Move, steps: Sequence[str]) -> bool:
    """Tell whether the words of a condition stand in some steps, in their order, others between them."""
    said = iter(" ".join(steps).split())
    return all(word in said for step in move.steps for word in step.split())


def _check_against_letters(table: AnyTable, cascade: Cascade) -> None:
    """Send what plans played by letters, a turn a letter: the match must be the same."""
    for seat, firing in cascade.firings:
        orders = [entry.step for entry in firing.played if entry.order]
        ruling = rule_on(table, seat, table.turn, orders) if orders else None
        played = ruling.played if ruling else ()
        same = [(entry.seat, entry.turn, entry.step, entry.forced, entry.shown) for entry in firing.played]
        if [(entry.seat, entry.turn, entry.step, entry.forced, entry.shown) for entry in played] != same:
            raise BrokenPromiseError(f"by letters, {orders} is another turn")
        table = ruling.table if ruling else table
    if (table.position, table.turn) != (cascade.table.position, cascade.table.turn):
        raise BrokenPromiseError("by letters, it is another match")


def _lays(step: str, planned: str) -> bool:
    """Tell whether a card was laid in the way that comes closest to a wish."""
    return step.startswith("turn ") and planned.startswith("turn ")


def play_trees(seed: int, wanted: int) -> Count:
    """Draw trees of one seed until there are enough of them. A fault names the tree."""
    count, number = Count(), 0
    while count.trees < wanted:
        try:
            play_tree(seed, number, count)
        except Exception as fault:
            fault.add_note(f"tree {number} of seed {seed}")
            raise
        number += 1
    return count


def main() -> None:
    """Draw trees until there are enough of them, and print what was seen."""
    parser = argparse.ArgumentParser(prog="testkit.plan_trees", description="Draws plans, and plays with them.")
    parser.add_argument("--seed", type=int, default=1, help="the first one; to go on, one more than the last one told")
    parser.add_argument("--count", type=int, default=OF_SEED, help=f"trees to draw, {OF_SEED:,} with each seed")
    parser.add_argument("--processes", type=int, default=1)
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed - (-chosen.count // OF_SEED))
    total, begun = Count(), time.perf_counter()
    with ProcessPoolExecutor(chosen.processes) as pool:
        # In the order of the seeds: all up to the one that is told last are done.
        for seed, count in zip(seeds, pool.map(play_trees, seeds, repeat(OF_SEED)), strict=True):
            total.add(count)
            seconds = time.perf_counter() - begun
            sys.stderr.write(f"seed {seed}: {total.trees:,} trees in {seconds:,.0f} s\n")
    said = f"{total.trees:,} trees, {total.nodes:,} nodes\n"
    said += f"{total.turns:,} turns by plans, at most {total.longest} in one ruling\n"
    sys.stdout.write(said + "".join(f"{times:11,} {name}\n" for name, times in sorted(total.seen.items())))


if __name__ == "__main__":
    main()
