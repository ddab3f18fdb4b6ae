"""A seat that is kept for an address is its player's on the page as well, which shows its form to nobody else."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from flask import Flask

from adjudicator.store.states import MatchState
from testkit.browser import Browser
from testkit.cases import check_cases
from testkit.club import ANNA, BOB, Club, address_of, text_of
from testkit.identity_changes import add
from testkit.private_matches import EVE
from tests.web.conftest import signed_in

OTHER = "Bob <bob@second.example>"
FORM = {"form": "a" * 32, "mark": "1" * 32, "turn": "0"}


@pytest.fixture
def club(club: Club) -> Club:
    """Let Bob have a further address."""
    club.begin()
    add(club, BOB, OTHER)
    club.now = datetime.now(UTC)
    return club


def begin(club: Club, wanted: str) -> str:
    club.write(ANNA, club.context.addresses.service, f"new {wanted}")
    club.answer(club.last(ANNA), "yes")
    return club.match().code


def join_on_the_page(browser: Browser, _: Club, code: str) -> None:
    browser.open(f"/m/{code}")
    assert f"/join/{code}" in browser.page.links
    browser.open(f"/join/{code}").submit(f"/join/{code}")


def answer_the_invitation(browser: Browser, club: Club, _: str) -> None:
    found = re.search(r"/r/\S+", text_of(club.last(BOB)).replace("\n ", ""))
    assert found is not None
    browser.open(found[0]).submit(found[0], answer="yes")


def test_an_invitation_is_taken_on_each_page(app: Flask, club: Club) -> None:
    bob = signed_in(app, club, BOB)
    with check_cases() as case:
        for guest in (BOB, OTHER):
            for join in (join_on_the_page, answer_the_invitation):
                with case(guest, join.__name__):
                    join(bob, club, begin(club, f"egyptos with {address_of(guest)}"))
                    assert club.match().state is MatchState.RUNNING


@pytest.mark.parametrize(
    ("wanted", "seats"),
    [
        ("egyptos with open", {"bob", "eve", "nobody"}),
        (f"egyptos with {address_of(BOB)}", {"bob"}),
        (f"egyptos with {address_of(OTHER)}", {"bob"}),
        (f"cheops with {address_of(OTHER)} open", {"bob", "eve", "nobody"}),
        ("egyptos with carl@carl.example", set()),
        ("egyptos with house", set()),
    ],
)
def test_the_form_is_for_those_whom_it_would_seat(app: Flask, club: Club, wanted: str, seats: set[str]) -> None:
    code = begin(club, wanted)
    people = {"anna": signed_in(app, club, ANNA), "bob": signed_in(app, club, BOB), "eve": signed_in(app, club, EVE)}
    path = f"/join/{code}"
    for name, browser in (people | {"nobody": Browser(app.test_client())}).items():
        forms = [form.action for form in browser.open(path).page.forms]
        assert (path in forms) == (name in seats), name
        # The page of the match leads there those alone as well.
        assert (path in browser.open(f"/m/{code}").page.links) == (name in seats), name
    for name, browser in sorted(people.items(), key=lambda one: one[0] in seats):
        before = [seat.player_id for seat in club.match().seats]
        token = {key: value for key, value in browser.open("/new").page.form("/new").fields.items() if "token" in key}
        browser.post(path, FORM | token)
        assert browser.at == f"/m/{code}"
        assert ([seat.player_id for seat in club.match().seats] != before) == (name in seats), name
        if name in seats:
            break
