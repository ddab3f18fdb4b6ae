"""Positions of matches that this process has replayed, so that leafing does not begin at the opening each time."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock

from adjudicator.engines.contract import AnyPosition

EVERY = 16
"""Distance of the positions that a replay keeps on its way: no later replay of the line applies more steps."""
MOST = 1024


@dataclass(frozen=True, slots=True)
class KeptPositions:
    """The positions that were used last, by rules and digest of the step that led to them.

    A digest stands for all steps before it and, by the commitment in the header, for the deal. So nothing here ever
    goes out of date: after an undo the line has other digests.
    """

    most: int = MOST
    _kept: OrderedDict[tuple[str, str], AnyPosition] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def find(self, rules: str, digest: str) -> AnyPosition | None:
        """Find the position after a step; None if it is not kept."""
        with self._lock:
            found = self._kept.get((rules, digest))
            if found is not None:
                self._kept.move_to_end((rules, digest))
            return found

    def keep(self, rules: str, digest: str, position: AnyPosition) -> None:
        """Keep the position after a step; the one that was not used for the longest time goes."""
        with self._lock:
            self._kept[rules, digest] = position
            self._kept.move_to_end((rules, digest))
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)


KEPT = KeptPositions()
