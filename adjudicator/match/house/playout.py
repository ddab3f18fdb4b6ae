"""Playing a game to its end by a player that needs no person, for authors of games and for comparing engines."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol

from adjudicator.engines.contract import Deal, Dealer, Engine, Level, Options, P, S, Seat, View
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.house.bot import Spent, choose_step


class Player(Protocol):
    """Chooses one of the legal steps for a seat that is to move, in any game.

    The last argument has the positions with which all turns began, that of the running turn last.
    """

    def __call__(
        self, engine: Engine[P, S, View], position: P, seat: Seat, dealer: Dealer, past: Sequence[P], /
    ) -> S: ...


@dataclass(frozen=True, slots=True)
class Decision(Generic[P]):
    """A seat that had to decide, all that it could do, its decision, and the position that this led to."""

    to_move: Seat
    legal: tuple[str, ...]
    step: str
    after: P


def seed_of(text: str) -> bytes:
    """Make a seed of a text that somebody typed."""
    return hashlib.sha256(text.encode()).digest()


def random_player(engine: Engine[P, S, View], position: P, seat: Seat, dealer: Dealer, past: Sequence[P]) -> S:
    """Play any legal step."""
    del seat, past
    legal = engine.legal_steps(position)
    return legal[dealer.below(len(legal))]


def house_player(budget: Callable[[], Spent], level: Level = Level.STRONG) -> Player:
    """Play as the house does at a level, with a new budget for each decision."""

    def player(engine: Engine[P, S, View], position: P, seat: Seat, dealer: Dealer, past: Sequence[P]) -> S:
        return choose_step(engine, position, seat, dealer=dealer, until=budget(), level=level, past=past)

    return player


def dealt_match(engine: Engine[P, S, View], options: Options, seats: int, seed: bytes) -> Deal:
    """Deal a game from a seed without salts."""
    return engine.deal(options, seats, SeededDealer(seed))


def play_out(
    engine: Engine[P, S, View], position: P, players: Callable[[Seat], Player], dealer: Dealer
) -> Iterator[Decision[P]]:
    """Play a position to the end, decision by decision, those with a single legal step included."""
    past = [position]
    while (seat := engine.to_move(position)) is not None:
        step = players(seat)(engine, position, seat, dealer, past)
        legal = tuple(map(engine.format, engine.legal_steps(position)))
        position = engine.apply(position, step).position
        if engine.to_move(position) != seat:
            past.append(position)
        yield Decision(seat, legal, engine.format(step), position)
