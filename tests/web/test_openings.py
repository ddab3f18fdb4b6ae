"""The openings of a game, the matches in which a position stood, and statistics."""

from __future__ import annotations

import json
import re

import pytest

from adjudicator.engines.contract import Level
from adjudicator.services.matches.rows.counted_rows import BATCH
from adjudicator.web.archive import openings_page
from testkit.browser import Browser
from testkit.cases import check_cases
from testkit.club import Club
from testkit.finished_matches import Played, finish_matches
from tests.web.match_state import now

SWAP = {"opening": "swap"}


@pytest.fixture
def codes(club: Club) -> list[str]:
    """Public matches whose second moves are the same by symmetry, one with another option, one private."""
    return finish_matches(
        club.context,
        club.now,
        [
            Played(("M14", "M15"), resigns=0),
            Played(("M12", "M11"), resigns=0),
            Played(("N13", "L13"), resigns=None),
            Played(("N14",), resigns=1),
            Played(("M14", "N13", "swap"), resigns=0, options=SWAP),
            Played(("M14", "M15"), resigns=1, private=True),
        ],
    )


def rows(browser: Browser) -> list[list[str]]:
    """Read the rows of the first table of a page."""
    table = re.search(r"<tbody>(.*?)</tbody>", browser.page.html, re.DOTALL)
    lines = re.findall(r"<tr>(.*?)</tr>", table[1], re.DOTALL) if table else []
    return [
        [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in found]
        for line in lines
        if (found := re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line, re.DOTALL))
    ]


def linked_codes(browser: Browser) -> list[str]:
    return [found[1] for link in browser.page.links if (found := re.fullmatch(r"/m/(\w+)/\d+", link))]


def test_one_walks_down_and_what_is_the_same_by_symmetry_is_counted_together(
    browser: Browser, codes: list[str], club: Club
) -> None:
    browser.open("/openings").open("/openings/egyptos")
    assert browser.status == 200
    assert [row[:2] for row in rows(browser)] == [
        ["M12 , L13, N13, M14", "3 75%"],
        ["L12 , N12, L14, N14", "1 25%"],
    ]
    assert linked_codes(browser) == codes[3::-1]
    next_page = next(link for link in browser.page.links if "moves=M14" in link or "moves=M12" in link)
    browser.open(next_page)
    moves = {row[0].partition(" ")[0]: row[1] for row in rows(browser)}
    assert sum(int(count.partition(" ")[0]) for count in moves.values()) == 3
    assert linked_codes(browser) == codes[2::-1]
    browser.open("/openings/egyptos?moves=M13+M14+M15")
    assert "No match went on from here." in browser.page.text
    assert linked_codes(browser) == codes[1::-1]
    assert now(club, club.match()).private


def test_options_that_change_the_opening_are_apart_and_said(browser: Browser, codes: list[str]) -> None:
    text = browser.open("/openings/egyptos").page.text
    assert "Matches that differ in other options only are counted together." in text
    assert "(opening=swap) (1 match)" in text.replace(" )", ")")
    browser.open(next(link for link in browser.page.links if "opening%3Dswap" in link))
    assert linked_codes(browser) == [codes[4]]
    browser.open("/openings/egyptos?options=opening%3Dswap&moves=M14+N13+swap")
    assert linked_codes(browser) == [codes[4]]
    assert "1 match, black won. " in browser.page.text or "1 match, gold won. " in browser.page.text


def test_what_cannot_be_shown_is_told_with_what_can(browser: Browser, codes: list[str]) -> None:
    with check_cases() as case:
        for query, told in (
            ("moves=Q20", "Q20 touches no pyramid."),
            ("moves=M14+swap", "From the first move"),
            ("moves=%3Cb%3E", "There is no square in your line."),
            ("moves=" + "M14+" * 300, "The rules do not allow M14 now."),
            ("options=isolation%3Dallowed", "opening=swap"),
            ("options=opening%3Dlater", "swap"),
            ("options=nonsense%3D1", "is not an option of this game"),
            ("options=move_cap%3D" + "9" * 5000, "move_cap"),
        ):
            with case(query[:40]):
                browser.open(f"/openings/egyptos?{query}")
                assert browser.status == 400
                assert told in browser.page.text
                assert "<b>" not in browser.page.html


def test_games_without_openings_and_without_matches_say_so(browser: Browser) -> None:
    assert "dealt by chance" in browser.open("/openings/cheops").page.text
    for path in ("/openings/egyptos", "/statistics", "/statistics/pharao", "/statistics/egyptos.json"):
        assert browser.open(path).status == 200
    for path in ("/openings/checkers", "/statistics/checkers", "/statistics/checkers.json", "/positions/zz"):
        assert browser.open(path).status == 404
    assert "/statistics/egyptos" in browser.open("/statistics/checkers").page.links
    assert browser.open("/positions/0000000000000000").status == 404


def test_a_position_leads_to_all_public_matches_in_which_it_stood(
    browser: Browser, anna: Browser, codes: list[str], club: Club
) -> None:
    (link,) = (link for link in browser.open(f"/m/{codes[0]}/2").page.links if "/positions/" in link)
    assert "This position stood in 2 other matches" in browser.page.text
    browser.open(link)
    assert linked_codes(browser) == codes[2::-1]
    assert "In 3 finished matches this position stood." in browser.page.text
    assert "black X, Who began: 1 laid" in browser.page.text  # whichever seat began the newest match
    # A player of the private match finds the public ones from there, and nobody finds theirs.
    assert "This position stood in 2 other matches" in anna.open(f"/m/{codes[0]}/2").page.text
    assert "This position stood in 3 other matches" in anna.open(f"/m/{codes[5]}/2").page.text
    assert "/positions/" not in "".join(browser.open(f"/m/{club.begin().code}/1").page.links)


def test_positions_are_listed_page_by_page(browser: Browser, codes: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings_page, "A_PAGE", 3)
    (link,) = (link for link in browser.open(f"/m/{codes[0]}/0").page.links if "/positions/" in link)
    seen = linked_codes(browser.open(link))
    (older,) = (one for one in browser.page.links if "before=" in one and "lang=" not in one)
    assert seen + linked_codes(browser.open(older)) == codes[3::-1]
    for before in ("yesterday", "2026-01-01/1", "2026-01-01T00:00:00+00:00/x"):
        assert browser.open(link, query_string={"before": before}).status == 404


def test_the_house_player_is_told_by_its_levels(browser: Browser, club: Club) -> None:
    levels = Level.EASY, Level.EASY, Level.STRONG
    finish_matches(club.context, club.now, [Played(("M14",), resigns=0, house={1: level}) for level in levels])
    told = json.loads(browser.open("/statistics/egyptos.json").answer.data)["by_seats"][0]  # type: ignore[union-attr]
    assert [(one["level"], one["name"], one["firsts"]["alone"]) for one in told["house"]] == [
        ("easy", "Ani", 2),
        ("strong", "Imhotep", 1),
    ]
    page = browser.open("/statistics/egyptos").page.text
    assert re.search(r"Ani \(house, easy\) 2 0 2 100%", page)
    assert re.search(r"Imhotep \(house, strong\) 1 0 1 100%", page)


def test_plots_tables_and_json_say_the_same(browser: Browser, codes: list[str]) -> None:
    told = json.loads(browser.open("/statistics/egyptos.json").answer.data)  # type: ignore[union-attr]
    (seats,) = told["by_seats"]
    assert (told["matches"], seats["matches"], seats["endings"]) == (5, 5, {"resigned": 4, "agreed": 1})
    browser.open("/statistics/egyptos")
    (who, other) = rows(browser)
    firsts = seats["firsts"]
    assert [row[1:4] for row in (who, other)] == [
        [str(one["alone"]), str(one["shared"]), str(one["matches"])] for one in firsts
    ]
    assert f"{firsts[0]['share']:.0%}" in who[4]
    circles = [float(str(given["cx"])) for tag, given in browser.page.tags if tag == "circle"]
    assert circles[:2] == [pytest.approx(400 * one["share"], abs=0.1) for one in firsts]
    labelled = [given.get("aria-describedby") for tag, given in browser.page.tags if tag == "svg"]
    ids = {given.get("id") for _, given in browser.page.tags}
    assert labelled
    assert set(labelled) <= ids
    line = next(row for row in rows(browser.open("/statistics")) if row[0] == "Egyptos")
    assert line[1:3] == ["2", "5"]


def test_a_private_match_is_in_no_number_and_on_no_page_before_ten_are_alike(browser: Browser, club: Club) -> None:
    paths = ("/openings/egyptos", "/statistics", "/statistics/egyptos", "/statistics/egyptos.json", "/openings")
    before = [browser.open(path).page.html for path in paths]
    private = finish_matches(club.context, club.now, [Played(("M14",), private=True)] * (BATCH - 1))
    assert [browser.open(path).page.html for path in paths] == before
    finish_matches(club.context, club.now, [Played(("M14",), private=True)])
    assert json.loads(browser.open(paths[3]).answer.data)["matches"] == BATCH  # type: ignore[union-attr]
    assert browser.open(paths[0]).page.html == before[0]
    for path in paths:
        assert not any(code in browser.open(path).page.html for code in private)
