"""Diaries and comments on the pages: who sees and writes what, what is refused, and moves that are leafed through."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from adjudicator.services.matches.annotations.comments import LONGEST_COMMENT
from adjudicator.store.tables import Match
from testkit.browser import Browser
from testkit.club import BOB, Club
from tests.web.conftest import signed_in

CARLA = "Carla <carla@carla.example>"
MARK = "QUINCUNX77"


@pytest.fixture
def over(club: Club, match: Match) -> str:
    """The path of a match that Anna has won."""
    club.play_beginning("Bob resigns", lambda: club.answer(club.last(BOB), "resign"))
    return f"/m/{match.code}"


def comment(browser: Browser, path: str, **filled: str) -> Browser:
    return browser.open(path).submit(f"{path}/comments", **filled)


def test_a_diary_is_kept_shown_and_taken_back(match: Match, anna: Browser, bob: Browser, browser: Browser) -> None:
    path = f"/m/{match.code}"
    for words in (f"{MARK} <b>\r\n\u202eevil\x0b", "QUINCE78"):
        anna.open(path).submit(f"{path}/diary", text=words)
        assert "Kept as entry" in anna.page.text
    html = anna.open(path).page.html
    assert f"{MARK} &lt;b&gt;\nevil</p>" in html
    for other in (bob, browser):
        assert MARK not in other.open(path).page.html
    anna.submit(f"{path}/diary/take-back", number="1")
    assert MARK not in anna.open(path).page.html
    anna.post(f"{path}/diary/take-back", {"csrf_token": anna.page.form(f"{path}/diary").fields["csrf_token"]})
    assert "QUINCE78" not in anna.open(path).page.html
    assert anna.post(f"{path}/diary", {"text": "no token"}).status == 403
    assert browser.post(f"{path}/diary", {"text": "nobody"}).status == 403


def test_a_comment_and_a_note_that_are_sent_twice_stand_there_once(
    club: Club, match: Match, anna: Browser, bob: Browser
) -> None:
    path = f"/m/{match.code}"
    for words in ("first", "first", "second", "first"):
        anna.open(path).submit(f"{path}/diary", text=words)
    assert "Kept as entry 3" in anna.page.text
    club.play_beginning("Bob resigns", lambda: club.answer(club.last(BOB), "resign"))
    for browser, words in ((anna, "Well!"), (anna, "Well!"), (bob, "Well!"), (anna, "Well!"), (anna, "Well?")):
        comment(browser, f"{path}/1", text=words, moves="", answers="0")
    assert "number 1.4" in anna.page.text


def test_a_comment_is_escaped_and_its_moves_can_be_leafed_through(over: str, anna: Browser, browser: Browser) -> None:
    words = f"{MARK} <script>x</script> https://evil.example \u202etxt"
    page = comment(anna, f"{over}/1", text=words, moves="L12; N13, m14").page
    assert "Your comment is there: number 1.1." in page.text
    html = browser.open(f"{over}/1").page.html
    assert f"{MARK} &lt;script&gt;x&lt;/script&gt; https://evil.example txt" in html
    assert 'href="https://evil.example' not in html
    moves = [link for link in browser.page.links if "/line/" in link]
    assert moves == [f"{over}/1/line/1/{step}" for step in (1, 2, 3)]
    for step, told in ((0, "move 0 of 3"), (2, "move 2 of 3"), (3, "move 3 of 3")):
        shown = browser.open(f"{over}/1/line/1/{step}")
        assert shown.status == 200
        assert told in shown.page.text
    drawn = {step: re.sub(r"\s+", " ", browser.open(f"{over}/1/line/1/{step}").page.html) for step in (0, 3)}
    # Who has which colour is drawn by chance.
    assert re.search(r"gold o, (anna|bob): 0 laid", drawn[0], re.IGNORECASE)
    assert "2 laid" in drawn[3]
    for wrong in ("1/line/1/4", "1/line/2/0", "1/line/99999999/0", "2/line/1/0", "9/line/1/0"):
        assert browser.open(f"{over}/{wrong}").status == 404, wrong
    assert browser.open(f"{over}/1/line/1/1?from=9").status == 400
    assert f"{over}/1#said" in browser.open(over).page.links


@pytest.mark.parametrize(
    ("filled", "why"),
    [
        ({"text": ""}, "There is no comment"),
        ({"text": "\u202e \x0c"}, "There is no comment"),
        ({"text": "x" * (LONGEST_COMMENT + 1)}, "there is room for 2000"),
        ({"text": MARK, "moves": "L12 A1"}, "Move 2 of your line"),
        ({"text": MARK, "moves": "L12 and more"}, "Move 2 of your line"),
        ({"text": MARK, "answers": "7"}, "There is no comment 1.7 to answer."),
        ({"text": MARK, "answers": "99999999999999999999"}, "There is no comment 1.1000 to answer."),
    ],
)
def test_what_cannot_be_written_comes_back_with_the_reason(
    over: str, anna: Browser, filled: dict[str, str], why: str
) -> None:
    form = anna.open(f"{over}/1").page.form(f"{over}/1/comments")
    answer = anna.post(f"{over}/1/comments", form.fields | filled)
    assert answer.status == 400
    assert why in answer.page.text
    assert filled["text"].strip("\u202e \x0c") in answer.page.html or "answers" in filled
    assert "1.1" not in anna.open(f"{over}/1").page.text


def test_an_answer_and_striking_out(over: str, anna: Browser, bob: Browser, browser: Browser) -> None:
    comment(anna, f"{over}/1", text=f"{MARK} first")
    form = bob.open(f"{over}/1").page.form(f"{over}/1/comments")
    bob.post(form.action, form.fields | {"answers": "1", "text": f"{MARK} second"})
    text = browser.open(f"{over}/1").page.text
    assert text.index("first") < text.lower().index("1.2 bob") < text.index("second")
    token = bob.open(f"{over}/1").page.form(f"{over}/1/comments").fields["csrf_token"]
    assert bob.post(f"{over}/1/comments/1/strike", {"csrf_token": token}).status == 404
    anna.open(f"{over}/1").submit(f"{over}/1/comments/1/strike")
    text = browser.open(f"{over}/1").page.text
    assert f"{MARK} first" not in text
    assert "struck out" in text
    assert f"{MARK} second" in text


def test_who_may_write(app: Flask, club: Club, over: str, browser: Browser, anna: Browser) -> None:
    carla = signed_in(app, club, CARLA)
    page = carla.open(f"{over}/1").page
    assert "Only the players of this match comment on it now" in page.text
    assert "Sign in to comment." in browser.open(f"{over}/1").page.text
    token = carla.open(over).page.html.partition('name="csrf_token" value="')[2].partition('"')[0]
    assert carla.post(f"{over}/1/comments", {"csrf_token": token, "text": MARK}).status == 400
    assert MARK not in browser.open(f"{over}/1").page.text
    assert (
        anna.open(over).submit(f"{over}/comment-news", told="off").status == 302
        or "No letter tells you" in anna.open(over).page.text
    )


def test_a_running_and_a_private_match_have_no_comments(
    club: Club, match: Match, anna: Browser, browser: Browser
) -> None:
    assert "comments" not in anna.open(f"/m/{match.code}/1").page.html
    private = club.begin("private")
    club.answer(club.last(BOB), "resign")
    path = f"/m/{private.code}"
    comment(anna, f"{path}/1", text=MARK, moves="L12")
    assert MARK in anna.open(f"{path}/1").page.text
    for wanted in (path, f"{path}/1", f"{path}/1/line/1/1"):
        assert browser.open(wanted).status == 404, wanted
    assert MARK not in browser.open("/archive?annotated=1").page.html


def test_the_archive_finds_matches_of_which_something_is_said(over: str, anna: Browser, browser: Browser) -> None:
    code = over.rpartition("/")[2]
    assert code not in browser.open("/archive?annotated=1").page.html.partition("</form>")[2]
    comment(anna, f"{over}/1", text=MARK)
    assert code in browser.open("/archive?annotated=1").page.html
    assert browser.open("/archive?annotated=2").status == 400
