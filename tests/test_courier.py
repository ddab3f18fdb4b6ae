"""The courier, against relays of our own that behave well, badly, and not at all."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from adjudicator.config.env_reader import Relay
from adjudicator.infra.transport import MailboxCourier, RelayCourier, courier_for
from adjudicator.mail.incoming.delivery_status import Undelivered
from testkit.smtp_servers import FakeSmtpHandler, make_certificate, unused_port

LETTER = b"From: play@club.example\r\nSubject: M16\r\n\r\n.\r\nM16\r\n"
BOUNCE, BERT = "play+bounce-7-aaaaaaaaaaaaaaaa@club.example", "bert@example.org"


Starts = Callable[..., Relay]


@pytest.fixture
def starts() -> Iterator[Starts]:
    """Start relays on free ports; all of them stop when the test is over."""
    with ExitStack() as closing:

        def start(
            clerk: FakeSmtpHandler, scheme: str = "smtp", user: str = "", password: str = "", **more: Any
        ) -> Relay:
            controller = Controller(clerk, "127.0.0.1", port=unused_port(), **more)
            controller.start()
            closing.callback(controller.stop)
            return Relay(scheme, "127.0.0.1", controller.port, user, password)

        yield start


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def server_tls(certificate: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    return context


@pytest.fixture
def client_tls(certificate: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=certificate)


@pytest.fixture
def couriers() -> Iterator[Callable[..., RelayCourier]]:
    """Hire couriers that are let go when the test is over."""
    with ExitStack() as closing:

        def hire(relay: Relay, tls: ssl.SSLContext | None = None, timeout: float = 20.0) -> RelayCourier:
            courier = RelayCourier(relay, tls, timeout)
            closing.callback(courier.close)
            return courier

        yield hire


Hires = Callable[..., RelayCourier]


def fault_of(courier: RelayCourier) -> Undelivered:
    with pytest.raises(Undelivered) as fault:
        courier.send(BOUNCE, BERT, LETTER)
    return fault.value


def test_letters_go_byte_for_byte_over_one_kept_connection(starts: Starts, couriers: Hires) -> None:
    clerk = FakeSmtpHandler()
    courier = couriers(starts(clerk))
    for _ in range(3):
        courier.send(BOUNCE, BERT, LETTER)
    assert clerk.letters == [(BOUNCE, [BERT], LETTER)] * 3
    assert len(clerk.peers) == 1


def test_a_stale_connection_is_opened_again(starts: Starts, couriers: Hires) -> None:
    clerk = FakeSmtpHandler()
    courier = couriers(starts(clerk))
    courier.send(BOUNCE, BERT, LETTER)
    assert courier._kept is not None
    assert courier._kept.sock is not None
    courier._kept.sock.shutdown(socket.SHUT_RDWR)
    courier.send(BOUNCE, BERT, LETTER)
    assert len(clerk.letters) == len(clerk.peers) == 2


def test_a_relay_that_was_restarted_is_found_again(couriers: Hires) -> None:
    clerk = FakeSmtpHandler()
    port = unused_port()
    courier = couriers(Relay("smtp", "127.0.0.1", port))
    for _ in range(2):
        controller = Controller(clerk, "127.0.0.1", port)
        controller.start()
        courier.send(BOUNCE, BERT, LETTER)
        controller.stop()
    assert len(clerk.letters) == 2


def test_a_relay_that_is_down_can_be_tried_again(couriers: Hires) -> None:
    fault = fault_of(couriers(Relay("smtp", "127.0.0.1", unused_port())))
    assert not fault.permanent
    assert "cannot be reached" in str(fault)


@pytest.mark.parametrize(
    ("command", "answer", "permanent"),
    [
        ("RCPT", "550 5.1.1 no such user", True),
        ("RCPT", "450 4.2.1 mailbox busy", False),
        ("DATA", "554 5.7.1 looks like spam", True),
        ("DATA", "552 5.3.4 too large", True),
        ("DATA", "451 4.3.0 try later", False),
        ("RCPT", "530 5.7.0 authentication required", False),
        ("MAIL", "553 5.7.1 no sender of ours", False),
        ("MAIL", "552 5.3.4 too large", True),
    ],
)
def test_a_refusal_says_whether_trying_again_can_help(
    starts: Starts, couriers: Hires, command: str, answer: str, permanent: bool
) -> None:
    clerk = FakeSmtpHandler(answers={command: answer})
    courier = couriers(starts(clerk))
    fault = fault_of(courier)
    assert fault.permanent is permanent
    assert str(fault) == answer
    clerk.answers.clear()
    courier.send(BOUNCE, BERT, LETTER)
    assert len(clerk.letters) == 1


def test_one_recipient_that_is_refused_holds_up_no_other(starts: Starts, couriers: Hires) -> None:
    clerk = FakeSmtpHandler()
    courier = couriers(starts(clerk))
    for said in (
        "550 5.1.1 nobody",
        "550 nobody",
        "552 5.2.2 full",
        "550 5.7.1 spam",
        "450 4.2.1 busy",
        "421 4.3.2 bye",
    ):
        clerk.refused[BERT] = said
        fault = fault_of(courier)
        assert (fault.permanent, fault.dead) == (said[0] == "5", said.endswith("nobody"))
        courier.send(BOUNCE, "anna@example.org", LETTER)
    assert [to for _, (to,), _ in clerk.letters] == ["anna@example.org"] * 6


def test_what_a_relay_repeats_of_an_address_is_redacted(starts: Starts, couriers: Hires) -> None:
    clerk = FakeSmtpHandler(answers={"RCPT": f"550 5.7.1 <{BOUNCE}> is no sender of ours"})
    assert "aaaaaaaaaaaaaaaa" not in str(fault_of(couriers(starts(clerk))))


def test_starttls_and_a_password(
    starts: Starts, couriers: Hires, server_tls: ssl.SSLContext, client_tls: ssl.SSLContext
) -> None:
    def check(_server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, given: Any) -> AuthResult:
        return AuthResult(success=given == LoginPassword(b"club", b"s3cret: @/"), handled=False)

    clerk = FakeSmtpHandler()
    relay = starts(
        clerk,
        "smtp+starttls",
        "club",
        "s3cret: @/",
        tls_context=server_tls,
        require_starttls=True,
        authenticator=check,
        auth_required=True,
    )
    couriers(relay, client_tls).send(BOUNCE, BERT, LETTER)
    assert clerk.secured == [True]
    wrong = Relay(relay.scheme, relay.host, relay.port, "club", "s3cret")
    fault = fault_of(couriers(wrong, client_tls))
    assert not fault.permanent
    assert "s3cret" not in str(fault)
    assert str(fault).startswith("535")
    accented = Relay(relay.scheme, relay.host, relay.port, "club", "s3crét")
    assert "ASCII" in str(fault_of(couriers(accented, client_tls)))


def test_tls_from_the_first_byte(
    starts: Starts, couriers: Hires, server_tls: ssl.SSLContext, client_tls: ssl.SSLContext
) -> None:
    clerk = FakeSmtpHandler()
    relay = starts(clerk, "smtps", ssl_context=server_tls)
    couriers(relay, client_tls).send(BOUNCE, BERT, LETTER)
    assert len(clerk.letters) == 1


@pytest.mark.parametrize("scheme", ["smtps", "smtp+starttls"])
def test_a_relay_that_nobody_vouches_for_gets_no_letter(
    starts: Starts, couriers: Hires, server_tls: ssl.SSLContext, scheme: str
) -> None:
    clerk = FakeSmtpHandler()
    more = {"ssl_context": server_tls} if scheme == "smtps" else {"tls_context": server_tls}
    fault = fault_of(couriers(starts(clerk, scheme, **more)))
    assert not fault.permanent
    assert "certificate" in str(fault)
    assert clerk.letters == []


def test_a_relay_that_cannot_do_tls_gets_no_letter(starts: Starts, couriers: Hires) -> None:
    clerk = FakeSmtpHandler()
    fault = fault_of(couriers(starts(clerk, "smtp+starttls")))
    assert not fault.permanent
    assert clerk.letters == []


@pytest.mark.parametrize("words", [b"", b"220 hello\r\n", b"554 5.7.1 go away\r\n", b"what?\r\n"])
def test_a_relay_that_speaks_no_smtp_can_be_tried_again(couriers: Hires, words: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(words)
                connection.recv(100)

        thread = threading.Thread(target=answer)
        thread.start()
        fault = fault_of(couriers(Relay("smtp", "127.0.0.1", server.getsockname()[1]), timeout=0.5))
        thread.join(20)
    assert not fault.permanent


def test_a_host_can_ask_whether_letters_would_go_out(starts: Starts, couriers: Hires) -> None:
    couriers(starts(FakeSmtpHandler())).check()
    with pytest.raises(Undelivered):
        couriers(Relay("smtp", "127.0.0.1", unused_port())).check()


def test_the_setting_chooses_the_courier() -> None:
    mailbox = courier_for(Relay("mailbox"))
    assert isinstance(mailbox, MailboxCourier)
    mailbox.send(BOUNCE, BERT, LETTER)
    assert isinstance(courier_for(Relay("smtp", "relay.example", 25)), RelayCourier)
