"""What of a letter counts, where its program mixed what was written with what it quoted."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.desk.sitting import Sitting
from adjudicator.engines.contract import StepError, UnreadableStep
from adjudicator.mail.commands import read_line
from adjudicator.mail.doubts import unstruck
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
    reply, table, seat = sitting.case.reply, sitting.taken.table, sitting.seat.number

    def asks(lines: Sequence[str]) -> bool:
        return any(read_line(line, "match") is not None or not small_talk(table, line, seat) for line in lines)

    written = sort_lines(reply.lines, "match", lambda line: is_step(table, line))
    unsure = [line for line in reply.unsure if line.strip()]
    if (
        asks(list(map(unstruck, unsure[:MOST_DOUBTFUL])))
        or len(unsure) > MOST_DOUBTFUL
        or (unsure and _has_press(written))
    ):
        sitting.receipt.from_quote = len(reply.unclear) - len(reply.unsure)
        return refusals.unsure()
    sitting.receipt.ignored += unsure
    doubtful = [line for line in reply.from_quote if line.strip()][:MOST_DOUBTFUL]
    if not doubtful or not asks(doubtful):
        return written
    sitting.receipt.from_quote = len(reply.from_quote)
    if asks([line for line in reply.lines if line.strip()]) or reply.echoes or not reply.recognised:
        return refusals.unclear()
    return sort_lines(doubtful, "match", lambda line: is_step(table, line))


def _has_press(lines: Sorted) -> bool:
    """Tell whether words go to the others: none of them may be left out."""
    return any(said.command.name == "press" for said in lines.commands)


def is_step(table: Table, line: str) -> bool:
    """Tell whether a line is a step of the game, though perhaps none that can be played now."""
    try:
        table.engine.parse(table.position, line)
    except UnreadableStep:
        return False
    except StepError:
        return True
    return True
