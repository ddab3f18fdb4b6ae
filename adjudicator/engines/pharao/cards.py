"""Cards: their shapes, the ways they can lie, and which of these serves a wish best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Sides = int
"""The open sides of a card as bits: north 1, east 2, south 4, west 8."""
Shape = str

LETTERS = "NESW"
SIDE_OF = {letter: 1 << place for place, letter in enumerate(LETTERS)}
TEXTS = tuple("".join(letter for letter in LETTERS if sides & SIDE_OF[letter]) for sides in range(16))
SIDES_OF = {text: sides for sides, text in enumerate(TEXTS)}
EVERY_SIDE: Sides = 15

STRAIGHT, CURVE, TEE, CROSS = SHAPES = ("straight", "curve", "tee", "cross")

LYINGS: Mapping[Shape, tuple[Sides, ...]] = {
    shape: tuple(SIDES_OF[text] for text in texts.split())
    for shape, texts in {STRAIGHT: "NS EW", CURVE: "NE ES SW NW", TEE: "NES ESW NSW NEW", CROSS: "NESW"}.items()
}
"""The distinct ways in which a card of a shape can lie."""


def read_sides(letters: Iterable[str]) -> Sides:
    """Read letters of `LETTERS`, in any order, as the sides that they name."""
    sides = 0
    for letter in letters:
        sides |= SIDE_OF[letter]
    return sides


def turned(sides: Sides, quarters: int) -> Sides:
    """Turn a card clockwise by so many quarters."""
    quarters %= 4
    return (sides << quarters | sides >> 4 - quarters) & EVERY_SIDE


def shape_of(sides: Sides) -> Shape:
    """Name the shape of a card that lies face up."""
    return next(shape for shape, lyings in LYINGS.items() if sides in lyings)


def serving(shape: Shape, wished: Sequence[str]) -> Sides:
    """Find how a card must lie to serve the wished sides best, the most wanted first; by the alphabet if equal."""
    lyings = sorted(LYINGS[shape], key=TEXTS.__getitem__)
    return max(lyings, key=lambda sides: [bool(sides & SIDE_OF[letter]) for letter in wished])
