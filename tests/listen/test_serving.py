"""The listener as a program: it says where it is, and a signal ends it when the letters in hand are kept."""

import asyncio
import os
import select
import signal
import smtplib
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.config.env_reader import Endpoint
from adjudicator.listen.smtp_server import Listener
from tests.listen.running_listener import BOOK, HERE, Conversation, FakeInbox

SEAT = BOOK.seat("k7q2", 1, 9)
PROGRAM = """
import sys, time
from pathlib import Path
from adjudicator.config.env_reader import Endpoint
from adjudicator.listen.smtp_server import serve_smtp
from adjudicator.mail.address import AddressBook

folder = Path(sys.argv[1])

def keep(raw, recipient, envelope_from, channel, *, trusted_relay):
    (folder / "asked").touch()
    while not (folder / "may").exists():
        time.sleep(0.01)
    (folder / "kept").write_bytes(raw)

book = AddressBook("club.example", secret=b"a secret for tests only")
serve_smtp(Endpoint("127.0.0.1", 0), folder / "lmtp", keep, book.read, 10000,
      lambda places: print(*places, flush=True))
print("stopped", flush=True)
"""

Running = subprocess.Popen[str]


@pytest.fixture
def running(short_folder: Path, tmp_path: Path) -> Iterator[tuple[Running, Path]]:
    folder = short_folder / f"serve-{os.getpid()}-{tmp_path.name[-8:]}"
    folder.mkdir()
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with child:
        yield child, folder
        child.kill()


def line_of(child: Running) -> str:
    assert child.stdout is not None
    ready, _, _ = select.select([child.stdout], [], [], 30)
    assert ready, "nothing was said"
    return child.stdout.readline().strip()


def place_of(child: Running) -> tuple[str, int]:
    host, _, port = line_of(child).split()[0].rpartition(":")
    return host, int(port)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_peace(running: tuple[Running, Path], number: signal.Signals) -> None:
    child, folder = running
    with smtplib.SMTP(*place_of(child), timeout=20) as client:
        assert client.noop()[0] == 250
        child.send_signal(number)
        assert line_of(child) == "stopped"
        client.close()
    assert child.wait(20) == 0
    assert child.stderr is not None
    assert child.stderr.read() == ""
    assert not (folder / "lmtp").exists()


def test_a_letter_in_hand_is_kept_and_acknowledged_before_it_ends(running: tuple[Running, Path]) -> None:
    child, folder = running
    with socket.create_connection(place_of(child), timeout=20) as connection:
        talk = Conversation(connection)
        for words in ("EHLO x", "MAIL FROM:<bert@example.org>", f"RCPT TO:<{SEAT}>", "DATA"):
            talk.say(words)
        talk.send(b"From: bert@example.org\r\n\r\nM16\r\n.\r\n")
        while not (folder / "asked").exists():
            assert child.poll() is None
        child.terminate()
        (folder / "may").touch()
        assert talk.answer().startswith("250")
        talk._lines.close()
    assert child.wait(20) == 0
    assert (folder / "kept").read_bytes().endswith(b"M16\r\n")


def test_lmtp_is_spoken_over_a_socket_file(running: tuple[Running, Path]) -> None:
    child, folder = running
    assert line_of(child).endswith(str(folder / "lmtp"))
    (folder / "may").touch()
    with smtplib.LMTP(str(folder / "lmtp")) as client:
        client.sendmail("bert@example.org", [SEAT], b"M16")
    assert (folder / "kept").read_bytes() == b"M16\r\n"


async def open_and_close(place: Path | Endpoint) -> None:
    async with Listener(FakeInbox(), BOOK.read, 10_000) as listener:
        await listener.open(None, place)


def test_the_socket_of_a_killed_listener_is_no_obstacle(short_folder: Path) -> None:
    place = short_folder / f"stale-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(place))
    asyncio.run(open_and_close(place))
    assert not place.exists()


def test_a_place_that_is_taken_is_an_error(short_folder: Path) -> None:
    place = short_folder / f"taken-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as taken:
        taken.bind(str(place))
        taken.listen()
        with pytest.raises(OSError, match="in use"):
            asyncio.run(open_and_close(place))
        assert place.exists()
    with socket.create_server((HERE.host, 0)) as server, pytest.raises(OSError, match="in use"):
        asyncio.run(open_and_close(Endpoint(HERE.host, server.getsockname()[1])))
