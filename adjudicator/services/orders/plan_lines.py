"""The plan lines of a letter to a seat: found among its lines, checked against the board behind its orders, and kept.

A plan counts from the position to which the orders of its letter have led. If they have not ended the turn, the plan
is not reached. A line that cannot be read or can never be played is refused, and stops none of the others.

A plan may cross the others' moves in the post, and come when it is its writer's turn again. Then it is read on the
board that its writer saw, and asked at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import TypeAlias

from sqlalchemy import and_, bindparam, func, or_, select

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.lines.order_lines import PlanText
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.lexicon.courtesy import without_courtesy
from adjudicator.mail.lexicon.wordlist import phrases
from adjudicator.match.plans import line_reader
from adjudicator.match.plans.check import Mark, Verdict, check_branch
from adjudicator.match.plans.events import Event
from adjudicator.match.plans.letter_lines import MOST_JOINED, begins_plan, read_first
from adjudicator.match.plans.lexicon import Role
from adjudicator.match.plans.line_items import normalize_line
from adjudicator.match.plans.line_reader import Budget, Setting
from adjudicator.match.plans.merge import merge_branches
from adjudicator.match.plans.plan import MOST_ANSWERS, MOST_NODES, Condition, Plan, parse_path, tree_mark
from adjudicator.match.plans.plan_line import Branch, BrokenLine, Fault, PlanLine
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.order_reader import small_talk
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.match.rulings.table import AnyTable
from adjudicator.services.matches.plans.played_steps import list_events
from adjudicator.services.matches.plans.sealed_plans import KeptPlan, Shown, keep_plan, read_plan
from adjudicator.services.matches.positions.past_positions import frame_at
from adjudicator.services.matches.rows.hint_rows import may_have_hints
from adjudicator.services.matches.rows.record_rows import VERSION_1
from adjudicator.services.matches.view.plan_view import NO_MARKS, PlanView, plan_lexicon, plan_view
from adjudicator.services.matches.view.presenter import presenter_for
from adjudicator.services.orders.order_wording import WORDING, is_step
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.orders.stale_answers import refuse_stale
from adjudicator.store.states import EntryKind
from adjudicator.store.tables import EntryRow
from adjudicator.texts.facts.plan_facts import PlanAnswer, PlanBoardsAnswer

_BOUNDS = {
    Fault.TOO_LONG: line_reader.LONGEST_LINE,
    Fault.TOO_DEEP: MOST_ANSWERS,
    Fault.TOO_MANY: MOST_NODES,
}
Conditions: TypeAlias = tuple[Condition, ...]
"""Conditions that lead to an answer of a plan."""
_PLAN_LEADS = phrases(
    "my plan, plan, the plan, here is my plan, one more thing",
    "mein plan, plan, der plan, außerdem, ausserdem, noch etwas",
    "mon plan, plan, aussi, et aussi, encore",
    "il mio piano, piano, inoltre, anche, e anche, ancora",
    "mijn plan, plan, verder, ook, en ook, nog iets",
)
"""Words before a colon behind which a plan begins, beside polite ones."""
_ENOUGH = 60
"""Characters of a line in which its first phrase stands."""
_KNOWN = select(func.max(EntryRow.n)).where(EntryRow.kind == EntryKind.STEP)
_LAST_BREAK = select(func.max(EntryRow.turn)).where(
    EntryRow.match_id == bindparam("match"),
    or_(
        EntryRow.kind.in_([EntryKind.UNDO, EntryKind.RULING]),
        and_(EntryRow.kind == EntryKind.STEP, EntryRow.seat == bindparam("seat"), EntryRow.forced.is_(False)),
    ),
)
"""The last turn in which a seat decided something or steps were taken back: a plan for the board before it is stale."""


def view_of(seat_letter: SeatLetter) -> PlanView | None:
    """Return the plan of the writer as they read it; None where nothing can be planned."""
    presenter = presenter_for(seat_letter.inbound.context, seat_letter.match, seat_letter.seat, seat_letter.inbound.now)
    return plan_view(presenter, seat_letter.loaded)


def show_plan(seat_letter: SeatLetter, order: str, marks: Mapping[Conditions, Mark] = NO_MARKS) -> PlanAnswer:
    """Show the writer their plan as it is, and note that they know its numbers; `marks` are those of new lines."""
    secret, seat = seat_letter.inbound.context.secret, seat_letter.seat
    view, kept = view_of(seat_letter), read_plan(secret, seat)
    if view is None:
        return PlanAnswer(order=order, rows=())
    _note_shown(seat_letter, kept)
    return view.answer(order, kept, marks)


def show_boards(seat_letter: SeatLetter, order: str, wanted: str) -> PlanBoardsAnswer:
    """Show the boards to which the writer's plan leads, or the one behind an answer with a number.

    Raises `LookupError` for a number that the tree does not have.
    """
    secret, seat = seat_letter.inbound.context.secret, seat_letter.seat
    view, kept = view_of(seat_letter), read_plan(secret, seat)
    if view is None or not kept.plan:
        return PlanBoardsAnswer(order=order, boards=())
    events = list_events(
        seat_letter.inbound.session,
        seat_letter.match,
        view.game,
        {seat.number: kept.plan},
        seat_letter.loaded.fresh,
    )
    answer = view.board_answer(order, kept.plan, events, parse_path(wanted) if wanted else None)
    if not wanted:
        _note_shown(seat_letter, kept)
    return answer


def _note_shown(seat_letter: SeatLetter, kept: KeptPlan) -> None:
    tree = tree_mark(kept.plan)
    if kept.plan and (kept.shown is None or kept.shown.tree != tree):
        shown = Shown(tree, seat_letter.inbound.now)
        keep_plan(seat_letter.inbound.context.secret, seat_letter.seat, replace(kept, shown=shown))


def crosses_turn(seat_letter: SeatLetter) -> bool:
    """Tell whether a letter was written before the turn of its writer began, in which they have played nothing."""
    match, seat = seat_letter.match, seat_letter.seat
    if match.to_move != seat.number or seat_letter.turn_ended or not 0 < seat_letter.letter_turn < match.turn:
        return False
    broken = seat_letter.inbound.session.scalar(_LAST_BREAK, {"match": match.id, "seat": seat.number})
    return (broken or 0) < seat_letter.letter_turn


def _reading_view(seat_letter: SeatLetter, *, crossed: bool) -> PlanView | None:
    """Return the view in which plan lines are read: of the board that the writer knew."""
    view = view_of(seat_letter)
    frame = frame_at(seat_letter.match, _known_entries(seat_letter)) if view and crossed else None
    if view is None or frame is None:
        return view
    table = replace(view.loaded.table, position=frame.position, turn=seat_letter.letter_turn)
    return replace(view, loaded=replace(view.loaded, table=table))


def plan_reader(seat_letter: SeatLetter) -> Callable[[Sequence[str]], PlanText | None]:
    """Return a function that reads a line of a plan at the beginning of some lines of the letter.

    While the turn of the writer lasts, ``next`` with one step behind it is how people write their second step.
    """
    return _PlanReader(seat_letter, seat_letter.loaded.table).read


@dataclass(frozen=True)  # no slots: `cached_property` needs a `__dict__`
class _PlanReader:
    """Reads lines of a plan. Not a nested function, whose call of itself is a cycle that holds all of the letter."""

    seat_letter: SeatLetter
    table: AnyTable
    budget: Budget = field(default_factory=Budget)

    @cached_property
    def _setting(self) -> Setting | None:
        view = _reading_view(self.seat_letter, crossed=crosses_turn(self.seat_letter))
        return view.setting if view else None

    def read(self, lines: Sequence[str]) -> PlanText | None:
        """Read a line of a plan, which may go on in the lines behind it; None if the first is none."""
        if not begins_plan(lines[0], plan_lexicon()):
            return self._read_behind_colon(lines)
        setting = self._setting  # few letters have a plan
        if setting is None:
            return None
        written = list(islice(((at, line) for at, line in enumerate(lines) if line.strip()), MOST_JOINED))
        found = read_first([line for _, line in written], setting, self.budget)
        if isinstance(found, PlanLine | BrokenLine):
            if setting.side.may_play and _is_plain_next(found, setting):
                return None
            return PlanText(found.text, written[found.lines - 1][0] + 1, is_plan=True)
        other = is_step(self.table, lines[0]) or read_line(lines[0], "match") is not None
        if other or not _begins_with_if(lines[0], setting):
            return None
        return PlanText(found.text.strip(), 1, is_plan=False)

    def _read_behind_colon(self, lines: Sequence[str]) -> PlanText | None:
        """Read ``Also: if M14 then N13``; with other words before the colon it is refused as a plan, never dropped."""
        head, colon, rest = lines[0].partition(":")
        if not colon or not begins_plan(rest, plan_lexicon()) or read_line(lines[0], "match") is not None:
            return None
        found = self.read([rest, *lines[1:]])
        if found is None or not found.is_plan:
            return None
        return found if not without_courtesy(head, _PLAN_LEADS) else replace(found, text=f"{head}: {found.text}")


def _begins_with_if(line: str, setting: Setting) -> bool:
    return setting.cut(normalize_line(line).lstrip("0123456789.) ")[:_ENOUGH]).has(0, Role.IF)


def _is_plain_next(found: PlanLine | BrokenLine, setting: Setting) -> bool:
    """Is a line ``next`` and one answer, or nothing that reads? With something behind it, it was meant as a plan."""
    if not setting.cut(normalize_line(found.text)[:_ENOUGH]).has(0, Role.NEXT):
        return False
    if isinstance(found, BrokenLine):
        return found.fault is not Fault.BEHIND_NEXT
    return len(found.branches) == 1 and len(found.branches[0][0].choices) == 1


def keep_plan_lines(seat_letter: SeatLetter, lines: Sequence[str], *, ordered: bool) -> PlanKeeper | None:
    """Add the plan lines of a letter to its writer's plan; `ordered` tells that orders stood above them.

    Return who has kept them; None if the plan is as it was.
    """
    match, seat, receipt = seat_letter.match, seat_letter.seat, seat_letter.receipt
    if not lines:
        return None
    crossed = not ordered and crosses_turn(seat_letter)
    objection = _objection(seat_letter, crossed=crossed)
    if objection is not None:
        for line in lines:
            receipt.add_refused(line, objection)
        return None
    if ordered and match.to_move == seat.number and not seat_letter.turn_ended:
        for line in lines:
            receipt.add_refused(line, Refusal(RefusalKey.PLAN_TURN_LASTS))
        return None
    keeper = PlanKeeper.of(seat_letter, crossed=crossed)
    if keeper is None:
        return None
    for line in lines:
        keeper.take(line)
    if not keeper.changed:
        return None
    seat_letter.tree_before = tree_mark(keeper.before)
    keep_plan(seat_letter.inbound.context.secret, seat, keeper.kept)
    return keeper


def show_kept_plan(seat_letter: SeatLetter, keeper: PlanKeeper) -> None:
    """Show the writer their plan as it is at the end of the letter, unless all of it was played at once."""
    receipt, plan = seat_letter.receipt, read_line("plan", "match")
    if plan is None:
        raise AssertionError("the command table has no plan")
    asked = any(given.command is plan.command for given in receipt.sorted.commands)
    if not asked and read_plan(seat_letter.inbound.context.secret, seat_letter.seat):
        receipt.add_question(plan, keeper.answer)


def _objection(seat_letter: SeatLetter, *, crossed: bool) -> Refusal | None:
    match, seat = seat_letter.match, seat_letter.seat
    if match.to_move is None:
        return refusals.match_over()
    if match.record_version == VERSION_1:
        return Refusal(RefusalKey.PLAN_OLD_RECORD)
    running = match.to_move == seat.number and not seat_letter.turn_ended
    if running and seat_letter.letter_turn != match.turn and not crossed:
        return refuse_stale(seat_letter)
    return None


@dataclass
class PlanKeeper:
    """Adds lines to a plan, and shows it. `crossed` tells that the turn of its writer runs, and asks it at once."""

    seat_letter: SeatLetter
    view: PlanView
    setting: Setting
    kept: KeptPlan
    since: int
    crossed: bool
    before: Plan
    changed: bool = False
    budget: Budget = field(default_factory=Budget)
    marks: dict[Conditions, Mark] = field(default_factory=dict)

    @classmethod
    def of(cls, seat_letter: SeatLetter, *, crossed: bool) -> PlanKeeper | None:
        """Return None where nothing can be planned."""
        view = _reading_view(seat_letter, crossed=crossed)
        if view is None:
            return None
        kept = read_plan(seat_letter.inbound.context.secret, seat_letter.seat)
        return cls(seat_letter, view, view.setting, kept, _known_entries(seat_letter), crossed, kept.plan)

    def take(self, line: str) -> None:
        """Add one line, or refuse it."""
        receipt = self.seat_letter.receipt
        found = line_reader.read_line(line, self.setting, self.budget)
        if not isinstance(found, PlanLine):
            fault = found if isinstance(found, BrokenLine) else BrokenLine(line, Fault.UNREADABLE_CONDITION, line)
            receipt.add_refused(line, self._refuse_broken(fault.fault, fault.about))
            return
        now = self.crossed or self.setting.side.may_play
        if now and any(branch[0].asks for branch in found.branches):
            receipt.add_refused(line, Refusal.of(RefusalKey.PLAN_NEXT_NOW, game=self._game))
            return
        # There is no time for a yes where nobody but the house plays before the writer.
        if may_have_hints(self.seat_letter.match, self.seat_letter.seat) and _asks(found):
            receipt.add_refused(line, Refusal.of(RefusalKey.PLAN_NEXT_HOUSE, game=self._game))
            return
        checked = [check_branch(self.setting.side, branch, self._events()) for branch in found.branches]
        refused = next((mark for marks in checked for mark in marks if mark.verdict is Verdict.REFUSED), None)
        if refused is not None:
            receipt.add_refused(line, self._refuse_mark(refused))
            return
        merged = merge_branches(self.view.game, self.kept.plan, found.branches, self.since)
        if merged.fault is not None:
            receipt.add_refused(line, self._refuse_broken(merged.fault, ""))
            return
        self.kept, self.changed = replace(self.kept, plan=merged.plan), True
        for branch, marks in zip(found.branches, checked, strict=True):
            self._note_marks(branch, marks)
        # With the answers behind them, which go as well.
        replaced = tuple(line for node in merged.replaced for line in self.view.write_lines(Plan((node,))))
        waits = _asks(found)
        kept = "match.plan_crossed" if self.crossed else "match.plan_kept"
        key = "match.plan_waits" if waits else kept
        told = receipt.waiting if waits else receipt.done
        told.append((line, Note.of(key, replaced=replaced)))

    def answer(self, seat_letter: SeatLetter, _given: GivenCommand) -> PlanAnswer:
        """Show the plan as it is at the end of the letter, with the results of the check of the new lines."""
        return show_plan(seat_letter, "", self.marks)

    def _events(self) -> tuple[Event, ...]:
        loaded, seat = self.seat_letter.loaded, self.seat_letter.seat
        session = self.seat_letter.inbound.session
        return list_events(session, self.seat_letter.match, self.view.game, {seat.number: self.kept.plan}, loaded.fresh)

    def _note_marks(self, branch: Branch, marks: Sequence[Mark]) -> None:
        for count, mark in enumerate(marks, 1):
            self.marks[tuple(ply.when for ply in branch[:count])] = mark

    def _refuse_broken(self, fault: Fault, about: str) -> Refusal:
        key = RefusalKey(f"plan_{fault}")
        names = tuple(name for at, name in enumerate(self.setting.names) if at != self.setting.seat)
        return Refusal.of(key, about=about, names=names, most=_BOUNDS.get(fault, 0), game=self._game)

    def _refuse_mark(self, mark: Mark) -> Refusal:
        if mark.objection is None:
            raise ValueError("nothing is refused without an objection")
        key, step = RefusalKey(f"plan_{mark.objection}"), self.view.write_step(mark.step)
        if mark.seat is not None:
            return Refusal.of(key, seat=mark.seat, game=self._game)
        return Refusal.of(key, step=step, nearest=mark.nearest, reason=mark.reason, game=self._game)

    @property
    def _game(self) -> str:
        return self.seat_letter.loaded.engine.rules.name


def _asks(line: PlanLine) -> bool:
    """Does a line count only after a yes?"""
    return any(ply.asks for branch in line.branches for ply in branch)


def _known_entries(seat_letter: SeatLetter) -> int:
    """Return the number of the last entry that the writer knew: the one before the turn of the letter they answer."""
    query = _KNOWN.where(EntryRow.match_id == seat_letter.match.id, EntryRow.turn < seat_letter.letter_turn)
    return seat_letter.inbound.session.scalar(query) or 0


def sort_below_plan(seat_letter: SeatLetter, lines: Sequence[str]) -> None:
    """Tell of each line below the first line of a plan that it was not read as an order; thanks are ignored."""
    for line in lines:
        if small_talk(seat_letter.loaded.table, line, seat_letter.seat.number, WORDING):
            seat_letter.receipt.ignored.append(line)
        else:
            seat_letter.receipt.add_refused(line, Refusal.of(RefusalKey.PLAN_ORDER_BELOW, line=line))
