"""Tells which optional parts of the contract an engine has, such as `Describer` or `Planner`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard, TypeVar, cast, get_origin

T = TypeVar("T")

_known: dict[tuple[type, object], bool] = {}
"""By the class of the engine and the protocol."""


def offers(engine: object, part: Callable[..., T]) -> TypeGuard[T]:
    """Do what ``isinstance(engine, part)`` does, and ask once for each class of engines.

    `part` is a protocol, with types in brackets where it has any. Python looks for all of its methods each time, which
    takes longer than most of them, and a letter asks some fifteen times. (A type checker lets no protocol pass for a
    ``type[T]``.)
    """
    key = type(engine), part
    if key not in _known:
        _known[key] = isinstance(engine, cast("type", get_origin(part) or part))
    return _known[key]
