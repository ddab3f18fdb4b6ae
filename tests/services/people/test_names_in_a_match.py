"""Two players of one name in a match: letters, boards, press, record and archive distinguish them."""

from __future__ import annotations

from sqlalchemy import update

from adjudicator.match.course.verify import verify_published
from adjudicator.match.record.record import Record, dump_record, load_record
from adjudicator.services.jobs import periodic_sweep
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.rows.match_rows import names_by_seat
from adjudicator.store.tables import Match, Seat
from testkit import agreed_match
from testkit.club import Club, prose_of, text_of
from testkit.engines.cheops import drawn
from tests.services.cheops_match import lay_out

FIRST, SECOND, CARLA = "Bob <p1@ok.example>", "Bob <p2@ok.example>", "Carla <p3@ok.example>"
PEOPLE = (FIRST, SECOND, CARLA)
DISTINCT = ("Bob", "Bob (2)", "Carla")


def record(club: Club) -> bytes:
    with club.context.store.reading() as session:
        match = session.get_one(Match, club.match().id)
        return dump_record(record_of(match, club.now))


def names_in(text: bytes) -> list[str]:
    read = load_record(text)
    assert isinstance(read, Record)
    return [read.openings[seat.holder.id or ""].text for seat in read.header.seats]


def test_press_tables_and_the_record_name_the_second_bob_by_seat(club: Club) -> None:
    agreed_match.agree(club, "cheops", PEOPLE)
    lay_out(club, drawn(seats=3))
    assert names_by_seat(club.match()) == DISTINCT
    club.answer(club.last(SECOND), "press Lay A5, Carla, and I will help you.\nboard")
    assert "You wrote: Lay A5, Carla" in prose_of(club.last(SECOND))
    club.pass_time(minutes=2)
    periodic_sweep.run_sweep(club.context, club.now)
    club.work()
    assert "Bob (2)" in prose_of(club.last(CARLA)).partition("Lay A5")[0]
    club.answer(club.last(CARLA), "board")
    hands = [
        line for line in text_of(club.last(CARLA)).splitlines() if line.startswith("Bob") and line.endswith("secret")
    ]
    assert [line[:8].strip() for line in hands] == ["Bob", "Bob (2)"]
    assert names_in(record(club)) == ["Bob", "Bob", "Carla"]  # each as they call themselves: the seats tell them apart


def test_two_house_players_have_two_names(club: Club) -> None:
    club.write(CARLA, club.context.addresses.service, "new cheops with house house")
    club.answer(club.last(CARLA), "yes")
    assert sorted(names_by_seat(club.match()), key=len) == ["Ani", "Carla", f"Ani ({_seat(club, 'Ani (') + 1})"]


def _seat(club: Club, start: str) -> int:
    return next(number for number, name in enumerate(names_by_seat(club.match())) if name.startswith(start))


def test_a_match_that_was_begun_with_one_name_twice_has_two_names(club: Club) -> None:
    agreed_match.agree(club, "egyptos", (FIRST, SECOND))
    with club.context.store.writing() as session:
        session.execute(update(Seat).values(called="Bob"))
    assert names_by_seat(club.match()) == DISTINCT[:2]
    assert names_in(record(club)) == ["Bob", "Bob"]


def test_the_record_of_two_bobs_is_right(club: Club) -> None:
    agreed_match.agree(club, "egyptos", (FIRST, SECOND))
    club.answer(club.last(SECOND), "resign")
    assert verify_published(load_record(record(club))) == []
    assert "Bob (2)" in prose_of(club.last(FIRST))
