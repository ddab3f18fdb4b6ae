"""Matches that are played in the database, mostly to an end, by what letters lead to, but without any letter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import select

from adjudicator.engines.contract import Level, Options
from adjudicator.engines.registry import engine_for
from adjudicator.match.course.places import Ending
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.record.sealing import NO_SALT
from adjudicator.match.rulings.table import AnyTable, play_forced, play_step
from adjudicator.services.context import Context
from adjudicator.services.matches.rows.match_ending import finish_match
from adjudicator.services.matches.rows.match_rows import begin_match, load_match, save_steps
from adjudicator.services.matches.rows.record_rows import Arrival
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Player, Seat

EGYPTOS = "egyptos/1"


@dataclass(frozen=True, slots=True)
class Played:
    """How a match is played: steps, then drawn ones, then an end if the rules have not brought one."""

    steps: Sequence[str] = ()
    drawn: int = 0
    seed: bytes = b"1"
    resigns: int | None = 0
    """The seat that resigns; None: all agree on a draw."""
    options: Options = field(default_factory=dict)
    rules: str = EGYPTOS
    seats: int = 2
    private: bool = False
    house: Mapping[int, Level | None] = field(default_factory=dict)
    """The seats that the house player has, each with its level."""
    goes_on: bool = False
    """It is left running if the rules have not brought an end."""


def finish_matches(context: Context, now: datetime, matches: Iterable[Played]) -> list[str]:
    """Play matches to their ends, one after the other, an hour for each; return their codes."""
    return [_finish(context, now + timedelta(hours=at), played) for at, played in enumerate(matches)]


def _finish(context: Context, now: datetime, played: Played) -> str:
    with unit_of_work(context, now - timedelta(minutes=30)) as work:
        match = _open(work, played)
        begin_match(work, match)
        work.now = now
        dealer = SeededDealer(played.seed.rjust(16, b"0"), ["moves"])
        for step in played.steps:
            _play(work, match, step)
        for _ in range(played.drawn):
            if match.state is MatchState.RUNNING:
                legal = load_match(match).orders
                _play(work, match, legal[dealer.below(len(legal))])
        if match.state is MatchState.RUNNING and not played.goes_on:
            resigns = played.resigns
            finish_match(work, match, Ending("agreed" if resigns is None else "resigned", seat=resigns), resigns or 0)
        return match.code


def _open(work: UnitOfWork, played: Played) -> Match:
    rules = engine_for(played.rules).rules
    count = len(work.session.scalars(select(Match.id)).all())
    match = Match(
        code=f"F{count:03}",
        rules=played.rules,
        options=rules.complete(played.options),
        state=MatchState.INVITING,
        created_at=work.now,
        private=played.private,
        seed=played.seed.rjust(16, b"0"),
    )
    names = ("Anna", "Bob", "Carla", "Dirk", "Eva")[: played.seats]
    match.seats = [
        Seat(number=number, house=True, level=played.house[number], state="joined", salt=NO_SALT.salt)
        if number in played.house
        else Seat(number=number, player=_player(work, name), state="joined", salt=NO_SALT.salt)
        for number, name in enumerate(names)
    ]
    work.session.add(match)
    work.session.flush()
    return match


def _player(work: UnitOfWork, name: str) -> Player:
    address = f"{name.lower()}@{name.lower()}.example"
    known = work.session.scalars(select(Player).where(Player.address == address)).one_or_none()
    if known is None:
        known = Player(address=address, name=name, language="en", created_at=work.now)
        work.session.add(known)
        work.session.flush()
    return known


def _play(work: UnitOfWork, match: Match, order: str) -> None:
    table: AnyTable = load_match(match).table
    table, one = play_step(table, table.engine.parse(table.position, order).step, order=order)
    after, forced = play_forced(table)
    save_steps(work, match, after, (one, *forced), Arrival("letter", work.now))
