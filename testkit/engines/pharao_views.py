"""Positions of Das Gold des Pharao worth looking at, and how they are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.notation.notation import Flip, Step, Take
from adjudicator.engines.pharao.position.position import NO_TREASURE, Ending, Position, Treasure
from adjudicator.engines.suite.chance import Chance
from adjudicator.texts.games.boards import draw_board
from adjudicator.texts.language.language import language_for
from testkit.engines.pharao import begin, drawn, legal, play

WIDTHS = {"wide": 72, "narrow": 40, "linear": 72}
NAMES = ("Anna", "Ben", "Cleo", "Dora")
MAP = """
       A     B     C     D     E     F
    5  #     #     NES   #     #     #
    4  #     NES   NESW  NS    #     #
    3  #     NS    NESW  NEW   NW    #
    2  ESW   NESW  NS    ES    EW    #
    1  @NESW NEW   NW    NES   #     #
"""
SEATS = (
    "A:C3+3 P:B2 *B2 *C3 *B1",
    "A:C3 P:C3 *C3 *B1 *A1",
    "A:D4 P:A1 *B1",
    "A:B4 P:D3 *C3 *B1 *A2",
)
LYING = "D4=2 C3=3 C3=2 B3=3 B3=3 B3=2"
MIDDLE = drawn(MAP, *SEATS, lying=LYING, chambers="D4 C3 B3 D1 A2")
COUNTING = drawn(MAP, *SEATS, lying=f"{LYING} D4=5", chambers="D4 C3 B3 D1 A2", photos=(), clock=("D4", 3))
HOLES = MAP.replace("NESW  NS    #", "NESW  .     #").replace("NESW  NEW", "NESW  .  ")
FALLING = drawn(
    HOLES, "A:C3+5 P:B2 *B2", "A:A1 P:A1", "P:C5", "A:E3", lying="C3=2 B3=3", chambers="C3", photos=(), clock=("D4", 0)
)
BEFORE_A_TRAP = ("A:C5 P:B2 *B2 *C3", "A:C3+2 P:C3 *C4", "A:B1+3 P:A1 *B1", "A:B4 P:D3")
MUMMY = play(drawn(MAP, *BEFORE_A_TRAP, chambers="C6", photos=((1, "mummy"), (8, "curse"))), "flip C6 NS")
CURSE = play(drawn(MAP, *BEFORE_A_TRAP, chambers="C6", photos=((2, "curse"), (7, "mummy"))), "flip C6 NS")
FLIPPED = play(drawn(MAP, "A:C5 P:A1", "A:A1 P:A1", hidden={"C6": "tee"}), "flip C6")
CHAMBER = play(drawn(MAP, "A:C5 P:A1", "A:A1 P:A1", chambers="C6"), "flip C6")
OVER = replace(
    FALLING,
    ending=Ending.COLLAPSE,
    players=tuple(
        replace(player, carries=NO_TREASURE, banked=tuple(map(Treasure, banked)), photos=photos)
        for player, banked, photos in zip(
            FALLING.players, ((2, 2, 2, 2, 3, 3, 3), (3, 5), (), ()), (3, 1, 0, 1), strict=True
        )
    ),
)
SPENT = drawn(MAP, "A:C3 P:A1", "A:A1 P:A1", lying="C3=2", left=0)
QUIET = replace(begin(stall_rounds=3), quiet=2)
VIEWS = {
    "begun": begin(), "begun by four": begin(seats=4), "middle": MIDDLE, "counting": COUNTING, "falling": FALLING,
    "mummy": MUMMY, "curse": CURSE, "flipped": FLIPPED, "chamber": CHAMBER, "over": OVER, "spent": SPENT,
    "quiet": QUIET,
}  # fmt: skip


@cache
def board(position: Position, shape: str, *, language: str = "en") -> str:
    """Draw a position as the player to move sees it."""
    view = ENGINE.view(position, position.turn.seat)
    return draw_board(view, shape, language_for(language), legal=legal(position), names=NAMES)


@cache
def positions() -> tuple[Position, ...]:
    """Play some matches at random, and take what stands after every few steps."""
    return (*VIEWS.values(), *_played())


def _played() -> Iterator[Position]:
    for seed in range(6):
        position, chance = begin(f"sight {seed}", 2 + seed % 3, stall_rounds=4), Chance(f"walk {seed}")
        while steps := ENGINE.legal_steps(position):
            position = ENGINE.apply(position, _chosen(steps, chance)).position
            if position.ending or chance.below(20) == 0:
                yield position


def _chosen(steps: tuple[Step, ...], chance: Chance) -> Step:
    """Explore half of the time, so that there is something to see."""
    bold = [step for step in steps if isinstance(step, Flip | Take)]
    wanted = bold if bold and chance.below(2) else steps
    return wanted[chance.below(len(wanted))]
