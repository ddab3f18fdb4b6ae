"""The legend of a drawn pyramid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from testkit.engines.pharao import drawn
from testkit.engines.pharao_board_reader import Told, joined, read_narrow, read_wide
from testkit.engines.pharao_views import (
    MAP,
    MIDDLE,
    board,
    positions,
)

LONELY = drawn(MAP, "A:C3 P:A1", "A:A1 P:B1")


@pytest.mark.parametrize(("shape", "read"), [("wide", read_wide), ("narrow", read_narrow)])
def test_the_legend_has_exactly_the_signs_that_are_there(shape: str, read: Callable[[str], Told]) -> None:
    for position in positions():
        text = board(position, shape)
        _, legend = re.split(r" (?=- \||: and \.)", joined(re.split(r"\n\n", text)[1]), maxsplit=1)
        entries = re.sub(r" All that is on .*", "", legend).split("; ")
        assert entries == list(_signs(read(text), text))


def _signs(told: Told, text: str) -> Iterator[str]:
    """List the signs that the legend has to explain."""
    cards, marks = set(told.cards.values()), {mark for marks in told.marks.values() for mark in marks}
    for name, things in told.players.items():
        letter = re.search(rf"^([RBGY])  {name}\b", text, re.MULTILINE)
        marks |= {f"{letter[1] if letter else ''}{figure}" for figure in things[-1].split()}
    lines = [line[2:] for line in text.partition("\n\n")[0].splitlines()[1:-1]]
    signs = {
        "- | ways": set("".join(lines)) & set("-|"),
        ": and . open side, no way leads on": re.search(r":|\.\.", "".join(lines)),
        "@ start card": told.start,
        "o corridor": "o" in "".join(lines),
        "( ) corridor with figures or treasures": "(" in "".join(lines),
        "[ ] chamber": "[" in "".join(lines),
        "? face-down card": "face down" in cards,
        "! turned over, not yet laid": "to be laid" in cards,
        "blank: fallen": "fallen" in cards,
        "x falls next": told.falling,
        f"{_listed('RBGY', 'a', marks)} archaeologists": _listed("RBGY", "a", marks),
        f"{_listed('RBGY', 'p', marks)} porters": _listed("RBGY", "p", marks),
        f"{_listed('rbgy', '', marks)} lanterns": _listed("rbgy", "", marks),
        "number: a treasure of that worth": _listed("23", "", marks),
        "5 bust": "5" in marks,
        "& and more": "All that is on" in text,
        "what is printed below a card lies on it": any(set(line) - set(" |:") for line in lines[2::3]),
        "' edge of the map": True,
    }
    return (sign for sign, is_there in signs.items() if is_there)


def _listed(first: str, second: str, marks: set[str]) -> str:
    return " ".join(f"{letter}{second}" for letter in first if f"{letter}{second}" in marks)


def test_signs_without_room_on_a_card_are_listed() -> None:
    crowded = drawn(MAP, *["A:C3+3 P:C3 *C3"] * 4, lying="C3=2 C3=5")
    for shape in ("wide", "narrow"):
        assert "All that is on C3: Ra Rp Ba Bp Ga Gp Ya Yp 2 5 rbgy." in joined(board(crowded, shape))
        assert "All that is on" not in board(LONELY, shape)


def test_a_letter_that_is_not_the_first_of_its_colour_says_what_it_is_from() -> None:
    for language, colours in (
        ("en", "R red, B blue, G green, Y yellow"),
        ("de", "R rot, B blau, G grün, Y gelb (von yellow)"),
        ("fr", "R rouge, B bleu, G vert (de green), Y jaune (de yellow)"),
    ):
        assert colours in joined(board(MIDDLE, "narrow", language=language))
