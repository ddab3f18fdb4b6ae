"""The page of absences, and of addresses whose letters bounced."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from adjudicator.store.player_tables import FreeTimes
from adjudicator.store.states import AwayLetters
from adjudicator.store.tables import Match, Player
from adjudicator.web.request import app_context
from testkit.browser import Browser
from testkit.club import ANNA, Club, address_of


def anna_of(club: Club) -> Player:
    with club.context.store.reading() as session:
        return session.scalars(select(Player).where(Player.address == address_of(ANNA))).one()


def test_an_absence_is_entered_shown_and_ended(club: Club, anna: Browser) -> None:
    last = (app_context.now() + timedelta(days=10)).date()
    anna.open("/preferences")
    anna.open("/presence").submit("/presence/absence", last=str(last))
    assert "You are away until" in anna.page.text
    until = anna_of(club).away_until
    assert until is not None
    assert until.date() == last + timedelta(days=1)
    anna.submit("/presence/absence", over="1")
    assert anna_of(club).away_until is None
    assert "You are back" in anna.page.text


def test_a_match_in_which_the_clock_runs_on_is_named(club: Club, anna: Browser) -> None:
    club.begin("days=3 absence=0")
    last = (app_context.now() + timedelta(days=10)).date()
    anna.open("/preferences")
    anna.open("/presence").submit("/presence/absence", last=str(last))
    assert f"Matches in which your clock runs while you are away: {club.match().code}." in anna.page.text
    assert "Your clock is stopped until" not in anna.page.text


def test_an_absence_to_come_is_listed_and_cancelled_by_its_button(club: Club, anna: Browser) -> None:
    first = (app_context.now() + timedelta(days=10)).date()
    last = first + timedelta(days=4)
    anna.open("/presence").submit("/presence/absence", first=str(first), last=str(last))
    assert "You are away from" in anna.page.text
    assert anna_of(club).away_next is not None
    anna.submit("/presence/absence", cancel=str(first))
    assert "is cancelled" in anna.page.text
    assert anna_of(club).away_next is None


@pytest.mark.parametrize("last", ["2020-01-01", "soon", "2999-01-01", ""])
def test_an_invalid_day_is_refused_and_stays_in_the_form(club: Club, anna: Browser, last: str) -> None:
    anna.open("/presence").submit("/presence/absence", last=last)
    assert anna.status == 422
    assert "Try: " in anna.page.text
    assert anna_of(club).absences is None


def test_an_absence_longer_than_the_host_allows_is_refused(anna: Browser) -> None:
    last = (app_context.now() + timedelta(days=40)).date()
    anna.open("/presence").submit("/presence/absence", last=str(last))
    assert anna.status == 422
    assert "30 days a year" in anna.page.text


def test_free_times_and_choices_are_saved_and_shown(club: Club, anna: Browser) -> None:
    club.begin()
    filled = {
        "day-4": "1",
        "day-5": "1",
        "begin": "23",
        "end": "7",
        "region": "Germany",
        "counts": "1",
        "automatic": "",
    }
    anna.open("/presence").submit("/presence/times", **filled)
    player = anna_of(club)
    assert player.free_times == FreeTimes((4, 5), (23, 7), "DE")
    assert (player.absences_auto, player.away_letters) == (False, AwayLetters.COUNT)
    assert "Friday and Saturday, nights from 23:00 to 7:00, public holidays: Germany." in anna.page.text
    fields = anna.open("/presence").page.form("/presence/times").fields
    assert f"begun without free times, where your clock runs on: {club.match().code}." in anna.page.text
    assert (fields["begin"], fields["end"], fields["region"]) == ("23", "7", "DE")
    anna.submit("/presence/times", **{"day-4": "", "day-5": "", "begin": "", "end": "", "region": ""})
    assert anna_of(club).free_times == FreeTimes()


@pytest.mark.parametrize(
    ("filled", "told"),
    [
        ({"day-4": "1"}, "two days of the week"),
        ({"begin": "8", "end": "23"}, "at most 9 hours"),
        ({"begin": "8"}, "whole hours"),
        ({"region": "Atlantis"}, "no public holidays"),
    ],
)
def test_free_times_that_cannot_be_change_nothing(club: Club, anna: Browser, filled: dict[str, str], told: str) -> None:
    anna.open("/presence").submit("/presence/times", counts="1", **filled)
    assert anna.status == 422
    assert told in anna.page.text
    player = anna_of(club)
    assert (player.free_times, player.away_letters) == (None, AwayLetters.ASK)


def test_who_can_read_the_page_can_have_letters_again(club: Club, match: Match, anna: Browser) -> None:
    assert "came back" not in anna.open("/presence").page.text
    with club.context.store.writing() as session:
        session.get_one(Player, anna_of(club).id).bounced_at = app_context.now()
    assert "Letters to you came back" in anna.open("/presence").page.text
    anna.submit("/presence/letters")
    assert anna_of(club).bounced_at is None
    assert "We write to you again" in anna.page.text


def test_only_the_player_himself_says_so(browser: Browser) -> None:
    assert browser.open("/presence").at == "/sign-in"
    for path in ("/presence/absence", "/presence/times", "/presence/letters"):
        assert browser.client.post(path, data={"last": "2026-12-24"}).status_code == 403
