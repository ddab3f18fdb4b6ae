"""Merges letters: several events of a match at about the same time reach a player as one letter.

1. A letter that asks nothing of its reader waits for `Context.merge_window`. Its row has a gist: its news in a few
   lines.
2. The first letter of the same match that goes to that player takes along the gists of all waiting letters, and the
   news that was kept for it (`held_news`), below its own opening. The merged letters are marked `JOINED` and not sent.
   What it has already is not said again (`merged_text`).
3. The gists are sorted: first changes of the reader's time, then changes at the table, then messages of others. If
   every letter could wait, the first in this order is the one that is sent.
4. A letter that asks for a move does not wait.
5. A digest takes the kept news along, too (`take_news`), of those matches that have some (`list_with_news`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

import msgspec
from sqlalchemy import Connection, bindparam, delete, exists, null, or_, select, update

from adjudicator.services.outbox.held_news import MESSAGES, NEWS
from adjudicator.services.outbox.letter_headers import HEADERS
from adjudicator.services.outbox.merged_text import Gist, add_to_page, add_to_text, find_additions
from adjudicator.services.outbox.queued_letter import DueLetter, MatchNow, QueuedLetter
from adjudicator.services.outbox.staleness import is_current
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState, OutboxState
from adjudicator.store.tables import Base, HeldNews, Match, Outbox, Player
from adjudicator.texts.letters import clock_kinds, digest_kinds, opening_kinds, turn_kinds

_NEEDED = (turn_kinds.THEIR_TURN.name, *NEWS, opening_kinds.WAITING.name, *MESSAGES)
DEFERRABLE = frozenset(_NEEDED)
"""The letters that ask nothing of a reader who is not to move."""
_RANKS = {name: rank for rank, name in enumerate(_NEEDED)}
"""By kind of letter: the one that the reader needs first has the lowest rank."""

_letters, _held = (Base.metadata.tables[kind.__tablename__] for kind in (Outbox, HeldNews))
_outbox = _letters.c
_others = _letters.alias("others")
HAS_COMPANY = or_(
    exists().where(
        _others.c.player_id == _outbox.player_id,
        _others.c.match_id == _outbox.match_id,
        _others.c.state == OutboxState.WAITING,
        _others.c.next_try_at.is_not(None),
        _others.c.gist != "",
        _others.c.id != _outbox.id,
    ),
    # Not EXISTS, to which PostgreSQL may read all news.
    select(_held.c.id)
    .where(_held.c.player_id == _outbox.player_id, _held.c.match_id == _outbox.match_id)
    .limit(1)
    .scalar_subquery()
    .is_not(None),
)
"""SQL: does anything wait that could be merged into this letter?"""

_COMPANY = (
    select(_letters)
    .where(
        _outbox.player_id == bindparam("player"),
        _outbox.match_id == bindparam("match"),
        _outbox.state == OutboxState.WAITING,
        _outbox.next_try_at.is_not(None),
        _outbox.gist != "",
        _outbox.id != bindparam("letter"),
    )
    .order_by(_outbox.id)
    .with_for_update(skip_locked=True)
)
_KEPT = (
    select(_held, _held.c.at.label("created_at"), null().label("true_until"))
    .where(_held.c.player_id == bindparam("player"), _held.c.match_id == bindparam("match"))
    .order_by(_held.c.id)
    .with_for_update(skip_locked=True)
)
_FORGET = delete(_held).where(_held.c.id.in_(bindparam("news", expanding=True)))
_THE_LETTER = update(_letters).where(_outbox.id == bindparam("letter"))
_LEAVE = _THE_LETTER.values(state=bindparam("end"), next_try_at=None, error="", joined_to=bindparam("other"))
_TAKE_ALONG = _THE_LETTER.values(text=bindparam("words"), html=bindparam("page"), headers=bindparam("facts"))
_AGAIN = select(_letters).where(_outbox.id == bindparam("letter"))


def coalesce(connection: Connection, letter: DueLetter, now: datetime) -> QueuedLetter:
    """Merge the letters that wait for the same player and match into one, and return the row of the letter that goes.

    It is the one that is due, unless that could have waited and another waiting one is needed more.
    """
    others = cast("Sequence[QueuedLetter]", connection.execute(_COMPANY, _asked(letter)).all())
    current = [other for other in others if is_current(other, letter, now)]
    goes: QueuedLetter = letter
    if letter.gist:
        goes = min((letter, *(other for other in current if not other.tries)), key=_rank)
    merged: list[Gist] = [one for one in (letter, *current) if one.id != goes.id]
    true = {one.id for one in (letter, *current)}
    for other in (letter, *others):
        if other.id not in true:
            _leave(connection, other, OutboxState.DROPPED, None)
        elif other.id != goes.id:
            _leave(connection, other, OutboxState.JOINED, goes.id)
    merged += _take_kept(connection, _asked(letter), letter, now)
    headers = HEADERS.convert(goes.headers)
    new = find_additions(goes.text, headers.press, merged, _rank)
    if new.parts:
        words, page = add_to_text(goes.kind, goes.text, new.parts), add_to_page(goes.html, new.parts)
        facts = msgspec.to_builtins(msgspec.structs.replace(headers, press=(*headers.press, *new.press)))
        connection.execute(_TAKE_ALONG, {"letter": goes.id, "words": words, "page": page, "facts": facts})
    return cast("QueuedLetter", connection.execute(_AGAIN, {"letter": goes.id}).one())


@dataclass(frozen=True, slots=True)
class _Standing:
    """How a match stands."""

    match_state: MatchState | None
    turn: int | None
    stopped_at: datetime | None
    due_at: datetime | None


def list_with_news(work: UnitOfWork, player: Player) -> Collection[int]:
    """List the matches of which news was kept for a player."""
    return work.session.scalars(select(HeldNews.match_id).where(HeldNews.player_id == player.id).distinct()).all()


def take_news(work: UnitOfWork, match: Match, player: Player, text: str, press: Collection[int]) -> str:
    """Take the news of a match that was kept for a player; return the text of a digest about it with them.

    `press` are the numbers of the messages that the text has.
    """
    standing = _Standing(match.state, match.turn, match.stopped_at, match.due_at)
    reader: dict[str, int | None] = {"player": player.id, "match": match.id}
    kept = _take_kept(work.session.connection(), reader, standing, work.now)
    new = find_additions(text, press, kept, _rank)
    return add_to_text(digest_kinds.DIGEST.name, text, new.parts) if new.parts else text


def _take_kept(connection: Connection, reader: dict[str, int | None], match: MatchNow, now: datetime) -> list[Gist]:
    """Take the kept news of a reader and a match, all of it: what is outdated is never told.

    Nor is that a clock runs again whose stop was not told.
    """
    kept = cast("Sequence[QueuedLetter]", connection.execute(_KEPT, reader).all())
    if kept:
        connection.execute(_FORGET, {"news": [one.id for one in kept]})
    untold = {clock_kinds.STOPPED.name, clock_kinds.RESUMED.name} if _stopped(kept) else set[str]()
    return [one for one in kept if is_current(one, match, now) and not (one.kind in untold and not match.stopped_at)]


def _stopped(kept: Sequence[QueuedLetter]) -> bool:
    return any(one.kind == clock_kinds.STOPPED.name for one in kept)


def _asked(letter: DueLetter) -> dict[str, int | None]:
    return {"player": letter.player_id, "match": letter.match_id, "letter": letter.id}


def _leave(connection: Connection, letter: QueuedLetter, end: OutboxState, other: int | None) -> None:
    connection.execute(_LEAVE, {"letter": letter.id, "end": end, "other": other})


def _rank(one: Gist) -> int:
    return _RANKS.get(one.kind, len(_RANKS))
