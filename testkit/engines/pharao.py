"""Positions drawn as maps, and matches played in orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engines.contract import Note, Outcome, Result, StepError
from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.notation.notation import parse_step
from adjudicator.engines.pharao.position.cards import FIXED, SIDES_OF, STRAIGHT, Shape, shape_of
from adjudicator.engines.pharao.position.components import CHAMBERS
from adjudicator.engines.pharao.position.grid import ALL, CELLS, NAMES, NOWHERE, bit
from adjudicator.engines.pharao.position.paths import Paths
from adjudicator.engines.pharao.position.position import (
    COLOURS,
    Collapse,
    Figure,
    Photo,
    Player,
    Position,
    Trap,
    Treasure,
    Turn,
)
from adjudicator.engines.suite.chance import Chance

PHOTOS = ((3, ""), (2, "mummy"), (2, "curse"), (1, "mummy"), (1, "curse"))
STACK = (2, 2, 2, 2, 3, 3, 3, 3)


def options(**chosen: Any) -> dict[str, str | int]:
    """Fill in the options that are not chosen."""
    return ENGINE.rules.complete(chosen)


def dealt(seed: str = "deal", seats: int = 2, **changes: Any) -> dict[str, Any]:
    """Deal a match, and put other parts in."""
    return {**ENGINE.deal(options(), seats, Chance(seed)), **changes}


def begin(seed: str = "deal", seats: int = 2, **chosen: Any) -> Position:
    """Set a match up for seat 0 to begin."""
    return ENGINE.setup(options(**chosen), seats, dealt(seed, seats, first=0))


def drawn(
    board: str,
    *seats: str,
    lying: str = "",
    hidden: Mapping[str, str] | None = None,
    chambers: str = "",
    turn: str = "red",
    left: int = 3,
    photos: Sequence[tuple[int, str]] = PHOTOS,
    stack: Sequence[int] = STACK,
    clock: tuple[str, int] | None = None,
    **chosen: Any,
) -> Position:
    """Read a map: letters above, numbers before it, open sides of a card, ``@`` before those of the start card.

    ``#`` and all that is not drawn lies face down, straight unless `hidden` names its shape; ``.`` has fallen. A seat
    is written like ``A:B2+3 P:A1 *B2 *C2``: its figures (none: lost) with what is carried, and its lanterns. `lying`
    is like ``C3=2 C3=5``, `chambers` like ``C3 D4``; `clock` is the chamber of the bust and the turns until it falls.
    """
    header, *lines = [line.split() for line in board.strip().splitlines()]
    signs = {column + number: sign for number, *row in lines for column, sign in zip(header, row, strict=True)}
    start = next(name for name, sign in signs.items() if sign.startswith("@"))
    ways, shapes = Paths(), dict.fromkeys(NAMES, STRAIGHT) | {start: FIXED}
    shapes |= {name: Shape(shape) for name, shape in (hidden or {}).items()}
    secret, fallen = ALL, 0
    for name, sign in signs.items():
        cell = CELLS[name]
        if sign not in ("#", "."):
            sides = SIDES_OF[sign.removeprefix("@")]
            ways, secret = ways.with_card(cell, sides), secret & ~bit(cell)
            shapes[name] = FIXED if name == start else shape_of(sides)
        elif sign == ".":
            fallen |= bit(cell)
    names = zip(sorted(CELLS[name] for name in chambers.split()), CHAMBERS, strict=False)
    return Position(
        variant=ENGINE._variant(options(**chosen), 2),
        start=CELLS[start],
        shapes=tuple(shapes[name] for name in NAMES),
        chambers=tuple(names),
        ways=ways,
        secret=secret & ~(fallen if clock else 0),
        photos=tuple(Photo(number, Trap(trap)) for number, trap in photos),
        stack=tuple(map(Treasure, stack)),
        players=tuple(map(player, seats or (f"A:{start} P:{start}",) * 2)),
        turn=Turn(COLOURS.index(turn), left),
        fallen=fallen,
        treasures=tuple(sorted((CELLS[item[:2]], Treasure(int(item[3:]))) for item in lying.split())),
        collapse=Collapse(CELLS[clock[0]], COLOURS.index(turn), clock[1]) if clock else None,
    )


def player(text: str) -> Player:
    """Read a seat of a map."""
    where, carries, lanterns = {"A": NOWHERE, "P": NOWHERE}, 0, 0
    for item in text.split():
        if item.startswith("*"):
            lanterns |= bit(CELLS[item[1:]])
            continue
        cell, _, treasure = item[2:].partition("+")
        where[item[0]], carries = CELLS[cell], carries + int(treasure or 0)
    return Player(where["A"], where["P"], Treasure(carries), lanterns, 5 - lanterns.bit_count())


def scoring(position: Position, *seats: Mapping[str, Any]) -> Position:
    """Give seats other photos, treasures or histories."""
    players = tuple(replace(one, **changes) for one, changes in zip(position.players, seats, strict=True))
    return replace(position, players=players)


WISHING = ENGINE.reading_wishes()
"""Reads what stands behind a step on its line."""


def play(position: Position, orders: str) -> Position:
    """Play orders, divided by commas, each with what follows in it."""
    for order in orders.split(","):
        engine, rest = ENGINE, order
        while rest:
            parsed = engine.parse(position, rest)
            position, rest = ENGINE.apply(position, parsed.step).position, parsed.rest
            engine = WISHING
    return position


def parse_text(position: Position, order: str) -> tuple[str, str]:
    """Read an order, and write its step and what is left of it."""
    parsed = ENGINE.parse(position, order)
    return ENGINE.format(parsed.step), parsed.rest


def apply_text(position: Position, step: str) -> Result[Position]:
    """Apply a canonical step."""
    return ENGINE.apply(position, parse_step(step))


def told(position: Position, order: str) -> list[Note]:
    """Play one order and give what is told of it."""
    return list(ENGINE.apply(position, ENGINE.parse(position, order).step).notes)


def notes_of(position: Position, order: str) -> dict[str, Note]:
    """Play one order and give what is told of it, by key."""
    return {note.key.removeprefix("pharao."): note for note in told(position, order)}


def refused(position: Position, order: str, kind: type[StepError] = StepError) -> str:
    """Give the reason for which an order is refused: its key and its values."""
    with pytest.raises(kind) as raised:
        ENGINE.parse(position, order)
    assert set(raised.value.nearest) <= set(legal(position))
    reason = raised.value.reason
    return " ".join([reason.key.removeprefix("pharao."), *(f"{key}={value}" for key, value in reason.values)])


def legal(position: Position, word: str = "") -> list[str]:
    """List the legal steps, or those that begin with a word, without it."""
    steps = list(map(ENGINE.format, ENGINE.legal_steps(position)))
    return [step.removeprefix(f"{word} ") for step in steps if step.split()[0] == word] if word else steps


def at(position: Position, seat: str, figure: str) -> str:
    """Tell where a figure stands; nothing if it is lost."""
    cell = position.players[COLOURS.index(seat)].figure(Figure.ARCHAEOLOGIST if figure == "A" else Figure.PORTER)
    return NAMES[cell] if cell >= 0 else ""


def points(position: Position) -> list[int]:
    """Count everybody's points."""
    return [one.points for one in position.players]


def lying(position: Position) -> str:
    """Write the treasures that lie in the pyramid."""
    return " ".join(f"{NAMES[cell]}={treasure}" for cell, treasure in position.treasures)


def fallen(position: Position) -> set[str]:
    """Name the cards that have fallen."""
    return {name for name, cell in CELLS.items() if position.fallen >> cell & 1}


def result(position: Position) -> Outcome:
    """Give the outcome of a match that is over."""
    outcome = ENGINE.outcome(position)
    assert outcome is not None
    return outcome
