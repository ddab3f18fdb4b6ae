"""The front page: introduction, example letter, running matches and ways to begin."""

from __future__ import annotations

import re

import pytest

from adjudicator.engines.registry import newest_engine
from adjudicator.mail.commands.arguments.new_match import read_new_match
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.store.tables import Match
from adjudicator.web.lobby import sample_letter
from testkit.browser import Browser
from testkit.club import ANNA, Club, prose_of
from tests.texts.mailto_reader import read_mailto


def test_the_mailto_link_on_the_front_page_has_a_valid_order(club: Club, browser: Browser) -> None:
    letters = [read_mailto(link) for link in browser.open("/").page.links if link.startswith("mailto:")]
    begin = next(body for _, body, _ in letters if body.startswith("new"))
    assert {address for address, _, _ in letters} == {club.context.addresses.service}
    said = read_line(begin, "service")
    assert said is not None
    assert newest_engine(read_new_match(said.argument).game).rules.name == "egyptos"
    assert all(read_line(body, "service") for _, body, _ in letters)


def test_the_letter_that_is_shown_is_a_turn_of_its_reader_with_legal_orders(club: Club) -> None:
    letter = sample_letter.turn_letter(club.context.addresses, club.context.site, "en")
    assert letter.subject.startswith("[K7Q2] Your turn")
    assert "It is your turn, until Thursday 3 December, 20:00 your time (19:00 UTC)" in " ".join(letter.text.split())
    engine = newest_engine("egyptos")
    position = engine.setup(engine.rules.complete({}), 2, {"first": sample_letter.READER})
    position = engine.apply(position, engine.legal_steps(position)[0]).position
    for step in sample_letter.STEPS:
        position = engine.apply(position, engine.parse(position, step).step).position
    assert "It is your turn, until Thursday 3 December, 20:00 your time" in sample_letter.unfold_letter(letter.text)
    offered = re.findall(r"^  (\w+)  +lay a pyramid on \1$", letter.text, re.MULTILINE)
    assert offered
    for order in offered:
        engine.apply(position, engine.parse(position, order).step)


def test_running_matches_are_listed_with_the_player_to_move(browser: Browser, match: Match) -> None:
    page = browser.open("/").page
    assert f"/m/{match.code}" in page.links
    assert "to move, last move" in page.text


def test_ones_own_turn_comes_first(club: Club, anna: Browser, match: Match) -> None:
    for _ in range(4):
        club.begin()
    hers = re.findall("your turn|Bob to move", anna.open("/mine").page.text)
    assert len(hers) == 5
    assert hers == sorted(hers, reverse=True)


def test_ones_own_matches_come_first_by_their_deadlines_and_once(club: Club, anna: Browser) -> None:
    days = {club.begin(f"days={days}").code: days for days in (5, 2, 9)}
    browser = anna.open("/")
    text = browser.page.text
    assert text.index("Your matches") < text.index("How to begin") < text.index("What is being played")
    assert browser.page.html.count("<h1") == 1
    codes = [link.removeprefix("/m/") for link in browser.page.links if link.removeprefix("/m/") in days]
    waiting = [code for code in codes if to_move_in(club, code) == "Anna"]
    assert sorted(codes) == sorted(days)
    assert codes[: len(waiting)] == waiting == sorted(waiting, key=days.__getitem__)
    club.write(ANNA, club.context.addresses.service, "list")
    told = prose_of(club.last(ANNA))
    assert sorted(days, key=told.index) == codes


def to_move_in(club: Club, code: str) -> str:
    with club.context.store.reading() as session:
        match = find_match(session, code)
        assert match is not None
        assert match.to_move is not None
        return match.seats[match.to_move].name


def test_the_house_player_is_no_one_to_write_to(club: Club, anna: Browser) -> None:
    anna.open("/new").submit("/new", **{"kind-1": "house"})
    path = f"/m/{club.match().code}"
    assert f"{path}/press" not in [form.action for form in anna.open(path).page.forms]


@pytest.mark.parametrize("game", ["egyptos", "Egyptos"])
def test_the_rules_have_headings_and_paragraphs(browser: Browser, game: str) -> None:
    page = browser.open(f"/rules/{game}").page
    assert browser.status == 200
    assert [tag for tag, _ in page.tags].count("h2") >= 4
    assert "====" not in page.text


def test_who_plays_is_told_that_nothing_else_is_played(match: Match, anna: Browser, browser: Browser) -> None:
    running = "What is being played"
    assert match.code in browser.open("/").page.text.partition(running)[2]
    own, _, others = anna.open("/").page.text.partition(running)
    assert match.code in own
    assert others.strip().startswith("Nothing else just now.")
