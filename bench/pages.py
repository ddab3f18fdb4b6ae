"""What pages cost: those of long matches, at the first look and at the second, and all others that need no address.

Each match is looked at for the first time once in the life of a program, as long as the words of its notes are kept.
So several alike are played, and each is looked at twice. Each look is compared with a fixed loop beside it, and
milliseconds are this ratio times the fastest loop of the run, as `bench.archive_pages` explains.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path

from flask.testing import FlaskClient
from sqlalchemy import select

from adjudicator.store.tables import Match
from adjudicator.web.request import current_user
from bench.archive_pages import baseline_ms
from bench.scripted_match import ENDLESS
from bench.table import median, show
from bench.use_cases import signed_in_app
from testkit.club import Club
from testkit.database import make_tables
from testkit.finished_matches import Played, finish_matches

STEPS = 200
ALIKE = 7
"""Matches of each kind. The first two warm up the templates and are not counted."""
WARM_UP = 2
GOAL_MS = 15.0
MATCH_GOAL_MS = 30.0


@dataclass(frozen=True, slots=True)
class Kind:
    """Matches that are alike but for the steps."""

    words: str
    rules: str
    seats: int = 2
    options: tuple[tuple[str, int], ...] = ()


KINDS = (
    Kind("Egyptos", "egyptos/1", options=tuple(ENDLESS.items())),
    Kind("Cheops, two players", "cheops/1"),
    Kind("Cheops, four players", "cheops/1", 4),
    Kind("Das Gold des Pharao, two players", "pharao/1"),
    Kind("Das Gold des Pharao, three players", "pharao/1", 3),
)
PATHS = (
    *(
        "/",
        "/mine",
        "/turns",
        "/new",
        "/archive",
        "/statistics",
        "/openings",
        "/openings/egyptos",
        "/verify",
        "/mailbox",
    ),
    *("/preferences", "/preferences/digest", "/identity", "/presence", "/privacy", "/welcome"),
    *("/rules/egyptos", "/rules/cheops", "/rules/pharao"),
)
"""The pages of somebody who has signed in that need neither match nor token."""


@dataclass(slots=True)
class Visitor:
    """Somebody who has signed in and looks at pages, each beside the fixed loop."""

    client: FlaskClient
    fastest: float = inf
    """Of the loops so far, in milliseconds."""

    def look(self, path: str) -> float:
        """Get a page, and tell how many times the loop beside it that took."""
        before, begun = baseline_ms(), time.thread_time()
        response = self.client.get(path, headers={"Accept-Encoding": "gzip"})
        ms = 1000 * (time.thread_time() - begun)
        if response.status_code != 200:
            raise RuntimeError(f"{path} was answered {response.status}")
        loop = min(before, baseline_ms())
        self.fastest = min(self.fastest, loop)
        return ms / loop


def main() -> None:
    """Print the tables."""
    Path("var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir="var") as folder:
        url = f"sqlite:///{folder}/pages.sqlite3"
        make_tables(url)
        club = Club.found(url)
        codes = {kind: _play(club, kind) for kind in KINDS}
        app, token = signed_in_app(club.context)
        client = app.test_client()
        with client.session_transaction() as session:
            session[current_user.KEY] = token
        visitor = Visitor(client)
        matches = [_measure_matches(visitor, kind, codes[kind]) for kind in KINDS]
        others = {path: median([visitor.look(path) for _ in range(6)][1:]) for path in PATHS}
        _show(matches, others, visitor.fastest)
        club.context.store.close()


def _play(club: Club, kind: Kind) -> Sequence[tuple[str, int]]:
    """Play matches of a kind; return their codes, and how many steps were played before the rules ended them."""
    begun = datetime.now(UTC) - timedelta(days=30)
    played = [
        Played(
            drawn=STEPS, seed=f"{kind.words} {number}".encode()[-16:], rules=kind.rules, seats=kind.seats,
            options=dict(kind.options), goes_on=True,
        )
        for number in range(ALIKE)
    ]  # fmt: skip
    codes = finish_matches(club.context, begun, played)
    with club.context.store.reading() as session:
        rows = session.execute(select(Match.code, Match.entry_count).where(Match.code.in_(codes)))
        return [(row.code, row.entry_count) for row in rows]


def _measure_matches(
    visitor: Visitor, kind: Kind, matches: Sequence[tuple[str, int]]
) -> tuple[str, float, float, float]:
    """Look at the matches of a kind; tell their steps, and what a first and a later look took, in loops."""
    firsts, laters = list[float](), list[float]()
    for code, _ in matches:
        firsts.append(visitor.look(f"/m/{code}"))
        laters.append(min(visitor.look(f"/m/{code}") for _ in range(3)))
    entries = median([count for _, count in matches[WARM_UP:]])
    return kind.words, entries, median(firsts[WARM_UP:]), median(laters[WARM_UP:])


def _show(matches: Sequence[tuple[str, float, float, float]], others: Mapping[str, float], fastest: float) -> None:
    rows = [
        (words, entries, first * fastest, first, later * fastest, later) for words, entries, first, later in matches
    ]
    head = ("", "entries", "first look, ms", "x the loop", "second look, ms", "x the loop")
    show(f"The page of a match, in ms of a processor; goal {MATCH_GOAL_MS:.0f}", head, rows)
    pages = [*others.items(), ("the median of all", median([*others.values()]))]
    title = f"Other pages, in ms of a processor; goal for the median {GOAL_MS:.0f}"
    show(title, ("", "ms", "x the loop"), [(path, ratio * fastest, ratio) for path, ratio in pages])
