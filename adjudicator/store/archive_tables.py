"""The tables that the archive is searched by: narrow copies of what finished matches are asked for.

They follow from the matches; `services.matches.rows.archive_rows` writes them when a match ends. What a search filters
by stands in each of them, so that it reads one index in the order of the pages, and no more of it than a page holds.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, false
from sqlalchemy.orm import Mapped, mapped_column

from adjudicator.store.orm_base import Base


class ArchivedMatch(Base):
    """A finished match."""

    __tablename__ = "archived_matches"
    __table_args__ = (
        Index(None, "private", "ended_at", "match_id"),
        Index(None, "private", "game", "ended_at", "match_id"),
        Index(None, "private", "kind", "ended_at", "match_id"),
        Index(None, "private", "game", "kind", "ended_at", "match_id"),
        Index(None, "private", "shared", "ended_at", "match_id"),
        Index(None, "private", "annotated", "ended_at", "match_id"),
        Index(None, "private", "annotated", "game", "ended_at", "match_id"),
    )

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    private: Mapped[bool]
    game: Mapped[str] = mapped_column(String(40))
    seats: Mapped[int]
    kind: Mapped[str] = mapped_column(String(16))
    """What ended it, by the words of version 2 of the record (`match_result.ending_of`)."""
    shared: Mapped[bool]
    """Whether several seats have the first place."""
    annotated: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether it has comments, or diaries, that everybody who may see the match can read once they are published."""
    ended_at: Mapped[datetime]


class ArchivedName(Base):
    """A word of the name of somebody who had a seat at a finished match: one row for each person and word."""

    __tablename__ = "archived_names"
    __table_args__ = (
        Index(None, "private", "word", "ended_at", "match_id"),
        Index(None, "private", "word", "game", "ended_at", "match_id"),
    )

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    person: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """The number of the person within the match, from 0: those who began it, then those who sat down later."""
    word: Mapped[str] = mapped_column(String(80), primary_key=True)
    """Folded as orders are; where it means the house player in some language, `HOUSE_WORD`."""
    private: Mapped[bool]
    game: Mapped[str] = mapped_column(String(40))
    place: Mapped[int | None]
    """The place of their seat; null for who left it, and in a match without a result."""
    ended_at: Mapped[datetime]


class ArchivedPerson(Base):
    """Somebody who had a seat at a finished match, for the pages of players: the house player, or a person once."""

    __tablename__ = "archived_people"
    __table_args__ = (Index(None, "player_id", "private", "ended_at", "match_id"),)

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    person: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """As in `ArchivedName`."""
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    """Null for the house player."""
    private: Mapped[bool]
    game: Mapped[str] = mapped_column(String(40))
    place: Mapped[int | None]
    """As in `ArchivedName`."""
    left: Mapped[bool]
    """Whether they left the match before its end."""
    ended_at: Mapped[datetime]


class ArchivedOption(Base):
    """An option of a finished match that has another value than its game begins with."""

    __tablename__ = "archived_options"
    __table_args__ = (Index(None, "private", "game", "name", "value", "ended_at", "match_id"),)

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(String(40))
    private: Mapped[bool]
    game: Mapped[str] = mapped_column(String(40))
    ended_at: Mapped[datetime]


HOUSE_WORD = "(house)"
