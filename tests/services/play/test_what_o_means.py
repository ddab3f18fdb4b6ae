"""An O that may be east or west is asked about once, and remembered for the player in all matches."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from adjudicator.engines.contract import OMeans
from adjudicator.engines.pharao import ENGINE, Pharao
from adjudicator.engines.pharao.position.position import Position
from adjudicator.match.rulings.ruling import rule_on
from adjudicator.match.rulings.table import Table
from adjudicator.services.orders.order_wording import WORDING
from adjudicator.services.players.players import find_player
from testkit.agreed_match import steps
from testkit.club import ANNA, Club, address_of, prose_of, text_of
from testkit.engines.pharao import drawn
from testkit.pharao_match import begin_pharao
from tests.engines.pharao.test_letter_o import CLEAR, OPEN, in_words, positions

MAP = """
     A     B   C  D
 3   #     #   #  #
 2   #     NES EW #
 1   @NESW NEW EW EW
"""
ASKED = "Is O the east or the west?"
PLAYED = {"east": ["A B2", "flip B3", "turn NES"], "west": ["A B2", "flip B3", "turn NEW"]}
ANSWERS = {
    "de": ("O bedeutet Osten; A B2; flip B3 Nord Ost", "O bedeutet Westen; A B2; flip B3 Nord West"),
    "en": ("O means east; A B2; flip B3 north east", "O means west; A B2; flip B3 north west"),
    "fr": ("O veut dire est; A B2; flip B3 nord est", "O veut dire ouest; A B2; flip B3 nord ouest"),
    "it": ("O significa est; A B2; flip B3 nord est", "O significa ovest; A B2; flip B3 nord ovest"),
    "nl": ("O betekent oost; A B2; flip B3 noord oost", "O betekent west; A B2; flip B3 noord west"),
}


@pytest.fixture
def match(club: Club) -> str:
    """Begin a match in which Anna is to move; return its code."""
    return begin_pharao(club, drawn(MAP, "A:B1 P:A1 *B1", "A:D1+3 P:C1", hidden={"B3": "tee"})).code


def meaning(club: Club) -> str:
    with club.context.store.reading() as session:
        player = find_player(session, address_of(ANNA))
        assert player
        return player.o_means or ""


def answer(club: Club, text: str) -> str:
    return club.inbox(club.answer(club.last(ANNA), text)).verdict or ""


@pytest.mark.parametrize(
    "text", ["A B2; flip B3 NO", "A B2\nflip B3 NO\nThanks!", "flip B3 NO", "rotate B1 NO", "A B2; flip B3; NOS"]
)
def test_nothing_is_played_before_it_is_clear(club: Club, match: str, text: str) -> None:
    del match
    assert answer(club, text) == "refused: which_o"
    assert (steps(club), meaning(club)) == ([], "")
    assert ASKED in prose_of(club.last(ANNA))


@pytest.mark.parametrize("side", PLAYED)
@pytest.mark.parametrize("language", ANSWERS)
def test_each_of_the_two_lines_plays_all_and_is_remembered(club: Club, match: str, language: str, side: str) -> None:
    del match
    answer(club, f"language {language}")
    assert answer(club, "A B2; flip B3 NO") == "refused: which_o"
    lines = [line.strip() for line in text_of(club.last(ANNA)).splitlines() if line.startswith("  O ")]
    assert tuple(lines) == ANSWERS[language]
    assert answer(club, lines[list(PLAYED).index(side)]) == "played"
    assert steps(club) == PLAYED[side]
    assert meaning(club) == side


@pytest.mark.parametrize("side", PLAYED)
@pytest.mark.parametrize(
    "text", ["O means {}\nA B2; flip B3 NO", "A B2; flip B3 NO\nO is {}", "O bedeutet {}; A B2\nflip B3 NO"]
)
def test_it_may_be_said_in_the_letter_of_the_order(club: Club, match: str, text: str, side: str) -> None:
    del match
    assert answer(club, text.format(side)) == "played"
    assert steps(club) == PLAYED[side]
    assert f"An O in your moves is the {side} from now on" in prose_of(club.last(ANNA))


def test_it_counts_in_every_match_until_it_is_said_otherwise(club: Club, match: str) -> None:
    assert answer(club, "O means west") == "done"
    again = begin_pharao(club, drawn(MAP, "A:B1 P:A1 *B1", "A:D1+3 P:C1", hidden={"B3": "tee"}))
    assert again.code != match
    assert answer(club, "O means east") == "done"
    assert answer(club, "A B2; flip B3 NO") == "played"
    assert steps(club) == PLAYED["east"]


def test_two_meanings_in_one_letter_play_nothing(club: Club, match: str) -> None:
    del match
    answer(club, "O means east\nO means west\nA B2; flip B3 NO")
    assert (steps(club), meaning(club)) == ([], "")


@pytest.mark.parametrize("text", ["O means up; A B2", "O means east maybe"])
def test_what_is_no_side_settles_nothing(club: Club, match: str, text: str) -> None:
    del match
    answer(club, text)
    assert meaning(club) == ""


def test_a_preview_is_asked_about_and_settles_nothing_by_itself(club: Club, match: str) -> None:
    del match
    assert answer(club, "? rotate B1 NO") == "refused: which_o"
    lines = [line.strip() for line in text_of(club.last(ANNA)).splitlines() if line.startswith("  O ")]
    assert lines == ["O means east; ? rotate B1 north east", "O means west; ? rotate B1 north west"]
    answer(club, lines[0].replace("north east", "NOS"))
    assert "open to north, east and south" in prose_of(club.last(ANNA))
    assert steps(club) == []


def test_orders_that_are_too_long_for_a_line_are_not_written_again(club: Club, match: str) -> None:
    del match
    assert answer(club, "A B2; flip B3 NO; A B3; A B2; A C2; A B2; P B1; P A1; P B1; P A1; end") == "refused: which_o"
    assert "O means east, O means west" in prose_of(club.last(ANNA))


@cache
def ruled(engine: Pharao, position: Position, text: str) -> tuple[str, ...]:
    """List the steps that a ruling on an order plays."""
    table = Table(engine, position)
    return tuple(one.step for one in rule_on(table, 0, table.turn, [text], WORDING).played if one.order)


@pytest.mark.parametrize("way", ["1. {}", "please {}", "lookalike"])
def test_no_ruling_takes_an_o_for_the_opposite(way: str) -> None:
    """However an order is worded, its O is read as its writer means it, or nothing is played."""
    readings = {meaning: ENGINE.reading_o(meaning) for meaning in OMeans}
    for text, position in product(OPEN[::3] + CLEAR, positions()):
        said = text.replace("O", "\N{CYRILLIC CAPITAL LETTER O}") if way == "lookalike" else way.format(text)
        meant = {meaning: ruled(ENGINE, position, in_words(text, meaning)) for meaning in OMeans}
        for meaning, engine in readings.items():
            assert ruled(engine, position, said) in ((), meant[meaning]), said
        if text in OPEN:
            both = set(meant.values())
            assert ruled(ENGINE, position, said) in ((), *(both if len(both) == 1 else ())), said
