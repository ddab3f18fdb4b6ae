"""Erasing a player: a planted name and address are in no table afterwards; the others learn what they must know."""

from __future__ import annotations

from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from adjudicator.match.course.verify import names_withheld, verify_published
from adjudicator.match.record.record import Record, dump_record, load_published
from adjudicator.services.identity.erasing import PERSONAL, erase_player
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.services.matches.annotations.comments import list_comments
from adjudicator.services.matches.annotations.diaries import list_diaries
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.names.author_names import AnnotationReader
from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.services.players.players import find_player
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Erasure, Match, Player
from adjudicator.texts.language.language import language_for
from testkit.club import BOB, Club, address_of, prose_of, text_of
from testkit.identity_changes import QUESTION
from testkit.planted_marker import find_in_tables
from testkit.seats_at_table import begin_table, resign

NAME, ADDRESS, WORK = "Quexil", "quexil@vorbat.example", "zundrel@work.example"
QUEXIL = f"{NAME} <{ADDRESS}>"
MARKERS = (NAME, ADDRESS, "vorbat", WORK, "zundrel")
CARL = "Carl <carl@carl.example>"


def sweep_letters(club: Club) -> None:
    for _ in range(20):
        run_sweep(club.context, club.now)
        club.work()


def erase(club: Club) -> None:
    club.write(QUEXIL, club.context.addresses.service, "erase me")
    club.answer(club.last(ADDRESS, QUESTION), "yes", sender=QUEXIL)


@pytest.fixture
def finished(club: Club) -> Match:
    """A match that the player with the planted name has lost, and in which they wrote all that one can write."""
    match = club.begin(first=QUEXIL)
    club.answer(
        club.last(ADDRESS, match.code), f"memo: {NAME} looks at row 9\npress Yours, Quexil\ntell Bob: I am {NAME}"
    )
    club.answer(club.last(BOB, match.code), "press Well played, Quexil!\ndiary Quexil fears row 9.")
    club.answer(club.last(ADDRESS, match.code), f"diary {NAME} fears row 10.")
    club.answer(club.last(ADDRESS, match.code), "absence 2026-12-20\nlayout narrow\ncalendar")
    club.answer(club.last(ADDRESS, match.code), "resign")
    club.answer(club.last(ADDRESS, match.code), f"comment 1 Yours, {NAME}")
    club.answer(club.last(BOB, match.code), f"comment 1 Well played, {NAME}!")
    assert find_in_tables(club.context.store, *MARKERS)
    return match


def test_a_planted_name_and_address_are_in_no_table_and_in_no_log(club: Club, finished: Match) -> None:
    service = club.context.addresses.service
    club.write(QUEXIL, service, f"address {WORK}")
    club.answer(club.last(ADDRESS, QUESTION), "yes", sender=QUEXIL)
    club.answer(club.last(WORK), "yes", sender=WORK)
    club.write(QUEXIL, service, "new egyptos with bob@bob.example")
    club.answer(club.last(ADDRESS), "yes", sender=QUEXIL)
    club.answer(club.last(BOB), "join", sender=BOB)
    club.write(BOB, service, f"new egyptos with {ADDRESS}")
    club.answer(club.last(BOB), "yes", sender=BOB)
    club.write(QUEXIL, service, f"new cheops with {address_of(CARL)}")
    club.answer(club.last(ADDRESS), "yes", sender=QUEXIL)
    with capture_logs() as logged:
        erase(club)
        sweep_letters(club)
    assert find_in_tables(club.context.store, *MARKERS) == []
    assert not any(marker in str(logged) for marker in MARKERS)
    assert "You have been erased" in prose_of(club.letters(ADDRESS)[-1])


def test_comments_stay_without_the_name_and_diaries_lose_it(club: Club, finished: Match) -> None:
    erase(club)
    with club.context.store.reading() as session:
        match = session.get_one(Match, finished.id)
        reader = AnnotationReader(session, club.context.secret, match, club.now, language_for("en"))
        said = [(one.author, one.text) for one in list_comments(reader)]
        noted = [(one.author, one.text) for one in list_diaries(reader)]
    assert said == [("Former player", "Yours, a former player"), ("Bob", "Well played, a former player!")]
    assert noted == [("Bob", "a former player fears row 9.")]


def test_the_question_says_what_happens_and_a_no_changes_nothing(club: Club, finished: Match) -> None:
    club.write(QUEXIL, club.context.addresses.service, "erase me")
    question = club.last(ADDRESS, QUESTION)
    for said in ("your settings", "Former player", "mailboxes of others", "cannot be taken back"):
        assert said in prose_of(question)
    club.answer(question, "no", sender=QUEXIL)
    with club.context.store.reading() as session:
        assert find_player(session, ADDRESS) is not None


def test_others_learn_that_a_running_match_is_over_and_not_from_whom(club: Club) -> None:
    match = club.begin(first=QUEXIL)
    club.write(QUEXIL, club.context.addresses.service, "erase me")
    assert match.code in prose_of(club.last(ADDRESS, QUESTION))
    club.answer(club.last(ADDRESS, QUESTION), "yes", sender=QUEXIL)
    assert club.match().state is MatchState.FINISHED
    assert "Former player" in text_of(club.last(BOB))
    assert NAME not in text_of(club.last(BOB))


def test_a_record_still_verifies_without_the_name(club: Club, finished: Match) -> None:
    erase(club)
    sweep_letters(club)
    with club.context.store.reading() as session:
        match = find_match(session, finished.code)
        assert match is not None
        written = dump_record(record_of(match, club.now + timedelta(days=30)))
    read = load_published(written)
    assert isinstance(read, Record)
    assert verify_published(read) == []
    assert names_withheld(read) == 1
    assert NAME not in written.decode()


def test_who_writes_again_is_a_new_player(club: Club, finished: Match) -> None:
    erase(club)
    club.write(QUEXIL, club.context.addresses.service, "new egyptos with bob@bob.example")
    club.answer(club.last(ADDRESS), "yes", sender=QUEXIL)
    with club.context.store.reading() as session:
        again = find_player(session, ADDRESS)
        assert again is not None
        assert again.erased_at is None
        former = session.get_one(Player, 1)
        assert former.erased_at is not None
        assert former.id != again.id


def test_a_host_erases_with_a_reason_that_the_player_reads(club: Club, finished: Match) -> None:
    with unit_of_work(club.context, club.now) as work:
        player = find_player(work.session, ADDRESS)
        assert player is not None
        erase_player(work, player, "you asked by telephone")
    sweep_letters(club)
    assert "you asked by telephone" in prose_of(club.letters(ADDRESS)[-1])
    with club.context.store.reading() as session:
        assert session.get(Erasure, 1) is None


def test_every_column_of_a_player_is_erased_or_says_nothing_about_them() -> None:
    set_apart = {"id", "name", "address", "address_since", "erased_at"}
    harmless = {"language", "created_at"}
    assert {column.name for column in Player.__table__.columns} == PERSONAL.keys() | set_apart | harmless


def test_who_left_a_match_before_is_not_told_to_leave_it(club: Club) -> None:
    leaver, *_ = begin_table(club)
    resign(club, leaver)
    club.write(leaver, club.context.addresses.service, "erase me")
    assert club.match().code not in prose_of(club.last(leaver, QUESTION))


ASKED = {
    "takeover": "takeover {code}",
    "hand over": f"hand over to {ADDRESS}",
    "substitute": f"substitute until 20 December by {ADDRESS}",
}


@pytest.mark.parametrize("asked", ASKED)
def test_who_was_to_sit_down_does_not_and_no_name_of_theirs_stays(club: Club, asked: str) -> None:
    _, second, third = begin_table(club)
    match = club.match()
    club.write(QUEXIL, club.context.addresses.service, "name Quexil\nzone Rome")
    if asked == "takeover":
        resign(club, second)
        club.write(QUEXIL, club.context.addresses.service, ASKED[asked].format(code=match.code))
    else:
        club.answer(club.last(second), ASKED[asked], sender=second)
    club.answer(club.last(ADDRESS), f"yes\nname {NAME}", sender=QUEXIL)
    assert find_in_tables(club.context.store, *MARKERS)
    assert [letter for letter in club.letters(third) if NAME in text_of(letter)]
    erase(club)
    assert "Things have changed meanwhile, so nothing comes of it." in prose_of(club.last(third))
    sweep_letters(club)
    for _ in range(5):
        club.pass_time(hours=20)
        run_sweep(club.context, club.now)
        club.work()
    seat = club.match().seats[seat_number(match, second)]
    assert seat.player is None or seat.player.address == address_of(second)
    assert not find_in_tables(club.context.store, *MARKERS)


def seat_number(match: Match, person: str) -> int:
    return next(seat.number for seat in match.seats if seat.player and seat.player.address == address_of(person))
