"""Reminders, quiet hours and the calendar on the pages, and the feed for calendar programs."""

from __future__ import annotations

import pytest
from icalendar import Calendar
from sqlalchemy import select

from adjudicator.match.timekeeping.instants import DAY, HOUR
from adjudicator.match.timekeeping.quiet_hours import QuietHours
from adjudicator.match.timekeeping.reminders import NO_REMINDERS, USUAL, ReminderPlan
from adjudicator.store.states import Letters
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.web.request import page_rate_limits
from testkit.browser import Browser
from testkit.club import ANNA, Club, address_of
from tests.web.match_state import now


def anna_of(club: Club) -> Player:
    with club.context.store.reading() as session:
        return session.scalars(select(Player).where(Player.address == address_of(ANNA))).one()


def feed_of(browser: Browser) -> str:
    found = [link for link in browser.page.links if "/calendar/" in link]
    return found[0].partition("//")[2].partition("/")[2] if found else ""


@pytest.mark.parametrize(
    ("form", "plan"),
    [
        ({"reminders": "times", "times": "3d 1d 4h"}, ReminderPlan((3 * DAY, DAY, 4 * HOUR))),
        ({"reminders": "none"}, NO_REMINDERS),
        ({"reminders": "usual"}, USUAL),
    ],
    ids=str,
)
def test_reminders_are_set_and_shown(club: Club, anna: Browser, form: dict[str, str], plan: ReminderPlan) -> None:
    anna.open("/preferences").submit("/preferences/reminders", **form)
    assert anna_of(club).reminders == plan
    assert anna.status == 200
    assert f'value="{form["reminders"]}" checked' in anna.page.html


def test_a_match_has_letters_and_reminders_of_its_own(club: Club, match: Match, anna: Browser) -> None:
    path = f"/m/{match.code}"

    def seat() -> Seat:
        return next(one for one in now(club, match).seats if one.player_id == anna_of(club).id)

    page = anna.open(path).submit(f"{path}/letters", letters="all").open(path).page
    assert (seat().letters, anna_of(club).letters) == (Letters.ALL, Letters.TURNS)
    assert 'name="letters" value="all" checked' in page.html
    anna.submit(f"{path}/letters", letters="default")
    assert seat().letters is None
    page = anna.open(path).submit(f"{path}/reminders", reminders="times", times="3d 4h").open(path).page
    assert (seat().reminders, anna_of(club).reminders) == (ReminderPlan((3 * DAY, 4 * HOUR)), None)
    assert 'value="3d 4h"' in page.html
    anna.submit(f"{path}/reminders", reminders="times", times="40d")
    assert "at most 30 days" in anna.page.text


def test_wrong_reminders_are_refused_and_stay_in_the_form(club: Club, anna: Browser) -> None:
    anna.open("/preferences").submit("/preferences/reminders", reminders="times", times="40d")
    assert anna.status == 422
    assert "at most 30 days" in anna.page.text
    assert "Try: 30d" in anna.page.text
    assert 'value="40d"' in anna.page.html
    assert anna_of(club).reminders is None


def test_quiet_hours_are_set_and_taken_back(club: Club, anna: Browser) -> None:
    anna.open("/preferences").submit("/preferences/quiet", begin="22", end="7")
    assert anna_of(club).quiet_hours == QuietHours(22, 7)
    assert "From 22:00 to 7:00" in anna.page.text
    anna.submit("/preferences/quiet", begin="", end="")
    assert anna_of(club).quiet_hours is None


@pytest.mark.parametrize(("begin", "end"), [("8", "21"), ("22", ""), ("22", "22"), ("x", "7")])
def test_wrong_quiet_hours_are_refused(club: Club, anna: Browser, begin: str, end: str) -> None:
    anna.open("/preferences").submit("/preferences/quiet", begin=begin, end=end)
    assert anna.status == 422
    assert anna_of(club).quiet_hours is None


def test_the_feed_is_made_read_renewed_and_ended(club: Club, match: Match, anna: Browser, browser: Browser) -> None:
    anna.open("/preferences").submit("/preferences/calendar", use="on")
    first = anna_of(club).calendar_key
    assert first
    path = "/" + feed_of(anna)
    browser.open(path)
    assert browser.status == 200
    calendar = Calendar.from_ical(browser.page.html)
    expected = 1 if match.seats[match.to_move or 0].player_id == anna_of(club).id else 0
    assert len(calendar.walk("VEVENT")) == expected
    anna.submit("/preferences/calendar", use="new")
    assert anna_of(club).calendar_key not in ("", first)
    assert browser.open(path).status == 410
    anna.submit("/preferences/calendar", use="off")
    assert anna_of(club).calendar_key == ""
    assert browser.open("/calendar/nothing.ics").status == 404


def test_the_feed_is_kept_for_a_while_and_not_sent_twice(anna: Browser, browser: Browser) -> None:
    anna.open("/preferences").submit("/preferences/calendar", use="on")
    path = "/" + feed_of(anna)
    first = browser.client.get(path)
    assert first.content_type == "text/calendar; charset=utf-8"
    assert first.headers["Cache-Control"].startswith("private, max-age=")
    again = browser.client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert "inline" in first.headers["Content-Disposition"]


def test_one_address_is_not_fetched_for_ever(anna: Browser, browser: Browser) -> None:
    assert page_rate_limits.LIMITS[page_rate_limits.FEED].startswith("20 per minute")
    anna.open("/preferences").submit("/preferences/calendar", use="on")
    path = "/" + feed_of(anna)
    answers = [browser.client.get(path).status_code for _ in range(22)]
    assert answers == [200] * 20 + [429] * 2
    assert browser.client.get("/calendar/another.ics").status_code == 404, "others are not counted with it"
