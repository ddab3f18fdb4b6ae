"""Is a queued letter still current when it is due? It may ask for an order in a turn that is over by then."""

from __future__ import annotations

from datetime import datetime, timedelta

from adjudicator.match.timekeeping.reminders import REMINDED_AGAIN
from adjudicator.services.outbox.queued_letter import MatchNow, QueuedLetter
from adjudicator.store.states import MatchState
from adjudicator.texts.letters import clock_kinds, opening_kinds

WHILE_INVITING = frozenset(
    kind.name
    for kind in (opening_kinds.INVITATION, opening_kinds.WAITING, opening_kinds.SEAT_FREE, opening_kinds.SILENCE)
)


def is_current(letter: QueuedLetter, match: MatchNow, now: datetime) -> bool:
    """Check each condition that the letter was queued with; `match` is the present state of its match."""
    if letter.true_until is not None and now > letter.true_until:
        return False
    if letter.kind in WHILE_INVITING and match.match_state is not MatchState.INVITING:
        return False
    stopped = letter.kind == clock_kinds.STOPPED.name
    if (stopped or letter.kind == clock_kinds.RESUMED.name) and stopped is (match.stopped_at is None):
        return False
    if letter.kind == clock_kinds.REMINDER.name and _is_moved(letter, match):
        return False
    is_turn = match.match_state is MatchState.RUNNING and match.turn == letter.while_turn
    return letter.while_turn is None or is_turn


def _is_moved(letter: QueuedLetter, match: MatchNow) -> bool:
    """Has the deadline of which a letter reminds moved so far that another reminder comes for it?

    A letter about several turns goes all the same: it is about the others, too.
    """
    if letter.while_turn is None or letter.true_until is None:
        return False
    return match.due_at is None or match.due_at - letter.true_until > timedelta(seconds=REMINDED_AGAIN)
