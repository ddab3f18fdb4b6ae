"""The sandbox's interface: a letter may be built to exhaust or crash its parser. `infra.sandbox.pool` implements it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Sandbox(Protocol):
    """Runs a function of the mail package on a letter, with limits on time and memory.

    Raises `LetterRefused` if the function does, `SandboxLimit` if it exceeds a limit, `SandboxCrash` for any other
    exception, and `SandboxUnavailable` if nothing can be run at the moment.
    """

    def run(self, read: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
        """Call the function."""
        ...


class InProcess:
    """Runs the function in this process: for letters that we wrote, and for those too short and plain to do harm."""

    def run(self, read: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
        """Call the function here and now."""
        return read(*arguments, **named)
