"""Is a queued letter still current when it is due? It may ask for an order in a turn that is over by then."""

from __future__ import annotations

from datetime import datetime

from adjudicator.services.outbox.queued_letter import MatchNow, QueuedLetter
from adjudicator.store.states import MatchState
from adjudicator.texts import letter_kinds

WHILE_INVITING = frozenset(
    kind.name for kind in (letter_kinds.INVITATION, letter_kinds.WAITING, letter_kinds.SEAT_FREE, letter_kinds.SILENCE)
)


def is_current(letter: QueuedLetter, match: MatchNow, now: datetime) -> bool:
    """Check each condition that the letter was queued with; `match` is the present state of its match."""
    if letter.true_until is not None and now > letter.true_until:
        return False
    if letter.kind in WHILE_INVITING and match.match_state is not MatchState.INVITING:
        return False
    stopped = letter.kind == letter_kinds.STOPPED.name
    if (stopped or letter.kind == letter_kinds.RESUMED.name) and stopped is (match.stopped_at is None):
        return False
    is_turn = match.match_state is MatchState.RUNNING and match.turn == letter.while_turn
    return letter.while_turn is None or is_turn
