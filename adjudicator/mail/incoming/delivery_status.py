"""Why a letter could not be handed over, whether trying again can help, and whether the address is to blame."""

from __future__ import annotations

import re

from adjudicator.mail.address_token import redact_tokens

_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_REPLY = re.compile(r"(?m)(?:^|\D)([45]\d\d)(?=[ -])")
_NOT_THE_ADDRESS = re.compile(r"5\.(?:2\.[23]|3\.4|4\.(?:6|7|14)|5\.[1-9]|[67]\.)")
"""Full mailboxes, letters that are too large, time that ran out, loops, our own mistakes, and what somebody forbids."""


class Undelivered(Exception):
    """The letter was not taken; `permanent` says that the same letter will never be, `dead` that no letter will be.

    With `relay_down` the relay did not even hear of the letter, and takes no other one either. With `no_answer` it may
    have heard: the connection ended or stood still.

    A relay may repeat our addresses in what it says; what is kept and shown of it has no token.
    """

    def __init__(
        self,
        why: str,
        *,
        permanent: bool,
        dead: bool = False,
        relay_down: bool = False,
        no_answer: bool = False,
    ) -> None:
        super().__init__(redact_tokens(why))
        self.relay_down = relay_down
        self.no_answer = no_answer
        self.permanent = permanent
        self.dead = dead

    @property
    def unanswered(self) -> bool:
        """Whether the relay gave no answer, so that it would give none to another letter either."""
        return self.relay_down or self.no_answer


def status_in(text: str) -> str:
    """Find what a mail system says as a status (RFC 3463), such as ``5.1.1``, or else as its reply, such as ``550``."""
    found = _STATUS.search(text)
    if found:
        return found[0]
    reply = _REPLY.search(text)
    return reply[1] if reply else ""


def blames_address(status: str) -> bool:
    """Tell whether a status means that nobody reads at this address, rather than not now or not this letter."""
    return status.startswith("5") and not _NOT_THE_ADDRESS.match(status)
