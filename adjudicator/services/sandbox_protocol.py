"""The sandbox's interface: a letter may be built to exhaust or crash its parser. `infra.sandbox.pool` implements it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

from adjudicator.mail.text.normalize import normalize_letter
from adjudicator.mail.text.size_limits import is_short_and_plain

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


_IN_PROCESS = InProcess()


def choose_sandbox(sandbox: Sandbox, raw: bytes) -> Sandbox:
    """Choose where to read a letter: most are short and plain text, and need no child process."""
    return _IN_PROCESS if is_short_and_plain(normalize_letter(raw)) else sandbox
