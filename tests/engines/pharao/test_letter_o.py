"""The letter O: the east in German and Dutch, the west in French and Italian, and never guessed."""

from __future__ import annotations

import re

import pytest

from adjudicator.engines.contract import AmbiguousStep, HasCompass, IllegalStep, OMeans, StepError
from adjudicator.engines.pharao import ENGINE, Pharao
from adjudicator.engines.pharao.position.position import Position
from testkit.engines.pharao import drawn, play

MAP = """
       A    B    C    D
    3  #    #    #    #
    2  #    NEW  EW   #
    1  @NE  NEW  NW   #
"""
MEANT = {OMeans.EAST: "east", OMeans.WEST: "west"}
PHRASES = [
    ("rotate B1 {}", "NO SO NOS O"),
    ("drehe B1 nach {}", "O NO"),
    ("drehe die Karte B1, {}", "NO SO"),
    ("pivoter B1 {}", "NO SO O"),
    ("tourner B1 vers {}", "O NO"),
    ("ruota B1 verso {}", "O NO"),
    ("draai B1 naar {}", "NO"),
    ("turn {}", "NO SO NOS O"),
    ("{}", "NO SO O"),
    ("lay it open to {}", "NO O"),
    ("flip B3 {}", "NO O NOS"),
    ("decke B3 auf, {}", "NO O"),
    ("flip B3, N, {}", "O"),
    ("flip B3 {} A B3", "NO"),
    ("scopri B3 {}", "NO ONS"),
    ("retourner B3 nord et {}", "O"),
    ("A C2 flip D2 {}", "NO"),
]
OPEN = [phrase.format(letters) for phrase, several in PHRASES for letters in several.split()]
CLEAR = [f"rotate B1 {letters}" for letters in ["NEO", "EOS", "NOW", "ZO", "NOZ", "OW", "EO"]]
"""Their other letters say what O is, unless its writer is known to mean the opposite."""


def positions() -> tuple[Position, ...]:
    table = drawn(MAP, "A:B2 P:B1", "A:B2+3 P:A1", hidden={"B3": "curve"})
    return table, play(table, "flip B3")


def played_with(engine: Pharao, position: Position, text: str) -> list[str]:
    """Play the steps of a text, up to the first that is refused."""
    played = list[str]()
    while text:
        try:
            parsed = engine.parse(position, text)
        except StepError:
            break
        played.append(engine.format(parsed.step))
        position, text = engine.apply(position, parsed.step).position, parsed.rest
        engine = engine.reading_wishes()
    return played


def in_words(text: str, meaning: OMeans) -> str:
    """Write every letter of a side as an English word: a reader of its own for these tests."""
    words = {"N": "north", "E": "east", "S": "south", "Z": "south", "W": "west", "O": MEANT[meaning]}
    return re.sub(r"\b[NESWOZ]+\b", lambda found: " ".join(map(words.__getitem__, found[0])), text)


@pytest.mark.parametrize("meaning", OMeans)
@pytest.mark.parametrize("text", OPEN + CLEAR)
def test_no_o_is_played_as_the_opposite_of_what_its_writer_means(text: str, meaning: OMeans) -> None:
    engine = ENGINE.reading_o(meaning)
    for position in positions():
        played, meant = played_with(engine, position, text), played_with(ENGINE, position, in_words(text, meaning))
        assert played == meant[: len(played)]
        assert text in CLEAR or played == meant


@pytest.mark.parametrize("text", OPEN)
def test_an_open_o_plays_nothing_before_its_writer_was_asked(text: str) -> None:
    assert ENGINE.leaves_o_open(text)
    for position in positions():
        both = {tuple(played_with(ENGINE, position, in_words(text, meaning))) for meaning in OMeans}
        played = played_with(ENGINE, position, text)
        assert not any(step.startswith(("flip", "rotate", "turn")) for step in played) or both == {tuple(played)}


@pytest.mark.parametrize("language", ["de", "en", "fr", "it", "nl"])
@pytest.mark.parametrize("meaning", OMeans)
@pytest.mark.parametrize("text", OPEN)
def test_it_is_written_out_so_that_it_is_understood(text: str, meaning: OMeans, language: str) -> None:
    written = ENGINE.spell_out_o(text, meaning, language)
    assert not ENGINE.leaves_o_open(written)
    for position in positions():
        assert played_with(ENGINE, position, written) == played_with(ENGINE, position, in_words(text, meaning))


@pytest.mark.parametrize("text", [*CLEAR, "A C2", "flip B3 NEW", "take 2", "Oh no", "so", "nord ouest", "FLIP B3 NO"])
def test_everything_else_stays_as_it_is_written(text: str) -> None:
    assert not ENGINE.leaves_o_open(text)
    assert ENGINE.spell_out_o(text, OMeans.WEST, "fr") == text


@pytest.mark.parametrize(("text", "meaning"), [("rotate B1 NEO", OMeans.EAST), ("rotate B1 NOW", OMeans.WEST)])
def test_letters_that_speak_against_what_o_means_are_asked_about(text: str, meaning: OMeans) -> None:
    engine = ENGINE.reading_o(meaning)
    assert engine.leaves_o_open(text)
    with pytest.raises(AmbiguousStep):
        engine.parse(positions()[0], text)


def test_it_is_not_taken_for_the_side_with_which_the_order_is_legal() -> None:
    """C1 lies to the north and west: who writes O for west errs about the board, and does not mean the east."""
    table = positions()[0]
    assert ENGINE.format(ENGINE.parse(table, "rotate C1 NE").step) == "rotate C1 NE"
    with pytest.raises(AmbiguousStep):
        ENGINE.parse(table, "rotate C1 NO")
    with pytest.raises(IllegalStep):
        ENGINE.reading_o(OMeans.WEST).parse(table, "rotate C1 NO")


def test_the_engine_stays_the_same_but_for_its_reading() -> None:
    engine = ENGINE.reading_o(OMeans.EAST)
    assert isinstance(engine, HasCompass)
    assert engine.rules == ENGINE.rules
    assert not ENGINE.reading_o(OMeans.WEST).leaves_o_open("rotate B1 NO")
