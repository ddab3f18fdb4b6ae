"""One short match a preset, step by step, as it was looked through once.

A playthrough is a text: the match, then a line a step with what was legal then (how many steps) and what was told, and
the count at the end. `ADJUDICATOR_WRITE_PLAYTHROUGHS=1` writes them anew, to be looked through as a difference.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.engines.cheops import ENGINE
from adjudicator.engines.contract import Note
from adjudicator.match.deal import SeededDealer
from adjudicator.match.playout import seed_of

HERE = Path(__file__).parent / "playthroughs"
PRESETS = {"french": (2, "nile"), "italian": (3, "delta"), "dutch": (2, "thebes")}


def playthrough(preset: str) -> Iterator[str]:
    """Play a match by chance, all of which comes from its seed."""
    seats, seed = PRESETS[preset]
    options = ENGINE.rules.complete(ENGINE.rules.presets[preset])
    position = ENGINE.setup(options, seats, ENGINE.deal(options, seats, SeededDealer(seed_of(seed))))
    chance = SeededDealer(seed_of(f"{seed} players"))
    yield f"{preset}, {seats} seats, seed {seed}"
    for column in ENGINE.view(position, None).columns:
        yield f"{column.colour}: {' '.join(number.text for number in column.numbers)}"
    for line in ENGINE.view(position, None).lines:
        yield f"{line.label} {' ' * line.indent}{' '.join(square.piece for square in line.squares)}"
    while legal := ENGINE.legal_steps(position):
        step = legal[chance.below(len(legal))]
        result = ENGINE.apply(position, step)
        told = "; ".join(map(told_as, result.notes))
        yield f"{position.turn.seat} {step} (1 of {len(legal)}){' !' if result.revealed else ''} {told}".rstrip()
        position = result.position
    for count in ENGINE.view(position, None).counts:
        yield f"{count.colour}: {count.entry.text}, owned {count.owned}, each {count.each}, worth {count.worth}"
    yield f"cash {tuple(player.cash for player in position.players)}"
    yield str(ENGINE.outcome(position))


def told_as(note: Note) -> str:
    values = ", ".join(f"{name} {value}" for name, value in note.values if name != "seat")
    return f"{note.key.removeprefix('cheops.')} {values}".rstrip()


@pytest.mark.parametrize("preset", ENGINE.rules.presets)
def test_a_match_goes_as_it_went(preset: str) -> None:
    path = HERE / f"{preset}.txt"
    text = "\n".join(playthrough(preset)) + "\n"
    if os.environ.get("ADJUDICATOR_WRITE_PLAYTHROUGHS"):
        path.write_text(text)
    assert path.read_text() == text


def test_there_is_one_for_each_preset_short_enough_to_be_read() -> None:
    assert {path.stem for path in HERE.iterdir()} == set(ENGINE.rules.presets) == set(PRESETS)
    assert all(len(path.read_text().splitlines()) < 150 for path in HERE.iterdir())
