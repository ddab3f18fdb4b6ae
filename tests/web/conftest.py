"""Fixtures of web tests: a club with a real database, a worker that runs each job at once, test-client browsers."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from flask import Flask

from adjudicator.config.settings import Settings
from adjudicator.services.job_queue import Job
from adjudicator.services.jobs import bot_turns, hint_answers, judging, letter_sender
from adjudicator.services.players.players import get_or_create_player
from adjudicator.services.players.web_sessions import open_session
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Match
from adjudicator.web import create_app
from adjudicator.web.request import current_user
from testkit.browser import Browser
from testkit.club import ANNA, BOB, Beginnings, Club, address_of
from testkit.index_check import require_indexes
from testkit.patches import has_patched
from tests.web.match_state import now


@dataclass(slots=True)
class PromptWorker:
    """A job queue that runs each job at once, before the page reads its result."""

    club: Club
    at_work: bool = False

    def ask_for_export(self) -> None:
        self.club.queue.ask_for_export()

    def enqueue(self, job: Job, row: int) -> None:
        self.club.queue.enqueue(job, row)
        if not self.at_work:
            self.at_work = True
            self.work()
            self.at_work = False

    def work(self) -> None:
        while self.club.queue.enqueued:
            job, row = self.club.queue.enqueued.pop(0)
            now = datetime.now(UTC)
            if job is Job.JUDGE:
                judging.judge_letter(self.club.context, row, now)
            elif job is Job.POST:
                letter_sender.send_due(self.club.context, self.club.transport, partial(datetime.now, UTC))
            else:
                bot_turns.play_bot_turn(self.club.context, row, now)
                hint_answers.answer_hints(self.club.context, row, now)


@pytest.fixture(scope="session")
def beginnings(shared_folder: Path) -> Beginnings:
    """Keep what clubs of this kind have played; they go by the clock of the machine."""
    folder = shared_folder / "beginnings-by-the-clock"
    folder.mkdir(exist_ok=True)
    return Beginnings(folder)


@pytest.fixture
def club(
    request: pytest.FixtureRequest, empty_database: Path, beginnings: Beginnings, tmp_path: Path
) -> Iterator[Club]:
    club = Club.found(f"sqlite:///{shutil.copy(empty_database, tmp_path)}")
    club.now = datetime.now(UTC)
    club.context = replace(club.context, queue=PromptWorker(club), site="http://localhost")
    club.give(beginnings, partial(has_patched, request))
    with require_indexes(club.context.store):
        yield club
    club.context.store.close()


@pytest.fixture
def app(club: Club, settings: Settings) -> Flask:
    return create_app(replace(settings, site=club.context.site), club.context, limits_url="memory://")


@pytest.fixture
def browser(app: Flask) -> Browser:
    """A browser that is not signed in."""
    return Browser(app.test_client())


@pytest.fixture
def anna(request: pytest.FixtureRequest, app: Flask, club: Club) -> Browser:
    """A browser in which Anna is signed in."""
    _begin_first(request)
    return signed_in(app, club, ANNA)


@pytest.fixture
def bob(request: pytest.FixtureRequest, app: Flask, club: Club) -> Browser:
    _begin_first(request)
    return signed_in(app, club, BOB)


def _begin_first(request: pytest.FixtureRequest) -> None:
    """Let a match begin before people sign in: a beginning is taken over by a club with the same database."""
    if "match" in request.fixturenames:
        request.getfixturevalue("match")


@pytest.fixture
def match(club: Club) -> Match:
    """A match between Anna and Bob that has just begun."""
    return club.begin()


@pytest.fixture
def mover(club: Club, match: Match, anna: Browser, bob: Browser) -> Browser:
    """The browser of the player to move: a draw decides who begins, and the first pyramid is placed automatically."""
    return _browser_of(club, match, anna, bob)


@pytest.fixture
def waiter(club: Club, match: Match, anna: Browser, bob: Browser) -> Browser:
    return bob if _browser_of(club, match, anna, bob) is anna else anna


def _browser_of(club: Club, match: Match, anna: Browser, bob: Browser) -> Browser:
    standing = now(club, match)
    assert standing.to_move is not None
    player = standing.seats[standing.to_move].player
    assert player is not None
    return anna if player.address == address_of(ANNA) else bob


def signed_in(app: Flask, club: Club, person: str) -> Browser:
    """Give a browser the session that a sign-in link would open: three pages and a letter less for each test."""
    browser, now = Browser(app.test_client()), datetime.now(UTC)
    with unit_of_work(club.context, now) as work:
        player = get_or_create_player(work, address_of(person), "", "en")
        token = open_session(work, player, player.address, "")
    with browser.client.session_transaction() as session:
        session.permanent = True
        session[current_user.KEY] = token
    return browser


def sign_in(app: Flask, club: Club, person: str) -> Browser:
    """Sign in by the link that is mailed to a person."""
    browser = Browser(app.test_client())
    browser.open("/sign-in").submit("/sign-in", address=address_of(person))
    link = club.last(person).get_body(("plain",))
    assert link is not None
    path = next(word for word in link.get_content().split() if "/sign-in/" in word).removeprefix(club.context.site)
    browser.open(path).submit(path)
    return browser


def copied(app: Flask, browser: Browser) -> Browser:
    """Copy the cookie of a signed-in browser into another one."""
    other, cookie = app.test_client(), browser.client.get_cookie("adjudicator")
    assert cookie is not None
    other.set_cookie("adjudicator", cookie.value)
    thief = Browser(other)
    assert thief.open("/preferences").at == "/preferences"
    return thief
