"""Absences with a beginning: announced, listed, cancelled, begun by the sweep, and paid for by the day."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from adjudicator.services.players.absences import take_automatic_day
from adjudicator.services.players.player_calendar import calendar_of
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.states import AwayLetters
from adjudicator.store.tables import Match, Player
from testkit.automatic_mail import envelope_of, player_of, say_away, sweep
from testkit.club import BOB, Club, address_of, other, prose_of, text_of, to_move, want_all_letters


def verdict(club: Club, line: str) -> str:
    return club.inbox(club.answer(club.last(to_move(club)), line)).verdict or ""


def test_an_announced_absence_moves_the_deadline_at_once_and_stops_the_clock_when_it_begins(club: Club) -> None:
    club.begin("days=7")
    mover, due = to_move(club), club.match().due_at
    assert verdict(club, "absence 30 Nov to 2 Dec") == "done"
    said = prose_of(club.last(mover))
    assert "You are away from 30 November to 2 December 2026." in said
    assert "You have 27 days of absence left in 2026." in said
    assert due
    assert club.match().due_at == due + timedelta(days=3), "computed forward, before it begins"
    assert club.match().stopped_at is None
    club.pass_time(seconds=(datetime(2026, 11, 30, tzinfo=UTC) - club.now).total_seconds())
    sweep(club)
    assert club.match().stopped_at == club.now
    assert player_of(club, mover).away_until == datetime(2026, 12, 3, tzinfo=UTC)
    club.pass_time(days=3)
    sweep(club)
    assert club.match().stopped_at is None
    assert club.match().due_at == due + timedelta(days=3)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Abwesenheit vom 20.12. bis 3.1."),
        ("fr", "absence du 20 décembre au 3 janvier"),
        ("it", "assenza dal 20 dicembre al 3 gennaio"),
        ("fr", "absence 20/12 - 3/1"),
        ("fr", "Je serai absente du 20 décembre au 3 janvier."),
        ("de", "Ich bin vom 20.12. bis 3.1. nicht da"),
        ("nl", "afwezigheid 20 december t/m 3 januari"),
        ("nl", "afwezigheid van 20 december tot en met 3 januari"),
    ],
)
def test_each_language_announces_and_lists_an_absence(club: Club, language: str, line: str) -> None:
    club.begin()
    mover = to_move(club)
    verdict(club, f"language {language}")
    assert verdict(club, line) == "done"
    word = {"de": "Abwesenheiten", "fr": "absences", "it": "assenze", "nl": "afwezigheden"}[language]
    assert verdict(club, word) == "answered"
    for part in ("20", "2026", "3", "2027"):
        assert part in prose_of(club.last(mover))


def test_the_list_tells_what_comes_what_was_and_what_is_left(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    verdict(club, "absences by hand")
    verdict(club, "absence 2 days")
    verdict(club, "absence 28 Dec to 3 Jan")
    club.pass_time(days=10)
    verdict(club, "off weekends nights 23-7 holidays DE-BY")
    assert verdict(club, "absences") == "answered"
    said = prose_of(club.last(mover))
    assert "You are away from 28 December 2026 to 3 January 2027." in said
    assert "You were away from 27 November to 28 November 2026." in said
    assert "You have 24 days of absence left in 2026. You have 27 days of absence left in 2027." in said
    assert "Saturday and Sunday, nights from 23:00 to 7:00, public holidays: Germany (BY)." in said


def test_who_is_away_is_told_in_which_matches_their_clock_runs_on(club: Club) -> None:
    club.begin("days=3 absence=0")
    code, mover = club.match().code, to_move(club)
    runs = f"Matches in which your clock runs while you are away: {code}."
    club.answer(club.last(mover), "absence 5 days")
    assert f"You are away until 1 December 2026. {runs} You have 25 days" in prose_of(club.last(mover))
    club.answer(club.last(mover), "absence 20 Dec to 24 Dec")
    told = f"You are away from 20 December 2026 to 24 December 2026. The others are told. {runs}"
    assert told in prose_of(club.last(mover))
    club.answer(club.last(mover), "absence 26 Dec to 26 Dec")
    assert f"You are away on 26 December 2026. The others are told. {runs}" in prose_of(club.last(mover))
    club.answer(club.last(mover), "absences")
    assert runs in prose_of(club.last(mover))
    club.answer(club.last(mover), "away letters count")
    club.answer(club.last(mover), "absence over")
    say_away(club, mover, "I am out of the office until 10 December.", address_of(club.last(mover)["Reply-To"]))
    assert f"It counts as an absence, as you wished. {runs}" in prose_of(club.last(mover))
    club.begin("days=3")
    club.answer(club.last(mover), "absence 28 Dec to 30 Dec")
    assert f"Your clock is stopped in that time; you can still play. The others are told. {runs}" in prose_of(
        club.last(mover)
    )


def test_a_cancelled_absence_costs_nothing_and_is_named_by_any_of_its_days(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    verdict(club, "absence 20 Dec to 3 Jan")
    assert verdict(club, "absence cancel 25 Dec") == "done"
    assert "Your absence from 20 December 2026 to 3 January 2027 is cancelled." in prose_of(club.last(mover))
    assert "You have 30 days of absence left in 2026." in prose_of(club.last(mover))
    assert player_of(club, mover).away_next is None
    assert verdict(club, "absence cancel 25 Dec") == "refused: no_absence"


def test_a_shorter_absence_within_a_longer_one_changes_nothing(club: Club) -> None:
    club.begin("days=3")
    mover = to_move(club)
    verdict(club, "absence 10 December")
    assert verdict(club, "absence 3 December") == "done"
    assert "You are away until 10 December 2026 already" in prose_of(club.last(mover))
    assert player_of(club, mover).away_until == datetime(2026, 12, 11, tzinfo=UTC)


def test_an_absence_over_two_years_is_charged_to_each(club: Club) -> None:
    club.context = replace(club.context, absence_days=10)
    club.begin()
    mover = to_move(club)
    assert verdict(club, "absence 20 Dec to 3 Jan") == "refused: absent_too_long"
    assert "You have 10 days of absence left in 2026." in prose_of(club.last(mover))
    assert "absence 2026-12-20 to 2026-12-29" in text_of(club.last(mover))
    assert verdict(club, "absence 25 Dec to 8 Jan") == "done"
    assert "You have 3 days of absence left in 2026. You have 2 days of absence left in 2027." in prose_of(
        club.last(mover)
    )


@pytest.mark.parametrize(
    ("line", "key", "right"),
    [
        ("absence 3 Jan to 20 Dec", "bad_absence", "absence 2026-12-20 to 2027-01-03"),
        ("absence 20 Nov to 5 Dec", "bad_absence", "absence 2026-12-05"),
        ("absence from 20 Dec", "bad_absence", "absence 2026-12-03"),
        ("I am away from 20 Dec to 3 Jan and cannot play", "bad_absence", "absence 2026-12-20 to 2027-01-03"),
        ("absence over", "no_absence", "absences"),
        ("absences sometimes", "bad_argument", "absences by hand"),
        ("away letters never", "bad_argument", "away letters count"),
    ],
)
def test_what_cannot_be_is_refused_with_what_would_be_right(club: Club, line: str, key: str, right: str) -> None:
    club.begin()
    mover = to_move(club)
    assert verdict(club, line) == f"refused: {key}"
    assert right in text_of(club.last(mover))
    assert player_of(club, mover).absences is None


def test_a_sentence_is_an_absence_only_if_its_letter_does_not_read_like_a_robots(club: Club) -> None:
    """A mail program that marks nothing as automatic may answer for its owner, in sentences just like theirs."""
    club.begin()
    mover = to_move(club)
    seat = address_of(club.last(mover)["Reply-To"])
    sentence = "I am away from 3 to 10 December 2026."
    number = club.write(mover, seat, f"{sentence}\nPlease ask my colleague Eve instead.\nM14")
    assert club.inbox(number).verdict == "refused: notice"
    assert player_of(club, mover).absences is None
    number = club.write(mover, seat, f"{sentence}\n\nBest regards,\nAnna")
    assert club.inbox(number).verdict == "done"
    assert "from 3 December to 10 December 2026" in prose_of(club.last(mover))


def test_an_absence_confirmed_after_its_first_day_begins_then(club: Club) -> None:
    club.begin()
    club.write(BOB, club.context.addresses.service, "absence 28 Nov to 10 Dec")
    club.pass_time(days=3)
    club.answer(club.last(BOB), "yes")
    kept = player_of(club, BOB).absences
    assert kept
    assert [absence.start for absence in kept.announced] == [int(club.now.timestamp())]


def test_the_choices_about_absences_are_kept(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    assert (player_of(club, mover).absences_auto, player_of(club, mover).away_letters) == (True, AwayLetters.ASK)
    verdict(club, "absences by hand")
    verdict(club, "away letters count")
    assert (player_of(club, mover).absences_auto, player_of(club, mover).away_letters) == (False, AwayLetters.COUNT)


def test_an_automatic_day_is_taken_only_if_the_player_wants_it_and_has_one_left(club: Club) -> None:
    club.context = replace(club.context, absence_days=2)
    club.begin()
    mover = player_of(club, to_move(club)).id
    club.now = datetime(2026, 12, 30, 12, tzinfo=UTC)

    def take(at: datetime) -> bool:
        with unit_of_work(club.context, club.now) as work:
            return take_automatic_day(work, work.session.get_one(Player, mover), at) is not None

    assert [take(club.now + n * timedelta(days=1)) for n in range(4)] == [True, True, True, True]
    assert not take(club.now - timedelta(days=9))  # two were taken in 2026
    verdict(club, "absences by hand")
    assert not take(club.now + timedelta(days=400))


def test_an_absence_of_one_match_is_told_to_the_others_clocks_at_once(club: Club) -> None:
    club.begin("days=3")
    want_all_letters(club)
    mover = to_move(club)
    club.write(mover, club.context.addresses.service, "absence 10 December")
    club.answer(club.last(mover), "yes")
    sweep(club)
    assert club.match().stopped_at is not None
    assert "is away, the clock is stopped" in str(club.last(other(mover))["Subject"])


def test_the_others_are_told_in_their_next_letter_and_in_the_status(club: Club) -> None:
    club.begin("days=9")
    mover = to_move(club)
    told = f"{mover.partition(' ')[0]} will be away from 20 December 2026 to 3 January 2027."
    verdict(club, "absence 20 Dec to 3 Jan")
    club.answer(club.last(mover), "M14")
    assert told in prose_of(club.last(other(mover)))
    assert told not in prose_of(club.last(mover))
    club.answer(club.last(other(mover)), "status")
    assert told in prose_of(club.last(other(mover)))
    club.answer(club.last(mover), "status")
    assert "You are away from 20 December 2026 to 3 January 2027." in prose_of(club.last(mover))


def test_an_absence_further_away_than_a_month_is_not_told_yet(club: Club) -> None:
    club.begin("days=9")
    mover = to_move(club)
    verdict(club, "absence 28 Dec to 3 Jan")
    club.answer(club.last(mover), "M14")
    assert "will be away" not in prose_of(club.last(other(mover)))
    club.pass_time(days=2)
    club.answer(club.last(other(mover)), "status")
    assert "will be away" in prose_of(club.last(other(mover)))


def test_an_out_of_office_reply_counts_if_its_player_wishes(club: Club) -> None:
    club.begin("days=3")
    mover = to_move(club)
    verdict(club, "away letters count")
    assert say_away(club, mover, "I am away until 10 December.", envelope_of(club, club.last(mover))) == "robot: away"
    assert player_of(club, mover).away_until == datetime(2026, 12, 11, tzinfo=UTC)
    sweep(club)
    assert club.match().stopped_at is not None
    assert "as you wished" in prose_of(club.last(mover))
    assert "absence over" in text_of(club.last(mover))
    club.answer(club.last(mover), "absence over")
    assert club.match().due_at is not None


def test_an_out_of_office_reply_without_a_day_or_without_days_left_is_asked_about(club: Club) -> None:
    club.context = replace(club.context, absence_days=3)
    club.begin("days=3")
    mover = to_move(club)
    verdict(club, "away letters count")
    say_away(club, mover, "I am away until 10 December.", envelope_of(club, club.last(mover)))
    assert player_of(club, mover).away_until is None
    assert "Do you want to stop your clock" in prose_of(club.last(mover))


@pytest.mark.parametrize("zone", ["UTC+5:30", "UTC-3:30", "UTC+13", "Kathmandu"])
def test_an_absence_is_counted_in_days_of_every_zone(club: Club, zone: str) -> None:
    club.begin()
    mover = to_move(club)
    verdict(club, f"zone {zone}")
    assert verdict(club, "absence 20 Dec to 22 Dec") == "done"
    assert "You have 27 days of absence left in 2026." in prose_of(club.last(mover))
    verdict(club, "off weekends nights 23-7 holidays IN")
    assert calendar_of(player_of(club, mover), club.now).days_off == (5, 6)


def test_a_day_that_one_match_takes_moves_the_deadline_of_another_at_the_same_moment(club: Club) -> None:
    """Though the other has taken its three days, and comes first: a deadline at the beginning of a day moves."""
    for _ in range(3):
        club.begin("days=1", "grace=0")
    with club.context.store.reading() as session:
        waiting = Counter(session.scalars(select(Match.awaited_id)))
    ((player, count),) = waiting.most_common(1)
    assert count > 1
    club.pass_time(seconds=1)
    for days in range(1, 5):
        club.pass_time(days=1)
        sweep(club)
        with club.context.store.reading() as session:
            matches = session.scalars(select(Match).where(Match.awaited_id == player).order_by(Match.id)).all()
            clocks = [match.clock for match in matches if match.clock is not None]
        assert {clock.flagged for clock in clocks} == {None}
        assert sum(clock.days_taken for clock in clocks) == days
        assert len({match.due_at for match in matches}) == 1
