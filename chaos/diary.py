"""Diaries: event logs for the checker, one line of JSON for each event, flushed at once."""

from __future__ import annotations

import json
import time
from pathlib import Path
from types import TracebackType
from typing import Self


class Diary:
    """A file to which events are added."""

    def __init__(self, path: Path) -> None:
        self._out = path.open("a", encoding="utf-8")

    def note(self, event: str, **facts: object) -> None:
        """Log an event with the current time."""
        self._out.write(json.dumps({"at": time.time(), "event": event, **facts}) + "\n")
        self._out.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._out.close()
