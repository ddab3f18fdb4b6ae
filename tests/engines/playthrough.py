"""Whole matches written down: what was ordered, and what the engine made of it.

A playthrough begins with the rules, the options and the deal, and has a line ``> order`` for every order. The rest can
be told again from those lines: ``python -m tests.engines.playthrough FILE`` does so, to be reviewed as a difference.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from adjudicator.engines.contract import Engine, Note, P, S, StepError, View
from adjudicator.engines.registry import engine_for
from adjudicator.texts.games.boards import draw_board
from adjudicator.texts.language.language import language_for


def retold(text: str) -> str:
    """Play a playthrough's orders again and write it anew."""
    lines = text.splitlines()
    head = dict(line.partition(" ")[::2] for line in lines[:3])
    engine = engine_for(head["rules"])
    options = dict(pair.split("=") for pair in head["options"].split())
    chosen = {option.key: option.read(options[option.key]) for option in engine.rules.options if option.key in options}
    deal = json.loads(head["deal"])
    orders = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
    seats = engine.rules.seats[0]
    told = _told(engine, engine.setup(engine.rules.complete(chosen), seats, deal), orders)
    return "\n".join([*lines[:3], *told, ""])


def _told(engine: Engine[P, S, View], position: P, orders: list[str]) -> Iterator[str]:
    for number, order in enumerate(orders, 1):
        yield from ("", f"> {order}")
        try:
            step = engine.parse(position, order).step
        except StepError as error:
            yield f"  {type(error).__name__}: {_written(error.reason)}"
            yield from (f"  right: {', '.join(error.nearest)}" for _ in error.nearest[:1])
            continue
        result = engine.apply(position, step)
        yield f"{number}. seat {engine.to_move(position)}: {engine.format(step)}"
        yield from (f"  {_written(note)}" for note in result.notes)
        position = result.position
    yield from (
        "",
        draw_board(engine.view(position, None), "wide", language_for("en")),
        "",
        f"{engine.outcome(position)}",
    )


def _written(note: Note) -> str:
    return " ".join([note.key, *(f"{name}={value}" for name, value in note.values)])


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(retold(Path(name).read_text(encoding="utf-8")), encoding="utf-8")
