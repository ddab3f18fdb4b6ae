"""The deeds of the host: acts of the record, told to all players, and refused where they make no sense."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from sqlalchemy import select

from adjudicator.engines.registry import engine_for
from adjudicator.match.consent import ProposalOutcome
from adjudicator.match.course.replay import replay_record
from adjudicator.services.host import deeds
from adjudicator.services.host.deeds import DeedRefused
from adjudicator.services.matches.positions.past_positions import frame_at, known_rows, undone_entries
from adjudicator.services.matches.rows.match_rows import lock_match
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.states import EntryKind, MatchState
from adjudicator.store.tables import Match, ProposalRow
from testkit.agreed_match import PEOPLE, agree
from testkit.club import ANNA, BOB, Club, address_of, other, prose_of, to_move
from testkit.host_at_table import do, play_to_a_law, play_until
from testkit.seats_at_table import check_verifies, play_turn, whole_record

THREE = PEOPLE[:3]
XAVER = "xaver@xaver.example"
WHY = "Our relay was down."


def check_told(club: Club, people: tuple[str, ...], sentence: str) -> None:
    for person in people:
        said = " ".join(prose_of(club.last(person)).split())
        assert sentence in said
        assert f"The reason: {WHY}" in said


def extend(work: UnitOfWork, match: Match) -> None:
    deeds.extend_deadline(work, match, timedelta(days=2), WHY)


def pause(work: UnitOfWork, match: Match) -> None:
    deeds.pause_match(work, match, deeds.end_of_day(date(2026, 12, 10)), WHY)


def resume(work: UnitOfWork, match: Match) -> None:
    deeds.resume_match(work, match, WHY)


def test_more_time_moves_the_deadline_and_is_told(club: Club) -> None:
    club.begin("days=3 absence=0")
    due = club.match().due_at
    do(club, extend)
    assert due is not None
    assert club.match().due_at == due + timedelta(days=2)
    check_told(club, (to_move(club),), "The host gave you 48 hours more.")
    check_told(club, (other(to_move(club)),), f"The host gave {to_move(club).split()[0]} 48 hours more.")
    entry = whole_record(club).entries[-1]
    assert (entry.by, entry.kind) == ("host", "extend")
    check_verifies(club)


def test_a_pause_stops_the_clock_until_its_day_or_until_the_host_ends_it(club: Club) -> None:
    club.begin("days=3 absence=0")
    due = club.match().due_at
    do(club, pause)
    check_told(club, (ANNA, BOB), "The host has paused the match until the end of 10 December 2026.")
    assert due is not None
    assert (club.match().due_at or due) > due + timedelta(days=7)
    club.pass_time(days=1)
    do(club, resume)
    check_told(club, (ANNA, BOB), "The host has ended the pause: the clock runs again.")
    assert club.match().due_at == due + timedelta(days=1)
    check_verifies(club)


def test_somebody_is_seated_in_the_place_of_another(club: Club) -> None:
    agree(club, "cheops", THREE, "days=2 grace=0")
    name = club.match().seats[1].called
    do(club, lambda work, match: deeds.seat_player(work, match, name.lower(), "carl@new.example", WHY))
    told = f"The host has given the seat of {name} to carl."
    others = [one for number, one in enumerate(THREE) if number != 1]
    check_told(club, (*others, "carl@new.example"), told)
    check_told(club, THREE[1:2], "The host has given your seat to carl.")
    assert club.match().seats[1].called == "carl"
    check_verifies(club)
    with pytest.raises(DeedRefused, match="one person has one seat"):
        do(club, lambda work, match: deeds.seat_player(work, match, "carl", "carl@new.example", WHY))
    with pytest.raises(DeedRefused, match=r"Zoe is no player here; they are .*carl"):
        do(club, lambda work, match: deeds.seat_player(work, match, "Zoe", "zoe@new.example", WHY))


def test_a_player_is_taken_out_and_only_the_players_read_why(club: Club) -> None:
    agree(club, "cheops", THREE, "days=2 grace=0")
    seat = club.match().seats[2]
    do(club, lambda work, match: deeds.vacate_seat_of(work, match, seat.called, WHY))
    check_told(club, THREE[:2], f"The host has taken {seat.called} out of the match.")
    check_told(club, THREE[2:], f"The host has taken you out of match {club.match().code}.")
    check_verifies(club)
    assert WHY not in [opening.text for opening in whole_record(club).openings.values()]


def test_who_was_taken_out_is_given_the_seat_back_as_they_left_it(club: Club) -> None:
    agree(club, "cheops", THREE, "time=10d+12h max=20d grace=0 absence=0 vacant=wait")
    number = club.match().to_move or 0
    seat = club.match().seats[number]
    club.pass_time(days=4)
    do(club, lambda work, match: deeds.vacate_seat_of(work, match, seat.called, WHY))
    club.pass_time(days=2)
    do(club, lambda work, match: deeds.seat_player(work, match, seat.called, address_of(THREE[number]), WHY))
    check_told(club, THREE, f"{seat.called} is back.")
    check_verifies(club)
    now = club.match().seats[number]
    assert (now.player_id, now.vacant_at, now.epoch) == (seat.player_id, None, seat.epoch + 2)
    assert club.match().due_at == club.now + timedelta(days=6)
    with pytest.raises(DeedRefused, match="one person has one seat"):
        do(club, lambda work, match: deeds.seat_player(work, match, seat.called, address_of(THREE[number]), WHY))


def test_two_seats_are_not_vacated(club: Club) -> None:
    club.begin()
    with pytest.raises(DeedRefused, match="at two seats nobody leaves a seat"):
        do(club, lambda work, match: deeds.vacate_seat_of(work, match, "Anna", WHY))


def test_a_match_goes_back_over_a_law_that_was_turned_over_and_the_law_stays_known(club: Club) -> None:
    match = play_to_a_law(club)
    last, turn = match.entry_count, match.turn
    with unit_of_work(club.context, club.now) as work:
        locked = lock_match(work.session, match.code)
        assert locked is not None
        preview = deeds.preview_rewind(work, locked, last - 3)
    assert last in [row.n for row in preview.known]
    do(club, lambda work, match: deeds.rewind_match(work, match, last - 3, WHY))
    check_told(club, THREE, f"The host has taken the match back to the position after entry {last - 3}.")
    assert "what they showed stays known" in prose_of(club.last(THREE[0]))
    with club.context.store.reading() as session:
        rewound = session.get_one(Match, match.id)
        assert last in undone_entries(rewound)
        assert rewound.turn > turn
        replay = replay_record(whole_record(club), engine_for(rewound.rules))
        frames = [frame_at(rewound, n) for n in range(rewound.entry_count + 1)]
        assert [frame and frame.position for frame in frames] == [table.position for table in replay.tables]
    check_verifies(club)
    seat = club.match().to_move
    assert seat is not None
    number = club.write(THREE[seat], club.context.addresses.seat(match.code, seat, turn), "pass")
    assert club.inbox(number).verdict == "refused: stale"


def test_what_stays_known_stands_beside_the_board_until_it_is_shown_again(club: Club) -> None:
    for _ in range(9):
        match = rewind_behind_a_law(club)
        play_until(club, lambda match: not match.stays_known or match.end is not None)
        if club.match().end is None:  # few matches end before the law is turned over again
            break
    with club.context.store.reading() as session:
        assert known_rows(session.get_one(Match, match.id)) == []
    check_verifies(club)


def rewind_behind_a_law(club: Club) -> Match:
    """Go back to before a law was turned over, and look at what stays known."""
    match = play_to_a_law(club)
    last, person = match.entry_count, THREE[match.to_move or 0]
    do(club, lambda work, match: deeds.rewind_match(work, match, last - 3, WHY))
    mover = THREE[club.match().to_move or 0]
    sentence = "These moves no longer stand, but what they showed stays known:"
    with club.context.store.reading() as session:
        rewound = session.get_one(Match, match.id)
        assert last in rewound.stays_known
        assert [row.n for row in known_rows(rewound)] == rewound.stays_known
        assert known_rows(rewound, last) == []
    for one in (person, mover):
        club.answer(club.last(one), "board")
        assert sentence in prose_of(club.last(one))
    return match


def test_going_back_ends_what_was_proposed_on_the_steps_that_are_undone(club: Club) -> None:
    agree(club, "cheops", THREE, "days=2 grace=0")
    club.answer(club.last(THREE[1]), "pause 1 week")
    kept = club.match().entry_count
    club.pass_time(hours=1)
    mover = THREE[club.match().to_move or 0]
    play_turn(club, mover)
    club.answer(club.last(THREE[2]), f"substitute until 20 December by {XAVER}")
    club.answer(club.last(XAVER), "yes", sender=XAVER)
    assert club.letters(mover, "do you agree?")
    do(club, lambda work, match: deeds.rewind_match(work, match, kept, WHY))
    for person in (*THREE, XAVER):
        assert "Things have changed meanwhile, so nothing comes of it." in prose_of(club.last(person))
    with club.context.store.reading() as session:
        rows = session.scalars(select(ProposalRow).order_by(ProposalRow.number)).all()
    assert [row.outcome for row in rows] == [ProposalOutcome.OPEN, ProposalOutcome.OVERTAKEN]


def test_an_end_is_taken_back_where_nothing_was_hidden(club: Club) -> None:
    club.begin()
    club.answer(club.last(ANNA), "resign")
    n = club.match().entry_count
    for deed in (extend, pause, resume):
        with pytest.raises(DeedRefused, match="the match is over"):
            do(club, deed)
    do(club, lambda work, match: deeds.rewind_match(work, match, 0, WHY))
    match = club.match()
    assert (match.state, match.end) == (MatchState.RUNNING, None)
    assert match.due_at is not None
    check_told(club, (ANNA, BOB), "The host has taken the match back to the opening position.")
    with club.context.store.reading() as session:
        assert session.get_one(Match, match.id).entries[n].kind is EntryKind.RULING
    check_verifies(club)


def test_what_makes_no_sense_is_refused_with_what_would(club: Club) -> None:
    club.begin("days=3")
    n = club.match().entry_count
    for deed, sentence in (
        (lambda work, match: deeds.rewind_match(work, match, n + 1, WHY), f"the last one is {n}"),
        (lambda work, match: deeds.rewind_match(work, match, n, WHY), "nothing would change"),
        (lambda work, match: deeds.rewind_match(work, match, 0, "  "), "every deed needs a reason"),
        (lambda work, match: deeds.extend_deadline(work, match, timedelta(days=366), WHY), "from one hour to 365 days"),
        (lambda work, match: deeds.pause_match(work, match, deeds.end_of_day(date(2020, 1, 1)), WHY), "in the future"),
        (resume, "has not paused"),
    ):
        with pytest.raises(DeedRefused, match=sentence):
            do(club, deed)
    assert club.match().entry_count == n


def test_who_plays_in_a_match_has_no_power_there(club: Club) -> None:
    club.begin(second="Host <host@club.example>")
    for deed in (extend, pause, lambda work, match: deeds.rewind_match(work, match, 0, WHY)):
        with pytest.raises(DeedRefused, match="the host plays in this match"):
            do(club, deed)


def test_in_a_match_of_the_first_record_only_the_clock_can_be_moved(club: Club) -> None:
    club.begin("days=3 absence=0")

    def make_old(_work: UnitOfWork, match: Match) -> None:
        match.record_version = 1

    do(club, make_old)
    n, due = club.match().entry_count, club.match().due_at
    do(club, extend)
    assert due is not None
    assert (club.match().due_at, club.match().entry_count) == (due + timedelta(days=2), n)
    check_told(club, (to_move(club),), "The host gave you 48 hours more.")
    with pytest.raises(DeedRefused, match="version 1, which has no acts"):
        do(club, lambda work, match: deeds.rewind_match(work, match, 0, WHY))


def test_a_broadcast_reaches_everybody_once(club: Club) -> None:
    club.begin()
    club.begin(first=BOB, second=ANNA)
    with unit_of_work(club.context, club.now) as work:
        assert deeds.broadcast(work, "We move house on Sunday.") == 2
    club.work()
    for person in (ANNA, BOB):
        (told,) = club.letters(person, "From the host")
        assert told["Subject"] == "[Adjudicator] From the host: We move house on Sunday"
        assert "We move house on Sunday." in prose_of(told)
