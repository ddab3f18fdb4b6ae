"""A reader of another language meets no order in the engine's notation: not in a list, on a button or in a picture."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from adjudicator.engines.pharao.position.position import Position
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.texts.language.written_orders import write_order
from testkit.browser import Browser
from testkit.club import ANNA, BOB, Club
from testkit.engines.pharao import drawn, play
from testkit.engines.pharao_views import MAP
from testkit.pharao_match import begin_pharao
from testkit.seats_at_table import begin_table
from tests.web.conftest import signed_in
from tests.web.match_state import steps

SHOWN = ("aria-label", "title", "placeholder", "alt")
"""The attributes that are read out or shown."""
BUSY = drawn(MAP, "A:C3+3 P:B2 *C3", "A:C3+2 P:C3", lying="C3=2 C3=3", hidden={"A3": "tee"})
WAITING = play(drawn(MAP, "A:C5 P:A1", "A:A1 P:A1", hidden={"C6": "tee"}), "flip C6")


def visible(browser: Browser) -> str:
    """Everything of the open page that a person sees or hears."""
    said = [value for _, given in browser.page.tags for name, value in given.items() if name in SHOWN and value]
    return " ".join((browser.page.text, *said))


def strange(club: Club, browser: Browser) -> list[str]:
    """List the orders on the open page that are not as a German would write them: legal ones, and those played."""
    loaded, text = load_match(club.match()), visible(browser)
    orders = {*loaded.orders, *filter(None, steps(club, club.match()))}
    foreign = [order for order in orders if write_order(club.match().rules, order, "de") != order]
    assert foreign, "nothing here could be shown in the wrong way"
    return [order for order in foreign if re.search(rf"(?<![\w;]){re.escape(order)}(?!\w)", text)]


def read_german(club: Club, app: Flask, person: str) -> Browser:
    browser = signed_in(app, club, person)
    browser.open(f"/m/{club.match().code}").submit("/language", language="de")
    return browser


SELL = {"de": "verkaufen", "en": "sell", "fr": "vendre", "it": "vendere", "nl": "verkopen"}


def options(browser: Browser) -> list[tuple[str, str]]:
    """List the orders of the list to choose from, and how they are shown."""
    return re.findall(r"<option value=\"([^\"]+)\"[^>]*>([^<]+)</option>", browser.page.html)


def test_the_list_of_moves_says_what_each_does(club: Club, app: Flask) -> None:
    mover, *_ = begin_table(club)
    path, browser = f"/m/{club.match().code}", signed_in(app, club, mover)
    for language, sell in SELL.items():
        browser.open(path).submit("/language", language=language)
        browser.open(path)
        sold = {value: shown for value, shown in options(browser) if value.endswith(f" {sell}")}
        assert sold
        for value, shown in sold.items():
            assert shown.startswith(f"{value} \u2013 ")
            assert sell in shown.removeprefix(value)


def test_moves_that_differ_only_in_their_squares_are_not_explained_one_by_one(club: Club, app: Flask) -> None:
    match = club.begin()
    listed = options(signed_in(app, club, (ANNA, BOB)[match.to_move or 0]).open(f"/m/{match.code}"))
    assert listed
    assert all(value == shown for value, shown in listed)


def test_no_page_of_cheops_shows_one(club: Club, app: Flask) -> None:
    mover, *_ = begin_table(club)
    path, browser = f"/m/{club.match().code}", read_german(club, app, mover)
    assert strange(club, browser) == []
    sold = next(order for order in load_match(club.match()).orders if order.endswith(" sell"))
    written = sold.replace("sell", "verkaufen")
    for tried in (sold, written, sold.removesuffix(" sell")):
        assert tried.replace("sell", "verkaufen") in browser.open(f"{path}?step={tried}").page.text
        assert strange(club, browser) == [], tried
    browser.open(path).submit(f"{path}/orders", text=sold)
    assert f"Gespielt: {written}." in browser.page.text
    for page in (path, f"{path}/1", "/turns"):
        assert strange(club, browser.open(page)) == [], page
    browser.open(path).submit(f"{path}/undo")
    assert f"Erledigt: zurücknehmen. Du hast {written} zurückgenommen." in browser.page.text
    assert strange(club, browser) == []


def test_a_turn_that_ends_in_a_draw_is_tried_up_to_it_and_can_be_played_whole(club: Club, app: Flask) -> None:
    mover, *_ = begin_table(club)
    path, browser = f"/m/{club.match().code}", read_german(club, app, mover)
    sold = next(order for order in load_match(club.match()).orders if order.endswith(" sell"))
    written = f"{sold.replace('sell', 'verkaufen')}; ziehen 1"
    browser.open(f"{path}?step={sold}; draw 1")
    assert "„ziehen 1“" in browser.page.text
    assert strange(club, browser) == []
    browser.submit(f"{path}/orders", text=written)
    assert f"Gespielt: {sold.replace('sell', 'verkaufen')}." in browser.page.text
    assert steps(club, club.match()) == [sold, "draw 1"]


@pytest.mark.parametrize("position", [BUSY, WAITING], ids=["busy", "waiting"])
def test_no_page_of_pharao_shows_one(club: Club, app: Flask, position: Position) -> None:
    begin_pharao(club, position)
    path, browser = f"/m/{club.match().code}", read_german(club, app, ANNA)
    assert strange(club, browser) == []
    orders = load_match(club.match()).orders
    for order in orders[:: 1 + len(orders) // 4]:
        browser.open(f"{path}?step={order}")
        assert strange(club, browser) == [], order
    browser.submit(f"{path}/orders", text=order)
    assert strange(club, browser) == []
    assert strange(club, browser.open(path)) == []
