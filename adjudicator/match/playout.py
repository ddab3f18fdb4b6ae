"""Playing a game to its end by a player that needs no person, for authors of games and for comparing engines."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from adjudicator.engines.contract import AnyEngine, Deal, Dealer, Options, Seat
from adjudicator.match.bot import Spent, choose
from adjudicator.match.seeded_dealer import SeededDealer

Player = Callable[[AnyEngine, Any, Seat, Dealer], Any]


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat that had to decide, all that it could do, what it did, and the position that this led to."""

    to_move: Seat
    legal: tuple[str, ...]
    step: str
    after: Any


def seed_of(text: str) -> bytes:
    """Make a seed of a text that somebody typed."""
    return hashlib.sha256(text.encode()).digest()


def random_player(engine: AnyEngine, position: Any, seat: Seat, dealer: Dealer) -> Any:
    """Play any legal step."""
    del seat
    legal = engine.legal_steps(position)
    return legal[dealer.below(len(legal))]


def house_player(budget: Callable[[], Spent]) -> Player:
    """Play as the house does, with a new budget for each decision."""

    def player(engine: AnyEngine, position: Any, seat: Seat, dealer: Dealer) -> Any:
        return choose(engine, position, seat, dealer=dealer, until=budget())

    return player


def dealt(engine: AnyEngine, options: Options, seats: int, seed: bytes) -> Deal:
    """Deal a game from a seed without salts."""
    return engine.deal(options, seats, SeededDealer(seed))


def playout(engine: AnyEngine, position: Any, players: Callable[[Seat], Player], dealer: Dealer) -> Iterator[Decision]:
    """Play a position to the end, decision by decision, those with a single legal step included."""
    while (seat := engine.to_move(position)) is not None:
        step = players(seat)(engine, position, seat, dealer)
        legal = tuple(map(engine.format, engine.legal_steps(position)))
        position = engine.apply(position, step).position
        yield Decision(seat, legal, engine.format(step), position)
