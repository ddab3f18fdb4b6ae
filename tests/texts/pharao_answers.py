"""What a board of Das Gold des Pharao says to the questions of `testkit.engines.pharao_questions`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from adjudicator.engines.pharao.position.grid import CELLS, NAMES, neighbours
from testkit.engines.pharao_board_reader import Told, joined, read_linear, read_narrow, read_wide
from testkit.engines.questions import told

AGAINST = {"N": "S", "S": "N", "E": "W", "W": "E"}
READ = {"wide": read_wide, "narrow": read_narrow, "linear": read_linear}


class Board(NamedTuple):
    """A board: what it shows, and its words in one line."""

    read: Told
    whole: str


def read_board(text: str, layout: str) -> Board:
    """Read a board."""
    return Board(READ[layout](text), joined(text))


def _turn(board: Board) -> str:
    if "The match is over; " in board.whole:
        return "nobody"
    if found := re.search(r"(\w+) (?:has )?turned over (?:a|the) c", board.whole):
        return f"{_who(found[1])}, lay the card"
    found = re.search(r"(\w+) (?:have|has|is to play and has) (no|\d) actions? left", board.whole)
    return f"{_who(found[1])}, {found[2].replace('no', '0')} left" if found else ""


def _who(name: str) -> str:
    return "you" if name == "You" else name


def _place(board: Board, seat: str, figure: str) -> str:
    mark = f"{'RBGY'[int(seat)]}{figure[0]}"
    return next((cell for cell, marks in board.read.marks.items() if mark in marks), "lost")


def _step(board: Board, here: str, beside: str) -> str:
    return "yes" if beside in _ways(board.read, here) else "no"


def _walk(board: Board, start: str, goal: str) -> str:
    found = {start}
    while grown := {cell for here in found for cell in _ways(board.read, here)} - found:
        found |= grown
    return "yes" if goal in found else "no"


def _ways(read: Told, cell: str) -> set[str]:
    """Find the cards beside a card that are open towards it, as it is towards them."""
    beside = dict(zip("NESW", neighbours(CELLS[cell]), strict=True))
    return {
        NAMES[other]
        for side, other in beside.items()
        if other is not None and side in _open(read, cell) and AGAINST[side] in _open(read, NAMES[other])
    }


def _open(read: Told, cell: str) -> str:
    return read.cards[cell] if read.cards[cell].isupper() else ""


def _flips(board: Board) -> str:
    found = re.search(r"Your archaeologist stands on \w\d; from there you can turn over ([^.]*)\.", board.whole)
    return found[1] if found else "none"


def _treasures(board: Board, cell: str) -> str:
    return told(sorted(mark for mark in board.read.marks.get(cell, ()) if mark.isdigit()))


def _state(board: Board, cell: str) -> str:
    return {"to be laid": "turned over", "face down": "face down", "fallen": "fallen"}.get(
        board.read.cards[cell], "open"
    )


def _leads(board: Board) -> str:
    points = {name: int(things[0]) for name, things in board.read.players.items()}
    most = max(points.values())
    return f"{told(name for name, has in points.items() if has == most)} with {most}"


def _falls(board: Board) -> str:
    return told(name for name in NAMES if name in board.read.falling)


FIND: Mapping[str, Callable[..., str]] = {
    "turn": _turn,
    "place": _place,
    "step": _step,
    "walk": _walk,
    "flips": _flips,
    "treasures": _treasures,
    "state": _state,
    "leads": _leads,
    "falls": _falls,
}


SIDES = {"N": "north", "E": "east", "S": "south", "W": "west"}


def deed(order: str) -> str:
    """Give the pattern of the words that say that an order can be given now."""
    word, _, rest = order.partition(" ")
    card = rest.partition(" ")[0]
    *more, last = (SIDES.get(letter, letter) for letter in card or "-")
    sides = f"{', '.join(more)} and {last}" if more else last
    return {
        "A": rf"Your archaeologist (?:(?!Your porter).)*One action leads to [^.]*\b{card}\b",
        "P": rf"Your porter .*One action leads to [^.]*\b{card}\b",
        "flip": rf"from there you can turn over [^.]*\b{card}\b",
        "rotate": rf"from there you can rotate [^.]*\b{card}\b",
        "turn": rf"You can lay it in these ways: [^.]*open to {sides}[;.]",
        "lamp": r"You can lay a lantern there \(lamp\)\.",
        "unlamp": r"You can take up your lantern there\.",
        "take": rf"(?:Of the treasures there you can take one: [^.]*|You can take the (?:treasure worth )?)\b{card}\b",
        "drop": r"You can lay down there what you carry\.",
        "steal": r"There you can steal what \w+ carries\.",
        "end": r"You have (?:\d|no) actions? left",
    }[word]
