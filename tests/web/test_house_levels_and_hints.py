"""How strong the house player is, and its hints, on the pages."""

from __future__ import annotations

import pytest

from adjudicator.engines.contract import Level
from adjudicator.services.jobs import hint_answers
from adjudicator.store.tables import Match
from adjudicator.web.matches import move_forms
from testkit.browser import Browser
from testkit.club import Club


@pytest.mark.parametrize(
    ("filled", "level", "name"), [({}, Level.EASY, "Ani"), ({"level": "strong"}, Level.STRONG, "Imhotep")]
)
def test_the_form_for_a_match_chooses_the_level(
    club: Club, anna: Browser, filled: dict[str, str], level: Level, name: str
) -> None:
    anna.open("/new?game=egyptos&with=house").submit("/new", **filled)
    match = club.match()
    assert match.seats[1].level is level
    assert f"{name} is the house player, at its {level} level." in anna.open(f"/m/{match.code}").page.text
    assert name in anna.open("/mine").page.text


def test_what_was_chosen_is_kept_after_an_error_and_nonsense_is_no_level(club: Club, anna: Browser) -> None:
    anna.open("/new?game=egyptos").submit("/new", **{"kind-1": "mail", "address-1": "nobody", "level": "fair"})
    assert '<option value="fair" selected>' in anna.page.html
    anna.open("/new?game=egyptos&with=house").submit("/new", level="brilliant")
    assert anna.status == 422


def test_a_seat_is_given_to_the_level_that_is_chosen(club: Club, anna: Browser) -> None:
    anna.open("/new?game=egyptos").submit("/new", **{"kind-1": "open"})
    path = f"/m/{club.match().code}"
    anna.open(path)
    form = next(one for one in anna.page.forms if one.fields.get("order") == "seat house")
    anna.post(f"{path}/seats", {**form.fields, "level": "strong"})
    assert club.match().seats[1].level is Level.STRONG


def test_the_rematch_too(club: Club, anna: Browser) -> None:
    anna.open("/new?game=egyptos&with=house").submit("/new", level="fair")
    path = f"/m/{club.match().code}"
    anna.open(f"{path}/resign").submit(f"{path}/resign")
    anna.open(path).submit(f"{path}/rematch", level="strong")
    assert [seat.level for seat in club.match().seats if seat.house] == [Level.STRONG]


def test_a_hint_stands_beside_the_move_and_leads_to_the_board(club: Club, anna: Browser) -> None:
    anna.open("/new?game=egyptos&with=house").submit("/new")
    path = f"/m/{club.match().code}"
    anna.open(path).submit(f"{path}/hint")
    assert "The strong house player is thinking about it." in anna.page.text
    assert "In your place Imhotep, the strong house player, would play this:" in anna.page.text
    step = anna.page.html.partition("would play this:")[2].partition("<code>")[2].partition("</code>")[0]
    assert f'href="{path}?step={step}#board"' in anna.page.html
    assert "would play this:" in anna.open(path).page.text
    assert not club.letters("Anna <anna@anna.example>", "A hint: ")
    anna.post(f"{path}/orders", {**anna.page.form(f"{path}/orders").fields, "text": step})
    assert "would play this:" not in anna.open(path).page.text
    anna.open(f"{path}/resign").submit(f"{path}/resign")
    assert "The house player gave 1 hint in this match." in anna.open(path).page.text


def test_while_it_is_thought_about_the_page_says_so(club: Club, anna: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(move_forms, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(hint_answers, "answer_hints", lambda *_: None)
    anna.open("/new?game=egyptos&with=house").submit("/new")
    path = f"/m/{club.match().code}"
    anna.open(path).submit(f"{path}/hint")
    for _ in range(2):
        assert "Imhotep, the strong house player, is thinking about your move." in anna.page.text
        assert f"{path}/hint" not in [form.action for form in anna.page.forms]
        anna.open(path)


def test_with_people_at_the_table_there_is_no_button_and_the_form_is_refused(match: Match, mover: Browser) -> None:
    path = f"/m/{match.code}"
    orders = mover.open(path).page.form(f"{path}/orders")
    assert f"{path}/hint" not in [form.action for form in mover.page.forms]
    mover.post(f"{path}/hint", orders.fields)
    assert "There are hints only in matches against the house alone" in mover.page.text
