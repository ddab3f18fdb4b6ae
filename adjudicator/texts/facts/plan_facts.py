"""Facts about plans and habits, for answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from adjudicator.texts.facts.help_facts import CommandLine
from adjudicator.texts.facts.letter_facts import PlanNews

PlanMark: TypeAlias = Literal["", "open", "later", "doubt"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRow:
    """One answer of a plan: its number in the tree, its condition, and the steps that are then played."""

    number: str
    when: str
    """Empty for the line of last resort, which holds when no other does."""
    plays: str
    """All choices, the first that is legal counts; ends in the reader's word for *anyway* if it has that."""
    mark: PlanMark = ""
    """Result of the check of a new line: it leaves the turn open, is looked at when it comes, or is unlikely."""
    reason: str = ""
    """Why it is unlikely, as the game says it."""
    waits: bool = False
    """Whether it counts only after a yes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanAnswer:
    """The reader's plan for the match, which only they see."""

    kind: ClassVar[str] = "plan"
    order: str
    rows: tuple[PlanRow, ...]
    other: str = ""
    """The only other player, if there is one."""
    clashes: tuple[tuple[str, str], ...] = ()
    """Pairs of conditions that may both hold, with different answers: then nothing would be played."""
    cancel: str = ""
    """The line that cancels the plan."""
    boards: str = ""
    """The line that shows the boards to which it leads."""
    gone: PlanNews | None = None
    """Result of the plan in the running turn of the reader."""

    @property
    def waits(self) -> bool:
        """Whether some lines count only after a yes."""
        return bool(self.waiting)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The numbers of those lines."""
        return tuple(row.number for row in self.rows if row.waits)

    @property
    def later(self) -> tuple[str, ...]:
        """The numbers of the lines that are checked when they come; of those that wait for a yes more is told."""
        return tuple(row.number for row in self.rows if row.mark == "later" and not row.waits)

    @property
    def all_later(self) -> bool:
        """Whether no line could be checked yet."""
        return len(self.later) == len(self.rows)

    @property
    def foresees_all(self) -> bool:
        """Whether a line of last resort answers whatever comes first."""
        return any(not (row.when or row.waits or "." in row.number) for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class KindLine:
    """A kind of condition or habit: an example in the reader's words, and the msgid of its meaning."""

    example: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanBoard:
    """The board behind one answer of a plan."""

    row: PlanRow
    board: str = ""
    """Empty where it depends on facts that nobody knows yet."""
    left: str = ""
    """The steps that the answer still plays behind the board, and that bring something to light."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanBoardsAnswer:
    """The boards to which the reader's plan leads; without any, there is no plan."""

    kind: ClassVar[str] = "plan_boards"
    order: str
    boards: tuple[PlanBoard, ...]
    others: str = ""
    """The line that shows the board behind the next answer, if there are more than one letter shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HabitsAnswer:
    """Habits of the reader in the match, and those that they could set."""

    kind: ClassVar[str] = "habits"
    order: str
    habits: tuple[str, ...]
    """Lines that set them, as they are."""
    kinds: tuple[KindLine, ...]
    """All kinds that the game has; the examples are lines that set one."""
    cancel: str = ""
    """The line that ends the first of `habits`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpPlansAnswer:
    """How a plan is written in this game."""

    kind: ClassVar[str] = "help_plans"
    order: str
    examples: tuple[KindLine, ...]
    """Whole lines, and their meanings."""
    facts: tuple[KindLine, ...]
    """Facts of the board that a condition may name."""
    habits: tuple[KindLine, ...]
    commands: tuple[CommandLine, ...]
