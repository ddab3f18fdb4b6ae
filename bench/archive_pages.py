"""The pages of the archive in a large database: requests drawn as readers might send them, and what each costs.

The cost of a request is processor time, not time on the clock, as the machine may have other work: that of this thread,
and on PostgreSQL that of the server's processes for its connections (``/proc/PID/schedstat``). On SQLite the database
is part of this thread.

A processor that others use as well is slower, too: its caches are theirs. So beside each request a fixed piece of work
is measured, the baseline. Each request is sent several times, its smallest ratio to the baseline counts, and what is
printed in milliseconds is this ratio times the fastest baseline of the whole run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine, event, select
from sqlalchemy.orm import Session

from adjudicator.engines.registry import newest_engine
from adjudicator.services.context import Context
from adjudicator.services.matches.finished.player_pages import page_of
from adjudicator.services.matches.statistics.opening_view import opening_query
from adjudicator.store.tables import ArchivedPerson, ArchivedPosition, Player
from adjudicator.web.request import current_user
from bench.copied_rows import BEGUN, WHOLE
from bench.dataset import Size
from bench.made_matches import FIRST, FIRST_NAMES
from bench.table import median, percentile, show

GAMES = ("egyptos", "cheops", "pharao")
GOAL_MS = 20.0
TIMES = 3
LOOP = 20_000
KINDS = ("rules", "resigned", "agreed", "time", "annulled")
Request = tuple[str, str]
"""What it is, and its path."""


@dataclass(frozen=True, slots=True)
class Cost:
    """A request with its cost in milliseconds."""

    what: str
    path: str
    ms: float
    statements: float
    """Of them, those of the database server; 0 on SQLite, where they cannot be told apart."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A request that was sent once: what it cost, of that the server, and the baseline beside it."""

    ms: float
    statements: float
    baseline: float


class Processor:
    """Counts the processor time of this thread, and of the database server for it."""

    def __init__(self, engine: Engine) -> None:
        self._servers: set[int] = set()
        if engine.dialect.name == "postgresql":
            event.listen(engine, "connect", lambda driver, _: self._servers.add(driver.info.backend_pid))
            engine.dispose()

    def read(self) -> tuple[float, float]:
        """Return the milliseconds so far: of both, and of the server alone."""
        files = (Path(f"/proc/{pid}/schedstat") for pid in self._servers)
        server = sum(int(file.read_text().split()[0]) for file in files if file.exists()) / 1e6
        return 1000 * time.thread_time() + server, server


def draw_requests(session: Session, size: Size, now: datetime, count: int) -> list[Request]:
    """Draw requests from a fixed seed; whom and what they ask for is in the archive as often as it was played."""
    chance = Random(18)
    kinds: tuple[tuple[int, Callable[[Session, Size, datetime, Random], Request]], ...] = (
        (4, _front),
        (6, _newest),
        (30, _search_name),
        (10, _search_first_name),
        (10, _search_two),
        (8, _search_facts),
        (2, _search_nobody),
        (12, _position),
        (10, _opening),
        (8, _player),
    )
    drawn = chance.choices([one for _, one in kinds], [share for share, _ in kinds], k=count)
    return [draw(session, size, now, chance) for draw in drawn]


def measure_requests(context: Context, app: Flask, token: str, requests: Sequence[Request]) -> list[Cost]:
    """Send each request; the front page also as somebody who has signed in."""
    clock = Processor(context.store.engine)
    client = app.test_client()
    with client.session_transaction() as session:
        session[current_user.KEY] = token
    clients = app.test_client(), client
    sent = [_send(clock, clients[number % 2], path) for number, (_, path) in enumerate(requests)]
    fastest = min(one.baseline for one in sent)
    return [
        Cost(what, path, one.ms / one.baseline * fastest, one.statements / one.baseline * fastest)
        for (what, path), one in zip(requests, sent, strict=True)
    ]


def _send(clock: Processor, client: FlaskClient, path: str) -> Sent:
    tries = []
    for _ in range(TIMES + 1):  # the first one fills caches
        baseline = baseline_ms()
        before = clock.read()
        response = client.get(path)
        after = clock.read()
        if response.status_code != 200:
            raise RuntimeError(f"{path} was answered {response.status}")
        tries.append(Sent(after[0] - before[0], after[1] - before[1], min(baseline, baseline_ms())))
    return min(tries[1:], key=lambda one: one.ms / one.baseline)


def baseline_ms() -> float:
    """Do a fixed piece of work, and return the milliseconds that it took."""
    start, total = time.thread_time(), 0
    for number in range(LOOP):
        total += number * number % 7
    return 1000 * (time.thread_time() - start)


def show_costs(costs: Sequence[Cost], database: str) -> None:
    """Print what kinds of requests cost, and the dearest ones."""
    rows = [_row(what, [one for one in costs if one.what == what]) for what in dict.fromkeys(one.what for one in costs)]
    head = ("", "requests", "median", "of the server", "99 %", "most", f"% under {GOAL_MS:.0f} ms")
    show(f"Requests to the archive, {database}: milliseconds of a processor", head, [*sorted(rows), _row("all", costs)])
    dearest = sorted(costs, key=lambda one: -one.ms)[:12]
    show("The dearest", ("", "ms", "of the server"), [(one.path, one.ms, one.statements) for one in dearest])


def _row(what: str, costs: Sequence[Cost]) -> tuple[object, ...]:
    ms = [one.ms for one in costs]
    below = 100 * sum(one < GOAL_MS for one in ms) / len(ms)
    server = median([one.statements for one in costs])
    return what, len(costs), median(ms), server, percentile(ms, 99), max(ms), below


def _front(session: Session, size: Size, now: datetime, chance: Random) -> Request:
    del session, size, now, chance
    return "the front page", "/"


def _newest(session: Session, size: Size, now: datetime, chance: Random) -> Request:
    del session, size
    return "the archive, leafing", _archive(chance, now)


def _search_name(session: Session, size: Size, now: datetime, chance: Random) -> Request:
    """Look for somebody who played, often together with something else."""
    terms = {"player": chance.choice(_people(session, size, chance)).name}
    more = (
        ("game", chance.choice(GAMES)),
        ("result", chance.choice(("won", "lost", "left"))),
        ("kind", chance.choice(KINDS)),
        ("from", str(now.year - chance.randrange(10))),
    )
    terms |= {term: value for term, value in more if chance.random() < 0.2}
    return "a search: a player", _archive(chance, now, **terms)


def _search_first_name(session: Session, size: Size, now: datetime, chance: Random) -> Request:
    del session, size
    more = {"kind": chance.choice(KINDS)} if chance.random() < 0.3 else {}
    return "a search: a first name", _archive(chance, now, player=chance.choice(FIRST_NAMES[:20]), **more)


def _search_two(session: Session, size: Size, now: datetime, chance: Random) -> Request:
    """Look for two who have met, by their whole names or by one word of them."""
    one, other = (player.name for player in (*_people(session, size, chance), *_people(session, size, chance))[:2])
    if chance.random() < 0.5:
        one = one.split()[0]
    if chance.random() < 0.5:
        other = other.split()[0]
    return "a search: two players", _archive(chance, now, **{"player": one, "with": other})


def _search_facts(session: Session, size: Size, now: datetime, chance: Random) -> Request:
    del session, size
    terms: dict[str, str] = {"game": chance.choice(GAMES)}
    term, values = chance.choice(
        (
            ("kind", KINDS),
            ("seats", ("2", "3", "4", "5")),
            ("result", ("shared",)),
            ("annotated", ("1",)),
            ("from", (str(now.year - 3),)),
        )
    )
    terms[term] = chance.choice(values)
    if terms["game"] == "egyptos" and chance.random() < 0.5:
        terms["options"] = "opening=swap"
    return "a search: no player", _archive(chance, now, **terms)


def _search_nobody(session: Session, size: Size, now: datetime, chance: Random) -> Request:
    del session, size
    other = {"with": chance.choice(FIRST_NAMES)} if chance.random() < 0.5 else {}
    return "a search: nobody", _archive(chance, now, player=f"nobody{chance.randrange(99)}", **other)


def _position(session: Session, size: Size, now: datetime, chance: Random) -> Request:
    del now
    while True:
        match = _match(size, chance)
        query = select(ArchivedPosition.position).where(ArchivedPosition.match_id == match)
        if match % WHOLE:
            query = query.where(ArchivedPosition.n <= BEGUN)
        if found := session.scalars(query).all():
            return "a position", f"/positions/{chance.choice(found)}"


def _opening(session: Session, size: Size, now: datetime, chance: Random) -> Request:
    """Walk down the openings by chance."""
    del session, size, now
    engine = newest_engine("egyptos")
    options = engine.rules.complete({})
    position = engine.setup(options, 2, {"first": 0})
    moves: list[str] = []
    for _ in range(chance.randrange(5)):
        while len(legal := engine.legal_steps(position)) == 1:
            position = engine.apply(position, legal[0]).position
        step = chance.choice(legal)
        moves.append(engine.format(step))
        position = engine.apply(position, step).position
    return "openings", f"/openings/egyptos{opening_query('', tuple(moves))}"


def _player(session: Session, size: Size, now: datetime, chance: Random) -> Request:
    del now
    while not (people := _people(session, size, chance)):
        pass
    return "a player's page", f"/players/{page_of(people[0])}"


def _people(session: Session, size: Size, chance: Random) -> Sequence[Player]:
    """Draw a match, and return the persons who played it."""
    while True:
        query = select(Player).join(ArchivedPerson, ArchivedPerson.player_id == Player.id)
        found = session.scalars(query.where(ArchivedPerson.match_id == _match(size, chance))).unique().all()
        if found:
            return found


def _match(size: Size, chance: Random) -> int:
    return FIRST + chance.randrange(size.archived)


def _archive(chance: Random, now: datetime, **terms: str) -> str:
    """Write the address of a page of the archive; one in three is further down."""
    given = dict(terms)
    if chance.random() < 1 / 3:
        given["before"] = f"{now - timedelta(days=chance.randrange(3000)):%Y-%m-%dT%H:%M:%SZ}"
    return f"/archive?{urlencode(given)}" if given else "/archive"
