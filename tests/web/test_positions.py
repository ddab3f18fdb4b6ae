"""Positions under permanent URLs: the same for everybody, as page, text, SVG and JSON."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from sqlalchemy import update

from adjudicator.match.course.verify import verify_published
from adjudicator.match.record.record import load_record
from adjudicator.services.host.deeds import rewind_match
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.rows.match_rows import find_match, lock_match
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Match
from adjudicator.texts.language.language import LANGUAGES
from testkit.browser import Browser
from testkit.club import Club


@pytest.fixture
def played(club: Club, match: Match) -> Match:
    """A running match of four steps."""

    def letters() -> None:
        for order in ("M14", "N14", "L13"):
            write(club, match, order)

    club.play_beginning("three more steps", letters)
    return match


@pytest.fixture
def finished(club: Club, played: Match) -> Match:
    club.play_beginning("somebody resigns after four steps", lambda: write(club, played, "resign"))
    return played


def write(club: Club, match: Match, order: str) -> None:
    """Send an order by mail from the player to move."""
    with club.context.store.reading() as session:
        found = find_match(session, match.code)
        assert found is not None
        assert found.to_move is not None
        player, seat, turn = found.seats[found.to_move].player, found.to_move, found.turn
    assert player is not None
    club.write(f"{player.name} <{player.address}>", club.context.addresses.seat(match.code, seat, turn), order)


@pytest.mark.parametrize("ending", ["", ".txt", ".svg", ".json"])
def test_a_step_beyond_the_end_is_answered_with_the_positions_that_there_are(
    browser: Browser, played: Match, ending: str
) -> None:
    path = f"/m/{played.code}"
    for language in LANGUAGES:
        assert browser.open(f"{path}/999{ending}?language={language}").status == 404
        assert {f"{path}/0", f"{path}/4"} <= set(browser.page.links)


def test_positions_can_be_leafed_through_from_the_first_to_the_last(browser: Browser, played: Match) -> None:
    path = f"/m/{played.code}"
    assert f"{path}/1" in browser.open(f"{path}/0").page.links
    for n in range(1, 4):
        links = browser.open(f"{path}/{n}").page.links
        assert {f"{path}/{n - 1}", f"{path}/{n + 1}", f"{path}/0", f"{path}/4"} <= set(links)
    browser.open(f"{path}/4")
    assert "Position 4 of 4" in browser.page.text
    assert "L13" in browser.page.text


@pytest.mark.parametrize("n", ["5", "99999999999999999999", "-1", "1.5", "x"])
@pytest.mark.parametrize("ending", ["", ".txt", ".svg", ".json"])
def test_a_position_that_never_was_is_not_found(browser: Browser, played: Match, n: str, ending: str) -> None:
    assert browser.open(f"/m/{played.code}/{n}{ending}").status == 404


def test_text_comes_in_every_layout(browser: Browser, played: Match) -> None:
    path = f"/m/{played.code}/4.txt"
    texts = {layout: browser.open(f"{path}?layout={layout}").client.get(f"{path}?layout={layout}").text for layout in
             ("wide", "narrow", "linear")}  # fmt: skip
    assert browser.header("Content-Type") == "text/plain; charset=utf-8"
    assert "(O)" in texts["wide"]
    assert texts["linear"] != texts["narrow"]
    assert "L13" in texts["linear"]
    assert not any(line != line.rstrip() or "\t" in line for text in texts.values() for line in text.splitlines())


def test_the_picture_has_a_title_and_a_description(browser: Browser, played: Match) -> None:
    browser.open(f"/m/{played.code}/4.svg")
    assert browser.answer is not None
    assert browser.header("Content-Type").startswith("image/svg+xml")
    root = ET.fromstring(browser.answer.data)
    space = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{space}svg"
    assert root.findtext(f"{space}title")
    assert "L13" in (root.findtext(f"{space}desc") or "")
    assert not list(root.iter(f"{space}a"))


def test_the_sheet_tells_step_digest_and_the_spectators_view(browser: Browser, club: Club, played: Match) -> None:
    sheet = browser.open(f"/m/{played.code}/4.json").answer
    assert sheet is not None
    with club.context.store.reading() as session:
        match = find_match(session, played.code)
        assert match is not None
        last = match.entries[-1]
        assert sheet.json is not None
        assert sheet.json["digest"] == last.digest
    assert (sheet.json["n"], sheet.json["of"], sheet.json["step"]["step"]) == (4, 4, "L13")
    assert sheet.json["view"]["seat"] is None
    assert sheet.json["view"]["last"]


def test_the_opening_is_tied_to_the_header(browser: Browser, played: Match) -> None:
    first = browser.open(f"/m/{played.code}/0.json").answer
    second = browser.open(f"/m/{played.code}/1.json").answer
    assert first is not None
    assert second is not None
    assert first.json is not None
    assert second.json is not None
    assert first.json["step"] is None
    assert first.json["digest"] != second.json["digest"]


@pytest.mark.parametrize("ending", [".txt", ".svg", ".json"])
def test_a_player_sees_no_more_there_than_a_stranger(
    anna: Browser, browser: Browser, played: Match, ending: str
) -> None:
    path = f"/m/{played.code}/4{ending}"
    hers, theirs = anna.open(path).answer, browser.open(path).answer
    assert hers is not None
    assert theirs is not None
    assert hers.data == theirs.data


@pytest.mark.parametrize("ending", [".txt", ".svg", ".json"])
def test_positions_of_a_finished_match_are_cached(browser: Browser, finished: Match, ending: str) -> None:
    path = f"/m/{finished.code}/4{ending}"
    browser.open(path)
    assert "max-age=86400" in browser.header("Cache-Control")
    tag = browser.header("ETag")
    assert browser.client.get(path, headers={"If-None-Match": tag}).status_code == 304


def test_positions_of_a_running_match_are_not_cached(browser: Browser, played: Match) -> None:
    browser.open(f"/m/{played.code}/4.json")
    assert "max-age" not in browser.header("Cache-Control")
    assert browser.header("ETag")


def test_seed_and_deal_are_in_the_record_only_after_the_end(browser: Browser, club: Club, played: Match) -> None:
    path = f"/m/{played.code}"
    with club.context.store.reading() as session:
        match = find_match(session, played.code)
        assert match is not None
        seed = match.seed.hex()
    running = browser.open(f"{path}/record.json").answer
    assert running is not None
    assert load_record(running.data).seed is None
    assert seed not in browser.open(path).page.html
    write(club, played, "resign")
    answer = browser.open(f"{path}/record.json").answer
    assert answer is not None
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{played.code}.json"'
    record = load_record(answer.data)
    assert record.seed == seed
    assert not verify_published(record)
    assert seed in browser.open(path).page.text
    with club.context.store.reading() as session:
        match = find_match(session, played.code)
        assert match is not None
        assert record == record_of(match, club.now)


@pytest.mark.parametrize("path", ["", "/2", "/2.svg", "/record.json", ".txt", ".svg.zip"])
@pytest.mark.usefixtures("played")
def test_a_code_in_small_letters_leads_to_the_one_address(browser: Browser, club: Club, path: str) -> None:
    with club.context.store.writing() as session:
        session.execute(update(Match).values(code="K7Q2"))  # by chance it might be of digits alone
    answer = browser.client.get(f"/m/k7q2{path}?layout=narrow&_scheme=javascript")
    assert answer.status_code == 301
    assert answer.location == f"/m/K7Q2{path}?layout=narrow&_scheme=javascript"


def test_the_last_position_tells_the_end_and_nobody_is_to_move_there(browser: Browser, finished: Match) -> None:
    path = f"/m/{finished.code}"
    last = max(
        int(link.rpartition("/")[2]) for link in browser.open(f"{path}/0").page.links if re.search(r"/\d+$", link)
    )
    text = " ".join(browser.open(f"{path}/{last}").page.text.split())
    told = re.search(rf"Position {last} of {last}:(.*?resigned\.)", text)
    assert told, text
    assert "has won" in told[1]
    for n, moves in ((last - 1, True), (last, False)):
        assert ("is to lay" in browser.open(f"{path}/{n}.txt").page.text) is moves
        assert ("is to lay" in browser.open(f"{path}/{n}.svg").page.text) is moves


def test_the_page_of_a_finished_match_tells_how_it_ended(browser: Browser, finished: Match) -> None:
    text = browser.open(f"/m/{finished.code}").page.text
    assert "has won" in text
    assert "resigned" in text
    winner = re.search(r"(\w+) has won", text)
    assert winner
    assert f"Player Place {winner[1]} 1 " in text
    assert f"adjudicator verify {finished.code}.json" in text
    browser.open("/archive")
    assert f"/m/{finished.code}" in browser.page.links
    assert f"/m/{finished.code}" in browser.open("/").page.links


def test_a_position_that_was_taken_back_stays_and_says_so_beside_the_ruling(
    club: Club, browser: Browser, played: Match
) -> None:
    with unit_of_work(club.context, club.now) as work:
        locked = lock_match(work.session, played.code)
        assert locked is not None
        rewind_match(work, locked, 2, "a fault of ours")
    leads = {
        n: re.search(r"Position \d of 5: .+? First", browser.open(f"/m/{played.code}/{n}").page.text) for n in (2, 4)
    }
    assert {n for n, lead in leads.items() if lead and "(taken back)" in lead[0]} == {4}
    strip = re.findall(r'/(\d)"[^>]*><s>[^<]+</s> <span class="hint">\(taken back\)', browser.page.html)
    assert strip == ["3", "4"]
    html = browser.open(f"/m/{played.code}").page.html
    struck = re.findall(r'<s>[^<]+</s> <span class="hint">\(taken back\)</span>\s*<a [^>]*/(\d)" [^>]*><code><s>', html)
    assert sorted(set(struck)) == ["3", "4"]
    for path in (f"/m/{played.code}/5", f"/m/{played.code}"):
        page = browser.open(path).page.text
        assert "The host has taken the match back to the position after entry 2." in page
        assert "The reason: a fault of ours" in page


def test_the_whole_match_comes_in_one_file_in_the_readers_language(
    anna: Browser, browser: Browser, finished: Match
) -> None:
    path = f"/m/{finished.code}"
    links = browser.open(path).page.links
    for ending, kind in ((".txt", "text/plain"), (".html", "text/html"), (".svg.zip", "application/zip")):
        assert f"{path}{ending}" in links
        answer = browser.open(f"{path}{ending}").answer
        assert answer is not None
        assert answer.mimetype == kind
        assert (
            browser.client.get(f"{path}{ending}", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
        )
        hers = anna.open(f"{path}{ending}").answer
        assert hers is not None
        assert hers.data == answer.data
    assert {f"{path}.txt", f"{path}.html"} <= set(browser.open("/archive").page.links)
    assert "style-src 'unsafe-inline'" in browser.client.get(f"{path}.html").headers["Content-Security-Policy"]
    assert "Die Anfangsstellung" in browser.client.get(f"{path}.txt?lang=de").text
