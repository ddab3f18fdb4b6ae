"""Cards: their shapes, the ways they can lie, and which of these serves a player's wish best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NewType

Sides = NewType("Sides", int)
"""The open sides of a card as bits: north 1, east 2, south 4, west 8."""
Shape = NewType("Shape", str)
"""The course of a card's path: one of `SHAPES`, or `FIXED`."""


class Side(StrEnum):
    """One side, in the order in which sides are written (Q7)."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


LETTERS = "".join(Side)
SIDE_OF: Mapping[str, Sides] = {letter: Sides(1 << place) for place, letter in enumerate(LETTERS)}
TEXTS = tuple("".join(letter for letter in LETTERS if sides & SIDE_OF[letter]) for sides in range(16))
ALL_SIDES = tuple(map(Sides, range(16)))
SIDES_OF: Mapping[str, Sides] = dict(zip(TEXTS, ALL_SIDES, strict=True))
EVERY_SIDE = ALL_SIDES[15]

STRAIGHT, CURVE, TEE, CROSS = SHAPES = (Shape("straight"), Shape("curve"), Shape("tee"), Shape("cross"))
FIXED = Shape("")
"""The start card's: it is never turned, so its shape does not matter."""

LYINGS: Mapping[Shape, tuple[Sides, ...]] = {
    shape: tuple(SIDES_OF[text] for text in texts.split())
    for shape, texts in {STRAIGHT: "NS EW", CURVE: "NE ES SW NW", TEE: "NES ESW NSW NEW", CROSS: "NESW"}.items()
}
"""The distinct ways in which a card of a shape can lie."""


def parse_sides(letters: Iterable[str]) -> Sides:
    """Read letters of `LETTERS`, in any order, as the sides that they name."""
    sides = 0
    for letter in letters:
        sides |= SIDE_OF[letter]
    return ALL_SIDES[sides]


def rotate_sides(sides: Sides, quarters: int) -> Sides:
    """Turn a card clockwise by a number of quarters."""
    quarters %= 4
    return ALL_SIDES[(sides << quarters | sides >> 4 - quarters) & EVERY_SIDE]


def shape_of(sides: Sides) -> Shape:
    """Name the shape of a card that lies face up."""
    return next(shape for shape, lyings in LYINGS.items() if sides in lyings)


def best_lying(shape: Shape, wished: Sequence[str]) -> Sides:
    """Find how a card must lie to serve the wished sides best (Q8, Q21).

    `wished` are letters, the most wanted first. They are compared one by one: an earlier wish outweighs all later ones.
    """
    # `max` takes the first of several equals, so sorting settles a tie by the alphabet.
    lyings = sorted(LYINGS[shape], key=TEXTS.__getitem__)
    return max(lyings, key=lambda sides: [bool(sides & SIDE_OF[letter]) for letter in wished])
