"""Steps, and how they are written: ``2 A3 sell``, ``over R3``, ``draw 1``.

The canonical form stands in records and letters. It is the same in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from adjudicator.engines.cheops.notation.words import LOCAL_WORDS
from adjudicator.engines.cheops.position.disposal import DISPOSALS, Disposal
from adjudicator.engines.cheops.position.laws import ALL_LAWS, Law
from adjudicator.engines.cheops.position.pieces import FAMILIES, TILE_KINDS, Colour, Family, Tile, read_colour
from adjudicator.engines.cheops.position.pyramid import CELL_BY_NAME, CELL_NAMES, Cell

# Each step names its kind, so that two steps with the same values are not equal, as tuples would be. They are tuples
# because the house player makes and compares them by the thousand.


class Take(NamedTuple):
    """``2 A3 sell``, ``V A3 keep``, ``2 C3``: lay a tile and take the piece there; a law leaves nothing to choose."""

    tile: Tile
    cell: Cell
    disposal: Disposal | None
    kind: Literal["take"] = "take"


class TakeByLaw(NamedTuple):
    """``law11 2 A7 keep``: lay a family and take a treasure by law 11."""

    tile: Family
    cell: Cell
    disposal: Disposal
    kind: Literal["law11"] = "law11"


class SellKept(NamedTuple):
    """``law10 R``: sell a kept treasure by law 10."""

    colour: Colour
    kind: Literal["law10"] = "law10"


class SwapOnBoard(NamedTuple):
    """``law12 A3 B2``: exchange two treasures of the pyramid by law 12, cells in board order."""

    cell: Cell
    other_cell: Cell
    kind: Literal["law12"] = "law12"


class SwapKept(NamedTuple):
    """``law12 R B2``: exchange a kept treasure for one of the pyramid by law 12."""

    colour: Colour
    cell: Cell
    kind: Literal["law12"] = "law12"


class LayLaw(NamedTuple):
    """``law``: carry out law 1, 2 or 3, which leave nothing to choose."""

    kind: Literal["law"] = "law"


class LayUnder(NamedTuple):
    """``under R``: lay law 4, 5 or 6 under a price table."""

    colour: Colour
    kind: Literal["under"] = "under"


class LayOver(NamedTuple):
    """``over R3``: lay law 7 on a number of a price table, counted from 1 at the top."""

    colour: Colour
    row: int
    kind: Literal["over"] = "over"


class RemoveLaw(NamedTuple):
    """``remove 5``: take a law out of play by law 8."""

    law: Law
    kind: Literal["remove"] = "remove"


class PayForJoker(NamedTuple):
    """``pay``: pay for law 9."""

    kind: Literal["pay"] = "pay"


class DiscardLaw(NamedTuple):
    """``discard``: put law 9 back without paying, or law 8 without a target."""

    kind: Literal["discard"] = "discard"


class HoldLaw(NamedTuple):
    """``hold``: hold law 10, 11 or 12 for a later turn."""

    kind: Literal["hold"] = "hold"


class Pass(NamedTuple):
    """``pass``: pass the normal take."""

    kind: Literal["pass"] = "pass"


class Draw(NamedTuple):
    """``draw 1``: draw the top tile of a stack, counted from 1."""

    stack: int
    kind: Literal["draw"] = "draw"


class EndTurn(NamedTuple):
    """``end``: end the turn without drawing."""

    kind: Literal["end"] = "end"


class NameJoker(NamedTuple):
    """``joker R``, ``joker none``: name the colour that law 9 counts as."""

    colour: Colour | None
    kind: Literal["joker"] = "joker"


Step = (
    Take
    | TakeByLaw
    | SellKept
    | SwapOnBoard
    | SwapKept
    | LayLaw
    | LayUnder
    | LayOver
    | RemoveLaw
    | PayForJoker
    | DiscardLaw
    | HoldLaw
    | Pass
    | Draw
    | EndTurn
    | NameJoker
)
StepKind = Literal[
    "take",
    "law10",
    "law11",
    "law12",
    "law",
    "under",
    "over",
    "remove",
    "pay",
    "discard",
    "hold",
    "pass",
    "draw",
    "end",
    "joker",
]
"""The first word of a step's canonical form, and ``take`` for those that begin with a tile."""

_WORDS_ALONE: dict[str, Step] = {
    step.kind: step for step in (LayLaw(), PayForJoker(), DiscardLaw(), HoldLaw(), Pass(), EndTurn())
}
_TILES: dict[str, Tile] = {tile: tile for tile in TILE_KINDS}
_LAWS = {str(law): law for law in ALL_LAWS}
_FAMILIES: dict[str, Family] = {family: family for family in FAMILIES}
_DISPOSALS: dict[str, Disposal] = {disposal: disposal for disposal in DISPOSALS}


def format_step(step: Step) -> str:
    """Write a step in its canonical form."""
    return _format_step(step)


@lru_cache(maxsize=8192)
def _format_step(step: Step) -> str:  # noqa: C901, PLR0911 - one form a kind
    # Cached because most of the steps that are legal now were legal a turn before. There are fewer than 5,000 in all.
    match step:
        case Take(tile, cell, None):
            return f"{tile} {CELL_NAMES[cell]}"
        case Take(tile, cell, disposal):
            return f"{tile} {CELL_NAMES[cell]} {disposal}"
        case TakeByLaw(tile, cell, disposal):
            return f"law11 {tile} {CELL_NAMES[cell]} {disposal}"
        case SwapOnBoard(cell, other_cell):
            return f"law12 {CELL_NAMES[cell]} {CELL_NAMES[other_cell]}"
        case SwapKept(colour, cell):
            return f"law12 {colour} {CELL_NAMES[cell]}"
        case SellKept(colour) | LayUnder(colour):
            return f"{step.kind} {colour}"
        case LayOver(colour, row):
            return f"over {colour}{row}"
        case RemoveLaw(law):
            return f"remove {law}"
        case Draw(stack):
            return f"draw {stack}"
        case NameJoker(colour):
            return f"joker {colour or 'none'}"
    return step.kind


def translate_order(order: str, language: str) -> str:
    """Write a canonical order in the words of a language: ``2 A3 vendre``, ``Gesetz11 2 A7 behalten``."""
    words = LOCAL_WORDS.get(language)
    return " ".join(_translate_word(word, words) for word in order.split(" ")) if words else order


def _translate_word(word: str, words: Mapping[str, str]) -> str:
    return words["law"] + word.removeprefix("law") if word.startswith("law") else words.get(word, word)


def parse_step(text: str) -> Step:
    """Read a step in its canonical form, and in no other. Raises `ValueError`."""
    words = text.split(" ")
    try:
        step = _WORDS_ALONE[text] if len(words) == 1 else _parse_words(*words)
    except (KeyError, IndexError, TypeError, ValueError):
        step = None
    # What was read must be written the same way again: that refuses " 2 A3", "draw 01" and "law12 B2 A3".
    if step is None or format_step(step) != text:
        raise ValueError(f"{text!r} is no step of Cheops in its canonical form")
    return step


def _parse_words(head: str, first: str, second: str = "", third: str = "") -> Step | None:  # noqa: PLR0911 - as above
    colour = read_colour(first)
    match head:
        case "law11":
            return TakeByLaw(_FAMILIES[first], CELL_BY_NAME[second], _DISPOSALS[third])
        case "law12" if colour:
            return SwapKept(colour, CELL_BY_NAME[second])
        case "law12":
            one, other = sorted((CELL_BY_NAME[first], CELL_BY_NAME[second]))
            return SwapOnBoard(one, other)
        case "law10" if colour:
            return SellKept(colour)
        case "under" if colour:
            return LayUnder(colour)
        case "over" if colour := read_colour(first[0]):
            return LayOver(colour, int(first[1:]))
        case "joker":
            return NameJoker(colour)
        case "remove":
            return RemoveLaw(_LAWS[first])
        case "draw":
            return Draw(int(first))
    return Take(_TILES[head], CELL_BY_NAME[first], _DISPOSALS[second] if second else None)
