"""Counts rows. The limits on letters are counts of recent rows, so they need no counter of their own."""

from __future__ import annotations

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session


def count_rows(session: Session, *where: ColumnElement[bool]) -> int:
    """Count the rows that meet all conditions. The conditions name the tables, and must join them."""
    return session.scalar(select(func.count()).where(*where)) or 0
