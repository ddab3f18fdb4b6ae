"""Errors of mail parsing: one class for each different answer.

`UnknownAddress` and `ForgedAddress` refuse a recipient during SMTP. `LetterRefused` refuses a letter before it is
parsed. `SenderFault` and the faults of commands' arguments end in a reply that tells the sender how to do it right.

A `reason` is a key: the templates of letters have a sentence for each.
"""

from __future__ import annotations


class MailFault(ValueError):
    """Base of the faults in a letter or address; the sender can mend them, trying again cannot."""


class UnknownAddress(MailFault):
    """Not an address of ours: another domain, or a form that we never mint."""


class ForgedAddress(MailFault):
    """The address has a form that we mint, but its signature is not ours."""


class LetterRefused(MailFault):
    """The letter is too large or too deeply nested to be parsed."""

    def __init__(self, reason: str, measured: int = 0, allowed: int = 0) -> None:
        super().__init__(f"{reason}: {measured} of at most {allowed}" if allowed else reason)
        self.reason = reason
        self.measured = measured
        self.allowed = allowed


class SandboxLimit(MailFault):
    """Parsing the letter hit the sandbox's limit of time or memory; the message is for the host."""


class SandboxCrash(RuntimeError):
    """A bug of ours in the sandbox child; the message is the child's traceback."""


class SandboxUnavailable(RuntimeError):
    """The sandbox cannot start a child just now; try again later."""


class DnsUnavailable(RuntimeError):
    """The DNS does not answer just now; try again later."""


class SenderFault(MailFault):
    """The From header does not name exactly one person; `given` quotes it."""

    def __init__(self, reason: str, given: str = "") -> None:
        super().__init__(f"{reason}: {given!r}" if given else reason)
        self.reason = reason
        self.given = given


class NewMatchFault(MailFault):
    """The line that asks for a new match cannot be read; `given` quotes the word at fault."""

    def __init__(self, reason: str, given: str = "") -> None:
        super().__init__(f"{reason}: {given!r}" if given else reason)
        self.reason = reason
        self.given = given


class ArgumentFault(MailFault):
    """The argument of a command cannot be read; `given` quotes it, `right` has arguments that would be right."""

    def __init__(self, reason: str, given: str = "", right: tuple[str, ...] = ()) -> None:
        super().__init__(f"{reason}: {given!r}" if given else reason)
        self.reason = reason
        self.given = given
        self.right = right


class AbsenceFault(ArgumentFault):
    """The days of an absence cannot be read, or there are no such days."""


class FreeTimesFault(ArgumentFault):
    """The free times of a player cannot be read, or are more than a clock may rest."""


class DigestFault(ArgumentFault):
    """The hour or the days of a digest cannot be read."""


class TermsFault(ArgumentFault):
    """An option of a match's time cannot be read."""


class RemindersFault(ArgumentFault):
    """The reminders that a player asks for cannot be read, or are too many, too early or too late."""


class DelayFault(ArgumentFault):
    """The time for which a player's orders are to wait cannot be read, or is too short or too long."""


class QuietFault(ArgumentFault):
    """The quiet hours of a player cannot be read, or are too long."""
