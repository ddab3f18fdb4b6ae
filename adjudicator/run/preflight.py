"""Checks before the service starts: the data folder is locked for one copy, and the ports are free."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from adjudicator.config.env_reader import BadSetting, Endpoint
from adjudicator.config.settings import Settings


class AlreadyRunning(RuntimeError):
    """Another copy of the service uses the same folder; the text gives its process id and advice."""


@contextmanager
def hold_data_folder(var: Path) -> Iterator[None]:
    """Lock the data folder for the time of a `with` block. Raises `AlreadyRunning`.

    It is an flock, which the kernel releases however this process ends, so no stale lock can remain.
    """
    var.mkdir(parents=True, exist_ok=True)
    with (var / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise AlreadyRunning(_already(var, lock.read().strip())) from None
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield


def refuse_taken_ports(settings: Settings) -> None:
    """Bind every port that the service will listen on. Raises `BadSetting` for the first that is taken or forbidden."""
    _refuse_taken("ADJUDICATOR_WEB", settings.web)
    _refuse_taken("ADJUDICATOR_SMTP_IN", settings.smtp_in)
    if isinstance(settings.lmtp_in, Endpoint):
        _refuse_taken("ADJUDICATOR_LMTP_IN", settings.lmtp_in)
    elif settings.lmtp_in is not None and not settings.lmtp_in.parent.is_dir():
        raise cannot_listen("ADJUDICATOR_LMTP_IN", settings.lmtp_in, FileNotFoundError())


def is_listening(endpoint: Endpoint) -> bool:
    """Tell whether a server accepts connections there."""
    try:
        socket.create_connection((endpoint.host, endpoint.port), timeout=1.0).close()
    except OSError:
        return False
    return True


def _already(var: Path, pid: str) -> str:
    return f"adjudicator runs already with the folder {var} (process {pid}); stop it first, or set ADJUDICATOR_VAR"


def _refuse_taken(name: str, endpoint: Endpoint) -> None:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)[
            0
        ]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as fault:
        raise cannot_listen(name, endpoint, fault) from fault


def cannot_listen(name: str, place: Endpoint | Path, fault: OSError) -> BadSetting:
    """Say why nobody can listen at a place that a setting chooses."""
    return BadSetting(name, str(place), _of_socket(place, fault) if isinstance(place, Path) else _of_port(fault))


def _of_port(fault: OSError) -> str:
    if fault.errno == errno.EADDRINUSE:
        return "another program has this port; stop it, or set another port"
    if fault.errno == errno.EACCES:
        return "ports below 1024 need a privilege; set a higher port, and let a mail server or proxy pass on to it"
    return f"cannot listen there: {fault.strerror or fault}"


def _of_socket(path: Path, fault: OSError) -> str:
    if not path.parent.is_dir():
        return f"cannot listen there: there is no folder {path.parent}"
    if fault.errno == errno.EADDRINUSE:
        return "another program listens there; stop it, or set another path"
    return f"cannot listen there: {fault.strerror or fault}"
