"""The language of a page."""

from __future__ import annotations

import pytest

from adjudicator.texts.language import CatalogMissing, language_for
from testkit.browser import Browser

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


def test_the_same_page_is_offered_in_every_language(browser: Browser) -> None:
    links = browser.open("/archive?layout=narrow").page.links
    assert {f"/archive?layout=narrow&lang={code}" for code in ("de", "fr", "it", "nl")} <= set(links)


def test_an_address_cannot_turn_the_links_of_the_page_elsewhere(browser: Browser) -> None:
    links = browser.open("/archive?_scheme=javascript&_external=1&_anchor=x").page.links
    assert all(link.startswith(("/", "#", "mailto:")) for link in links)
