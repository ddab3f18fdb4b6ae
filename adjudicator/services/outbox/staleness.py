"""Whether a letter of the outbox is still true when its time comes: it may speak of a turn that is over by then."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Row

from adjudicator.store.states import MatchState

WHILE_INVITING = frozenset({"invitation", "waiting"})


def is_true(letter: Row[Any], standing: Row[Any], now: datetime) -> bool:
    """Tell whether what a letter says still holds; `standing` has the state of its match."""
    if letter.true_until is not None and now > letter.true_until:
        return False
    if letter.kind in WHILE_INVITING and standing.match_state is not MatchState.INVITING:
        return False
    if letter.kind in ("stopped", "resumed") and (letter.kind == "stopped") is (standing.stopped_at is None):
        return False
    stands = standing.match_state is MatchState.RUNNING and standing.turn == letter.while_turn
    return letter.while_turn is None or stands
