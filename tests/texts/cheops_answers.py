"""What a board of Cheops says to the questions of `testkit.engines.cheops_questions`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from adjudicator.engines.cheops.position.pyramid import CELL_NAMES
from testkit.engines.questions import NAMES, told
from tests.engines.cheops.board_reader import LETTERS, Told, joined, read_linear, read_narrow, read_wide

READ = {"wide": read_wide, "narrow": read_narrow, "linear": read_linear}
WORDS = {letter: word for word, letter in LETTERS.items()} | {"?": "a face-down law", "V": "a neighbour"}
TASKS = {
    r"to carry out law \d+": "carry out a law",
    r"(?:laid a tile|passed)(?: and|;)": "end the turn",
    r"to name the colour": "name a colour",
    r"to lay a tile": "lay a tile",
    r"no tile that fits": "lay a tile",
}


class Board(NamedTuple):
    """A board: what it shows, and its words in one line."""

    read: Told
    whole: str

    def kept(self, name: str) -> str:
        """Name the treasures that somebody has kept."""
        return told(f"{kept[1:]} {WORDS[kept[0]]}" for kept in self.read.players[name][1].split())


def read_board(text: str, layout: str) -> Board:
    """Read a board."""
    return Board(READ[layout](text), joined(text))


def _turn(board: Board) -> str:
    if "The match is over; " in board.whole:
        return "nobody"
    if "None of your tiles fits" in board.whole:
        return "you, lay a tile"
    for words, task in TASKS.items():
        if found := re.search(rf"(\w+) (?:is|are|has|have) (?:laid a neighbour and (?:is|are) )?{words}", board.whole):
            return f"{found[1].replace('You', 'you')}, {task}"
    return ""


def _cell(board: Board, cell: str) -> str:
    piece = board.read.cells[cell]
    return WORDS.get(piece, f"family {piece}")


def _fits(board: Board, family: str) -> str:
    found = re.findall(r"You can lay famil(?:y|ies) ([\d, ]+) on ([A-K\d, ]+)\.", board.whole)
    cells = [cell for families, cells in found if family in families for cell in cells.split(", ")]
    return told(name for name in CELL_NAMES if name in cells)


def _hand(board: Board, seat: str) -> str:
    return told(re.findall(r"\d", board.read.players[NAMES[int(seat)]][0]))


def _kept(board: Board, seat: str) -> str:
    name = NAMES[int(seat)]
    return board.kept(name if name in board.read.players else "you")


def _money(board: Board) -> str:
    return board.read.players["you"][3]


def _price(board: Board) -> str:
    return _number_behind("Market price, paid for a treasure that is sold: ", board)


def _counts(board: Board, colour: str) -> str:
    return next(number for number in board.read.tables[LETTERS[colour]] if number != "--")


def _laws(board: Board) -> str:
    return told(name for name in CELL_NAMES if board.read.cells[name] == "?")


def _neighbours(board: Board) -> str:
    return _number_behind("Neighbours left: ", board)


def _number_behind(words: str, board: Board) -> str:
    found = re.search(rf"{words}(\d+)", board.whole)
    return found[1] if found else ""


FIND: Mapping[str, Callable[..., str]] = {
    "turn": _turn,
    "cell": _cell,
    "fits": _fits,
    "hand": _hand,
    "kept": _kept,
    "money": _money,
    "price": _price,
    "counts": _counts,
    "laws": _laws,
    "neighbours": _neighbours,
}


def deed(order: str) -> str:
    """Give the pattern of the words that say that an order can be given now."""
    word, _, rest = order.partition(" ")
    cell = rest.partition(" ")[0]
    if word in ("1", "2", "3", "4"):
        return rf"You can lay famil(?:y|ies) [\d, ]*\b{word}\b[\d, ]* on [^.]*\b{cell}\b"
    if word.startswith("law"):
        return rf"Your law {word.removeprefix('law')}\b"
    return {
        "V": rf"You can buy a neighbour for 20 and lay it on [^.]*\b{cell}\b",
        "draw": rf"Stacks to draw from: [^.]*\b{rest}\b",
        "pass": r"None of your tiles fits; you may pass\.",
        "end": r"you may (?:draw, or )?end your turn\.",
        "joker": r"You are to name the colour that your law 9 counts as\.",
    }.get(word, r"You are to carry out law \d+\..*Law \d+, just turned over: ")
