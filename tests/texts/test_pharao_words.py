"""The notes of Das Gold des Pharao in words, for every reader."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engines import pharao
from adjudicator.engines.contract import Note
from adjudicator.engines.pharao.position.position import Position
from adjudicator.texts.games.note_text import render_headline, render_note
from adjudicator.texts.language.language import language_for
from testkit.engines.pharao import begin, drawn, play, told
from tests.engines.pharao.test_orders import table
from tests.texts.note_keys import keys_in_the_engine, macro_names
from tests.texts.test_pharao_refusals import NAMES, REFUSED, ROW

ENGLISH = language_for("en")


def opening(number: int, trap: str = "", red: str = "A:D1 P:C1", **more: Any) -> Position:
    """Draw a chamber on E1 that red has just turned over, with its photo."""
    position = drawn(ROW, red, "A:A1 P:B1 *A1", chambers="E1", photos=((number, trap),), **more)
    return play(position, "flip E1")


def robbed() -> Position:
    """Draw red beside green, who carries the bust while the pyramid falls."""
    position = drawn(ROW, "A:B1 P:A1", "A:A1", "A:B1+5", clock=("D1", 0))
    assert position.collapse is not None
    return replace(position, collapse=replace(position.collapse, seat=2))


TOLD: list[tuple[Any, ...]] = [
    (drawn(ROW), "A B1", "Your archaeologist went from A1 to B1. One action; 2 are left."),
    (
        drawn(ROW, "A:A1 P:A1 *B1 *C1", "A:A1"), "P D1",
        "Your porter ran from A1 to D1 over your lanterns on B1, C1. One action; 2 are left.",
    ),
    (
        drawn(ROW, "A:B1+3 P:A1", "A:A1", left=1), "A A1",
        "Your archaeologist went from B1 to A1. One action; none is left.",
        "You brought home a treasure worth 3; nobody can take it from you any more.",
    ),
    (drawn(ROW, "A:D1 P:A1", "A:A1"), "flip E1", "You turned over E1: a straight corridor. One action; 2 are left."),
    (
        drawn(ROW, "A:D1 P:A1", "A:A1", chambers="E1"), "flip E1",
        "You turned over E1: the chamber of the lotus, a straight corridor. One action; 2 are left.",
    ),
    (play(drawn(ROW, "A:D1 P:A1", "A:A1"), "flip E1"), "turn EW", "You laid E1, open to east and west."),
    (
        opening(3), "turn EW",
        "You laid E1, open to east and west.",
        "You photographed the chamber of the lotus, for 1 point. On E1: treasures worth 2, 2, 2.",
    ),
    (
        opening(2, "mummy", "A:D1+2 P:C1"), "turn EW",
        "You laid E1, open to east and west.",
        "You photographed the chamber of the lotus, for 1 point. On E1: treasures worth 2, 2.",
        "A mummy woke up on E1 and fled. It passed: A1, B1, C1, D1, E1.",
        "Your archaeologist was frightened and ran from D1 to the start card. Left behind: a treasure worth 2.",
        "Your porter was frightened and ran from C1 to the start card.",
        "Ben's porter was frightened and ran from B1 to the start card.",
        "That ends your turn; 2 actions are lost.",
    ),
    (
        opening(1, "curse", "A:D1 P:C1 *C1 *B1"), "turn EW",
        "You laid E1, open to east and west.",
        "You photographed the chamber of the lotus, for 1 point. On E1: a treasure worth 2.",
        "A curse escaped on E1. It passed: A1, B1, C1, D1, E1.",
        "Your lanterns were blown out on: B1, C1. You have 5 to lay now.",
        "Lanterns of Ben were blown out on: A1.",
        "That ends your turn; 2 actions are lost.",
    ),
    (
        opening(1, "curse"), "turn NS",
        "You laid E1, open to north and south.",
        "You photographed the chamber of the lotus, for 1 point. On E1: a treasure worth 2.",
        "A curse lies on E1, but no way leads from there to the start card, so it does not get out.",
        "That ends your turn; 2 actions are lost.",
    ),
    (
        opening(1, "mummy", left=2), "turn NS",
        "You laid E1, open to north and south.",
        "You photographed the chamber of the lotus, for 1 point. On E1: a treasure worth 2.",
        "A mummy rests on E1, but no way leads from there to the start card, so it does not wake.",
        "That ends your turn; 1 action is lost.",
    ),
    (
        opening(2, stack=(3,)), "turn NS",
        "You laid E1, open to north and south.",
        "You photographed the chamber of the lotus, for 1 point. On E1: a treasure worth 3, the bust.",
        "The bust is found! Its chamber, E1, falls after 3 more turns of yours, or when the bust is carried out.",
    ),
    (
        opening(1, stack=(), count_discovery_turn="yes"), "turn NS",
        "You laid E1, open to north and south.",
        "You photographed the chamber of the lotus, for 1 point. On E1: the bust.",
        "The bust is found! Its chamber, E1, falls after 2 more turns of yours, or when the bust is carried out.",
    ),
    (table(), "rotate C1 NE", "Your porter rotated C1: it is open to north and east now. One action; 2 are left."),
    (table(), "lamp", "Your porter laid a lantern on B1; 4 in stock. One action; 2 are left."),
    (table("A:B2 P:B1 *B1"), "unlamp", "Your porter took up the lantern on B1; 5 in stock. One action; 2 are left."),
    (table(), "take 2", "You took a treasure worth 2 from B2, which costs no action."),
    (table("A:B2+5 P:B1"), "drop", "You laid down the bust on B2, which costs no action."),
    (table(), "steal blue", "On B2 you stole a treasure worth 3 from Ben, which costs no action."),
    (
        robbed(), "steal green",
        "On B1 you stole the bust from Cleo, which costs no action.",
        "From now on the pyramid falls at the end of your turns, this one too.",
    ),
    (
        drawn(ROW, "A:D1+5 P:D1", "A:D1+3 P:A1", lying="D1=2", clock=("D1", 3)), "A C1",
        "Your archaeologist went from D1 to C1. One action; 2 are left.",
        "You carried the bust out of its chamber, which ends your turn: the pyramid begins to fall.",
        "The chamber of the bust fell: D1.",
        "Buried for ever: a treasure worth 2.",
        "Your porter fell with D1: 1 point lost.",
        "Ben's archaeologist fell with D1, and with it a treasure worth 3: 2 points lost.",
    ),
    (
        drawn(ROW, "A:A1 P:C1", "A:D1+3 P:A1", lying="D1=2 D1=3", clock=("D1", 1)), "end",
        "You ended your turn; 3 actions were left.",
        "The chamber of the bust fell: D1.",
        "Buried for ever: treasures worth 2, 3.",
        "Ben's archaeologist fell with D1, and with it a treasure worth 3: 2 points lost.",
    ),
    (
        drawn(ROW, "A:A1 P:C1", "A:D1+3 P:A1", lying="D1=2 D1=3", clock=("D1", 2)), "end",
        "You ended your turn; 3 actions were left.",
    ),
    (
        drawn(ROW, "A:A1 P:C1", "A:D1+3 P:A1", clock=("D1", 3)), "end",
        "You ended your turn; 3 actions were left.",
    ),
    (
        play(drawn(ROW, "A:D1+5 P:D1", "A:A1 P:B1", clock=("D1", 3)), "A C1, end"), "end",
        "You ended your turn; 3 actions were left.",
        "The pyramid falls further: C1, E1, D2.",
        "Your archaeologist fell with C1, and with it the bust: 2 points lost.",
    ),
    (drawn(ROW, left=1), "end", "You ended your turn; 1 action was left."),
    (drawn(ROW, left=0), "end", "You ended your turn."),
    (
        play(begin(stall_rounds=3), "end"), "end",
        "Ben ended the turn.",
        "If no card is turned over and no treasure brought home, the match is counted as it stands in 2 rounds.",
    ),
    (
        play(begin(stall_rounds=2), "end"), "end",
        "Ben ended the turn.",
        "If no card is turned over and no treasure brought home, the match is counted as it stands in 1 round.",
    ),
    (
        play(begin(stall_rounds=1), "end"), "end",
        "Ben ended the turn.",
        "For 1 round nobody turned over a card or brought home a treasure, so the match is counted as it stands.",
    ),
]  # fmt: skip
"""A position, an order, and all that its writer, Anna, is told of it."""

THEIRS = {
    "moved": "Anna's archaeologist went from A1 to B1.",
    "banked": "Anna brought home a treasure worth 3.",
    "flipped": "Anna turned over E1: a straight corridor.",
    "turned": "Anna laid E1, open to east and west.",
    "photo": "Anna photographed the chamber of the lotus, for 1 point. On E1: treasures worth 2, 2, 2.",
    "fled": "Anna's archaeologist was frightened and ran from D1 to the start card. Left behind: a treasure worth 2.",
    "turn_lost": "That ends the turn.",
    "blown": "Lanterns of Anna were blown out on: B1, C1.",
    "bust_found": "The bust is found! Its chamber, E1, falls after 3 more turns of Anna, or when the bust is carried"
    " out.",
    "rotated": "Anna's porter rotated C1: it is open to north and east now.",
    "lamp": "Anna's porter laid a lantern on B1.",
    "unlamp": "Anna's porter took up the lantern on B1.",
    "took": "Anna took a treasure worth 2 from B2.",
    "dropped": "Anna laid down the bust on B2.",
    "stole": "On B2 Anna stole a treasure worth 3 from you.",
    "clock": "From now on the pyramid falls at the end of each turn of Anna.",
    "bust_out": "Anna carried the bust out of its chamber: the pyramid begins to fall.",
    "lost": "Anna's porter fell with D1: 1 point lost.",
    "ended": "Anna ended the turn.",
}
"""What Ben is told of Anna's, of the first such step above."""


@pytest.mark.parametrize("row", TOLD, ids=lambda row: row[1])
def test_a_step_is_worded(row: tuple[Any, ...]) -> None:
    position, order, *sentences = row
    assert [render_note(note, ENGLISH, 0, NAMES) for note in told(position, order)] == sentences


def test_the_other_players_read_their_own_wording() -> None:
    notes = [note for position, order, *_ in TOLD for note in told(position, order)]
    first = {note.key[7:]: render_note(note, ENGLISH, 1, NAMES) for note in reversed(notes) if own_words(note)}
    assert first == THEIRS


def own_words(note: Note) -> bool:
    return render_note(note, ENGLISH, 0, NAMES) != render_note(note, ENGLISH, 1, NAMES)


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (
            "stall",
            "Nobody turned over a card or brought home a treasure any more, so the match is counted as it stands.",
        ),
        ("collapse", "The pyramid has collapsed; only the start card is left."),
    ],
)
def test_the_reason_of_an_end_has_words_of_its_own(reason: str, words: str) -> None:
    assert render_note(Note(f"pharao.{reason}"), ENGLISH, None, NAMES) == words


def test_a_subject_names_the_card_that_waits_to_be_laid() -> None:
    (flipped,) = told(table(), "flip B3")
    assert render_headline(flipped, ENGLISH, 0, NAMES) == "You turned over B3, a curve"


DESCRIBED = {
    "A B1": "go to B1 with your archaeologist",
    "flip A2": "turn over A2",
    "P B1": "go to B1 with your porter",
    "rotate B1 NS": "rotate B1, open to north and south",
    "lamp": "lay a lantern on A1",
    "end": "end the turn",
    "A A1": "bring a treasure worth 3 home to A1",
    "drop": "lay down a treasure worth 3",
    "turn NS": "lay E1, open to north and south",
    "take 2": "take a treasure worth 2",
    "steal blue": "steal a treasure worth 3 from blue",
    "unlamp": "take up the lantern on B1",
}
"""What letters say beside an order, where it is first legal in the positions above."""


def described() -> dict[str, Note]:
    """Describe every step that is legal in the positions above."""
    steps = [(position, step) for position, *_ in reversed(TOLD) for step in pharao.ENGINE.legal_steps(position)]
    return {pharao.ENGINE.format(step): pharao.ENGINE.describe(position, step) for position, step in steps}


def test_a_step_is_described_before_it_is_played() -> None:
    notes = described()
    assert {order: render_note(notes[order], ENGLISH, None, ()) for order in DESCRIBED} == DESCRIBED


def test_every_note_is_worded_here() -> None:
    worded = {note.key[7:] for position, order, *_ in TOLD for note in told(position, order)}
    worded |= {"collapse", *(row[2] for row in REFUSED)}
    assert worded | {note.key[7:] for note in described().values()} == macro_names("pharao")
    assert keys_in_the_engine(pharao) == worded - {"mummy", "curse"}
