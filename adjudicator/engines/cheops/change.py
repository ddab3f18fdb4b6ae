"""Changing a position: a copy with other values in some of its fields."""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import Any

from adjudicator.engines.cheops.position import Position

_NAMES = tuple(field.name for field in fields(Position))
_read = attrgetter(*_NAMES)


def changed(position: Position, /, **changes: Any) -> Position:
    """Copy a position with some fields changed, as `dataclasses.replace` does in twice the time.

    Every step changes a position several times over, and the house player plays thousands of steps for one of its own.
    """
    return Position(**{**dict(zip(_NAMES, _read(position), strict=True)), **changes})
