"""Which letters may stay unanswered: answers that change nothing are limited, and the last one says that it is."""

from __future__ import annotations

from collections import defaultdict

from chaos.checker.evidence import Evidence, Row

IN_MATCH = "Others like them get no answer before"
"""What the last answer about a match says: letters that change nothing there are not answered for a while."""
EVERYWHERE = "This is our last answer to you for now"
"""What the last answer of the service says: letters to it are not answered for a while."""
NOT_READ = "answered enough"
"""The verdict on a letter to the service that was not read, because its writer has had all answers of the day."""


class Silence:
    """Who was told that letters are not answered for a while, and about which match."""

    def __init__(self, found: Evidence) -> None:
        """Read the answers that say it."""
        self._answered = {letter.answers for letter in found.sent if letter.answers is not None}
        matches = {row.number: row.match for row in found.rows}
        self._told: dict[str, set[int | None]] = defaultdict(set)
        self._told_everywhere: set[str] = set()
        for letter in found.sent:
            if letter.answers is None:
                continue
            text = " ".join(letter.text.split())  # a sentence may be broken anywhere
            if IN_MATCH in text:
                self._told[letter.to].add(matches.get(letter.answers))
            if EVERYWHERE in text:
                self._told_everywhere.add(letter.to)

    def was_told(self, row: Row) -> bool:
        """Tell whether the writer of a letter that changed nothing knew that it might get no answer."""
        refused = row.verdict.startswith("refused")
        if row.match is not None and row.match in self._told[row.sender]:
            return refused or row.verdict == "answered"
        return row.sender in self._told_everywhere and (refused or row.verdict == NOT_READ)

    def keeps(self, row: Row) -> bool:
        """Tell whether a letter was left unanswered, with its writer's knowledge."""
        return row.number not in self._answered and self.was_told(row)
