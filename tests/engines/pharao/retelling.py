"""Matches written down, as other games have them in their playthroughs, the board as the view draws it.

A match begins with the rules, the options and the deal, and has a line ``> order`` for every order. The rest can be
told again from those lines: ``python -m tests.engines.pharao.retelling FILE`` does so, to be reviewed as a difference.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from adjudicator.engines.contract import Note, StepError
from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.position import Position


def retold(text: str) -> str:
    """Play a match's orders again and write it anew."""
    lines = text.splitlines()
    head = dict(line.partition(" ")[::2] for line in lines[:3])
    chosen = dict(pair.split("=") for pair in head["options"].split())
    options = {option.key: option.read(chosen[option.key]) for option in ENGINE.rules.options if option.key in chosen}
    position = ENGINE.setup(ENGINE.rules.complete(options), 2, json.loads(head["deal"]))
    orders = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
    return "\n".join([*lines[:3], *_told(position, orders), ""])


def _told(position: Position, orders: list[str]) -> Iterator[str]:
    for number, order in enumerate(orders, 1):
        yield from ("", f"> {order}")
        try:
            step = ENGINE.parse(position, order).step
        except StepError as error:
            yield f"  {type(error).__name__}: {_written(error.reason)}"
            yield from (f"  right: {', '.join(error.nearest)}" for _ in error.nearest[:1])
            continue
        result = ENGINE.apply(position, step)
        yield f"{number}. seat {ENGINE.to_move(position)}: {step}"
        yield from (f"  {_written(note)}" for note in result.notes)
        position = result.position
    board = ENGINE.view(position, None).wide
    yield from ("", board.columns, *board.lines, board.columns, "", f"{ENGINE.outcome(position)}")


def _written(note: Note) -> str:
    return " ".join([note.key, *(f"{name}={value}" for name, value in note.values)])


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(retold(Path(name).read_text(encoding="utf-8")), encoding="utf-8")
