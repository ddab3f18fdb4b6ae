"""Steps, and the one way in which each is written: the record keeps it and `format` gives it.

There are only some five hundred steps. All of them are made once, so that writing and reading a step is a look-up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Literal, NamedTuple

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.notation.words import LOCAL_WORDS
from adjudicator.engines.pharao.position.cards import LYINGS, SHAPES, TEXTS, Sides
from adjudicator.engines.pharao.position.grid import ALL_CELLS, NAMES, Cell
from adjudicator.engines.pharao.position.position import BUST, COLOURS, FIGURES, Figure, Treasure


class Kind(StrEnum):
    """The kinds of steps. Refusals quote them."""

    WALK = "walk"
    FLIP = "flip"
    LAY = "turn"
    ROTATE = "rotate"
    LAMP = "lamp"
    UNLAMP = "unlamp"
    TAKE = "take"
    DROP = "drop"
    STEAL = "steal"
    END = "end"


# Steps are tuples, which are compared and hashed in C: a legal list is searched for every step that is applied. `kind`
# comes last and has one value a class, so that `Flip(3)` and `Lay(3)` differ as tuples, too.


class Walk(NamedTuple):
    """Move a figure to a card: ``A C3``, ``P C3``."""

    figure: Figure
    cell: Cell
    kind: Literal[Kind.WALK] = Kind.WALK


class Flip(NamedTuple):
    """Turn a card over: ``flip C4``."""

    cell: Cell
    kind: Literal[Kind.FLIP] = Kind.FLIP


class Lay(NamedTuple):
    """Lay the card that was turned over, with these sides open: ``turn NES``."""

    sides: Sides
    kind: Literal[Kind.LAY] = Kind.LAY


class Rotate(NamedTuple):
    """Turn a card that lies face up, so that these sides are open: ``rotate C4 NE``."""

    cell: Cell
    sides: Sides
    kind: Literal[Kind.ROTATE] = Kind.ROTATE


class LayLantern(NamedTuple):
    """Lay a lantern on the porter's card: ``lamp``."""

    kind: Literal[Kind.LAMP] = Kind.LAMP


class RemoveLantern(NamedTuple):
    """Take up the lantern on the porter's card: ``unlamp``."""

    kind: Literal[Kind.UNLAMP] = Kind.UNLAMP


class Take(NamedTuple):
    """Pick up a treasure from the archaeologist's card: ``take 2``, ``take bust``."""

    treasure: Treasure
    kind: Literal[Kind.TAKE] = Kind.TAKE


class Drop(NamedTuple):
    """Lay down the treasure that the archaeologist carries: ``drop``."""

    kind: Literal[Kind.DROP] = Kind.DROP


class Steal(NamedTuple):
    """Take the treasure that another archaeologist on the same card carries: ``steal red``."""

    victim: Seat
    kind: Literal[Kind.STEAL] = Kind.STEAL


class EndTurn(NamedTuple):
    """End the turn: ``end``."""

    kind: Literal[Kind.END] = Kind.END


Step = Walk | Flip | Lay | Rotate | LayLantern | RemoveLantern | Take | Drop | Steal | EndTurn

LETTERS: Mapping[Figure, str] = {Figure.ARCHAEOLOGIST: "A", Figure.PORTER: "P"}
TREASURE_WORDS: Mapping[Treasure, str] = {Treasure(2): "2", Treasure(3): "3", BUST: "bust"}
_WITH_SIDES = (Kind.LAY, Kind.ROTATE)
"""The kinds of steps whose last word is the sides of a card."""

WALKS = {figure: tuple(Walk(figure, cell) for cell in ALL_CELLS) for figure in FIGURES}
FLIPS = tuple(map(Flip, ALL_CELLS))
LAYINGS = {shape: tuple(map(Lay, LYINGS[shape])) for shape in SHAPES}
_ROTATES = tuple({sides: Rotate(cell, sides) for shape in SHAPES for sides in LYINGS[shape]} for cell in ALL_CELLS)
ROTATIONS = tuple(
    {
        present: tuple(rotates[sides] for sides in LYINGS[shape] if sides != present)
        for shape in SHAPES
        for present in LYINGS[shape]
    }
    for rotates in _ROTATES
)
"""By cell and present sides: the ways to rotate a card that lies so."""
TAKES = tuple(map(Take, TREASURE_WORDS))
STEALS = tuple(map(Steal, range(len(COLOURS))))
LAMP, UNLAMP, DROP, END = LayLantern(), RemoveLantern(), Drop(), EndTurn()


def format_step(step: Step) -> str:
    """Write a step."""
    return _TEXT_OF[step]


def translate_order(order: str, language: str) -> str:
    """Write a canonical order in the words of a language: ``Lampe``, ``drehen C4 Nord Ost``.

    Sides are words there: an O alone is the east in some languages and the west in others.
    """
    first, *rest = order.split(" ")
    sides = rest[-1] if first in _WITH_SIDES and rest and rest[-1].isalpha() else ""
    return localize_words(order, sides, language)


def localize_words(step: str, sides: str, language: str) -> str:
    """Write canonical words in a language, with a word for each letter of `sides`, which come last."""
    words = LOCAL_WORDS.get(language)
    if words is None:
        return step
    written = [word for word in step.split(" ") if word != sides]
    return " ".join([*(words.get(word, word) for word in written), *(words.get(side, side) for side in sides)])


def parse_step(text: str) -> Step:
    """Read a step as `format_step` writes it, and in no other way. Raises `ValueError`."""
    if text not in _STEP_OF:
        raise ValueError(f"{text!r} is no step")
    return _STEP_OF[text]


def cell_of(step: Step) -> Cell | None:
    """Find the card that a step names; None for one that is about a figure's own card, or about none."""
    return step.cell if isinstance(step, Walk | Flip | Rotate) else None


def _all_steps() -> Iterator[Step]:
    for figure in FIGURES:
        yield from WALKS[figure]
    yield from FLIPS
    for shape in SHAPES:
        yield from LAYINGS[shape]
    for rotates in _ROTATES:
        yield from rotates.values()
    yield from TAKES
    yield from STEALS
    yield from (LAMP, UNLAMP, DROP, END)


def _write(step: Step) -> str:
    word = LETTERS[step.figure] if isinstance(step, Walk) else step.kind.value
    return " ".join((word, *_write_parts(step)))


def _write_parts(step: Step) -> tuple[str, ...]:
    match step:
        case Walk(_, cell) | Flip(cell):
            return (NAMES[cell],)
        case Lay(sides):
            return (TEXTS[sides],)
        case Rotate(cell, sides):
            return NAMES[cell], TEXTS[sides]
        case Take(treasure):
            return (TREASURE_WORDS[treasure],)
        case Steal(victim):
            return (COLOURS[victim].value,)
    return ()


_TEXT_OF: Mapping[Step, str] = {step: _write(step) for step in _all_steps()}
_STEP_OF: Mapping[str, Step] = {text: step for step, text in _TEXT_OF.items()}
