"""Reads one line of a plan.

A line is a chain of clauses: ``if THEIRS then MINE``, ``otherwise MINE``, ``next MINE or MINE``. What one clause plays
stands before the next one, so that the second clause of a line is one ply deeper; an ``otherwise`` stands beside the
clause before it. Without ``then`` the line is the short form: theirs, mine, theirs, mine.

Words that could be read in two ways (Dutch *dan* and a player of that name, French *or* and English *or*) are tried in
both, the shorter reading of a condition first. Nothing is a plan unless all of it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TypeAlias

from adjudicator.engines.contract import Seat, UnreadableStep
from adjudicator.engines.order_text import plain_word
from adjudicator.engines.planning import Fact, PlannedStep
from adjudicator.match.plans.habits import complete_step
from adjudicator.match.plans.lexicon import Lexicon, Role
from adjudicator.match.plans.line_items import Line, normalize_line
from adjudicator.match.plans.plan import LAST, MOST_ANSWERS, MOST_NODES, Condition, Game, Move, Steps, Term
from adjudicator.match.plans.plan_line import Branch, BrokenLine, Chatter, Fault, PlanLine, Ply, ReadLine
from adjudicator.match.plans.side import Side

LONGEST_LINE = 4000
MOST_ITEMS = 400
MOST_READS = 2000
"""Texts of one line that are tried as steps or facts."""
MOST_READS_OF_LETTER = 5_000
"""For a letter; one with a hundred lines of a plan needs a thousand."""
MOST_PLIES_TRIED = 500
LONGEST_TERM = 60
"""Words of one term of a condition."""
LONGEST_FACT = 20
"""Words of a fact, fillers among them."""
MOST_STEPS = 24
"""Steps of one turn."""
LONGEST_STEP = 12
"""Words of one step in the short form."""
_NUMBER = re.compile(r"\d+((?:\.\d+)*)[.)]?\s+(?=[^\W\d_]{2})")
_AROUND = (Role.POLITE, Role.MINE, Role.THEIRS)


@dataclass(frozen=True, slots=True)
class Setting:
    """Context of a line: whose plan it is in which match, the players by seat, and the words."""

    side: Side
    names: tuple[str, ...]
    lexicon: Lexicon

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.side.game

    @property
    def seat(self) -> Seat:
        """The seat whose plan it is."""
        return self.side.seat

    @property
    def ahead(self) -> int:
        """Count the turns that pass before that of the first condition: the writer's own one, if it runs."""
        return int(self.side.may_play)

    def cut(self, text: str) -> Line:
        """Cut a normalized line into its items; a phrase does not swallow a name at its end (Dutch *en Dan*)."""
        return Line.of(text, self.lexicon, frozenset(plain_word(name) for name in self.names))

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats of the others."""
        return tuple(seat for seat in range(len(self.names)) if seat != self.seat)


_Alternatives: TypeAlias = list[list[Term]]


class _Broken(Exception):
    """The line is no plan."""

    def __init__(self, fault: Fault, about: str = "") -> None:
        super().__init__(fault)
        self.fault = fault
        self.about = about


@dataclass
class Budget:
    """Budget of a letter: the questions to the game that are left, and earlier answers. No letter keeps a worker busy.

    The same words are tried as several things, and the lines of a letter are read by themselves and joined.
    """

    left: int = MOST_READS_OF_LETTER
    steps: dict[tuple[str, tuple[str, ...]], tuple[PlannedStep, ...] | None] = field(default_factory=dict)
    """The texts that were read as steps, each with the orders before it."""
    facts: dict[str, Fact | None] = field(default_factory=dict)
    """The texts that were read as facts."""


def read_line(text: str, setting: Setting, budget: Budget | None = None) -> ReadLine:
    """Read one line, already joined from those that a mail program may have made of it."""
    plain = normalize_line(text[: 2 * LONGEST_LINE])
    number = _NUMBER.match(plain)
    line = setting.cut(plain[number.end() if number else 0 :])
    if not line.has(0, Role.IF, Role.OTHERWISE, Role.NEXT):
        return Chatter(text)
    budget = budget or Budget()
    if len(plain) > LONGEST_LINE or len(line) > MOST_ITEMS or budget.left <= 0:
        return BrokenLine(text, Fault.TOO_LONG)
    reader = _Reader(line, setting, budget, reads=min(budget.left, MOST_READS))
    left = reader.reads
    try:
        return _read(text, reader, number)
    except _Broken as fault:
        return BrokenLine(text, fault.fault, fault.about)
    finally:
        budget.left -= left - reader.reads


def _read(text: str, reader: _Reader, number: re.Match[str] | None) -> ReadLine:
    try:
        branches = reader.read(numbered=number is not None)
    except _Broken as fault:
        if fault.fault is Fault.TOO_LONG:
            raise
        if number and number[1] and reader.reads_anywhere():
            return BrokenLine(text, Fault.NUMBERED, number[0].strip())
        return BrokenLine(text, fault.fault, fault.about) if reader.reads_a_side() else Chatter(text)
    if number and number[1]:
        return BrokenLine(text, Fault.NUMBERED, number[0].strip())
    return PlanLine(text, branches)


@dataclass
class _Reader:
    line: Line
    setting: Setting
    budget: Budget
    reads: int
    """How many texts may still be tried."""
    names: tuple[tuple[tuple[str, ...], Seat], ...] = field(init=False)
    """The words of each name, the longest first."""

    not_joined: set[tuple[int, int, tuple[str, ...]]] = field(default_factory=set)
    """Items that are no steps joined by "and", not even in part."""

    def __post_init__(self) -> None:
        words = [(tuple(plain_word(name).split()), seat) for seat, name in enumerate(self.setting.names)]
        self.names = tuple(sorted(words, key=lambda name: -len(name[0])))

    def read(self, *, numbered: bool) -> tuple[Branch, ...]:
        """Read all clauses."""
        if numbered or self._find_then(1) < len(self.line) or not self.line.has(0, Role.IF):
            branches = self._read_clauses(numbered=numbered)
        else:
            branches = (self._read_short(),)
        if max(map(len, branches)) > MOST_ANSWERS:
            raise _Broken(Fault.TOO_DEEP)
        return branches

    def reads_a_side(self) -> bool:
        """Tell whether at least one whole side of the line reads: that makes it a plan with a fault and no chatter."""
        end = len(self.line)
        then = self._find_then(1)
        if then == end:
            return self._is_made_of_steps(1) or (self._may_be_stranger(1) and self._is_made_of_steps(2))
        behind = then + 1
        if self._reads(1, then) or (self._may_be_stranger(1) and self._reads(2, then)):
            return True
        if self._condition(1, then) is not None:
            return True
        return any(self._reads(behind, stop) for stop in range(behind + 1, end + 1) if self._ends_clause(stop))

    def _may_be_stranger(self, at: int) -> bool:
        """Tell whether an item may be the name of somebody who does not play, and no word of small talk.

        "Se possibile," and the next line's order are no plan, nor is "if that is fine with you", where *fine* is
        Italian for the end of a turn.
        """
        line = self.line
        if at >= len(line) or line.items[at].roles or line.is_mark(at) or line.is_mark(at + 1):
            return False
        return line.has(0, Role.IF) and line.text[line.items[at].start].isupper()

    def _is_made_of_steps(self, start: int) -> bool:
        """Tell whether all items from one on are steps behind each other, whoever plays them."""
        end, reached = len(self.line), {start}
        for at in range(start, end):
            if at in reached and self.line.is_mark(at):
                reached.add(at + 1)
            elif at in reached:
                reached |= {stop for stop in range(at + 1, min(at + LONGEST_STEP, end) + 1) if self._reads(at, stop)}
        return start < end and end in reached

    def reads_anywhere(self) -> bool:
        """Tell whether there is a step anywhere."""
        end = len(self.line)
        return any(
            self._reads(at, stop) for at in range(end) for stop in range(at + 1, min(at + LONGEST_STEP, end) + 1)
        )

    def _ends_clause(self, at: int) -> bool:
        return at == len(self.line) or self.line.is_mark(at)

    def _reads(self, start: int, end: int) -> bool:
        return start < end and bool(self._steps(start, end, ()))

    # Clauses

    def _find_then(self, start: int, end: int | None = None) -> int:
        return self.line.find(Role.THEN, start, len(self.line) if end is None else end)

    def _list_thens(self, start: int, end: int) -> list[int]:
        """List the places of "then"; those that may be a player's name come last."""
        found = [at for at in range(start, end) if self.line.has(at, Role.THEN)]
        return sorted(found, key=self._may_be_name)

    def _may_be_name(self, at: int) -> bool:
        return self.line.has(at - 1, Role.IF, Role.AND, Role.OR) and self._name_at(at)[0] is not None

    def _begins_clause(self, at: int) -> bool:
        """Tell whether a clause begins at an item. Italian *se* and Dutch *als* do so behind a comma or an "and"."""
        line = self.line
        if at == 0 or not line.has(at, Role.IF, Role.OTHERWISE, Role.NEXT):
            return at == 0
        apart = line.is_mark(at - 1) or line.has(at - 1, Role.AND)
        if line.has(at, Role.IF):
            return apart
        if line.has(at, Role.OTHERWISE):
            return apart or not line.has(at - 1, Role.IF, Role.THEN)
        # Some words for "next" also join two steps; only with a choice behind them do they begin a clause.
        joins = line.has(at, Role.AND)
        return apart and (not joins or line.find(Role.OR, at, len(line)) < len(line))

    def _read_clauses(self, *, numbered: bool) -> tuple[Branch, ...]:
        line = self.line
        starts = [at for at in range(len(line)) if self._begins_clause(at)]
        branches: list[Branch] = []
        paths: list[Branch] = [()]
        for start, end in zip(starts, [*starts[1:], len(line)], strict=True):
            if start and line.is_mark(start - 1, ";"):
                raise _Broken(Fault.SEMICOLON_IF, line.slice(start, end))
            if any(path and len(path[-1].choices) > 1 for path in paths):
                raise _Broken(Fault.BEHIND_NEXT, line.slice(start, end))
            if line.has(start, Role.OTHERWISE) and paths != [()]:
                branches.extend(paths)
                paths = list(dict.fromkeys(path[:-1] for path in paths))
            plies = self._read_clause(start, end, paths[0], numbered=numbered)
            if len(paths) * len(plies) + len(branches) > MOST_NODES:
                raise _Broken(Fault.TOO_MANY)
            paths = [(*path, ply) for path, ply in product(paths, plies)]
        return tuple(_marked(branch) for branch in (*branches, *paths))

    def _read_clause(self, start: int, end: int, path: Branch, *, numbered: bool) -> list[Ply]:
        line = self.line
        end = self._without_joint(start, end)
        if line.has(start, Role.NEXT):
            return [self._read_next(start + 1, end, path)]
        if line.has(start, Role.OTHERWISE):
            begin = start + 1 + line.has(start + 1, Role.THEN)
            return [self._answer(begin, end, LAST, path)]
        thens = self._list_thens(start + 1, end)
        if not thens and numbered:
            thens = [at for at in [self._find_mine(start + 1, end)] if at < end]
        if not thens:
            raise _Broken(Fault.NO_ANSWER, line.slice(start, end))
        faults: list[_Broken] = []
        for then in thens:
            try:
                return self._read_if(start, then, end, path)
            except _Broken as fault:
                faults.append(fault)
        raise faults[0]

    def _read_if(self, start: int, then: int, end: int, path: Branch) -> list[Ply]:
        behind = then + 1
        if (second := self._find_then(behind, end)) < end:
            raise _Broken(Fault.SECOND_THEN, self.line.slice(second, end))
        conditions = self._read_conditions(start + 1, then, path)
        return [self._answer(behind, end, when, path) for when in conditions]

    def _without_joint(self, start: int, end: int) -> int:
        """Leave out the comma and the "and" before the next clause."""
        while end > start + 1 and (self.line.is_mark(end - 1, ",;") or self.line.has(end - 1, Role.AND)):
            # The last word of a line is no joint: French "et" behind nothing is a fault of its own.
            if end == len(self.line) and not self.line.is_mark(end - 1):
                break
            end -= 1
        return end

    def _find_mine(self, start: int, end: int) -> int:
        """Find the "you" between both sides of an echoed line."""
        return next((at for at in range(start + 1, end) if self.line.has(at, Role.MINE)), end)

    def _read_conditions(self, start: int, end: int, path: Branch) -> Sequence[Condition]:
        start, end = self.line.trim(start, end)
        if start >= end:
            raise _Broken(Fault.NO_CONDITION)
        before = self._before(path, theirs=True)
        found = self._condition(start, end, before)
        if found is None:
            raise self._blame(start, end)
        return found

    def _blame(self, start: int, end: int) -> _Broken:
        """Say why a condition cannot be read: a move that is denied, a name that nobody has, one's own, or else."""
        about = self.line.slice(start, end)
        if self._denies_move(start, end):
            return _Broken(Fault.NOT_BEFORE_MOVE, about)
        seat, behind = self._name_at(start)
        if seat == self.setting.seat and behind < end:
            return _Broken(Fault.OWN_NAME, about)
        first = self.line.items[start]
        if (
            behind == start
            and len(first.text) > 1
            and first.text.isalpha()
            and (self._reads(start + 1, end) or self._reads(start + 2, end))
        ):
            return _Broken(Fault.UNKNOWN_NAME, self.line.text[first.start : first.end])
        return _Broken(Fault.UNREADABLE_CONDITION, about)

    def _denies_move(self, start: int, end: int) -> bool:
        """Tell whether a move stands behind a "not", or before one that only polite words follow."""
        line = self.line
        return any(
            self._reads(at + 1, end)
            or (all(line.has(rest, *_AROUND) for rest in range(at + 1, end)) and bool(self._condition(start, at)))
            for at in range(start, end)
            if line.has(at, Role.NOT)
        )

    # Conditions: alternatives of terms

    def _condition(self, start: int, end: int, before: Sequence[str] = ()) -> list[Condition] | None:
        """Read terms between "and" and "or"; the shortest terms that leave a readable rest."""
        for named in (False, True):
            found = self._alternatives(start, end, before, {}, named=named)
            if found is not None:
                return [Condition.of(terms) for alternatives in found for terms in alternatives]
        return None

    def _alternatives(
        self, start: int, end: int, before: Sequence[str], seen: dict[int, list[_Alternatives] | None], *, named: bool
    ) -> list[_Alternatives] | None:
        """Read the text between each "or": a list of alternatives, as words may mean either of two steps."""
        if start in seen:
            return seen[start]
        seen[start] = None
        for stop in range(start + 1, min(end, start + LONGEST_TERM) + 1):
            if stop < end and not self.line.has(stop, Role.AND, Role.OR):
                continue
            term = self._term(start, stop, before, named=named)
            if term is None:
                continue
            if stop == end:
                seen[start] = [term]
                break
            rest = self._alternatives(stop + 1, end, before, seen, named=named)
            if rest is not None:
                both = self.line.has(stop, Role.AND)
                joined = [[*one, *other] for one, other in product(term, rest[0])] if both else []
                if len(joined) > MOST_NODES:
                    raise _Broken(Fault.TOO_MANY)
                seen[start] = [joined, *rest[1:]] if both else [term, *rest]
                break
        return seen[start]

    def _term(self, start: int, end: int, before: Sequence[str], *, named: bool) -> _Alternatives | None:
        """Read one term, which may be either of two steps; an alternative is an empty list for "any"."""
        # A term begins with no "and", not even where that is a filler word of the game.
        if self.line.has(start, Role.AND) or any(self.line.is_mark(at, ",") for at in range(start, end)):
            return None
        if start + 1 == end and self.line.has(start, Role.ANY):
            return [[]]
        seat, behind = self._name_at(start)
        if not named and self._says_more(start, behind, end, before):
            seat, behind = None, start
        if behind == start and self.line.has(start, Role.ANYBODY) and start + 1 < end:
            behind, seat = start + 1, None
        if seat == self.setting.seat:
            return None
        if behind == start and (fact := self._fact(start, end)) is not None:
            return [[fact]]
        # Steps begin with no joint: the E of "rotate C4 E; P C3" is a side.
        joint = self.line.is_mark(behind) or self.line.is_mark(end - 1) or self.line.has(behind, Role.AND, Role.OR)
        steps = None if joint else self._steps(behind, end, before)
        if not steps:
            return None
        others = self.setting.others
        mover = others[0] if len(others) == 1 else seat
        return [[Move(said, mover)] for said in product(*((step.text, *step.either) for step in steps))]

    def _says_more(self, start: int, behind: int, end: int, before: Sequence[str]) -> bool:
        """Tell whether a name belongs to the step: the archaeologist's letter, but no mere filler such as *dan*.

        A name with which nothing can be read is one. Otherwise "Anna A F1 and Dan A F1" would be two steps of Anna, as
        a game may overlook *and dan* between them.
        """
        whole = self._steps(start, end, before) if behind > start else None
        return whole is not None and whole != self._steps(behind, end, before)

    def _fact(self, start: int, end: int) -> Term | None:
        if end - start > LONGEST_FACT:
            return None
        fact = self._read_fact(self.line.slice(start, end))
        if fact is not None:
            return fact
        # "not" stands before the fact, or behind its first word as in "M14 nicht frei".
        for at in range(start, end):
            if self.line.has(at, Role.NOT):
                said = f"{self.line.slice(start, at)} {self.line.slice(at + 1, end)}"
                if (fact := self._read_fact(said)) is not None:
                    return fact.denied()
        return None

    def _read_fact(self, text: str) -> Fact | None:
        facts, known = self.setting.game.facts, self.budget.facts
        if facts is None:
            return None
        if text not in known:
            self._spend()
            known[text] = facts.read_fact(text)
        return known[text]

    def _name_at(self, start: int) -> tuple[Seat | None, int]:
        """Find a player's name at an item: the seat, and the item behind the name."""
        for words, seat in self.names:
            said: list[str] = []
            at = start
            while at < len(self.line) and len(said) < len(words) and not self.line.is_mark(at):
                said += self.line.items[at].text.split()
                at += 1
            if said and tuple(said) == words:
                return seat, at
        return None, start

    # Answers

    def _answer(self, start: int, end: int, when: Condition, path: Branch) -> Ply:
        start, end = self.line.trim(start, end)
        about = self.line.slice(start, end)
        anyway = False
        if self.line.has(end - 1, Role.ANYWAY) and start < end:
            end, anyway = end - 1, True
        elif self.line.has(start, Role.ANYWAY):
            start, anyway = start + 1, True
        start, end = self.line.trim(start, end, ",;+")
        if start >= end:
            raise _Broken(Fault.NO_ANSWER, about)
        steps = self._steps(start, end, self._before((*path, Ply(when, ())), theirs=False))
        if steps is None:
            either = self.line.find(Role.OR, start, end)
            raise _Broken(Fault.OR_IN_ANSWER if either < end else Fault.UNREADABLE_ANSWER, about)
        if not all(map(self._is_whole, steps)):
            raise _Broken(Fault.INCOMPLETE_ANSWER, about)
        if self.setting.game.planner.one_step_turns and len(steps) > 1:
            raise _Broken(Fault.UNREADABLE_ANSWER, about)
        return Ply(when, (tuple(step.text for step in steps),), anyway=anyway, asks=when.is_last)

    def _is_whole(self, step: PlannedStep) -> bool:
        """Tell whether nothing is left out, or only a choice that a habit decides."""
        side = self.setting.side
        return step.complete or complete_step(side.game, side.table.position, step.text, side.habits) != step.text

    def _read_next(self, start: int, end: int, path: Branch) -> Ply:
        """Read ``next A or B``: whatever happened, the first that is legal."""
        ends = [*(at for at in range(start, end) if self.line.has(at, Role.OR)), end]
        plies: list[Ply] = []
        at = start
        for stop in ends:
            try:
                plies.append(self._answer(at, stop, LAST, path))
            except _Broken:
                # An "or" that is part of a step: take in the next piece too.
                if stop == end:
                    raise
                continue
            at = stop + 1
        choices = tuple(dict.fromkeys(ply.choices[0] for ply in plies))
        if len(choices) > MOST_NODES:
            raise _Broken(Fault.TOO_MANY)
        return Ply(LAST, choices, anyway=any(ply.anyway for ply in plies), asks=True)

    # Steps

    def _before(self, path: Branch, *, theirs: bool) -> tuple[str, ...]:
        """List a planned step of each turn before the one that is read now."""
        turns = [""] * self.setting.ahead
        for ply in path:
            move = next((term for term in ply.when.terms if isinstance(term, Move)), None)
            turns += [move.steps[0] if move else "", ply.choices[0][0] if ply.choices else ""]
        return tuple(turns if theirs else turns[:-1])

    def _steps(self, start: int, end: int, before: Sequence[str]) -> tuple[PlannedStep, ...] | None:
        """Read steps of one turn: all as it stands, or between the marks, or between "and" too."""
        marks = [at for at in range(start, end) if self.line.is_mark(at)]
        if not marks:
            return self._joined(start, end, before)
        steps: list[PlannedStep] = []
        at = start
        for stop in (*marks, end):
            if at == stop:
                at = stop + 1
                continue
            piece = self._joined(at, stop, before)
            if piece is None:
                return None
            steps += piece
            at = stop + 1
        return tuple(steps) if steps and len(steps) <= MOST_STEPS else None

    def _joined(self, start: int, end: int, before: Sequence[str]) -> tuple[PlannedStep, ...] | None:
        while start < end and self.line.has(start, Role.AND):
            start += 1
        whole = self._chain(start, end, before)
        if whole is not None:
            return whole
        if (start, end, tuple(before)) in self.not_joined:
            return None
        for stop in range(start + 1, min(end, start + LONGEST_STEP)):
            if self.line.has(stop, Role.AND) and (head := self._chain(start, stop, before)):
                rest = self._joined(stop + 1, end, before)
                if rest is not None:
                    return (*head, *rest)
        self.not_joined.add((start, end, tuple(before)))
        return None

    def _chain(self, start: int, end: int, before: Sequence[str]) -> tuple[PlannedStep, ...] | None:
        """Read steps that stand behind each other; without polite words around them if need be."""
        while start < end:
            steps = self._read_all(self.line.slice(start, end), before)
            if steps is not None:
                return steps
            if self.line.has(start, *_AROUND):
                start += 1
            elif self.line.has(end - 1, *_AROUND):
                end -= 1
            else:
                return None
        return None

    def _read_all(self, text: str, before: Sequence[str]) -> tuple[PlannedStep, ...] | None:
        key = (text, tuple(before))
        known = self.budget.steps
        if key not in known:
            self._spend()
            known[key] = self._read_anew(text, before)
        return known[key]

    def _spend(self) -> None:
        if self.reads <= 0:
            raise _Broken(Fault.TOO_LONG)
        self.reads -= 1

    def _read_anew(self, text: str, before: Sequence[str]) -> tuple[PlannedStep, ...] | None:
        steps: list[PlannedStep] = []
        while text and len(steps) < MOST_STEPS:
            try:
                step = self.setting.game.planner.read_ahead(self.setting.side.table.position, text, before)
            except UnreadableStep:
                return None
            if len(step.rest) >= len(text):
                return None
            steps.append(replace(step, rest=""))
            text = step.rest
        return tuple(steps) if not text and steps else None

    # The short form

    def _read_short(self) -> Branch:
        """Read plies without "then": theirs, mine, theirs, mine. There must be only one way to read them."""
        start, end = self.line.trim(1, len(self.line))
        anyway = self.line.has(end - 1, Role.ANYWAY) and start < end
        found = {self._branch_of(plies) for plies in self._plies(start, end - anyway)}
        if not found:
            raise _Broken(Fault.NO_ANSWER, self.line.slice(start, end))
        if len(found) > 1:
            raise _Broken(Fault.UNCLEAR_PLIES, self.line.slice(start, end))
        branch = found.pop()
        return _marked((*branch[:-1], replace(branch[-1], anyway=anyway)))

    def _plies(self, start: int, end: int) -> set[tuple[Steps, ...]]:
        """Find all ways to read the items as plies. Filler words between them make no difference."""
        found: set[tuple[Steps, ...]] = set()
        open_ends: list[tuple[int, tuple[Steps, ...]]] = [(start, ())]
        seen = set(open_ends)
        while open_ends:
            at, plies = open_ends.pop()
            if at < end and self.line.is_mark(at, ",") and plies:
                at += 1
            if at >= end:
                if plies and len(plies) % 2 == 0:
                    found.add(plies)
                continue
            if len(seen) > MOST_PLIES_TRIED:
                raise _Broken(Fault.UNCLEAR_PLIES, self.line.slice(start, end))
            if len(plies) == 2 * MOST_ANSWERS:
                continue
            before = (*[""] * self.setting.ahead, *(steps[0] for steps in plies))
            for stop, steps in self._groups(at, end, before, mine=len(plies) % 2 == 1):
                reached = (stop, (*plies, steps))
                if reached not in seen:
                    seen.add(reached)
                    open_ends.append(reached)
        return found

    def _groups(self, start: int, end: int, before: Sequence[str], *, mine: bool) -> Iterator[tuple[int, Steps]]:
        """Find the groups that begin at an item: one step, or several joined by marks."""
        comma = next((at for at in range(start, end) if self.line.is_mark(at, ",")), end)
        for stop in range(start + 1, min(comma, start + LONGEST_STEP) + 1):
            if self.line.is_mark(stop - 1):
                break
            step = self._single(start, stop, before)
            if step is None or step.either or (mine and not self._is_whole(step)):
                continue
            if self.line.is_mark(stop, ";+"):
                for behind, rest in self._groups(stop + 1, end, before, mine=mine):
                    yield behind, (step.text, *rest)
            else:
                yield stop, (step.text,)

    def _single(self, start: int, end: int, before: Sequence[str]) -> PlannedStep | None:
        steps = self._chain(start, end, before)
        return steps[0] if steps and len(steps) == 1 else None

    def _branch_of(self, plies: tuple[Steps, ...]) -> Branch:
        others = self.setting.others
        seat = others[0] if len(others) == 1 else None
        pairs = zip(plies[::2], plies[1::2], strict=True)
        return tuple(Ply(Condition.of([Move(theirs, seat)]), (mine,)) for theirs, mine in pairs)


def _marked(branch: Branch) -> Branch:
    """Let an `anyway` count for the answers before it too."""
    last = max((at for at, ply in enumerate(branch) if ply.anyway), default=-1)
    return tuple(replace(ply, anyway=at <= last) for at, ply in enumerate(branch))
