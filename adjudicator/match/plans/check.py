"""Checks a branch now: plays it through as far as no secret comes to light, with the knowledge of its writer.

Refused is only what is certainly impossible. What is illegal after the plainest turn that fits is kept as a doubt: the
others may play more. Whatever lies behind a secret, a fact, `any` or a third player is looked at when it comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from adjudicator.engines.contract import Note, Seat, StepError
from adjudicator.match.plans.events import Event, turns_of_others
from adjudicator.match.plans.habits import complete_step, play_habits
from adjudicator.match.plans.plan import Condition, Game, Move, Node, Path, Plan, Steps
from adjudicator.match.plans.plan_line import Branch, Ply
from adjudicator.match.plans.side import Side
from adjudicator.match.rulings.table import AnyTable, Played, play_forced


class Verdict(StrEnum):
    """The result for one ply of a branch."""

    FINE = "fine"
    OPEN = "open"
    """It leaves the writer's turn open."""
    LATER = "later"
    """It will be checked when it comes."""
    DOUBT = "doubt"
    REFUSED = "refused"


class Objection(StrEnum):
    """Why a ply is refused or doubted."""

    CONDITION = "condition"
    """The others cannot play that."""
    ANSWER = "answer"
    """The answer cannot be legal."""
    GOES_ON = "goes_on"
    """The answer goes on behind the end of its turn."""
    LEAVES_OPEN = "leaves_open"
    """Something hangs behind an answer that leaves the turn open."""
    REVEALS = "reveals"
    """The condition itself brings something great to light, so that the answer needs `anyway`."""
    AFTER_YOU = "after_you"
    """The condition names somebody who does not play before the writer does."""
    OVER = "over"
    """The match is over by then."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Result of the check for a ply. `reason` is the game's, `nearest` are legal steps to suggest."""

    verdict: Verdict
    objection: Objection | None = None
    step: str = ""
    seat: Seat | None = None
    """Who is named by a condition that comes too late."""
    reason: Note | None = None
    nearest: tuple[str, ...] = ()


FINE = Mark(Verdict.FINE)
LATER = Mark(Verdict.LATER)


def check_branch(side: Side, branch: Branch, events: Sequence[Event] = ()) -> tuple[Mark, ...]:
    """Check each ply of a branch; nothing is said of the plies behind a refused one.

    The side has the match after the orders of the same letter; `events` are the events in it.
    """
    checker = _Checker(side, turns_of_others(events, side.seat))
    marks: list[Mark] = []
    for number, ply in enumerate(branch):
        marks.append(checker.check(ply, first=number == 0, last=number == len(branch) - 1))
        if marks[-1].verdict is Verdict.REFUSED:
            break
    return tuple(marks)


@dataclass(frozen=True, slots=True)
class Reached:
    """The table behind an answer, or behind its steps up to the first that brings something to light."""

    table: AnyTable
    left: Steps = ()
    """The steps of the answer that are not on it."""


def trace_answer(side: Side, plan: Plan, path: Path, events: Sequence[Event] = ()) -> Reached | None:
    """Play a plan through up to the answer with a number; None where that depends on facts that nobody knows yet.

    Raises `LookupError` for a number that the tree does not have.
    """
    branch, nodes = list[Node](), plan.nodes
    for number in path:
        if not 1 <= number <= len(nodes):
            raise LookupError(number)
        branch.append(nodes[number - 1])
        nodes = branch[-1].below
    checker = _Checker(side, turns_of_others(events, side.seat))
    for number, node in enumerate(branch):
        checker.reached = None
        checker.check(Ply(node.when, node.choices, node.anyway), first=number == 0, last=number == len(branch) - 1)
    return checker.reached


@dataclass
class _Checker:
    side: Side
    seen: tuple[tuple[Seat, Steps], ...]
    here: AnyTable | None = field(init=False)
    """The table as far as the branch can be played through."""
    reached: Reached | None = None
    """State that the last answer has led to."""

    game: Game = field(init=False)
    table: AnyTable = field(init=False)
    seat: Seat = field(init=False)

    def __post_init__(self) -> None:
        self.game, self.table, self.seat = self.side.game, self.side.table, self.side.seat
        mine = self.table.to_move == self.seat
        self.here = None if mine else self.table

    def check(self, ply: Ply, *, first: bool, last: bool) -> Mark:
        """Check one ply, and go on to the table behind it."""
        mark = self._check_never(ply, first=first)
        if mark is None and self.here is not None:
            mark = self._play_condition(ply.when, first=first)
        if mark is None and self.here is not None and len(ply.choices) == 1:
            mark = self._play_answer(ply.choices[0], last=last)
        if mark is None or mark.verdict is not Verdict.FINE:
            self.here = None
        return mark or LATER

    # What can never be legal

    def _check_never(self, ply: Ply, *, first: bool) -> Mark | None:
        for move in (term for term in ply.when.terms if isinstance(term, Move)):
            if first and self._has_happened(move):
                continue
            if first and move.seat is not None and move.seat not in self._before_writer:
                return Mark(Verdict.REFUSED, Objection.AFTER_YOU, move.steps[0], move.seat)
            for step in move.steps:
                if reason := self._never(step, None):
                    return Mark(Verdict.REFUSED, Objection.CONDITION, step, reason=reason)
            if not ply.anyway and any(self._surely_reveals(step) for step in move.steps):
                return Mark(Verdict.REFUSED, Objection.REVEALS, move.steps[0])
        hand = self.seat if first and self.table.to_move != self.seat else None
        refused = [
            Mark(Verdict.REFUSED, Objection.ANSWER, step, reason=reason)
            for steps in ply.choices
            if (step := next((one for one in steps if self._never(one, hand)), ""))
            and (reason := self._never(step, hand))
        ]
        return refused[0] if len(refused) == len(ply.choices) else None

    @cached_property
    def _before_writer(self) -> frozenset[Seat]:
        """Who plays before the writer does: seats take their turns in a circle."""
        mover, count = self.table.to_move, self._seats
        if mover is None or mover == self.seat:
            return frozenset(range(count))
        return frozenset((mover + step) % count for step in range((self.seat - mover) % count))

    def _has_happened(self, move: Move) -> bool:
        return any(
            move.seat in (None, seat) and self.game.planner.includes(steps, move.steps) for seat, steps in self.seen
        )

    def _never(self, step: str, seat: Seat | None) -> Note | None:
        here = self.here or self.table
        return self.game.planner.never_legal(here.position, step, seat)

    def _surely_reveals(self, step: str) -> bool:
        here = self.here or self.table
        return self.game.planner.surely_reveals(here.position, step)

    # Playing it through

    def _play_condition(self, when: Condition, *, first: bool) -> Mark | None:
        here, planner = self.here, self.game.planner
        moves = [term for term in when.terms if isinstance(term, Move)]
        steps = [step for move in moves for step in move.steps]
        # What has come before the line was written is told by the events, and not by the table.
        known = len(moves) == len(when.terms) and moves and not (first and any(map(self._has_happened, moves)))
        if here is None or not known or self._seats > 2:
            self.here = None
            return None
        turn = here.turn
        for step in steps:
            if planner.hinges_on_secret(here.position, step):
                self.here = None
                return None
            played = self._play_like(here, step)
            if played is None:
                # They may play other steps first, and the game words its reason for who is to move.
                if not planner.one_step_turns:
                    return Mark(Verdict.DOUBT, Objection.CONDITION, step)
                return Mark(Verdict.REFUSED, Objection.CONDITION, step, reason=self._why_not(here, step))
            here, revealed = played
            if revealed:
                self.here = None
                return None
        self.here = self._end_turn(here, turn)
        return self._over() if self.here is not None and self.here.to_move != self.seat else None

    def _why_not(self, table: AnyTable, wanted: str) -> Note | None:
        """Ask the game why a move of the others is not legal; None if it has no reason for just that."""
        try:
            table.engine.parse(table.position, self.game.planner.single_steps(wanted)[0])
        except StepError as error:
            return error.reason
        return None

    def _over(self) -> Mark:
        certain = self.game.planner.one_step_turns
        return Mark(Verdict.REFUSED if certain else Verdict.DOUBT, Objection.OVER)

    @cached_property
    def _seats(self) -> int:
        return len(self.side.view.sides)

    def _play_like(self, table: AnyTable, wanted: str) -> tuple[AnyTable, bool] | None:
        """Play the first legal step that is like a planned one; tell whether it revealed anything."""
        for single in self.game.planner.single_steps(wanted):
            fitting = (
                step
                for step, order in zip(table.legal_steps, table.legal_orders, strict=True)
                if self.game.planner.includes([order], [single])
            )
            step = next(fitting, None)
            if step is None:
                return None
            table, result = table.after(step)
            if result.revealed:
                return table, True
        return table, False

    def _end_turn(self, table: AnyTable, turn: int) -> AnyTable | None:
        """End the others' turn in the plainest way; None where that would bring something to light."""
        if table.turn == turn and table.to_move is not None:
            played = self._play_like(table, "end") if "end" in table.legal_orders else None
            if played is None or played[1] or (played[0].turn == turn and played[0].to_move is not None):
                return None
            table = played[0]
        return self._forced(table)

    def _forced(self, table: AnyTable) -> AnyTable | None:
        """Play the forced steps, while it is the writer's and brings nothing to light."""
        if table.to_move != self.seat:
            return table
        return self._unless_told(*play_forced(table))

    def _by_habits(self, table: AnyTable) -> AnyTable | None:
        return self._unless_told(*play_habits(self.game, table, self.seat, self.side.habits))

    def _unless_told(self, table: AnyTable, played: Sequence[Played]) -> AnyTable | None:
        """Return a table, unless something came to light on the way, or somebody else's secrets may have decided."""
        return None if any(entry.revealed or entry.seat != self.seat for entry in played) else table

    def _play_answer(self, steps: Steps, *, last: bool) -> Mark | None:
        """Play the steps one by one; None where something comes to light."""
        turn = self.here.turn if self.here else 0
        for number, step in enumerate(steps):
            here = self.here
            if here is None:
                return None
            if here.turn != turn or here.to_move != self.seat:
                spare = step == "end" and number == len(steps) - 1
                self.reached = Reached(here) if spare else None
                return FINE if spare else Mark(Verdict.REFUSED, Objection.GOES_ON, step)
            if mark := self._play_own(here, step):
                return mark
            if self.here is not None:
                self.reached = Reached(self.here, steps[number + 1 :])
        if self.here is not None:
            self.here = self._by_habits(self.here)
            self.reached = Reached(self.here) if self.here is not None else self.reached
        if self.here is None or self.here.turn != turn or self.here.to_move is None:
            return FINE if self.here else None
        return Mark(Verdict.OPEN) if last else Mark(Verdict.REFUSED, Objection.LEAVES_OPEN, steps[-1])

    def _play_own(self, here: AnyTable, step: str) -> Mark | None:
        """Play one step of an answer, unless something stands against it."""
        step = complete_step(self.game, here.position, step, self.side.habits)
        try:
            parsed = here.engine.parse(here.position, step)
        except StepError as error:
            return self._cannot(step, error.reason, error.nearest)
        begin = self.game.planner.single_steps(step)[0]
        if not self.game.planner.includes([here.engine.format(parsed.step)], [begin]):
            return self._cannot(step)
        after, result = here.after(parsed.step)
        self.here = None if result.revealed or parsed.rest else self._forced(after)
        return None

    def _cannot(self, step: str, reason: Note | None = None, nearest: Sequence[str] = ()) -> Mark:
        """Object to an answer: for certain only where nobody can have played anything else."""
        verdict = Verdict.REFUSED if self.game.planner.one_step_turns else Verdict.DOUBT
        return Mark(verdict, Objection.ANSWER, step, reason=reason, nearest=tuple(nearest))
