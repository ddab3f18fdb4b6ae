"""Finds a visitor's own forms, and waits a moment for their results, so that most people see them at once.

A server has few threads, and whoever waits holds one. So a page waits for forms of its visitor alone, and few pages
wait at a time. Any other page says at once that the answer will come, and loads itself again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import BoundedSemaphore

from sqlalchemy import ColumnElement, and_, false, or_, select
from sqlalchemy.orm import Session, undefer

from adjudicator.mail.address import SeatAddress
from adjudicator.mail.errors import MailFault
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox
from adjudicator.web.evicting_server import THREADS
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import current_visitor

LOOK_AGAIN_SECONDS = 0.04
_PLACES = BoundedSemaphore(THREADS // 2)


def find_form_state(session: Session, number: int) -> InboxState | None:
    """Find the state of a form; None if it is no form of the visitor's."""
    return session.scalars(select(Inbox.state).where(_is_own(number))).one_or_none()


def load_own_form(session: Session, number: int) -> Inbox | None:
    """Load a form with its raw content; None if it is no form of the visitor's."""
    return session.scalars(select(Inbox).where(_is_own(number)).options(undefer(Inbox.raw))).one_or_none()


def match_of_form(row: Inbox) -> str:
    """Name the match that a form is for by its code in small letters; empty if it is for none."""
    try:
        route = app_context.context().addresses.read(row.recipient)
    except MailFault:
        return ""
    return route.match if isinstance(route, SeatAddress) else ""


def _is_own(number: int) -> ColumnElement[bool]:
    player = current_visitor().player
    if player is None:
        return false()
    # A program of the version before names no player, during a rolling upgrade.
    theirs = or_(Inbox.player_id == player.id, Inbox.player_id.is_(None) & (Inbox.envelope_from == player.address))
    return and_(Inbox.id == number, Inbox.channel == "web", theirs)


def wait_while(waits: Callable[[], bool]) -> None:
    """Look again and again until something need not be waited for any more; not at all if too many wait already."""
    if not _PLACES.acquire(blocking=False):
        return
    try:
        while waits():
            time.sleep(LOOK_AGAIN_SECONDS)
    finally:
        _PLACES.release()
