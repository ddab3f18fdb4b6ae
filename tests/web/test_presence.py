"""The page of absences, and of addresses whose letters bounced."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from adjudicator.store.tables import Match, Player
from adjudicator.web import app_context
from testkit.browser import Browser
from testkit.club import ANNA, Club, address_of


def anna_of(club: Club) -> Player:
    with club.context.store.reading() as session:
        return session.scalars(select(Player).where(Player.address == address_of(ANNA))).one()


def test_an_absence_is_entered_shown_and_ended(club: Club, anna: Browser) -> None:
    last = (app_context.now() + timedelta(days=10)).date()
    anna.open("/preferences")
    anna.open("/presence").submit("/presence/absence", until=str(last))
    assert "You are away until" in anna.page.text
    until = anna_of(club).away_until
    assert until is not None
    assert until.date() == last + timedelta(days=1)
    anna.submit("/presence/absence", until="")
    assert anna_of(club).away_until is None
    assert "You are back" in anna.page.text


@pytest.mark.parametrize("until", ["2020-01-01", "soon", "2999-01-01"])
def test_an_invalid_day_is_refused_and_stays_in_the_form(club: Club, anna: Browser, until: str) -> None:
    anna.open("/presence").submit("/presence/absence", until=until)
    assert anna.status == 422
    assert "day" in anna.page.text
    assert anna_of(club).away_until is None


def test_an_absence_longer_than_the_host_allows_is_refused(club: Club, anna: Browser) -> None:
    last = (app_context.now() + timedelta(days=40)).date()
    anna.open("/presence").submit("/presence/absence", until=str(last))
    assert anna.status == 422
    assert "30 days a year" in anna.page.text


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
    for path in ("/presence/absence", "/presence/letters"):
        assert browser.client.post(path, data={"until": "2026-12-24"}).status_code == 403


def test_when_the_clock_rests_is_set_and_ended_as_in_a_letter(club: Club, anna: Browser) -> None:
    anna.open("/presence").submit("/presence/time/off", value="weekends nights 23-7")
    assert anna_of(club).free_times is not None
    assert anna.at == "/presence"
    anna.submit("/presence/time/off", value="now and then")
    assert anna.status == 422


def test_how_absences_come_about_is_set_by_buttons(club: Club, anna: Browser) -> None:
    before = anna_of(club)
    other = "by hand" if before.absences_auto else "auto"
    anna.open("/presence").submit("/presence/time/absences", value=other)
    assert anna_of(club).absences_auto is not before.absences_auto
    anna.submit("/presence/time/away_letters", value="count")
    assert anna_of(club).away_letters == "count"
    anna.submit("/presence/time/away_letters", value="ask")
    assert anna_of(club).away_letters == "ask"


def test_only_settings_of_time_are_set_there(anna: Browser) -> None:
    fields = anna.open("/presence").page.form("/presence/time/off").fields
    assert anna.post("/presence/time/layout", fields | {"value": "wide"}).status == 404
