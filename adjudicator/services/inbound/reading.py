"""The lines of a letter that count, as `orders.interpretation` has chosen them."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.mail.commands.lines.order_lines import OrderLines
from adjudicator.mail.reply.reply import Reply
from adjudicator.match.rulings.refusals import Refusal


@dataclass(frozen=True, slots=True)
class Unsure:
    """The reason for asking the writer instead of acting, and the possible readings."""

    why: Refusal
    readings: tuple[tuple[str, ...], ...]
    from_quote: int = 0
    """Number of the shown lines that are inside a quote."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The chosen lines, the reply from which they were chosen, and how many of them stand inside a quote."""

    lines: OrderLines | Unsure
    reply: Reply
    from_quote: int = 0
