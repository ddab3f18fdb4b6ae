"""A table of five in which people leave, are put out and are replaced: everybody gets their place (rule R30)."""

from __future__ import annotations

from adjudicator.match.record.record import EndEntry, SeatEntry
from adjudicator.store.states import EntryKind
from adjudicator.store.tables import Match
from testkit.agreed_match import PEOPLE
from testkit.automatic_mail import sweep
from testkit.club import Club
from testkit.seats_at_table import begin_table, checked_record, play_turn, resign, seat_of

EVA = "Eva <eva@eva.example>"
XAVER = "Xaver <xaver@xaver.example>"


def turns_of_leaving(club: Club) -> dict[int, int]:
    """Map the seats that nobody sits at any more to the turns in which they were left."""
    with club.context.store.reading() as session:
        match = session.get_one(Match, club.match().id)
        left = {row.values["seat"]: row.turn for row in match.entries if row.kind is EntryKind.SEAT and row.values}
        return {seat.number: left[seat.number] for seat in match.seats if seat.vacant_at is not None}


def test_who_stayed_comes_first_and_then_who_left_last(club: Club) -> None:
    first, second, third, fourth, fifth = begin_table(club, (*PEOPLE, EVA))
    numbers = {person: seat_of(club, person) for person in (first, second, third, fourth, fifth)}
    resign(club, fourth)
    play_turn(club, first)
    club.pass_time(days=2, hours=1)
    sweep(club)
    name = second.partition(" ")[0]
    club.answer(club.last(first), f"expel {name}")
    for person in (third, fifth):
        club.answer(club.last(person, "do you agree?"), "yes")
    club.write(XAVER, club.context.addresses.service, f"takeover {club.match().code}")
    club.answer(club.last(XAVER), "yes")
    club.pass_time(days=3, minutes=1)
    sweep(club)
    taken = seat_of(club, XAVER)
    assert taken in (numbers[second], numbers[fourth])
    while (club.match().to_move or 0) != numbers[first]:
        mover = next(person for person in (third, fifth, XAVER) if seat_of(club, person) == club.match().to_move)
        play_turn(club, mover)
    resign(club, fifth)
    play_turn(club, first)
    resign(club, third)
    resign(club, XAVER)
    club.answer(club.last(first), "finish match")
    record = checked_record(club)
    assert [entry.values.why for entry in record.entries if isinstance(entry, SeatEntry)] == [
        *("resigned", "expelled", "takeover", "resigned", "resigned", "resigned")
    ]
    end = record.entries[-1]
    assert isinstance(end, EndEntry)
    left = turns_of_leaving(club)
    assert sorted(left) == sorted(seat for person, seat in numbers.items() if person != first)
    later = {seat: sum(other > turn for other in left.values()) for seat, turn in left.items()}
    assert end.values.places == tuple(2 + later[seat] if seat in left else 1 for seat in range(5))
    for person in (second, fourth, XAVER, third, fifth):
        assert club.letters(person, "has won"), "also who left gets the result"
