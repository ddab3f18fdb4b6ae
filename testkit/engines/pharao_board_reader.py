"""Reading drawn boards of Das Gold des Pharao back, each shape in its own way, so that they can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

COLUMNS = "ABCDEF"
CELLS = [f"{column}{row}" for row in range(1, 7) for column in COLUMNS]
MARK = r"[RBGY][ap]|[235]|[rbgy]+"
SHARED = (
    r"The (match|mummy|curse|bust|start card is \d|archaeologist|porter)|Next to fall|You |Your |Of the|There "
    r"|One action|Equal|Chambers|Photos|Treasures not|What the|\w+ (is to|has)"
)
"""How what all shapes say in the same words begins."""


@dataclass
class Told:
    """What a board tells that drawings and sentences have in different words."""

    cards: dict[str, str] = field(default_factory=dict)
    """The open sides of each card, or what else it is."""
    ways: dict[str, str] = field(default_factory=dict)
    """The sides of each card over which a way leads on, if there are any."""
    marks: dict[str, list[str]] = field(default_factory=dict)
    """What is on each card, by the signs of drawings."""
    start: str = ""
    falling: set[str] = field(default_factory=set)
    players: dict[str, list[str]] = field(default_factory=dict)
    """Points, photos, safe treasures, lanterns, what is carried and what is lost, by name."""


def joined(text: str) -> str:
    """Undo the folding of lines."""
    return " ".join(text.split())


def shared(linear: str) -> list[str]:
    """List the sentences that all shapes have, from the linear one."""
    return [part for part in re.split(r"(?<=\.) (?=[A-Z])", joined(linear)) if re.match(SHARED, part)]


def read_wide(text: str) -> Told:
    """Read a wide board."""
    told = _drawn(text, width=11, middle=5)
    if found := re.search(r"\n +player +points +photos +safe .*\n((?:.+\n)+)", text):
        for line in found[1].splitlines():
            _, name, points, photos, safe, lanterns, carries, *lost = line.split()
            figures = " ".join(mark[1] for mark in lost if mark != "-")
            told.players[name] = [points, photos, safe, lanterns, carries.strip("-"), figures]
    return told


def read_narrow(text: str) -> Told:
    """Read a narrow board."""
    told = _drawn(text, width=6, middle=2)
    told.players = dict(_listed(r"[RBGY] (\w+) ", joined(text)))
    return told


def read_linear(text: str) -> Told:
    """Read sentences."""
    told, whole = Told(), joined(text)
    if found := re.search(r"The start card is (\w\d)\.", whole):
        told.start = found[1]
    for cell, ways in re.findall(r"\. (\w\d): ([^.]*)(?=\.)", whole):
        told.cards[cell] = "to be laid" if ways == "turned over, not yet laid" else _sides_in(ways)
        if on := _sides_in(ways.partition("open to")[0]):
            told.ways[cell] = on
    if found := re.search(r"Fallen: ([^.]*)\.", whole):
        told.cards |= dict.fromkeys(found[1].split(", "), "fallen")
    if "All others are face down." in whole:
        told.cards = dict.fromkeys(CELLS, "face down") | told.cards
    if found := re.search(r"Face down: ([^.]*)\.", whole):
        told.cards |= dict.fromkeys(found[1].split(", "), "face down")
    if found := re.search(r"Next to fall, [^:]*: ([^.]*)\.", whole):
        told.falling = set(found[1].split(", "))
    told.players = dict(_listed(r"(\w+), (?:red|blue|green|yellow): (?:[^:.]*; )?", whole))
    for cell, mark in _lying(whole):
        told.marks.setdefault(cell, []).append(mark)
    return told


def _sides_in(ways: str) -> str:
    """Find the open sides of a card, in their order."""
    return "".join(side[0].upper() for side in ("north", "east", "south", "west") if side in ways)


def _lying(whole: str) -> Iterator[tuple[str, str]]:
    """Find what lies and stands on cards."""
    for colour, things in re.findall(r"\w+, (red|blue|green|yellow): ([^.]*)\.", whole):
        for figure, cell in re.findall(r"(archaeologist|porter) on (\w\d)", things):
            yield cell, f"{colour[0].upper()}{figure[0]}"
        for cells in re.findall(r"lanterns on ([^;]*)", things):
            yield from ((cell, colour[0]) for cell in cells.split(", "))
    if found := re.search(r"Treasures: ([^.]*)\.", whole):
        for worths, cell in re.findall(r"([\w, ]+) on (\w\d)", found[1]):
            yield from (
                (cell, "5" if worth == "the bust" else worth.removeprefix("a treasure worth "))
                for worth in worths.strip().split(", ")
            )


def _listed(before: str, whole: str) -> Iterator[tuple[str, list[str]]]:
    listed = (
        rf"{before}points: (-?\d+); photos: (\d+); treasures safe: (\d+); lanterns left: (\d+)"
        r"(?:; carries (?:the|a treasure worth) (\w+))?(?:; lost: ((?:archaeologist|porter)(?:, porter)?))?"
    )
    for name, *things, lost in re.findall(listed, whole):
        yield name.lower() if name == "You" else name, [*things, " ".join(one[0] for one in lost.split(", ") if one)]


def _drawn(text: str, width: int, middle: int) -> Told:
    told = Told()
    lines = [line.ljust(2 + 6 * width) for line in text.splitlines()]
    first = next(number for number, line in enumerate(lines) if line.split() == list(COLUMNS)) + 1
    assert lines[first + 18].split() == list(COLUMNS)
    for row in range(6):
        for column in range(6):
            card = [line[2 + column * width : 2 + (column + 1) * width] for line in lines[first + 3 * row :][:3]]
            _read(told, f"{COLUMNS[column]}{6 - row}", card, middle)
    for cell, signs in re.findall(r"All that is on (\w\d): ([^.]*)\.", joined(text)):
        told.marks[cell] = _single(signs)
    return told


def _read(told: Told, cell: str, card: list[str], middle: int) -> None:
    north, point, south = card
    sides = {"N": north[middle], "E": point[-1], "S": south[middle], "W": point[0]}
    told.cards[cell] = "".join(side for side, sign in sides.items() if sign in "|-:.")
    if ways := "".join(side for side, sign in sides.items() if sign in "|-"):
        told.ways[cell] = ways
    body = point.strip(" -.")
    if others := {"?": "face down", "!": "to be laid", "": "fallen"}.get(body.strip("[]") if "!" in body else body):
        told.cards[cell] = others
    if "@" in body:
        told.start = cell
    if "x" in south:
        told.falling.add(cell)
    if marks := _single(f"{body} {south}"):
        told.marks[cell] = marks


def _single(signs: str) -> list[str]:
    """Find the signs of what is on a card, each lantern for itself."""
    found = re.findall(MARK, signs)
    return sorted(one for mark in found for one in (mark if mark.islower() else [mark]))
