"""Free times: days off, the night and public holidays of a player, by letter."""

from __future__ import annotations

import pytest

from adjudicator.services.players.player_calendar import calendar_of
from adjudicator.store.player_tables import FreeTimes
from testkit.automatic_mail import player_of
from testkit.club import BOB, Club, prose_of, text_of, to_move


def verdict(club: Club, line: str) -> str:
    return club.inbox(club.answer(club.last(to_move(club)), line)).verdict or ""


@pytest.mark.parametrize(
    ("line", "kept", "said"),
    [
        ("off weekends", FreeTimes((5, 6)), "Saturday and Sunday."),
        ("frei Fr Sa", FreeTimes((4, 5)), "Friday and Saturday."),
        ("off nights 23-7", FreeTimes(night=(23, 7)), "nights from 23:00 to 7:00."),
        ("libre jours fériés Suisse", FreeTimes(region="CH"), "public holidays: Switzerland."),
        ("vrij feestdagen DE-BY", FreeTimes(region="DE-BY"), "public holidays: Germany (BY)."),
        (
            "off weekends nights 22-6 holidays Italia",
            FreeTimes((5, 6), (22, 6), "IT"),
            "Saturday and Sunday, nights from 22:00 to 6:00, public holidays: Italy.",
        ),
        ("off none", FreeTimes(), "Your clock runs at all times"),
    ],
)
def test_free_times_are_kept_and_told(club: Club, line: str, kept: FreeTimes, said: str) -> None:
    club.begin()
    mover = to_move(club)
    assert verdict(club, line) == "done"
    assert player_of(club, mover).free_times == kept
    assert said in prose_of(club.last(mover))


def test_the_receipt_and_the_list_say_which_matches_honour_the_free_times(club: Club) -> None:
    codes = []
    for options in ("days=7", "days=7 off=weekends", "days=7 off=weekends,nights", "time=none"):
        club.begin(options)
        codes.append(club.match().code)
    club.write(BOB, club.context.addresses.service, "off weekends nights 23-7")
    club.answer(club.last(BOB), "yes")
    club.write(BOB, club.context.addresses.service, "absences")
    for letter in club.letters(BOB)[-2:]:
        said = prose_of(letter)
        assert f"Matches that honour it: {codes[2]}." in said
        assert f"Matches that honour only a part of it: {codes[1]}." in said
        assert f"Matches that were begun without free times, where your clock runs on: {codes[0]}." in said
        assert codes[3] not in said


def test_a_kind_that_is_not_named_stays_and_none_takes_one_off(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    for line in ("off weekends", "off nights 23-7 holidays FR", "off nights none"):
        verdict(club, line)
    assert player_of(club, mover).free_times == FreeTimes((5, 6), None, "FR")


def test_days_off_are_entered_once_in_thirty_days_and_taken_off_at_any_time(club: Club) -> None:
    club.begin("days=90")
    mover = to_move(club)
    assert verdict(club, "off weekends") == "done"
    assert verdict(club, "off fri sat") == "refused: days_off_changed"
    assert "You can enter others from 27 December 2026 on." in prose_of(club.last(mover))
    assert verdict(club, "off nights 22-6") == "done"
    club.pass_time(days=20)
    assert verdict(club, "off none") == "done"
    club.pass_time(days=20)
    assert verdict(club, "off weekends") == "refused: days_off_changed"
    club.pass_time(days=10)
    assert verdict(club, "off weekends") == "done"


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("off", "off weekends"),
        ("off nights 20-12", "off nights 12-20"),
        ("off mon tue wed", "off mon tue"),
        ("off sun", "off fri sat"),
        ("off holidays", "off holidays FR"),
        ("off holidays DE-XX", "off holidays DE-BB"),
        ("off holidays Frence", "off holidays FR"),
        ("off weekends sometimes", "off weekends"),
    ],
)
def test_what_is_no_free_time_is_refused_with_what_would_be_right(club: Club, line: str, right: str) -> None:
    club.begin()
    mover = to_move(club)
    assert verdict(club, line) == "refused: bad_free_times"
    assert right in text_of(club.last(mover))
    assert player_of(club, mover).free_times is None


def test_free_times_asked_for_in_a_fresh_letter_wait_for_a_yes(club: Club) -> None:
    club.begin()
    club.write(BOB, club.context.addresses.service, "off weekends holidays Niederlande")
    assert player_of(club, BOB).free_times is None
    club.answer(club.last(BOB), "yes")
    assert player_of(club, BOB).free_times == FreeTimes((5, 6), region="NL")


def test_a_calendar_has_the_zone_the_free_times_and_the_holidays_of_the_coming_years(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    verdict(club, "zone Paris")
    verdict(club, "off weekends nights 23-7 holidays FR")
    calendar = calendar_of(player_of(club, mover), club.now)
    assert (calendar.zone, calendar.days_off, calendar.night) == ("Europe/Paris", (5, 6), (23, 7))
    christmas = 20812  # 2026-12-25 in days since 1970
    assert christmas in calendar.holidays
