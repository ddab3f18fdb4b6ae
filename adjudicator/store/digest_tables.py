"""The tables of digests: what each one listed, and the results of the parts of an answer to one."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct
from sqlalchemy import ForeignKey, String, Text, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from adjudicator.codec import Codec
from adjudicator.store.columns import Json, JsonOf
from adjudicator.store.orm_base import Base


class Listed(Struct, frozen=True, array_like=True):
    """A seat as a digest told of it: an answer acts for this seat on this turn, like one to its reply address."""

    code: str
    seat: int
    turn: int
    epoch: int
    waits: bool
    """Whether the match was told as one that waits for the reader."""


LISTED: Codec[tuple[Listed, ...]] = Codec(tuple[Listed, ...])


class Digest(Base):
    """A digest, or a receipt for an answer to one, which can be answered as well; its address names the row."""

    __tablename__ = "digests"
    __table_args__ = (UniqueConstraint("player_id", "number", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"))
    number: Mapped[int]
    """The count of the player's digests; a receipt has that of the digest that was answered."""
    created_at: Mapped[datetime]
    listed: Mapped[tuple[Listed, ...]] = mapped_column(JsonOf(LISTED))
    revoked: Mapped[bool] = mapped_column(default=False, server_default=false())


class DigestPart(Base):
    """One match of an answer to a digest: the letter to its seat, and the text of that letter's receipt."""

    __tablename__ = "digest_parts"

    inbox_id: Mapped[int] = mapped_column(ForeignKey("inbox.id", ondelete="CASCADE"), primary_key=True)
    answer_id: Mapped[int] = mapped_column(ForeignKey("inbox.id", ondelete="CASCADE"), index=True)
    """The letter to the digest."""
    code: Mapped[str] = mapped_column(String(8))
    text: Mapped[str] = mapped_column(Text, default="", server_default="")
    board: Mapped[str] = mapped_column(Text, default="", server_default="")
    attached: Mapped[list[dict[str, str | bool]]] = mapped_column(Json, default=list, server_default="[]")
    """Text files for the receipt."""
