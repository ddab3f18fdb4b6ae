"""A contradiction that verifying a record finds."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.engines.contract import Note


@dataclass(frozen=True, slots=True)
class Difference:
    """A contradiction within a record."""

    where: str
    sentence: str
    reason: Note | None = None
    """Why the rules forbid a step, for the texts to word."""

    def __str__(self) -> str:
        return f"{self.where}: {self.sentence}"
