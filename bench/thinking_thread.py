"""A worker whose house player thinks in a thread, for `bench.thinking`: `worker.app` and its tasks otherwise."""

from __future__ import annotations

from pathlib import Path

from adjudicator.services.thinking import Question, think
from worker import tasks
from worker.app import app
from worker.house_process import HouseProcess

__all__ = ["app"]


class ThinkingThread(HouseProcess):
    """Thinks where it is asked."""

    def __call__(self, question: Question, /) -> tuple[str, ...]:
        """Think."""
        return think(question)


tasks.house_process = ThinkingThread(Path())
