"""A row on which the sweep fails is put off: everybody else is looked after, and the host is told."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from types import ModuleType

import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import OperationalError

from adjudicator.run import doctor
from adjudicator.run.finding import CheckFailed
from adjudicator.services.digest import digest_letter, reminder_letters
from adjudicator.services.inbound import delayed_orders
from adjudicator.services.jobs import letter_retention, periodic_sweep
from adjudicator.services.jobs.sweep_attempts import Attempts
from adjudicator.services.matches.clock import late_letters
from adjudicator.services.matches.deadlines import clock_falls, outages
from adjudicator.services.matches.opening import waiting_seats
from adjudicator.services.matches.rows import archive_rows, counted_rows
from adjudicator.services.matches.seats import proposals, seat_arrivals
from adjudicator.services.matches.view import whole_match
from adjudicator.services.players import absences
from adjudicator.services.sweep_faults import FIRST_WAIT, LONGEST_WAIT
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.operation_tables import Outage, SweepFault
from adjudicator.store.session import WritingSession
from adjudicator.store.states import PLAYER_TASKS, MatchState, SweepTask
from adjudicator.store.tables import Match, Player
from testkit.club import ANNA, BOB, Club, prose_of
from testkit.faulty_matches import FAULTS, spoil_match

TASKS: dict[SweepTask, tuple[tuple[ModuleType, str], tuple[ModuleType, str]]] = {
    SweepTask.ABSENCE: ((absences, "absences_to_begin"), (absences, "begin_absence")),
    SweepTask.TIME_CHANGED: ((clock_falls, "players_to_refresh"), (clock_falls, "refresh_player")),
    SweepTask.OUTAGE: ((outages, "matches_to_settle_again"), (outages, "settle_match_again")),
    SweepTask.ORDERS: ((delayed_orders, "matches_with_due_orders"), (delayed_orders, "let_orders_count")),
    SweepTask.LETTER_HELD: ((late_letters, "matches_to_hold"), (late_letters, "hold_clock")),
    SweepTask.CLOCK: ((clock_falls, "matches_to_settle"), (clock_falls, "settle_match")),
    SweepTask.SEATS: ((seat_arrivals, "seats_to_settle"), (seat_arrivals, "settle_seats_and_tell")),
    SweepTask.PROPOSALS: ((proposals, "proposals_to_settle"), (proposals, "settle_and_tell")),
    SweepTask.EXPIRED: ((periodic_sweep, "_expired"), (periodic_sweep, "_ask_owner")),
    SweepTask.SILENT: ((periodic_sweep, "_silent"), (waiting_seats, "tell_silence")),
    SweepTask.UNCLAIMED: ((periodic_sweep, "_unclaimed"), (periodic_sweep, "_ask_about_open_seat")),
    SweepTask.ABANDONED: ((periodic_sweep, "_abandoned"), (periodic_sweep, "_abandon")),
    SweepTask.REMINDER: ((reminder_letters, "players_to_remind"), (reminder_letters, "remind_player")),
    SweepTask.DIGEST: ((digest_letter, "digests_due"), (digest_letter, "send_digest")),
    SweepTask.ARCHIVE: ((archive_rows, "matches_to_archive"), (archive_rows, "archive_match")),
    SweepTask.LISTED: ((whole_match, "matches_to_read_again"), (whole_match, "read_whole_match")),
    SweepTask.COUNT: ((counted_rows, "matches_to_count"), (archive_rows, "count_finished_match")),
}
"""How each task finds its rows, and how it does one."""
ALL_ROWS = {
    SweepTask.ERASURE: (letter_retention, "erase_from_letters"),
    SweepTask.RETENTION: (letter_retention, "empty_old_letters"),
    SweepTask.REPORT: (periodic_sweep, "tell_host_of_faults"),
}
"""The tasks for all rows together."""
HOST = "host@club.example"


def sweep(club: Club) -> None:
    periodic_sweep.run_sweep(club.context, club.now)
    club.work()


def faults(club: Club) -> list[SweepFault]:
    with club.context.store.reading() as session:
        return list(session.scalars(select(SweepFault).where(SweepFault.task.in_(SweepTask)).order_by(SweepFault.task)))


@pytest.fixture
def two(club: Club) -> tuple[Match, Match]:
    """Begin two matches with a limit of three days."""
    then = club.now + timedelta(minutes=5)

    def letters() -> None:
        club.begin("days=3", "grace=0")
        club.now = then
        club.begin("days=3", "grace=0")

    club.play_beginning("two matches, the second one five minutes later", letters)
    club.now = then
    with club.context.store.reading() as session:
        first, second = session.scalars(select(Match).order_by(Match.id))
        assert first.seats
        assert second.seats
    return first, second


def look(club: Club, match: Match) -> Match:
    with club.context.store.reading() as session:
        found = session.get_one(Match, match.id)
        assert found.seats
        return found


def test_every_task_is_tried() -> None:
    assert {*TASKS, *ALL_ROWS} == {*SweepTask}


@pytest.mark.parametrize("task", TASKS)
def test_whatever_fails_for_one_row_is_done_for_the_others(
    club: Club, two: tuple[Match, Match], monkeypatch: pytest.MonkeyPatch, task: SweepTask
) -> None:
    with club.context.store.reading() as session:
        players = list(session.scalars(select(Player.id).order_by(Player.id)).all())[:2]
    rows = players if task in PLAYER_TASKS else [match.id for match in two]
    (finder, due), (module, handle) = TASKS[task]
    done: list[int] = []

    def break_for_the_first(*given: object, **named: object) -> None:
        numbers = [one if isinstance(one, int) else getattr(one, "id", None) for one in (*given, *named.values())]
        [number] = [number for number in numbers if isinstance(number, int)]
        if number == rows[0]:
            raise RuntimeError("poison")
        done.append(number)

    monkeypatch.setattr(finder, due, lambda *_: rows)
    monkeypatch.setattr(module, handle, break_for_the_first)
    club.pass_time(hours=1)
    sweep(club)
    assert done == rows[1:]
    assert [(fault.task, fault.number, fault.tries) for fault in faults(club)] == [(task, rows[0], 1)]
    assert periodic_sweep.last_sweep(club.context) == club.now, "the sweep came to its end"
    monkeypatch.setattr(module, handle, lambda *_, **__: None)
    club.now += FIRST_WAIT
    sweep(club)
    assert faults(club) == [], "it is forgotten when it is done"


@pytest.mark.parametrize("task", ALL_ROWS)
def test_what_fails_for_all_rows_keeps_no_sweep_from_its_end(
    club: Club, monkeypatch: pytest.MonkeyPatch, task: SweepTask
) -> None:
    module, name = ALL_ROWS[task]

    def fail(*_: object) -> None:
        raise RuntimeError("poison")

    monkeypatch.setattr(module, name, fail)
    sweep(club)
    assert [(fault.task, fault.number) for fault in faults(club)] == [(task, 0)]
    assert periodic_sweep.last_sweep(club.context) == club.now


def test_a_fault_that_passes_by_itself_is_no_fault_of_a_row(
    club: Club, two: tuple[Match, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError("SELECT", None, Exception("server closed the connection"))

    monkeypatch.setattr(clock_falls, "matches_to_settle", lambda *_: [two[0].id])
    monkeypatch.setattr(clock_falls, "settle_match", away)
    with pytest.raises(OperationalError):
        sweep(club)
    assert faults(club) == []


def uninstall(club: Club, code: str, rules: str = "gone/1") -> None:
    """Let a match have rules that are not installed any more."""
    with club.context.store.writing() as session:
        session.scalars(select(Match).where(Match.code == code)).one().rules = rules


def test_a_match_without_its_engine_stops_nobody_else_and_loses_no_time(club: Club, two: tuple[Match, Match]) -> None:
    broken, sound = two
    due = look(club, broken).due_at
    assert due is not None
    uninstall(club, broken.code)
    for _ in range(40):
        club.pass_time(days=1)
        sweep(club)
    assert look(club, sound).state is MatchState.FINISHED, "lost by time, as it is right"
    assert look(club, broken).state is MatchState.RUNNING
    [letter] = [letter for letter in club.letters(HOST) if "could not be done" in letter["Subject"]]
    assert f"match {broken.code} (clock): KeyError: 'gone/1'" in prose_of(letter)
    with pytest.raises(CheckFailed, match=rf"1 could not be done, the last match {broken.code} \(clock\)"):
        doctor._due(club.context)
    failing = faults(club)[0].since
    uninstall(club, broken.code, broken.rules)
    seat = broken.to_move or 0
    club.write((ANNA, BOB)[seat], club.context.addresses.seat(broken.code, seat, broken.turn), "status")
    assert look(club, broken).state is MatchState.RUNNING, "nothing falls before the sweep has been there"
    club.now += LONGEST_WAIT
    sweep(club)
    assert faults(club) == []
    until, lost = look(club, broken).due_at, club.now - failing
    assert until is not None
    assert lost <= until - due <= lost + timedelta(hours=1), "as after an outage, which is rounded up to the hour"


def test_a_row_is_tried_ever_more_rarely_and_at_least_once_an_hour(
    club: Club,
) -> None:
    tried = []

    def fail(work: UnitOfWork) -> None:
        tried.append(work.now)
        raise RuntimeError("poison")

    for _ in range(6 * 60):
        Attempts(club.context, club.now).try_row(SweepTask.CLOCK, 1, fail)
        club.now += timedelta(minutes=1)
    waits = [later - earlier for earlier, later in pairwise(tried)]
    assert waits == sorted(waits)
    assert waits[0] == FIRST_WAIT
    assert waits[-1] == LONGEST_WAIT


@pytest.mark.parametrize(("hours", "known"), [(-1, True), (0.5, True), (2, False)])
def test_a_fault_is_forgotten_if_it_is_not_due_any_more(
    club: Club, two: tuple[Match, Match], hours: float, known: bool
) -> None:
    """Its match has ended, or somebody has moved: nobody is to hear of it for ever, nor to get its time."""
    with club.context.store.writing() as session:
        when = club.now - timedelta(hours=hours)
        session.add(
            SweepFault(
                task=SweepTask.CLOCK, number=two[0].id, since=when, tries=1, retry_at=when, trace="KeyError: 'x'"
            )
        )
    sweep(club)
    assert [fault.number for fault in faults(club)] == [two[0].id] * known


def test_two_machines_that_fail_on_a_row_at_once_note_it_once(any_club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: UnitOfWork) -> None:
        raise RuntimeError("poison")

    assert not Attempts(any_club.context, any_club.now).try_row(SweepTask.CLOCK, 1, fail)
    other = Attempts(any_club.context, any_club.now - timedelta(seconds=1))
    other._failing.clear()  # both have looked before either failed
    with any_club.context.store.reading() as session:
        found = session.scalars(select(SweepFault).limit(0))
    answers = [found]
    scalars = WritingSession.scalars
    monkeypatch.setattr(
        WritingSession, "scalars", lambda self, *given: answers.pop() if answers else scalars(self, *given)
    )
    assert not other.try_row(SweepTask.CLOCK, 1, fail)
    assert [(fault.number, fault.tries) for fault in faults(any_club)] == [(1, 2)]


def test_many_rows_that_fail_leave_room_for_those_behind_them(
    club: Club, two: tuple[Match, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = two
    uninstall(club, broken.code)
    monkeypatch.setattr(clock_falls, "AT_A_TIME", 1)
    club.pass_time(days=60)
    for _ in range(2):
        club.now += timedelta(seconds=10)
        sweep(club)
    assert look(club, sound).state is MatchState.FINISHED


def test_the_time_of_an_outage_is_given_back_to_a_match_on_which_that_failed(
    club: Club, two: tuple[Match, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [look(club, match).due_at for match in two]
    sweep(club)
    club.be_away(days=1)
    move = outages._move_deadline

    def fail_for_the_first(work: UnitOfWork, match: Match, outage: Outage) -> None:
        if match.id == two[0].id:
            raise RuntimeError("poison")
        move(work, match, outage)

    monkeypatch.setattr(outages, "_move_deadline", fail_for_the_first)
    sweep(club)
    assert [look(club, match).due_at != due for match, due in zip(two, before, strict=True)] == [False, True]
    monkeypatch.undo()
    club.now += FIRST_WAIT
    sweep(club)
    assert [look(club, match).due_at != due for match, due in zip(two, before, strict=True)] == [True, True]
    assert faults(club) == []


def test_a_trace_has_no_reply_token(club: Club, two: tuple[Match, Match], monkeypatch: pytest.MonkeyPatch) -> None:
    address = club.context.addresses.seat(two[0].code, 0, 1)

    def fail(*_: object) -> None:
        raise RuntimeError(address)

    monkeypatch.setattr(clock_falls, "matches_to_settle", lambda *_: [two[0].id])
    monkeypatch.setattr(clock_falls, "settle_match", fail)
    sweep(club)
    assert address not in faults(club)[0].trace
    assert "RuntimeError" in faults(club)[0].trace


@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_is_wrong_with_a_match_the_sweep_looks_after_the_others(
    club: Club, two: tuple[Match, Match], fault: str
) -> None:
    broken, sound = two
    spoil_match(club, broken.code, fault)
    with club.context.store.writing() as session:  # an outage that ends in the future was none
        session.add(Outage(id=9, since=club.now, until=club.now + timedelta(days=400), settled_at=club.now))
        session.execute(update(Match).values(outage_id=9))
    for _ in range(3):
        club.pass_time(days=10)
        sweep(club)
    assert look(club, sound).state is MatchState.FINISHED
    assert periodic_sweep.last_sweep(club.context) == club.now
    assert {fault.number for fault in faults(club) if fault.task not in PLAYER_TASKS} <= {broken.id}
