"""The house player's turns: thought out without a lock, played only if the match has not moved on meanwhile."""

from __future__ import annotations

import time
from datetime import datetime

from sqlalchemy import select

from adjudicator.match.bot import choose, time_budget
from adjudicator.match.seeded_dealer import SeededDealer
from adjudicator.match.table import AnyTable, Played, advance, play
from adjudicator.services.context import Desk
from adjudicator.services.matches import notifications
from adjudicator.services.matches.match_rows import Bells, keep, take
from adjudicator.store.tables import Match


def move(desk: Desk, number: int, now: datetime) -> None:
    """Let the house player finish its turn in a match, if it is its turn."""
    with desk.store.reading() as session:
        match = session.get(Match, number)
        if match is None or not match.house_to_move:
            return
        table, seen = take(match).table, match.chain
    following, played = _think(desk, table, match.seed + seen.encode())
    desk.ring(_keep(desk, number, seen, following, played, now))


def _think(desk: Desk, table: AnyTable, seed: bytes) -> tuple[AnyTable, list[Played]]:
    """Play steps until another seat decides. Chance comes from the match's seed, so a turn can be thought again."""
    seat, played = table.to_move, []
    dealer = SeededDealer(seed)
    while seat is not None and table.to_move == seat:
        until = time_budget(desk.house_seconds, time.monotonic)
        step = choose(table.engine, table.position, seat, dealer=dealer, until=until)
        table, entry = play(table, step)
        table, forced = advance(table)
        played += [entry, *forced]
    return table, played


def _keep(desk: Desk, number: int, seen: str, table: AnyTable, played: list[Played], now: datetime) -> Bells:
    with desk.store.writing() as session:
        match = session.scalars(select(Match).where(Match.id == number).with_for_update(of=Match)).one()
        if match.chain != seen or not match.house_to_move:
            return []
        bells = keep(session, match, table, played, now).bells
        session.flush()
        return bells + notifications.changed(desk, session, take(match), now)
