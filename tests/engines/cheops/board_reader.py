"""Reading drawn boards back, each shape in its own way, so that what they tell can be compared."""

from __future__ import annotations

import re
from dataclasses import dataclass

LETTERS = {"red": "R", "green": "G", "blue": "B", "orange": "O", "black": "N", "brown": "M"}
SIGNS = LETTERS | {"neighbour": "V", "face-down law": "?"} | {f"family {n}": str(n) for n in range(1, 5)}
SHARED = (
    r"Market price|Full price|Neighbours left|Turns passed|Famil|You |None of |Your law|Law \d|Laws in|Stacks to"
    r"|The numbers|The match"
)
"""How what all shapes say in the same words begins."""


@dataclass(frozen=True)
class Told:
    """What a board tells that drawings and sentences have in different words."""

    cells: dict[str, str]
    tables: dict[str, list[str]]
    """The numbers of each table from the top, with ``--`` for those that are covered."""
    stacks: list[tuple[str, int]]
    players: dict[str, tuple[str, ...]]
    """Hand, kept treasures, laws and money by name."""


def read_wide(text: str) -> Told:
    """Read a wide board."""
    return Told(_drawn_cells(text), _drawn_tables(text), _drawn_stacks(text), _tabled_players(text))


def read_narrow(text: str) -> Told:
    """Read a narrow board."""
    return Told(_drawn_cells(text), _drawn_tables(text), _drawn_stacks(text), _listed_players(text))


def read_linear(text: str) -> Told:
    """Read sentences."""
    whole = joined(text)
    cells = dict(re.findall(rf"\b([A-K]\d+) ({'|'.join(SIGNS)})(?=[,.])", whole))
    tables = re.findall(r"table of (\w+): (\d+) covered, then ([^.]*)\.", whole)
    stacks = re.finditer(r"Stack \d: (?:family (\d) on top, (\d+) tiles? in all|empty)\.", whole)
    return Told(
        {cell: SIGNS[piece] for cell, piece in cells.items()},
        {LETTERS[name]: ["--"] * int(covered) + list(map(_entry, free.split("; "))) for name, covered, free in tables},
        [(found[1] or "-", int(found[2] or 0)) for found in stacks],
        _listed_players(text),
    )


def joined(text: str) -> str:
    """Undo the folding of lines."""
    return " ".join(text.split())


def shared(linear: str) -> list[str]:
    """List the sentences that all shapes have, from the linear one."""
    return [part.rstrip(".") for part in re.split(r"(?<=\.) (?=[A-Z])", joined(linear)) if re.match(SHARED, part)]


def marked(text: str) -> set[str]:
    """List the cells that a drawing marks."""
    return {cell for cell, piece in _squares(text) if "[" in piece}


def fitting(text: str) -> set[str]:
    """List the cells that are said to take a family."""
    fits = re.findall(r"[Ff]amil\w+ [\d, ]+ (?:fits? )?on ([A-K\d, ]+)\.", joined(text))
    return {cell for cells in fits for cell in cells.split(", ")}


def _squares(text: str) -> list[tuple[str, str]]:
    """List the cells of a drawing: each row stands between the names of its first and last cell."""
    found = []
    for row in re.finditer(r"^ *([A-K])1 (.*)$", text, re.MULTILINE):
        length = 11 - "ABCDEFGHIJK".index(row[1])
        pieces = re.findall(r"\[?[RGBONM?V1-4]\]?", row[2])[:length]
        found += [(f"{row[1]}{place}", piece) for place, piece in enumerate(pieces, 1)]
    return found


def _drawn_cells(text: str) -> dict[str, str]:
    return {cell: piece.strip("[]") for cell, piece in _squares(text)}


def _drawn_tables(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if head := re.search(r"R +G +B +O +N +M$|^ +R +G +B$|^ +O +N +M$", line):
            ends = [place for place in range(head.start(), len(line)) if line[place] != " "]
            found |= {line[end]: _column(lines[number + 1 :], end + 1) for end in ends}
    return found


def _column(lines: list[str], end: int) -> list[str]:
    """Read downwards the entries that end in a column."""
    column = []
    for line in lines:
        entry = re.search(r"(--|\d+x|\d+/\d+|\d+)$", line[:end]) if len(line) >= end else None
        if entry is None or re.search(r"L\d$", line[:end]):
            break
        column.append(entry[0])
    return column


def _drawn_stacks(text: str) -> list[tuple[str, int]]:
    rows = re.findall(r"^(?:top tile|tiles left) +(.*)$", text, re.MULTILINE)
    return [(tile, int(height)) for tile, height in zip(*map(str.split, rows), strict=True)]


def _tabled_players(text: str) -> dict[str, tuple[str, ...]]:
    lines = text.splitlines()
    above = next(
        number for number, line in enumerate(lines) if re.fullmatch("player +tiles in hand +kept +laws +money", line)
    )
    head, lines = lines[above], lines[above + 1 :]
    edges = [head.index(word) for word in ("tiles in hand", "kept", "laws")]
    found = {}
    for line in lines[: lines.index("")]:
        name, hand, kept, rest = (line[a:b] for a, b in zip([0, *edges], [*edges, None], strict=True))
        *laws, money = rest.split()
        things = (hand.replace(",", ""), _letters(kept), " ".join(laws).replace(",", ""), money)
        found[name.strip()] = tuple(thing.strip().strip("-") for thing in things)
    return found


def _listed_players(text: str) -> dict[str, tuple[str, ...]]:
    listed = r"(\w+):? tiles in hand: (.*?);? kept: (.*?);?(?: laws: (.*?);?)? money: (secret|\d+)"
    found = {}
    for name, hand, kept, laws, money in re.findall(listed, joined(text)):
        things = (re.sub(r",|none|no treasures", "", thing) for thing in (hand, _letters(kept), laws, money))
        found["you" if name == "You" else name] = tuple(things)
    return found


def _letters(kept: str) -> str:
    """Write kept treasures as a letter and a number each."""
    return re.sub(r"(\d+) (\w+),?", lambda part: LETTERS.get(part[2], part[2]) + part[1], kept)


def _entry(words: str) -> str:
    if found := re.fullmatch(r"(\d+), or (\d+) for whoever has strictly the most", words):
        return f"{found[1]}/{found[2]}"
    return re.sub(r" times all that are owned", "x", words)
