"""An address that was taken off an account lately makes no new player, however it says yes, and can be taken back."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
import time_machine
from flask import Flask
from sqlalchemy import select

from adjudicator.services.host import deeds
from adjudicator.services.matches.rows.match_rows import lock_match
from adjudicator.services.players.players import UNDO_LIFE
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Player
from testkit.browser import Browser
from testkit.club import ANNA, BOB, Club, address_of, text_of
from testkit.identity_changes import add, agree, known

OTHER = "Anna <anna@second.example>"


@pytest.fixture
def club(club: Club) -> Club:
    """Let Anna have a further address, and take it off."""
    club.begin()
    add(club, ANNA, OTHER)
    assert agree(club, ANNA, f"forget {address_of(OTHER)}") == "confirmed"
    return club


def invite(club: Club) -> None:
    club.write(BOB, club.context.addresses.service, f"new egyptos with {address_of(OTHER)}")
    club.answer(club.last(BOB), "yes", sender=BOB)


def path(club: Club, page: str) -> str:
    found = re.search(rf"/{page}/\S+", text_of(club.last(OTHER)).replace("\n ", ""))
    assert found is not None
    return found[0]


def accept_by_letter(club: Club, _: Flask) -> None:
    invite(club)
    club.answer(club.last(OTHER), "yes", sender=OTHER)


def accept_with_a_setting(club: Club, _: Flask) -> None:
    invite(club)
    club.answer(club.last(OTHER), "yes\nzone Rome", sender=OTHER)


def accept_on_a_page(club: Club, app: Flask) -> None:
    invite(club)
    page = path(club, "r")
    Browser(app.test_client()).open(page).submit(page, answer="yes", name="Mallory", zone="")


def begin_by_letter(club: Club, _: Flask) -> None:
    club.write(OTHER, club.context.addresses.service, "new egyptos house")
    club.answer(club.last(OTHER), "yes", sender=OTHER)


def sign_in(club: Club, app: Flask) -> None:
    browser = Browser(app.test_client())
    browser.open("/sign-in").submit("/sign-in", address=address_of(OTHER))
    page = path(club, "sign-in")
    browser.open(page).submit(page)


def be_seated(club: Club, _: Flask) -> None:
    with unit_of_work(club.context, club.now) as work:
        match = lock_match(work.session, club.match().code)
        assert match is not None
        with pytest.raises(deeds.DeedRefused, match="take that back"):
            deeds.seat_player(work, match, "bob", address_of(OTHER), "as they asked")


WAYS = [accept_by_letter, accept_with_a_setting, accept_on_a_page, begin_by_letter, sign_in, be_seated]


@pytest.mark.parametrize("way", WAYS)
def test_it_makes_no_player_until_its_removal_can_no_longer_be_taken_back(
    club: Club, app: Flask, way: Callable[[Club, Flask], None]
) -> None:
    notice = club.last(OTHER)
    way(club, app)
    with club.context.store.reading() as session:
        assert address_of(OTHER) not in session.scalars(select(Player.address)).all()
    club.answer(notice, "undo", sender=OTHER)
    assert known(club, ANNA)[1] == [address_of(OTHER)]


@pytest.mark.parametrize("way", [accept_by_letter, accept_on_a_page])
def test_it_is_free_afterwards(club: Club, app: Flask, way: Callable[[Club, Flask], None]) -> None:
    club.now += UNDO_LIFE
    with time_machine.travel(datetime.now(UTC) + UNDO_LIFE, tick=True):
        way(club, app)
    with club.context.store.reading() as session:
        assert address_of(OTHER) in session.scalars(select(Player.address)).all()
