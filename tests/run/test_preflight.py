"""Checks before a start: the data folder and the ports must be free."""

import errno
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.config.env_reader import Endpoint
from adjudicator.config.settings import BadSetting, Settings
from adjudicator.run.preflight import AlreadyRunning, cannot_listen, hold_data_folder, is_listening, refuse_taken_ports


def test_a_second_copy_is_told_who_the_first_is(tmp_path: Path) -> None:
    with (
        hold_data_folder(tmp_path),
        pytest.raises(AlreadyRunning, match=rf"{tmp_path} \(process {os.getpid()}\)"),
        hold_data_folder(tmp_path),
    ):
        pass


def test_the_folder_is_free_again_after_a_stop(tmp_path: Path) -> None:
    for _ in range(2):
        with hold_data_folder(tmp_path / "new"):
            assert (tmp_path / "new" / "lock").read_text() == f"{os.getpid()}\n"


def test_the_folder_is_free_again_after_a_kill(tmp_path: Path) -> None:
    script = f"""
import sys
from pathlib import Path
from adjudicator.run.preflight import hold_data_folder
with hold_data_folder(Path({str(tmp_path)!r})):
    print("held", flush=True)
    sys.stdin.read()
"""
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        holder.kill()
    with hold_data_folder(tmp_path):
        pass


@pytest.mark.parametrize("name", ["ADJUDICATOR_WEB", "ADJUDICATOR_SMTP_IN", "ADJUDICATOR_LMTP_IN"])
def test_a_taken_port_is_told_with_the_setting_that_chooses_it(environ: dict[str, str], name: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = f"127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(BadSetting, match=f"^{name}={taken}: another program has this port"):
            refuse_taken_ports(Settings.read(environ | {name: taken}))


def test_a_socket_without_a_folder_is_told(environ: dict[str, str]) -> None:
    said = "^ADJUDICATOR_LMTP_IN=/nowhere/sock: cannot listen there: there is no folder /nowhere$"
    with pytest.raises(BadSetting, match=said):
        refuse_taken_ports(Settings.read(environ | {"ADJUDICATOR_LMTP_IN": "/nowhere/sock"}))


@pytest.mark.parametrize(
    ("number", "port_says", "socket_says"),
    [
        (errno.EADDRINUSE, "another program has this port; stop it", "another program listens there; stop it"),
        (errno.EACCES, "ports below 1024 need a privilege", "cannot listen there: Permission denied"),
    ],
)
def test_why_nobody_can_listen_is_told_for_ports_and_sockets(
    tmp_path: Path, number: int, port_says: str, socket_says: str
) -> None:
    fault = OSError(number, os.strerror(number))
    assert str(cannot_listen("X", Endpoint("::1", 25), fault)).startswith(f"X=[::1]:25: {port_says}")
    assert str(cannot_listen("X", tmp_path / "s", fault)).startswith(f"X={tmp_path}/s: {socket_says}")


def test_an_address_that_is_not_ours_is_told(environ: dict[str, str]) -> None:
    with pytest.raises(BadSetting, match=r"ADJUDICATOR_WEB=192\.0\.2\.1:8000: cannot listen there"):
        refuse_taken_ports(
            Settings.read(environ | {"ADJUDICATOR_WEB": "192.0.2.1:8000", "ADJUDICATOR_SITE": "http://[::1]"})
        )


def test_free_ports_are_fine_and_nobody_answers_there(settings: Settings) -> None:
    refuse_taken_ports(settings)
    assert not is_listening(settings.web)


def test_a_port_that_was_just_closed_is_free(environ: dict[str, str], free_port: Callable[[], int]) -> None:
    port = free_port()
    with socket.create_server(("127.0.0.1", port)) as server:
        assert is_listening(Endpoint("127.0.0.1", port))
        server.accept()[0].close()
    refuse_taken_ports(Settings.read(environ | {"ADJUDICATOR_SMTP_IN": f"127.0.0.1:{port}"}))
