"""The page of a request: reading does nothing, yes carries it out once, no drops it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from flask import Flask
from sqlalchemy import select

from adjudicator.match.record.sealing import digest_seed, salt_from_word
from adjudicator.services.links import request_url
from adjudicator.store.states import MatchState, RequestKind
from adjudicator.store.tables import Request
from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.web.request import app_context
from testkit.agreed_match import CARLA, DIRK, PEOPLE
from testkit.browser import Browser
from testkit.cases import check_cases
from testkit.club import ANNA, BOB, Club, address_of, text_of
from testkit.seats_at_table import begin_table, resign

XAVER = "Xaver <xaver@xaver.example>"


def link_of(club: Club, person: str) -> str:
    words = text_of(club.last(person)).split()
    return next(word for word in words if "/r/" in word).removeprefix(club.context.site)


@pytest.fixture
def asked(club: Club) -> str:
    """The link in the letter that asks Anna whether she wants a match with Bob."""
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example isolation=allowed days=5")
    return link_of(club, ANNA)


def test_yes_opens_the_match_and_asks_the_guest(club: Club, browser: Browser, asked: str) -> None:
    text = browser.open(asked).page.text
    assert "bob@bob.example" in text
    assert "5 days" in text
    assert "is allowed" in text
    browser.submit(asked, answer="yes")
    assert club.match().state is MatchState.INVITING
    invitation = link_of(club, BOB)
    assert "Bob" not in browser.open(invitation).page.text
    browser.submit(invitation, answer="yes")
    assert club.match().state is MatchState.RUNNING


HEADINGS: dict[str, str] = {
    "new egyptos with house": "A new match of Egyptos?",
    "cancel": "Call off this match?",
    "withdraw": "Give up this seat?",
    "resign": "Give up this match?",
    "join": "Anna (anna@anna.example) invites you to play Cheops",
    "takeover": "Do you want to play?",
    "hand over": "Take over the seat of Anna?",
    "substitute": "Play for Anna for a while?",
    "comment 1 Well played": "Publish this comment?",
    "comment none 1.1": "Strike out this comment?",
    "zone Rome": "Change this setting?",
    "letters none": "Change this setting?",
    "digest 18:00": "Change this setting?",
    "calendar new": "Change this setting?",
}
"""What the page of each line asks that needs a yes; `test_identity` has the pages about addresses and keys."""


def test_each_page_says_what_it_asks(club: Club, browser: Browser) -> None:
    links = ask_everything(club)
    with check_cases() as case:
        assert links.keys() == HEADINGS.keys()
        for at, (line, link) in enumerate(links.items()):
            for language in {"en", LANGUAGES[at % len(LANGUAGES)]}:
                with case(line, language):
                    html = browser.open(f"{link}?lang={language}").page.html
                    heading = re.findall("<h1>(.*?)</h1>", html)
                    assert heading == [translated(HEADINGS[line], language)]


def translated(heading: str, language: str) -> str:
    """Translate a heading of which some words may stand for others."""
    names = {"Anna (anna@anna.example)": "name", "Anna": "name", "Egyptos": "game", "Cheops": "game"}
    source, values = heading, dict[str, str]()
    for words, name in names.items():
        if words in source:
            source, values[name] = source.replace(words, f"%({name})s"), words
    return re.sub(r"\bde (?=[AE])", "d\N{RIGHT SINGLE QUOTATION MARK}", language_for(language).gettext(source) % values)


def ask_everything(club: Club) -> dict[str, str]:
    """Ask for everything that needs a yes; return the link in each question."""
    service, links = club.context.addresses.service, dict[str, str]()

    def ask(line: str, person: str, *, to: str = service, name: str = "", asked: str = "") -> None:
        club.write(person, to, line)
        links[name or line] = link_of(club, asked or person)

    begin_table(club, PEOPLE[:3])
    code, seat = club.match().code, str(club.last(ANNA)["Reply-To"])
    ask("resign", ANNA, to=seat)
    ask(f"hand over to {address_of(DIRK)}", ANNA, to=seat, name="hand over", asked=DIRK)
    ask("substitute until 20 January by eve@eve.example", ANNA, to=seat, name="substitute", asked="eve@eve.example")
    resign(club, BOB)
    club.pass_time(hours=1)
    ask("new egyptos with house", XAVER)
    club.answer(club.last(XAVER), "yes")
    won, own = club.match(), str(club.last(XAVER)["Reply-To"])
    club.write(XAVER, own, "resign\nyes")
    ask(f"takeover {code}", XAVER, name="takeover")
    club.answer(club.last(XAVER), "yes")
    ask(f"withdraw {code}", XAVER, name="withdraw")
    for line in ("comment 1 Well played", "comment none 1.1"):
        ask(f"{won.code} {line}", XAVER, name=line)
        club.answer(club.last(XAVER), "yes")
    club.write(ANNA, service, "new cheops with carla@carla.example")
    club.answer(club.last(ANNA), "yes")
    links["join"] = link_of(club, CARLA)
    ask(f"cancel {club.match().code}", ANNA, name="cancel")
    for line in ("zone Rome", "letters none", "digest 18:00", "calendar new"):
        ask(line, ANNA)
    return links


@pytest.mark.parametrize("line", ["zone Rome", "layout narrow", "zone Rome\nlayout linear"])
def test_the_settings_that_the_yes_carries_out_are_shown(club: Club, browser: Browser, line: str) -> None:
    club.write(ANNA, club.context.addresses.service, f"new egyptos with house\n{line}")
    page = browser.open(link_of(club, ANNA)).page.text
    assert "With your yes, this is set for you as well" in page
    for setting in line.split("\n"):
        assert setting in page


def test_a_request_without_settings_shows_none(browser: Browser, asked: str) -> None:
    assert "With your yes" not in browser.open(asked).page.text


def test_words_of_a_stranger_are_not_shown_on_the_page(club: Club, browser: Browser) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with house\nname Planted Words")
    page = browser.open(link_of(club, ANNA)).page.text
    assert "With your yes" in page
    assert "Planted" not in page


def test_a_word_that_is_typed_goes_into_the_deal(club: Club, browser: Browser, asked: str) -> None:
    browser.open(asked)
    digest = re.findall(r"\b[0-9a-f]{64}\b", browser.page.text)
    browser.submit(asked, answer="yes", word=" pomegranate ")
    invitation = link_of(club, BOB)
    assert re.findall(r"\b[0-9a-f]{64}\b", browser.open(invitation).page.text) == digest
    browser.submit(invitation, answer="yes", word="Größe")
    match = club.match()
    assert digest == [digest_seed(match.code, match.seed)]
    for number, word in enumerate(("pomegranate", "Größe")):
        salt = salt_from_word(match.code, number, word)
        assert (match.seats[number].salt_from, match.seats[number].salt) == ("word", salt.salt)


def test_the_yes_of_a_newcomer_leads_to_their_seat_at_the_match(club: Club, app: Flask, asked: str) -> None:
    anna, bob = Browser(app.test_client()), Browser(app.test_client())
    anna.open(asked)
    assert "Signed in as" not in anna.page.text  # mail scanners follow links
    anna.submit(asked, answer="yes", name="Anna B", zone="Europe/Rome")
    assert anna.at == f"/m/{club.match().code}"
    assert "You have a seat." in anna.page.text
    invitation = link_of(club, BOB)
    bob.open(invitation, headers={"Accept-Language": "fr"})
    bob.post(invitation, bob.page.form(invitation).fields | {"answer": "yes"}, headers={"Accept-Language": "fr"})
    assert bob.at == f"/m/{club.match().code}"
    seated = [seat.player for seat in club.match().seats]
    assert [(one.name, one.zone, one.language) for one in seated if one] == [
        ("Anna B", "Europe/Rome", "en"),
        ("Player", "UTC", "fr"),
    ]
    assert "Signed in as anna@anna.example" in anna.open("/welcome").page.text
    assert anna.at == "/mine"  # nothing is asked that was asked already


def test_the_yes_of_a_player_opens_no_session_but_offers_a_link(
    club: Club, browser: Browser, anna: Browser, bob: Browser
) -> None:
    for one, lands in ((browser, False), (bob, False), (anna, True)):
        club.write(ANNA, club.context.addresses.service, "new egyptos with open")
        asked = link_of(club, ANNA)
        assert "name" not in one.open(asked).page.form(asked).fields
        one.submit(asked, answer="yes")
        code = club.match().code
        assert (one.at == f"/m/{code}") == lands
        assert f"/m/{code}" in one.page.html
    browser.submit("/sign-in")
    link = next(word for word in text_of(club.last(ANNA, "sign in")).split() if "/sign-in/" in word)
    browser.open(link.removeprefix(club.context.site)).submit(link.removeprefix(club.context.site))
    browser.submit("/welcome", skip="1")
    assert browser.at.startswith("/m/")


def test_an_invalid_introduction_comes_back_and_nothing_is_done(club: Club, browser: Browser, asked: str) -> None:
    browser.open(asked).submit(asked, answer="yes", name="www.evil.example")
    assert browser.status == 422
    assert "Names hold no links" in browser.page.text
    with pytest.raises(AssertionError):
        club.match()


def test_an_invitation_tells_on_its_page_what_its_letter_tells(club: Club, browser: Browser) -> None:
    club.write(
        ANNA, club.context.addresses.service, "new egyptos with bob@bob.example\nmessage: After all these years!"
    )
    asked = link_of(club, ANNA)
    browser.open(asked).submit(asked, answer="yes", name="Anna B")
    invitation = link_of(club, BOB)
    page = browser.open(invitation).page
    for told in ("Anna B (anna@anna.example) invites you", "After all these years!", "wins", "you, if you say yes"):
        assert told in page.text
    assert {"/rules/egyptos"} <= set(page.links)
    assert any(tag == "img" for tag, _ in page.tags)


def test_no_leaves_it(club: Club, browser: Browser, asked: str) -> None:
    browser.open(asked).submit(asked, answer="no")
    assert "Nothing was done in your name." in browser.page.text
    with pytest.raises(AssertionError):
        club.match()


def test_a_guest_who_says_no_leaves_a_free_seat(club: Club, browser: Browser, asked: str) -> None:
    browser.open(asked).submit(asked, answer="yes")
    invitation = link_of(club, BOB)
    browser.open(invitation).submit(invitation, answer="no")
    assert club.match().state is MatchState.INVITING
    assert "has not begun" in browser.open(f"/m/{club.match().code}").page.text


def test_it_is_answered_once(club: Club, browser: Browser, asked: str) -> None:
    form = browser.open(asked).page.form(asked)
    browser.submit(asked, answer="yes")
    browser.post(asked, form.fields | {"answer": "no"})
    assert browser.at == asked
    assert club.match().state is MatchState.INVITING
    page = browser.open(asked).page
    assert asked not in {form.action for form in page.forms}
    assert f"/m/{club.match().code}" in page.links


def test_a_request_that_has_expired_can_only_be_looked_at(club: Club, browser: Browser, asked: str) -> None:
    form = browser.open(asked).page.form(asked)
    with time_machine.travel(app_context.now() + timedelta(days=15)):
        assert not browser.open(asked).page.forms
        browser.post(asked, form.fields | {"answer": "yes"})
    with pytest.raises(AssertionError):
        club.match()


@pytest.mark.parametrize(
    "token", ["nothing", "play+confirm-1-aaaaaaaaaaaaaaaa", "play", "play+k7q2-1-9-dygsnhv6iujjgv2x", "a@b", "%00"]
)
def test_a_link_that_is_not_ours_is_not_found(browser: Browser, token: str) -> None:
    assert browser.open(f"/r/{token}").status == 404


def test_the_request_behind_a_sign_in_is_not_answered_here(club: Club, browser: Browser) -> None:
    browser.open("/sign-in").submit("/sign-in", address="anna@anna.example")
    with club.context.store.reading() as session:
        asked = session.scalars(select(Request).where(Request.kind == RequestKind.SIGN_IN)).one()
    token = request_url(club.context, asked).rpartition("/")[2]
    assert browser.open(f"/r/{token}").status == 404


def test_a_changed_setting_waits_for_the_button(club: Club, browser: Browser, asked: str) -> None:
    browser.open(asked).submit(asked, answer="yes")
    club.write(ANNA, club.context.addresses.service, "layout narrow")
    link = link_of(club, ANNA)
    assert "layout narrow" in browser.open(link).page.text
    browser.submit(link, answer="yes")
    seated = club.match().seats[0].player
    assert seated is not None
    assert seated.layout == "narrow"
