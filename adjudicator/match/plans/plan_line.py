"""One line of a letter, as far as plans are concerned: a plan, a broken one, or chatter."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from adjudicator.match.plans.plan import Condition, Steps


class Fault(StrEnum):
    """Why a line that begins like a plan is none."""

    NO_ANSWER = "no_answer"
    NO_CONDITION = "no_condition"
    UNREADABLE_CONDITION = "unreadable_condition"
    UNREADABLE_ANSWER = "unreadable_answer"
    INCOMPLETE_ANSWER = "incomplete_answer"
    UNKNOWN_NAME = "unknown_name"
    OWN_NAME = "own_name"
    NOT_BEFORE_MOVE = "not_before_move"
    OR_IN_ANSWER = "or_in_answer"
    SECOND_THEN = "second_then"
    SEMICOLON_IF = "semicolon_if"
    UNCLEAR_PLIES = "unclear_plies"
    BEHIND_NEXT = "behind_next"
    NUMBERED = "numbered"
    TOO_LONG = "too_long"
    TOO_DEEP = "too_deep"
    TOO_MANY = "too_many"


@dataclass(frozen=True, slots=True)
class Ply:
    """A condition and the answer to it."""

    when: Condition
    choices: tuple[Steps, ...]
    anyway: bool = False
    asks: bool = False
    """Whether it counts only after a yes: any, otherwise and next."""


Branch: TypeAlias = tuple[Ply, ...]


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A line that is a plan: the branches that it means, joined from so many lines of the letter."""

    text: str
    branches: tuple[Branch, ...]
    lines: int = 1


@dataclass(frozen=True, slots=True)
class BrokenLine:
    """A line that was meant as a plan and cannot be read. `about` quotes the part that cannot."""

    text: str
    fault: Fault
    about: str = ""
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Chatter:
    """A line that is no plan."""

    text: str
    lines: int = 1


ReadLine: TypeAlias = PlanLine | BrokenLine | Chatter
