"""`adjudicator up` as a program that a test starts, listens to and stops."""

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

COMMAND = str(Path(sys.executable).parent / "adjudicator")
READY = "Ctrl-C stops it"

Running = subprocess.Popen[str]


def start_up(environ: dict[str, str], folder: Path, *words: str) -> Running:
    return subprocess.Popen(
        [COMMAND, "up", *words], env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder
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
    return running.returncode, rest


def connects(endpoint: str) -> bool:
    """Tell whether somebody listens there."""
    host, _, port = endpoint.rpartition(":")
    with socket.socket() as line:
        return line.connect_ex((host, int(port))) == 0
