"""The unsubscribe link, used by a person or by a mail program."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from sqlalchemy import func, select

from adjudicator.mail.address import stamp_row
from adjudicator.services.links import LinkKind, letters_url, mint_link
from adjudicator.store.states import Letters
from adjudicator.store.tables import Match, Outbox, Player
from adjudicator.web.request import app_context
from testkit.browser import Browser
from testkit.club import ANNA, Club, text_of, want_all_letters


@pytest.fixture
def link(club: Club, match: Match) -> str:
    player = match.seats[0].player
    assert player is not None
    return letters_url(club.context, player.id, stamp_row(player.created_at)).removeprefix(club.context.site)


def wanted(club: Club) -> Letters:
    with club.context.store.reading() as session:
        return session.get_one(Player, 1).letters


def test_reading_the_page_shows_the_choice_and_changes_nothing(club: Club, browser: Browser, link: str) -> None:
    assert browser.open(link).page.form(link).fields["letters"] == "turns"
    assert wanted(club) is Letters.TURNS


@pytest.mark.parametrize("choice", ["turns", "none", "all"])
def test_a_person_chooses(club: Club, browser: Browser, link: str, choice: str) -> None:
    browser.open(link).submit(link, letters=choice)
    assert "Saved." in browser.page.text
    assert wanted(club) == choice


def test_a_mail_program_needs_neither_cookie_nor_token(club: Club, browser: Browser, link: str) -> None:
    answer = browser.client.post(link, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert wanted(club) is Letters.NONE


def test_a_mail_program_may_send_it_as_multipart(club: Club, browser: Browser, link: str) -> None:
    data = {"List-Unsubscribe": "One-Click"}
    assert browser.client.post(link, data=data, content_type="multipart/form-data").status_code == 200
    assert wanted(club) is Letters.NONE


@pytest.mark.parametrize("fields", [{}, {"letters": "some"}, {"List-Unsubscribe": "Two-Clicks"}])
def test_an_empty_choice_changes_nothing(club: Club, browser: Browser, link: str, fields: dict[str, str]) -> None:
    assert browser.client.post(link, data=fields).status_code == 400
    assert wanted(club) is Letters.TURNS


def test_a_link_of_another_kind_or_forged_is_not_found(club: Club, browser: Browser, link: str) -> None:
    other = mint_link(club.context, LinkKind.SIGN_IN, 1, club.now)
    for token in (other, "x.y.z", link.removeprefix("/l/")[:-1] + "!"):
        assert browser.open(f"/l/{token}").status == 404
        assert browser.client.post(f"/l/{token}", data={"List-Unsubscribe": "One-Click"}).status_code == 404
    assert browser.open(f"/l/{mint_link(club.context, LinkKind.LETTERS, 999, club.now)}").status == 404


def test_one_click_tells_the_player_and_the_others_once(club: Club, browser: Browser, link: str, match: Match) -> None:
    want_all_letters(club)
    for _ in range(3):
        browser.client.post(link, data={"List-Unsubscribe": "One-Click"})
        browser.open(link).submit(link, letters="all")
    subjects = [str(letter["Subject"]) for letter in club.transport.letters]
    assert len([one for one in subjects if "fewer letters" in one]) == 1
    with club.context.store.reading() as session:
        assert session.scalar(select(func.count()).where(Outbox.kind == "quiet")) == len(match.seats) - 1


def test_the_link_of_a_match_ends_with_its_reply_addresses(club: Club, browser: Browser, match: Match) -> None:
    letter = club.last(ANNA, "Egyptos")
    path = next(word for word in text_of(letter).split() if "/l/" in word).removeprefix(club.context.site)
    assert path in str(letter["List-Unsubscribe"])
    club.answer(letter, "resign")
    for days, status in ((29, 200), (31, 410)):
        with time_machine.travel(app_context.now() + timedelta(days=days)):
            assert browser.open(path).status == status
            one_click = browser.client.post(path, data={"List-Unsubscribe": "One-Click"})
            assert one_click.status_code == status
    assert "This link has ended" in browser.page.text
