"""Deletes the contents of old letters, and takes the names of players who were erased out of the others.

A row stays, with what recognises another copy of a letter, an answer to one of ours, or one that came back. Its bytes,
text and addresses go: with the letters of a match when it has been over for `Context.letter_days`, and with a letter of
no match when it is as old. No letter that waits for something goes, nor one that was set aside, nor of a match that
runs. What the archive shows needs none of them.

Each batch is a transaction of its own, so that nobody waits long, and a sweep begins no batch when its time is over:
what is left waits for the next one. Two passes find all rows without looking at any too often: one goes through the
rows in their order, and remembers how far it came (`Progress`); what it must leave, because the match runs on, is found
by the other one, match by match.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session, undefer

from adjudicator.mail.errors import LetterRefused, SandboxCrash, SandboxLimit, SandboxUnavailable
from adjudicator.mail.incoming.mentions import has_closed_part, mentions_any
from adjudicator.services.context import Context
from adjudicator.services.identity.erasing import EMPTIED_INBOX, EMPTIED_OUTBOX, ERASED, replace_in_json
from adjudicator.services.matches.names.shown_names import FORMER_NAME
from adjudicator.services.sandbox_protocol import choose_sandbox
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.operation_tables import RECEIVED
from adjudicator.store.player_tables import ErasedWords
from adjudicator.store.states import InboxState, MatchState, OutboxState
from adjudicator.store.tables import DigestPart, Erasure, Inbox, Match, Outbox, Player, Progress
from adjudicator.texts.language.language import SOURCE, language_for

BATCH = 100
"""Letters of one transaction."""
BATCHES = 5
"""Transactions of one sweep for a player who was erased."""
SECONDS = 2.0
"""How long a sweep goes on with old letters, by the clock. A sweep begins every ten seconds."""
_OVER = (MatchState.FINISHED, MatchState.CANCELLED)
_UNSENT = (OutboxState.WAITING, OutboxState.SENDING)
_UNSYNCED = {"synchronize_session": False}
_TEXTS = ("subject", "text", "html", "gist", "to_name", "error", "headers")
"""The columns of our letters in which somebody may be named."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """One of the two tables of letters."""

    table: type[Inbox | Outbox]
    name: str
    written: InstrumentedAttribute[datetime]
    is_done: ColumnElement[bool]
    """Whether nothing is to be done with a letter any more."""
    emptied: Mapping[str, object]


_KINDS = (
    _Kind(Inbox, RECEIVED, Inbox.received_at, Inbox.state == InboxState.DONE, EMPTIED_INBOX | {"envelope_from": ""}),
    _Kind(Outbox, "outbox letters", Outbox.created_at, Outbox.state.not_in(_UNSENT), EMPTIED_OUTBOX),
)


def empty_old_letters(
    context: Context, now: datetime, seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic
) -> None:
    """Delete the contents of letters that the host keeps no longer, as many as can be done in so many seconds.

    Each pass has half of the time, and the second what the first one left. At least one batch of each is done.
    """
    if not context.letter_days:
        return
    until, began = now - timedelta(days=context.letter_days), clock()
    for kind in _KINDS:
        while _empty_next(context, kind, until, now) and clock() < began + seconds / 2:
            pass
    before: Sequence[int] = ()
    while (matches := _list_overdue(context, until)) and matches != before:
        for number in matches:
            while _empty_of_match(context, number, until, now) and clock() < began + seconds:
                pass
            if clock() >= began + seconds:
                return
        before = matches


def _list_overdue(context: Context, until: datetime) -> Sequence[int]:
    """List the first matches whose letters are still there although they are kept no longer."""
    query = select(Match.id).where(*_overdue(until)).order_by(Match.finished_at, Match.id).limit(BATCH)
    with context.store.reading() as session:
        return session.scalars(query).all()


def count_overdue(context: Context, now: datetime) -> int:
    """Count the matches whose letters are still there although they are kept no longer."""
    until = now - timedelta(days=context.letter_days)
    with context.store.reading() as session:
        return session.scalar(select(func.count()).select_from(Match).where(*_overdue(until))) or 0


def _overdue(until: datetime) -> tuple[ColumnElement[bool], ...]:
    kept = Match.letters_gone_at.is_(None), Match.finished_at.is_not(None)  # as in the index
    return (*kept, Match.finished_at < until, Match.state.in_(_OVER))


def _empty_next(context: Context, kind: _Kind, until: datetime, now: datetime) -> bool:
    """Go on by a batch in the order of the rows; tell whether there may be more."""
    with context.store.reading() as session:
        at = session.get(Progress, kind.name)
        numbers = (
            select(kind.table.id).where(kind.table.id > (at.row if at else 0)).order_by(kind.table.id).limit(BATCH)
        )
        batch = session.scalars(numbers).all()
        looked_at = kind.table.id.in_(batch)
        old = session.scalars(select(kind.table.id).where(looked_at, kind.written < until)).all()
        over = Match.state.in_(_OVER) & (Match.finished_at < until)
        kept = kind.table.emptied_at.is_(None), kind.is_done, or_(kind.table.match_id.is_(None), over)
        query = select(kind.table.id).outerjoin(Match, Match.id == kind.table.match_id)
        gone = session.scalars(query.where(looked_at, kind.written < until, *kept)).all()
    if not old:
        return False
    with unit_of_work(context, now) as work:
        _empty(work, kind, gone)
        at = work.session.get(Progress, kind.name)
        if at is None:
            work.session.add(Progress(name=kind.name, row=max(old)))
        else:
            at.row = max(old)
    return len(old) == BATCH


def _empty_of_match(context: Context, number: int, until: datetime, now: datetime) -> bool:
    """Empty a batch of a match's letters, or note that none is left; tell whether there may be more."""
    with unit_of_work(context, now) as work:
        found = 0
        for kind in _KINDS:
            rows = select(kind.table.id).where(kind.table.match_id == number, kind.table.emptied_at.is_(None))
            rows = rows.where(kind.written < until, kind.is_done).order_by(kind.table.id)
            letters = work.session.scalars(rows.limit(BATCH)).all()
            _empty(work, kind, letters)
            found += len(letters)
        if found:
            return True
        match = work.session.get_one(Match, number, with_for_update={"of": Match})
        if match.state in _OVER:
            match.letters_gone_at = now
    return False


def _empty(work: UnitOfWork, kind: _Kind, letters: Sequence[int]) -> None:
    if not letters:
        return
    rows = update(kind.table).where(kind.table.id.in_(letters))
    work.session.execute(rows.values(**kind.emptied, emptied_at=work.now).execution_options(**_UNSYNCED))
    if kind.table is Inbox:
        parts = update(DigestPart).where(DigestPart.inbox_id.in_(letters))
        work.session.execute(parts.values(text="", board="", attached=[]).execution_options(**_UNSYNCED))


def erase_from_letters(context: Context, now: datetime) -> None:
    """Take the names and addresses of players who were erased out of letters, some of them."""
    with context.store.reading() as session:
        players = session.scalars(
            select(Erasure.player_id).where(Erasure.player_id > 0).order_by(Erasure.player_id)
        ).all()
    for player in players:
        batches = BATCHES
        while batches and _erase_next(context, player, now):
            batches -= 1


def _erase_next(context: Context, player: int, now: datetime) -> bool:
    looked_at = _look_for_mentions(context, player)
    with unit_of_work(context, now) as work:
        erasure = work.session.get(Erasure, player, with_for_update=True)
        if erasure is None:
            return False
        before = erasure.outbox_done, erasure.inbox_done
        _erase_from_outbox(work, erasure)
        _erase_from_inbox(work, erasure, looked_at)
        if erasure.outbox_done >= erasure.outbox_last and erasure.inbox_done >= erasure.inbox_last:
            work.session.delete(erasure)
            return False
        return (erasure.outbox_done, erasure.inbox_done) != before


def _erase_from_outbox(work: UnitOfWork, erasure: Erasure) -> None:
    """Look through a batch of our letters."""
    words = erasure.words
    query = select(Outbox).where(Outbox.id > erasure.outbox_done, Outbox.id <= erasure.outbox_last)
    query = query.options(undefer(Outbox.text), undefer(Outbox.html), undefer(Outbox.gist))
    letters = work.session.scalars(query.order_by(Outbox.id).limit(BATCH)).all()
    if not letters:
        erasure.outbox_done = erasure.outbox_last
    readers = select(Player.id, Player.language).where(Player.id.in_({letter.player_id for letter in letters}))
    languages: dict[int, str] = dict(work.session.execute(readers).all())
    for letter in letters:
        # Their last letter has to leave first, and one that is being sent has to stay as it is for a repeat.
        theirs = letter.to_address in words.addresses
        if letter.state is OutboxState.SENDING or (theirs and letter.state in _UNSENT):
            return
        _erase_from_letter(letter, words, languages.get(letter.player_id or 0, SOURCE))
        erasure.outbox_done = letter.id


def _erase_from_letter(letter: Outbox, words: ErasedWords, language: str) -> None:
    if letter.to_address in words.addresses:
        for name, value in EMPTIED_OUTBOX.items():
            setattr(letter, name, value)
        return
    near = letter.match_id in words.matches or letter.player_id in words.people
    given = dict.fromkeys(words.names if near else (), language_for(language).gettext(FORMER_NAME))
    for name in _TEXTS:
        before = getattr(letter, name)
        if (after := replace_in_json(before, given, words.addresses)) != before:
            setattr(letter, name, after)


def _next_received(session: Session, erasure: Erasure) -> Sequence[Inbox]:
    query = select(Inbox).where(Inbox.id > erasure.inbox_done, Inbox.id <= erasure.inbox_last)
    return session.scalars(query.options(undefer(Inbox.raw)).order_by(Inbox.id).limit(BATCH)).all()


def _look_for_mentions(context: Context, player: int) -> dict[int, bool]:
    """Look through a batch of received letters; tell of each whether a name or an address is in it.

    Without a lock: reading a hostile letter can take as long as the sandbox lets it.
    """
    found: dict[int, bool] = {}
    with context.store.reading() as session:
        erasure = session.get(Erasure, player)
        if erasure is None:
            return found
        for letter in _next_received(session, erasure):
            if letter.state is InboxState.WAITING:  # it is judged in a moment
                break
            try:
                found[letter.id] = _mentions(context, letter, erasure.words)
            except SandboxUnavailable:
                break
    return found


def _mentions(context: Context, letter: Inbox, words: ErasedWords) -> bool:
    """Is one of the words in a letter? In doubt it is, where a letter of their matches cannot be read in all its parts.

    Whoever wants to be erased would not have a picture or an archive kept that may show their name, and the letter has
    been judged.
    """
    near = letter.match_id in words.matches
    wanted = (*words.addresses, *(words.names if near else ()))
    raw = letter.raw.lower()
    if letter.envelope_from in words.addresses or any(word.lower().encode() in raw for word in wanted):
        return True
    try:
        sandbox = choose_sandbox(context.sandbox, raw)
        return sandbox.run(mentions_any, letter.raw, wanted, context.letter_limit) or (
            near and sandbox.run(has_closed_part, letter.raw, context.letter_limit)
        )
    except (LetterRefused, SandboxLimit, SandboxCrash, RecursionError):
        return near


def _erase_from_inbox(work: UnitOfWork, erasure: Erasure, looked_at: Mapping[int, bool]) -> None:
    """Empty the letters of a batch that have a name or an address in them."""
    letters = _next_received(work.session, erasure)
    if not letters:
        erasure.inbox_done = erasure.inbox_last
    for letter in letters:
        if letter.id not in looked_at:  # it waited, or another sweep was quicker
            return
        if looked_at[letter.id]:
            theirs = letter.envelope_from in erasure.words.addresses
            _empty_received(work, letter, ERASED if theirs else letter.envelope_from)
        erasure.inbox_done = letter.id


def _empty_received(work: UnitOfWork, letter: Inbox, envelope_from: str) -> None:
    if letter.state is not InboxState.DONE:
        return
    letter.envelope_from = envelope_from
    for name, value in EMPTIED_INBOX.items():
        setattr(letter, name, value)
    parts = update(DigestPart).where(or_(DigestPart.inbox_id == letter.id, DigestPart.answer_id == letter.id))
    work.session.execute(parts.values(text="", board="", attached=[]).execution_options(**_UNSYNCED))
