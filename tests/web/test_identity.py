"""The pages of addresses and keys, and the suppression page."""

from __future__ import annotations

import pytest
from flask import Flask

from adjudicator.services.links import LinkKind, mint_link
from adjudicator.services.players.players import find_player, further_addresses
from adjudicator.store.tables import Match, Player
from testkit.browser import Browser
from testkit.club import ANNA, BOB, Club, address_of, prose_of, text_of
from testkit.identity_changes import NEWS, QUESTION, add
from testkit.mail.openpgp import Signer
from tests.web.conftest import copied, sign_in

WORK = "Anna at work <anna@work.example>"


def player(club: Club) -> Player:
    with club.context.store.reading() as session:
        found = find_player(session, address_of(ANNA))
        assert found is not None
        assert found.key is not None
        return found


def further(club: Club) -> list[str]:
    with club.context.store.reading() as session:
        return further_addresses(session, player(club))


def test_a_stranger_is_asked_to_sign_in(browser: Browser, match: Match) -> None:
    assert "/sign-in" in browser.open("/identity").at
    assert browser.client.post("/identity/revoke").status_code == 403


def link_in(club: Club, person: str, about: str = "") -> str:
    """Find the page that a letter leads to."""
    words = text_of(club.last(person, about)).split()
    return next(word for word in words if "/r/" in word).removeprefix(club.context.site)


def agree(club: Club, anna: Browser) -> None:
    """Say yes on the page that the letter to Anna leads to."""
    path = link_in(club, ANNA, QUESTION)
    anna.open(path).submit(path, answer="yes")
    assert anna.status == 200


def test_an_address_is_added_once_both_have_answered_and_forgotten(club: Club, anna: Browser) -> None:
    anna.open("/identity").submit("/identity/address", value=address_of(WORK))
    assert "We have written to anna@anna.example." in anna.page.text
    assert not club.letters(WORK)
    agree(club, anna)
    assert further(club) == []
    club.answer(club.last(WORK), "yes", sender=WORK)
    assert further(club) == ["anna@work.example"]
    anna.open("/identity").submit("/identity/forget")
    assert further(club) == ["anna@work.example"]
    agree(club, anna)
    assert further(club) == []


def test_the_confirmation_names_the_request_and_its_browser(club: Club, anna: Browser) -> None:
    anna.client.environ_base["HTTP_USER_AGENT"] = "Mozilla/5.0 (X11; Linux; rv:140.0) Gecko/20100101 Firefox/140.0"
    anna.open("/identity").submit("/identity/address", value=address_of(WORK))
    anna.open(link_in(club, ANNA, QUESTION))
    for text in (prose_of(club.last(ANNA, QUESTION)), anna.page.text):
        assert "anna@work.example" in text
        assert "our pages, signed in by anna@anna.example (Firefox, Linux)" in text


def test_the_new_address_can_answer_on_its_page(club: Club, anna: Browser, browser: Browser) -> None:
    anna.open("/identity").submit("/identity/address", value=address_of(WORK))
    agree(club, anna)
    path = link_in(club, WORK)
    browser.open(path)
    assert "Is this address yours?" in browser.page.text
    assert further(club) == []
    browser.submit(path, answer="yes")
    assert further(club) == ["anna@work.example"]


def test_letters_go_to_another_address_and_a_page_takes_that_back(
    club: Club, anna: Browser, browser: Browser, app: Flask
) -> None:
    add(club, ANNA, WORK)
    copy = copied(app, anna)
    anna.open("/identity").submit("/identity/main")
    agree(club, anna)
    assert (player(club).address, further(club)) == ("anna@work.example", ["anna@anna.example"])
    path = link_in(club, WORK, NEWS)
    for _ in range(3):
        browser.open(path)
    assert "Was this not you?" in browser.page.text
    assert "Our letters to you go to anna@work.example." in browser.page.text
    assert player(club).address == "anna@work.example"
    browser.submit(path, answer="yes")
    assert (player(club).address, further(club)) == ("anna@anna.example", ["anna@work.example"])
    assert copy.open("/preferences").at == "/sign-in"
    browser.open(link_in(club, ANNA, NEWS))
    assert not browser.page.forms


def test_an_address_that_its_forger_asked_for_and_answered_signs_in_to_nothing(
    club: Club, app: Flask, match: Match
) -> None:
    club.answer(club.last(ANNA, "Egyptos"), "address mallory@evil.example")
    club.answer(club.last(ANNA, "Egyptos"), "yes", sender="mallory@evil.example")
    mallory = sign_in(app, club, "mallory@evil.example")
    assert "Signed in as mallory@evil.example" in mallory.page.text
    assert match.code not in mallory.open("/mine").page.text


@pytest.mark.parametrize(
    ("command", "value", "said"),
    [
        ("address", "nobody", "not a mail address"),
        ("address", address_of(ANNA), "is yours already"),
        ("forget", address_of(BOB), "is no further address of yours"),
        ("key", "rubbish", "There is no public key"),
        ("key", "required", "There is no public key"),
    ],
)
def test_an_impossible_change_is_refused(anna: Browser, command: str, value: str, said: str) -> None:
    anna.open("/identity")
    token = anna.page.form("/identity/revoke").fields["csrf_token"]
    anna.post(f"/identity/{command}", {"csrf_token": token, "value": value})
    assert anna.status == 422
    assert said in anna.page.text


def test_an_unknown_change_is_not_found(anna: Browser) -> None:
    token = anna.open("/identity").page.form("/identity/revoke").fields["csrf_token"]
    assert anna.post("/identity/resign", {"csrf_token": token}).status == 404


def test_a_required_key_can_be_removed_only_by_a_signed_letter(club: Club, anna: Browser) -> None:
    signer = Signer.make(ANNA)
    anna.open("/identity").submit("/identity/key", value=signer.public)
    assert player(club).key == ""
    agree(club, anna)
    assert signer.cert.fingerprint.upper() in anna.open("/identity").page.text
    token = anna.page.form("/identity/revoke").fields["csrf_token"]
    anna.post("/identity/key", {"csrf_token": token, "value": "required"})
    agree(club, anna)
    assert player(club).key_required
    for command, value in (("key", "none"), ("key", "optional"), ("address", address_of(WORK))):
        assert anna.post(f"/identity/{command}", {"csrf_token": token, "value": value}).status == 422
    assert player(club).key_required
    assert anna.post("/identity/revoke", {"csrf_token": token}).status == 200


def test_revoking_on_the_page_reaches_the_letters_and_every_session(
    club: Club, anna: Browser, app: Flask, match: Match
) -> None:
    leaked, copy = club.last(ANNA, "Egyptos"), copied(app, anna)
    anna.open("/identity").submit("/identity/revoke")
    agree(club, anna)
    assert copy.open("/preferences").at == "/sign-in"
    number = club.answer(leaked, "status")
    assert club.inbox(number).verdict == "refused: revoked"


@pytest.fixture
def never(club: Club, match: Match) -> str:
    """The suppression link in an invitation to an address that never wrote to us."""
    club.answer(club.last(ANNA), "status")
    club.write(ANNA, club.context.addresses.service, "new egyptos with carl@carl.example")
    club.answer(club.last(ANNA), "yes")
    words = text_of(club.last("carl@carl.example")).split()
    return next(word for word in words if "/never/" in word).removeprefix(club.context.site)


def invite(club: Club) -> str:
    club.write(ANNA, club.context.addresses.service, "new egyptos with carl@carl.example")
    return club.inbox(club.answer(club.last(ANNA), "yes")).verdict


@pytest.mark.parametrize("method", ["get", "head"])
def test_reading_the_page_suppresses_nothing(club: Club, browser: Browser, never: str, method: str) -> None:
    for _ in range(3):
        assert getattr(browser.client, method)(never).status_code == 200
    assert invite(club) == "confirmed"


def test_a_button_suppresses_an_address_and_another_allows_it_again(club: Club, browser: Browser, never: str) -> None:
    browser.open(never).submit(never)
    assert "We will not write to you again" in browser.page.text
    assert invite(club) == "refused: wants_none"
    browser.submit(never, door="open")
    assert invite(club) == "confirmed"


def test_a_mail_program_closes_it_with_one_click(club: Club, browser: Browser, never: str) -> None:
    assert browser.client.post(never, data={"List-Unsubscribe": "One-Click"}).status_code in (200, 303)
    assert invite(club) == "refused: wants_none"


def test_a_suppressed_address_gets_no_sign_in_link_that_others_request(
    club: Club, browser: Browser, never: str
) -> None:
    browser.client.post(never, data={"List-Unsubscribe": "One-Click"})
    before = len(club.letters("carl@carl.example"))
    browser.open("/sign-in").submit("/sign-in", address="carl@carl.example")
    assert browser.status == 200
    assert len(club.letters("carl@carl.example")) == before


def test_a_link_of_another_kind_or_forged_is_not_found(club: Club, browser: Browser, never: str) -> None:
    for token in (
        mint_link(club.context, LinkKind.LETTERS, 1, club.now),
        "x.y.z",
        mint_link(club.context, LinkKind.NEVER, 999, club.now),
    ):
        assert browser.open(f"/never/{token}").status == 404
        assert browser.client.post(f"/never/{token}").status_code == 404


def test_a_player_is_erased_after_a_yes_behind_the_letter_and_signed_out(
    club: Club, match: Match, anna: Browser
) -> None:
    anna.open("/identity").submit("/identity/erase_me")
    assert "We have written to anna@anna.example." in anna.page.text
    path = link_in(club, ANNA, QUESTION)
    assert match.code in anna.open(path).page.text
    assert "cannot be taken back" in anna.page.text
    anna.submit(path, answer="yes")
    assert "You have been erased here." in anna.page.text
    assert "/sign-in" in anna.open("/preferences").at
    with club.context.store.reading() as session:
        assert find_player(session, address_of(ANNA)) is None
    assert anna.open(path).status == 200
    assert "answered before" in anna.page.text
