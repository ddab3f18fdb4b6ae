"""All kinds of letters. The modules of the topics define them, below the classes of the values that they need."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from adjudicator.texts.letters import (
    account_kinds,
    clock_kinds,
    confirmation_kinds,
    digest_kinds,
    host_kinds,
    opening_kinds,
    seat_kinds,
    turn_kinds,
)
from adjudicator.texts.letters.letter_kind import LetterKind

TOPICS = (
    opening_kinds,
    turn_kinds,
    clock_kinds,
    seat_kinds,
    digest_kinds,
    confirmation_kinds,
    account_kinds,
    host_kinds,
)

LETTERS: Mapping[str, LetterKind[Any]] = MappingProxyType(
    {kind.name: kind for topic in TOPICS for kind in vars(topic).values() if isinstance(kind, LetterKind)}
)
"""All kinds, by name."""
