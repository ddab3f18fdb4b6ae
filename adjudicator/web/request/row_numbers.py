"""Numbers in URLs, limited to the range of row ids."""

from __future__ import annotations

from typing import Any

from werkzeug.routing import IntegerConverter, Map

from adjudicator.mail.address import LARGEST_ROW

DIGITS = 15
"""The most digits of a typed number: `int` refuses thousands of them."""


def read_number(text: str) -> int | None:
    """Read a whole number; None for anything else, and for one with too many digits."""
    return int(text) if text.isdecimal() and len(text) <= DIGITS else None


class NumberConverter(IntegerConverter):
    """Matches the id of a row; a URL with a larger number is not found."""

    regex = "[0-9]{1,10}"

    def __init__(self, url_map: Map, **options: Any) -> None:
        super().__init__(url_map, max=LARGEST_ROW, **options)
