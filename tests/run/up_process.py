"""`adjudicator up` as a program that a test starts, listens to and stops."""

import os
import re
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from testkit import fork_server
from testkit.fork_server import ForkedProgram

COMMAND = str(Path(sys.executable).parent / "adjudicator")
READY = "Ctrl-C stops it"

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux ties a child to its parent")

Running: TypeAlias = "subprocess.Popen[str] | ForkedProgram"


def start_up(environ: dict[str, str], folder: Path, *words: str) -> Running:
    command = [COMMAND, "up", *words]
    if fork_server.forks(command, environ):
        return fork_server.start_with_pipe(command, environ, folder)
    return subprocess.Popen(
        command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder
    )


def read_until(running: Running, wanted: str) -> list[str]:
    """Read what it says up to the line in which something is found."""
    assert running.stdout is not None
    lines: list[str] = []
    for line in running.stdout:
        lines.append(line.rstrip())
        if re.search(wanted, line):
            return lines
    raise AssertionError("\n".join(lines))


def stop(running: Running, number: signal.Signals = signal.SIGINT) -> tuple[int, str]:
    """Ask it to stop; return its exit code and the rest of what it said."""
    running.send_signal(number)
    rest, _ = running.communicate(timeout=30)
    return running.wait(), rest


def ends(pid: int, *, within: float = 10.0) -> Callable[[], bool]:
    """Hold on to a program that is no child of ours; the result waits for its end and tells whether it came."""
    program = os.pidfd_open(pid)

    def wait() -> bool:
        ended, _, _ = select.select([program], [], [], within)
        os.close(program)
        return bool(ended)

    return wait


def connects(endpoint: str) -> bool:
    """Tell whether somebody listens there."""
    host, _, port = endpoint.rpartition(":")
    with socket.socket() as line:
        return line.connect_ex((host, int(port))) == 0
