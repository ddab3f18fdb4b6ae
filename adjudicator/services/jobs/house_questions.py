"""Questions to the house player about a match."""

from __future__ import annotations

import msgspec

from adjudicator.engines.contract import Level
from adjudicator.match.house.bot import turns_to_show
from adjudicator.services.context import Context
from adjudicator.services.matches.positions.past_positions import turn_beginnings
from adjudicator.services.matches.rows.match_rows import LoadedMatch
from adjudicator.services.thinking import Question


def make_question(
    context: Context, loaded: LoadedMatch, level: Level, *, purpose: bytes = b"", steps: int | None = None
) -> Question:
    """Ask for the turn of the seat to move, or for so many steps of it. Each `purpose` has chance of its own.

    The seat may not know everything in a position: the facts hidden from it are drawn anew (`Engine.resample`).
    """
    match, table = loaded.match, loaded.table
    past = turn_beginnings(match, turns_to_show(table.engine, table.position))
    return Question(
        rules=match.rules,
        position=match.position or b"",
        turn=match.turn,
        seed=purpose + match.seed + match.chain.encode(),
        level=level,
        seconds=context.house_seconds,
        steps=steps,
        past=tuple(map(msgspec.json.encode, past)),
    )
