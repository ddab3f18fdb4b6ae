"""The tables of people: players with their absences and free times, addresses, keys, browsers, suppressed addresses."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from msgspec import Struct
from sqlalchemy import ForeignKey, String, Text, false, true
from sqlalchemy.orm import Mapped, mapped_column

from adjudicator.codec import Codec
from adjudicator.engines.contract import OMeans
from adjudicator.match.timekeeping.absence_ledger import AbsenceLedger
from adjudicator.match.timekeeping.quiet_hours import QuietHours
from adjudicator.match.timekeeping.reminders import ReminderPlan
from adjudicator.store.columns import Json, JsonOf, enum_column
from adjudicator.store.orm_base import Base
from adjudicator.store.states import AwayLetters, Letters, PublicName


class FreeTimes(Struct, frozen=True, omit_defaults=True):
    """Days off, the night, and the public holidays of a region."""

    days_off: tuple[int, ...] = ()
    """Two days of the week, Monday is 0; or none."""
    night: tuple[int, int] | None = None
    """From hour, to hour."""
    region: str = ""
    """A country or a region of one, as in ``FR`` and ``DE-BY``."""


class DigestTimes(Struct, frozen=True, omit_defaults=True):
    """When a player's digest comes, by their clock, and how long it is."""

    minute: int
    """Minutes since midnight."""
    days: tuple[int, ...] = ()
    """Days of the week, Monday is 0; empty: every day."""
    boards: bool = True


class SecondLook(Struct, frozen=True, omit_defaults=True):
    """Whether a player's orders wait before they are played; by default they do not."""

    confirm: bool = False
    """They wait for a yes."""
    minutes: int = 0
    """They wait for so long."""

    def __bool__(self) -> bool:
        return self.confirm or bool(self.minutes)


class ErasedWords(Struct, frozen=True):
    """Words to look for in letters after a player was erased."""

    names: tuple[str, ...]
    """Their name in letters about their matches, and in those to the people they played with."""
    addresses: tuple[str, ...]
    """Their addresses, in all letters."""
    matches: tuple[int, ...]
    people: tuple[int, ...]


ERASED_WORDS: Codec[ErasedWords] = Codec(ErasedWords)
FREE_TIMES: Codec[FreeTimes] = Codec(FreeTimes)
DIGEST_TIMES: Codec[DigestTimes] = Codec(DigestTimes)
REMINDERS: Codec[ReminderPlan] = Codec(ReminderPlan)
SECOND_LOOK: Codec[SecondLook] = Codec(SecondLook)
QUIET_HOURS: Codec[QuietHours] = Codec(QuietHours)
FORMER_PLAYER = "a former player"
NAMELESS = "Player"
"""The name of somebody who has told none; readers see it in their language."""
"""Stands wherever the name of a player was who has been erased; readers see it in their language."""
ABSENCES: Codec[AbsenceLedger] = Codec(AbsenceLedger)


class Player(Base):
    """A person with an address that answered us."""

    __tablename__ = "players"

    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(String(320), unique=True)
    name: Mapped[str] = mapped_column(String(80))
    language: Mapped[str] = mapped_column(String(8))
    zone: Mapped[str] = mapped_column(String(64), default="UTC")
    layout: Mapped[str] = mapped_column(String(16), default="wide")
    o_means: Mapped[OMeans | None] = mapped_column(enum_column(OMeans))
    """Which side of the compass an O is in the player's orders; null as long as they have not said."""
    letters: Mapped[Letters] = mapped_column(enum_column(Letters), default=Letters.TURNS)
    created_at: Mapped[datetime]
    shown: Mapped[PublicName] = mapped_column(
        enum_column(PublicName), default=PublicName.NAME, server_default=PublicName.NAME
    )
    """Choice of the name for readers who do not play with them (`matches.view.shown_names`)."""
    alias: Mapped[str] = mapped_column(String(80), default="", server_default="")
    page_key: Mapped[str | None] = mapped_column(String(16), unique=True, index=True)
    """Names their page. Null for a player whom a program of an earlier version has added."""
    erased_at: Mapped[datetime | None]
    """When all that was known of them was erased. The row stays, for the seats that they had."""
    introduced_at: Mapped[datetime | None]
    """When the player was asked on the pages for a public name and a zone; nobody is asked twice."""
    address_since: Mapped[datetime | None]
    """Since when `address` is theirs; empty: since `created_at`."""
    bounced_at: Mapped[datetime | None] = mapped_column(index=True)
    """Since when the player gets only answers, because letters to them bounced."""
    away_until: Mapped[datetime | None] = mapped_column(index=True)
    """The end of the announced absence that runs."""
    away_next: Mapped[datetime | None] = mapped_column(index=True)
    """When the next absence that the player announced begins."""
    absences: Mapped[AbsenceLedger | None] = mapped_column(JsonOf(ABSENCES))
    """All announced absences and automatic days, of which `away_until` and `away_next` are copies."""
    time_changed_at: Mapped[datetime | None] = mapped_column(index=True)
    """When something about the player's time changed that the clocks of running turns may not know yet."""
    zone_credited_at: Mapped[datetime | None]
    """When a change of zone last moved a deadline."""
    absences_auto: Mapped[bool] = mapped_column(default=True, server_default=true())
    """Whether a day of absence is taken when the player's time would run out."""
    away_letters: Mapped[AwayLetters] = mapped_column(
        enum_column(AwayLetters), default=AwayLetters.ASK, server_default=AwayLetters.ASK
    )
    free_times: Mapped[FreeTimes | None] = mapped_column(JsonOf(FREE_TIMES))
    """When the player's clocks rest in matches that honour it, from the next turn on."""
    days_off_changed_at: Mapped[datetime | None]
    """When the days off in `free_times` were last changed."""
    reminders: Mapped[ReminderPlan | None] = mapped_column(JsonOf(REMINDERS))
    """When the player is reminded of a turn; null: as usual."""
    quiet_hours: Mapped[QuietHours | None] = mapped_column(JsonOf(QUIET_HOURS))
    """The hours in which letters wait that the player did not ask for."""
    habits: Mapped[bytes | None]
    """Habits of the player for every new match, sealed (`services.matches.plans`)."""
    second_look: Mapped[SecondLook | None] = mapped_column(JsonOf(SECOND_LOOK))
    """Whether the player's orders wait before they are played; null: they do not."""
    calendar_key: Mapped[str] = mapped_column(String(32), default="", server_default="")
    """A random part of the address of the player's calendar, which is signed; empty: there is no such address."""
    digest: Mapped[DigestTimes | None] = mapped_column(JsonOf(DIGEST_TIMES))
    """When one letter with all their matches comes; null without one."""
    digest_at: Mapped[datetime | None] = mapped_column(index=True)
    """When the next digest is due."""
    turns_in_digest: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether letters of turns wait for the digest while there is time enough."""
    comment_news: Mapped[bool] = mapped_column(default=True, server_default=true())
    """Whether a letter tells the player that somebody commented on a match of theirs."""
    key: Mapped[str] = mapped_column(Text, default="", server_default="", deferred=True)
    """The player's public OpenPGP key, ASCII-armoured."""
    key_required: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether only letters signed with this key count as the player's."""

    def mark_reachable(self, now: datetime) -> None:
        """Note that letters reach the player again; their clocks run from now on, as the sweep lets them know."""
        if self.bounced_at is not None:
            self.time_changed_at, self.bounced_at = now, None


class FurtherAddress(Base):
    """Another address from which a player writes, once it has answered us itself."""

    __tablename__ = "addresses"

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)
    address: Mapped[str] = mapped_column(String(320), unique=True)
    since: Mapped[datetime]


class KnownBefore(TypedDict):
    """A player's credentials before a change: every address with its date, the key, and whether it was required."""

    address: str
    since: str | None
    further: list[list[str]]
    key: str
    key_required: bool


class IdentityChange(Base):
    """A change of a player's addresses or key, with the values before it, so that it can be undone."""

    __tablename__ = "identity_changes"

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)
    at: Mapped[datetime]
    command: Mapped[str] = mapped_column(String(16))
    value: Mapped[str] = mapped_column(String(320))
    """The address, ``required`` or ``optional`` for the key, or the fingerprint of a new key."""
    before: Mapped[KnownBefore] = mapped_column(Json)
    removed: Mapped[str] = mapped_column(String(320), default="", index=True)
    """The address that the change removed; nobody else can have it while the change can be undone."""
    undone_at: Mapped[datetime | None]


class WebSession(Base):
    """A browser in which a player is signed in. Only a digest of its token is kept."""

    __tablename__ = "sessions"

    mark: Mapped[str] = mapped_column(String(64), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)
    address: Mapped[str] = mapped_column(String(320))
    """The address that got the link to sign in."""
    browser: Mapped[str] = mapped_column(String(40))
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime] = mapped_column(index=True)
    """When it was last used, to the hour."""


class Erasure(Base):
    """A player who was erased, while copies of letters may still have their name; the row goes when none has.

    The letters with numbers up to the last one at that moment are looked through, some at a time.
    """

    __tablename__ = "erasures"

    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), primary_key=True, autoincrement=False)
    words: Mapped[ErasedWords] = mapped_column(JsonOf(ERASED_WORDS))
    outbox_done: Mapped[int] = mapped_column(default=0)
    outbox_last: Mapped[int]
    inbox_done: Mapped[int] = mapped_column(default=0)
    inbox_last: Mapped[int]


class SuppressedAddress(Base):
    """An address that asked for no more letters. Only its digest is stored, from which it cannot be read."""

    __tablename__ = "closed_doors"

    mark: Mapped[str] = mapped_column(String(64), primary_key=True)
    at: Mapped[datetime]
