"""``vacant=wait``: a seat that its player has left waits for somebody, but never for ever."""

from __future__ import annotations

from datetime import timedelta

import pytest

from adjudicator.match.record.record import SeatEntry, StepEntry
from adjudicator.match.timekeeping.terms import Vacant
from adjudicator.services.host import deeds
from adjudicator.services.jobs.sweep_attempts import Attempts
from adjudicator.services.matches.deadlines import outages
from adjudicator.services.matches.rows.match_rows import lock_match
from adjudicator.services.unit_of_work import unit_of_work
from testkit.agreed_match import PEOPLE, agree
from testkit.automatic_mail import sweep
from testkit.club import ANNA, BOB, Club, prose_of, want_all_letters
from testkit.seats_at_table import checked_record, resign, seat_of

XAVER = "Xaver <xaver@xaver.example>"


@pytest.fixture
def mover(club: Club) -> str:
    """Begin a match whose vacant seats wait; return who is to move."""
    agree(club, "cheops", PEOPLE[:3], "days=2 grace=0 absence=0 vacant=wait late=claim")
    want_all_letters(club)
    return PEOPLE[club.match().to_move or 0]


def hows(club: Club, person_seat: int) -> list[str]:
    entries = checked_record(club).entries
    return [entry.values.how for entry in entries if isinstance(entry, StepEntry) and entry.by == person_seat]


def changes(club: Club) -> list[tuple[str, str]]:
    entries = checked_record(club).entries
    return [(one.values.why, one.values.holder.kind) for one in entries if isinstance(one, SeatEntry)]


@pytest.mark.parametrize(
    "term", ["vacant=wait", "verwaist=warten", "vacante=attend", "vacante=aspetta", "onbezet=wacht"]
)
def test_it_is_asked_for_told_and_kept(club: Club, term: str) -> None:
    club.write(ANNA, club.context.addresses.service, f"new cheops with bob@bob.example and open {term}")
    assert "their seat waits for a new player" in prose_of(club.last(ANNA))
    club.answer(club.last(ANNA), "yes")
    assert "their seat waits for a new player" in prose_of(club.last(BOB))
    terms = club.match().terms
    assert terms
    assert terms.vacant is Vacant.WAIT


def test_two_players_have_no_use_for_it(club: Club) -> None:
    club.begin()
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example vacant=wait")
    assert "In a match of two" in prose_of(club.last(ANNA))


def test_a_turn_of_a_vacant_seat_has_the_time_of_a_first_turn_then_the_house_plays_it(club: Club, mover: str) -> None:
    seat, other = seat_of(club, mover), next(person for person in PEOPLE[:3] if person != mover)
    left = club.now
    resign(club, mover)
    assert changes(club) == [("resigned", "nobody")]
    assert "The seat waits for somebody to take it over." in prose_of(club.last(other))
    club.answer(club.last(other), "status")
    assert "(free seat)'s turn, until" in prose_of(club.last(other))
    club.pass_time(hours=47)
    sweep(club)
    assert club.match().to_move == seat
    club.pass_time(hours=2)
    sweep(club)
    assert club.match().to_move != seat
    assert set(hows(club, seat)) == {"house"}
    assert club.match().seats[seat].waits_until == left + timedelta(days=14)
    account = club.match().seats[seat].account
    assert account
    assert account.strikes == 0


def test_the_house_sits_down_after_fourteen_days_that_no_pause_has_taken(club: Club, mover: str) -> None:
    others = [person for person in PEOPLE[:3] if person != mover]
    resign(club, mover)
    pause(club, 10)
    for _ in range(4):
        club.pass_time(days=5)
        sweep(club)
    assert changes(club) == [("resigned", "nobody")]
    club.pass_time(days=5)
    sweep(club)
    assert changes(club) == [("resigned", "nobody"), ("waited", "house")]
    assert "Nobody has taken the seat" in prose_of(club.last(others[0], "Nobody has taken"))


def pause(club: Club, days: int) -> None:
    with unit_of_work(club.context, club.now) as work:
        match = lock_match(work.session, club.match().code)
        assert match
        deeds.pause_match(work, match, club.now + timedelta(days=days), "Summer.")


def live(club: Club, days: int) -> None:
    for _ in range(days):
        club.pass_time(days=1)
        sweep(club)


def test_every_pause_and_outage_of_the_fourteen_days_counts(club: Club, mover: str) -> None:
    resign(club, mover)
    pause(club, 3)
    live(club, 5)  # 2 of the 14 days
    pause(club, 4)
    live(club, 5)  # 3
    club.be_away(days=2)
    outages.note_outage(club.context, club.now, Attempts(club.context, club.now).try_row)
    live(club, 10)  # 13
    assert changes(club) == [("resigned", "nobody")]
    live(club, 1)
    assert changes(club) == [("resigned", "nobody"), ("waited", "house")]


def test_somebody_who_sits_down_is_waited_for_no_more(club: Club, mover: str) -> None:
    seat = seat_of(club, mover)
    resign(club, mover)
    club.pass_time(hours=40)
    club.write(XAVER, club.context.addresses.service, f"takeover {club.match().code}")
    club.answer(club.last(XAVER), "yes")
    club.pass_time(days=3, minutes=1)
    sweep(club)
    assert changes(club) == [("resigned", "nobody"), ("takeover", "person")]
    assert club.match().seats[seat].waits_until is None


def come_back(club: Club, person: str) -> None:
    club.write(person, club.context.addresses.service, f"takeover {club.match().code}")
    club.answer(club.last(person), "yes")


def test_who_leaves_and_comes_back_in_a_turn_gains_no_time_and_not_for_ever(club: Club, mover: str) -> None:
    seat, due = seat_of(club, mover), club.match().due_at
    club.pass_time(hours=30)
    resign(club, mover)
    club.pass_time(hours=20)
    come_back(club, mover)
    assert due
    assert club.match().due_at == due + timedelta(hours=20)
    resign(club, mover)
    come_back(club, mover)
    assert club.match().to_move != seat
    assert set(hows(club, seat)) == {"house"}
