"""The result of one of the doctor's checks."""

from __future__ import annotations

from dataclasses import dataclass


class CheckFailed(Exception):
    """A check failed; `advice` says what the host can do."""

    def __init__(self, fact: str, advice: str) -> None:
        super().__init__(fact)
        self.advice = advice


@dataclass(frozen=True, slots=True)
class Finding:
    """The result for one part; it has advice if and only if the check failed."""

    part: str
    fact: str
    advice: str = ""

    @property
    def well(self) -> bool:
        """Tell whether the check passed."""
        return not self.advice
