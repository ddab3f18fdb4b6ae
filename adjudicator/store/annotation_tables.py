"""The tables of annotations: diaries of the players of a match, and comments after its end.

None of it is in the record. A diary belongs to its player, never to the seat; both are shown by position.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from adjudicator.store.columns import Json
from adjudicator.store.orm_base import Base


class DiaryEntry(Base):
    """A player's note on a turn; everybody who may see the match reads it once its secrets are published."""

    __tablename__ = "diary_entries"
    __table_args__ = (UniqueConstraint("match_id", "player_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"))
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    number: Mapped[int]
    """The number of the entry within its player's diary, from 1; no other entry ever gets it."""
    seat: Mapped[int]
    n: Mapped[int]
    """The entry of the record after which it was written."""
    turn: Mapped[int]
    at: Mapped[datetime]
    sealed: Mapped[bytes]
    """The text, encrypted as plans are; it names match and player."""
    hidden_because: Mapped[str] = mapped_column(Text, default="", server_default="")
    """The host's reason for hiding it; empty while it is shown."""


class Comment(Base):
    """A text about a position of a finished match. A row stays when its text is struck out or hidden."""

    __tablename__ = "comments"
    __table_args__ = (UniqueConstraint("match_id", "n", "number"), Index(None, "author_id", "at"))

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"))
    n: Mapped[int]
    """The entry of the record after which the position stands."""
    number: Mapped[int]
    """The number of the comment at its position, from 1, answers included."""
    answers: Mapped[int | None]
    """The number of the comment that it answers, which is no answer itself."""
    author_id: Mapped[int | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"))
    """Null: a former player."""
    at: Mapped[datetime]
    text: Mapped[str] = mapped_column(Text)
    """Empty once its author has struck it out."""
    line: Mapped[list[str]] = mapped_column(Json, default=list, server_default="[]")
    """Canonical steps that could have been played from the position on."""
    struck_at: Mapped[datetime | None]
    hidden_because: Mapped[str] = mapped_column(Text, default="", server_default="")
    """The host's reason for hiding it; empty while it is shown."""
