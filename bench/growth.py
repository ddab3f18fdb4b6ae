"""The cost of a ruling, of pages and of queries by the size of the database."""

from __future__ import annotations

import logging

import structlog

from bench.dataset import Size
from bench.queries import Findings, ask, database, show_findings
from bench.table import show

SIZES = (Size(100, 1_000), Size(1_000, 10_000), Size(10_000, 100_000), Size(100_000, 1_000_000))
TITLE = "Growth, {}"


def show_growth(largest: int, *, postgres: bool) -> None:
    """Print what a ruling, pages and the slowest query take in ever larger clubs, then the tables of the largest."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    name = "PostgreSQL" if postgres else "SQLite"
    found = [_found(size, postgres=postgres) for size in SIZES if size.archived <= largest]
    head = (
        "finished matches",
        "running matches",
        "a ruling, ms",
        "front page",
        "archive",
        "sweep",
        "slowest query",
    )
    show(TITLE.format(name), head, [_row(one) for one in found])
    show_findings(found[-1], name)


def _found(size: Size, *, postgres: bool) -> Findings:
    with database(postgres=postgres) as url:
        return ask(url, size)


def _row(found: Findings) -> tuple[object, ...]:
    uses, slowest = dict(found.uses), max(one.ms for one in found.answers)
    pages = (uses[name] for name in ("the front page", "the archive", "a sweep"))
    return f"{found.size.archived:,}", f"{found.size.running:,}", found.ruling, *pages, slowest
