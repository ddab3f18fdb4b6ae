"""Letters with lines that their writer may not see as they read: which half is read, and how somebody is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.mail.text.doubt_marks import unstruck
from adjudicator.match import refusals
from adjudicator.match.refusals import Refusal
from adjudicator.services.inbound.inbound_letter import Case

MOST = 100
"""Unsure lines that are looked at."""

Asks = Callable[[Sequence[str]], bool]
"""Tells whether some lines could be acted on."""


def objection_to_unsure(case: Case, asks: Asks) -> Refusal | None:
    """Say why the writer must be asked what they mean; None where nothing in doubt could be acted on.

    A plain text in which nothing could be, and which has nothing in common with the HTML beside it, is a notice such as
    "use a program that shows HTML": then the HTML is read in its place.
    """
    if case.reply.instead is not None and not _asks(case, asks):
        case.reply = case.reply.instead
    if not _asks(case, asks):
        return None
    return refusals.halves_differ() if case.reply.halves_differ else refusals.unsure()


def _asks(case: Case, asks: Asks) -> bool:
    lines = [line for line in map(unstruck, case.reply.unsure) if line]
    return bool(lines) and (len(lines) > MOST or asks(lines))
