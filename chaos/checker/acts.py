"""Who resigned and which turns were claimed, and after which step: from players' letters and their receipts."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property

from chaos.checker.evidence import Arrival, Evidence, Match, Row

RESIGNED = "refused: resigned"
PAIR = 2
_TURN_OF_ADDRESS = re.compile(r"\+\w+-\d+-(\d+)-")
"""A seat's address holds the match, the seat and the turn."""


class Acts:
    """What people did besides playing, by match."""

    def __init__(self, found: Evidence) -> None:
        """Take everything that was found."""
        self._written = found.written
        self._matches = {match.number: match for match in found.matches}
        self._receipts = {arrival.answers: arrival for arrival in found.arrivals if arrival.answers and arrival.chain}
        self._done: dict[tuple[int, str], list[Row]] = defaultdict(list)
        for row in found.rows:
            if row.match is not None and row.verdict == "done" and row.name in self._receipts:
                for line in self._lines(row):
                    self._done[row.match, line].append(row)

    def _lines(self, row: Row) -> list[str]:
        return self._written[row.name].lines if row.name in self._written else []

    @cached_property
    def left(self) -> dict[int, dict[str, int]]:
        """After which step of a match each of those had left who resigned."""
        return {
            number: {match.people[seat]: n for seat, n in match.left if seat in match.people}
            | {row.sender: self._step(row) for row in self._done[number, "resign"]}
            for number, match in self._matches.items()
        }

    @cached_property
    def claimed(self) -> dict[int, set[tuple[int, int]]]:
        """The turns that were claimed among three or more, each with the step that was the last before."""
        return {
            number: {
                (self._receipts[row.name].turn, self._step(row))
                for row in self._done[number, "claim"]
                if len(match.salts) > PAIR
            }
            for number, match in self._matches.items()
        }

    def readers(self, row: Row) -> tuple[int, int]:
        """Count the others at a match when a letter was ruled on: those who were there for sure, and who may have been.

        Whoever has resigned gets no words any more. The steps that receipts tell of show what came first, unless both
        tell of the same one or the writer used the pages.
        """
        if row.match not in self._matches:
            return 0, 0
        others = len(self._matches[row.match].people) - 1
        at = self._step(row) if row.name in self._receipts else None
        left = [since for person, since in self.left[row.match].items() if person != row.sender]
        gone = sum(at is not None and since < at for since in left)
        perhaps = sum(at is None or since <= at for since in left)
        return others - perhaps, others - gone

    def counts_no_more(self, row: Row) -> bool:
        """Tell whether words may be refused: their writer had resigned, or wrote to the address of a turn long over."""
        if row.match not in self._matches:
            return False
        if row.verdict == RESIGNED:
            return row.sender in self.left[row.match]
        receipt, turn = self._receipts.get(row.name), _TURN_OF_ADDRESS.search(self._written[row.name].recipient)
        return receipt is not None and turn is not None and int(turn[1]) < receipt.turn

    def _step(self, row: Row) -> int:
        """Tell after which step of its match a letter was ruled on."""
        assert row.match is not None
        return _position(self._matches[row.match], self._receipts[row.name])


def _position(match: Match, receipt: Arrival) -> int:
    if receipt.chain.endswith(f"{match.chain[:4]} {match.chain[4:8]}"):
        return match.entries[-1][0] if match.entries else 0
    ends = (n for n, digest in match.entries if receipt.chain.endswith(f"{digest[:4]} {digest[4:8]}"))
    return next(ends, 0)
