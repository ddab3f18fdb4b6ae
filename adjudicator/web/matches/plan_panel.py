"""The part of a match's page with the visitor's plan and habits. Nobody else sees it."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.match.plans.habits import habits_of
from adjudicator.services.matches.plans.sealed_plans import read_habits, read_plan
from adjudicator.services.matches.rows.match_rows import load_match_for
from adjudicator.services.matches.view.plan_view import may_plan, plan_view
from adjudicator.texts.facts.plan_facts import KindLine, PlanAnswer
from adjudicator.texts.plans.plan_kinds import list_examples
from adjudicator.texts.plans.plan_tree import Branch, word_rows
from adjudicator.web.matches.match_view import MatchView
from adjudicator.web.rendering.rendering import render_text

EXAMPLES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class PlanPanel:
    """Panel about a plan on the page of a match."""

    answer: PlanAnswer
    branches: tuple[Branch, ...]
    """The rows of the tree in words."""
    board_lines: tuple[str, ...]
    """For each row, the line that shows the board to which it leads."""
    gone: str
    """Result of the plan in the running turn, in words."""
    habits: tuple[tuple[str, str], ...]
    """Each habit as the line that sets it, and the line that ends it."""
    examples: tuple[KindLine, ...]
    has_habits: bool
    """Whether the game has any."""


def find_plan(view: MatchView) -> PlanPanel | None:
    """Return the visitor's plan; None for who does not play, and where nothing can be planned any more."""
    seat, match, language = view.seat, view.match, view.visitor.language
    if seat is None or not may_plan(match, seat):
        return None
    seen = plan_view(view.scene, load_match_for(match, seat.player))
    if seen is None:
        return None
    answer = seen.answer("", read_plan(view.context.secret, seat))
    code, engine = language.language, habits_of(seen.game)
    said = [engine.format_habit(one, code) for one in read_habits(view.context.secret, seat)] if engine else []
    set_word, end_word = word_for("habit", code), word_for("cancel habit", code)
    others = [name for at, name in enumerate(seen.setting.names) if at != seat.number]
    return PlanPanel(
        answer=answer,
        branches=word_rows(answer.rows, language),
        board_lines=tuple(seen.write_boards_line(row.number) for row in answer.rows),
        gone=render_text(language, "_plan_said", plan=answer.gone) if answer.gone else "",
        habits=tuple((f"{set_word} {one}", f"{end_word} {one}") for one in said),
        examples=list_examples(view.engine.rules.name, code, others[0], several=len(others) > 1)[:EXAMPLES_SHOWN],
        has_habits=engine is not None,
    )
