"""The tables of matches and letters. A match is its entries; `Match.position` is only a cache of their result."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

import msgspec
from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Text,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from adjudicator.codec import Codec
from adjudicator.engines.contract import Level
from adjudicator.match.consent import Answer, ProposalKind, ProposalOutcome
from adjudicator.match.house.levels import NAMES
from adjudicator.match.match_result import MATCH_RESULT, MatchResult
from adjudicator.match.seat_names import distinct_names
from adjudicator.match.timekeeping.pauses import Pauses
from adjudicator.match.timekeeping.reminders import Reminded, ReminderPlan
from adjudicator.match.timekeeping.seat_account import SeatAccount
from adjudicator.match.timekeeping.terms import Terms
from adjudicator.match.timekeeping.turn_clock import Turn
from adjudicator.store.annotation_tables import Comment, DiaryEntry
from adjudicator.store.archive_tables import (
    ArchivedMatch,
    ArchivedName,
    ArchivedOption,
    ArchivedPerson,
    ArchivedPosition,
    CountedMatch,
    OpeningTally,
    OpponentTally,
    PlayerTally,
    Tally,
)
from adjudicator.store.columns import Json, JsonOf, enum_column
from adjudicator.store.digest_tables import Digest, DigestPart
from adjudicator.store.hint_tables import Hint
from adjudicator.store.operation_tables import Fetched, Outage, Pace, Progress, Sweep, SweepFault
from adjudicator.store.orm_base import Base
from adjudicator.store.player_tables import (
    NAMELESS,
    REMINDERS,
    SECOND_LOOK,
    Erasure,
    FurtherAddress,
    IdentityChange,
    Player,
    SecondLook,
    SuppressedAddress,
    WebSession,
)
from adjudicator.store.states import EntryKind, InboxState, Letters, MatchState, OutboxState, RequestKind, SeatState
from adjudicator.store.talk_tables import GIST_MESSAGES, GistMessage, HeldNews, Memo, PlanReview, PrivatePress

__all__ = [
    "ArchivedMatch",
    "ArchivedName",
    "ArchivedOption",
    "ArchivedPerson",
    "ArchivedPosition",
    "Base",
    "Comment",
    "CountedMatch",
    "DiaryEntry",
    "Digest",
    "DigestPart",
    "DrawnSeed",
    "EntryRow",
    "Erasure",
    "Fetched",
    "FurtherAddress",
    "Grant",
    "HeldNews",
    "Hint",
    "IdentityChange",
    "Inbox",
    "Match",
    "Memo",
    "Opening",
    "OpeningTally",
    "OpponentTally",
    "Outage",
    "Outbox",
    "Pace",
    "Participant",
    "PlanReview",
    "Player",
    "PlayerTally",
    "Press",
    "PrivatePress",
    "Progress",
    "ProposalAnswer",
    "ProposalRow",
    "Request",
    "Returned",
    "Seat",
    "SuppressedAddress",
    "Sweep",
    "SweepFault",
    "Tally",
    "WebSession",
    "name_of_seat",
]

HOUSE_NAME = "House"
"""Of a house player without a level."""
TERMS: Codec[Terms] = Codec(Terms)
TURN: Codec[Turn] = Codec(Turn)
PAUSES: Codec[Pauses] = Codec(Pauses)
REMINDED: Codec[tuple[Reminded, ...]] = Codec(tuple[Reminded, ...])
ACCOUNT: Codec[SeatAccount] = Codec(SeatAccount)


class SeatWishes(msgspec.Struct, frozen=True, omit_defaults=True):
    """The wishes of a player for one match, as the columns of their seat have them."""

    reminders: ReminderPlan | None = None
    letters: Letters | None = None
    habits: bytes | None = None
    """Sealed, as in the seat."""
    second_look: SecondLook | None = None


SEAT_WISHES: Codec[SeatWishes] = Codec(SeatWishes)

_DUE = text("next_try_at IS NOT NULL")
"""The condition of partial indexes on unsent letters, which are few beside the sent ones."""
_KEPT = text("letters_gone_at IS NULL AND finished_at IS NOT NULL")


class Match(Base):
    """One play of a game between people."""

    __tablename__ = "matches"
    __table_args__ = (
        Index(None, "state", "created_at", "id"),
        Index(None, "state", "since", "id"),
        Index(None, "state", "finished_at", "id"),
        Index(None, "seats_left", "state", "since", "id"),
        Index(None, "house_to_move", "since"),
        Index(None, "awaited_id"),
        Index(None, "archived", "state", "id"),
        Index(None, "archive_version", "state", "id"),
        Index("ix_matches_letters_kept", "finished_at", sqlite_where=_KEPT, postgresql_where=_KEPT),
        Index(None, "counted", "state", "id"),
        Index(None, "rules"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(8), unique=True)
    rules: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, str | int]] = mapped_column(Json)
    record_version: Mapped[int] = mapped_column(default=1, server_default="1")
    """The version of the record format that the match began with and keeps."""
    header: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    """The canonical header of a record of version 2, written when the match begins."""
    asked_at: Mapped[datetime | None]
    """When the match was first asked for; its code and seed were drawn then."""
    first_digest: Mapped[str | None] = mapped_column(String(64), index=True)
    """The digest of the header, which begins the chain; null before the match begins. In version 1 it is computed, and
    stored only once a name was erased that the header had."""
    form_key: Mapped[str] = mapped_column(String(64), default="", server_default="")
    """The key of the form that made it, so that a second click makes no second match."""
    stays_known: Mapped[list[int]] = mapped_column(Json, default=list, server_default="[]")
    """The entries that no longer stand, but whose secrets are not hidden again yet (`match.course.undo.known_now`)."""
    people_terms: Mapped[dict[str, str | int]] = mapped_column(Json, default=dict, server_default="{}")
    """The chosen terms about people (`match.match_terms`), such as ``vacant``; those of time are not among them."""
    days: Mapped[int | None]
    """Days for each turn, of a match that has no other kind of time."""
    terms: Mapped[Terms | None] = mapped_column(JsonOf(TERMS))
    """All that the match says about time; null in matches that were made before there were terms."""
    state: Mapped[MatchState] = mapped_column(enum_column(MatchState))
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]

    offered_at: Mapped[datetime | None]
    """When its owner last offered a seat to somebody; null: only when it was created."""
    silence_told_at: Mapped[datetime | None]
    """When the owner was told which guests have not answered."""
    owner_asked_at: Mapped[datetime | None]
    """Since when the owner is asked about a seat that nobody took; null when they are not."""

    seed: Mapped[bytes] = mapped_column(LargeBinary)
    commitment: Mapped[str] = mapped_column(String(64), default="")
    deal: Mapped[dict[str, object] | None] = mapped_column(Json)

    position: Mapped[bytes | None] = mapped_column(LargeBinary)
    entry_count: Mapped[int] = mapped_column(default=0)
    chain: Mapped[str] = mapped_column(String(64), default="")
    turn: Mapped[int] = mapped_column(default=0)
    to_move: Mapped[int | None]
    house_to_move: Mapped[bool] = mapped_column(default=False)
    awaited_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    """The player who is to move."""
    since: Mapped[datetime | None]
    clock: Mapped[Turn | None] = mapped_column(JsonOf(TURN))
    """The facts of the running turn's clock; null while the house plays, or nobody. The five moments below follow."""
    pauses: Mapped[Pauses | None] = mapped_column(JsonOf(PAUSES))
    due_at: Mapped[datetime | None]
    """The deadline. Null without a limit, and while no end of a stop can be known."""
    next_at: Mapped[datetime | None] = mapped_column(index=True)
    """When something happens next by itself: a deadline passes, an absence begins or ends, ..."""
    remind_at: Mapped[datetime | None] = mapped_column(index=True)
    overdue_at: Mapped[datetime | None]
    """When the players were told that the time had passed; null while it runs."""
    stopped_at: Mapped[datetime | None]
    """Since when the clock stands, as far as the players were told."""
    reminded_due_at: Mapped[datetime | None]
    """The deadline for which the player got the usual reminder."""
    reminded: Mapped[tuple[Reminded, ...] | None] = mapped_column(JsonOf(REMINDED))
    """The other reminders that were sent in this turn."""
    deadline_moves: Mapped[int] = mapped_column(default=0, server_default="0")
    """How often `due_at` was set to another moment, over all turns: calendars take the higher number for newer."""
    private: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether only its players may see it."""
    proposal_count: Mapped[int] = mapped_column(default=0, server_default="0")
    """How much was proposed at the match: the number of the last proposal. Without any, letters look for none."""
    rematch: Mapped[str] = mapped_column(String(8), default="", server_default="")
    """The code of the match that began as its rematch."""
    rematch_drawn: Mapped[str] = mapped_column(String(8), default="", server_default="")
    """The code that was drawn for it, with its seed, when somebody first asked."""
    nudged_at: Mapped[datetime | None]
    """When another player last had the player to move reminded."""
    memos_changed_at: Mapped[datetime | None]
    """When a player last changed their notes to themselves. Null: nobody has any, and letters look for none."""
    letter_held: Mapped[bool] = mapped_column(default=False, server_default=false(), index=True)
    """Whether the clock stands because the turn's letter has not left our relay."""
    outage_id: Mapped[int | None] = mapped_column()
    """The newest outage that moved the deadline of this turn."""
    end: Mapped[MatchResult | None] = mapped_column(JsonOf(MATCH_RESULT))
    archived: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether the finished match stands in the tables that the archive is searched by."""
    replayed_by: Mapped[str] = mapped_column(String(16), default="", server_default="")
    """The digest of the code that has replayed the match since it ended (`services.archive.stored_replays`)."""
    archive_version: Mapped[int] = mapped_column(default=0, server_default="0")
    """The version of the rows there (`services.matches.rows.archive_rows`); 0 if they are to be written anew."""
    letters_gone_at: Mapped[datetime | None]
    """When its letters were emptied, because the host keeps them no longer (`services.jobs.letter_retention`)."""
    seats_left: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether a player has left a seat for good at which nobody has sat down since (`Seat.vacant_at`)."""
    counted: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether it stands in the tables of statistics, openings and positions (`archive_tables.CountedMatch`)."""

    outage: Mapped[Outage | None] = relationship(primaryjoin="foreign(Match.outage_id) == Outage.id", viewonly=True)
    seats: Mapped[list[Seat]] = relationship(order_by="Seat.number", lazy="selectin", back_populates="match")
    entries: Mapped[list[EntryRow]] = relationship(order_by="EntryRow.n", back_populates="match")
    openings: Mapped[list[Opening]] = relationship(order_by="Opening.commitment")


class Seat(Base):
    """A seat at a match: a player's, the house player's, or one whose guest has not answered yet."""

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("match_id", "number"), Index(None, "player_id", "match_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"))
    number: Mapped[int]
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    house: Mapped[bool] = mapped_column(default=False)
    level: Mapped[Level | None] = mapped_column(enum_column(Level))
    """How strong the house player plays that was given this seat; null for people, and before there were levels."""
    state: Mapped[SeatState] = mapped_column(enum_column(SeatState))
    guest: Mapped[str] = mapped_column(String(320), default="")
    """The address that was invited; empty for a seat that anybody may take."""
    salt: Mapped[str] = mapped_column(String(64), default="")
    salt_from: Mapped[str] = mapped_column(String(8), default="", server_default="")
    """Where the salt comes from (R6): ``word``, ``letter`` or ``none``; empty in version 1."""
    called: Mapped[str] = mapped_column(String(80), default="")
    """The player's name when the match began: it is part of the digest of the record's header."""
    epoch: Mapped[int] = mapped_column(default=0, server_default="0")
    """How often the reply addresses of this seat were revoked; only addresses of the current epoch are valid."""

    reminders: Mapped[ReminderPlan | None] = mapped_column(JsonOf(REMINDERS))
    """When the player is reminded in this match; null: as in all matches."""
    letters: Mapped[Letters | None] = mapped_column(enum_column(Letters))
    """Which letters about this match the player gets; null: as in all matches."""
    plan: Mapped[bytes | None]
    """The player's plan, sealed with the installation's secret (`services.matches.plans`)."""
    habits: Mapped[bytes | None]
    """The player's habits, sealed as well: things to do whenever they come up."""
    second_look: Mapped[SecondLook | None] = mapped_column(JsonOf(SECOND_LOOK))
    """Whether the player's orders wait in this match before they are played; null: as in all matches."""
    waiting_orders: Mapped[bytes | None]
    """The orders that wait, or have waited in vain, sealed as well (`services.matches.plans.waiting_orders`)."""
    orders_due_at: Mapped[datetime | None] = mapped_column(index=True)
    """When they are played by themselves; null if they wait for a yes, and without any."""
    account: Mapped[SeatAccount | None] = mapped_column(JsonOf(ACCOUNT))
    """The player's account in this match: bank, strikes, days that bounces used up; null before their first turn."""
    rematch_at: Mapped[datetime | None]
    """When the player asked for a rematch."""
    rematch_word: Mapped[str] = mapped_column(String(200), default="", server_default="")
    """The word for the deal that they gave with that."""
    vacant_at: Mapped[datetime | None]
    """When the player left for good and the others went on. Until somebody sits down, `player` is who left."""
    vacant_why: Mapped[str] = mapped_column(String(16), default="", server_default="")
    """The record's word for why they left (R15): ``resigned``, ``late``, ``bounced``, ``expelled``, ..."""
    waits_until: Mapped[datetime | None] = mapped_column(index=True)
    """Until when nobody plays for the vacant seat, under ``vacant=wait``; then the house player does."""
    owner_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    """The player who comes back to the seat when the substitute who sits there goes."""
    substitute_until: Mapped[datetime | None] = mapped_column(index=True)
    lent_wishes: Mapped[SeatWishes | None] = mapped_column(JsonOf(SEAT_WISHES))
    """The owner's wishes while a substitute sits there; they find them again."""

    match: Mapped[Match] = relationship(back_populates="seats")
    player: Mapped[Player | None] = relationship(lazy="joined", foreign_keys=[player_id])

    @property
    def by_house(self) -> bool:
        """Whether the house player plays for this seat: from the start, or since the player left it."""
        return is_by_house(self.vacant_at, self.waits_until, house=self.house)

    @property
    def by_person(self) -> bool:
        """Whether a person sits here who can be asked and can play."""
        return self.player_id is not None and self.vacant_at is None

    @property
    def name(self) -> str:
        """The name of the player at this seat, made distinct from the others at the match."""
        names = distinct_names([seat.own_name for seat in self.match.seats])
        return names[self.match.seats.index(self)]

    @property
    def own_name(self) -> str:
        """The player's own name, which another seat may have as well; empty for a free seat.

        A guest's address is never shown before its owner has said yes.
        """
        return name_of_seat(self.called, self.player.name if self.player else "", house=self.house, level=self.level)


def is_by_house(vacant_at: datetime | None, waits_until: datetime | None, *, house: bool) -> bool:
    """Tell whether the house player plays for a seat: see `Seat`."""
    return house or (vacant_at is not None and waits_until is None)


def name_of_seat(called: str, player: str, *, house: bool, level: Level | None) -> str:
    """Name who sits at a seat: as they were called when the match began, as the house player, or as the player.

    Somebody who had no name then is called by the one that they have told since. The record keeps what it sealed.
    """
    if house:
        return called or (NAMES[level] if level else HOUSE_NAME)
    return player if called == NAMELESS and player else called or player


class Grant(Base):
    """Extra days that a player gave to the player to move."""

    __tablename__ = "grants"
    __table_args__ = (Index(None, "match_id", "turn"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"))
    turn: Mapped[int]
    seat: Mapped[int]
    """The giver."""
    days: Mapped[int]
    at: Mapped[datetime]


class StoredNote(TypedDict):
    """A note in the JSON of its entry."""

    key: str
    values: list[tuple[str, object]]
    audience: list[int] | None


class EntryRow(Base):
    """One entry of the record, chained to the one before by its digest: a canonical step, or an act (version 2)."""

    __tablename__ = "entries"
    # The table was called "steps".
    __table_args__ = (
        PrimaryKeyConstraint("match_id", "n", name="pk_steps"),
        ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_steps_match_id_matches", ondelete="CASCADE"),
        Index(None, "digest"),
    )

    match_id: Mapped[int] = mapped_column(primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[EntryKind] = mapped_column(enum_column(EntryKind), default=EntryKind.STEP, server_default="step")
    turn: Mapped[int]
    """The turn of a step. The turn in which an act was done."""
    seat: Mapped[int | None]
    """Whose step or act it is; null for an act of the host, a director or the server."""
    role: Mapped[str] = mapped_column(String(8), default="", server_default="")
    """``host``, ``director`` or ``server`` where `seat` is null."""
    step: Mapped[str] = mapped_column(String(80))
    """The canonical step; empty for an act."""
    forced: Mapped[bool]
    how: Mapped[str] = mapped_column(String(8), default="", server_default="")
    """The way in which a step came (rule R9 of the record); empty in version 1."""
    late: Mapped[bool] = mapped_column(default=False, server_default=false())
    revealed: Mapped[str] = mapped_column(String(8), default="none", server_default="none")
    values: Mapped[dict[str, object] | None] = mapped_column(Json)
    """The values of an act, as they stand in the record; null for a step."""
    at: Mapped[datetime]
    digest: Mapped[str] = mapped_column(String(64))
    notes: Mapped[list[StoredNote]] = mapped_column(Json)

    match: Mapped[Match] = relationship(back_populates="entries")

    @property
    def mover(self) -> int:
        """The seat that played a step. Raises `ValueError` for an act of nobody at the table."""
        if self.seat is None:
            raise ValueError(f"entry {self.n} is no step of a seat")
        return self.seat


class Participant(Base):
    """A person who has, or had, a seat at a match: one row for each time they sat down."""

    __tablename__ = "participants"
    __table_args__ = (Index(None, "match_id", "seat"), Index(None, "player_id", "match_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"))
    seat: Mapped[int]
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"))
    holder: Mapped[str] = mapped_column(String(64))
    """Their commitment in the record: the digest of their name with a salt of this person and match (R7)."""
    name: Mapped[str] = mapped_column(String(80))
    since_entry: Mapped[int] = mapped_column(default=0)
    """The entry with which they sat down; 0 for those who began the match."""
    until_entry: Mapped[int | None]
    """The entry with which they left; null while they sit."""


class Opening(Base):
    """A text in a person's own words that the record seals with a commitment (R7). Erasing it deletes this row."""

    __tablename__ = "openings"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    commitment: Mapped[str] = mapped_column(String(64), primary_key=True)
    use: Mapped[str] = mapped_column(String(8))
    text: Mapped[str] = mapped_column(Text)
    salt: Mapped[str] = mapped_column(String(32))
    """16 random bytes in hexadecimal."""
    withheld: Mapped[bool] = mapped_column(default=False)
    """Whether it is not published: the reason of a deed about a person's conduct."""


class ProposalRow(Base):
    """Something that needs the consent of others at a match (`match.consent`)."""

    __tablename__ = "proposals"
    __table_args__ = (UniqueConstraint("match_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"))
    number: Mapped[int]
    """Its number at the match, from 1: players write ``agree 2``."""
    kind: Mapped[ProposalKind] = mapped_column(enum_column(ProposalKind))
    seat: Mapped[int]
    """The asker."""
    values: Mapped[dict[str, object]] = mapped_column(Json)
    opened_at: Mapped[datetime]
    ends_at: Mapped[datetime | None]
    """When it is pointless: the last moment of a pause that was asked for."""
    decides_at: Mapped[datetime | None] = mapped_column(index=True)
    """When it may be decided without another answer; of a pause that runs, when it ends. Null once all is done."""
    outcome: Mapped[ProposalOutcome] = mapped_column(enum_column(ProposalOutcome), default=ProposalOutcome.OPEN)
    closed_at: Mapped[datetime | None]

    answers: Mapped[list[ProposalAnswer]] = relationship(lazy="selectin", order_by="ProposalAnswer.seat")


class ProposalAnswer(Base):
    """One person's answer to a proposal. The last one counts."""

    __tablename__ = "proposal_answers"

    proposal_id: Mapped[int] = mapped_column(ForeignKey("proposals.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    answer: Mapped[Answer] = mapped_column(enum_column(Answer))
    at: Mapped[datetime]


class DrawnSeed(Base):
    """A code and a seed, drawn when a match was asked for; the row goes when the match is made, or never will be."""

    __tablename__ = "drawn_seeds"

    code: Mapped[str] = mapped_column(String(8), primary_key=True)
    seed: Mapped[bytes] = mapped_column(LargeBinary)
    asked_at: Mapped[datetime] = mapped_column(index=True)


class Press(Base):
    """A message from a player to the other players of a match."""

    __tablename__ = "press"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int]
    at: Mapped[datetime]
    text: Mapped[str] = mapped_column(Text)


class Request(Base):
    """A command that is carried out only when the address in whose name it was sent has answered."""

    __tablename__ = "requests"
    __table_args__ = (Index(None, "kind", "created_at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[RequestKind] = mapped_column(enum_column(RequestKind))
    address: Mapped[str] = mapped_column(String(320), index=True)
    name: Mapped[str] = mapped_column(String(80), default="")
    language: Mapped[str] = mapped_column(String(8))
    wish: Mapped[dict[str, object]] = mapped_column(Json)
    """The details; `request_wishes` has a class for each kind."""
    match_id: Mapped[int | None] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    done_at: Mapped[datetime | None]


class Inbox(Base):
    """A received letter, raw; committed before the sender gets its 250."""

    __tablename__ = "inbox"
    __table_args__ = (Index("ix_inbox_waiting", "state", "id"), Index(None, "state", "envelope_from"))

    id: Mapped[int] = mapped_column(primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64), unique=True)
    content: Mapped[str | None] = mapped_column(String(64), index=True)
    """A digest of the content without its recipient; null for letters from before this column."""
    channel: Mapped[str] = mapped_column(String(16))
    recipient: Mapped[str] = mapped_column(String(320))
    destination: Mapped[str] = mapped_column(String(32), default="", server_default="")
    """The seat, digest or request that it is for (`services.destinations`); empty for all other letters."""
    envelope_from: Mapped[str] = mapped_column(String(320))
    player_id: Mapped[int | None]
    """The player who wrote it, where no address has to tell that: a form, or a letter that we made of theirs.

    It is no foreign key, for the reason of `Outbox.joined_to`: players are never deleted either.
    """
    trusted_relay: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether one of the host's own mail servers handed it over, whose Authentication-Results can be believed."""
    raw: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    received_at: Mapped[datetime]
    state: Mapped[InboxState] = mapped_column(enum_column(InboxState), default=InboxState.WAITING)
    tries: Mapped[int] = mapped_column(default=0)
    traceback: Mapped[str] = mapped_column(Text, default="", deferred=True)
    done_at: Mapped[datetime | None]
    verdict: Mapped[str] = mapped_column(String(32), default="")
    """The outcome in a word: played, refused, robot, ..."""
    match_id: Mapped[int | None] = mapped_column(ForeignKey("matches.id", ondelete="SET NULL"), index=True)
    account: Mapped[dict[str, object] | None] = mapped_column(Json)
    """The report on its lines (`LineReport`); a web page shows it if no receipt goes out."""
    emptied_at: Mapped[datetime | None]
    """When its bytes were deleted: the rest recognises another copy of it."""


class Outbox(Base):
    """A letter to send, complete but for its transport."""

    __tablename__ = "outbox"
    __table_args__ = (
        CheckConstraint("(state IN ('waiting', 'sending')) = (next_try_at IS NOT NULL)", name="due"),
        Index("ix_outbox_due", "next_try_at", "id", sqlite_where=_DUE, postgresql_where=_DUE),
        Index("ix_outbox_company", "player_id", "match_id", sqlite_where=_DUE, postgresql_where=_DUE),
        Index(None, "state", "created_at"),
        Index(None, "player_id", "created_at"),
        Index(None, "to_address", "created_at", "id"),
        Index(None, "to_address", "reply_to", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(32))
    created_at: Mapped[datetime]
    match_id: Mapped[int | None] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), index=True)
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    inbox_id: Mapped[int | None] = mapped_column(ForeignKey("inbox.id", ondelete="SET NULL"), index=True)
    """The received letter that this one answers."""
    while_turn: Mapped[int | None]
    """The turn that it is about: the letter is outdated once that is over."""
    digest_until: Mapped[datetime | None]
    """Until when it waits because its reader wants turns in their digest; null: it never waited for that."""
    true_until: Mapped[datetime | None]
    """The moment after which it is outdated, such as the expiry of a link in it."""
    gist: Mapped[str] = mapped_column(Text, default="", server_default="", deferred=True)
    """The text for another letter into which this one is merged; empty for a letter that is always sent by itself."""
    messages: Mapped[tuple[GistMessage, ...] | None] = mapped_column(JsonOf(GIST_MESSAGES))
    """The messages of players with which the gist ends; null in rows from before this column."""
    to_address: Mapped[str] = mapped_column(String(320))
    to_name: Mapped[str] = mapped_column(String(80), default="")
    reply_to: Mapped[str] = mapped_column(String(320), default="")
    subject: Mapped[str] = mapped_column(String(400))
    text: Mapped[str] = mapped_column(Text, deferred=True)
    html: Mapped[str] = mapped_column(Text, default="", deferred=True)
    headers: Mapped[dict[str, object]] = mapped_column(Json, default=dict)
    """Threading and list headers by name, and an attachment under ``attachment``."""
    state: Mapped[OutboxState] = mapped_column(enum_column(OutboxState), default=OutboxState.WAITING)
    tries: Mapped[int] = mapped_column(default=0)
    next_try_at: Mapped[datetime | None]
    """When it is due. In state `SENDING`: when its worker counts as dead. Null once it is sent, dropped or failed."""
    held_until: Mapped[datetime | None]
    """Until when it waited at the player's own wish, in their quiet hours: such a wait is no delay of ours."""
    first_refused_at: Mapped[datetime | None]
    """When the relay saw it for the first time and did not accept it: it is not tried for ever from then on."""
    joined_to: Mapped[int | None]
    """The number of the letter that tells what this one was to tell, if its state is `JOINED`.

    It is no foreign key. SQLite adds one only by copying the table, which has the texts of all letters: 200,000 of them
    (1.6 GB) took 78 seconds of the write lock, and as much room again. No row of the outbox is ever deleted, so that
    the key would guard against nothing; it would need one more index in the largest table.
    """
    error: Mapped[str] = mapped_column(Text, default="")
    sent_at: Mapped[datetime | None]
    emptied_at: Mapped[datetime | None]
    """When its text and its recipient were deleted: the rest recognises answers to it."""


class Returned(Base):
    """A letter that bounced."""

    __tablename__ = "returned"

    id: Mapped[int] = mapped_column(primary_key=True)
    outbox_id: Mapped[int] = mapped_column(ForeignKey("outbox.id", ondelete="CASCADE"), unique=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)
    at: Mapped[datetime]
    dead: Mapped[bool]
    """Whether the bounce says that the address does not exist (a permanent failure)."""
