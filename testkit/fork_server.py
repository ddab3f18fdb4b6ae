"""Starts programs of the service for tests as forks of one process, which has imported what they need.

A pytest worker has one such server, begun when it is first asked. A request is one message over a socket, with the
files that the program shall have; the answer is the number of its process. Its exit code comes through a pipe of its
own, so that whoever waits for one program takes nothing from the others.

The fork server of `multiprocessing` would import pytest's main module into each program, and knows no folder or files.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import IO

from adjudicator.infra.parent_death import die_with_parent
from adjudicator.run.forks import Entry, ForkedChild, Program, can_fork, find_entry, fork, preload

_CODE = struct.Struct("!i")
_NUMBER = struct.Struct("!q")
_LONGEST = 1 << 20


class ForkedProgram:
    """A program that was started by the server, with the part of `subprocess.Popen` that tests use."""

    def __init__(self, pid: int, code: IO[bytes], stdout: IO[str] | None = None) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.stdout = stdout
        """What it says, unless it says it to a file."""
        self._code = code

    def poll(self) -> int | None:
        """Return the exit code, the negative number of a signal, or None while it runs."""
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end. Raises `subprocess.TimeoutExpired`."""
        code = self._look(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Send SIGKILL."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, None]:
        """Read the rest of what it says, and wait for its end; `timeout` is for the end alone."""
        assert self.stdout is not None
        said = "" if self.stdout.closed else self.stdout.read()
        self.stdout.close()
        self.wait(timeout)
        return said, None

    def _look(self, seconds: float | None) -> int | None:
        if self.returncode is None and select.select([self._code], [], [], seconds)[0]:
            told = self._code.read(_CODE.size)
            # A server that was ended takes its programs with it.
            self.returncode = _CODE.unpack(told)[0] if told else -signal.SIGKILL
            self._code.close()
        return self.returncode


def forks(words: Sequence[str], environ: Mapping[str, str]) -> bool:
    """Tell whether a program is one that the server starts.

    A module of the tests is not: it may change others, which shall be imported only then.
    """
    ours = [word for word in words[1:3] if word.startswith("tests.")]
    return not ours and can_fork() and find_entry(words, environ) is not None


def start(words: Sequence[str], environ: Mapping[str, str], folder: Path, output: int) -> ForkedProgram:
    """Start a program in a folder. What it says goes to the open file `output`; it has nothing to read."""
    ours, theirs = os.pipe()
    with Path(os.devnull).open("rb") as nothing:
        request = json.dumps([list(words), dict(environ), str(folder)]).encode()
        line = _server()
        socket.send_fds(line, [request], [theirs, nothing.fileno(), output])
    os.close(theirs)
    (pid,) = _NUMBER.unpack(line.recv(_NUMBER.size))
    return ForkedProgram(pid, os.fdopen(ours, "rb", buffering=0))


def start_with_pipe(words: Sequence[str], environ: Mapping[str, str], folder: Path) -> ForkedProgram:
    """Start a program whose output is read from its `stdout`."""
    read, written = os.pipe()
    program = start(words, environ, folder, written)
    os.close(written)
    program.stdout = os.fdopen(read, encoding="utf-8")
    return program


@cache
def _server() -> socket.socket:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        words = [sys.executable, "-m", __name__, str(theirs.fileno())]
        server = subprocess.Popen(words, pass_fds=[theirs.fileno()], preexec_fn=die_with_parent())  # noqa: PLW1509  # a system call
    atexit.register(_end, ours, server)
    return ours


def _end(line: socket.socket, server: subprocess.Popen[bytes]) -> None:
    line.close()
    server.wait()


@dataclass(frozen=True, slots=True)
class _Running:
    child: ForkedChild
    code: int


def main() -> None:
    """Serve requests until the other side has gone. The argument is the descriptor of the socket."""
    preload()
    inner, outer = socket.socketpair()
    inner.setblocking(False)
    outer.setblocking(False)
    signal.set_wakeup_fd(outer.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C is for pytest
    running: list[_Running] = []
    with socket.socket(fileno=int(sys.argv[1])) as line:
        while True:
            ready, _, _ = select.select([line, inner], [], [])
            if inner in ready:
                inner.recv(_LONGEST)
            running = [one for one in running if not _report(one)]
            if line in ready:
                message, files, _, _ = socket.recv_fds(line, _LONGEST, 3)
                if not message:
                    return
                running.append(_start(line, message, files))


def _start(line: socket.socket, message: bytes, files: Sequence[int]) -> _Running:
    words, environ, folder = json.loads(message)
    entry = find_entry(words, environ)
    assert entry is not None
    code, nothing, output = files
    run = partial(_run_in, folder, entry)
    child = fork(Program(run, " ".join(words), environ, {0: nothing, 1: output, 2: output}))
    os.close(nothing)
    os.close(output)
    line.send(_NUMBER.pack(child.pid))
    return _Running(child, code)


def _run_in(folder: str, entry: Entry) -> None:
    os.chdir(folder)
    entry()


def _report(one: _Running) -> bool:
    """Tell whoever waits how a program ended; False if it still runs."""
    code = one.child.poll()
    if code is None:
        return False
    with suppress(BrokenPipeError):  # nobody waits for it any more
        os.write(one.code, _CODE.pack(code))
    os.close(one.code)
    return True


if __name__ == "__main__":
    main()
