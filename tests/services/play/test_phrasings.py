"""A clear order is played however people word it; an unclear one is asked about, and never played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from adjudicator.match.rulings.table import AnyTable, play_step
from testkit.mail.phrasings import BARE, CHATTER, CLEAR, CORRECTED, DOUBTFUL, LANGUAGES, THEN, dressed
from tests.services.ruled_letters import GAMES, played, ruled, tables

FEWEST_SECOND = 2
SCENES = [(game, language) for game in GAMES for language in LANGUAGES]


def filled(game: str, language: str, phrasings: tuple[str, ...]) -> Iterator[tuple[AnyTable, str, str, str]]:
    """Put two legal orders of some position into every phrasing; the same ones in every run."""
    dice = random.Random(f"{game} {language}")
    for phrasing in phrasings:
        table = dice.choice(tables(game))
        order, other = dice.sample(table.legal_orders, 2)
        yield table, order, other, dressed(phrasing, order, other)


@pytest.mark.parametrize(("game", "language"), [*SCENES, *((game, "") for game in GAMES)])
def test_an_order_is_played_in_whatever_words_it_is_given(game: str, language: str) -> None:
    phrasings = CLEAR[language] if language else BARE
    results = [(played(table, text), order, text) for table, order, _, text in filled(game, language, phrasings)]
    assert [(steps, text) for steps, order, text in results if steps not in ((), (order,))] == []
    right = sum(steps == (order,) for steps, order, _ in results)
    assert right >= 0.97 * len(phrasings), [text for steps, _, text in results if not steps]


def test_the_phrasings_are_many() -> None:
    assert all(len({*BARE, *CLEAR[language]}) >= 127 for language in LANGUAGES)


@pytest.mark.parametrize("game", ["cheops", "pharao"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_comes_then_in_the_same_line_is_played_too_or_nothing_is(game: str, language: str) -> None:
    dice = random.Random(f"then {game} {language}")
    whole = list[bool]()
    for phrasing in THEN[language] * 3:
        table, first, second = dice.choice(two_steps(game))
        text = dressed(phrasing, first, second)
        steps = played(table, text)
        assert steps in ((), (first, second)), text
        whole.append(bool(steps))
    assert sum(whole) >= 0.9 * len(whole)


@cache
def two_steps(game: str) -> tuple[tuple[AnyTable, str, str], ...]:
    """List positions with two steps of one turn that reveal nothing, in the words of the notation."""
    found: list[tuple[AnyTable, str, str]] = []
    for table in tables(game):
        for step in table.legal_steps:
            following, entry = play_step(table, step)
            if entry.revealed or following.turn != table.turn or len(following.legal_steps) < FEWEST_SECOND:
                continue
            second = following.legal_steps[-1]
            if not play_step(following, second)[1].revealed:
                found.append((table, table.engine.format(step), table.engine.format(second)))
    return tuple(found)


@pytest.mark.parametrize(("game", "language"), SCENES)
def test_an_order_that_is_named_and_not_given_is_never_played(game: str, language: str) -> None:
    for table, _, _, text in filled(game, language, DOUBTFUL[language]):
        ruling = ruled(table, text)
        assert (ruling.played, ruling.table) == ((), table), text
        assert ruling.refused, text


@pytest.mark.parametrize(("game", "language"), SCENES)
def test_an_order_that_a_later_line_takes_back_is_never_played(game: str, language: str) -> None:
    for table, _, other, text in filled(game, language, CORRECTED[language]):
        assert played(table, text) in ((), (other,)), text


@pytest.mark.parametrize(("game", "language"), SCENES)
def test_words_that_order_nothing_play_nothing_and_change_nothing(game: str, language: str) -> None:
    for table, order, _, text in filled(game, language, CHATTER[language]):
        assert played(table, text) == (), text
        assert played(table, f"{order}\n\n{text}") == (order,), text


@pytest.mark.parametrize("letter", ["{o}\n{p}", "{o}\n\n\n{p}\nThanks!", "Hi,\n{o} please\nMy move: {p}"])
def test_of_two_orders_for_one_decision_neither_is_played(letter: str) -> None:
    for table in tables("egyptos")[:4]:
        ruling = ruled(table, dressed(letter, *table.legal_orders[:2]))
        assert ([one.refusal.key for one in ruling.refused], ruling.table) == (["contradictory"], table)


def test_of_two_draws_where_one_is_due_neither_is_made() -> None:
    drawing = [one for one in tables("cheops", 40) if {"draw 1", "draw 2"} <= {*one.legal_orders}]
    for table in drawing:
        ends = ruled(table, "draw 1").turn != table.turn
        assert played(table, "draw 1\ndraw 2") == (() if ends else ("draw 1", "draw 2"))
    assert any(ruled(table, "draw 1").turn != table.turn for table in drawing)


def test_an_end_with_more_behind_it_ends_nothing() -> None:
    table = next(one for one in tables("pharao") if {"end", "A A2"} <= {*one.legal_orders})
    for text in ("end\nA A2", "end, A A2", "Fine.\nA A2", "Schluss\n\nA A2"):
        assert [one.refusal.key for one in ruled(table, text).refused] == ["contradictory"], text
        assert played(table, text) == ()
    assert played(table, "A A2\nend") in (("A A2", "end"), ("A A2",))


def test_a_letter_that_leaves_something_open_plays_none_of_its_lines() -> None:
    table = next(one for one in tables("pharao") if {"end", "A A2"} <= {*one.legal_orders})
    ruling = ruled(table, "A A2\nperhaps end")
    assert (ruling.played, ruling.not_reached) == ((), ("A A2",))
    (refused,) = ruling.refused
    said = {"order": "perhaps end", "doubt": "condition", "word": "perhaps", "asks": False}
    assert dict(refused.refusal.values) == said
    assert set(refused.refusal.nearest) <= {*table.legal_orders}


def test_letters_that_look_like_two_latin_ones_are_asked_about_where_both_are_legal() -> None:
    table = next(one for one in tables("egyptos") if {"N16", "N15"} & {*one.legal_orders})
    order = next(one for one in table.legal_orders if one.startswith("N") and f"H{one[1:]}" not in table.legal_orders)
    assert played(table, order.replace("N", "\N{CYRILLIC CAPITAL LETTER EN}")) == (order,)
