"""Reads moves that could have been played from a position on, and plays them for their reader.

In: words, as ``M12 N13 L11`` or ``4 A5 sell; draw 1``. Out: canonical steps, each checked by the engine. What people
write behind the moves is left over; a colon, a semicolon or a comma makes the places plain where a move ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from adjudicator.engines.contract import AnyEngine, AnyPosition, IllegalStep, StepError, UnreadableStep
from adjudicator.match.rulings.table import AnyTable, Table

MOST_STEPS = 40
LONGEST_STEP = 6
"""Words of a move."""
_BETWEEN = re.compile(r"[;,]\s*|\n+")


class BadVariation(ValueError):
    """A move that cannot be played: its number in the variation from 1, and what the engine says, if it does."""

    def __init__(self, number: int, text: str, fault: StepError | None = None) -> None:
        super().__init__(f"{number}: {text}")
        self.number = number
        self.text = text
        self.fault = fault


@dataclass(slots=True)
class _Reader:
    table: AnyTable
    steps: list[str] = field(default_factory=list)

    def read_words(self, words: Sequence[str], *, strict: bool) -> int:
        """Play the moves at the beginning of words; return how many words they are."""
        at = 0
        while at < len(words):
            taken = self._take(words[at:], strict=strict or not self.steps)
            if not taken:
                break
            at += taken
        return at

    def _take(self, words: Sequence[str], *, strict: bool) -> int:
        """Play the move at the beginning of words; 0 if there is none."""
        if self.table.to_move is None:
            if strict or _may_be_step(self.table, words[0]):
                raise BadVariation(len(self.steps) + 1, words[0])
            return 0
        readings = [(count, " ".join(words[:count])) for count in range(1, min(LONGEST_STEP, len(words)) + 1)]
        faults: list[StepError] = []
        found: dict[str, list[int]] = {}
        for count, text in readings:
            try:
                step = self.table.engine.format(self.table.engine.parse(self.table.position, text).step)
            except StepError as fault:
                faults.append(fault)
            else:
                found.setdefault(step, []).append(count)
        if found:
            # The last reading takes all words of the move into account; with fewer words it may be the same move.
            step = list(found)[-1]
            self._play(step)
            return self._choose(words, step, found[step])
        only = self.table.only_step()
        if only is not None:  # in the match the server played it
            self._play(self.table.engine.format(only))
            return self._take(words, strict=strict)
        self._refuse(faults, strict=strict)
        return 0

    def _choose(self, words: Sequence[str], step: str, counts: Sequence[int]) -> int:
        """Choose how many words a move is that several numbers of words say, as ``3 A5`` and ``3 A5 sell`` may."""
        whole = next((one for one in counts if " ".join(words[:one]).casefold() == step.casefold()), None)
        goes_on = next((one for one in counts if self._goes_on(words[one:])), None)
        rest = words[counts[0] :]
        return whole or goes_on or (counts[0] if rest and _may_be_step(self.table, rest[0]) else counts[-1])

    def _goes_on(self, words: Sequence[str]) -> bool:
        """Do words begin with a move that can be played now?"""
        if not words or self.table.to_move is None:
            return not words
        for count in range(1, min(LONGEST_STEP, len(words)) + 1):
            try:
                self.table.engine.parse(self.table.position, " ".join(words[:count]))
            except StepError:
                continue
            return True
        return False

    def _refuse(self, faults: Sequence[StepError], *, strict: bool) -> None:
        """Refuse a move that the rules forbid; words that are no move are text, unless a move has to stand there."""
        clear = [fault for fault in faults if not isinstance(fault, UnreadableStep)]
        illegal = [fault for fault in clear if isinstance(fault, IllegalStep)]
        fault = (illegal[:1] or clear[-1:] or faults[:1])[0]
        if clear or strict:
            raise BadVariation(len(self.steps) + 1, fault.text, fault)

    def _play(self, step: str) -> None:
        if len(self.steps) == MOST_STEPS:
            raise BadVariation(MOST_STEPS + 1, step)
        self.table, _ = self.table.after(self.table.engine.parse(self.table.position, step).step)
        self.steps.append(step)


def _may_be_step(table: AnyTable, word: str) -> bool:
    try:
        table.engine.parse(table.position, word)
    except UnreadableStep:
        return False
    except StepError:
        pass
    return True


def read_variation(engine: AnyEngine, position: AnyPosition, text: str, *, strict: bool) -> tuple[tuple[str, ...], str]:
    """Read the moves at the beginning of a text: the canonical steps, and the rest. Raises `BadVariation`.

    `strict`: all of it has to be moves.
    """
    reader = _Reader(Table(engine, position))
    pieces = [piece for piece in _BETWEEN.split(text) if piece.strip()]
    if strict and len(pieces) > 1:
        for piece in pieces:
            reader.read_words(piece.split(), strict=True)
        return tuple(reader.steps), ""
    head, newline, below = text.partition("\n")
    words = head.split()
    taken = reader.read_words(words, strict=strict)
    rest = re.split(r"\s+", head.strip(), maxsplit=taken)[taken:] if taken < len(words) else []
    return tuple(reader.steps), f"{' '.join(rest)}{newline}{below}".strip()


def play_variation(engine: AnyEngine, position: AnyPosition, steps: Sequence[str]) -> Iterator[AnyPosition]:
    """Yield the position before the first of some canonical steps, and the one after each of them."""
    yield position
    for step in steps:
        position = engine.apply(position, engine.parse(position, step).step).position
        yield position
