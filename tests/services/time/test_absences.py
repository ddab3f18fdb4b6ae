"""Absences: offered once after an out-of-office reply, declared by a command, limited per year."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from testkit.automatic_mail import envelope_of, player_of, pressed, say_away, sweep
from testkit.club import ANNA, BOB, START, Club, address_of, other, prose_of, text_of, to_move, want_all_letters

AWAY = "I am out of the office until 10 December 2026. Please ask Eve."


def test_a_vacation_notice_is_no_order_and_offers_an_absence_once(club: Club) -> None:
    club.begin("days=3")
    mover = to_move(club)
    letter, before = club.last(mover), len(club.transport.letters)
    for n in range(4):
        to = envelope_of(club, letter) if n % 2 else address_of(letter["Reply-To"])
        assert say_away(club, mover, f"M14\n{AWAY}", to, subject=f"Away {n}") == "robot: away"
    assert (club.match().entry_count, len(club.transport.letters)) == (1, before + 1)
    assert "away until 10 December" in str(club.last(mover)["Subject"])
    assert "absence 10 December" in text_of(club.last(mover))


def test_the_offer_is_taken_by_the_line_that_it_shows(club: Club) -> None:
    club.begin("days=3")
    want_all_letters(club)
    mover = to_move(club)
    say_away(club, mover, AWAY, envelope_of(club, club.last(mover)))
    number = club.answer(club.last(mover), "absence 10 December")
    assert club.inbox(number).verdict == "done"
    assert "You are away until 10 December 2026" in prose_of(club.last(mover))
    sweep(club)
    assert club.match().stopped_at is not None
    assert "is away, the clock is stopped" in str(club.last(other(mover))["Subject"])
    assert "until the end of 10 December 2026" in prose_of(club.last(other(mover)))
    club.pass_time(seconds=(datetime(2026, 12, 11, 0, 0, 1, tzinfo=UTC) - club.now).total_seconds())
    sweep(club)
    assert club.match().due_at == datetime(2026, 12, 14, tzinfo=UTC)
    assert "Your turn" in str(club.last(mover)["Subject"])
    assert "is back, the clock" in str(club.last(other(mover))["Subject"])


@pytest.mark.parametrize(
    ("language", "text", "order"),
    [
        ("de", "Ich bin bis zum 10.12.2026 abwesend.", "Abwesenheit 10. Dezember"),
        ("fr", "Je suis absente jusqu'au 10 décembre.", "absence 10 décembre"),
        ("it", "Sono in ferie fino al 10 dicembre 2026.", "assenza 10 dicembre"),
        ("nl", "Ik ben afwezig tot en met 10 december.", "afwezigheid 10 december"),
        ("en", "I am away on vacation.", "absence 4 December"),
    ],
)
def test_the_offer_is_written_in_the_players_language_and_works(
    club: Club, language: str, text: str, order: str
) -> None:
    club.begin("days=3")
    mover = to_move(club)
    club.answer(club.last(mover), f"language {language}")
    say_away(club, mover, text, envelope_of(club, club.last(mover)))
    assert order in text_of(club.last(mover))
    club.answer(club.last(mover), order)
    assert player_of(club, mover).away_until is not None


@pytest.mark.parametrize("text", ["Your ticket 4711 was opened.", "Thank you for your letter."])
def test_other_robots_get_no_offer(club: Club, text: str) -> None:
    club.begin()
    mover, before = to_move(club), len(club.transport.letters)
    say_away(club, mover, text, envelope_of(club, club.last(mover)))
    assert len(club.transport.letters) == before


def test_an_out_of_office_reply_of_a_stranger_gets_no_letter(club: Club) -> None:
    club.begin()
    before = len(club.transport.letters)
    say_away(club, "Eve <eve@evil.example>", AWAY, address_of(club.last(ANNA)["Reply-To"]))
    say_away(club, ANNA, AWAY, club.context.addresses.service)
    assert len(club.transport.letters) == before


def test_who_is_away_can_still_play_and_the_next_clock_runs(club: Club) -> None:
    club.begin("days=3")
    mover = to_move(club)
    letter = club.last(mover)
    club.answer(letter, "absence 10 days")
    sweep(club)
    assert club.inbox(club.answer(letter, "M14")).verdict == "played"
    match = club.match()
    assert (match.stopped_at, match.due_at) == (None, club.now + timedelta(days=3))


def test_the_answer_to_an_absence_and_to_its_end_tells_how_the_time_stands_now(club: Club) -> None:
    club.begin("days=3")
    want_all_letters(club)
    mover = to_move(club)
    club.answer(club.last(mover), "absence 10 December")
    assert "It is your turn. Your clock is stopped until the end of 10 December 2026" in prose_of(club.last(mover))
    assert "is away, the clock is stopped" in str(club.last(other(mover))["Subject"])
    club.answer(club.last(mover), "absence over")
    assert "It is your turn, until" in prose_of(club.last(mover))
    assert "is back, the clock" in str(club.last(other(mover))["Subject"])


def test_an_absence_beside_a_move_does_not_stop_the_opponents_clock(club: Club) -> None:
    club.begin("days=3")
    mover = to_move(club)
    club.answer(club.last(mover), "absence 10 December\nM14")
    assert "turn, until" in prose_of(club.last(mover))
    assert "Your turn" in str(club.last(other(mover))["Subject"])
    assert club.match().stopped_at is None


@pytest.mark.parametrize("line", ["absence over", "Abwesenheit vorbei", "absence none"])
def test_an_absence_ends_by_a_line(club: Club, line: str) -> None:
    club.begin("days=3")
    mover = to_move(club)
    club.answer(club.last(mover), "absence 10 days")
    sweep(club)
    club.answer(club.last(mover), line)
    sweep(club)
    assert player_of(club, mover).away_until is None
    assert club.match().due_at == club.now + timedelta(days=3)


def test_the_host_limits_absences_by_the_year(club: Club) -> None:
    club.context = replace(club.context, absence_days=20)
    club.begin()
    mover = to_move(club)
    assert club.inbox(club.answer(club.last(mover), "absence 25 days")).verdict == "refused: absent_too_long"
    assert "20 days a year" in prose_of(club.last(mover))
    assert "absence 2026-12-16" in text_of(club.last(mover))
    assert club.inbox(club.answer(club.last(mover), "absence 2026-12-16")).verdict == "done"
    club.pass_time(days=30)
    assert club.inbox(club.answer(club.last(mover), "absence 2 days")).verdict == "refused: absent_too_long"
    club.pass_time(days=366)
    assert club.inbox(club.answer(club.last(mover), "absence 2 days")).verdict == "done"


def test_absences_begun_and_ended_again_and_again_gain_no_time_and_cost_a_day_each(club: Club) -> None:
    club.begin("days=2")
    mover = to_move(club)
    due = club.match().due_at
    club.pass_time(hours=47)
    for n in range(12):
        day = f"{club.now + timedelta(days=1):%Y-%m-%d}"
        club.answer(club.last(mover), f"absence {day}" if n % 2 == 0 else "absence over")
        assert club.inbox(club.written).verdict == "done"
        club.pass_time(seconds=n % 2)  # after each end, so that the next one is an absence of its own
    assert club.match().due_at == due
    club.context = replace(club.context, absence_days=6)
    club.answer(club.last(mover), f"absence {club.now + timedelta(days=1):%Y-%m-%d}")
    assert club.inbox(club.written).verdict == "refused: absent_too_long"


def test_an_absence_does_not_take_back_a_time_that_has_passed(club: Club) -> None:
    club.begin("days=3", "grace=0")
    mover = to_move(club)
    club.answer(club.last(mover), "absences by hand")
    club.pass_time(days=4)
    sweep(club)
    club.answer(club.last(mover), "absence 10 days")
    sweep(club)
    assert club.match().stopped_at is None
    assert club.inbox(club.answer(club.last(other(mover)), "claim")).verdict == "done"


@pytest.mark.parametrize(
    ("before", "late", "stopped"),
    [
        # Entered before the deadline passed: it stops the turn when more time was given.
        ("absence 2 Dec to 20 Dec", "", True),
        ("", "absence 2 Dec to 20 Dec", False),
        ("absence 2 Dec to 3 Dec", "absence 4 Dec to 20 Dec", False),
    ],
)
def test_an_absence_entered_in_grace_does_not_stop_the_turn_after_more_time_was_given_either(
    club: Club, before: str, late: str, stopped: bool
) -> None:
    club.begin("days=3", "grace=5d")
    mover = to_move(club)
    club.answer(club.last(mover), f"absences by hand\n{before}".strip())
    club.pass_time(days=3, hours=2)
    sweep(club)
    assert club.match().overdue_at is not None
    if late:
        club.answer(club.last(mover), late)
    club.pass_time(hours=2)
    club.answer(club.last(other(mover)), "grant 10")
    club.pass_time(days=5)
    sweep(club)
    assert (club.match().stopped_at is not None) == stopped
    due = club.match().due_at
    assert due is not None
    granted_until = START + timedelta(days=13, hours=4)
    assert (due > granted_until + timedelta(days=3)) == stopped
    assert stopped or due <= granted_until + timedelta(days=2)


@pytest.mark.parametrize("line", ["absence", "absence soon", "absence 31 February", "absence 2020-01-01"])
def test_a_day_that_there_is_not_is_refused_with_one_that_there_is(club: Club, line: str) -> None:
    club.begin()
    mover = to_move(club)
    assert club.inbox(club.answer(club.last(mover), line)).verdict == "refused: bad_absence"
    assert "absence 2026-12-03" in text_of(club.last(mover))


def test_an_absence_in_a_fresh_letter_waits_for_a_signed_yes(club: Club) -> None:
    club.begin()
    club.write(BOB, club.context.addresses.service, "absence 10 December")
    assert player_of(club, BOB).away_until is None
    club.answer(club.last(BOB), "yes")
    assert player_of(club, BOB).away_until == datetime(2026, 12, 11, tzinfo=UTC)


@pytest.mark.parametrize("kind", ["reaction", "calendar"])
def test_a_press_of_a_button_plays_nothing_and_is_answered_once_a_day(club: Club, kind: str) -> None:
    club.begin()
    mover = to_move(club)
    to, before = address_of(club.last(mover)["Reply-To"]), len(club.letters(mover))
    for n in range(3):
        number = club.bring(pressed(mover, to, kind, f"{kind}{n}"), to, mover)
        club.work()
        assert club.inbox(number).verdict == f"robot: {kind}"
    assert (club.match().entry_count, len(club.letters(mover))) == (1, before + 1)
    club.pass_time(days=1, seconds=1)
    club.bring(pressed(mover, to, kind, "later"), to, mover)
    club.bring(pressed("Eve <eve@evil.example>", to, kind, "eve"), to, "eve@evil.example")
    club.work()
    assert len(club.letters(mover)) == before + 2
    assert not club.letters("eve@evil.example")


def test_a_letter_marked_as_spam_is_no_order_and_its_writer_is_informed(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    to = address_of(club.last(mover)["Reply-To"])
    number = club.write(mover, to, "M14", X_Spam_Flag="YES")
    assert club.inbox(number).verdict == "robot: spam"
    assert "marked as spam" in prose_of(club.last(mover))
    before = len(club.transport.letters)
    club.write("eve@evil.example", club.context.addresses.service, "help", X_Spam_Flag="YES")
    assert len(club.transport.letters) == before


def test_a_list_is_not_answered_but_a_player_may_write_through_one(club: Club) -> None:
    club.begin()
    mover, before = to_move(club), len(club.transport.letters)
    number = club.write("news@list.example", club.context.addresses.service, "help", List_Id="<news.list.example>")
    assert (club.inbox(number).verdict, len(club.transport.letters)) == ("robot: list", before)
    to = address_of(club.last(mover)["Reply-To"])
    assert club.inbox(club.write(mover, to, "M14", List_Id="<friends.list.example>")).verdict == "played"


def test_our_own_letter_that_comes_back_is_dropped_by_its_name_alone(club: Club) -> None:
    club.begin()
    mover, before = to_move(club), len(club.transport.letters)
    name = str(club.last(mover)["Message-ID"])
    number = club.bring(
        f"From: {mover}\r\nTo: play@club.example\r\nMessage-ID: {name}\r\n\r\nM14\r\n".encode(),
        "play@club.example",
        mover,
    )
    club.work()
    assert (club.inbox(number).verdict, len(club.transport.letters)) == ("robot: own", before)


def test_an_ordinary_letter_of_an_exchange_server_is_a_persons(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    to = address_of(club.last(mover)["Reply-To"])
    number = club.write(mover, to, "M14", X_Auto_Response_Suppress="All", X_MS_Exchange_Organization_SCL="1")
    assert club.inbox(number).verdict == "played"


def test_two_absences_that_exclude_each_other_are_refused_and_the_rest_of_the_letter_counts(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    step = "M14"
    club.answer(club.last(mover), f"{step}\nabsence 20 Dec to 3 Jan\nabsence cancel 20 Dec\nzone Paris")
    said = prose_of(club.last(mover))
    assert "exclude each other: absence 20 Dec to 3 Jan, absence cancel 20 Dec." in said
    player = player_of(club, mover)
    assert player.absences is None or not player.absences.announced
    assert player.zone == "Europe/Paris"
    assert to_move(club) == other(mover), "the move was played"


def test_a_letter_to_the_service_may_not_exclude_itself_either(club: Club) -> None:
    club.begin()
    club.write(BOB, club.context.addresses.service, "absence 10 December\nabsence 12 December")
    assert "exclude each other: absence 10 December, absence 12 December." in prose_of(club.last(BOB))
