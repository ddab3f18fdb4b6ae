"""Counting rows: the limits on what people may have us write are counts of what they had lately."""

from __future__ import annotations

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session


def count_rows(session: Session, *where: ColumnElement[bool]) -> int:
    """Count the rows that meet all conditions; the tables are those that the conditions name."""
    return session.scalar(select(func.count()).where(*where)) or 0
