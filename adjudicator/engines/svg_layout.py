"""Layout for pictures of boards: which thing is drawn where.

A template draws a thing around the place that it finds here, and computes no place itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

READABLE = 24
"""The smallest size of a text in a picture `USUAL_WIDTH` wide: 11 px where a page of 390 px shows all of it."""
USUAL_WIDTH = 760
BUTTON_PITCH = 60
"""From one line of buttons to the next."""
_BUTTON_GAP = 8


def readable_size(width: int) -> int:
    """Tell how large a text must be in a picture of some width, so that it can be read on a phone."""
    return -(-READABLE * width // USUAL_WIDTH)


@dataclass(frozen=True, slots=True)
class Placed(Generic[T]):
    """A thing and its anchor: the point that its drawing starts from."""

    item: T
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Button:
    """An order to click on, in a frame of its own; `text` is how the reader would write it."""

    order: str
    text: str
    x: int
    y: int
    width: int

    @property
    def middle(self) -> int:
        """The middle of the frame, for the text."""
        return self.x + self.width // 2


def place_across(items: Iterable[T], x: int, y: int, pitch: int) -> tuple[Placed[T], ...]:
    """Place things side by side, from the left to the right; a negative pitch goes to the left."""
    return tuple(Placed(item, x + number * pitch, y) for number, item in enumerate(items))


def place_down(items: Iterable[T], x: int, y: int, pitch: int) -> tuple[Placed[T], ...]:
    """Place things below each other."""
    return tuple(Placed(item, x, y + number * pitch) for number, item in enumerate(items))


def button_width(_order: str, text: str) -> int:
    """Guess how wide a frame the text of an order needs: fonts differ, so there is room to spare."""
    return 32 + 15 * len(text)


def place_buttons(
    orders: Mapping[str, str], x: int, y: int, width: int, measure: Callable[[str, str], int] = button_width
) -> tuple[Button, ...]:
    """Place buttons for orders, each with its text, one after the other; one that would cross the right edge begins the
    next line.
    """
    buttons, right = list[Button](), x
    for order, text in orders.items():
        wide = measure(order, text)
        if right > x and right + wide > x + width:
            right, y = x, y + BUTTON_PITCH
        buttons.append(Button(order, text, right, y, wide))
        right += wide + _BUTTON_GAP
    return tuple(buttons)


def buttons_height(buttons: Sequence[Button]) -> int:
    """Tell how much height the lines of buttons take; none without buttons."""
    return buttons[-1].y - buttons[0].y + BUTTON_PITCH if buttons else 0
