"""What can be wrong with a letter or an address, one class a reason to answer differently.

`UnknownAddress` and `ForgedAddress` are for whoever knocks at the door; `LetterRefused` is for a letter that is not
worth taking apart; `SenderFault` and `InvitationFault` are for a person, who is told what would be right.
"""

from __future__ import annotations


class MailFault(ValueError):
    """Anything that keeps a letter from being read."""


class UnknownAddress(MailFault):
    """The address is none of ours: another domain, or no form that we mint."""


class ForgedAddress(MailFault):
    """The address has a form that we mint, but we did not sign these numbers."""


class LetterRefused(MailFault):
    """The letter is too large or too deeply nested to be taken apart; `reason` is a word for the texts."""

    def __init__(self, reason: str, measured: int = 0, allowed: int = 0) -> None:
        super().__init__(f"{reason}: {measured} of at most {allowed}" if allowed else reason)
        self.reason = reason
        self.measured = measured
        self.allowed = allowed


class SandboxLimit(MailFault):
    """Reading the letter cost more than reading one may; its words are for the host."""


class SandboxCrash(RuntimeError):
    """A fault of our own while a letter was read elsewhere; it carries the traceback from there."""


class SandboxUnavailable(RuntimeError):
    """Nothing can be read just now, as when no further program can be started; later it can."""


class DnsUnavailable(RuntimeError):
    """The DNS does not answer just now; later it may."""


class SenderFault(MailFault):
    """The From line does not name exactly one person; `reason` is a word for the texts."""

    def __init__(self, reason: str, given: str = "") -> None:
        super().__init__(f"{reason}: {given!r}" if given else reason)
        self.reason = reason
        self.given = given


class NewMatchFault(MailFault):
    """The line that asks for a new match cannot be read; `reason` is a word for the texts, `given` the culprit."""

    def __init__(self, reason: str, given: str = "") -> None:
        super().__init__(f"{reason}: {given!r}" if given else reason)
        self.reason = reason
        self.given = given
