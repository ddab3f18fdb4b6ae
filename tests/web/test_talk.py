"""What players write on the page of a match: to all, to those whose boxes are ticked, and to themselves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import undefer

from adjudicator.services.matches.annotations.memos import LONGEST_MEMO
from adjudicator.store.tables import Inbox, Match
from testkit.agreed_match import CARLA, DIRK, PEOPLE
from testkit.browser import Browser
from testkit.club import ANNA, BOB, Club, other, prose_of, text_of
from testkit.seats_at_table import begin_table, seat_of
from tests.web.conftest import signed_in

MARK = "QUINCUNX77"


@pytest.fixture
def table(club: Club, app: Flask) -> dict[str, Browser]:
    """A table of four, and a browser of each."""
    begin_table(club, PEOPLE)
    return {person: signed_in(app, club, person) for person in PEOPLE}


def test_a_message_goes_to_those_whose_boxes_are_ticked(club: Club, table: dict[str, Browser]) -> None:
    path = f"/m/{club.match().code}"
    form = table[ANNA].open(path).page.form(f"{path}/press")
    numbers = [str(seat_of(club, person) + 1) for person in (BOB, CARLA)]
    fields: dict[str, Any] = form.fields | {"text": f"{MARK} Dirk: is ahead", "to": numbers}
    answer = table[ANNA].post(form.action, fields)
    assert "Only Bob, Carla get what you wrote." in answer.page.text
    assert f"{MARK} Dirk: is ahead" in text_of(club.last(CARLA))
    for person in (ANNA, BOB, CARLA):
        page = table[person].open(path).page.text
        assert MARK in page
        assert "Anna, to Bob, Carla alone" in page
    assert MARK not in table[DIRK].open(path).page.text
    assert all(MARK not in text_of(letter) for letter in club.letters(DIRK))


def test_without_a_tick_all_read_it_unless_it_looks_addressed(club: Club, table: dict[str, Browser]) -> None:
    path = f"/m/{club.match().code}"
    table[ANNA].open(path).submit(f"{path}/press", text="Bob: psst")
    assert "this looks as if it were for Bob" in table[ANNA].page.text
    assert "psst" not in table[DIRK].open(path).page.text
    table[ANNA].open(path).submit(f"{path}/press", text="Good luck")
    assert "Good luck" in table[DIRK].open(path).page.text


def test_between_two_there_is_nobody_to_tick(match: object, mover: Browser, club: Club) -> None:
    path = f"/m/{club.match().code}"
    assert 'name="to"' not in mover.open(path).page.html
    del match


def test_a_note_is_ones_own_and_leaves_no_copy(club: Club, table: dict[str, Browser]) -> None:
    path = f"/m/{club.match().code}"
    table[ANNA].open(path).submit(f"{path}/memo", text=f"{MARK} <b>\r\n\r\nsecond line")
    page = table[ANNA].open(path).page.html
    assert f"{MARK} &lt;b&gt;" in page
    assert all(MARK not in table[person].open(path).page.html for person in (BOB, CARLA, DIRK))
    with club.context.store.reading() as session:
        assert not [
            row for row in session.scalars(select(Inbox).options(undefer(Inbox.raw))) if MARK.encode() in row.raw
        ]
    club.answer(club.last(ANNA), "memo")
    assert "second line" in text_of(club.last(ANNA))
    table[ANNA].open(path).submit(f"{path}/memo", text="")
    assert MARK not in table[ANNA].open(path).page.html


@pytest.mark.parametrize("kind", ["memo", "diary"])
def test_what_one_writes_for_oneself_is_folded_while_it_is_empty(
    match: object, mover: Browser, club: Club, kind: str
) -> None:
    path = f"/m/{club.match().code}"
    heading = f'<summary><h2 id="{kind}">'
    assert f'<details class="own-part">\n{heading}' in mover.open(path).page.html
    mover.submit(f"{path}/{kind}", text="Watch N15")
    assert f'<details class="own-part" open>\n{heading}' in mover.open(path).page.html
    del match


def test_a_note_of_a_stranger_or_one_that_is_too_long_is_refused(
    club: Club, table: dict[str, Browser], app: Flask
) -> None:
    path = f"/m/{club.match().code}"
    form = table[ANNA].open(path).page.form(f"{path}/memo")
    answer = table[ANNA].client.post(form.action, data=form.fields | {"text": "x" * (LONGEST_MEMO + 1)})
    assert answer.status_code == 400
    stranger = signed_in(app, club, "Xaver <xaver@xaver.example>")
    token = stranger.open("/preferences").page.form("/preferences").fields
    answer = stranger.client.post(f"{path}/memo", data=token | {"text": "mine"})
    assert answer.status_code == 403


def test_players_write_to_each_other_for_thirty_days_after_the_end_on_the_page_too(
    app: Flask, club: Club, match: Match
) -> None:
    mover = (ANNA, BOB)[match.to_move or 0]
    club.answer(club.last(mover), "resign")
    path = f"/m/{match.code}/press"
    browser = signed_in(app, club, mover)
    token = browser.open(f"/m/{match.code}").page.form(path).fields
    for days, may in ((29, True), (31, False)):
        with club.context.store.writing() as session:
            session.get_one(Match, match.id).finished_at = datetime.now(UTC) - timedelta(days=days)
        page = browser.open(f"/m/{match.code}").page
        assert (path in {form.action for form in page.forms}) is may
        browser.post(path, token | {"text": f"hello after {days}"})
        assert any(f"hello after {days}" in prose_of(one) for one in club.letters(other(mover))) is may
