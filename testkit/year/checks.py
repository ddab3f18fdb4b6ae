"""What must hold in a simulated year: deadlines in letters and by the second clock, receipts, and records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import bindparam, event, func, select

from adjudicator.match.course.verify import verify_published
from adjudicator.match.record.record import Record
from adjudicator.match.timekeeping.instants import to_instant
from adjudicator.services.inbound.inbound_letter import PART
from adjudicator.services.inbound.reply_limits import REFUSALS_A_DAY
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.store.session import WritingSession
from adjudicator.store.states import InboxState, MatchState
from adjudicator.store.tables import Inbox, Match, Outbox, Player
from adjudicator.texts.language.language import language_for
from adjudicator.texts.times.times import format_deadline
from testkit.club import Club
from testkit.second_clock import Turn
from testkit.year.mirror import Place

TELLING = frozenset({"your_turn", "their_turn", "start", "reminder", "granted", "receipt", "outage", "automatic_day"})
"""The kinds of letters that tell the deadline of the running turn."""
_letters, _matches, _players = Outbox.__table__.c, Match.__table__.c, Player.__table__.c
_WRITTEN = (
    select(
        *(
            _letters.id,
            _letters.kind,
            _letters.text,
            _letters.while_turn,
            _matches.turn,
            _letters.created_at,
            _letters.to_address,
            _matches.code,
            _matches.since,
            _matches.state,
            _matches.due_at,
            _matches.stopped_at,
        ),
        *(_matches.house_to_move, _players.zone, _players.language),
    )
    .outerjoin_from(Outbox.__table__, Match.__table__, _matches.id == _letters.match_id)
    .outerjoin(Player.__table__, _players.id == _letters.player_id)
    .where(_letters.id > bindparam("read"))
    .order_by(_letters.id)
)
NO_ANSWER = ("robot", "bounce", "copy", "no sender", "dropped")


class LetterCheck:
    """Reads every letter as soon as it is committed: does it tell the deadline that the database has?"""

    def __init__(self, club: Club) -> None:
        self.store = club.context.store
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.due_when_written: dict[int, datetime | None] = {}
        """By letter: the deadline of its match as it was then."""
        self._read = 0
        event.listen(WritingSession, "after_commit", self._check)

    def stop(self) -> None:
        event.remove(WritingSession, "after_commit", self._check)

    def _check(self, _session: WritingSession) -> None:
        """Check the letters of one transaction."""
        with self.store.engine.connect() as connection:
            for letter in connection.execute(_WRITTEN, {"read": self._read}).all():
                self._read = letter.id
                self.counts["letters written"] += 1
                self.due_when_written[letter.id] = letter.due_at
                if letter.kind not in TELLING or letter.state is not MatchState.RUNNING:
                    continue
                if letter.while_turn not in (None, letter.turn):
                    continue  # the turn was over in the same transaction: this letter will not be sent
                if letter.due_at is None or letter.stopped_at is not None or letter.house_to_move:
                    continue
                told = _one_line(format_deadline(letter.due_at, letter.zone, language_for(letter.language)))
                self.counts["deadlines told"] += 1
                if told not in _one_line(letter.text):
                    what = (
                        f"{letter.created_at} {letter.code} letter {letter.id} ({letter.kind}) to {letter.to_address}"
                    )
                    self.faults.append(f"{what} does not say {told!r}:\n{letter.text[:300]}")


def compare_seat(place: Place, row: Any) -> str:
    """Tell how the database and the second clock differ about a seat; nothing if they agree."""
    number, turn = place.key[1], place.seat.turn
    runs = row.to_move == number and row.clock is not None and not row.house_to_move
    if runs != (turn is not None):
        what = f"the turn {'runs' if runs else 'does not run'}, by the second clock it is {place.seat.name_clock()}:"
        return "\n    ".join([what, repr(row), *place.told])
    if turn is None:
        return ""
    mine = None if row.due_at is None else to_instant(row.due_at), row.clock.flagged is not None, row.clock.account
    account = None if row.clock.account is None else turn.first_budget
    second = place.seat.find_due(), turn.flag is not None, account
    if mine == second:
        return ""
    lines = [f"{_show(*mine)}, by the second clock {_show(*second)}:", repr(row.clock), _facts(turn), *place.told]
    return "\n    ".join(lines)


def find_lost_letters(club: Club) -> Iterator[str]:
    """Find the letters that were accepted and have not exactly one receipt."""
    answers = select(func.count()).where(Outbox.inbox_id == Inbox.id).scalar_subquery()
    # A yes to a question of ours is answered by what it brings about: the letter about the match.
    brought = (
        select(func.count())
        .where(Outbox.to_address == Inbox.envelope_from, Outbox.created_at == Inbox.done_at)
        .scalar_subquery()
    )
    # Refusals are limited: who writes to a seat that is not theirs any more is told three times a day.
    refused = (
        select(func.count())
        .where(Outbox.kind == "refusal", Outbox.to_address == Inbox.envelope_from)
        .where(Outbox.created_at <= Inbox.received_at, Outbox.created_at > func.datetime(Inbox.received_at, "-1 day"))
        .scalar_subquery()
    )
    with club.context.store.reading() as session:
        for number, state, verdict, count, further, told in session.execute(
            select(Inbox.id, Inbox.state, Inbox.verdict, answers, brought, refused).where(Inbox.channel != PART)
        ):
            if state is not InboxState.DONE:
                yield f"letter {number} was not judged: {state}"
            elif (verdict == "confirmed" and further) or (not count and told >= REFUSALS_A_DAY):
                continue
            elif count != 1 and not verdict.startswith(NO_ANSWER):
                yield f"letter {number} ({verdict}) has {count} receipts"


def find_bad_records(club: Club) -> Iterator[str]:
    """Verify the records of all matches that ended."""
    with club.context.store.reading() as session:
        numbers = session.scalars(select(Match.id).where(Match.state == MatchState.FINISHED)).all()
    for number in numbers:
        with club.context.store.reading() as session:
            match = session.get_one(Match, number)
            record = record_of(match, club.now)
            if not isinstance(record, Record):
                yield f"the record of {match.code} is of version 1"
                continue
            for fault in verify_published(record):
                yield f"the record of {match.code}: {fault}"


def _facts(turn: Turn) -> str:
    """Write the facts of a turn of the second clock, without what it has worked out."""
    return repr(replace(turn, calendar=replace(turn.calendar, holidays=frozenset(), known={})))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _show(due: int | None, late: bool, bank: int | None) -> str:  # noqa: FBT001 - a part of what is compared
    when = "never" if due is None else f"{datetime.fromtimestamp(due, UTC):%Y-%m-%d %H:%M:%S}"
    return f"due {when}{' (late)' * late}{'' if bank is None else f' of a bank of {bank}'}"
