"""The table of hints: advice of the house player to its opponent."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from adjudicator.store.orm_base import Base

_WAITING = text("step = ''")


class Hint(Base):
    """A step that the house player would play in place of a person, who asked; one for each position of a match."""

    __tablename__ = "hints"
    __table_args__ = (
        UniqueConstraint("match_id", "chain"),
        Index(None, "player_id", "asked_at"),
        Index("ix_hints_waiting", "asked_at", sqlite_where=_WAITING, postgresql_where=_WAITING),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"))
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"))
    chain: Mapped[str] = mapped_column(String(64))
    """The digest of the record's last entry when it was asked for: it stands for the position."""
    turn: Mapped[int]
    by_mail: Mapped[bool]
    """Whether the answer is a letter; a page shows it by itself."""
    asked_at: Mapped[datetime]
    step: Mapped[str] = mapped_column(String(80), default="", server_default="")
    """The canonical step; empty while the house player thinks."""
