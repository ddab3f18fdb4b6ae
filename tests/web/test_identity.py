"""On the pages a player sees how he is known, and changes it; and whoever was written to can be left alone."""

from __future__ import annotations

import pytest

from adjudicator.desk.links import LinkKind, mint_link
from adjudicator.desk.people import find_player, further_addresses
from adjudicator.store.tables import Match, Player
from tests.desk.club import ANNA, BOB, Club, address_of, text_of
from tests.mail.openpgp import Signer
from tests.web.browser import Browser

WORK = "Anna at work <anna@work.example>"


def player(club: Club) -> Player:
    with club.desk.store.reading() as session:
        found = find_player(session, address_of(ANNA))
        assert found is not None
        assert found.key is not None
        return found


def further(club: Club) -> list[str]:
    with club.desk.store.reading() as session:
        return further_addresses(session, player(club))


def test_a_stranger_is_asked_to_sign_in(browser: Browser, match: Match) -> None:
    assert "/sign-in" in browser.open("/identity").at
    assert browser.client.post("/identity/revoke").status_code == 403


def test_an_address_is_added_once_it_answers_and_forgotten(club: Club, anna: Browser) -> None:
    anna.open("/identity").submit("/identity/address", value=address_of(WORK))
    assert "We have written to anna@work.example." in anna.page.text
    assert further(club) == []
    club.answer(club.last(WORK), "yes", sender=WORK)
    assert further(club) == ["anna@work.example"]
    anna.open("/identity").submit("/identity/forget")
    assert further(club) == []


def test_the_new_address_can_answer_on_its_page(club: Club, anna: Browser, browser: Browser) -> None:
    anna.open("/identity").submit("/identity/address", value=address_of(WORK))
    path = next(word for word in text_of(club.last(WORK)).split() if "/r/" in word).removeprefix(club.desk.site)
    browser.open(path)
    assert "Is this address yours?" in browser.page.text
    assert further(club) == []
    browser.submit(path, answer="yes")
    assert further(club) == ["anna@work.example"]


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
def test_what_cannot_be_is_told(anna: Browser, command: str, value: str, said: str) -> None:
    anna.open("/identity")
    token = anna.page.form("/identity/revoke").fields["csrf_token"]
    anna.post(f"/identity/{command}", {"csrf_token": token, "value": value})
    assert anna.status == 422
    assert said in anna.page.text


def test_what_is_no_change_is_not_found(anna: Browser) -> None:
    token = anna.open("/identity").page.form("/identity/revoke").fields["csrf_token"]
    assert anna.post("/identity/resign", {"csrf_token": token}).status == 404


def test_a_key_is_kept_and_required_and_then_only_a_signed_letter_gives_it_up(club: Club, anna: Browser) -> None:
    signer = Signer.make(ANNA)
    anna.open("/identity").submit("/identity/key", value=signer.public)
    assert signer.cert.fingerprint.upper() in anna.page.text
    token = anna.page.form("/identity/revoke").fields["csrf_token"]
    anna.post("/identity/key", {"csrf_token": token, "value": "required"})
    assert player(club).key_required
    for command, value in (("key", "none"), ("key", "optional"), ("address", address_of(WORK))):
        assert anna.post(f"/identity/{command}", {"csrf_token": token, "value": value}).status == 422
    assert player(club).key_required
    assert anna.post("/identity/revoke", {"csrf_token": token}).status == 200


def test_revoking_on_the_page_reaches_the_letters(club: Club, anna: Browser, match: Match) -> None:
    leaked = club.last(ANNA, "Egyptos")
    anna.open("/identity").submit("/identity/revoke")
    assert "revoked" in anna.page.text
    number = club.answer(leaked, "status")
    assert club.inbox(number).verdict == "refused: revoked"


@pytest.fixture
def never(club: Club, match: Match) -> str:
    """The link in an invitation to somebody who never wrote to us."""
    club.answer(club.last(ANNA), "status")
    club.write(ANNA, club.desk.addresses.service, "new egyptos with carl@carl.example")
    club.answer(club.last(ANNA), "yes")
    words = text_of(club.last("carl@carl.example")).split()
    return next(word for word in words if "/never/" in word).removeprefix(club.desk.site)


def invite(club: Club) -> str:
    club.write(ANNA, club.desk.addresses.service, "new egyptos with carl@carl.example")
    return club.inbox(club.answer(club.last(ANNA), "yes")).verdict


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_at_the_link_closes_no_door(club: Club, browser: Browser, never: str, method: str) -> None:
    for _ in range(3):
        assert getattr(browser.client, method)(never).status_code == 200
    assert invite(club) == "confirmed"


def test_a_person_closes_the_door_and_opens_it_again(club: Club, browser: Browser, never: str) -> None:
    browser.open(never).submit(never)
    assert "You are left alone" in browser.page.text
    assert invite(club) == "refused: wants_none"
    browser.submit(never, door="open")
    assert invite(club) == "confirmed"


def test_a_mail_program_closes_it_with_one_click(club: Club, browser: Browser, never: str) -> None:
    assert browser.client.post(never, data={"List-Unsubscribe": "One-Click"}).status_code in (200, 303)
    assert invite(club) == "refused: wants_none"


def test_whoever_is_left_alone_gets_no_sign_in_link_that_others_ask_for(
    club: Club, browser: Browser, never: str
) -> None:
    browser.client.post(never, data={"List-Unsubscribe": "One-Click"})
    before = len(club.letters("carl@carl.example"))
    browser.open("/sign-in").submit("/sign-in", address="carl@carl.example")
    assert browser.status == 200
    assert len(club.letters("carl@carl.example")) == before


def test_a_link_of_another_kind_or_forged_is_not_found(club: Club, browser: Browser, never: str) -> None:
    for token in (mint_link(club.desk, LinkKind.LETTERS, 1), "x.y.z", mint_link(club.desk, LinkKind.NEVER, 999)):
        assert browser.open(f"/never/{token}").status == 404
        assert browser.client.post(f"/never/{token}").status_code == 404
