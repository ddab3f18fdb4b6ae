"""Laying out the first position from a deal, which is checked down to the last card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.engines.contract import Deal
from adjudicator.engines.pharao.cards import LYINGS, SHAPES, SIDES_OF, TEXTS, Shape, Sides, shape_of
from adjudicator.engines.pharao.deal import starting_sides
from adjudicator.engines.pharao.edition import CHAMBERS, CORRIDORS, TREASURES, WORTHS, Components
from adjudicator.engines.pharao.grid import ALL, BORDER, CELLS, NAMES, Cell, bit
from adjudicator.engines.pharao.position import Photo, Player, Position, Treasure, Turn
from adjudicator.engines.pharao.variant import Variant
from adjudicator.engines.pharao.ways import Ways

_PARTS = ("first", "start", "start_sides", "cards", "photos", "treasures")


def lay_out(variant: Variant, seats: int, deal: Deal, components: Components | None) -> Position:
    """Lay out a match. Raises `ValueError` for a deal that nobody could have dealt with these components.

    Without them, as in an archive from somewhere else, any components are right that make a whole game.
    """
    if set(deal) != set(_PARTS):
        raise ValueError(f"a deal has {', '.join(_PARTS)}, not {', '.join(sorted(map(str, deal)))}")
    first = _number(deal["first"], "the seat that begins", range(seats))
    start = _start(deal["start"])
    cards = _cards(deal["cards"], start)
    photos, treasures = _photos(deal["photos"]), _treasures(deal["treasures"])
    sides = _start_sides(deal["start_sides"], start)
    if sum(number for number, _ in photos) != len(treasures) + 1:
        raise ValueError("the photos show as many treasures as there are, and the bust")
    if components is not None:
        _compare(components, cards, photos, treasures, sides)
    return Position(
        variant=variant,
        start=start,
        shapes=tuple("" if cell == start else cards[cell][1] for cell in range(len(NAMES))),
        chambers=tuple((cell, name) for cell, (name, _) in sorted(cards.items()) if name),
        ways=Ways().laid(start, sides),
        secret=ALL & ~bit(start),
        photos=photos,
        stack=treasures,
        players=(Player(start, start),) * seats,
        turn=Turn(first),
    )


def _number(value: object, what: str, right: Sequence[int]) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in right:
        raise ValueError(f"{what} is one of {', '.join(map(str, right))}, not {value!r}")
    return value


def _start(name: object) -> Cell:
    if not isinstance(name, str) or name not in CELLS or not BORDER >> CELLS[name] & 1:
        raise ValueError(f"the start card lies on the edge of the square, as on C1, not on {name!r}")
    return CELLS[name]


def _start_sides(text: object, start: Cell) -> Sides:
    sides = SIDES_OF.get(text) if isinstance(text, str) else None
    if sides is None or not any(sides in lyings for lyings in LYINGS.values()):
        raise ValueError(f"the start card's sides are written like NESW, NES, NS or NE, not {text!r}")
    if sides not in starting_sides(start, sides):
        raise ValueError(f"the start card on {NAMES[start]} has no way in with {TEXTS[sides]} open")
    return sides


def _cards(written: object, start: Cell) -> dict[Cell, tuple[str, Shape]]:
    if not isinstance(written, Mapping) or set(written) != set(NAMES) - {NAMES[start]}:
        raise ValueError("a deal has a card for each cell but the start card's")
    cards = {CELLS[name]: _card(card) for name, card in written.items()}
    names = [name for name, _ in cards.values() if name]
    if sorted(names) != sorted(CHAMBERS):
        raise ValueError(f"among the cards are {CORRIDORS} corridors and the chambers {', '.join(CHAMBERS)}")
    return cards


def _card(written: Any) -> tuple[str, Shape]:
    match written:
        case str(shape) if shape in SHAPES:
            return "", shape
        case [str(name), str(shape)] if name in CHAMBERS and shape in SHAPES:
            return name, shape
    raise ValueError(f'{written!r} is no card; right would be "curve" or ["lotus", "straight"]')


def _photos(written: object) -> tuple[Photo, ...]:
    if not isinstance(written, list) or len(written) != len(CHAMBERS):
        raise ValueError(f"there are {len(CHAMBERS)} photos, not {written!r}")
    return tuple(map(_photo, written))


def _photo(written: Any) -> Photo:
    match written:
        case [number, None]:
            return _shown(number), ""
        case [number, "mummy" | "curse" as trap]:
            return _shown(number), trap
    raise ValueError(f'{written!r} is no photo; right would be [3, null] or [2, "mummy"]')


def _shown(number: object) -> int:
    return _number(number, "the number of treasures on a photo", range(1, TREASURES + 2))


def _treasures(written: object) -> tuple[Treasure, ...]:
    if not isinstance(written, list) or len(written) != TREASURES:
        raise ValueError(f"there are {TREASURES} treasures, not {written!r}")
    return tuple(_number(value, "a treasure", WORTHS) for value in written)


def _compare(
    components: Components,
    cards: Mapping[Cell, tuple[str, Shape]],
    photos: Sequence[Photo],
    treasures: Sequence[Treasure],
    sides: Sides,
) -> None:
    """Check that a deal is made of exactly these components."""
    right = [*(("", shape) for shape in components.corridors), *components.chambers]
    if (
        Counter(cards.values()) != Counter(right)
        or Counter(photos) != Counter(components.photos)
        or Counter(treasures) != Counter(components.treasures)
        or shape_of(sides) != shape_of(components.start_sides)
    ):
        raise ValueError(f"the cards, photos and treasures are not those of {components.name}")
