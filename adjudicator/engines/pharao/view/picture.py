"""The layout of the picture: where every card, button and line is drawn. The template draws it, and computes no place.

The picture has a fixed width and grows downwards: the square, the lines that say what to do next, warnings, buttons,
players, the count at the end, and remarks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.position.grid import COLUMNS
from adjudicator.engines.pharao.position.position import NO_TREASURE, Treasure
from adjudicator.engines.pharao.view.card_view import CardView, StandingFigure
from adjudicator.engines.pharao.view.scoreboard import Standing
from adjudicator.engines.svg_layout import (
    Button,
    Placed,
    button_width,
    buttons_height,
    place_across,
    place_buttons,
    place_down,
)

T = TypeVar("T")

WIDTH, SIDE, TOP, CELL = 760, 20, 40, 104
FEW_ORDERS = 6
"""The most legal orders that are all written out as buttons; of more, those that no card stands for."""
CORNERS = ((-36, -36), (36, -36), (36, 36), (-36, 36))
"""Where a seat's lantern stands on a card. Each seat has a corner of its own, in the rock that every card has there."""
ABREAST = 4
"""The figures in a line; the others stand in a second one."""
_LEFT = (WIDTH - 6 * CELL) // 2
_LINE = 30
"""From one line of text to the next."""
_PLAYER = 104
"""From one player to the next: a line for figures, name and points, and one for what they have."""
_GLYPH = 30
"""Width that the drawing of a card adds to a button."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the picture shows."""

    rows: tuple[tuple[CardView, ...], ...]
    standings: tuple[Standing, ...]
    ranking: tuple[Standing, ...]
    to_move: Seat | None
    trap_cell: str
    """The card of the last trap; empty if there was none."""
    over: bool


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card, placed by its middle, and all that is on it."""

    card: CardView
    x: int
    y: int
    order: str
    """The order for a click; empty for none."""
    trap: bool
    """Whether the last trap was released here."""
    figures: tuple[Placed[StandingFigure], ...]
    treasures: tuple[Placed[Treasure], ...]
    lanterns: tuple[Placed[Seat], ...]
    signs: tuple[Placed[str], ...]
    """The first words of the orders about this card."""


@dataclass(frozen=True, slots=True)
class OrderButton:
    """A button; `sides` are the open sides of the card as the order lays it, empty if it lays none."""

    button: Button
    sides: str

    @property
    def middle(self) -> int:
        """The middle of the text."""
        return self.button.middle + (_GLYPH // 2 if self.sides else 0)


@dataclass(frozen=True, slots=True)
class PlacedPlayer:
    """The things in front of a player, in two lines."""

    standing: Standing
    y: int
    moves: bool
    lanterns: tuple[Placed[int], ...]
    photos: tuple[Placed[int], ...]
    treasures: tuple[Placed[Treasure], ...]
    """Those that lie face down are worth 0."""


@dataclass(frozen=True, slots=True)
class Warnings:
    """A frame with warnings."""

    y: int
    height: int
    lines: tuple[Placed[str], ...]


@dataclass(frozen=True, slots=True)
class CountPanel:
    """How the points came about: a line for each player, the best first."""

    y: int
    height: int
    lines: tuple[Placed[Standing], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture, laid out."""

    height: int
    interactive: bool
    labels: tuple[Placed[tuple[str, int]], ...]
    """The letter of a column with the number of a row, at the card where they meet."""
    cards: tuple[PlacedCard, ...]
    said: tuple[Placed[str], ...]
    warnings: Warnings | None
    buttons: tuple[OrderButton, ...]
    players: tuple[PlacedPlayer, ...]
    count: CountPanel | None
    remarks: tuple[Placed[str], ...]


def lay_out(
    scene: Scene,
    legal: Mapping[str, str],
    offers: Mapping[str, str],
    elsewhere: Sequence[str],
    lines: tuple[Sequence[str], Sequence[str], Sequence[str]],
) -> Picture:
    """Lay out the picture. `legal` are the orders, each as the reader would write it; `offers` give cards their orders,
    no card stands for the orders `elsewhere`, and `lines` are the view's lines, warnings and remarks.
    """
    said, warned, remarks = lines
    below = TOP + 6 * CELL + 68
    warning = below + _LINE * (len(said) - 1) + 16
    choosing = warning + (_LINE * len(warned) + 22 if warned else 0)
    orders = {order: legal[order] for order in (legal if len(legal) <= FEW_ORDERS else elsewhere)}
    buttons = place_buttons(orders, SIDE, choosing, WIDTH - 2 * SIDE, _width_of)
    seats = choosing + buttons_height(buttons) + 6
    counting = seats + _PLAYER * len(scene.standings)
    panel = 48 + 34 * len(scene.ranking)
    written = counting + (panel + 36 if scene.over else 26)
    return Picture(
        height=written + _LINE * len(remarks),
        interactive=bool(offers or buttons),
        labels=_place_labels(),
        cards=tuple(_place_cards(scene, legal, offers)),
        said=place_down(said, SIDE, below, _LINE),
        warnings=_place_warnings(warned, warning) if warned else None,
        buttons=tuple(OrderButton(button, sides_laid(button.order)) for button in buttons),
        players=tuple(
            _place_player(standing, seats + number * _PLAYER, moves=standing.seat == scene.to_move)
            for number, standing in enumerate(scene.standings)
        ),
        count=_place_count(scene.ranking, counting + 4, panel) if scene.over else None,
        remarks=place_down(remarks, SIDE, written, _LINE),
    )


def _place_labels() -> tuple[Placed[tuple[str, int]], ...]:
    middle = CELL // 2
    return tuple(
        Placed((letter, 6 - place), _LEFT + middle + place * CELL, TOP + middle + place * CELL)
        for place, letter in enumerate(COLUMNS)
    )


def _place_warnings(warned: Sequence[str], y: int) -> Warnings:
    return Warnings(y, _LINE * len(warned) + 12, place_down(warned, SIDE + 12, y + 30, _LINE))


def _place_count(ranking: Sequence[Standing], y: int, height: int) -> CountPanel:
    return CountPanel(y, height, place_down(ranking, SIDE + 12, y + 66, 34))


def sides_laid(order: str) -> str:
    """Tell how a card lies after an order; nothing if it turns none."""
    words = order.split()
    return words[-1] if words[0] in ("turn", "rotate") else ""


def _width_of(order: str, text: str) -> int:
    return button_width(order, text) + (_GLYPH if sides_laid(order) else 0)


def _place_cards(scene: Scene, legal: Iterable[str], offers: Mapping[str, str]) -> Iterator[PlacedCard]:
    orders = [order.split() for order in legal]
    for card in (card for row in scene.rows for card in row):
        x, y = _LEFT + card.column * CELL + CELL // 2, TOP + card.row * CELL + CELL // 2
        trap = card.name == scene.trap_cell
        # Treasures lie in the middle of a card that they have for themselves; else below the others.
        shared = bool(card.treasures) and (bool(card.figures) or trap)
        kinds = dict.fromkeys(words[0] for words in orders if card.name in words)
        yield PlacedCard(
            card,
            x,
            y,
            offers.get(card.name, ""),
            trap,
            figures=_place_figures(card.figures, x, y - 14 if shared else y),
            treasures=_place_centred(card.treasures, x, y + 30 if shared else y, 32),
            lanterns=tuple(Placed(seat, x + CORNERS[seat][0], y + CORNERS[seat][1]) for seat in card.lanterns),
            signs=place_across(kinds, x - (len(kinds) - 1) * 15, y + 36, 30),
        )


def _place_figures(figures: Sequence[StandingFigure], x: int, y: int) -> tuple[Placed[StandingFigure], ...]:
    top = y - (23 if len(figures) > ABREAST else 0)
    return tuple(
        placed
        for number in range(0, len(figures), ABREAST)
        for placed in _place_centred(figures[number : number + ABREAST], x, top + number // ABREAST * 46, 30)
    )


def _place_centred(items: Sequence[T], x: int, y: int, pitch: int) -> tuple[Placed[T], ...]:
    """Place things side by side around a middle, closer if they are many."""
    gaps = len(items) - 1
    pitch = min(pitch, 72 // max(gaps, 1))
    return place_across(items, x - gaps * pitch // 2, y, pitch)


def _place_player(standing: Standing, y: int, *, moves: bool) -> PlacedPlayer:
    return PlacedPlayer(
        standing,
        y,
        moves,
        lanterns=place_across(range(standing.stock), SIDE + 26, y + 76, 34),
        photos=place_across(range(standing.photos), SIDE + 220, y + 77, 30),
        treasures=place_across(standing.treasures or [NO_TREASURE] * standing.banked, SIDE + 420, y + 76, 30),
    )
