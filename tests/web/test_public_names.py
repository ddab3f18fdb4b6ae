"""What a player is called in public: a planted name is in no page and no file that strangers can open."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from adjudicator.services.identity.erasing import erase_player
from adjudicator.services.jobs import letter_retention
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.services.matches.rows.public_names import choose_public_name
from adjudicator.services.players.players import find_player
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Match, Player
from testkit.browser import Browser
from testkit.club import BOB, Club, address_of
from tests.web.match_state import now

NAME, ADDRESS, ALIAS = "Quexil", "quexil@vorbat.example", "Sphinx"
QUEXIL = f"{NAME} <{ADDRESS}>"
PATHS = (
    *("/", "/archive", "/archive?player=quexil", "/archive?game=egyptos", "/m/{code}", "/m/{code}/2", "/m/{code}/film"),
    *("/m/{code}.txt", "/m/{code}.html", "/m/{code}.svg.zip", "/m/{code}/record.json"),
    *("/m/{code}/2.txt", "/m/{code}/2.svg", "/m/{code}/2.json", "/m/{code}/2?from=1", "/m/{code}/2.txt?from=2"),
    *(
        "/m/{code}/1",
        "/archive.atom",
        "/m/{code}.atom",
        "/m/{code}/ap.json",
        "/openings/egyptos",
        "/statistics/egyptos",
    ),
    *("/verify?line={chain}", "/players/{bob}", "/m/{code}/turns"),
)


@pytest.fixture
def finished(club: Club) -> Match:
    """A match that somebody with the planted name has lost to Bob."""
    match = club.begin(first=QUEXIL)

    def letters() -> None:
        club.answer(club.last(ADDRESS, match.code), "diary I do not like it here.\nresign")
        club.answer(club.last(ADDRESS, match.code), "comment 1 Here I was lost.")

    club.play_beginning("Quexil loses", letters)
    return match


def player_at(club: Club, address: str) -> Player:
    with club.context.store.reading() as session:
        found = find_player(session, address)
        assert found is not None
        return found


def call(club: Club, wanted: str) -> None:
    with unit_of_work(club.context, datetime.now(UTC)) as work:
        player = find_player(work.session, ADDRESS)
        assert player is not None
        if wanted == "erased":
            erase_player(work, player)
        else:
            choose_public_name(work, player, wanted)
    for _ in range(5):
        run_sweep(club.context, datetime.now(UTC))


def read_all(club: Club, browser: Browser, match: Match) -> dict[str, str]:
    """Read every path as a stranger; what is packed is unpacked."""
    bob = f"bob-{player_at(club, address_of(BOB)).page_key}"
    found = {}
    for path in PATHS:
        answer = browser.client.get(path.format(code=match.code, bob=bob, chain=now(club, match).chain[:16]))
        data = answer.data
        if data.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                data = b"".join(map(packed.read, packed.namelist()))
        found[path] = data.decode() + answer.headers.get("ETag", "")
    return found


@pytest.mark.parametrize("wanted", [ALIAS, "none", "erased"])
def test_a_planted_name_is_in_nothing_that_strangers_can_open(
    club: Club, browser: Browser, finished: Match, wanted: str
) -> None:
    before = read_all(club, browser, finished)
    call(club, wanted)
    after = read_all(club, browser, finished)
    named = {path for path, text in before.items() if NAME in text}
    telling = {"/archive", "/m/{code}", "/m/{code}.txt", "/m/{code}/record.json", "/m/{code}/2.svg", "/m/{code}.atom"}
    assert telling | {"/archive.atom", "/m/{code}/ap.json"} <= named
    assert [path for path, text in after.items() if NAME in text and path != "/archive?player=quexil"] == []
    assert finished.code not in after["/archive?player=quexil"]
    shown = {ALIAS: ALIAS, "none": "Unnamed player", "erased": "Former player"}[wanted]
    for path in ("/archive", "/m/{code}", "/m/{code}.txt", "/players/{bob}", "/m/{code}/2.svg", "/m/{code}.atom"):
        assert shown in after[path], path


def test_who_plays_there_sees_the_name_and_a_stranger_finds_the_alias(
    club: Club, browser: Browser, bob: Browser, finished: Match
) -> None:
    call(club, ALIAS)
    assert NAME in bob.open(f"/m/{finished.code}").page.text
    assert ALIAS not in bob.page.text
    assert finished.code in browser.open("/archive?player=sphinx").page.text


def test_the_page_of_a_player_has_their_matches_and_opponents(club: Club, browser: Browser, finished: Match) -> None:
    run_sweep(club.context, datetime.now(UTC))
    old = f"/players/{player_at(club, ADDRESS).page_key}"
    text = browser.open(old).page.text
    assert browser.at.startswith("/players/quexil-")
    for said in (NAME, "Bob", "Egyptos", finished.code):
        assert said in text
    call(club, ALIAS)
    assert browser.client.get(old).status_code == 404
    new = player_at(club, ADDRESS)
    assert ALIAS in browser.open(f"/players/x-{new.page_key}").page.text
    call(club, "none")
    assert browser.client.get(f"/players/{player_at(club, ADDRESS).page_key}").status_code == 404


@pytest.mark.parametrize("page", ["x", "quexil-", "quexil-zz", "-", "%00-1", "a" * 500])
def test_a_page_of_nobody_is_not_found(browser: Browser, page: str) -> None:
    assert browser.client.get(f"/players/{page}").status_code == 404


def test_pages_and_files_are_the_same_after_the_letters_are_gone(
    club: Club, browser: Browser, bob: Browser, finished: Match
) -> None:
    run_sweep(club.context, datetime.now(UTC))
    before, own = read_all(club, browser, finished), bob.client.get(f"/m/{finished.code}.mbox")
    assert own.status_code == 200
    keeping, later = replace(club.context, letter_days=30), datetime.now(UTC) + timedelta(days=31)
    for _ in range(3):
        letter_retention.empty_old_letters(keeping, later)
    after = read_all(club, browser, finished)
    for path, text in before.items():
        assert without_tokens(after[path]) == without_tokens(text), path
    assert bob.open(f"/m/{finished.code}.mbox").status == 410
    assert "does not keep letters for longer" in bob.page.text


def without_tokens(text: str) -> str:
    """Leave out what differs from one request to the next: the tokens of forms, and cookies."""
    return re.sub(r'value="[\w.-]{30,}"|session=[^;]+|adjudicator=[^;\']+', "", text)


def test_the_preferences_choose_the_public_name(club: Club, bob: Browser, finished: Match) -> None:
    bob.open("/preferences").submit("/preferences", public_name="alias", alias="www.evil.example")
    assert bob.status == 422
    assert "An alias holds no links" in bob.page.text
    bob.open("/preferences").submit("/preferences", public_name="alias", alias="Ra")
    assert player_at(club, address_of(BOB)).alias == "Ra"
    assert bob.page.form("/preferences").fields["public_name"] == "alias"
    bob.submit("/preferences", public_name="own")
    assert not player_at(club, address_of(BOB)).alias


def test_the_page_about_privacy_tells_how_long_letters_are_kept(browser: Browser) -> None:
    assert "has set no time" in browser.open("/privacy").page.text
