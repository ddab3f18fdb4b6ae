"""Finds the plan lines of a letter, joined again where a mail program broke them.

Indentation, blank lines and order mean nothing. A line is joined to the next one that is not empty in these cases:

- It ends in a word or mark that something must follow, or the next line begins with one.
- A mail program can have made the break: the next line begins no plan itself, and its first word would not have fitted.

The longest joining that is wholly a plan counts, with two exceptions:

- A plan is not joined to a line that is an order by itself: people write the orders of their turn below a plan.
- The last word of a line may also be a letter of the board, such as the Italian "o" and "se". The line then counts for
  itself in two cases: it is a plan and no joining is; or it is no plan without that word, and the next line begins one.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engines.contract import UnreadableStep
from adjudicator.match.plans.lexicon import Lexicon, Role
from adjudicator.match.plans.line_items import Line, normalize_line
from adjudicator.match.plans.line_reader import LONGEST_LINE, MOST_STEPS, Budget, Setting, read_line
from adjudicator.match.plans.plan_line import BrokenLine, Chatter, PlanLine, ReadLine
from adjudicator.match.rulings.phrasing import order_words
from adjudicator.match.rulings.small_talk import begins_like_order

NARROWEST = 30
"""Columns of the narrowest lines that a mail program makes."""
MOST_JOINED = 130
MOST_TRIED = 40
"""Joinings of one line that are tried."""
_ENOUGH = 60
"""Characters at an end of a line in which its first or last phrase stands."""
_OPEN_ENDS = (Role.IF, Role.THEN, Role.OR, Role.AND, Role.NOT, Role.NEXT)
_BEGINNINGS = (Role.IF, Role.OTHERWISE, Role.NEXT)


def read_lines(lines: Sequence[str], setting: Setting) -> tuple[ReadLine, ...]:
    """Read all lines of a letter; quotes and signatures are already off."""
    written = [line for line in lines if line.strip()]
    read: list[ReadLine] = []
    budget = Budget()
    at = 0
    while at < len(written):
        one = _read_from(written, at, setting, budget)
        read.append(one)
        at += one.lines
    return tuple(read)


def read_first(lines: Sequence[str], setting: Setting, budget: Budget) -> ReadLine:
    """Read the first of some lines, joined with as many of the next ones as belong to it; none of them is empty."""
    return _read_from(lines[:MOST_JOINED], 0, setting, budget)


def _read_from(lines: Sequence[str], at: int, setting: Setting, budget: Budget) -> ReadLine:
    if not begins_plan(lines[at], setting.lexicon):
        return Chatter(lines[at])
    apart, alone, counts, fewest = _joinings(lines, at, setting)
    for count in (*apart, *alone, *counts):
        text = _join(lines[at : at + count])
        found = read_line(text, setting, budget)
        if isinstance(found, PlanLine) and (count not in apart or _needs_last_word(text, setting, budget)):
            return PlanLine(text, found.branches, count)
    text = _join(lines[at : at + fewest])
    found = read_line(text, setting, budget)
    if isinstance(found, BrokenLine):
        return BrokenLine(text, found.fault, found.about, fewest)
    return Chatter(lines[at])


def _needs_last_word(text: str, setting: Setting, budget: Budget) -> bool:
    """Tell whether a line would be no plan without its last word.

    If it would still be one, the word joins it to the next line: some games ignore an "and" behind an order, and the
    Dutch "en" can also be read as east and north.
    """
    return not isinstance(read_line(text.rsplit(maxsplit=1)[0], setting, budget), PlanLine)


def _join(lines: Sequence[str]) -> str:
    return " ".join(line.strip() for line in lines)


def begins_plan(line: str, lexicon: Lexicon) -> bool:
    """Tell whether a line begins with a word that a plan begins with. Most lines do not, so it is asked first."""
    words = normalize_line(line[: 2 * _ENOUGH]).lstrip("0123456789.) ").split(" ", lexicon.most)
    return Line.of(" ".join(words[: lexicon.most]), lexicon).has(0, *_BEGINNINGS)


def _joinings(
    lines: Sequence[str], at: int, setting: Setting
) -> tuple[Sequence[int], Sequence[int], Sequence[int], int]:
    """Count the lines that may belong together, in the order in which they are tried.

    1. Those that end in a word behind which something must follow, unless it is a letter of the board, if the next line
       begins a plan: hardly anything that follows a word like "or" begins like that.
    2. Those behind which nothing must follow, and an order by itself follows.
    3. All others: of those behind which nothing must follow, the most first; then those that end in such a word.

    The fourth value is the fewest lines behind which nothing must follow.
    """
    apart: list[int] = []
    alone: list[int] = []
    ended: list[int] = []
    open_ended: list[int] = []
    count, size = 1, len(lines[at])
    while at + count < len(lines) and count < MOST_JOINED:
        above, below = lines[at + count - 1], lines[at + count]
        size += len(below) + 1
        must = _follows(below, setting) or _ends_in_mark(above, setting)
        may_end_in_letter = not must and _ends_open(above, setting)
        if may_end_in_letter:
            (apart if begins_plan(below, setting.lexicon) else open_ended).append(count)
        elif not must:
            ended.append(count)
            if _is_order(below, setting):
                alone.append(count)
        if size > LONGEST_LINE or not (must or may_end_in_letter or _may_go_on(above, below, setting)):
            break
        count += 1
    if count not in ended:
        ended.append(count)
    return apart, alone[:MOST_TRIED], (*reversed(ended[:MOST_TRIED]), *reversed(open_ended), *reversed(apart)), ended[0]


def _is_order(line: str, setting: Setting) -> bool:
    """Tell whether all of a line is steps, and nothing of them is left out.

    Without a place only a single word counts: sides may belong to the step above. Nor does a line count that begins
    with "or" or "and", unless that word is a letter of the board: it goes on with the line above.
    """
    first, _, behind = line.strip().partition(" ")
    if setting.cut(normalize_line(first)).has(0, Role.OR, Role.AND) and _is_order(behind, setting):
        return False
    if len(line.split()) > 1 and not begins_like_order(line, order_words(setting.side.table)):
        return False
    steps, text = list[str](), line.strip()
    while text and len(steps) < MOST_STEPS:
        try:
            step = setting.game.planner.read_ahead(setting.side.table.position, text, tuple(steps))
        except UnreadableStep:
            return False
        if not step.complete or len(step.rest) >= len(text):
            return False
        steps.append(step.text)
        text = step.rest
    return not text and bool(steps) and (steps[0].isalpha() or len(line.split()) > 1)


def _ends_in_mark(line: str, setting: Setting) -> bool:
    end = _end_of(line, setting)
    return end.is_mark(len(end) - 1)


def _ends_open(line: str, setting: Setting) -> bool:
    end = _end_of(line, setting)
    return len(end) > 0 and end.has(len(end) - 1, *_OPEN_ENDS)


def _end_of(line: str, setting: Setting) -> Line:
    return setting.cut(normalize_line(line)[-_ENOUGH:])


def _follows(line: str, setting: Setting) -> bool:
    """Tell whether a line begins with a word or mark that must stand behind something."""
    begin = setting.cut(normalize_line(line)[:_ENOUGH])
    return begin.has(0, Role.THEN, Role.ANYWAY) or begin.is_mark(0)


def _may_go_on(above: str, below: str, setting: Setting) -> bool:
    first = below.split(maxsplit=1)[0]
    return not begins_plan(below, setting.lexicon) and len(above.strip()) + 1 + len(first) >= NARROWEST
