"""Optimistic judging: plain orders are judged without the write lock, with the same result as under the lock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, type_coerce, update
from sqlalchemy.orm import Session
from sqlalchemy.types import NULLTYPE

from adjudicator.match.plans import letter_lines
from adjudicator.services.inbound import optimistic
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.jobs import judging
from adjudicator.store.session import Store
from adjudicator.store.states import InboxState, MatchState
from adjudicator.store.tables import Base, EntryRow, Inbox, Match, Outbox, Player, Press, Seat
from adjudicator.texts.language.language import Language
from adjudicator.texts.letters.letter_kind import F, LetterKind
from adjudicator.texts.letters.letters import Written, write_letter
from testkit.club import Club, offered, other, prose_of, to_move
from testkit.database import make_tables
from testkit.query_plans import recorded_queries
from tests.services.play.test_a_match_by_letters import play_to_five

Change = Callable[[Club, Session], object]


class Drafts:
    """Notes of every draft whether it was carried out, and lets something happen once before the next one is."""

    def __init__(self) -> None:
        self.ends: list[bool] = []
        self.first: list[Callable[[InboundLetter], object]] = []

    def commit_if_unchanged(self, case: InboundLetter) -> bool:
        while self.first:
            self.first.pop()(case)
        end = optimistic.commit_if_unchanged(case)
        self.ends.append(end)
        return end

    def let(self, club: Club, change: Change) -> None:
        """Let somebody else write something first."""

        def write(_case: InboundLetter) -> None:
            with club.context.store.writing() as session:
                change(club, session)

        self.first.append(write)


@pytest.fixture
def drafts(monkeypatch: pytest.MonkeyPatch) -> Drafts:
    drafts = Drafts()
    monkeypatch.setattr("adjudicator.services.jobs.judging.commit_if_unchanged", drafts.commit_if_unchanged)
    return drafts


def test_a_plain_order_is_worded_while_others_may_write(
    club: Club, drafts: Drafts, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.begin()
    impatient, worded = Store(str(club.context.store.engine.url), busy_seconds=0.05), []

    def writing(kind: LetterKind[F], language: Language, facts: F) -> Written:
        with impatient.writing() as session:
            session.execute(update(Player).values(layout=Player.layout))
        worded.append(kind.name)
        return write_letter(kind, language, facts)

    monkeypatch.setattr("adjudicator.services.outbox.enqueue.write_letter", writing)
    mover = to_move(club)
    number = club.answer(club.last(mover), offered(club.last(mover))[0])
    impatient.close()
    assert (club.inbox(number).verdict, drafts.ends) == ("played", [True])
    assert worded == ["receipt", "your_turn"]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Z99", "refused"),
        ("{order}\nwhat was that?", "played"),
        ("", "refused"),
        ("board", "answered"),
        ("help", "answered"),
    ],
)
def test_a_letter_with_orders_or_questions_only_is_judged_as_a_draft(
    club: Club, drafts: Drafts, text: str, verdict: str
) -> None:
    club.begin()
    mover = to_move(club)
    number = club.answer(club.last(mover), text.format(order=offered(club.last(mover))[0]))
    assert club.inbox(number).verdict.partition(":")[0] == verdict
    assert drafts.ends == [True]


@pytest.mark.parametrize(
    "text", ["{order}\npress Good luck!", "undo\n{order}", "resign", "layout narrow", "away 2 weeks"]
)
def test_commands_are_carried_out_under_the_lock_and_once(club: Club, drafts: Drafts, text: str) -> None:
    club.begin()
    mover = to_move(club)
    number = club.answer(club.last(mover), text.format(order=offered(club.last(mover))[0]))
    assert club.inbox(number).state is InboxState.DONE
    with club.context.store.reading() as session:
        receipts = list(session.scalars(select(Outbox.kind).where(Outbox.inbox_id == number)))
    assert (receipts, drafts.ends) == (["receipt"], [])


@pytest.mark.parametrize("changed", [False, True])
def test_what_a_draft_has_read_is_read_again_only_if_the_match_has_changed(
    club: Club, monkeypatch: pytest.MonkeyPatch, *, changed: bool
) -> None:
    """To read a plan of a thousand lines takes longer than all the rest, and others wait for the lock."""
    club.begin()
    mover = to_move(club)
    reads, before = list[str](), list[str]()
    read, under_lock = letter_lines.read_first, judging._judge_under_lock

    def read_first(lines: Sequence[str], *given: object) -> object:
        reads.append(lines[0])
        return read(lines, *given)  # type: ignore[arg-type]

    def judge_under_lock(*given: Any) -> object:
        before.extend(reads)
        if changed:
            with club.context.store.writing() as session:
                speak_italian(club, session)
        return under_lock(*given)

    monkeypatch.setattr("adjudicator.services.orders.plan_lines.read_first", read_first)
    monkeypatch.setattr(judging, "_judge_under_lock", judge_under_lock)
    number = club.answer(club.last(mover), "layout narrow\nM14\nif N13 then L12\nif L12 then O14")
    assert club.inbox(number).verdict == "played"
    assert before
    assert reads[len(before) :] == (before if changed else [])


def revoke(club: Club, session: Session) -> None:
    match = session.scalars(select(Match)).one()
    seat = next(seat for seat in match.seats if seat.number == match.to_move)
    seat.epoch += 1


def let_time_run(_club: Club, session: Session) -> None:
    session.execute(update(Match).values(due_at=Match.due_at, days=3))


def speak_italian(_club: Club, session: Session) -> None:
    session.execute(update(Player).values(language="it"))


def write_press(club: Club, session: Session) -> None:
    number = session.scalars(select(Match.id)).one()
    session.add(Press(match_id=number, seat=0, at=club.now + timedelta(seconds=1), text="Good luck to you!"))


def sit_down_anew(_club: Club, session: Session) -> None:
    session.execute(update(Seat).values(salt="another"))


CHANGES = (revoke, let_time_run, speak_italian, write_press, sit_down_anew)


@pytest.mark.parametrize("change", CHANGES)
def test_a_draft_is_judged_again_when_the_match_has_changed(club: Club, drafts: Drafts, change: Change) -> None:
    club.begin()
    mover, before = to_move(club), len(club.transport.letters)
    drafts.let(club, change)
    number = club.answer(club.last(mover), offered(club.last(mover))[0])
    assert drafts.ends == [False]
    told = "\n".join(prose_of(letter) for letter in club.transport.letters[before:])
    if change is revoke:
        assert club.inbox(number).verdict == "refused: revoked"
        assert club.match().entry_count == 1
        return
    assert club.inbox(number).verdict == "played"
    assert club.match().entry_count == 2
    assert len(club.transport.letters) - before == 2, "a letter of the draft went out as well"
    assert ("Tocca a te" in told) == (change is speak_italian)
    assert ("Good luck to you!" in told) == (change is write_press)


def test_a_letter_that_another_worker_has_judged_is_not_judged_again(club: Club, drafts: Drafts) -> None:
    club.begin()
    mover, before = to_move(club), len(club.transport.letters)

    def judge_elsewhere(_club: Club, session: Session) -> None:
        session.execute(update(Inbox).values(state=InboxState.DONE))

    drafts.let(club, judge_elsewhere)
    club.answer(club.last(mover), offered(club.last(mover))[0])
    assert drafts.ends == [False]
    assert (club.match().entry_count, len(club.transport.letters)) == (1, before)


def test_one_of_two_concurrent_drafts_of_a_turn_is_played(club: Club, drafts: Drafts) -> None:
    club.begin()
    letter = club.last(to_move(club))
    first, second = offered(letter)[:2]
    drafts.first.append(lambda _case: club.answer(letter, second))
    number = club.answer(letter, first)
    assert drafts.ends == [True, False]
    assert club.inbox(number).verdict.startswith("refused: ")
    with club.context.store.reading() as session:
        assert list(session.scalars(select(EntryRow.step).where(~EntryRow.forced))) == [second]


def test_a_proposal_that_was_made_meanwhile_is_told(club: Club, drafts: Drafts) -> None:
    club.begin()
    mover = to_move(club)
    order, asker = offered(club.last(mover))[0], other(mover)
    drafts.first.append(lambda _case: club.answer(club.last(asker), "pause until 10 December"))
    number = club.answer(club.last(mover), order)
    assert (club.inbox(number).verdict, drafts.ends) == ("played", [False])
    with club.context.store.reading() as session:
        receipt = session.scalars(select(Outbox.text).where(Outbox.inbox_id == number)).one()
    assert "asks for a pause" in receipt


def test_a_letter_of_a_match_without_proposals_looks_for_none(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    letter = club.last(mover)
    with recorded_queries(club.context.store.engine) as asked:
        club.answer(letter, offered(letter)[0])
    assert asked
    assert not [one for one in asked if "proposals" in one]


def test_the_end_of_a_match_is_written_under_the_lock(club: Club, drafts: Drafts) -> None:
    club.begin()
    play_to_five(club)
    assert club.match().state is MatchState.FINISHED
    assert drafts.ends == [True] * (club.match().entry_count - 3), "all but the first stone, the last and the end"


@pytest.fixture
def postgres_club(postgres_database: str) -> Iterator[Club]:
    make_tables(postgres_database)
    club = Club.found(postgres_database)
    yield club
    club.context.store.close()


def test_on_postgresql_a_letter_is_judged_under_the_lock_of_its_match_at_once(
    postgres_club: Club, drafts: Drafts, monkeypatch: pytest.MonkeyPatch
) -> None:
    club, free = postgres_club, []
    club.begin()
    mover = to_move(club)

    def writing(kind: LetterKind[F], language: Language, facts: F) -> Written:
        with club.context.store.reading() as session:
            free.append(session.scalars(select(Match.id).with_for_update(skip_locked=True)).all())
        return write_letter(kind, language, facts)

    monkeypatch.setattr("adjudicator.services.outbox.enqueue.write_letter", writing)
    number = club.answer(club.last(mover), offered(club.last(mover))[0])
    assert (club.inbox(number).verdict, drafts.ends, free) == ("played", [], [[], []])
    assert offered(club.last(other(mover)))


def _another(value: object) -> object:
    """Return another value of the same kind; the same one of a kind that has no other here."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case datetime():
            return value + timedelta(hours=1)
        case bytes() | list():
            return value * 2
        case InboxState():
            return InboxState.WAITING
    return value


@pytest.mark.parametrize("kind", [Inbox, Match, Seat])
@pytest.mark.parametrize("empty", [False, True])
def test_a_draft_writes_the_columns_that_an_ordinary_transaction_writes(
    club: Club, kind: type[Base], *, empty: bool
) -> None:
    club.begin()
    club.answer(club.last(to_move(club)), offered(club.last(to_move(club)))[0])
    store, table, names = club.context.store, kind.__table__, optimistic._MAY_CHANGE[kind]
    with store.writing() as session:
        session.execute(update(Seat).values(plan=b"sealed", orders_due_at=club.now))

    def change(session: Session) -> None:
        row = session.scalars(select(kind).order_by(table.c.id)).all()[-1]
        for name in names:
            column = table.c[name]
            may_be_null = empty and column.nullable
            if may_be_null or not column.foreign_keys:
                setattr(row, name, None if may_be_null else _another(getattr(row, name)))

    def stored() -> list[tuple[object, ...]]:
        with club.connected() as connection:
            return connection.execute(f"SELECT * FROM {table} ORDER BY id").fetchall()

    before = stored()
    with store.reading() as tried:  # an ordinary transaction that is rolled back when its rows were looked at
        change(tried)
        tried.flush()
        query = select(*(type_coerce(column, NULLTYPE) for column in table.c)).order_by(table.c.id)
        ordinary = [tuple(row) for row in tried.execute(query)]
    assert stored() == before != ordinary
    with store.begin_draft(lambda _row: True) as draft:
        change(draft)
        assert store.commit_draft(draft, lambda _driver: None)
    assert stored() == ordinary
