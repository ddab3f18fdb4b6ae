"""A second look on the page of a match: the setting, the orders that wait, and the buttons to play or to take back."""

from __future__ import annotations

from flask import Flask

from adjudicator.store.player_tables import SecondLook
from adjudicator.web.matches.second_look_panel import USUAL_DELAY
from testkit.automatic_mail import player_of
from testkit.browser import Browser
from testkit.cases import check_cases
from testkit.club import ANNA, BOB, Club, to_move
from testkit.seats_at_table import seat_of
from tests.web.conftest import signed_in


def buttons(browser: Browser) -> list[str]:
    return [form.fields.get("text") or "" for form in browser.page.forms]


def turn_of(club: Club) -> int:
    return club.match().turn


def test_the_setting_is_chosen_for_a_match_or_for_all(club: Club, app: Flask) -> None:
    club.begin()
    mover, path = to_move(club), f"/m/{club.match().code}"
    browser = signed_in(app, club, mover)
    with check_cases() as case:
        for form, here, everywhere in (
            ({"look": "confirm"}, SecondLook(confirm=True), None),
            ({"look": "delay", "span": "2h"}, SecondLook(minutes=120), None),
            ({"look": "delay", "span": "", "always": "1"}, None, SecondLook(minutes=30)),
            ({"look": "off"}, None, None),  # the box stays ticked
        ):
            with case(form):
                browser.open(path).submit(f"{path}/second-look", **form)
                assert club.match().seats[seat_of(club, mover)].second_look == here
                assert player_of(club, mover).second_look == everywhere
                assert f'name="look" value="{form["look"]}" checked' in browser.open(path).page.html
        with case("a wrong time"):
            browser.open(path).submit(f"{path}/second-look", look="delay", span="40d")
            assert "24 hours at most" in browser.page.text
        with case("a wrong choice"):
            browser.open(path).submit(f"{path}/second-look", look="x")
            assert browser.status == 400
    assert USUAL_DELAY == "30m"


def test_orders_wait_on_the_page_until_they_are_played_or_taken_back(club: Club, app: Flask) -> None:
    club.begin()
    mover, path = to_move(club), f"/m/{club.match().code}"
    browser, turn = signed_in(app, club, mover), turn_of(club)
    browser.open(path).submit(f"{path}/second-look", look="confirm")
    browser.open(path).submit(f"{path}/orders", text="M14\nif N13 then L12")
    assert "The board after M14; nothing was played" in browser.page.text
    assert 'Your orders "M14" are not played yet.' in browser.open(path).page.text
    for person in (BOB if mover == ANNA else ANNA, None):
        other = signed_in(app, club, person) if person else Browser(app.test_client())
        assert "Your orders" not in other.open(path).page.text
    assert "wait" in buttons(browser)
    browser.submit(f"{path}/orders", text="wait")
    assert "This was waiting and is not played: M14." in browser.page.text
    assert turn_of(club) == turn
    browser.open(path).submit(f"{path}/orders", text="M14\nif N13 then L12")
    assert "M14\nif N13 then L12\nyes" in buttons(browser.open(path))
    browser.submit(f"{path}/orders", text="M14\nif N13 then L12\nyes")
    assert "Played: M14." in browser.page.text
    assert "Taken back" not in browser.page.text
    assert "Your plan" in browser.page.text
    assert turn_of(club) == turn + 1


def test_whoever_has_looked_at_the_board_behind_an_order_plays_it_at_once(club: Club, app: Flask) -> None:
    club.begin()
    mover, path = to_move(club), f"/m/{club.match().code}"
    browser, turn = signed_in(app, club, mover), turn_of(club)
    browser.open(path).submit(f"{path}/second-look", look="confirm")
    browser.open(f"{path}?step=M14")
    assert "M14\nyes" in buttons(browser)
    browser.submit(f"{path}/orders", text="M14\nyes")
    assert turn_of(club) == turn + 1
