"""Delivery status of letters of ours: why one was not accepted, is it permanent, is the address at fault?"""

from __future__ import annotations

import re

from adjudicator.mail.address_token import redact_tokens

_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_REPLY = re.compile(r"(?m)(?:^|\D)([45]\d\d)(?=[ -])")
_NOT_THE_ADDRESS = re.compile(r"5\.(?:2\.[23]|3\.4|4\.(?:6|7|14)|5\.[1-9]|[67]\.)")
"""Enhanced status codes (RFC 3463) that do not blame the address: full mailbox, letter too large, timeout, routing
loop, protocol error, conversion, security policy.
"""


class Undelivered(Exception):
    """The relay did not accept a letter.

    - `permanent`: it will never accept this letter.
    - `dead`: it will never accept any letter to this address.
    - `relay_down`: no connection, so no other letter can be sent either.
    - `no_answer`: the connection ended or timed out; the relay may have accepted the letter.
    - `ours`: our program failed on the letter, and the relay has not seen it.

    A relay may quote our addresses in its reply; tokens are redacted from the message.
    """

    def __init__(
        self,
        why: str,
        *,
        permanent: bool,
        dead: bool = False,
        relay_down: bool = False,
        no_answer: bool = False,
        ours: bool = False,
    ) -> None:
        super().__init__(redact_tokens(why))
        self.relay_down = relay_down
        self.no_answer = no_answer
        self.permanent = permanent
        self.dead = dead
        self.ours = ours

    @property
    def unanswered(self) -> bool:
        """Whether the relay gave no answer, so that trying another letter now is useless."""
        return self.relay_down or self.no_answer


def status_in(text: str) -> str:
    """Find an enhanced status code (RFC 3463), such as ``5.1.1``, else an SMTP reply code, such as ``550``; else ""."""
    found = _STATUS.search(text)
    if found:
        return found[0]
    reply = _REPLY.search(text)
    return reply[1] if reply else ""


def blames_address(status: str) -> bool:
    """Does a status mean that the address itself does not work, rather than "not now" or "not this letter"?"""
    return status.startswith("5") and not _NOT_THE_ADDRESS.match(status)
