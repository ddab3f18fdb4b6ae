"""What a clock learns late counts from its own moment: sweeps may be missing for up to an hour, which is no outage."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select

from adjudicator.mail.incoming.delivery_status import Undelivered
from adjudicator.match.timekeeping.turn_clock import count_turn_used
from adjudicator.services.identity.sign_in_links import send_link, use_link
from adjudicator.services.jobs import letter_sender
from adjudicator.store.tables import Match
from testkit.automatic_mail import bounce, player_of, sweep
from testkit.club import ANNA, BOB, START, Club, address_of, other, prose_of, to_move

DELAY = timedelta(minutes=50)


def play_with_relay_down(club: Club) -> str:
    """Let the mover play while the relay is down for 50 minutes without a sweep; return whose turn it is then."""
    mover = to_move(club)
    club.pass_time(hours=1)
    club.transport.fault = Undelivered("the relay is down", permanent=False)
    club.answer(club.last(mover), "M14")
    club.be_away(minutes=50)
    club.transport.fault = None
    letter_sender.send_due(club.context, club.transport, lambda: club.now)
    return other(mover)


def test_a_letter_that_left_late_before_any_sweep_saw_it_wait_gives_its_delay_back(club: Club) -> None:
    club.begin("days=3")
    play_with_relay_down(club)
    sweep(club)
    assert club.match().due_at == START + timedelta(days=3, hours=2)
    assert not club.match().letter_held


def test_a_bank_does_not_pay_for_a_letter_that_left_late_before_any_sweep_saw_it(club: Club) -> None:
    club.begin("time=3d+12h max=3d")
    late = play_with_relay_down(club)
    club.pass_time(minutes=5)
    club.answer(club.last(late, "Your turn"), "board")
    turn = club.match().clock
    assert turn is not None
    assert count_turn_used(turn, int(club.now.timestamp())) == 5 * 60, "only since the letter left"


def test_letters_that_leave_late_in_the_course_of_a_turn_give_nothing(club: Club) -> None:
    club.begin("days=3")
    mover = to_move(club)
    before = club.match().due_at
    club.pass_time(days=1)
    club.transport.fault = Undelivered("the relay is down", permanent=False)
    club.answer(club.last(mover), "board")
    club.be_away(minutes=50)
    club.transport.fault = None
    letter_sender.send_due(club.context, club.transport, lambda: club.now)
    sweep(club)
    assert club.match().due_at == before


def test_a_late_letter_gives_nothing_in_a_turn_that_began_without_one(club: Club) -> None:
    club.begin("days=3", "absence=0", "grace=0")
    mover = to_move(club)
    late = other(mover)
    bounce(club, club.last(late))
    club.pass_time(hours=1)
    club.answer(club.last(mover), "M14")
    club.pass_time(days=1)
    send_link(club.context, address_of(late), "en", club.now)
    club.work()
    club.transport.fault = Undelivered("the relay is down", permanent=False)
    use_link(club.context, prose_of(club.last(late)).partition("/sign-in/")[2].split()[0], "", club.now)
    sweep(club)
    before = club.match().due_at
    for _ in range(2):  # the letter that tells them of their turn waits
        club.be_away(minutes=30)
        sweep(club)
        assert club.match().due_at == before
    club.transport.fault = None
    letter_sender.send_due(club.context, club.transport, lambda: club.now)
    sweep(club)
    assert club.match().due_at == before == START + timedelta(days=4, hours=1)


def test_a_dead_mailbox_stops_a_clock_from_its_report_on(club: Club) -> None:
    club.begin("days=3", "absence=0", "grace=0")
    club.pass_time(days=2)
    reported = club.now
    bounce(club, club.last(to_move(club)))
    club.be_away(minutes=50)
    sweep(club)
    turn = club.match().clock
    assert turn is not None
    assert [stop.start for stop in turn.stops] == [int(reported.timestamp())]


def test_a_deadline_does_not_pass_before_a_letter_while_no_sweep_has_seen_the_report(club: Club) -> None:
    club.begin("days=3", "absence=0", "grace=0")
    mover = to_move(club)
    club.pass_time(days=2, hours=23, minutes=30)
    bounce(club, club.last(mover))
    club.be_away(minutes=50)
    verdict = club.inbox(club.answer(club.last(other(mover)), "claim")).verdict
    assert verdict == "refused: nothing_to_claim"


def test_a_mailbox_that_lives_again_runs_a_clock_from_that_moment_on(club: Club) -> None:
    club.begin("days=3", "absence=0", "grace=0")
    mover = to_move(club)
    bounce(club, club.last(mover))
    sweep(club)
    club.pass_time(days=2)
    send_link(club.context, address_of(mover), "en", club.now)
    club.work()
    token = prose_of(club.last(mover)).partition("/sign-in/")[2].split()[0]
    use_link(club.context, token, "", club.now)
    club.be_away(minutes=50)
    sweep(club)
    assert club.match().due_at == START + timedelta(days=5)


def test_time_given_to_a_late_player_waits_for_their_dead_mailbox(club: Club) -> None:
    club.begin("days=3", "absence=0", "grace=0")
    mover = to_move(club)
    club.pass_time(days=3, hours=1)
    sweep(club)
    bounce(club, club.last(mover))
    club.answer(club.last(other(mover)), "grant 2")
    assert club.match().due_at == club.now + timedelta(days=23)
    sweep(club)
    assert club.match().due_at == club.now + timedelta(days=23)


def test_one_change_of_zone_moves_the_deadlines_of_all_matches(club: Club) -> None:
    club.begin()
    club.answer(club.last(to_move(club)), "off nights 12-21\nM14")
    club.answer(club.last(to_move(club)), "off nights 12-21")
    for _ in range(3):  # who begins is drawn: two of them wait for the same player
        club.begin("days=3", "off=nights")
    mover = max((ANNA, BOB), key=lambda person: len(deadlines(club, person)))
    before = deadlines(club, mover)
    club.answer(club.last(mover, "Egyptos"), "zone Asia/Tokyo")
    assert len(before) > 1
    assert [after > due for after, due in zip(deadlines(club, mover), before, strict=True)] == [True] * len(before)


def deadlines(club: Club, person: str) -> list[datetime]:
    """List the deadlines of the running turns of a person that honour their nights."""
    with club.context.store.reading() as session:
        matches = session.scalars(
            select(Match).where(Match.awaited_id == player_of(club, person).id).order_by(Match.id)
        )
        return [match.due_at for match in matches if match.due_at and match.clock and match.clock.calendar.night]
