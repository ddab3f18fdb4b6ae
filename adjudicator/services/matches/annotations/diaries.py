"""The diaries of a match: notes of its players turn by turn, for everybody to read when the match is over.

Until then an entry is read by its player alone, and it is sealed like a plan. It is published when everything else of
the match is (`archive.is_open_to_study`); nothing is copied then, so what its player takes back is gone everywhere.
It belongs to the player and not to the seat: whoever leaves keeps theirs, and whoever sits down never reads it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from adjudicator.codec import Codec
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.matches.finished.archive import is_open_to_study
from adjudicator.services.matches.names.author_names import AnnotationReader
from adjudicator.services.matches.names.shown_names import replace_names
from adjudicator.services.matches.rows.archive_rows import refresh_annotated
from adjudicator.services.matches.rows.public_text import clean_text
from adjudicator.services.matches.rows.sealed_text import open_sealed, seal_text
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.row_counts import count_rows
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import DiaryEntry, Match, Seat

LONGEST_ENTRY = 2000
ENTRIES_A_DAY = 50
MOST_ENTRIES = 1000
"""Entries of one player about one match."""
DAY = timedelta(days=1)


class _Stored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    match: int
    player: int
    text: str


_STORED: Codec[_Stored] = Codec(_Stored)


@dataclass(frozen=True, slots=True)
class Noted:
    """An entry of a diary, as a reader sees it."""

    number: int
    n: int
    """The entry of the record after which it was written."""
    turn: int
    at: datetime
    author: str
    text: str
    """Empty if the host hides it."""
    hidden_because: str = ""


def write_diary(work: UnitOfWork, match: Match, seat: Seat, text: str) -> DiaryEntry:
    """Add an entry to the diary of the player of a seat. Raises `RefusedError` for one too many, and after the end.

    The same words once more in the same position, with nothing in between, are a form that was sent twice.
    """
    text = clean_text(text)
    if seat.player_id is None:
        raise ValueError(f"nobody sits at seat {seat.number} of {match.code}")
    if is_open_to_study(match, work.now):
        raise RefusedError.of(RefusalKey.DIARY_PUBLISHED, nearest=(f"comment {match.entry_count} ...",))
    if not text:
        raise RefusedError.of(RefusalKey.DIARY_EMPTY, nearest=("diary", "diary none"))
    if len(text) > LONGEST_ENTRY:
        raise RefusedError.of(RefusalKey.TEXT_TOO_LONG, length=len(text), most=LONGEST_ENTRY)
    own = DiaryEntry.match_id == match.id, DiaryEntry.player_id == seat.player_id
    latest = work.session.scalars(select(DiaryEntry).where(*own).order_by(DiaryEntry.number.desc()).limit(1)).first()
    if latest is not None and latest.n == match.entry_count and _read(work.context.secret, latest) == text:
        return latest
    lately = count_rows(work.session, *own, DiaryEntry.at > work.now - DAY)
    if lately >= ENTRIES_A_DAY or count_rows(work.session, *own) >= MOST_ENTRIES:
        raise RefusedError.of(RefusalKey.DIARY_FULL, most=ENTRIES_A_DAY)
    stored = _Stored(match.id, seat.player_id, text)
    entry = DiaryEntry(
        match_id=match.id,
        player_id=seat.player_id,
        number=latest.number + 1 if latest is not None else 1,
        seat=seat.number,
        n=match.entry_count,
        turn=match.turn,
        at=work.now,
        sealed=seal_text(work.context.secret, stored),
    )
    work.session.add(entry)
    work.session.flush()
    refresh_annotated(work, match)
    return entry


def take_back_diary(work: UnitOfWork, match: Match, player_id: int, number: int | None = None) -> int:
    """Delete an entry of a player's diary, or all of it; return how many. Raises `RefusedError` if there is none."""
    query = select(DiaryEntry.id, DiaryEntry.number).where(
        DiaryEntry.match_id == match.id, DiaryEntry.player_id == player_id
    )
    rows = {found: row for row, found in work.session.execute(query)}
    gone = list(rows.values()) if number is None else [rows[number]] if number in rows else []
    if not gone:
        raise RefusedError.of(RefusalKey.DIARY_UNKNOWN, number=number or 0, nearest=("diary",))
    work.session.execute(delete(DiaryEntry).where(DiaryEntry.id.in_(gone)))
    refresh_annotated(work, match)
    return len(gone)


def erase_diary(work: UnitOfWork, player_id: int) -> None:
    """Delete all that a player noted, in all their matches."""
    own = DiaryEntry.player_id == player_id
    matches = work.session.scalars(select(Match).where(Match.id.in_(select(DiaryEntry.match_id).where(own)))).all()
    work.session.execute(delete(DiaryEntry).where(own))
    for match in matches:
        refresh_annotated(work, match)


def rename_in_diaries(work: UnitOfWork, matches: Collection[int], given: Mapping[str, str]) -> None:
    """Replace names in the notes of the players of some matches about each other."""
    for row in work.session.scalars(select(DiaryEntry).where(DiaryEntry.match_id.in_(matches))):
        text = _read(work.context.secret, row)
        if (renamed := replace_names(text, given)) != text:
            row.sealed = seal_text(work.context.secret, _Stored(row.match_id, row.player_id, renamed))
        row.hidden_because = replace_names(row.hidden_because, given)


def list_own_diary(session: Session, secret: bytes, match: Match, player_id: int | None) -> Sequence[Noted]:
    """List the notes of a player, the oldest first."""
    if player_id is None:
        return ()
    query = select(DiaryEntry).where(DiaryEntry.match_id == match.id, DiaryEntry.player_id == player_id)
    rows = session.scalars(query.order_by(DiaryEntry.number))
    read = ((row, _read(secret, row)) for row in rows)
    return tuple(Noted(row.number, row.n, row.turn, row.at, "", text, row.hidden_because) for row, text in read)


def list_diaries(reader: AnnotationReader, n: int | None = None) -> Sequence[Noted]:
    """List the published diaries of a match, or the notes at one of its positions; none before the end."""
    match, secret = reader.match, reader.secret
    if not is_open_to_study(match, reader.now):
        return ()
    here = () if n is None else (DiaryEntry.n == n,)
    rows = reader.session.scalars(select(DiaryEntry).where(DiaryEntry.match_id == match.id, *here)).all()
    names = reader.name({row.player_id for row in rows})
    shown = ((row, "" if row.hidden_because else _read(secret, row)) for row in rows)
    return sorted(
        (
            Noted(row.number, row.n, row.turn, row.at, names[row.player_id], text, row.hidden_because)
            for row, text in shown
            if text or row.hidden_because
        ),
        key=lambda one: (one.n, one.at, one.author, one.number),
    )


def _read(secret: bytes, row: DiaryEntry) -> str:
    """Read a text; empty if it was sealed with another secret, or for another row."""
    opened = open_sealed(secret, row.sealed)
    stored = _STORED.read(opened) if opened is not None else None
    return stored.text if stored and (stored.match, stored.player) == (row.match_id, row.player_id) else ""
