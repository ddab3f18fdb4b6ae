"""Taking back on the page of a match what one has played in the running turn; it writes the same record as a letter."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import msgspec
from flask import Flask

from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.store.tables import Match
from testkit.agreed_match import PEOPLE, agree
from testkit.browser import Browser
from testkit.club import Club, to_move
from testkit.seats_at_table import begin_table, checked_record
from tests.web.conftest import signed_in
from tests.web.match_state import now

TURN = ("4 A2 keep", "undo", "3 A1 sell", "undo\n2 A3 keep", "end")


def buttons(browser: Browser, code: str) -> list[str]:
    """List the buttons of the open page that take something back."""
    return [form.action for form in browser.page.forms if form.action == f"/m/{code}/undo"]


def order(browser: Browser, path: str, text: str) -> None:
    browser.open(path).submit(f"{path}/orders", text=text)


def entries(club: Club) -> list[tuple[str, bool, dict[str, Any]]]:
    """List what happened in the newest match, without moments, digests and ways."""
    record = checked_record(club)
    first = record.entries[0].by
    return [
        (one.kind, one.by == first, {k: v for k, v in msgspec.to_builtins(one.values).items() if k != "how"})
        for one in record.entries
    ]


def test_pages_write_the_same_record_as_letters(club: Club, app: Flask) -> None:
    mover, *_ = begin_table(club)
    for text in TURN:
        club.answer(club.last(mover), text)
    written = entries(club)
    club.now = datetime.now(UTC)
    mover, *_ = begin_table(club)
    browser, path = signed_in(app, club, mover), f"/m/{club.match().code}"
    for text in TURN:
        if text == "undo":
            browser.open(path).submit(f"{path}/undo")
        else:
            order(browser, path, text)
    assert entries(club) == written
    assert [kind for kind, *_ in written] == ["step", "undo", "step", "undo", "step", "step"]


def test_the_button_says_what_it_takes_back_and_is_there_only_then(club: Club, app: Flask) -> None:
    mover, other, _ = begin_table(club)
    code = club.match().code
    path = f"/m/{code}"
    browser, watcher = signed_in(app, club, mover), signed_in(app, club, other)
    assert not buttons(browser.open(path), code)
    order(browser, path, "4 A2 keep")
    assert len(buttons(browser.open(path), code)) == 1
    assert not buttons(watcher.open(path), code)
    assert "Take back 4 A2 keep" in browser.page.text
    form = browser.page.form(f"{path}/undo")
    letters = len(club.transport.letters)
    browser.submit(f"{path}/undo")
    assert "Done: undo. You took back 4 A2 keep." in browser.page.text
    assert re.search(r"You laid family 4 on A2[^.]*\. \(taken back\) 4 A2 keep", browser.page.text)
    assert not buttons(browser, code)
    assert len(club.transport.letters) == letters, "nobody is written to"
    order(browser, path, "3 A1 sell")
    browser.post(form.action, form.fields | {"mark": "0" * 32})
    assert "You answered the letter of turn 1, but turn 2 is running." in browser.page.text
    order(browser, path, "end")
    assert "Take back" not in browser.open(path).page.text
    assert "Ask to take back 3 A1 sell, end" in browser.page.text


def test_everybody_sees_on_the_pages_what_was_taken_back(club: Club, app: Flask, browser: Browser) -> None:
    mover, other, _ = begin_table(club)
    path = f"/m/{club.match().code}"
    club.answer(club.last(mover), "4 A2 keep")
    club.answer(club.last(mover), "undo")
    name = mover.split()[0]
    for reader in (signed_in(app, club, other), browser):
        assert f"{name} took back 4 A2 keep." in reader.open(path).page.text
        assert "4 A2 keep (taken back)" in reader.open(f"{path}/1").page.text
        assert f"Position 2 of 2: {name} took back 4 A2 keep." in reader.open(f"{path}/2").page.text
        assert reader.open(f"{path}/2.json").status == 200


def test_behind_a_turn_the_button_asks_the_others(club: Club, match: Match, mover: Browser, waiter: Browser) -> None:
    path = f"/m/{match.code}"
    assert not buttons(mover.open(path), match.code)
    order(mover, path, "M14")
    assert not buttons(waiter.open(path), match.code)
    assert "Ask to take back M14" in mover.open(path).page.text
    mover.submit(f"{path}/undo")
    assert "The others are asked." in mover.page.text
    assert not buttons(mover.open(path), match.code)
    assert "asks to take back M14" in waiter.open(path).page.text
    waiter.submit(f"{path}/together", order="agree 1")
    assert "took back M14." in waiter.page.text
    assert "M14 (taken back)" in mover.open(f"{path}/1").page.text
    assert now(club, match).to_move == match.to_move


def test_in_pharao_a_lamp_goes_back_and_a_flipped_photo_does_not(club: Club, app: Flask) -> None:
    agree(club, "pharao", PEOPLE[:2])
    code, mover = club.match().code, to_move(club)
    browser, path = signed_in(app, club, mover), f"/m/{club.match().code}"
    order(browser, path, "lamp")
    assert "Take back lamp" in browser.open(path).page.text
    browser.submit(f"{path}/undo")
    order(browser, path, next(one for one in load_match(club.match()).orders if one.startswith("flip")))
    assert not buttons(browser.open(path), code)
