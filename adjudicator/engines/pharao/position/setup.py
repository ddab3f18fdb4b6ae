"""Setting up the first position from a deal, which is checked down to the last card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from adjudicator.engines.contract import Deal
from adjudicator.engines.pharao.position.cards import FIXED, LYINGS, SHAPES, SIDES_OF, TEXTS, Shape, Sides, shape_of
from adjudicator.engines.pharao.position.components import CHAMBERS, CORRIDORS, TREASURES, WORTHS, Components
from adjudicator.engines.pharao.position.deal import starting_sides
from adjudicator.engines.pharao.position.grid import ALL, ALL_CELLS, BORDER, CELLS, NAMES, Cell, bit
from adjudicator.engines.pharao.position.paths import Paths
from adjudicator.engines.pharao.position.position import Photo, Player, Position, Trap, Treasure, Turn
from adjudicator.engines.pharao.position.rules import Variant

_PARTS = ("first", "start", "start_sides", "cards", "photos", "treasures")
_Card = tuple[str, Shape]
"""A chamber's name, empty for a corridor, and the card's shape."""


def lay_out_position(variant: Variant, seats: int, deal: Deal, components: Components | None) -> Position:
    """Set a match up. Raises `ValueError` for a deal that nobody could have dealt with these components.

    Without components, as in an archive from somewhere else, any are right that make a whole game.
    """
    if set(deal) != set(_PARTS):
        raise ValueError(f"a deal has {', '.join(_PARTS)}, not {', '.join(sorted(map(str, deal)))}")
    first = _read_number(deal["first"], "the seat that begins", range(seats))
    start = _read_start(deal["start"])
    cards = _read_cards(deal["cards"], start)
    photos, treasures = _read_photos(deal["photos"]), _read_treasures(deal["treasures"])
    sides = _read_start_sides(deal["start_sides"], start)
    if sum(photo.treasures for photo in photos) != len(treasures) + 1:
        raise ValueError("the photos show as many treasures as there are, and the bust")
    if components is not None:
        _compare(components, cards, photos, treasures, sides)
    return Position(
        variant=variant,
        start=start,
        shapes=tuple(FIXED if cell == start else cards[cell][1] for cell in ALL_CELLS),
        chambers=tuple((cell, name) for cell, (name, _) in sorted(cards.items()) if name),
        ways=Paths().with_card(start, sides),
        secret=ALL & ~bit(start),
        photos=photos,
        stack=treasures,
        players=(Player(start, start),) * seats,
        turn=Turn(first),
    )


def _read_number(value: object, what: str, right: Sequence[int]) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in right:
        raise ValueError(f"{what} is one of {', '.join(map(str, right))}, not {value!r}")
    return value


def _read_start(name: object) -> Cell:
    if not isinstance(name, str) or name not in CELLS or not BORDER >> CELLS[name] & 1:
        raise ValueError(f"the start card lies on the edge of the square, as on C1, not on {name!r}")
    return CELLS[name]


def _read_start_sides(text: object, start: Cell) -> Sides:
    sides = SIDES_OF.get(text) if isinstance(text, str) else None
    if sides is None or not any(sides in lyings for lyings in LYINGS.values()):
        raise ValueError(f"the start card's sides are written like NESW, NES, NS or NE, not {text!r}")
    if sides not in starting_sides(start, sides):
        raise ValueError(f"the start card on {NAMES[start]} has no way in with {TEXTS[sides]} open")
    return sides


def _read_cards(written: object, start: Cell) -> dict[Cell, _Card]:
    if not isinstance(written, Mapping) or set(written) != set(NAMES) - {NAMES[start]}:
        raise ValueError("a deal has a card for each cell but the start card's")
    cards = {CELLS[name]: _read_card(card) for name, card in written.items()}
    names = [name for name, _ in cards.values() if name]
    if sorted(names) != sorted(CHAMBERS):
        raise ValueError(f"among the cards are {CORRIDORS} corridors and the chambers {', '.join(CHAMBERS)}")
    return cards


def _read_card(written: object) -> _Card:
    match written:
        case str(shape) if shape in SHAPES:
            return "", Shape(shape)
        case [str(name), str(shape)] if name in CHAMBERS and shape in SHAPES:
            return name, Shape(shape)
    raise ValueError(f'{written!r} is no card; right would be "curve" or ["lotus", "straight"]')


def _read_photos(written: object) -> tuple[Photo, ...]:
    if not isinstance(written, list) or len(written) != len(CHAMBERS):
        raise ValueError(f"there are {len(CHAMBERS)} photos, not {written!r}")
    return tuple(map(_read_photo, written))


def _read_photo(written: object) -> Photo:
    match written:
        case [number, None]:
            return Photo(_read_shown(number), Trap.NONE)
        case [number, "mummy" | "curse" as trap]:
            return Photo(_read_shown(number), Trap(trap))
    raise ValueError(f'{written!r} is no photo; right would be [3, null] or [2, "mummy"]')


def _read_shown(number: object) -> int:
    return _read_number(number, "the number of treasures on a photo", range(1, TREASURES + 2))


def _read_treasures(written: object) -> tuple[Treasure, ...]:
    if not isinstance(written, list) or len(written) != TREASURES:
        raise ValueError(f"there are {TREASURES} treasures, not {written!r}")
    return tuple(Treasure(_read_number(value, "a treasure", WORTHS)) for value in written)


def _compare(
    components: Components,
    cards: Mapping[Cell, _Card],
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
