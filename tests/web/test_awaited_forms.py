"""The page of a result waits for the worker a moment: for nobody else's form, and never in all threads at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime

import pytest
from flask import Flask
from sqlalchemy import select, update

from adjudicator.services.jobs import judging
from adjudicator.store.tables import Inbox, Match, Player
from adjudicator.web.evicting_server import THREADS
from adjudicator.web.matches import awaited_forms
from testkit.browser import Browser
from testkit.club import ANNA, Club
from tests.web.conftest import signed_in

WAITING = "will be judged as soon as possible"
STRANGER = "Xaver <xaver@xaver.example>"


@pytest.fixture
def broken(club: Club, match: Match, mover: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Let the mover send a form that no worker judges, and let every sleep fail."""
    path = f"/m/{match.code}"
    mover.open(path)
    club.queue.broken = True
    with monkeypatch.context() as patched:
        patched.setattr("adjudicator.web.matches.move_forms.wait_while", lambda _: None)
        mover.submit(f"{path}/orders", text="M14")
    monkeypatch.setattr("time.sleep", _never)
    with club.context.store.reading() as session:
        number = session.scalars(select(Inbox.id).order_by(Inbox.id.desc())).first()
    assert number is not None
    yield number
    club.queue.broken = False


def _never(_: float) -> None:
    raise AssertionError("it waits")


PAGES: dict[str, Callable[[Match, int], str]] = {
    "of a match": lambda match, number: f"/m/{match.code}/answer/{number}",
    "of all turns": lambda _, number: f"/turns/answer/{number}",
}


@pytest.mark.parametrize("page", PAGES)
def test_nobody_waits_for_the_form_of_somebody_else(
    club: Club, app: Flask, match: Match, waiter: Browser, broken: int, page: str
) -> None:
    path = PAGES[page](match, broken)
    assert waiter.open(path).status == 404
    assert signed_in(app, club, STRANGER).open(path).status == 404


@pytest.mark.parametrize("page", PAGES)
def test_nobody_waits_for_a_letter(club: Club, match: Match, mover: Browser, broken: int, page: str) -> None:
    assert broken
    number = club.drop(ANNA, club.context.addresses.service, "status")
    assert mover.open(PAGES[page](match, number)).status == 404


@pytest.mark.parametrize("page", PAGES)
def test_a_form_is_that_of_its_player_though_their_address_changes(
    club: Club, match: Match, mover: Browser, waiter: Browser, broken: int, page: str
) -> None:
    with club.context.store.writing() as session:
        session.execute(update(Player).values(address="new-" + Player.address))
    judging.judge_letter(club.context, broken, datetime.now(UTC))
    assert "Played: M14." in mover.open(PAGES[page](match, broken)).page.text
    assert waiter.open(PAGES[page](match, broken)).status == 404


@pytest.mark.parametrize("page", PAGES)
def test_when_many_wait_the_answer_comes_at_once_and_the_page_loads_again(
    match: Match, mover: Browser, broken: int, page: str
) -> None:
    with ExitStack() as places:
        taken = 0
        while awaited_forms._PLACES.acquire(blocking=False):
            places.callback(awaited_forms._PLACES.release)
            taken += 1
        assert 0 < taken < THREADS
        shown = mover.open(PAGES[page](match, broken))
        assert ("meta", {"http-equiv": "refresh", "content": "3"}) in shown.page.tags
    assert mover.open(PAGES[page](match, broken)).status == 500, "it waits, and sleeping raises an error here"
    assert awaited_forms._PLACES._value == taken, "a place is not given back"
