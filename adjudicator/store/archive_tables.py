"""The tables that the archive is searched by: narrow copies of the columns that searches ask for.

They follow from the matches; `services.matches.rows.archive_rows` writes them when a match ends. What a search filters
by stands in each of them, so that it reads one index in the order of the pages, and no more of it than a page holds.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, false
from sqlalchemy.orm import Mapped, mapped_column

from adjudicator.engines.contract import Level
from adjudicator.store.columns import ShortDigest, WholeMoment, enum_column
from adjudicator.store.orm_base import Base


class ArchivedMatch(Base):
    """A finished match."""

    __tablename__ = "archived_matches"
    __table_args__ = (
        Index(None, "private", "ended_at", "match_id"),
        Index(None, "private", "game", "ended_at", "match_id"),
        Index(None, "private", "kind", "ended_at", "match_id"),
        Index(None, "private", "game", "kind", "ended_at", "match_id"),
        Index(None, "private", "seats", "ended_at", "match_id"),
        Index(None, "private", "game", "seats", "ended_at", "match_id"),
        Index(None, "private", "shared", "ended_at", "match_id"),
        Index(None, "private", "game", "shared", "ended_at", "match_id"),
        Index(None, "private", "annotated", "ended_at", "match_id"),
        Index(None, "private", "annotated", "game", "ended_at", "match_id"),
    )

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    private: Mapped[bool]
    game: Mapped[str] = mapped_column(String(40))
    seats: Mapped[int]
    kind: Mapped[str] = mapped_column(String(16))
    """Kind of its ending, by the words of version 2 of the record (`match_result.ending_of`)."""
    shared: Mapped[bool]
    """Whether several seats have the first place."""
    annotated: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether it has comments, or diaries, that everybody who may see the match can read once they are published."""
    ended_at: Mapped[datetime]


class ArchivedName(Base):
    """A word of the name of somebody who had a seat at a finished match: one row for each person and word."""

    __tablename__ = "archived_names"
    __table_args__ = (
        # With all that a search asks of a name, so that going through a frequent one reads the index alone.
        Index("ix_archived_names_word", "private", "word", "ended_at", "match_id", "person", "place"),
        Index("ix_archived_names_game_word", "private", "word", "game", "ended_at", "match_id", "person", "place"),
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
    level: Mapped[Level | None] = mapped_column(enum_column(Level))
    """Of the house player, if its seat has one."""
    private: Mapped[bool]
    game: Mapped[str] = mapped_column(String(40))
    place: Mapped[int | None]
    """As in `ArchivedName`."""
    left: Mapped[bool]
    """Whether they left the match before its end."""
    ended_at: Mapped[datetime]


class PlayerTally(Base):
    """How often a player has played a game, in finished matches that are not private: sums of `ArchivedPerson`."""

    __tablename__ = "player_tallies"
    __table_args__ = ({"sqlite_with_rowid": False},)

    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), primary_key=True, autoincrement=False)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    matches: Mapped[int]
    first: Mapped[int]
    """Of them, those in which they have the first place, perhaps with others."""
    left: Mapped[int]
    """Of them, those that they left before the end."""


class OpponentTally(Base):
    """How often a player has met an opponent at a game, as `PlayerTally`, and who had the better place."""

    __tablename__ = "opponent_tallies"
    __table_args__ = (
        # A page of a player has those whom they met most.
        Index("ix_opponent_tallies_most", "player_id", "matches", "game", "opponent"),
        {"sqlite_with_rowid": False},
    )

    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), primary_key=True, autoincrement=False)
    opponent: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """The row of a player; for the house player a number of its level, 0 without one (`player_tallies.HOUSE`)."""
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    matches: Mapped[int]
    ahead: Mapped[int]
    level: Mapped[int]
    behind: Mapped[int]


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


class CountedMatch(Base):
    """The figures of a finished match, private ones included: its share in `Tally` and in `OpeningTally`."""

    __tablename__ = "counted_matches"
    __table_args__ = (Index(None, "private", "rules", "seats", "options", "batch", "match_id"),)

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    private: Mapped[bool]
    rules: Mapped[str] = mapped_column(String(40))
    seats: Mapped[int]
    options: Mapped[str] = mapped_column(String(800))
    """The options that are not the usual ones, by their names: ``contact=side opening=swap``."""
    batch: Mapped[int | None] = mapped_column(index=True)
    """Of a private match: with which others it was counted, all at once; null while it waits for them."""
    kind: Mapped[str] = mapped_column(String(16))
    firsts: Mapped[str] = mapped_column(String(40))
    """`Figures.firsts`, such as ``1,0`` if who began won."""
    opening: Mapped[int]
    """How many of its positions are counted in `OpeningTally`, the first ones."""
    winner: Mapped[str] = mapped_column(String(16))
    """`opening_keys.side_of_winner`; empty without an opening."""
    turns: Mapped[int]
    pace: Mapped[int | None]
    house: Mapped[str] = mapped_column(String(80), default="", server_default="")
    """`Figures.house`, such as ``easy:1 strong:0``, with ``:0`` for a house player without a level."""


class Tally(Base):
    """Number of matches of a kind with a figure; statistics are sums of these.

    `subject` is empty for all matches, or an option as ``opening=swap``. The usual values have no rows of their own:
    their matches are all but those of the other values.
    """

    __tablename__ = "tallies"

    rules: Mapped[str] = mapped_column(String(40), primary_key=True)
    seats: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    subject: Mapped[str] = mapped_column(String(82), primary_key=True)
    measure: Mapped[str] = mapped_column(String(16), primary_key=True)
    item: Mapped[str] = mapped_column(String(16), primary_key=True)
    count: Mapped[int]


class ArchivedPosition(Base):
    """A position that stood in a public finished match; `n` is the first entry behind which it did.

    There is a row for each step of the archive: it is kept small, and on SQLite in the order of its key alone.
    """

    __tablename__ = "archived_positions"
    __table_args__ = (Index(None, "match_id"), {"sqlite_with_rowid": False})

    position: Mapped[str] = mapped_column(ShortDigest, primary_key=True, autoincrement=False)
    """`OpeningBook.digest`."""
    ended_at: Mapped[datetime] = mapped_column(WholeMoment, primary_key=True, autoincrement=False)
    match_id: Mapped[int] = mapped_column(
        ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    n: Mapped[int]


class OpeningTally(Base):
    """How many public matches went from a position of the opening to another, by who won them."""

    __tablename__ = "opening_tallies"

    position: Mapped[str] = mapped_column(ShortDigest, primary_key=True, autoincrement=False)
    before: Mapped[str] = mapped_column(ShortDigest, primary_key=True, autoincrement=False)
    """The position from which they came; empty for the first one."""
    winner: Mapped[str] = mapped_column(String(16), primary_key=True)
    began: Mapped[bool] = mapped_column(primary_key=True, autoincrement=False)
    """Whether the winner had begun the match."""
    count: Mapped[int]


HOUSE_WORD = "(house)"
