"""Where letters are opened: every letter may be built to hurt whoever opens it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Sandbox(Protocol):
    """Runs a function of the mail package on a letter, within what a letter may cost.

    Raises what the function raises, `Unopened` when it costs too much, and `ReaderAway` when nothing can be opened now.
    """

    def run(self, read: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
        """Call the function."""
        ...


class InProcess:
    """Opens letters in this process: those of one's own making, and those too short and plain to do any harm."""

    def run(self, read: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
        """Call the function here and now."""
        return read(*arguments, **named)
