"""What of a letter counts, where its program mixed what was written with what it quoted."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.desk.doubts import objection_to_unsure
from adjudicator.desk.sitting import Sitting
from adjudicator.engines.contract import StepError, UnreadableStep
from adjudicator.mail.commands import read_line
from adjudicator.mail.reply import Reply
from adjudicator.mail.sorting import Sorted, sort_lines
from adjudicator.match import refusals
from adjudicator.match.reading import small_talk
from adjudicator.match.refusals import Refusal
from adjudicator.match.table import Table

MOST_DOUBTFUL = 100


def choose(sitting: Sitting) -> Sorted | Refusal:
    """Choose the lines of a seat's letter that count, or say why their writer must be asked.

    Of a letter with an unsure line that could be an order nothing counts. What stands above a quote counts. What stands
    in or below one that is not marked line by line counts only when nothing else was written, and our letter was
    recognised around it, and none of it stands in our letter as well.
    """
    table, seat = sitting.taken.table, sitting.seat.number

    def asks(lines: Sequence[str]) -> bool:
        return any(read_line(line, "match") is not None or not small_talk(table, line, seat) for line in lines)

    if objection := objection_to_unsure(sitting.case, lambda lines: asks(lines) or _has_press(sitting.case.reply)):
        sitting.receipt.from_quote = len(sitting.case.reply.from_quote)
        return objection
    reply = sitting.case.reply
    written = sort_lines(reply.lines, "match", lambda line: is_step(table, line))
    doubtful = [line for line in reply.from_quote if line.strip()][:MOST_DOUBTFUL]
    if not doubtful or not asks(doubtful):
        return written
    sitting.receipt.from_quote = len(reply.from_quote)
    if asks([line for line in reply.lines if line.strip()]) or reply.echoes or not reply.recognised:
        return refusals.unclear()
    return sort_lines(doubtful, "match", lambda line: is_step(table, line))


def _has_press(reply: Reply) -> bool:
    """Tell whether words go to the others: none of them may be left out."""
    return any(said.command.name == "press" for said in sort_lines(reply.lines, "match").commands)


def is_step(table: Table, line: str) -> bool:
    """Tell whether a line is a step of the game, though perhaps none that can be played now."""
    try:
        table.engine.parse(table.position, line)
    except UnreadableStep:
        return False
    except StepError:
        return True
    return True
