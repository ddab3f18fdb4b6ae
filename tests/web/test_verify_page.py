"""The page that compares the last line of a letter with the archive, and the verifier to take home."""

from __future__ import annotations

from adjudicator.store.tables import Match
from testkit.browser import Browser
from testkit.club import Club, text_of, to_move


def test_the_page_says_the_same(browser: Browser, club: Club) -> None:
    code = club.begin().code
    line = text_of(club.last(to_move(club))).rstrip().splitlines()[-1]
    page = browser.open("/verify", query_string={"line": line}).page
    assert f"{code} Egyptos (Anna, Bob)" in page.text
    assert "The archive has it as your line says" in page.text
    assert "looks like this" in browser.open("/verify", query_string={"line": "hello"}).page.text
    assert "Compare" in browser.open("/verify").page.text
    with club.context.store.writing() as session:
        session.get_one(Match, club.match().id).private = True
    assert f"There is no match {code}" in browser.open("/verify", query_string={"line": line}).page.text


def test_the_page_has_the_verifier(browser: Browser) -> None:
    program = browser.open("/verify.py")
    assert program.status == 200
    assert program.answer is not None
    assert "Check the record of a match" in program.answer.text
