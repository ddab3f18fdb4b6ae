"""A table of several people in a `Club`: who sits where, whose turn it is, and a record that must verify."""

from __future__ import annotations

from adjudicator.match.course.verify import verify_published
from adjudicator.match.record.record import Record, published_record
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.matches.rows.record_rows import full_record
from adjudicator.store.tables import Match
from testkit.agreed_match import PEOPLE, agree
from testkit.club import Club, address_of


def begin_table(club: Club, seated: tuple[str, ...] = PEOPLE[:3], *, days: int = 2) -> tuple[str, ...]:
    """Begin a match of Cheops; return its people from who is to move on."""
    agree(club, "cheops", seated, f"days={days} grace=0 absence=0 late=claim")
    first = club.match().to_move or 0
    return seated[first:] + seated[:first]


def seat_of(club: Club, person: str) -> int:
    """Find the seat at which a person sits."""
    return next(s.number for s in club.match().seats if s.player and s.player.address == address_of(person))


def resign(club: Club, person: str) -> None:
    """Let a person resign by letter, and say yes to the question."""
    club.answer(club.last(person), "resign")
    club.answer(club.last(person, "confirm"), "yes")


def play_turn(club: Club, person: str) -> None:
    """Let a person play until it is another's turn."""
    seat = seat_of(club, person)
    while club.match().to_move == seat and club.match().end is None:
        turn, address = club.match().turn, club.context.addresses
        to = address.seat(club.match().code, seat, turn, club.match().seats[seat].epoch)
        club.write(person, to, load_match(club.match()).orders[-1])


def checked_record(club: Club) -> Record:
    """Read the record as it is published, which must be without a fault."""
    with club.context.store.reading() as session:
        record = record_of(session.get_one(Match, club.match().id), club.now)
    assert isinstance(record, Record)
    faults = [str(fault) for fault in verify_published(record)]
    assert faults == [], faults
    return record


def whole_record(club: Club) -> Record:
    """Read the record of the only match with all that it seals."""
    with club.context.store.reading() as session:
        record = full_record(session.get_one(Match, club.match().id))
    assert isinstance(record, Record)
    return record


def check_verifies(club: Club) -> None:
    """Verify the record as everybody may read it, and played again from the deal, which is nobody's yet."""
    record = whole_record(club)
    assert verify_published(published_record(record, club.now)) == []
    assert [one.where for one in verify_published(record)] == ["seed"]
