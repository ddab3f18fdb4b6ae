"""The connection to a mailbox: encrypted as the setting says, refused in words that help, and never taken for alive."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.config.imap_settings import MailFolder
from adjudicator.listen import imap_folder
from adjudicator.listen.imap_folder import CONNECTION_ERRORS, MailboxClosed, open_folder
from testkit.dovecot import PrivateDovecot


@pytest.fixture
def trusted(monkeypatch: pytest.MonkeyPatch, certificate: Path) -> None:
    """Trust the authority that signed the server's certificate."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))


@pytest.mark.usefixtures("trusted")
@pytest.mark.parametrize("scheme", ["imap", "imap+starttls", "imaps"])
def test_a_mailbox_is_opened_as_its_address_says(dovecot: PrivateDovecot, scheme: str) -> None:
    dovecot.bring("anna", b"Subject: hello\r\n\r\nM16\r\n")
    with open_folder(dovecot.mailbox("anna", scheme=scheme)) as folder:
        assert folder.tells_news
        number = folder.numbers_above(0)[-1]
        assert folder.read(number, 10_000) == b"Subject: hello\r\n\r\nM16\r\n"
        assert folder.numbers_above(number) == []


@pytest.mark.parametrize("scheme", ["imap+starttls", "imaps"])
def test_a_server_that_nobody_vouches_for_is_not_told_the_password(dovecot: PrivateDovecot, scheme: str) -> None:
    with pytest.raises(CONNECTION_ERRORS, match="certificate"), open_folder(dovecot.mailbox("anna", scheme=scheme)):
        pass


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda where: replace(where, password="wr\u00f6ng"), "does not let us in"),
        (lambda where: replace(where, folder="Nowhere"), "no folder 'Nowhere'.*there are INBOX"),
    ],
)
def test_a_mailbox_that_cannot_be_opened_says_what_is_wrong(
    dovecot: PrivateDovecot, spoil: Callable[[MailFolder], MailFolder], why: str
) -> None:
    where = spoil(dovecot.mailbox("anna"))
    with pytest.raises(MailboxClosed, match=why) as fault, open_folder(where):
        pass
    assert where.password not in str(fault.value)


def test_a_folder_that_cannot_be_made_is_told(dovecot: PrivateDovecot) -> None:
    with pytest.raises(MailboxClosed, match="cannot be made"), open_folder(dovecot.mailbox("anna"), "~/odd/../name"):
        pass


class Cable:
    """A TCP proxy that can be cut without closing either side."""

    def __init__(self, port: int) -> None:
        self._server = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self.carries = threading.Event()
        self.carries.set()
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._carry, daemon=True).start()

    def close(self) -> None:
        for end in (self._door, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _carry(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                far = socket.create_connection(("127.0.0.1", self._server))
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while octets := one.recv(4096):
                if self.carries.is_set():
                    other.sendall(octets)


@pytest.fixture
def cable(dovecot: PrivateDovecot) -> Iterator[Cable]:
    cable = Cable(dovecot.imap)
    yield cable
    cable.close()


def along(cable: Cable, where: MailFolder) -> MailFolder:
    return replace(where, port=cable.port)


def wait_for_news(where: MailFolder, *before: Callable[[], object]) -> None:
    """Wait for news again and again, and do something each time before."""
    with open_folder(where) as folder:
        for do in before:
            do()
            folder.await_news(0.05)


def test_a_connection_that_silently_died_while_we_waited_is_found_out(
    dovecot: PrivateDovecot, cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap_folder, "ANSWER_SECONDS", 0.5)
    where = replace(dovecot.mailbox("anna"), port=cable.port)
    wait_for_news(where, cable.carries.is_set)
    with pytest.raises(CONNECTION_ERRORS):
        wait_for_news(where, cable.carries.is_set, cable.carries.clear)


def test_a_server_that_hangs_up_ends_the_waiting(dovecot: PrivateDovecot, cable: Cable) -> None:
    where = replace(dovecot.mailbox("anna"), port=cable.port)
    with pytest.raises(CONNECTION_ERRORS):
        wait_for_news(where, cable.close)


def test_news_end_the_waiting(dovecot: PrivateDovecot) -> None:
    with open_folder(dovecot.mailbox("news")) as folder:
        bring = threading.Timer(0.1, dovecot.bring, ("news", b"Subject: x\r\n\r\nM16\r\n"))
        bring.start()
        folder.await_news(60)
        bring.join()
        assert folder.numbers_above(0) == [1]
