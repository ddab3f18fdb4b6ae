"""Polite words around an order are removed, and nothing else."""

import pytest

from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.lines.order_lines import sort_order_lines
from adjudicator.mail.lexicon.courtesy import split_clauses, split_remark, without_courtesy, without_number
from adjudicator.mail.lexicon.lookalikes import readings_of
from adjudicator.mail.lexicon.wordlist import phrases


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("Hi Anna, my move is M14, thanks!", "M14"),
        ("M14", "M14"),
        ("Thanks!", ""),
        ("Liebe Anna, M14 bitte", "M14"),
        ("Je voudrais jouer A F4 s'il vous pla\u00eet", "A F4"),
        ("ok (-1:-2) thanks", "(-1:-2)"),
        ("thanks, \u22121:\u22122", "\u22121:\u22122"),
        ("Hi, end", "end"),
        ("take A3 with 2, and sell it, please", "take A3 with 2, and sell it"),
        ("I said M14 was bad", "I said M14 was bad"),
        ("M14    play this", "M14"),
        ("\U0001f600 M14 :-)", "M14"),
    ],
)
def test_polite_words_are_taken_off_both_ends(line: str, left: str) -> None:
    assert without_courtesy(line, phrases("play this")) == left


def test_a_line_falls_into_clauses_without_its_polite_words() -> None:
    assert split_clauses("Nice move, Bob. My move: M12. See you soon.") == (("Bob", ""), ("M12", ""))
    assert split_clauses("M14 (that was hard)") == (("M14", ""), ("that was hard", ""))
    assert split_clauses("thanks a lot, good luck!") == ()
    assert split_clauses("M14, puis je pioche 1, merci") == (("M14", ""), ("puis je pioche 1", "pioche 1"))


def test_phrases_are_found_without_umlauts_too() -> None:
    for line in ("Ich würde gerne M14 spielen", "Ich wuerde gerne M14 spielen", "Ich moechte M14, viel Spass!"):
        assert without_courtesy(line) == "M14"


@pytest.mark.parametrize(
    ("line", "order", "remark"),
    [
        ("M14 # as planned", "M14", "# as planned"),
        ("M14 // why not", "M14", "// why not"),
        ("M14 #hm", "M14", "#hm"),
        ("remove #5", "remove #5", ""),
        ("A F4 # lamp", "A F4", "# lamp"),
    ],
)
def test_a_remark_behind_an_order_is_a_comment(line: str, order: str, remark: str) -> None:
    assert split_remark(line) == (order, remark)
    lines = sort_order_lines([line], "match")
    assert (lines.orders, lines.comments) == ((order,), tuple(filter(None, [remark])))


@pytest.mark.parametrize(
    ("line", "left"),
    [("1. M14", "M14"), ("1) end", "end"), ("(2) draw 1", "draw 1"), ("2 A3 sell", ""), ("M14", ""), ("1.5", "")],
)
def test_the_number_of_a_list_is_taken_off(line: str, left: str) -> None:
    assert without_number(line) == left


@pytest.mark.parametrize(
    ("line", "readings"),
    [
        ("\N{CYRILLIC CAPITAL LETTER EM}14", ("M14",)),
        ("\N{GREEK CAPITAL LETTER MU}14", ("M14",)),
        ("\N{CYRILLIC CAPITAL LETTER EN}9", ("H9", "N9")),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER M}\N{FULLWIDTH DIGIT ONE}", ("M1",)),
        ("M-14", ("M14", "M:-14")),
        ("A C\N{EN DASH}5", ("A C5", "A C:-5")),
        ("L11-M11", ("L11-M11",)),
        ("\u0445\u043e\u0434 M14", ("\u0445\u043e\u0434 M14",)),
    ],
)
def test_letters_and_signs_that_look_like_others_are_read_as_those(line: str, readings: tuple[str, ...]) -> None:
    assert readings_of(line) == readings


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("help, please", "help"), ("Hallo Bob, Status bitte", "status"), ("OK, I resign", "resign"),
        ("resign, thanks for the game", None), ("Danke, stopp", None), ("please press on", None),
        ("help me please", None), ("I'd like to resign or not", None), ("help    list all commands", "help"),
        ("sorry, away until Monday", None),
    ],
)  # fmt: skip
def test_a_command_that_needs_no_more_words_may_have_polite_ones(line: str, name: str | None) -> None:
    said = read_line(line, "match", phrases("list all commands"))
    assert (said.command.name if said else None) == name
