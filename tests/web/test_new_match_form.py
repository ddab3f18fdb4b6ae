"""The form for a new match asks one question first; what has a default is folded, with a summary that is true."""

from __future__ import annotations

import re

import pytest

from adjudicator.match.timekeeping.instants import DAY
from adjudicator.match.timekeeping.terms import PerTurn
from testkit.browser import Browser
from testkit.club import Club


def folded(browser: Browser) -> dict[str, bool]:
    """Return the summaries of the folded parts of the chosen game and of all games, and whether each is open."""
    game = re.search(r'name="game" value="(\w+)" checked', browser.page.html)
    assert game
    sections = re.split(r"</?section", browser.page.html)
    parts = [part for part in sections if f'name="{game[1]}-' in part or 'name="pace"' in part]
    found = [one for part in parts for one in re.findall(r"<details( open)?>\s*<summary>(.*?)</summary>", part)]
    return {summary: bool(opened) for opened, summary in found}


def test_it_begins_with_the_one_question_and_all_else_has_a_default(club: Club, anna: Browser) -> None:
    page = anna.open("/new?game=cheops").page
    legends = re.findall(r"<legend>(.*?)</legend>", page.html)
    assert legends[:2] == ["Whom do you want to play?", "Which game?"]
    kinds = [given["value"] for tag, given in page.tags if tag == "input" and given.get("name") == "kind-1"]
    assert kinds == ["house", "mail", "open"]
    assert folded(anna) == {
        "More players: nobody": False,
        "Rules: the French sheet: drawing from any stack, one tile a turn": False,
        "Time for each turn: 7 days. The clock also runs on weekends, at night and on holidays.": False,
        "Public: everybody may watch, and the match stays in the archive": False,
        "Add a word of your own to the shuffle": False,
    }
    anna.submit("/new", **{"kind-1": "house"})
    match = club.match()
    assert match.terms
    assert (match.terms.time, match.terms.off, match.private, len(match.seats)) == (PerTurn(7 * DAY), (), False, 2)


FOLDED = [
    ({"days": "3", "off-weekends": "1"}, "Time for each turn: 3 days. The clock rests in the free times"),
    ({"pace": "own", "own": "soon"}, "Time"),
    ({"cheops-option-open_money": "yes"}, "Money: is seen by all"),
    ({"cheops-option-open_money": "maybe"}, "Rules: "),
    ({"cheops-preset": "dutch"}, "Rules: the Dutch sheet"),
    ({"cheops-kind-2": "house", "cheops-kind-3": "open"}, "More players: the house player, anyone who joins"),
    ({"cheops-kind-2": "mail", "cheops-address-2": "carl"}, "More players: carl"),
    ({"private": "on"}, "Private: only its players see the match"),
]


@pytest.mark.parametrize(("filled", "summary"), FOLDED, ids=lambda one: one if isinstance(one, str) else None)
def test_after_an_error_what_was_filled_in_is_kept_and_its_part_is_open(
    anna: Browser, filled: dict[str, str], summary: str
) -> None:
    anna.open("/new?game=cheops").submit("/new", **{"kind-1": "mail", "address-1": "nobody"} | filled)
    assert anna.status == 422
    kept = anna.page.form("/new").fields
    assert {key: kept[key] for key in filled} == {
        key: "" if value == "maybe" else value for key, value in filled.items()
    }
    assert [said for said, opened in folded(anna).items() if opened and summary in said]
    assert len([opened for opened in folded(anna).values() if opened]) == 1


def test_what_was_filled_in_for_another_game_does_not_count(club: Club, anna: Browser) -> None:
    others = {"cheops-kind-2": "house", "cheops-option-open_money": "maybe", "cheops-address-3": "nonsense"}
    anna.open("/new").submit("/new", **{"kind-1": "house", "game": "egyptos"} | others)
    assert club.match().rules == "egyptos/1"


def test_more_players_are_seated_in_the_order_of_the_form(club: Club, anna: Browser) -> None:
    seats = {"kind-1": "mail", "address-1": "bob@bob.example", "pharao-kind-2": "house"}
    anna.open("/new").submit("/new", game="pharao", **seats)
    assert [(seat.guest, seat.house) for seat in club.match().seats[1:]] == [("bob@bob.example", False), ("", True)]
