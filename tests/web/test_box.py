"""The box on the page of a match takes every command of a letter, and answers it with the same words."""

from __future__ import annotations

import re
from html import unescape

from flask import Flask

from adjudicator.mail.commands.table.command import Place
from adjudicator.mail.commands.table.command_table import COMMANDS
from adjudicator.mail.commands.table.topics import Situation
from adjudicator.services.answers.help_answers import HelpScene, example_lines
from adjudicator.services.orders.commands.seat_commands import ANSWERS
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from adjudicator.texts.language.language import language_for
from adjudicator.web.request import app_context
from testkit.browser import Browser
from testkit.club import START, Club, text_of
from tests.web.conftest import signed_in
from tests.web.match_state import now

QUESTIONS = [*sorted(ANSWERS), "rules", "show"]
MORE = ["help time", "help press", "rules cheops"]
A_MINUTE = 40
"""The limit on orders, by player."""
LAST = ("resign",)


def seat_of_mover(club: Club, match: Match) -> tuple[str, str]:
    """Return the address of the player to move, and the one of their seat."""
    standing = now(club, match)
    assert standing.to_move is not None
    seat = standing.seats[standing.to_move]
    assert seat.player is not None
    return seat.player.address, club.context.addresses.seat(match.code, seat.number, standing.turn, seat.epoch)


def typed(browser: Browser, path: str, line: str) -> str:
    """Type a line into the box, which stands below a report too, and return the report on it as HTML."""
    if browser.answer is None or not any(form.action == f"{path}/orders" for form in browser.page.forms):
        browser.open(path)
    browser.submit(f"{path}/orders", text=line)
    assert browser.status == 200, line
    found = re.search(r'<section class="answer.*?</section>', browser.page.html, re.DOTALL)
    assert found, line
    return found[0]


def words(text: str) -> str:
    """Join the words of a text of a letter or a page."""
    return " ".join(re.sub(r"={4,}|<[^>]*>", " ", unescape(text)).split())


def examples(code: str) -> dict[str, str]:
    scene = HelpScene(language_for("en"), Situation.MOVE, START, "egyptos", code, ("M14", "N15"))
    return {one.name: example_lines(scene, one)[0] for one in COMMANDS if Place.MATCH in one.where}


def test_every_question_is_answered_on_the_page_as_in_a_letter(club: Club, match: Match, app: Flask) -> None:
    address, seat = seat_of_mover(club, match)
    browser = signed_in(app, club, address)
    asked = examples(match.code)
    club.now = app_context.now()
    for line in [*(asked[name] for name in QUESTIONS), *MORE]:
        report = typed(browser, f"/m/{match.code}", line)
        club.write(address, seat, line)
        letter = words(text_of(club.last(address)))
        pieces = re.findall(r"<(h3|p|pre)\b[^>]*>(.*?)</\1>", report, re.DOTALL)
        assert pieces, line
        for _, piece in pieces:
            assert words(piece) in letter, line
        assert "refused" not in report.partition(">")[0], line


def test_every_command_is_answered_on_the_page(club: Club, match: Match, app: Flask) -> None:
    others = club.begin(first="Carl <carl@carl.example>", second="Dora <dora@dora.example>")
    third = club.begin(first="Emil <emil@emil.example>", second="Fay <fay@fay.example>")
    names = [name for name in examples(match.code) if name not in LAST]
    assert len(names) <= 3 * (A_MINUTE - 2)
    for one, part in ((match, names[::3]), (others, names[1::3]), (third, [*names[2::3], *LAST])):
        browser = signed_in(app, club, seat_of_mover(club, one)[0])
        path, asked = f"/m/{one.code}", examples(one.code)
        for name in part:
            report = words(typed(browser, path, asked[name]).partition("</h2>")[2])
            assert len(report) > len(asked[name]), name
            if name == "language":
                browser.open(path).submit(f"{path}/orders", text="language en")


def test_a_player_who_is_not_to_move_has_a_box_too(club: Club, match: Match, waiter: Browser) -> None:
    path = f"/m/{match.code}"
    for line in ("status", "time", "press Good luck!", "grant 2", "memo think", "M14", "resign"):
        report = typed(waiter, path, line)
        assert ("Not played" in report) is (line == "M14"), line
    assert now(club, match).state is MatchState.FINISHED
    assert "The board" in typed(waiter, path, "board"), "also when it is over"


def test_an_answered_question_leaves_the_box_empty(club: Club, match: Match, mover: Browser) -> None:
    path = f"/m/{match.code}"
    typed(mover, path, "help")
    assert {"", "help"} & _texts(mover, path) == {""}
    typed(mover, path, "help\nQ20")
    assert any("Q20" in text for text in _texts(mover, path))


def _texts(browser: Browser, path: str) -> set[str]:
    """Return what the box and the buttons beside it would send."""
    return {form.fields["text"] for form in browser.page.forms if form.action == f"{path}/orders"}
