"""Letters with unsure lines, such as struck-out text, or a plain and an HTML half that differ.

Their writer may see another text than we read. If such a line could be acted on, we do nothing and ask the writer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.mail.text.doubt_marks import without_strikes
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import Refusal
from adjudicator.services.inbound.inbound_letter import InboundLetter

MOST = 100
"""Unsure lines that are examined; with more, the writer is asked in any case."""

Asks = Callable[[Sequence[str]], bool]
"""Could some of these lines be acted on?"""


def objection_to_unsure(inbound: InboundLetter, asks: Asks) -> Refusal | None:
    """Return why the writer must be asked; None if no unsure line could be acted on.

    If the plain text has no such line and nothing in common with the HTML half, it is a notice such as "use a program
    that shows HTML": then the HTML half (`reply.instead`) replaces it.
    """
    if inbound.reply.instead is not None and not _asks(inbound, asks):
        inbound.reply = inbound.reply.instead
    if not _asks(inbound, asks):
        return None
    return refusals.halves_differ() if inbound.reply.halves_differ else refusals.unsure()


def _asks(inbound: InboundLetter, asks: Asks) -> bool:
    lines = [line for line in map(without_strikes, inbound.reply.unsure) if line]
    return bool(lines) and (len(lines) > MOST or asks(lines))
