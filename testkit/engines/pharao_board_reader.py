"""Reading drawn boards of Das Gold des Pharao back, each shape in its own way, so that they can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

COLUMNS = "ABCDEF"
MARK = r"[RBGY][ap](?:5!|[23])?|5!|[23]|[rbgy]+"
SHARED = (
    r"The (match|mummy|curse|bust|start card is \d)|Next to fall|Archaeologist|Porter|One action|Cards to|There is no"
    r"|Equal|Chambers|Photos|Treasures not|What the|\w+ (is to|has)"
)
"""How what all shapes say in the same words begins."""


@dataclass
class Told:
    """What a board tells that drawings and sentences have in different words."""

    cards: dict[str, str] = field(default_factory=dict)
    """The open sides of each card, or what else it is."""
    marks: dict[str, list[str]] = field(default_factory=dict)
    """What is on each card, by the signs of drawings."""
    start: str = ""
    falling: set[str] = field(default_factory=set)
    struck: set[str] = field(default_factory=set)
    """The cards that a trap came over, but those that fall next or have fallen."""
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
    told = _drawn(text, width=11, inset=2)
    if found := re.search(r"\n +points +photos +safe .*\n((?:.+\n)+)", text):
        for line in found[1].splitlines():
            _, name, points, photos, safe, lanterns, carries, *lost = line.split()
            told.players[name] = [points, photos, safe, lanterns, carries.strip("-"), " ".join(lost).strip("-")]
    return told


def read_narrow(text: str) -> Told:
    """Read a narrow board."""
    told = _drawn(text, width=6, inset=0)
    told.players = dict(_listed(r"[RBGY] (\w+) ", joined(text)))
    return told


def read_linear(text: str) -> Told:
    """Read sentences."""
    told, whole = Told(), joined(text)
    if found := re.search(r"The start card is (\w\d)\.", whole):
        told.start = found[1]
    for cell, what in re.findall(r"(?:[;:] )(\w\d) ([NESW]+|to be laid)(?=[;.])", whole):
        told.cards[cell] = what
    for what, cells in re.findall(r"(face down|fallen): ((?:\w\d(?:, )?)+)", whole):
        told.cards |= dict.fromkeys(cells.split(", "), what)
    if found := re.search(r"Next to fall, [^:]*: ([^.]*)\.", whole):
        told.falling = set(found[1].split(", "))
    if found := re.search(r"The (?:mummy|curse) of \w\d came over ([^.]*)\.", whole):
        standing = {cell for cell in told.cards if told.cards[cell] not in ("fallen", "face down")}
        told.struck = set(found[1].split(", ")) & standing - told.falling
    told.players = dict(_listed(r"(\w+), (?:red|blue|green|yellow): (?:[^:.]*; )?", whole))
    for cell, mark in _lying(whole):
        told.marks.setdefault(cell, []).append(mark)
    return told


def _lying(whole: str) -> Iterator[tuple[str, str]]:
    """Find what lies and stands on cards."""
    for name, colour, things in re.findall(r"(\w+), (red|blue|green|yellow): ([^.]*)\.", whole):
        carried = re.search(r"carries: (\w+)", things)
        load = {"bust": "5!"}.get(carried[1], carried[1]) if carried else ""
        for figure, cell in re.findall(r"(archaeologist|porter) on (\w\d)", things):
            yield cell, f"{colour[0].upper()}{figure[0]}{load if figure == 'archaeologist' else ''}"
        for cells in re.findall(r"lanterns on ([^;]*)", things):
            yield from ((cell, colour[0]) for cell in cells.split(", "))
        assert name
    if found := re.search(r"Treasures: ([^.]*)\.", whole):
        for worths, cell in re.findall(r"([\w, ]+) on (\w\d)", found[1]):
            yield from ((cell, {"bust": "5!"}.get(worth, worth)) for worth in worths.strip().split(", "))


def _listed(before: str, whole: str) -> Iterator[tuple[str, list[str]]]:
    listed = (
        rf"{before}points: (-?\d+); photos: (\d+); treasures safe: (\d+); lanterns left: (\d+)"
        r"(?:; carries: (\w+))?(?:; lost: ((?:archaeologist|porter)(?:, porter)?))?"
    )
    for name, *things, lost in re.findall(listed, whole):
        yield name, [*things, " ".join(figure[0] for figure in lost.split(", ") if figure)]


def _drawn(text: str, width: int, inset: int) -> Told:
    told = Told()
    lines = [line for line in text.splitlines() if line[1:2] == ":"]
    assert len(lines) == 30
    for row in range(6):
        for column in range(6):
            card = [line[2 + column * width : 2 + (column + 1) * width] for line in lines[5 * row : 5 * row + 5]]
            _read(told, f"{COLUMNS[column]}{6 - row}", card, inset)
    for cell, signs in re.findall(r"On (\w\d): ([^.]*)\.", joined(text)):
        told.marks[cell] = _single(signs)
    return told


def _read(told: Told, cell: str, card: list[str], inset: int) -> None:
    if {card[0][0], card[0][-1], card[4][0], card[4][-1]} == {"x"}:
        told.falling.add(cell)
    elif {card[0][0], card[0][-1], card[4][0], card[4][-1]} == {"o"}:
        told.struck.add(cell)
    body = "".join(card)
    if "###" in body or "???" in body:
        told.cards[cell] = "face down" if "###" in body else "to be laid"
    elif not body.strip():
        told.cards[cell] = "fallen"
    else:
        told.cards[cell] = _sides(card, inset)
        if "@" in body:
            told.start = cell
        if marks := _single(body):
            told.marks[cell] = marks


def _sides(card: list[str], inset: int) -> str:
    walls = {
        "N": card[0][inset + 1 : -inset - 1],
        "E": card[2][-inset - 1],
        "S": card[4][inset + 1 : -inset - 1],
        "W": card[2][inset],
    }
    return "".join(side for side, wall in walls.items() if not set(wall) & set("-=|[]"))


def _single(signs: str) -> list[str]:
    """Find the signs of what is on a card, each lantern for itself."""
    found = re.findall(MARK, signs)
    return sorted(one for mark in found for one in (mark if mark.islower() else [mark]))
