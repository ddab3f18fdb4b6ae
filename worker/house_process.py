"""The process in which the house player thinks: `python -m worker.house_process FOLDER`, a child of a worker.

It is started when somebody has to think, and ends when it had nothing to think about for a while: its 20 megabytes are
there only while the house plays. It has a low priority (`nice`), so it takes what letters and pages leave of one core.
It reads questions from its standard input, one after another, and knows neither database nor settings.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import traceback
from contextlib import suppress
from pathlib import Path

import msgspec

from adjudicator.codec import Codec
from adjudicator.engines.registry import engines
from adjudicator.infra.sandbox.child_process import read_frame, write_frame
from adjudicator.services.thinking import QUESTION, Question, ThinkingFailed, think

IDLE = 60.0
"""Seconds without a question after which the process ends."""
LONGEST = 300.0
"""Seconds after which a turn that is still thought about is given up, and the process killed."""
YIELDING = 10
"""Its niceness: a tenth of the share that letters and pages get, while they want the same core."""

_ANSWER: Codec[tuple[str, ...]] = Codec(tuple[str, ...])
_GOOD, _BAD = b"g", b"b"


class HouseProcess:
    """A `Thinker` that has one process think, about one question at a time. Thread-safe."""

    def __init__(self, components: Path, *, idle: float = IDLE, longest: float = LONGEST) -> None:
        """Take the folder with the host's component files. Nothing is started before the first question."""
        self._command = (sys.executable, "-m", __name__, str(components), str(idle))
        self._longest = longest
        self._child: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._lock = threading.Lock()

    def __call__(self, question: Question, /) -> tuple[str, ...]:
        """Have a question answered. A child that ended while it was idle is replaced. Raises `ThinkingFailed`."""
        request = msgspec.msgpack.encode(question)
        with self._lock:
            answer = self._ask(request) or self._ask(request)
        if answer is None:
            raise ThinkingFailed("the house player's process ended without an answer")
        if answer[:1] == _BAD:
            raise ThinkingFailed(answer[1:].decode("utf-8", "replace"))
        return _ANSWER.unpack(answer[1:])

    def close(self) -> None:
        """End the process for good, also in the middle of a thought: the sweep finds the turn again."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.communicate()

    def _ask(self, request: bytes) -> bytes | None:
        child = self._child or self._start()
        assert child.stdin is not None  # noqa: S101  # both are pipes
        assert child.stdout is not None  # noqa: S101
        with suppress(BrokenPipeError):
            write_frame(child.stdin, request)
            if not select.select([child.stdout], [], [], self._longest)[0]:
                self._end()
                raise ThinkingFailed(f"no answer after {self._longest:g} seconds")
            if (answer := read_frame(child.stdout)) is not None:
                return answer
        self._end()
        return None

    def _start(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise ThinkingFailed("the worker stops")
        try:
            self._child = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as fault:
            raise ThinkingFailed(str(fault)) from fault
        return self._child


def main() -> None:
    """Answer questions until the input ends, or none has come for a while."""
    folder, idle = Path(sys.argv[1]), float(sys.argv[2])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    engines()  # at the usual priority: on a busy machine the lowest one would take long to load them
    os.nice(YIELDING)
    if any(folder.glob("*.toml")):
        from adjudicator.bootstrap import load_component_files  # noqa: PLC0415  # it loads what else is not needed

        load_component_files(folder)
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while select.select([source], [], [], idle)[0]:
        request = read_frame(source)
        if request is None:
            return
        with suppress(BrokenPipeError):  # the parent has died meanwhile
            write_frame(sink, _answer(request))


def _answer(request: bytes) -> bytes:
    try:
        return _GOOD + msgspec.msgpack.encode(think(QUESTION.unpack(request)))
    except Exception:  # noqa: BLE001  # the parent raises it
        return _BAD + traceback.format_exc().encode("utf-8", "replace")


if __name__ == "__main__":
    main()
