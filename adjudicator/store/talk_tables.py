"""The tables of what only some may read: notes to oneself, messages to some players, what became of plans, and news
that waits for a letter.

No query of a match joins them: each belongs to persons, not to seats, and is read by the functions of its own module.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct
from sqlalchemy import ForeignKey, Index, String, Text, false
from sqlalchemy.orm import Mapped, mapped_column

from adjudicator.codec import Codec
from adjudicator.store.columns import Json, JsonOf
from adjudicator.store.orm_base import Base


class Memo(Base):
    """A player's notes to themselves about a match. They go with the player, never with the seat."""

    __tablename__ = "memos"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime]


class PrivatePress(Base):
    """A message from one player to some of the others of a match, and not to all."""

    __tablename__ = "private_press"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int]
    author_id: Mapped[int] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    readers: Mapped[list[tuple[int, int]]] = mapped_column(Json)
    """The seats that it was written to, each with the player who sat there then: nobody else ever reads it."""
    at: Mapped[datetime]
    text: Mapped[str] = mapped_column(Text)


class GistMessage(Struct, frozen=True, array_like=True):
    """A message of a player in the gist of a letter."""

    number: int
    """Its row in the table of messages that all read; 0 for one that not all read."""
    paragraphs: int
    """How many paragraphs of the gist it takes."""


GIST_MESSAGES: Codec[tuple[GistMessage, ...]] = Codec(tuple[GistMessage, ...])


class HeldNews(Base):
    """News of a match for a player who wants no letter for it alone: the next letter about the match takes it along."""

    __tablename__ = "held_news"
    __table_args__ = (Index(None, "player_id", "match_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"))
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(32))
    """The kind of letter that it would have been."""
    while_turn: Mapped[int | None]
    """The turn that it is about: it is outdated once that is over."""
    at: Mapped[datetime]
    gist: Mapped[str] = mapped_column(Text)
    messages: Mapped[tuple[GistMessage, ...] | None] = mapped_column(JsonOf(GIST_MESSAGES))
    """The messages of players with which the gist ends; null in rows from before this column."""


class PlanReview(Base):
    """What became of a player's plan when one of their turns began. It goes with the player, never with the seat."""

    __tablename__ = "plan_reviews"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    sealed: Mapped[bytes]
    """Encrypted as the plan was."""
    published: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether its player shows it to all, after the match."""
