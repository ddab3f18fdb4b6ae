"""Positions worth looking at, and how they are drawn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from adjudicator.engines.cheops import ENGINE, Cheops
from adjudicator.engines.cheops.position.position import Position
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.texts.games.boards import draw_board
from adjudicator.texts.language.language import language_for
from testkit.engines.cheops import begin, drawn, laid_laws, play, taking, written
from testkit.engines.cheops_components import own_components

WIDTHS = {"wide": 72, "narrow": 40, "linear": 72}
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Eva")
OWN = Cheops(own_components())
JOKER = drawn(kept=("RRG", "RB"), cash=(35, 20), held=((9,), ()), covered={"R": 4, "G": 4}, put={"ending": "full"})
MIDDLE = drawn(
    "A 1 2 V 4 1\nB 3 . . 2",
    seats=3,
    hands=("13", "1234", "2"),
    cash=(35, 0, 10),
    kept=("RRG", "", "M"),
    held=((10,), (), (9, 12)),
    covered={"R": 2, "N": 4},
    under={"B": 5, "N": 4},
    laws=laid_laws(market=(1, 2), third=True, over=(0, 2), box=(8, 11)),
)


def board(position: Position, shape: str, engine: Cheops = ENGINE, *, language: str = "en") -> str:
    """Draw a position as the player to move sees it."""
    seat = position.turn.seat
    return draw_board(engine.view(position, seat), shape, language_for(language), legal=written(position), names=NAMES)


@cache
def positions() -> tuple[tuple[Cheops, Position], ...]:
    """Play some matches at random, and take what stands after every few steps."""
    found = [(ENGINE, position) for position in (begin(), MIDDLE, JOKER, play(JOKER, "joker R"), taking(11), taking(7))]
    return (*found, *_played())


def _played() -> Iterator[tuple[Cheops, Position]]:
    for seed in range(8):
        engine = (ENGINE, OWN)[seed % 2]
        chance, options = random.Random(seed), {"open_money": ("no", "yes")[seed // 4], "stall": "passes"}
        position = engine.setup(
            options, 2 + seed % 4, engine.deal(options, 2 + seed % 4, SeededDealer(bytes([seed] * 16)))
        )
        while steps := engine.legal_steps(position):
            takes = [step for step in steps if step.kind == "take"]
            position = engine.apply(position, chance.choice(takes or steps)).position
            if chance.random() < 0.06 or engine.to_move(position) is None:
                yield engine, position
