"""The pages in Chromium, without scripts: readable by everybody, at every width, and a whole match by forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page
from sqlalchemy import select

from adjudicator.mail.address import stamp_row
from adjudicator.services.links import letters_url
from adjudicator.services.matches.finished.player_pages import page_of
from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.services.players.players import find_player
from adjudicator.store.states import MatchState
from adjudicator.store.tables import ArchivedPosition, Match, Player
from testkit.club import ANNA, BOB, Club, address_of, text_of
from testkit.finished_matches import Played, finish_matches
from tests.web.chromium import ChromiumMissing, chromium, overflow, served

FIVE = ("M14", "M15", "M16", "M17", "M18")
OTHERS = ("N13", "O13", "L13", "N12")


@pytest.fixture(scope="module")
def screen() -> Iterator[Browser]:
    try:
        with chromium() as browser:
            yield browser
    except ChromiumMissing as fault:
        pytest.skip(str(fault))


@pytest.fixture
def site(app: Flask) -> Iterator[str]:
    with served(app) as site:
        yield site


def window(
    screen: Browser, site: str, *, width: int = 1280, dark: bool = False, scripts: bool = False
) -> BrowserContext:
    """Open a window; scripts are off but for the tests' own tools."""
    return screen.new_context(
        base_url=site,
        viewport={"width": width, "height": 800},
        color_scheme="dark" if dark else "light",
        java_script_enabled=scripts,
        bypass_csp=scripts,
    )


def sign_in(club: Club, page: Page, person: str) -> None:
    page.goto("/sign-in")
    page.get_by_label("Your mail address").fill(address_of(person))
    page.get_by_role("button", name="Mail me a link").click()
    path = re.search(r"/sign-in/\S+", text_of(club.last(person)))
    assert path is not None
    page.goto(path[0])
    page.get_by_role("button", name="Sign in on this device").click()
    if page.url.endswith("/welcome"):
        for name in page.get_by_label("What shall the others call you?").all():  # unless they have said it already
            name.fill(person.partition(" ")[0])
        page.get_by_role("button", name="Save and go on").click()


def everywhere(club: Club, match: Match) -> list[str]:
    club.write(ANNA, club.context.addresses.service, "new egyptos with open")
    club.answer(club.last(ANNA), "yes")
    club.write(BOB, club.context.addresses.service, "new egyptos with carl@carl.example isolation=allowed")
    asked = re.search(r"/r/\S+", text_of(club.last(BOB)))
    assert asked is not None
    code, open_seat = match.code, club.match().code
    with club.context.store.reading() as session:
        first = session.get_one(Player, 1)
    return [
        "/", "/new", "/sign-in", "/archive", "/mine", "/turns", "/preferences", "/preferences/digest", "/presence",
        "/welcome", "/rules/egyptos", "/nowhere", f"/m/{code}", f"/m/{code}?step=M14", f"/m/{code}?step=Q20",
        f"/m/{code}?layout=linear", f"/m/{code}/1", f"/m/{code}/1?from=1", f"/m/{code}/film", f"/m/{code}/resign",
        f"/m/{open_seat}", f"/join/{open_seat}", "/mailbox", "/mailbox/1", asked[0], "/verify?line=5f3a+91c0",
        "/privacy", "/identity",
        letters_url(club.context, 1, stamp_row(first.created_at)).removeprefix(club.context.site),
    ]  # fmt: skip


def play_to_study(club: Club) -> list[str]:
    """Finish a few matches; list the pages that are made of many."""
    swap = Played(("M14", "N15"), resigns=1, options={"opening": "swap"})
    cheops = [Played(drawn=3, rules="cheops/1", seats=seats) for seats in (2, 3)]
    finish_matches(club.context, club.now, [Played(("M14", "N15")), swap, *cheops])
    with club.context.store.reading() as session:
        player = find_player(session, address_of(ANNA))
        position = session.scalars(select(ArchivedPosition.position)).first()
        assert player is not None
        page = page_of(player)
    return ["/openings/egyptos", "/statistics/cheops", f"/players/{page}", f"/positions/{position}"]


def unfold(page: Page) -> None:
    """Open what is folded, so that it is looked at as well; type all questions into a box for orders."""
    box = page.get_by_label("Or write your orders")
    if box.count() and "?" not in page.url:
        box.fill("help\nstatus\nhistory\nboard\nlist\nrecord\nQ20")
        page.locator("form", has=box).get_by_role("button", name="Send").click()
    if page.url.endswith("/new"):
        page.get_by_role("button", name="Begin the match").click()
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")


CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""The only rule of axe that depends on the colour scheme."""
WIDTHS = {"a small phone": 320, "zoomed to 200 %": 640}


def test_axe_finds_nothing_to_complain_of_and_no_page_is_wider_than_the_window(
    screen: Browser, site: str, club: Club, match: Match
) -> None:
    paths = everywhere(club, match)
    with window(screen, site, scripts=True) as context:
        page = context.new_page()
        sign_in(club, page, ANNA)
        assert not look_through(page, paths)


def test_axe_finds_nothing_on_the_pages_that_are_made_of_many_matches(screen: Browser, site: str, club: Club) -> None:
    paths = play_to_study(club)
    with window(screen, site, scripts=True) as context:
        assert not look_through(context.new_page(), paths)


def look_through(page: Page, paths: list[str]) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """Run axe on pages in both colour schemes, and see whether one is wider than a narrow window."""
    found = {}
    for path in paths:
        page.set_viewport_size({"width": 1280, "height": 800})
        page.emulate_media(color_scheme="light")
        page.goto(path)
        unfold(page)
        found[path, "light"] = complaints(page)
        page.emulate_media(color_scheme="dark")
        found[path, "dark"] = complaints(page, CONTRAST)
        for name, width in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": 800})
            found[path, name] = [("overflow", str(overflow(page)))] if overflow(page) > 0 else []
    return {where: what for where, what in found.items() if what}


def complaints(page: Page, options: Mapping[str, Any] | None = None) -> list[tuple[str, str]]:
    """Run axe in the page; with options it must have run there before."""
    if options is None:
        violations = Axe().run(page).response["violations"]
    else:
        violations = page.evaluate("options => axe.run(document, options)", options)["violations"]
    return [(one["id"], one["nodes"][0]["html"]) for one in violations]


def test_the_keyboard_reaches_the_content_first(screen: Browser, site: str) -> None:
    with window(screen, site, scripts=True) as context:
        page = context.new_page()
        page.goto("/archive")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.getAttribute('href')") == "#content"
        assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "content"


def test_the_text_board_is_the_one_that_fits_unless_one_was_chosen(
    screen: Browser, site: str, club: Club, match: Match
) -> None:
    path = f"/m/{match.code}"
    for width, query, shown in (
        (360, "", "narrow"),
        (1100, "", "wide"),
        (360, "?layout=wide", "wide"),
        (1100, "?layout=linear", "linear"),
    ):
        with window(screen, site, width=width) as context:
            page = context.new_page()
            page.goto(path + query)
            if not query:
                page.get_by_text("The board as text").click()
            seen = [board for board in page.locator("pre.board").all() if board.is_visible()]
            assert [board.get_attribute("class") for board in seen] == [f"board {shown}"]
            if not query:
                assert seen[0].evaluate("board => board.scrollWidth - board.clientWidth") == 0


def test_the_part_of_the_form_that_belongs_to_the_chosen_game_is_shown_without_a_script(
    screen: Browser, site: str
) -> None:
    with window(screen, site, width=360) as context:
        page = context.new_page()
        page.goto("/new?game=egyptos")
        for game in ("Egyptos", "Cheops", "Das Gold des Pharao"):
            page.get_by_role("radio", name=game).check()
            assert [
                one.get_attribute("aria-label") for one in page.locator(".of-games section").all() if one.is_visible()
            ] == [game]


def test_words_for_a_guest_are_asked_for_only_where_somebody_is_invited(screen: Browser, site: str) -> None:
    with window(screen, site, width=360) as context:
        page = context.new_page()
        page.goto("/new?game=cheops")
        greeting, friend = page.get_by_label("A line of your own"), page.get_by_label("Mail address of your friend")
        for kind, asked in (("A friend", True), ("The house player", False), ("Anybody who comes", False)):
            page.get_by_role("radio", name=kind).check()
            assert (greeting.is_visible(), friend.is_visible()) == (asked, asked)
        cheops = page.get_by_role("region", name="Cheops")
        cheops.get_by_text("More players").click()
        cheops.get_by_label("Opponent 2").select_option("mail")
        assert greeting.is_visible()
        assert not friend.is_visible()


def test_a_match_is_begun_and_a_move_played_with_nothing_but_the_keyboard(
    screen: Browser, site: str, club: Club
) -> None:
    with window(screen, site, scripts=True) as context:
        page = context.new_page()
        sign_in(club, page, ANNA)
        page.goto("/new?game=egyptos")
        tab_to(page, "[name='kind-1']")
        page.keyboard.press("ArrowUp")
        tab_to(page, "[name='game']")
        page.keyboard.press("Enter")
        page.wait_for_url("**/m/*")
        tab_to(page, "[href='#move']")
        page.keyboard.press("Enter")
        tab_to(page, "#step")
        page.keyboard.press("ArrowDown")
        tab_to(page, "[name='preview'] + button")
        page.keyboard.press("Enter")
        page.wait_for_url("**/answer/*")
        assert "Played: " in page.inner_text("main")
        tab_to(page, ".history summary")
        page.keyboard.press("Enter")
        assert page.get_by_role("link", name="Position after step 1").last.is_visible()


def tab_to(page: Page, wanted: str) -> None:
    """Press the tabulator until the focus is on an element."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(wanted)


def test_a_whole_match_is_played_by_forms_without_scripts(screen: Browser, site: str, club: Club) -> None:
    with window(screen, site) as hers, window(screen, site, width=360, dark=True) as his:
        anna, bob = hers.new_page(), his.new_page()
        for page, person in ((anna, ANNA), (bob, BOB)):
            sign_in(club, page, person)
        code = _agree(anna, bob)
        first, second = (anna, bob) if _begins(club, code) == "Anna" else (bob, anna)
        for turn in range(5):
            _move(second, code, FIVE[turn], by=turn)
            if turn < 4:
                _move(first, code, OTHERS[turn], by=turn + 1)
        for page, words in ((second, "You have won"), (first, "has won")):
            page.goto(f"/m/{code}")
            assert words in page.inner_text("main")
        second.goto("/archive")
        second.get_by_role("link", name=f"Egyptos {code}").click()
        second.get_by_text("All moves so far", exact=True).click()
        second.get_by_role("link", name="Position after step 5").click()
        assert "Position 5 of 11" in second.inner_text("main")
    with club.context.store.reading() as session:
        match = find_match(session, code)
        assert match is not None
        assert match.state is MatchState.FINISHED
        assert match.end is not None
        assert match.end.reason == "five"


def _agree(anna: Page, bob: Page) -> str:
    """Anna asks for a match with an open seat, and Bob finds it on the front page."""
    anna.goto("/new?game=egyptos")
    anna.get_by_label("Anybody who comes: the seat stays open").check()
    anna.get_by_role("button", name="Begin the match").click()
    code = anna.url.rpartition("/")[2]
    bob.goto("/")
    bob.get_by_role("link", name=code).click()
    bob.get_by_role("link", name="Take the free seat").click()
    bob.get_by_role("button", name="Take the free seat").click()
    return code


def _begins(club: Club, code: str) -> str:
    with club.context.store.reading() as session:
        match = find_match(session, code)
        assert match is not None
        return match.seats[match.entries[0].mover].name


def _move(page: Page, code: str, order: str, *, by: int) -> None:
    """Play an order: by pointing at the board, from the list, or written, in turn."""
    page.goto(f"/m/{code}")
    if by % 3 == 0:
        page.locator(f"svg a[aria-label='{order}']").click()
        assert "Nothing is played yet" in page.inner_text("main")
        page.get_by_role("button", name=f"Play {order}").click()
    elif by % 3 == 1:
        page.get_by_label("legal moves").select_option(order)
        page.get_by_role("button", name="Play it").click()
    else:
        page.get_by_label("Or write your orders").fill(order.lower())
        page.locator("form", has=page.get_by_label("Or write your orders")).get_by_role("button", name="Send").click()
    assert f"Played: {order}" in page.inner_text("main")
