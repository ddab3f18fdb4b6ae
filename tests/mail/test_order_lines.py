"""A player's lines, sorted: commands, orders, comments, press of several lines, and the end of the letter."""

from __future__ import annotations

import pytest

from adjudicator.mail.commands.lines.order_lines import MOST_LINES, OrderLines, sort_order_lines


def sort(text: str, *steps: str) -> OrderLines:
    return sort_order_lines(text.split("\n"), "match", lambda line: line in steps)


def test_orders_and_commands_are_told_apart() -> None:
    lines = sort("M14\nhelp\n\nN15")
    assert lines.orders == ("M14", "N15")
    assert [said.command.name for said in lines.commands] == ["help"]


@pytest.mark.parametrize(
    "stop",
    ["end", "END.", "quit", "fin", "Ende", "fine", "einde", "Schluss", "stop", "--", "thanks", "Danke!", "merci"],
)
def test_a_stop_word_ends_the_letter(stop: str) -> None:
    lines = sort(f"M14\n{stop}\nN15\n\nBert")
    assert lines.orders == ("M14",)
    assert lines.commands == ()
    assert (lines.stop, lines.below) == (stop, ("N15", "Bert"))
    assert lines.ended_by == stop


@pytest.mark.parametrize("word", ["thanks", "stop", "--"])
def test_the_first_line_of_a_letter_does_not_end_it(word: str) -> None:
    lines = sort(f"{word}\nM14")
    assert lines.stop == ""
    assert "M14" in lines.orders


def test_stop_alone_is_the_command() -> None:
    assert [said.command.name for said in sort("stop").commands] == ["stop"]


def test_a_stop_word_that_is_a_step_of_the_game_is_an_order() -> None:
    assert sort("A B6\nend\nP B6", "end").orders == ("A B6", "end", "P B6")


def test_a_stop_is_reported_only_if_it_hid_lines() -> None:
    assert sort("M14\nend").ended_by == ""
    assert sort("M14\nstop").ended_by == "stop"


def test_a_comment_is_neither_order_nor_command() -> None:
    lines = sort("# resign\nM14\n#help")
    assert lines.comments == ("# resign", "#help")
    assert lines.orders == ("M14",)
    assert lines.commands == ()


@pytest.mark.parametrize(
    ("text", "press", "orders"),
    [
        ("press Hello\nM14", "Hello", ("M14",)),
        ("press\nHello Anna,\nwell seen!\n\nM14", "Hello Anna,\nwell seen!", ("M14",)),
        ("press\nHello Anna,\n\nwell seen!\nend\nM14", "Hello Anna,\n\nwell seen!", ("M14",)),
        ("press\n\nHello", "Hello", ()),
        ("M14\npress:\nHello", "Hello", ("M14",)),
        ("M14\nNachricht\nHallo\nende\nN15", "Hallo", ("M14", "N15")),
        ("press\n", "", ()),
    ],
)
def test_press_alone_on_its_line_takes_the_lines_below(text: str, press: str, orders: tuple[str, ...]) -> None:
    lines = sort(text)
    assert [(said.command.name, said.argument) for said in lines.commands] == [("press", press)]
    assert lines.orders == orders


def test_the_lines_of_a_letter_are_limited() -> None:
    lines = sort("help\n" * 2 * MOST_LINES)
    assert len(lines.commands) == MOST_LINES
    assert len(lines.untried) == MOST_LINES
