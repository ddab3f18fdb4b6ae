"""Plans: what a letter costs whose ruling fires a plan of 60 answers, beside the same letter without a plan."""

from __future__ import annotations

import logging
import time
from statistics import median

import structlog
from sqlalchemy import update

from adjudicator.match.plans.plan import MOST_NODES
from adjudicator.match.rulings.ruling import rule_on
from adjudicator.match.rulings.table import AnyTable
from adjudicator.services.jobs import judging
from adjudicator.services.matches.plans.sealed_plans import read_plan
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.store.schema import upgrade_schema
from adjudicator.store.tables import EntryRow, Seat
from bench.queries import database
from bench.table import show
from testkit.agreed_match import agree
from testkit.club import ANNA, BOB, Club, to_move

GAMES = ("egyptos", "cheops", "pharao")
TIMES = 15
MOST = 1.5
"""What firing may cost, in rulings."""


def main() -> bool:
    """Print what firing costs for each game; return whether it is within the budget."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    rows = [(game, *_measure(game)) for game in GAMES]
    table = [(game, 1000 * plain, 1000 * fired, (fired - plain) / plain) for game, plain, fired in rows]
    show(f"A plan of {MOST_NODES} answers fires", ("", "letter, CPU ms", "with the plan", "firing, in letters"), table)
    return all(ratio <= MOST for *_, ratio in table)


def _measure(game: str) -> tuple[float, float]:
    plain, fired = list[float](), list[float]()
    for _ in range(TIMES):
        for planned, times in ((False, plain), (True, fired)):
            with database(postgres=False) as url:
                upgrade_schema(url)
                times.append(_judge(Club.found(url), game, planned=planned))
    return median(plain), median(fired)


def _judge(club: Club, game: str, *, planned: bool) -> float:
    """Judge a letter that ends a turn, and which a plan answers if there is one."""
    agree(club, game, (ANNA, BOB))
    mover = to_move(club)
    planner = BOB if mover == ANNA else ANNA
    table = load_match(club.match()).table
    turn, answer = _turns(table)
    begun = [f"{order}; end" if "end" in turn else order for order in table.legal_orders]
    lines = [f"if {condition} then {answer} anyway" for condition in dict.fromkeys(("; ".join(turn), *begun))]
    club.answer(club.last(planner), "\n".join(lines[:MOST_NODES]))
    seat = next(one for one in club.match().seats if one.player is not None and one.player.address in planner)
    if not read_plan(club.context.secret, seat).plan:
        raise AssertionError(f"no plan of {game} was kept")
    if not planned:
        with club.context.store.writing() as session:
            session.execute(update(Seat).values(plan=None))
    before = club.match().entry_count
    letter = club.last(mover)
    number = club.drop(mover, str(letter["Reply-To"]), "\n".join(turn))
    start = time.process_time()
    judging.judge_letter(club.context, number, club.now)
    spent = time.process_time() - start
    by_plan = [row.how for row in _steps(club, before)].count("plan")
    if bool(by_plan) != planned:
        raise AssertionError(f"{by_plan} steps of {game} were played by the plan")
    club.context.store.close()
    return spent


def _turns(table: AnyTable) -> tuple[list[str], str]:
    """Find the steps of a turn, and an answer to it."""
    turn, after = _play(table)
    answer, _ = _play(after)
    return turn, "; ".join(answer)


def _play(table: AnyTable) -> tuple[list[str], AnyTable]:
    steps, seat, turn = list[str](), table.to_move, table.turn
    while table.to_move == seat and table.turn == turn and seat is not None:
        order = "end" if "end" in table.legal_orders else table.legal_orders[0]
        table = rule_on(table, seat, table.turn, [order]).table
        steps.append(order)
    return steps, table


def _steps(club: Club, after: int) -> list[EntryRow]:
    with club.context.store.reading() as session:
        return [row for row in session.merge(club.match()).entries if row.n > after and row.step]
