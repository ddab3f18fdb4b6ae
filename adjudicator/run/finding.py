"""What the doctor says of one part."""

from __future__ import annotations

from dataclasses import dataclass


class CheckFailed(Exception):
    """A part that is not well; `advice` says what a host can do."""

    def __init__(self, fact: str, advice: str) -> None:
        super().__init__(fact)
        self.advice = advice


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one part; with advice, it is not well."""

    part: str
    fact: str
    advice: str = ""

    @property
    def well(self) -> bool:
        """Tell whether nothing is to be done."""
        return not self.advice
