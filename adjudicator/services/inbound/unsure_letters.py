"""Letters with lines that their writer may not see as they read: which half is read, and how somebody is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.mail.text.doubt_marks import unstruck
from adjudicator.match import refusals
from adjudicator.match.refusals import Refusal
from adjudicator.services.inbound.inbound_letter import InboundLetter

MOST = 100
"""Unsure lines that are looked at."""

Asks = Callable[[Sequence[str]], bool]
"""Tells whether some lines could be acted on."""


def objection_to_unsure(inbound: InboundLetter, asks: Asks) -> Refusal | None:
    """Say why the writer must be asked what they mean; None where nothing in doubt could be acted on.

    A plain text in which nothing could be, and which has nothing in common with the HTML beside it, is a notice such as
    "use a program that shows HTML": then the HTML is read in its place.
    """
    if inbound.reply.instead is not None and not _asks(inbound, asks):
        inbound.reply = inbound.reply.instead
    if not _asks(inbound, asks):
        return None
    return refusals.halves_differ() if inbound.reply.halves_differ else refusals.unsure()


def _asks(inbound: InboundLetter, asks: Asks) -> bool:
    lines = [line for line in map(unstruck, inbound.reply.unsure) if line]
    return bool(lines) and (len(lines) > MOST or asks(lines))
