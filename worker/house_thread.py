"""The thread of a worker that waits while the house player thinks: one match after another.

It holds a queue of its own, of the numbers of matches. A worker that dies loses it, and the sweep finds the matches.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime

import structlog

from adjudicator.services.context import Context
from adjudicator.services.jobs import bot_turns, hint_answers
from adjudicator.services.thinking import ThinkingFailed
from adjudicator.store.session import is_temporary

log = structlog.get_logger()


class HouseThread:
    """The thread, which starts with the first match."""

    def __init__(self, context: Callable[[], Context]) -> None:
        """Take a function that returns the context. Nothing is opened yet."""
        self._context = context
        self._matches: dict[int, None] = {}  # in their order, each once
        self._change = threading.Condition()
        self._thread: threading.Thread | None = None

    def put(self, match: int) -> None:
        """Let the house player look at a match when its turn comes."""
        with self._change:
            self._matches[match] = None
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="house", daemon=True)
                self._thread.start()
            self._change.notify()

    def _run(self) -> None:
        while True:
            with self._change:
                while not self._matches:
                    self._change.wait()
                match = next(iter(self._matches))
                del self._matches[match]
            self._look_at(match)

    def _look_at(self, match: int) -> None:
        try:
            bot_turns.play_bot_turn(self._context(), match, datetime.now(UTC))
            hint_answers.answer_hints(self._context(), match, datetime.now(UTC))
        except Exception as fault:  # the sweep finds the match again
            if is_temporary(fault):
                log.warning("database busy", fault=str(fault))
            elif isinstance(fault, ThinkingFailed):
                log.warning("the house player has no answer", match=match, fault=str(fault))
            else:
                log.exception("the house player was interrupted", match=match)
