"""Reading drawn boards back, so that what they tell can be compared."""

from __future__ import annotations

import re
from dataclasses import dataclass

SIGNS = {"X": "black", "O": "gold"}


@dataclass(frozen=True)
class Told:
    """What a board tells."""

    turn: str
    players: dict[str, str]
    """Who plays each colour."""
    stones: dict[str, list[str]]
    """The cells of each colour, from left to right."""
    touching: list[str]
    """The empty cells that touch a pyramid."""
    last: str


def read_board(text: str, layout: str) -> Told:
    """Read a board of any layout. Drawings must be all within the letters."""
    whole = " ".join(text.split())
    read = _read_sentences if layout == "linear" else _read_drawing
    stones, touching, last = read(text if layout != "linear" else whole)
    players = {
        colour.lower(): name
        for colour, name in re.findall(r"\b([Bb]lack|[Gg]old)(?: [XO])?, (\w+)(?: \([^)]*\))?:", whole)
    }
    return Told(_turn(whole), players, stones, touching, last)


def _turn(whole: str) -> str:
    if "The match is over; " in whole:
        return "nobody"
    found = re.search(r"(You) are to (lay|move)|(\w+) is to (lay|move)", whole)
    assert found is not None
    return f"you, {found[2]}" if found[1] else f"{found[3]}, {found[4]}"


def _read_drawing(text: str) -> tuple[dict[str, list[str]], list[str], str]:
    head, *lines, _ = text.partition("\n\n")[0].splitlines()
    columns = {place: letter for place, letter in enumerate(head) if letter != " "}
    stones: dict[str, list[str]] = {"black": [], "gold": []}
    touching, last = list[str](), "none"
    for line in reversed(lines):
        row = line.split()[0]
        for place, letter in columns.items():
            sign = line[place : place + 1]
            cell = f"{letter}{row}"
            if sign in SIGNS:
                stones[SIGNS[sign]].append(cell)
            elif sign == ".":
                touching.append(cell)
            if line[place - 1 : place] == "(":
                last = cell
    for colour, cells in re.findall(r"outside the picture, (black|gold): ((?:\w\d+(?:,\s)?)+)", text):
        stones[colour] = sorted([*stones[colour], *re.split(r",\s", cells)], key=_place)
    return stones, [] if not any(stones.values()) else touching, last


def _place(cell: str) -> tuple[int, str]:
    """Order cells row by row, from left to right."""
    return int(cell[1:]), cell[0]


def _read_sentences(whole: str) -> tuple[dict[str, list[str]], list[str], str]:
    stones = {
        colour.lower(): [] if cells == "none" else sorted(cells.split(", "), key=_place)
        for colour, cells in re.findall(r"(Black|Gold), \w+ \([^)]*\): ([^.]*)\.", whole)
    }
    touching = re.search(r"Empty squares that touch a pyramid, even by a corner: ([^.]*)\.", whole)
    last = re.search(r"Last step: [^.]* (\w\d+)\.", whole)
    return stones, touching[1].split(", ") if touching else [], last[1] if last else "none"
