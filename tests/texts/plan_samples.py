"""Letters about plans and habits."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, get_args, get_type_hints

from adjudicator.engines.registry import newest_engine
from adjudicator.texts.facts import answer_facts, help_facts, line_report, plan_facts
from adjudicator.texts.facts.letter_facts import Event, PlanNews, WaitingOrders
from adjudicator.texts.facts.plan_facts import PlanAnswer, PlanRow
from adjudicator.texts.letters import clock_kinds, turn_kinds
from adjudicator.texts.plans.plan_kinds import list_examples, list_facts, list_habits

LINES = ("if M14 then N13, if L12 then K11", "if <b> M15 then L12")
COMMANDS = (help_facts.CommandLine(word="cancel plan", argument="NUMBER", summary="send me the board"),)
NEWS = PlanNews(
    status="open",
    answer="2 A4 keep; draw 1",
    step="draw 1",
    reason="Stack 1 is empty.",
    not_played="draw 1",
    lost=LINES,
    as_planned="as planned",
)
DELAYED = line_report.Done(order="2 A4 keep", said='This counts in 30 minutes; "yes" plays it at once.')
DUE = datetime(2026, 11, 28, 9, tzinfo=UTC)
KEPT_ORDERS = (
    WaitingOrders(status="confirm", orders="2 A4 keep; draw 1", yes="yes", wait="wait"),
    WaitingOrders(status="delay", orders="2 A4 keep", yes="yes", wait="wait", due=DUE),
    WaitingOrders(status="lapsed", orders="2 A4 keep; draw 1", yes="yes", wait="wait"),
)
PLANS: tuple[PlanAnswer, ...] = (
    PlanAnswer(
        order="plan",
        rows=(
            PlanRow(number="1", when="N13", plays="L12"),
            PlanRow(number="1.1", when="K11", plays="J10", mark="doubt", reason="There is no pyramid beside J10."),
            PlanRow(number="1.2", when="", plays="M16 or N15", waits=True),
            PlanRow(number="2", when="M14 free", plays="M16", mark="later"),
        ),
        other="Anna",
        clashes=(("N13", "M14 free"),),
        cancel="cancel plan",
        boards="plan boards",
    ),
    PlanAnswer(
        order="plan",
        rows=(
            PlanRow(number="1", when="Bob A3 and market 15", plays="2 A4 keep; draw 1 anyway", mark="later"),
            PlanRow(number="2", when="", plays="1 A4 keep; draw 1", mark="later"),
        ),
        cancel="cancel plan",
    ),
    PlanAnswer(
        order="plan", rows=(PlanRow(number="1", when="A4", plays="2 A5 keep", mark="open"),), gone=NEWS, cancel="cancel"
    ),
    PlanAnswer(order="plan", rows=(PlanRow(number="1", when="A4", plays="2 A5 keep", mark="doubt"),)),
    PlanAnswer(order="plan", rows=(), gone=replace(NEWS, status="held")),
)


BOARDS: tuple[plan_facts.PlanBoardsAnswer, ...] = (
    plan_facts.PlanBoardsAnswer(
        order="plan boards",
        boards=(
            plan_facts.PlanBoard(row=PLANS[0].rows[0], board="   L M\n 9 X O"),
            plan_facts.PlanBoard(row=PLANS[1].rows[0], board="   L M\n 9 X .", left="draw 1"),
            plan_facts.PlanBoard(row=PLANS[1].rows[1]),
        ),
        others="plan 4 board",
    ),
    plan_facts.PlanBoardsAnswer(order="plan boards", boards=()),
)


def plan_samples(turn: dict[str, Any]) -> dict[str, Any]:
    """Write them from the facts of a turn."""
    kinds = list_habits(newest_engine("cheops"), "en", "habit")
    habits = (
        plan_facts.HabitsAnswer(
            order="habits", habits=("habit end", "habit draw stack 2 1 3"), kinds=kinds, cancel="cancel habit end"
        ),
        plan_facts.HabitsAnswer(order="habits", habits=(), kinds=kinds),
        plan_facts.HabitsAnswer(order="habits", habits=(), kinds=()),
    )
    help_plans = plan_facts.HelpPlansAnswer(
        order="help plans",
        examples=list_examples("cheops", "en"),
        facts=list_facts(newest_engine("cheops"), "en"),
        habits=kinds,
        commands=COMMANDS,
    )
    answers: dict[str, tuple[answer_facts.Answer, ...]] = {
        "plan": PLANS,
        "plan boards": BOARDS,
        "habits": habits,
        "help plans": (help_plans,),
    }
    statuses = get_args(get_type_hints(PlanNews)["status"])
    planned = (
        Event(turn=8, seat=1, order="2 A4 keep", said="You took a treasure.", by="plan"),
        Event(turn=8, seat=1, order="draw 1", said="You drew.", by="habit"),
        Event(turn=9, seat=0, order="3 A5 keep", said="Anna took a treasure.", by="plan"),
    )
    return {
        **{
            f"receipt, {name}": turn_kinds.Receipt(**turn, account=line_report.LineReport(), answers=answered)
            for name, answered in answers.items()
        },
        "receipt, orders that count later": turn_kinds.Receipt(
            **turn, account=line_report.LineReport(waiting=(DELAYED,), delayed=True)
        ),
        "your_turn, played ahead": turn_kinds.Turn(**turn | {"news": planned}),
        "your_turn, plan without lines": turn_kinds.Turn(**turn, plan=replace(NEWS, status="refused", lost=())),
        **{
            f"your_turn, plan {status}": turn_kinds.Turn(**turn, plan=replace(NEWS, status=status))
            for status in statuses
        },
        "reminder, plan": clock_kinds.Reminder(**turn, plan=NEWS),
        **{f"your_turn, orders {one.status}": turn_kinds.Turn(**turn | {"kept_orders": one}) for one in KEPT_ORDERS},
    }
