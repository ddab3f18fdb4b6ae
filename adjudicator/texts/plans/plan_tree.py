"""Draws a plan: its answers with their numbers, in columns where they fit, else below each other."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.texts.facts.plan_facts import PlanRow
from adjudicator.texts.formats.text_columns import MARGIN, WIDTHS, align_columns
from adjudicator.texts.language.language import Language


@dataclass(frozen=True, slots=True)
class Branch:
    """A row in words: its number, "if N13", "then you play L12", and notes about it."""

    number: str
    when: str
    plays: str
    remark: str = ""


def word_rows(rows: Sequence[PlanRow], language: Language) -> tuple[Branch, ...]:
    """Put the rows of a plan into words. A row of the first level reads back as a line of a plan."""
    return tuple(_word_row(row, language) for row in rows)


def draw_plan(rows: Sequence[PlanRow], language: Language, layout: str) -> str:
    """Draw a plan with a margin; a linear layout has a sentence for each answer."""
    branches = word_rows(rows, language)
    if layout == "linear":
        return "\n".join(_speak(branch, language) for branch in branches)
    width = WIDTHS[layout]
    table = align_columns([(branch.number, branch.when, branch.plays) for branch in branches]).splitlines()
    beside = all(len(MARGIN + line) <= width for line in table)
    edge = max((len(branch.number) for branch in branches), default=0)
    lines: list[str] = []
    for branch, row in zip(branches, table, strict=True):
        lines += [MARGIN + row] if beside else _stack(branch, edge, width)
        lines += _indent(branch.remark, edge, width, "")
    return "\n".join(lines)


def _word_row(row: PlanRow, language: Language) -> Branch:
    when, plays = language.gettext("if %(when)s"), language.gettext("then you play %(plays)s")
    if not row.when:
        when, plays = language.gettext("otherwise"), language.gettext("you play %(plays)s")
    remark = ""
    if row.mark == "open":
        remark = language.gettext("This leaves your turn open, and you finish it yourself.")
    elif row.mark == "doubt" and row.reason:
        remark = language.gettext("Kept, although it is not possible yet: %(reason)s") % {"reason": row.reason}
    elif row.mark == "doubt":
        remark = language.gettext("Kept, although it is not possible yet.")
    return Branch(row.number, when % {"when": row.when}, plays % {"plays": row.plays}, remark)


def _speak(branch: Branch, language: Language) -> str:
    said = f"{branch.number}{language.colon}{branch.when}, {branch.plays}."
    return f"{said} {branch.remark}".strip()


def _stack(branch: Branch, edge: int, width: int) -> Iterator[str]:
    first, *more = _indent(branch.when, edge, width)
    yield MARGIN + branch.number.ljust(edge) + first[len(MARGIN) + edge :]
    yield from more
    yield from _indent(branch.plays, edge, width)


def _indent(text: str, edge: int, width: int, deeper: str = MARGIN) -> list[str]:
    margin = " " * (len(MARGIN) + edge + 2)
    return textwrap.wrap(text, width, initial_indent=margin, subsequent_indent=margin + deeper, break_long_words=False)
