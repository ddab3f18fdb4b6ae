"""The language of a page."""

from __future__ import annotations

import pytest

from adjudicator.services.players.players import find_player
from adjudicator.store.tables import Match
from adjudicator.texts.language.language import CatalogMissing, language_for
from testkit.browser import Browser
from testkit.club import Club

CASES = [
    ({}, "", "en"),
    ({}, "de", "de"),
    ({}, "de-AT,de;q=0.9,en;q=0.5", "de"),
    ({}, "pt,fr;q=0.4,en;q=0.3", "fr"),
    ({}, "zh", "en"),
    ({"lang": "nl"}, "de", "nl"),
    ({"lang": "xx"}, "it", "it"),
    ({"lang": ""}, "it", "it"),
]


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    try:
        for language in ("de", "fr", "it", "nl"):
            language_for(language)
    except CatalogMissing as fault:
        pytest.skip(str(fault))


def spoken(browser: Browser) -> str | None:
    return next(given["lang"] for tag, given in browser.page.tags if tag == "html")


@pytest.mark.parametrize(("asked", "accepted", "language"), CASES)
def test_a_picked_language_goes_before_the_browsers(
    browser: Browser, asked: dict[str, str], accepted: str, language: str
) -> None:
    browser.open("/", query_string=asked, headers={"Accept-Language": accepted} if accepted else {})
    assert spoken(browser) == language


def test_a_language_that_was_picked_stays(browser: Browser) -> None:
    browser.open("/?lang=fr")
    assert spoken(browser.open("/archive")) == "fr"
    assert spoken(browser.open("/nowhere")) == "fr"


def test_a_player_reads_their_own_language_whatever_is_picked(anna: Browser) -> None:
    anna.open("/preferences").submit("/preferences", language="it")
    assert spoken(anna.open("/?lang=de", headers={"Accept-Language": "nl"})) == "it"


def test_a_player_changes_the_language_of_pages_and_letters_on_any_page(
    club: Club, match: Match, anna: Browser
) -> None:
    for path, language, said in (
        (f"/m/{match.code}?layout=narrow", "de", "auf Deutsch"),
        ("/archive", "fr", "en français"),
        (f"/m/{match.code}", "en", "in English"),
    ):
        anna.open(path).submit("/language", language=language)
        assert anna.answer
        assert anna.answer.request.full_path.rstrip("?") == path
        assert spoken(anna) == language
        assert said in anna.page.text
        assert {given["lang"] for _, given in anna.page.tags if "lang" in given} == {"de", "en", "fr", "it", "nl"}
        with club.context.store.reading() as session:
            player = find_player(session, "anna@anna.example")
            assert player is not None
            assert player.language == language
    form = anna.page.form("/language")
    assert anna.post("/language", form.fields | {"language": "xx"}).status == 400
    assert anna.client.post("/language", data=form.fields | {"language": "it", "next": "//x.example"}).location == "/"


def test_the_same_page_is_offered_in_every_language(browser: Browser) -> None:
    links = browser.open("/archive?layout=narrow").page.links
    assert {f"/archive?layout=narrow&lang={code}" for code in ("de", "fr", "it", "nl")} <= set(links)


def test_an_address_cannot_turn_the_links_of_the_page_elsewhere(browser: Browser) -> None:
    links = browser.open("/archive?_scheme=javascript&_external=1&_anchor=x").page.links
    assert all(link.startswith(("/", "#", "mailto:")) for link in links)
