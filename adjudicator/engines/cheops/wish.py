"""What an order asks for, as far as it says: the parts of a step, some of them still open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.engines.cheops.pieces import TILES
from adjudicator.engines.cheops.position import Position, Step

SALES = ("sell", "keep", "discard")
_OWN_KINDS = ("draw", "end", "pass", "joker", "under", "over", "remove", "pay", "hold")


@dataclass(frozen=True, slots=True)
class Wish:
    """One step as somebody wrote it. What was not said is empty."""

    verb: str = ""
    """A word of the notation, or ``swap``."""
    law: str = ""
    tile: str = ""
    cells: tuple[str, ...] = ()
    colour: str = ""
    number: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing at all was said."""
        return self == Wish()

    @property
    def bare(self) -> bool:
        """Whether neither tile nor cell, colour nor number were said."""
        return not (self.tile or self.cells or self.colour or self.number)


def kind_of(wish: Wish, position: Position) -> str:
    """Tell which kind of step is meant: the first word of its canonical form, ``take`` for those of a tile."""
    if wish.verb in _OWN_KINDS:
        return wish.verb
    if wish.verb == "swap" or (wish.law == "12" and (wish.cells or wish.colour)):
        return "law12"
    if wish.colour or (wish.law == "10" and wish.verb == "sell"):
        return _kind_of_colour(wish, position)
    if wish.tile or wish.cells:
        return "law11" if "11" in (wish.law, str(position.turn.law)) else "take"
    return _kind_of_verb(wish, position)


def _kind_of_colour(wish: Wish, position: Position) -> str:
    if wish.law == "10" or wish.verb in SALES:
        return "law10"
    if position.stage == "joker" or wish.colour == "none":
        return "joker"
    if position.turn.law == 7 or wish.number:
        return "over"
    return "under" if position.turn.law in (4, 5, 6) else "law10"


def _kind_of_verb(wish: Wish, position: Position) -> str:
    if wish.verb == "keep" and (wish.law or position.turn.law in (10, 11, 12)):
        return "hold"
    if wish.verb == "discard" and (wish.law or position.turn.law):
        return "discard"
    return "take" if wish.verb in SALES else f"law{wish.law}"


def meant(wish: Wish, kind: str, position: Position, legal: Sequence[Step]) -> list[Step]:
    """List the legal steps that a wish may mean; a law that was only named means all that it leaves to choose."""
    if position.turn.law and kind == f"law{position.turn.law}" and wish.bare:
        return list(legal)
    return [step for step in legal if _fits(wish, kind, step)]


def _fits(wish: Wish, kind: str, step: Step) -> bool:
    head, *words = step.split()
    if head in TILES:
        return kind == "take" and _takes(wish, (head, *words))
    return head == kind and (head not in _FITTING or _FITTING[head](wish, words))


def _takes(wish: Wish, words: Sequence[str]) -> bool:
    tile, cell, *fate = words
    if wish.tile not in ("", tile) or wish.cells not in ((), (cell,)):
        return False
    return not wish.verb or [wish.verb] == fate


def _exchanges(wish: Wish, words: Sequence[str]) -> bool:
    if wish.verb not in ("", "swap"):
        return False
    if wish.colour:
        return words[0] == wish.colour and wish.cells in ((), (words[1],))
    return set(wish.cells) <= set(words) and len(set(wish.cells)) == len(wish.cells)


def _sells(wish: Wish, words: Sequence[str]) -> bool:
    return wish.verb in ("", "sell") and _names_colour(wish, words)


def _names_colour(wish: Wish, words: Sequence[str]) -> bool:
    return wish.colour in ("", words[0])


def _names_number(wish: Wish, words: Sequence[str]) -> bool:
    return wish.number in ("", words[0])


def _names_place(wish: Wish, words: Sequence[str]) -> bool:
    return words[0].startswith(wish.colour) and wish.number in ("", words[0][1:])


_FITTING: Mapping[str, Callable[[Wish, Sequence[str]], bool]] = {
    "law10": _sells,
    "law11": _takes,
    "law12": _exchanges,
    "under": _names_colour,
    "over": _names_place,
    "joker": _names_colour,
    "remove": _names_number,
    "draw": _names_number,
}
"""How the words behind the first are compared; a step that is not here has none."""
