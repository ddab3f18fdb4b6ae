"""The plan file: JSON lines, one match and one seat's plan a line, and the effect of the plan.

The functions are those that the service calls. The format is in docs/developers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from adjudicator.codec import codec_for
from adjudicator.engines.contract import AnyEngine, AnyPosition, AnyStep, Seat
from adjudicator.engines.registry import engine_for
from adjudicator.match.course.replay import Replay, ReplayError, replay_record
from adjudicator.match.plans.check import Mark, Verdict, check_branch
from adjudicator.match.plans.events import Event, make_events
from adjudicator.match.plans.firing import Firing, Status, fire_plan
from adjudicator.match.plans.habits import NO_HABITS, Habits, add_habit, habits_of
from adjudicator.match.plans.letter_lines import read_lines
from adjudicator.match.plans.lexicon import Lexicon
from adjudicator.match.plans.line_reader import Setting
from adjudicator.match.plans.merge import find_clashes, merge_branches
from adjudicator.match.plans.plan import NO_PLAN, Game, Plan, confirm_plan
from adjudicator.match.plans.plan_line import BrokenLine, Chatter, PlanLine
from adjudicator.match.plans.side import Side
from adjudicator.match.plans.wording import Writer, format_plan, list_rows
from adjudicator.match.record.bad_record import BadRecord
from adjudicator.match.record.record import Record, load_record
from adjudicator.match.rulings.ruling import rule_on
from adjudicator.match.rulings.table import AnyTable, Played

MOST_LINES: Final = 200


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """One line of the file."""

    record: msgspec.Raw
    seat: Seat
    lines: list[str]
    id: str | int | None = None
    after: int | None = None
    """The number of the entry after which the plan is made; by default the last step that stands."""
    move: str = ""
    """The orders of the same letter, above the plan, if it is the seat's turn."""
    others: list[str] = []
    """Letters of the others, for their turns as they come."""
    names: list[str] = []
    habits: list[str] = []
    language: str = "en"
    yes: bool = False
    """Whether lines that wait for a yes have got it."""


class _Id(msgspec.Struct):
    id: str | int | None = None


class BadCaseError(ValueError):
    """A line that makes no sense; the text says why."""


def answer_lines(file: Iterable[bytes], lexicon: Lexicon) -> Iterator[str]:
    """Answer each line of a plan file with a line."""
    for line in file:
        if line.strip():
            yield msgspec.json.encode(_answer(line, lexicon)).decode()


def _answer(line: bytes, lexicon: Lexicon) -> dict[str, object]:
    try:
        case = codec_for(Case).read(line)
        return {"id": case.id, **_Told(case, lexicon).tell()}
    except (msgspec.DecodeError, BadCaseError, BadRecord, ReplayError) as fault:
        return {"id": _id_of(line), "error": str(fault)}


def _id_of(line: bytes) -> str | int | None:
    try:
        return codec_for(_Id).read(line).id
    except msgspec.DecodeError:
        return None


class _Told:
    """One case as far as it is told."""

    def __init__(self, case: Case, lexicon: Lexicon) -> None:
        self.case = case
        self.lexicon = lexicon
        record = load_record(bytes(case.record))
        if not isinstance(record, Record):
            raise BadCaseError("plans need a record of version 2")
        replay = replay_record(record, _engine_of(record))
        game = Game.of(replay.engine)
        if game is None:
            raise BadCaseError(f"the steps of {record.header.rules} cannot be planned")
        self.game = game
        self.names = case.names or _names_of(record)
        if len(self.names) != len(record.header.seats) or case.seat not in range(len(self.names)):
            raise BadCaseError(f"the match has {len(record.header.seats)} seats, counted from 0")
        self.table, self.events = _stand_after(replay, game, case.after)
        self.habits = self._read_habits()
        if case.move:
            self._play_own_move()

    def tell(self) -> dict[str, object]:
        """Read, check, merge and fire."""
        if len(self.case.lines) > MOST_LINES:
            raise BadCaseError(f"a plan has {MOST_LINES} lines at most")
        plan, lines = self._read()
        writer = Writer(self.game, self.names, self.case.seat, self.lexicon, self.case.language)
        clashes = find_clashes(self.game, plan)
        told = {
            "lines": lines,
            "tree": [
                {
                    "number": row.number,
                    "if": row.when,
                    "play": row.plays,
                    "anyway": row.node.anyway,
                    "waits": row.node.waits,
                }
                for row in list_rows(plan, writer)
            ],
            "warnings": [[writer.write_condition(one), writer.write_condition(other)] for one, other in clashes],
        }
        turns, left = self._play(confirm_plan(plan) if self.case.yes else plan, writer)
        return {**told, "turns": turns, "left": list(format_plan(left, writer))}

    def _read_habits(self) -> Habits:
        engine, read = habits_of(self.game), NO_HABITS
        for text in self.case.habits:
            habit = engine.read_habit(text) if engine else None
            if habit is None:
                raise BadCaseError(f"{text!r} is no habit of this game")
            read = add_habit(self.game, read, habit)
        return read

    def _play_own_move(self) -> None:
        ruling = rule_on(self.table, self.case.seat, self.table.turn, self.case.move.splitlines())
        if ruling.refused or ruling.table.turn == self.table.turn:
            raise BadCaseError(
                f"the plan is not reached: {self.case.move!r} does not end a turn of seat {self.case.seat}"
            )
        self.table = ruling.table
        self.events += make_events(self.game, ruling.played, self.events[-1].n if self.events else 0)

    def _read(self) -> tuple[Plan, list[dict[str, object]]]:
        setting = self._setting()
        plan, told = NO_PLAN, list[dict[str, object]]()
        for line in read_lines(self.case.lines, setting):
            match line:
                case Chatter(text):
                    told.append({"line": text, "is": "chatter"})
                case BrokenLine(text, fault, about):
                    told.append({"line": text, "is": "broken", "fault": fault, "about": about})
                case PlanLine():
                    plan, said = self._merge(plan, line)
                    told.append({"line": line.text, **said})
        return plan, told

    def _setting(self) -> Setting:
        return Setting(self._side(self.table), tuple(self.names), self.lexicon)

    def _side(self, table: AnyTable) -> Side:
        return Side(self.game, table, self.case.seat, self.habits)

    def _merge(self, plan: Plan, line: PlanLine) -> tuple[Plan, dict[str, object]]:
        marks = [list(check_branch(self._side(self.table), branch, self.events)) for branch in line.branches]
        checks = [[_format_mark(mark) for mark in branch] for branch in marks]
        if any(mark.verdict is Verdict.REFUSED for branch in marks for mark in branch):
            return plan, {"is": "refused", "checks": checks}
        since = self.events[-1].n if self.events else 0
        merged = merge_branches(self.game, plan, line.branches, since)
        if merged.fault:
            return plan, {"is": "refused", "fault": merged.fault}
        return merged.plan, {"is": "plan", "replaces": len(merged.replaced), "checks": checks}

    def _play(self, plan: Plan, writer: Writer) -> tuple[list[dict[str, object]], Plan]:
        """Play the letters of the others, and the answers of the plan, as long as there is either."""
        table, events, letters = self.table, self.events, list(self.case.others)
        told: list[dict[str, object]] = []
        begun = table.to_move == self.case.seat
        while (seat := table.to_move) is not None:
            if seat == self.case.seat:
                if begun or not plan:
                    break
                firing = fire_plan(self._side(table), plan, events)
                told.append(_format_firing(firing, seat, writer))
                plan, table, played = firing.rest, firing.table, firing.played
                begun = firing.status is not Status.PLAYED
            elif letters:
                ruling = rule_on(table, seat, table.turn, letters.pop(0).splitlines())
                told.append({"seat": seat, "by": "letter", "steps": _steps(ruling.played)})
                if ruling.refused:
                    told[-1]["refused"] = [refused.order for refused in ruling.refused]
                table, played = ruling.table, ruling.played
            else:
                break
            events += make_events(self.game, played, events[-1].n if events else 0)
        return told, plan


def _engine_of(record: Record) -> AnyEngine:
    try:
        return engine_for(record.header.rules)
    except KeyError:
        raise BadCaseError(f"no engine for {record.header.rules} is installed") from None


def _names_of(record: Record) -> list[str]:
    """Name the seats by those who began there, as far as the record tells."""
    opened = [record.openings.get(seat.holder.id or "") for seat in record.header.seats]
    return [
        opening.text if opening else seat.alias or f"Seat {number}"
        for number, (opening, seat) in enumerate(zip(opened, record.header.seats, strict=True))
    ]


def _stand_after(
    replay: Replay[AnyPosition, AnyStep], game: Game, after: int | None
) -> tuple[AnyTable, tuple[Event, ...]]:
    """Return the table after an entry, and the steps that stood then."""
    if after is not None and not 0 <= after < len(replay.tables):
        raise BadCaseError(f"the record has {len(replay.tables) - 1} entries")
    standing = replay.course.line(after)
    last = after if after is not None else (standing[-1] if standing else 0)
    events = [event for n in standing for event in make_events(game, [replay.played[n]], n - 1)]
    return replay.tables[last], tuple(events)


def _steps(played: Sequence[Played]) -> list[str]:
    return [entry.step for entry in played]


def _format_mark(mark: Mark) -> dict[str, object]:
    told: dict[str, object] = {"check": mark.verdict}
    if mark.objection:
        told |= {"objection": mark.objection, "step": mark.step, "nearest": list(mark.nearest)}
        told |= {"reason": mark.reason.key if mark.reason else None}
    return told


def _format_firing(firing: Firing, seat: Seat, writer: Writer) -> dict[str, object]:
    told: dict[str, object] = {
        "seat": seat,
        "by": "plan",
        "status": firing.status,
        "steps": _steps(firing.played),
        "lost": list(format_plan(firing.lost, writer)),
    }
    if firing.status is Status.HELD:
        told["held"] = list(firing.answer)
    if firing.not_played:
        told["not_played"] = list(firing.not_played)
    if firing.step:
        told["refused"] = firing.step
    return told
