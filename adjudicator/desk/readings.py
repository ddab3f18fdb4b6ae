"""What of a letter counts, where its program mixed what was written with what it quoted."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.desk.sitting import Sitting
from adjudicator.engines.contract import StepError, UnreadableStep
from adjudicator.mail.commands import read_line
from adjudicator.mail.sorting import Sorted, sort_lines
from adjudicator.match.reading import small_talk
from adjudicator.match.table import Table

MOST_DOUBTFUL = 100


def choose(sitting: Sitting) -> Sorted | None:
    """Choose the lines of a seat's letter that count; None when two readings are possible, and he must be asked.

    What stands above a quote counts. What stands in or below one that is not marked line by line counts only when
    nothing else was written, and our letter was recognised around it, and none of it stands in our letter as well.
    """
    reply, table, seat = sitting.case.reply, sitting.taken.table, sitting.seat.number

    def asks(lines: Sequence[str]) -> bool:
        return any(read_line(line, "match") is not None or not small_talk(table, line, seat) for line in lines)

    written = sort_lines(reply.lines, "match", lambda line: is_step(table, line))
    doubtful = [line for line in reply.unclear if line.strip()][:MOST_DOUBTFUL]
    if not doubtful or not asks(doubtful):
        return written
    sitting.receipt.from_quote = len(reply.unclear)
    if asks([line for line in reply.lines if line.strip()]) or reply.echoes or not reply.recognised:
        return None
    return sort_lines(doubtful, "match", lambda line: is_step(table, line))


def is_step(table: Table, line: str) -> bool:
    """Tell whether a line is a step of the game, though perhaps none that can be played now."""
    try:
        table.engine.parse(table.position, line)
    except UnreadableStep:
        return False
    except StepError:
        return True
    return True
