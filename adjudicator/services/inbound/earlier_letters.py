"""A letter whose effect depends on letters that were accepted before it and are not judged yet."""

from __future__ import annotations

from collections.abc import Sequence


class EarlierLettersWait(Exception):
    """These letters must be judged first: a claim is nothing if the move that it is about was accepted in time."""

    def __init__(self, letters: Sequence[int]) -> None:
        super().__init__(f"{len(letters)} letters were accepted earlier")
        self.letters = tuple(letters)
