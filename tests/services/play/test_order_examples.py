"""The orders that letters offer: they say what they do, and work in each language, copied in any way."""

from __future__ import annotations

import textwrap

import pytest

from adjudicator.engines.contract import Describer
from adjudicator.engines.suite.chance import Chance
from adjudicator.match.rulings.table import AnyTable, Table
from adjudicator.services.matches.view.order_examples import example_orders
from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.texts.language.written_orders import write_order
from tests.services.ruled_letters import GAMES, ruled, tables

ENGLISH = language_for("en")


def wrap(text: str, width: int) -> str:
    """Break a text into lines as a letter does."""
    return "\n          ".join(textwrap.wrap(text, width, break_on_hyphens=False))


def steps_of(table: AnyTable, letter: str) -> list[str]:
    """List the steps that a letter plays; none if any of it is not played."""
    ruling = ruled(table, letter)
    left = (ruling.refused, ruling.ignored, ruling.not_reached, ruling.untried, ruling.undone)
    return [] if any(left) else [one.step for one in ruling.played if one.order]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_examples_work_as_they_are_and_copied_with_what_stands_beside_them(game: str, code: str) -> None:
    for table in tables(game):
        for example in example_orders(table, language_for(code)):
            assert example.said
            steps = steps_of(table, example.order)
            assert steps, example.order
            for letter in (
                f"{example.order}  {example.said}",
                f"{example.order}\t{example.said}.",
                f"{example.order} {example.said}",
                f"{example.order}: {example.said}",
                f"  {wrap(f'{example.order}  {example.said}', 30)}",
                f"  {example.order}\n{wrap(example.said, 20)}",
                f"{example.order}\n{example.said}",
            ):
                assert steps_of(table, letter) == steps, letter


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
@pytest.mark.parametrize("game", ["cheops", "pharao"])
def test_every_legal_order_works_as_it_is_shown(game: str, code: str) -> None:
    read = set[str]()
    for table in tables(game):
        for order in table.legal_orders:
            shown = write_order(table.engine.rules.key, order, code)
            if shown != order and shown not in read:
                read.add(shown)
                assert steps_of(table, shown) == [order], shown
    assert read


@pytest.mark.parametrize("game", GAMES)
def test_examples_mean_the_same_in_every_language(game: str) -> None:
    for table in tables(game):
        english = [one.order for one in example_orders(table, ENGLISH)]
        steps = [steps_of(table, order) for order in english]
        assert all(steps)
        for code in LANGUAGES:
            shown = [one.order for one in example_orders(table, language_for(code))]
            assert len(shown) == len(english)
            for order, mine, meant in zip(shown, english, steps, strict=True):
                assert order == mine or steps_of(table, order) == meant


@pytest.mark.parametrize("game", GAMES)
def test_examples_do_not_depend_on_secrets(game: str) -> None:
    for number, table in enumerate(tables(game)):
        seat = table.to_move
        assert seat is not None
        other = table.engine.resample(table.position, seat, Chance(f"examples {number}"))
        assert example_orders(Table(table.engine, other, table.turn), ENGLISH) == example_orders(table, ENGLISH)


@pytest.mark.parametrize("game", GAMES)
def test_examples_are_of_different_kinds(game: str) -> None:
    for table in tables(game):
        engine = table.engine
        assert isinstance(engine, Describer)
        kinds = {engine.describe(table.position, step).key for step in table.legal_steps}
        singles = [one for one in example_orders(table, ENGLISH) if ";" not in one.order]
        shown = {engine.describe(table.position, engine.parse(table.position, one.order).step).key for one in singles}
        assert len(shown) >= min(len(singles), len(kinds) - 1)


def test_a_turn_of_several_steps_is_shown_whole() -> None:
    for game in ("cheops", "pharao"):
        turns = [
            (table, example)
            for table in tables(game, 24)
            for example in example_orders(table, ENGLISH)
            if ";" in example.order
        ]
        assert len(turns) > 3
        for table, example in turns:
            after = ruled(table, example.order).table
            assert after.turn > table.turn or after.to_move is None
    assert not any(";" in one.order for table in tables("egyptos") for one in example_orders(table, ENGLISH))


def test_a_line_that_says_more_than_our_letters_is_not_cut() -> None:
    (table, *_) = tables("egyptos")
    example = example_orders(table, ENGLISH)[0]
    assert steps_of(table, example.order)
    assert not steps_of(table, f"{example.order} {example.said} or not")
