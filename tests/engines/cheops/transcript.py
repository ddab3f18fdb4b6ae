"""One short match a preset, played by chance that comes from a seed, and told step by step.

A transcript shows the price tables and the pyramid, then a line a step: the seat, the step, how many were legal, ``!``
if a secret came to light, and what was told; at last the count. ``python -m tests.engines.cheops.transcript`` writes
them all anew, to be looked through as a difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adjudicator.engines.cheops import ENGINE
from adjudicator.engines.contract import Note
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.house.playout import seed_of

HERE = Path(__file__).parent / "transcripts"
MATCHES = {"french": (2, "nile"), "italian": (3, "delta"), "dutch": (2, "thebes")}


def transcript(preset: str) -> str:
    """Play a preset's match and write it down."""
    return "\n".join(_told(preset, *MATCHES[preset])) + "\n"


def _told(preset: str, seats: int, seed: str) -> Iterator[str]:
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
        notes = "; ".join(map(_noted, result.notes))
        mark = " !" if result.revealed else ""
        yield f"{position.turn.seat} {ENGINE.format(step)} (1 of {len(legal)}){mark} {notes}".rstrip()
        position = result.position
    for count in ENGINE.view(position, None).counts:
        yield f"{count.colour}: {count.entry.text}, owned {count.owned}, each {count.each}, worth {count.worth}"
    yield f"cash {tuple(player.cash for player in position.players)}"
    yield str(ENGINE.outcome(position))


def _noted(note: Note) -> str:
    values = ", ".join(f"{name} {value}" for name, value in note.values if name != "seat")
    return f"{note.key.removeprefix('cheops.')} {values}".rstrip()


if __name__ == "__main__":
    for name in MATCHES:
        (HERE / f"{name}.txt").write_text(transcript(name), encoding="utf-8")
