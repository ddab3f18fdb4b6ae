"""Waits a moment for the result of a visitor's form, so that most people see it at once.

A server has few threads, and whoever waits holds one. So a page waits for forms of its own visitor alone, and few wait
at a time: the page of somebody else says at once that the answer will come, and loads itself again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import BoundedSemaphore

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox
from adjudicator.web.evicting_server import THREADS
from adjudicator.web.request.current_user import current_visitor

LOOK_AGAIN_SECONDS = 0.04
_PLACES = BoundedSemaphore(THREADS // 2)


def find_form_state(session: Session, number: int) -> InboxState | None:
    """Find the state of a form; None if it is no form of the visitor's."""
    player = current_visitor().player
    if player is None:
        return None
    own = Inbox.id == number, Inbox.channel == "web", Inbox.envelope_from == player.address
    return session.scalars(select(Inbox.state).where(*own)).one_or_none()


def wait_while(waits: Callable[[], bool]) -> None:
    """Look again and again until something need not be waited for any more; not at all if too many wait already."""
    if not _PLACES.acquire(blocking=False):
        return
    try:
        while waits():
            time.sleep(LOOK_AGAIN_SECONDS)
    finally:
        _PLACES.release()
