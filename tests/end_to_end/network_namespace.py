"""Machines on a network of their own: each has an address, a host name, and a file system that no other one sees.

The kernel's namespaces make them. Whatever runs on such a machine reaches the other ones only by their addresses, and
can write to nothing but its own folder.
"""

from __future__ import annotations

import ctypes
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from adjudicator.infra.parent_death import die_with_parent

HUB: Final = "10.77.0.1"
"""Where this thread is, with the servers that it starts: every machine has a wire to it."""
NETWORK: Final = "10.77.0.0/24"

_NEW_NETWORK: Final = 0x40000000
_NEEDED: Final = ("--net", "--mount", "--uts")
_BEGIN: Final = """
set -e
hostname "$1"
mount -t tmpfs "$1" "$2"
mount -o remount,bind,ro /
ip link set lo up
cd "$2"
mkdir home tmp
echo "$1 is there"
exec sleep infinity
"""


class NoNetwork(RuntimeError):
    """This system lets nobody make a network here; the text says why."""


@contextmanager
def own_network() -> Iterator[None]:
    """Move this thread, and whatever it starts, to a new network for the time of a `with` block. Raises `NoNetwork`."""
    if sys.platform != "linux" or os.getuid() != 0:
        raise NoNetwork("only root on Linux can make networks")
    with Path("/proc/thread-self/ns/net").open() as before:
        _enter("unshare", _NEW_NETWORK)
        try:
            _run("ip", "link", "set", "lo", "up")
            yield
        finally:
            _enter("setns", before.fileno(), _NEW_NETWORK)


class Machine:
    """One machine. Its folder has the same path on each, and is another one on each."""

    def __init__(self, name: str, number: int, folder: Path) -> None:
        self.name = name
        self.address = f"10.77.0.{number}"
        self.folder = folder
        self._holder: subprocess.Popen[str] | None = None

    @contextmanager
    def running(self) -> Iterator[Machine]:
        """Be there for the time of a `with` block. Raises `NoNetwork`."""
        words = ["unshare", *_NEEDED, "sh", "-c", _BEGIN, "sh", self.name, str(self.folder)]
        self._holder = subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=die_with_parent(),  # noqa: PLW1509  # nothing but a system call
        )
        assert self._holder.stdout is not None
        try:
            if not self._holder.stdout.readline():
                raise NoNetwork("this system does not let root make machines")
            self._plug_in(self._holder.pid)
            yield self
        finally:
            self._holder.stdout.close()
            self._holder.kill()
            self._holder.wait()

    def on(self, words: Sequence[str]) -> list[str]:
        """Say how a program is started on this machine, in its folder."""
        assert self._holder is not None
        return ["nsenter", "--target", str(self._holder.pid), *_NEEDED, "--wd", "--", *words]

    def file(self, name: str) -> Path:
        """Find a file of this machine's folder from where we are."""
        assert self._holder is not None
        return Path(f"/proc/{self._holder.pid}/root{self.folder}", name)

    def _plug_in(self, holder: int) -> None:
        _run("ip", "link", "add", self.name, "type", "veth", "peer", "name", "wire", "netns", str(holder))
        _run("ip", "address", "add", HUB, "peer", self.address, "dev", self.name)
        _run("ip", "link", "set", self.name, "up")
        for line in (f"ip address add {self.address} peer {HUB} dev wire", "ip link set wire up"):
            _run(*self.on(shlex.split(line)))


def _enter(call: str, *arguments: int) -> None:
    if getattr(ctypes.CDLL(None, use_errno=True), call)(*arguments) != 0:
        raise NoNetwork(f"{call}: {os.strerror(ctypes.get_errno())}")


def _run(*words: str) -> None:
    try:
        subprocess.run(words, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as fault:
        raise NoNetwork(f"{shlex.join(words)}: {fault}") from fault
