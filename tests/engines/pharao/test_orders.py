"""Orders as people write them, in five languages, and what is answered to those that cannot be played."""

from typing import Any

import pytest

from adjudicator.engines.contract import AmbiguousStep, IllegalStep, UnreadableStep
from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.position.position import Position
from testkit.engines.pharao import WISHING, drawn, parse_text, play, refused

MAP = """
       A    B    C    D
    3  #    #    #    #
    2  #    NEW  EW   #
    1  @NE  NEW  NW   #
"""


def table(red: str = "A:B2 P:B1", **more: Any) -> Position:
    return drawn(MAP, red, "A:B2+3 P:A1", lying="B2=2 B2=5", hidden={"B3": "curve"}, **more)


WORDS = [
    ("archaeologist to C2", "A C2"),
    ("Archäologe nach C2", "A C2"),
    ("Archaeologe geht auf C2", "A C2"),
    ("l'archéologue va en C2", "A C2"),
    ("archeologo in C2", "A C2"),
    ("archeoloog naar C2", "A C2"),
    ("AC2", "A C2"),
    ("a c2", "A C2"),
    ("move A to C2", "A C2"),
    ("I move my archaeologist to C2, please", "A C2"),
    ("porter to C1", "P C1"),
    ("Träger nach C1", "P C1"),
    ("porteur à C1", "P C1"),
    ("portatore a C1", "P C1"),
    ("drager naar C1", "P C1"),
    ("p c 1", "P C1"),
    ("C1", "P C1"),
    ("turn over B3", "flip B3"),
    ("flip B3!", "flip B3"),
    ("my archaeologist flips B3", "flip B3"),
    ("the porter rotates C1 NE", "rotate C1 NE"),
    ("B3 aufdecken", "flip B3"),
    ("decke B3 auf", "flip B3"),
    ("drehe B3 um", "flip B3"),
    ("retourner B3", "flip B3"),
    ("je retourne la carte B3", "flip B3"),
    ("scopri B3", "flip B3"),
    ("gira B3", "flip B3"),
    ("draai B3 om", "flip B3"),
    ("rotate C1 NE", "rotate C1 NE"),
    ("rotate C1 en", "rotate C1 NE"),
    ("turn C1 NE", "rotate C1 NE"),
    ("drehe C1 nach Norden und Osten", "rotate C1 NE"),
    ("tourner C1 nord est", "rotate C1 NE"),
    ("ruota C1 nord e est", "rotate C1 NE"),
    ("draai C1 noord en oost", "rotate C1 NE"),
    ("rotate C1 by 90 degrees", "rotate C1 NE"),
    ("drehe C1 um 90 Grad", "rotate C1 NE"),
    ("pivoter C1 de 90°", "rotate C1 NE"),
    ("ruota C1 di 90 gradi", "rotate C1 NE"),
    ("porter rotate C1 NE", "rotate C1 NE"),
    ("lamp", "lamp"),
    ("lay a lantern", "lamp"),
    ("Laterne legen", "lamp"),
    ("lege eine Laterne auf B1", "lamp"),
    ("poser une lanterne", "lamp"),
    ("metti una lanterna", "lamp"),
    ("plaats een lantaarn", "lamp"),
    ("take 2", "take 2"),
    ("take the bust", "take bust"),
    ("take 5", "take bust"),
    ("bust", "take bust"),
    ("nimm die Büste", "take bust"),
    ("prendre le buste", "take bust"),
    ("prendi il busto", "take bust"),
    ("pak de buste", "take bust"),
    ("A take 2", "take 2"),
    ("take 2 on B2", "take 2"),
    ("steal blue", "steal blue"),
    ("steal from blue", "steal blue"),
    ("steal", "steal blue"),
    ("stehle von Blau", "steal blue"),
    ("voler bleu", "steal blue"),
    ("ruba blu", "steal blue"),
    ("steel van blauw", "steal blue"),
    ("end", "end"),
    ("end my turn", "end"),
    ("A end", "end"),
    ("Ende", "end"),
    ("fertig", "end"),
    ("fin du tour", "end"),
    ("passo", "end"),
    ("klaar", "end"),
]


@pytest.mark.parametrize(("text", "step"), WORDS)
def test_orders_are_read_in_five_languages(text: str, step: str) -> None:
    assert parse_text(table(), text) == (step, "")


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("drop", "drop"),
        ("ablegen", "drop"),
        ("lege den Schatz hin", "drop"),
        ("poser le trésor", "drop"),
        ("lascia il tesoro", "drop"),
        ("leg neer", "drop"),
        ("drop 3", "drop"),
    ],
)
def test_laying_a_treasure_down_is_read_too(text: str, step: str) -> None:
    assert parse_text(drawn(MAP, "A:B2+3 P:B1", "A:A1 P:A1"), text)[0] == step


UNLAMP = ["unlamp", "take lamp", "Laterne nehmen", "enlever la lanterne", "togli la lanterna", "lantaarn pakken"]


@pytest.mark.parametrize("text", UNLAMP)
def test_taking_a_lantern_up_is_read_too(text: str) -> None:
    assert parse_text(table("A:B2 P:B1 *B1"), text)[0] == "unlamp"


@pytest.mark.rule("Q8")
@pytest.mark.parametrize(
    ("text", "rest", "step"),
    [
        ("flip B3 NE", "NE", "turn NE"),
        ("flip B3 W", "W", "turn NW"),
        ("decke B3 auf, Norden und Westen", "Norden und Westen", "turn NW"),
        ("decke B3 auf NOW", "NOW", "turn NE"),
        ("flip B3 zuid en west", "zuid en west", "turn SW"),
        ("retourner B3 nord ouest", "nord ouest", "turn NW"),
        ("scopri B3 sud e ovest", "sud e ovest", "turn SW"),
        ("turn over B3 east", "east", "turn ES"),
        ("flip B3 turn SW", "turn SW", "turn SW"),
        ("flip B3 and open it to the N", "N", "turn NE"),
    ],
)
def test_a_wish_follows_the_card_and_is_served_when_it_is_seen(text: str, rest: str, step: str) -> None:
    assert parse_text(table(), text) == ("flip B3", rest)
    assert text.endswith(rest)
    assert ENGINE.format(WISHING.parse(play(table(), "flip B3"), rest).step) == step


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("turn ne", "turn NE"),
        ("NE", "turn NE"),
        ("EN", "turn NE"),
        ("lay NE", "turn NE"),
        ("turn B3 NE", "turn NE"),
        ("drehe nach Süden und Osten", "turn ES"),
        ("noord oost", "turn NE"),
        ("zw", "turn SW"),
    ],
)
def test_how_a_card_lies_is_read_leniently(text: str, step: str) -> None:
    assert parse_text(play(table(), "flip B3"), text)[0] == step


@pytest.mark.parametrize("text", ["flip B3 NO", "flip B3 O", "flip B3 nach N und O"])
def test_an_o_that_is_east_or_west_is_asked_back_before_anything_is_turned_over(text: str) -> None:
    assert refused(table(), text, AmbiguousStep).startswith("which_o sides=")


def test_an_o_beside_other_letters_is_clear() -> None:
    flipped = play(table(), "flip B3")
    assert refused(flipped, "NO", AmbiguousStep) == "which_o sides=NO"
    assert parse_text(flipped, "ZO")[0] == "turn ES"
    assert parse_text(play(play(table(), "A C2"), "flip D2"), "O")[0] == "turn EW"


SEVERAL = [
    ("A C2, A B2", ["A C2", "A B2"]),
    ("A C2 P C1", ["A C2", "P C1"]),
    ("take 2 A C2 drop", ["take 2", "A C2", "drop"]),
    ("lamp, P C1, end", ["lamp", "P C1", "end"]),
    ("rotate C1 NE then P A1", ["rotate C1 NE", "P A1"]),
    ("flip B3 S A B3", ["flip B3", "turn ES", "A B3"]),
    ("flip B3 turn SW A B3 end", ["flip B3", "turn SW", "A B3", "end"]),
    ("Laterne legen und Träger nach C1", ["lamp", "P C1"]),
    ("A C2 flip D2 EW A D2", ["A C2", "flip D2", "turn EW", "A D2"]),
]


@pytest.mark.parametrize(("text", "steps"), SEVERAL)
def test_several_steps_may_stand_in_one_line(text: str, steps: list[str]) -> None:
    engine, position, rest, played = ENGINE, table(), text, list[str]()
    while rest:
        parsed = engine.parse(position, rest)
        assert rest.endswith(parsed.rest)
        played.append(ENGINE.format(parsed.step))
        engine, position, rest = WISHING, ENGINE.apply(position, parsed.step).position, parsed.rest
    assert played == steps


@pytest.mark.parametrize(
    "text",
    [
        "s'il vous pla\u00eet", "S'il te pla\u00eet", "News", "Now", "NOW or never", "Now my turn", "We go on",
        "en zo", "e poi",
        "Enzo", "Zeno", "On", "so", "Ons", "zes", "wens", "en", "il est", "On en est l\u00e0", "C'est bon", "we",
        "Nes", "won",
        "A.", "T.", "D", "s", "e", "A. P.", "J. R.",
    ],
)  # fmt: skip
def test_no_everyday_word_and_no_initial_lays_a_card_or_walks(text: str) -> None:
    for position in (table(), play(table(), "flip B3")):
        with pytest.raises(UnreadableStep):
            ENGINE.parse(position, text)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("flip B3 s'il te pla\u00eet", ""), ("flip B3 en", ""), ("flip B3 e poi", ""), ("flip B3 NES", "NES"),
        ("flip b3 nes", "nes"), ("FLIP B3 NES", "NES"), ("flip B3, N, W", "N, W"),
    ],
)  # fmt: skip
def test_sides_are_letters_that_are_written_as_such(text: str, rest: str) -> None:
    assert parse_text(table(), text) == ("flip B3", rest)


@pytest.mark.parametrize("text", ["flip B3 now", "FLIP B3 NOW", "flip B3 new", "no flip B3", "flip B3 Enzo"])
def test_a_word_that_might_be_sides_leaves_a_card_alone(text: str) -> None:
    with pytest.raises(UnreadableStep):
        ENGINE.parse(table(), text)


@pytest.mark.parametrize(
    ("text", "step"), [("NES", "turn NE"), ("n e s", "turn NE"), ("N/E", "turn NE"), ("S", "turn ES")]
)
def test_sides_alone_are_a_wish_before_the_card_is_seen(text: str, step: str) -> None:
    assert ENGINE.format(WISHING.parse(play(table(), "flip B3"), text).step) == step


def test_sides_alone_are_an_order_once_the_card_is_seen() -> None:
    """Who knows the card and names sides that it cannot have errs, and is told which it can have."""
    curve, straight = play(table(), "flip B3"), play(drawn(MAP, "A:B2 P:B1", hidden={"B3": "straight"}), "flip B3")
    assert parse_text(curve, "N/E")[0] == "turn NE"
    assert parse_text(straight, "N")[0] == "turn NS"
    assert refused(curve, "S", AmbiguousStep).startswith("which_sides")
    assert refused(straight, "NE", IllegalStep).endswith("right=('NS', 'EW')")


@pytest.mark.parametrize(
    ("text", "step"),
    [("C1 P", "P C1"), ("C2 A", "A C2"), ("c1 p", "P C1"), ("C1 porter", "P C1"), ("\u00e0 C1", "P C1")],
)
def test_a_figure_may_stand_behind_its_cell(text: str, step: str) -> None:
    assert parse_text(table(), text) == (step, "")


@pytest.mark.parametrize(
    "text", ["fine", "Fine.", "fine del turno", "Schluss", "ik ben klaar", "I am done", "ich bin fertig", "ho finito"]
)
def test_a_turn_is_ended_in_everyday_words(text: str) -> None:
    assert parse_text(table(), text)[0] == "end"


def test_a_word_that_ends_a_turn_alone_means_nothing_beside_others() -> None:
    with pytest.raises(UnreadableStep):
        ENGINE.parse(table(), "fine A C2")


def test_sides_that_nobody_asked_for_are_left_over() -> None:
    assert parse_text(table(), "A C2 NO") == ("A C2", "NO")
