"""Why a letter could not be handed over, and whether trying again can help."""

from __future__ import annotations


class Undelivered(Exception):
    """The letter was not taken; `permanent` says that the same letter will never be."""

    def __init__(self, why: str, *, permanent: bool) -> None:
        super().__init__(why)
        self.permanent = permanent
