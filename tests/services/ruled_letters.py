"""Letters of a few lines that are ruled on in the middle of a match, without a database."""

from __future__ import annotations

from functools import cache

from adjudicator.engines.contract import AnyEngine
from adjudicator.engines.registry import newest_engine
from adjudicator.engines.suite.cases import cases_of
from adjudicator.engines.suite.walks import random_walk
from adjudicator.mail.commands.lines.order_lines import sort_order_lines
from adjudicator.match.rulings.ruling import AnyRuling, rule_on
from adjudicator.match.rulings.table import AnyTable, Table
from adjudicator.services.orders.order_wording import WORDING, is_step, offer_comments

GAMES = ("egyptos", "cheops", "pharao")
FIRST, EVERY = 6, 5
"""The positions of a walk that are looked at."""


@cache
def tables(game: str, count: int = 12) -> tuple[AnyTable, ...]:
    """List positions of a game in which there is something to choose, all kinds of decisions among them."""
    engine: AnyEngine = newest_engine(game)
    found: list[AnyTable] = []
    for case in cases_of(engine)[:2]:
        positions = random_walk(case, 0).positions[FIRST:-1:EVERY]
        found += [Table(engine, one) for one in positions if len(engine.legal_steps(one)) > 1][: count // 2]
    return tuple(found)


def ruled(table: AnyTable, letter: str) -> AnyRuling:
    """Rule on the lines of a letter as the services do."""
    lines = sort_order_lines(letter.splitlines(), "match", lambda line: is_step(table, line), offer_comments())
    seat = table.to_move
    assert seat is not None
    return rule_on(table, seat, table.turn, lines.orders, WORDING)


def played(table: AnyTable, letter: str) -> tuple[str, ...]:
    """List the steps that a letter plays, without those that the server plays by itself."""
    return tuple(one.step for one in ruled(table, letter).played if one.order)
