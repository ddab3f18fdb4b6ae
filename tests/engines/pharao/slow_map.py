"""The map a second time: letters and numbers, sets and dictionaries, no short cuts.

The engine is compared with it. It shares no code with the engine.
"""

from __future__ import annotations

from itertools import product

Spot = tuple[int, int]
"""Column and row, from 1."""

STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
AGAINST = {"N": "S", "S": "N", "E": "W", "W": "E"}
PATTERNS = {"straight": ["NS"], "curve": ["NE"], "tee": ["NES"], "cross": ["NESW"]}
SPOTS = [(column, row) for row in range(1, 7) for column in range(1, 7)]


def spot_of(name: str) -> Spot:
    """Read ``C4``."""
    return "?ABCDEF".index(name[0]), int(name[1])


def name_of(spot: Spot) -> str:
    """Write ``C4``."""
    return "?ABCDEF"[spot[0]] + str(spot[1])


def ways_to_lie(shape: str) -> set[str]:
    """Turn a pattern by quarters until nothing new comes."""
    found = set()
    for quarters in range(4):
        turned = {"NESW"[("NESW".index(side) + quarters) % 4] for side in PATTERNS[shape][0]}
        found.add("".join(side for side in "NESW" if side in turned))
    return found


class SlowMap:
    """The cards that lie face up, by spot, with their open sides."""

    def __init__(self, start: Spot, sides: str) -> None:
        self.start = start
        self.open: dict[Spot, str] = {start: sides}
        self.unseen: dict[Spot, tuple[str, str]] = {}
        self.gone: set[Spot] = set()

    def next_to(self, spot: Spot, side: str) -> Spot | None:
        across, up = STEP[side]
        found = (spot[0] + across, spot[1] + up)
        return found if found in SPOTS else None

    def joined(self, spot: Spot) -> set[Spot]:
        """List the spots one step away: both cards are open there."""
        found = set()
        for side in self.open.get(spot, ""):
            other = self.next_to(spot, side)
            if other is not None and AGAINST[side] in self.open.get(other, ""):
                found.add(other)
        return found

    def reached(self, spot: Spot, lit: set[Spot]) -> set[Spot]:
        """Walk as one action allows: every spot that a path with lit spots between leads to."""
        found: set[Spot] = set()

        def walk(here: Spot, passed: tuple[Spot, ...]) -> None:
            for other in self.joined(here):
                if other in passed:
                    continue
                found.add(other)
                if other in lit and other not in seen:
                    seen.add(other)
                    walk(other, (*passed, other))

        seen: set[Spot] = {spot}
        walk(spot, (spot,))
        return found - {spot}

    def on_shortest(self, origin: Spot, goal: Spot) -> set[Spot]:
        """Find all spots on shortest paths, by the distances between all pairs (Floyd and Warshall)."""
        far = 1000
        apart = {(a, b): 0 if a == b else 1 if b in self.joined(a) else far for a, b in product(self.open, repeat=2)}
        for middle, a, b in product(self.open, repeat=3):
            apart[a, b] = min(apart[a, b], apart[a, middle] + apart[middle, b])
        if apart[origin, goal] >= far:
            return set()
        return {spot for spot in self.open if apart[origin, spot] + apart[spot, goal] == apart[origin, goal]}

    def rim(self, chamber: Spot, corners: bool) -> set[Spot]:
        """Find what falls next: all that touches what has fallen."""
        if not self.gone:
            return {chamber}
        found = set()
        for column, row in self.gone:
            for across, up in product((-1, 0, 1), repeat=2):
                if (across, up) != (0, 0) and (corners or 0 in (across, up)):
                    found.add((column + across, row + up))
        return (found & set(SPOTS)) - self.gone - {self.start}
