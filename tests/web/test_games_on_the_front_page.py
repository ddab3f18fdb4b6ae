"""The front page shows each game: a picture, what wins, and a match against the house player in one press."""

from __future__ import annotations

import pytest

from adjudicator.engines.registry import engines
from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.store.states import MatchState
from adjudicator.texts.games.rulebook import render_aim
from adjudicator.texts.language.language import language_for
from testkit.browser import Browser
from testkit.club import Club

GAMES = sorted({engine.rules.name for engine in engines().values()})


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_a_picture_that_needs_nothing_else(browser: Browser, game: str) -> None:
    browser.open(f"/games/{game}.svg")
    assert browser.status == 200
    assert browser.answer is not None
    assert browser.answer.mimetype == "image/svg+xml"
    assert "<svg" in browser.answer.get_data(as_text=True)[:200]


def test_a_game_that_there_is_not_has_none(browser: Browser) -> None:
    assert browser.open("/games/checkers.svg").status == 404


def test_every_game_says_what_wins(browser: Browser) -> None:
    said = browser.open("/?lang=fr").page.text
    for game in GAMES:
        assert " ".join(render_aim(game, language_for("fr")).split()) in said
        assert f"/rules/{game}" in browser.page.links


@pytest.mark.parametrize("game", GAMES)
def test_a_player_begins_a_match_against_the_house_by_one_button(club: Club, anna: Browser, game: str) -> None:
    form = next(one for one in anna.open("/").page.forms if one.fields.get("game") == game)
    anna.post(form.action, form.fields)
    match = club.match()
    with club.context.store.reading() as session:
        begun = find_match(session, match.code)
        assert begun is not None
        assert begun.state is MatchState.RUNNING
        assert begun.rules.partition("/")[0] == game
        assert [seat.house for seat in begun.seats][1:] == [True] * (len(begun.seats) - 1)


@pytest.mark.parametrize("game", GAMES)
def test_somebody_else_is_led_to_the_form_with_the_house_chosen(browser: Browser, game: str) -> None:
    (link,) = [one for one in browser.open("/").page.links if f"game={game}" in one and "house" in one]
    assert browser.open(link).page.form("/new").fields["kind-1"] == "house"
