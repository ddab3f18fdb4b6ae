"""Suppression list: addresses that want no unsolicited letter from us. Only a keyed hash of each address is stored."""

from __future__ import annotations

import hashlib
import hmac

from sqlalchemy.orm import Session

from adjudicator.mail.trust.from_header import normalize_address
from adjudicator.services.context import Context
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import SuppressedAddress


def suppress_address(work: UnitOfWork, address: str) -> None:
    """Add an address. It still gets answers to its own letters."""
    if not is_suppressed(work.context, work.session, address):
        work.session.add(SuppressedAddress(mark=_mark(work.context, address), at=work.now))
        work.session.flush()


def unsuppress_address(work: UnitOfWork, address: str) -> None:
    """Remove an address, at the wish of the person who reads its mail."""
    row = work.session.get(SuppressedAddress, _mark(work.context, address))
    if row is not None:
        work.session.delete(row)
        work.session.flush()


def is_suppressed(context: Context, session: Session, address: str) -> bool:
    """Is an address on the list?"""
    return session.get(SuppressedAddress, _mark(context, address)) is not None


def _mark(context: Context, address: str) -> str:
    return hmac.new(context.secret, f"closed door\0{normalize_address(address)}".encode(), hashlib.sha256).hexdigest()
