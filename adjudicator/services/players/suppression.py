"""Addresses that want no letter of ours that they did not ask for. We keep a mark of each, and no list of them."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator.mail.trust.from_header import normal_address
from adjudicator.services.context import Desk
from adjudicator.store.tables import ClosedDoor


def close_door(desk: Desk, session: Session, address: str, now: datetime) -> None:
    """Write to an address never again, unless it asks for it."""
    if not is_closed(desk, session, address):
        session.add(ClosedDoor(mark=_mark(desk, address), at=now))
        session.flush()


def open_door(desk: Desk, session: Session, address: str) -> None:
    """Let an address be invited again, as whoever reads its letters wishes."""
    door = session.get(ClosedDoor, _mark(desk, address))
    if door is not None:
        session.delete(door)
        session.flush()


def is_closed(desk: Desk, session: Session, address: str) -> bool:
    """Tell whether an address asked to be left alone."""
    return session.get(ClosedDoor, _mark(desk, address)) is not None


def _mark(desk: Desk, address: str) -> str:
    return hmac.new(desk.secret, f"closed door\0{normal_address(address)}".encode(), hashlib.sha256).hexdigest()
