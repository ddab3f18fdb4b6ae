"""Who was at a table when, and which turns were claimed: from the record, players' letters and their receipts."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property

from chaos.checker.evidence import Arrival, Evidence, Match, Row, print_digest

PAIR = 2
_CODE_OF_ADDRESS = re.compile(r"\+(\w+)-\d+-\d+-")
_TURN_OF_ADDRESS = re.compile(r"\+\w+-\d+-(\d+)-")
_SEAT_OF_ADDRESS = re.compile(r"\+\w+-(\d+)-\d+-(?:(\d+)-)?\w+@")
"""A seat's address holds the match, the seat, the turn and, once the seat has changed hands, how often it did."""


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

        Who has left a seat gets no words any more. The steps that receipts tell of show what came first, unless both
        tell of the same one or the writer used the pages.
        """
        match = self._match(row)
        if match is None:
            return 0, 0
        at = self._step(row) if row.name in self._receipts else None
        last = match.entries[-1][0] if match.entries else 0
        span = range(last + 2) if at is None else range(at, at + 2)
        least = most = 0
        for seat in match.people:
            sat = {match.person_at(seat, n) for n in span}
            least += sat.isdisjoint({None, row.sender})
            most += bool(sat - {None, row.sender})
        return least, most

    def counts_no_more(self, row: Row) -> bool:
        """Tell whether words may be refused.

        Their writer had left the seat, or wrote to an address of before it changed hands, or to that of an old turn.
        """
        match = self._match(row)
        if match is None:
            return False
        recipient = self._written[row.name].recipient
        seat = _SEAT_OF_ADDRESS.search(recipient)
        if match.has_left(row.sender) or (seat and match.epochs[int(seat[1])] > int(seat[2] or 0)):
            return True
        receipt, turn = self._receipts.get(row.name), _TURN_OF_ADDRESS.search(recipient)
        return receipt is not None and turn is not None and int(turn[1]) < receipt.turn

    def _match(self, row: Row) -> Match | None:
        """Find the match of a letter; one to an address that is dead may be kept without it."""
        if row.match is not None:
            return self._matches.get(row.match)
        found = _CODE_OF_ADDRESS.search(self._written[row.name].recipient) if row.name in self._written else None
        return next((one for one in self._matches.values() if found and one.code == found[1].upper()), None)

    def _step(self, row: Row) -> int:
        """Tell after which step of its match a letter was ruled on."""
        assert row.match is not None
        return _position(self._matches[row.match], self._receipts[row.name])


def _position(match: Match, receipt: Arrival) -> int:
    if receipt.chain.endswith(print_digest(match.chain)):
        return match.entries[-1][0] if match.entries else 0
    ends = (n for n, digest in match.entries if receipt.chain.endswith(print_digest(digest)))
    return next(ends, 0)
