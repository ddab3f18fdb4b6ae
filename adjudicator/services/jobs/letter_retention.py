"""Deletes what is in old letters, and takes the names of players who were erased out of the others.

A row stays, with what recognises another copy of a letter, an answer to one of ours, or one that came back. Its bytes,
text and addresses go: with the letters of a match when it has been over for `Context.letter_days`, and with a letter of
no match when it is as old. No letter that waits for something goes, nor one that was set aside, nor of a match that
runs. What the archive shows needs none of them.

Each batch is a transaction of its own, so that nobody waits long. Two passes find all rows without looking at any too
often: one goes through the rows in their order, and remembers how far it came (`Progress`); what it must leave, because
the match runs on, is found by the other one, match by match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from sqlalchemy import or_, select, update

from adjudicator.services.context import Context
from adjudicator.services.identity.erasing import EMPTIED_INBOX, EMPTIED_OUTBOX, ERASED, replace_in_json
from adjudicator.services.matches.view.shown_names import FORMER_NAME
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.operation_tables import RECEIVED
from adjudicator.store.states import InboxState, MatchState, OutboxState
from adjudicator.store.tables import DigestPart, Erasure, Inbox, Match, Outbox, Player, Progress
from adjudicator.texts.language import SOURCE, language_for

BATCH = 100
"""Letters of one transaction."""
BATCHES = 5
"""Transactions of one sweep."""
_OVER = (MatchState.FINISHED, MatchState.CANCELLED)
_UNSENT = (OutboxState.WAITING, OutboxState.SENDING)
_UNSYNCED: dict[str, Any] = {"synchronize_session": False}


@dataclass(frozen=True, slots=True)
class _Kind:
    """One of the two tables of letters."""

    table: type[Inbox | Outbox]
    name: str
    emptied: dict[str, Any]

    def written(self) -> Any:
        """Return the column of the moment of a letter."""
        return self.table.received_at if self.table is Inbox else cast("type[Outbox]", self.table).created_at

    def is_done(self) -> Any:
        """Return the condition that nothing is to be done with a letter any more."""
        return Inbox.state == InboxState.DONE if self.table is Inbox else Outbox.state.not_in(_UNSENT)


_KINDS = (
    _Kind(Inbox, RECEIVED, EMPTIED_INBOX | {"envelope_from": ""}),
    _Kind(Outbox, "outbox letters", EMPTIED_OUTBOX),
)


def empty_old_letters(context: Context, now: datetime) -> None:
    """Delete what is in letters that the host keeps no longer, some of them."""
    if not context.letter_days:
        return
    until = now - timedelta(days=context.letter_days)
    for kind in _KINDS:
        batches = BATCHES
        while batches and _empty_next(context, kind, until, now):
            batches -= 1
    with context.store.reading() as session:
        over = select(Match.id).where(Match.letters_gone_at.is_(None), Match.finished_at.is_not(None))
        over = over.where(Match.finished_at < until, Match.state.in_(_OVER)).order_by(Match.finished_at)
        matches = session.scalars(over.limit(BATCH)).all()
    batches = BATCHES
    for number in matches:
        while batches and _empty_of_match(context, number, until, now):
            batches -= 1


def _empty_next(context: Context, kind: _Kind, until: datetime, now: datetime) -> bool:
    """Go on by a batch in the order of the rows; tell whether there may be more."""
    with context.store.reading() as session:
        at = session.get(Progress, kind.name)
        before = at.row if at else 0
        query = select(kind.table.id, kind.is_done() & kind.table.emptied_at.is_(None), Match.state, Match.finished_at)
        query = query.add_columns(kind.written()).outerjoin(Match, Match.id == kind.table.match_id)
        rows: Sequence[Any] = session.execute(
            query.where(kind.table.id > before).order_by(kind.table.id).limit(BATCH)
        ).all()
    old = [row for row in rows if row[4] < until]
    if not old:
        return False
    gone = [row[0] for row in old if row[1] and (row[2] is None or _is_over(row, until))]
    with unit_of_work(context, now) as work:
        _empty(work, kind, gone)
        at = work.session.get(Progress, kind.name)
        if at is None:
            work.session.add(Progress(name=kind.name, row=old[-1][0]))
        else:
            at.row = old[-1][0]
    return len(old) == BATCH


def _is_over(row: Any, until: datetime) -> bool:
    return row[2] in _OVER and row[3] is not None and row[3] < until


def _empty_of_match(context: Context, number: int, until: datetime, now: datetime) -> bool:
    """Empty a batch of a match's letters, or note that none is left; tell whether there may be more."""
    with unit_of_work(context, now) as work:
        found = 0
        for kind in _KINDS:
            rows = select(kind.table.id).where(kind.table.match_id == number, kind.table.emptied_at.is_(None))
            rows = rows.where(kind.written() < until, kind.is_done()).order_by(kind.table.id)
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
        players = session.scalars(select(Erasure.player_id).order_by(Erasure.player_id)).all()
    for player in players:
        batches = BATCHES
        while batches and _erase_next(context, player, now):
            batches -= 1


def _erase_next(context: Context, player: int, now: datetime) -> bool:
    with unit_of_work(context, now) as work:
        erasure = work.session.get(Erasure, player, with_for_update=True)
        if erasure is None:
            return False
        outgoing, incoming = _erase_from_outbox(work, erasure), _erase_from_inbox(work, erasure)
        if erasure.outbox_done >= erasure.outbox_last and erasure.inbox_done >= erasure.inbox_last:
            work.session.delete(erasure)
            return False
        return outgoing or incoming


def _erase_from_outbox(work: UnitOfWork, erasure: Erasure) -> bool:
    """Look through a batch of our letters; tell whether the look went on."""
    words, numbers = erasure.words, (Outbox.id > erasure.outbox_done, Outbox.id <= erasure.outbox_last)
    columns = (Outbox.id, Outbox.state, Outbox.match_id, Outbox.player_id, Outbox.to_address, *map(_column, _TEXTS))
    query = select(*columns, Player.language).outerjoin(Player, Player.id == Outbox.player_id)
    rows = work.session.execute(query.where(*numbers).order_by(Outbox.id).limit(BATCH)).all()
    if not rows:
        erasure.outbox_done = erasure.outbox_last
    for row in rows:
        # Their last letter has to leave first, and one that is being sent has to stay as it is for a repeat.
        if row.state is OutboxState.SENDING or (row.to_address in words.addresses and row.state in _UNSENT):
            return row is not rows[0]
        changed = _erased_letter(row, erasure)
        if changed:
            rewrite = update(Outbox).where(Outbox.id == row.id).values(**changed)
            work.session.execute(rewrite.execution_options(**_UNSYNCED))
        erasure.outbox_done = row.id
    return bool(rows)


_TEXTS = ("subject", "text", "html", "gist", "to_name", "error", "headers")


def _column(name: str) -> Any:
    return getattr(Outbox, name)


def _erased_letter(row: Any, erasure: Erasure) -> dict[str, Any]:
    words = erasure.words
    if row.to_address in words.addresses:
        return EMPTIED_OUTBOX
    given = dict.fromkeys(words.addresses, ERASED)
    if row.match_id in words.matches or row.player_id in words.people:
        given |= dict.fromkeys(words.names, language_for(row.language or SOURCE).gettext(FORMER_NAME))
    before = {name: getattr(row, name) for name in _TEXTS}
    after = {name: replace_in_json(value, given) for name, value in before.items()}
    return {name: value for name, value in after.items() if value != before[name]}


def _erase_from_inbox(work: UnitOfWork, erasure: Erasure) -> bool:
    """Look through a batch of received letters; tell whether the look went on."""
    words, numbers = erasure.words, (Inbox.id > erasure.inbox_done, Inbox.id <= erasure.inbox_last)
    query = select(Inbox.id, Inbox.state, Inbox.match_id, Inbox.envelope_from, Inbox.raw).where(*numbers)
    rows = work.session.execute(query.order_by(Inbox.id).limit(BATCH)).all()
    if not rows:
        erasure.inbox_done = erasure.inbox_last
    for row in rows:
        if row.state is InboxState.WAITING:  # it is judged in a moment
            return row is not rows[0]
        raw, names = row.raw.lower(), words.names if row.match_id in words.matches else ()
        mentioned = any(word.lower().encode() in raw for word in (*words.addresses, *names))
        if row.state is InboxState.DONE and (mentioned or row.envelope_from in words.addresses):
            emptied = EMPTIED_INBOX | ({"envelope_from": ERASED} if row.envelope_from in words.addresses else {})
            rewrite = update(Inbox).where(Inbox.id == row.id).values(**emptied)
            work.session.execute(rewrite.execution_options(**_UNSYNCED))
            parts = or_(DigestPart.inbox_id == row.id, DigestPart.answer_id == row.id)
            blank = update(DigestPart).where(parts).values(text="", board="", attached=[])
            work.session.execute(blank.execution_options(**_UNSYNCED))
        erasure.inbox_done = row.id
    return bool(rows)
