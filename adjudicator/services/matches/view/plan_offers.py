"""The line of a plan that the letter of a turn offers: an answer to a move that the other player could make then.

It is chosen in a sample of what its reader does not know, so it tells nothing of that; and it is one that is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from adjudicator.engines.contract import AnyStep, UnreadableStep
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.plans.check import Verdict, check_branch
from adjudicator.match.plans.plan import Condition, Game, Move, Node, Plan, Steps
from adjudicator.match.plans.plan_line import Ply
from adjudicator.match.plans.side import Side
from adjudicator.match.plans.wording import Writer, format_plan
from adjudicator.match.rulings.table import AnyTable, play_forced
from adjudicator.services.matches.view.order_examples import EXAMPLES, LONGEST_LINE, choose_steps, complete_turn

MOST_TRIED = 4
"""Moves and answers that are looked at."""
_END = "end"
_SAMPLE = b"a plan that depends on no secret"


@dataclass(frozen=True, slots=True)
class OfferedPlan:
    """A line of a plan, and the steps of the turn that it answers behind."""

    line: str
    behind: tuple[AnyStep, ...]


def offer_plan(side: Side, writer: Writer) -> OfferedPlan | None:
    """Write a line that plans an answer behind the first move that the reader is offered; None if none is found.

    Behind another move it may be refused: the possible moves of the other player depend on it.
    """
    if not side.may_play:
        return None
    sample = side.table.engine.resample(side.table.position, side.seat, SeededDealer(_SAMPLE))
    # In a game without secrets it is the table itself, which knows its legal steps already.
    here = side.table if sample is side.table.position else replace(side.table, position=sample)
    turn = complete_turn(here, choose_steps(here, EXAMPLES)[0])
    after = _play_turn(here, turn)
    for condition, behind in islice(_moves(side, after), MOST_TRIED):
        for answer in islice(_answers(side, behind), MOST_TRIED):
            branch = (Ply(condition, (answer,)),)
            if all(mark.verdict in (Verdict.FINE, Verdict.LATER) for mark in check_branch(side, branch)):
                (line,) = format_plan(Plan((Node(condition, (answer,)),)), writer)
                if len(line) <= LONGEST_LINE:
                    return OfferedPlan(line, tuple(turn))
    return None


def _moves(side: Side, table: AnyTable | None) -> Iterator[tuple[Condition, AnyTable]]:
    """Yield moves of the other player that bring nothing to light, in few words, and the table behind their turn."""
    if table is None or table.to_move in (None, side.seat):
        return
    planner = side.game.planner
    for step in choose_steps(table, MOST_TRIED):
        order = table.engine.format(step)
        known = not table.after(step)[1].revealed and not planner.hinges_on_secret(table.position, order)
        behind = (
            _play_turn(table, complete_turn(table, step))
            if known and order not in (_END, table.engine.rules.idle_step)
            else None
        )
        if behind is not None and behind.to_move == side.seat:
            yield Condition((Move((_shorten(side.game, table, order),)),)), behind


def _shorten(game: Game, table: AnyTable, order: str) -> str:
    """Leave out the parts that a condition does not need, such as which tile is laid."""
    for word in order.split():
        try:
            said = game.planner.read_ahead(table.position, word)
        except UnreadableStep:
            continue
        if not said.rest and game.planner.includes([order], [said.text]):
            return said.text
    return order


def _answers(side: Side, table: AnyTable) -> Iterator[Steps]:
    """Yield whole turns of the reader, from the tiles in their hand now."""
    planner, position = side.game.planner, side.table.position
    for step in choose_steps(table, MOST_TRIED):
        turn = complete_turn(table, step)
        written = tuple(map(table.engine.format, turn))
        ends = _after(table, turn).turn != table.turn
        if ends and not any(planner.never_legal(position, one, side.seat) for one in written):
            yield written


def _play_turn(table: AnyTable, steps: Sequence[AnyStep]) -> AnyTable | None:
    """Play a whole turn; None if it is not over then, or ends the match."""
    behind = _after(table, steps)
    return behind if behind.turn != table.turn and behind.to_move is not None else None


def _after(table: AnyTable, steps: Sequence[AnyStep]) -> AnyTable:
    for step in steps:
        table, _ = play_forced(table.after(step)[0])
    return table
