"""Numbers in addresses: as large as a number of a row can be."""

from __future__ import annotations

from typing import Any

from werkzeug.routing import IntegerConverter, Map

from adjudicator.mail.address import LARGEST_ROW

DIGITS = 15
"""As many as a number may have that somebody typed: Python reads no number of thousands of them."""


def read_number(text: str) -> int | None:
    """Read a whole number, or nothing where there is none that anybody would mean."""
    return int(text) if text.isdecimal() and len(text) <= DIGITS else None


class NumberConverter(IntegerConverter):
    """Matches the number of a row; an address with a larger one is not found."""

    regex = "[0-9]{1,10}"

    def __init__(self, url_map: Map, **options: Any) -> None:
        super().__init__(url_map, max=LARGEST_ROW, **options)
