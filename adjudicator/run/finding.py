"""The result of one of the doctor's checks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

UNITS = Path("/etc/systemd/system")
"""Where docs/hosts/install.md has the units of `deploy/systemd`."""
ALL = "adjudicator-up"
"""The unit of the whole service, in place of all others where it is enabled."""


class CheckFailed(Exception):
    """A check failed; `advice` is for the host."""

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


def start_program(name: str, where: str = "") -> str:
    """Advise to start a program of the Procfile, in the way in which this machine runs it; `where`: on how many."""
    if (UNITS / "adjudicator.target.wants" / f"{ALL}.service").exists():
        return f"`systemctl restart {ALL}`, or read its log: `journalctl --unit {ALL}`"
    unit = f"adjudicator-{name}"
    if (UNITS / f"{unit}.service").exists():
        return f"`systemctl enable --now {unit}`{where}, or read its log: `journalctl --unit {unit}`"
    return f"start the {name} line of the Procfile{where}, or read its log"
