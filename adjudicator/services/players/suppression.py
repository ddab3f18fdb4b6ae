"""Addresses that want no letter of ours that they did not ask for. We keep a mark of each, and no list of them."""

from __future__ import annotations

import hashlib
import hmac

from sqlalchemy.orm import Session

from adjudicator.mail.trust.from_header import normalize_address
from adjudicator.services.context import Context
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import SuppressedAddress


def suppress_address(work: UnitOfWork, address: str) -> None:
    """Write to an address never again, unless it asks for it."""
    if not is_suppressed(work.context, work.session, address):
        work.session.add(SuppressedAddress(mark=_mark(work.context, address), at=work.now))
        work.session.flush()


def unsuppress_address(work: UnitOfWork, address: str) -> None:
    """Let an address be invited again, as whoever reads its letters wishes."""
    door = work.session.get(SuppressedAddress, _mark(work.context, address))
    if door is not None:
        work.session.delete(door)
        work.session.flush()


def is_suppressed(context: Context, session: Session, address: str) -> bool:
    """Tell whether an address asked to be left alone."""
    return session.get(SuppressedAddress, _mark(context, address)) is not None


def _mark(context: Context, address: str) -> str:
    return hmac.new(context.secret, f"closed door\0{normalize_address(address)}".encode(), hashlib.sha256).hexdigest()
