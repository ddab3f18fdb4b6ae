"""Seats that outlive their players: who leaves is asked once, may come back, and somebody else may take over."""

from __future__ import annotations

import pytest

from adjudicator.match.record.record import EndEntry, SeatEntry
from adjudicator.match.timekeeping.seat_account import SeatAccount
from adjudicator.services.matches.deadlines import clock_falls
from adjudicator.services.matches.rows.match_rows import lock_match
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Seat
from testkit.agreed_match import PEOPLE
from testkit.automatic_mail import sweep
from testkit.club import ANNA, BOB, Club, address_of, prose_of, text_of, want_all_letters
from testkit.seats_at_table import begin_table, checked_record, play_turn, resign, seat_of

XAVER = "Xaver <xaver@xaver.example>"
PLANTED = "Q77XYZZY"


def changes(club: Club) -> list[str]:
    return [entry.values.why for entry in checked_record(club).entries if isinstance(entry, SeatEntry)]


def take_over(club: Club, person: str) -> str:
    """Ask for a seat by a fresh letter, say yes; return the code."""
    code = club.match().code
    club.write(person, club.context.addresses.service, f"takeover {code}")
    club.answer(club.last(person), "yes")
    return code


def test_resigning_is_asked_back_and_a_no_leaves_everything(club: Club) -> None:
    _, second, _ = begin_table(club)
    club.answer(club.last(second), "resign")
    assert club.match().seats[seat_of(club, second)].vacant_at is None
    asked = club.letters(second, "confirm")[-1]
    assert f"You leave match {club.match().code} (Cheops), and the others play on" in prose_of(asked)
    club.answer(asked, "no")
    assert changes(club) == []


def test_who_left_comes_back_while_nobody_has_sat_down(club: Club) -> None:
    _, second, third = begin_table(club)
    want_all_letters(club)
    for planner in (second, third):
        club.answer(club.last(planner), "if A3 then draw 1")
        assert club.match().seats[seat_of(club, planner)].plan
    resign(club, second)
    code = take_over(club, second)
    assert club.match().seats[seat_of(club, third)].plan
    club.answer(club.last(second), "plan boards")
    assert "You have no plan in this match" in prose_of(club.last(second))
    assert changes(club) == ["resigned", "back"]
    assert club.match().seats[seat_of(club, second)].vacant_at is None
    assert "You have your seat again." in prose_of(club.last(second, "Welcome"))
    assert club.letters(third, "is back")
    club.write(second, club.context.addresses.service, f"takeover {code}")
    assert "You have a seat at match" in prose_of(club.last(second))


def test_a_newcomer_sits_down_after_three_days_without_an_objection_and_gets_nothing_private(club: Club) -> None:
    mover, second, third = begin_table(club)
    club.answer(club.last(second), f"? {PLANTED}")
    old = club.last(second)
    resign(club, second)
    take_over(club, XAVER)
    asked = club.last(third, "do you agree?")
    assert "Xaver wants to take over the seat of" in prose_of(asked)
    assert changes(club) == ["resigned"]
    club.pass_time(days=3, minutes=1)
    sweep(club)
    assert changes(club) == ["resigned", "takeover"]
    welcome = club.last(XAVER, "Welcome")
    assert "All moves so far" in text_of(welcome)
    assert "from turn 1 Xaver" in prose_of(welcome)
    assert club.letters(mover, "has taken over")
    inbox = "".join(text_of(letter) + str(letter["Subject"]) for letter in club.letters(XAVER))
    assert PLANTED not in inbox
    assert address_of(second) not in inbox
    club.answer(old, "press hello", sender=second)
    assert "is Xaver's now" in prose_of(club.last(second))
    resign(club, third)
    club.write(second, club.context.addresses.service, f"takeover {club.match().code}")
    assert "Nobody takes a second seat" in prose_of(club.last(second))


def test_one_objection_keeps_a_newcomer_out_and_they_are_told(club: Club) -> None:
    _, second, third = begin_table(club)
    resign(club, second)
    take_over(club, XAVER)
    club.answer(club.last(third, "do you agree?"), "no")
    assert changes(club) == ["resigned"]
    assert "Not everybody agrees" in prose_of(club.last(XAVER))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("takeover AAAA", "no match"),
        ("takeover {code}", "You have a seat at match"),
        ("finish match", "only when everybody else has left it"),
        ("expel Nobody", "Nobody else here is called"),
        ("expel {other}", "has not missed the time of the last turn"),
        ("hand over to nonsense", "nonsense"),
        ("hand over to {own}", "yourself"),
        ("substitute until 10 January", "Who is to play for you"),
        ("resign\ntakeover {code}", "takeover"),
    ],
)
def test_what_cannot_be_is_answered_with_what_would_be_right(club: Club, line: str, reason: str) -> None:
    mover, second, _ = begin_table(club)
    names = {"code": club.match().code, "other": second.partition(" ")[0], "own": address_of(mover)}
    club.answer(club.last(mover), line.format(**names))
    assert reason in prose_of(club.last(mover))
    assert changes(club) == []


def test_handing_over_waits_for_the_successor_and_for_objections(club: Club) -> None:
    _, second, third = begin_table(club)
    club.answer(club.last(second), f"hand over to {address_of(XAVER)}")
    club.answer(club.last(XAVER), "yes", sender=XAVER)
    assert "hand the seat over to" in prose_of(club.last(third, "do you agree?"))
    club.pass_time(days=3, minutes=1)
    sweep(club)
    assert changes(club) == ["handed"]
    assert "Xaver has your seat now" in prose_of(club.last(second))
    assert club.letters(XAVER, "Welcome")


def test_a_substitute_goes_when_the_day_is_over(club: Club) -> None:
    _, second, third = begin_table(club)
    want_all_letters(club)
    old = club.last(second)
    club.answer(club.last(second), f"substitute until 14 December by {address_of(XAVER)}")
    club.answer(club.last(XAVER), "yes", sender=XAVER)
    club.pass_time(days=3, minutes=1)
    sweep(club)
    assert changes(club) == ["substitute"]
    lent = prose_of(club.last(second))
    assert "Xaver plays for you until the end of 14 December" in lent
    assert f'The line "takeover {club.match().code}" brings you back at once.' in lent
    club.answer(old, "board", sender=second)
    assert "plays for you at match" in prose_of(club.last(second))
    welcomed = club.last(XAVER, "Welcome")
    club.answer(welcomed, "resign", sender=XAVER)
    assert "the seat is not yours to give up" in prose_of(club.last(XAVER))
    club.pass_time(days=15)
    sweep(club)
    assert changes(club) == ["substitute", "returned"]
    assert "plays again. Thank you" in prose_of(club.last(XAVER))
    assert club.letters(second, "Welcome")
    assert club.letters(third, "plays again")


def test_the_last_one_may_finish(club: Club) -> None:
    mover, second, third = begin_table(club)
    resign(club, second)
    resign(club, third)
    club.answer(club.last(mover), "finish match")
    end = checked_record(club).entries[-1]
    assert isinstance(end, EndEntry)
    assert (end.values.cause, end.values.places[seat_of(club, mover)]) == ("alone", 1)


def test_two_put_somebody_out_who_missed_their_time_and_a_move_ends_the_vote(club: Club) -> None:
    mover, second, third = begin_table(club)
    club.pass_time(days=2, hours=1)
    sweep(club)
    name = mover.partition(" ")[0]
    assert f"expel {name} " in text_of(club.last(second)), "the late letter offers it"
    club.answer(club.last(second), f"expel {name}")
    assert "put you out of the match" in prose_of(club.last(mover))
    play_turn(club, mover)
    assert "Things have changed meanwhile" in str(club.last(second, "meanwhile")["Subject"])
    club.answer(club.last(second), f"expel {name}")
    assert "has not missed the time" in prose_of(club.last(second))
    assert changes(club) == []
    assert third


def test_an_expelled_player_is_told_and_does_not_come_back(club: Club) -> None:
    mover, second, third = begin_table(club)
    club.pass_time(days=2, hours=1)
    sweep(club)
    club.answer(club.last(second), f"expel {mover.partition(' ')[0]}")
    club.answer(club.last(third, "do you agree?"), "yes")
    assert changes(club) == ["expelled"]
    assert "The others have put you out of match" in str(club.last(mover)["Subject"])
    assert "brings you back" not in prose_of(club.last(mover))
    club.write(mover, club.context.addresses.service, f"takeover {club.match().code}")
    assert "You were put out of match" in prose_of(club.last(mover))


def test_silence_of_a_week_helps_to_expel_if_another_agreed(club: Club) -> None:
    mover, second, third, fourth = begin_table(club, PEOPLE)
    club.pass_time(days=2, hours=1)
    sweep(club)
    club.answer(club.last(second), f"expel {mover.partition(' ')[0]}")
    club.answer(club.last(third, "do you agree?"), "agree")
    club.pass_time(days=7, minutes=1)
    sweep(club)
    (change,) = [entry.values for entry in checked_record(club).entries if isinstance(entry, SeatEntry)]
    assert (change.agreed, change.silent) == ((seat_of(club, third),), (seat_of(club, fourth),))


def test_one_no_keeps_a_player_who_was_late(club: Club) -> None:
    mover, second, third = begin_table(club)
    club.pass_time(days=2, hours=1)
    sweep(club)
    club.answer(club.last(second), f"expel {mover.partition(' ')[0]}")
    club.answer(club.last(third, "do you agree?"), "refuse")
    assert changes(club) == []
    assert "Not everybody agrees" in str(club.last(second, "agrees")["Subject"])


def test_two_players_have_nobody_to_expel(club: Club) -> None:
    club.begin()
    club.answer(club.last(ANNA), "expel Bob")
    assert "two others at the table must want it" in prose_of(club.last(ANNA))


def test_two_of_one_name_are_told_apart_by_their_numbers(club: Club) -> None:
    other = "Bob <bob@other.example>"
    first = begin_table(club, (ANNA, BOB, other))
    asker = next(person for person in first if person == ANNA)
    club.answer(club.last(asker), "expel Bob")
    assert "Please write one of these: Bob: expel 2; Bob (3): expel 3." in prose_of(club.last(asker))


def test_what_was_written_keeps_the_name_of_who_wrote_it(club: Club) -> None:
    _, second, third = begin_table(club)
    club.answer(club.last(second), "press See you!")
    resign(club, second)
    take_over(club, XAVER)
    club.pass_time(days=3, minutes=1)
    sweep(club)
    welcome = prose_of(club.last(XAVER, "Welcome"))
    assert f"{second.partition(' ')[0]} writes: See you!" in welcome
    assert third


def test_nobody_takes_a_seat_of_a_match_that_is_over(club: Club) -> None:
    club.begin()
    club.answer(club.last(ANNA), "resign")
    club.write(BOB, club.context.addresses.service, f"takeover {club.match().code}")
    assert "The match is over." in prose_of(club.last(BOB))


def test_a_late_substitute_goes_and_the_owner_is_not_struck(club: Club) -> None:
    _, second, _ = begin_table(club)
    club.answer(club.last(second), f"substitute until 14 December by {address_of(XAVER)}")
    club.answer(club.last(XAVER), "yes", sender=XAVER)
    club.pass_time(days=3, minutes=1)
    sweep(club)
    with unit_of_work(club.context, club.now) as work:
        match = lock_match(work.session, club.match().code)
        assert match is not None
        clock_falls.lose_seat(work, match, match.seats[seat_of(club, XAVER)])
    assert changes(club) == ["substitute", "returned"]


def test_who_comes_back_finds_strikes_and_bounces_as_they_left_them(club: Club) -> None:
    _, second, _ = begin_table(club)
    number = seat_of(club, second)
    resign(club, second)
    left = SeatAccount(None, 2, 4, bounced=77)
    with club.context.store.writing() as session:
        session.get_one(Seat, club.match().seats[number].id).account = left
    take_over(club, second)
    assert club.match().seats[number].account == left


def test_a_substitute_who_comes_and_goes_gives_nobody_more_time(club: Club) -> None:
    mover, *_ = begin_table(club, days=8)
    due = club.match().due_at
    club.answer(club.last(mover), "substitute until 20 December by xaver@xaver.example")
    club.answer(club.last(XAVER), "yes", sender=XAVER)
    club.pass_time(days=3, minutes=1)
    sweep(club)
    assert changes(club) == ["substitute"]
    assert due
    assert club.match().due_at == due
    club.pass_time(days=2)
    club.write(mover, club.context.addresses.service, f"takeover {club.match().code}")
    club.answer(club.last(mover), "yes")
    assert changes(club) == ["substitute", "returned"]
    assert club.match().due_at == due
