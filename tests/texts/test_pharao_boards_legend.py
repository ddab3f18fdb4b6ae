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


@pytest.mark.parametrize(("shape", "read"), [("wide", read_wide), ("narrow", read_narrow)])
def test_the_legend_has_exactly_the_signs_that_are_there(shape: str, read: Callable[[str], Told]) -> None:
    for position in positions():
        text = board(position, shape)
        legend = joined(re.split(r"\n\n", text)[1]).partition(" : edge")[2]
        entries = re.sub(r"[RBGY]a(5!|[23]) carries (a treasure worth \d|the bust)", "carrier", legend).split("; ")
        entries[-1] = re.sub(r" On \w\d: .*", "", entries[-1])
        assert entries == [" of the pyramid", *_signs(read(text), text)]


def _signs(told: Told, text: str) -> Iterator[str]:
    """List the signs that the legend has to explain."""
    cards, marks = set(told.cards.values()), [mark for marks in told.marks.values() for mark in marks]
    lost = {figure for things in told.players.values() for figure in things[-1].split()}
    drawing, _, _ = text.partition("\n\n")
    trap = "mummy" if "The mummy" in text else "curse"
    signs = {
        "- | walls": set(drawing) & set("-|"),
        "= [ ] walls of a chamber": set(drawing) & set("=[]"),
        "@ start card": told.start,
        "### face-down card": "face down" in cards,
        "??? turned over, not yet laid": "to be laid" in cards,
        "blank: fallen": "fallen" in cards,
        "x at the corners: falls next": told.falling,
        f"o at the corners: path of the {trap}": told.struck,
        "a archaeologist": "a" in lost or any(mark[1:2] == "a" for mark in marks),
        "p porter": "p" in lost or any(mark[1:2] == "p" for mark in marks),
        "carrier": any(mark[1:2] == "a" and mark[2:] for mark in marks),
        f"{' '.join(letter for letter in 'rbgy' if letter in marks)} lanterns": set("rbgy") & set(marks),
        "2 treasure": "2" in marks,
        "3 treasure": "3" in marks,
        "5! bust": "5!" in marks,
        "+ and more": re.search(r"\bOn \w\d: ", text),
    }
    return (sign for sign, is_there in signs.items() if is_there)


def test_signs_without_room_on_a_card_are_listed() -> None:
    narrow = board(MIDDLE, "narrow")
    assert "On C3" not in narrow
    crowded = drawn(MAP, *["A:C3+3 P:C3 *C3"] * 4, lying="C3=2 C3=5")
    assert "On C3: Ra3 Rp Ba3 Bp Ga3 Gp Ya3 Yp 2 5! rbgy." in joined(board(crowded, "narrow"))
