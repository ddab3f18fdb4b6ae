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
from adjudicator.infra.transport import LocalTransport, SmtpTransport, transport_for
from adjudicator.mail.incoming.delivery_status import Undelivered
from testkit.smtp_servers import ClosingRelay, FakeSmtpHandler, make_certificate, unused_port

LETTER = b"From: play@club.example\r\nSubject: M16\r\n\r\n.\r\nM16\r\n"
BOUNCE, BERT = "play+bounce-7-aaaaaaaaaaaaaaaa@club.example", "bert@example.org"


Starts = Callable[..., Relay]


@pytest.fixture
def starts() -> Iterator[Starts]:
    """Start relays on free ports; all of them stop when the test is over."""
    with ExitStack() as closing:

        def start(
            handler: FakeSmtpHandler, scheme: str = "smtp", user: str = "", password: str = "", **more: Any
        ) -> Relay:
            controller = Controller(handler, "127.0.0.1", port=unused_port(), **more)
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
def couriers() -> Iterator[Callable[..., SmtpTransport]]:
    """Hire couriers that are let go when the test is over."""
    with ExitStack() as closing:

        def hire(relay: Relay, tls: ssl.SSLContext | None = None, timeout: float = 20.0) -> SmtpTransport:
            transport = SmtpTransport(relay, tls, timeout)
            closing.callback(transport.close)
            return transport

        yield hire


Hires = Callable[..., SmtpTransport]


def fault_of(transport: SmtpTransport) -> Undelivered:
    with pytest.raises(Undelivered) as fault:
        transport.send(BOUNCE, BERT, LETTER)
    return fault.value


def test_letters_go_byte_for_byte_over_one_kept_connection(starts: Starts, couriers: Hires) -> None:
    handler = FakeSmtpHandler()
    transport = couriers(starts(handler))
    for _ in range(3):
        transport.send(BOUNCE, BERT, LETTER)
    assert handler.letters == [(BOUNCE, [BERT], LETTER)] * 3
    assert len(handler.peers) == 1


def test_a_stale_connection_is_opened_again(starts: Starts, couriers: Hires) -> None:
    handler = FakeSmtpHandler()
    transport = couriers(starts(handler))
    transport.send(BOUNCE, BERT, LETTER)
    assert transport._connection is not None
    assert transport._connection.sock is not None
    transport._connection.sock.shutdown(socket.SHUT_RDWR)
    transport.send(BOUNCE, BERT, LETTER)
    assert len(handler.letters) == len(handler.peers) == 2


@pytest.fixture
def closing_relay() -> Iterator[Callable[..., ClosingRelay]]:
    """Start relays that close their first session at some stage of its second letter."""
    with ExitStack() as closing:

        def start(stage: str, words: bytes = b"") -> ClosingRelay:
            relay = ClosingRelay(stage, words)
            thread = threading.Thread(target=relay.run)
            thread.start()
            closing.callback(thread.join, 20)
            closing.callback(relay.server.close)
            closing.callback(relay.server.shutdown, socket.SHUT_RDWR)
            return relay

        yield start


@pytest.mark.parametrize("words", [b"", b"421 4.4.2 timeout, closing"])
@pytest.mark.parametrize("stage", ["idle", "MAIL", "RCPT"])
def test_a_connection_that_the_relay_closed_before_it_had_the_letter_costs_nothing(
    closing_relay: Callable[..., ClosingRelay], couriers: Hires, stage: str, words: bytes
) -> None:
    relay = closing_relay(stage, words)
    transport = couriers(Relay("smtp", "127.0.0.1", relay.port))
    for text in (b"first", b"second", b"third"):
        transport.send(BOUNCE, BERT, text + b"\r\n")
    assert relay.bodies == [b"first\r\n", b"second\r\n", b"third\r\n"]
    assert relay.sessions == 2


@pytest.mark.parametrize("stage", ["DATA", "body"])
def test_a_letter_that_the_relay_may_have_is_not_sent_again_at_once(
    closing_relay: Callable[..., ClosingRelay], couriers: Hires, stage: str
) -> None:
    relay = closing_relay(stage)
    transport = couriers(Relay("smtp", "127.0.0.1", relay.port))
    transport.send(BOUNCE, BERT, b"first\r\n")
    fault = fault_of(transport)
    assert (fault.permanent, fault.no_answer) == (False, True)
    assert relay.sessions == 1
    assert len(relay.bodies) == (2 if stage == "body" else 1)


def test_a_new_connection_that_is_closed_at_once_is_not_tried_again(starts: Starts, couriers: Hires) -> None:
    handler = FakeSmtpHandler(answers={"MAIL": "421 4.3.2 too busy"})
    fault = fault_of(couriers(starts(handler)))
    assert (fault.permanent, str(fault)) == (False, "421 4.3.2 too busy")


def test_a_relay_that_was_restarted_is_found_again(couriers: Hires) -> None:
    handler = FakeSmtpHandler()
    port = unused_port()
    transport = couriers(Relay("smtp", "127.0.0.1", port))
    for _ in range(2):
        controller = Controller(handler, "127.0.0.1", port)
        controller.start()
        transport.send(BOUNCE, BERT, LETTER)
        controller.stop()
    assert len(handler.letters) == 2


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
    handler = FakeSmtpHandler(answers={command: answer})
    transport = couriers(starts(handler))
    fault = fault_of(transport)
    assert fault.permanent is permanent
    assert str(fault) == answer
    handler.answers.clear()
    transport.send(BOUNCE, BERT, LETTER)
    assert len(handler.letters) == 1


def test_one_recipient_that_is_refused_holds_up_no_other(starts: Starts, couriers: Hires) -> None:
    handler = FakeSmtpHandler()
    transport = couriers(starts(handler))
    for said in (
        "550 5.1.1 nobody",
        "550 nobody",
        "552 5.2.2 full",
        "550 5.7.1 spam",
        "450 4.2.1 busy",
        "421 4.3.2 bye",
    ):
        handler.refused[BERT] = said
        fault = fault_of(transport)
        assert (fault.permanent, fault.dead) == (said[0] == "5", said.endswith("nobody"))
        transport.send(BOUNCE, "anna@example.org", LETTER)
    assert [to for _, (to,), _ in handler.letters] == ["anna@example.org"] * 6


def test_what_a_relay_repeats_of_an_address_is_redacted(starts: Starts, couriers: Hires) -> None:
    handler = FakeSmtpHandler(answers={"RCPT": f"550 5.7.1 <{BOUNCE}> is no sender of ours"})
    assert "aaaaaaaaaaaaaaaa" not in str(fault_of(couriers(starts(handler))))


def test_starttls_and_a_password(
    starts: Starts, couriers: Hires, server_tls: ssl.SSLContext, client_tls: ssl.SSLContext
) -> None:
    def check(_server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, given: Any) -> AuthResult:
        return AuthResult(success=given == LoginPassword(b"club", b"s3cret: @/"), handled=False)

    handler = FakeSmtpHandler()
    relay = starts(
        handler,
        "smtp+starttls",
        "club",
        "s3cret: @/",
        tls_context=server_tls,
        require_starttls=True,
        authenticator=check,
        auth_required=True,
    )
    couriers(relay, client_tls).send(BOUNCE, BERT, LETTER)
    assert handler.secured == [True]
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
    handler = FakeSmtpHandler()
    relay = starts(handler, "smtps", ssl_context=server_tls)
    couriers(relay, client_tls).send(BOUNCE, BERT, LETTER)
    assert len(handler.letters) == 1


@pytest.mark.parametrize("scheme", ["smtps", "smtp+starttls"])
def test_a_relay_that_nobody_vouches_for_gets_no_letter(
    starts: Starts, couriers: Hires, server_tls: ssl.SSLContext, scheme: str
) -> None:
    handler = FakeSmtpHandler()
    more = {"ssl_context": server_tls} if scheme == "smtps" else {"tls_context": server_tls}
    fault = fault_of(couriers(starts(handler, scheme, **more)))
    assert not fault.permanent
    assert "certificate" in str(fault)
    assert handler.letters == []


def test_a_relay_that_cannot_do_tls_gets_no_letter(starts: Starts, couriers: Hires) -> None:
    handler = FakeSmtpHandler()
    fault = fault_of(couriers(starts(handler, "smtp+starttls")))
    assert not fault.permanent
    assert handler.letters == []


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
    mailbox = transport_for(Relay("mailbox"))
    assert isinstance(mailbox, LocalTransport)
    mailbox.send(BOUNCE, BERT, LETTER)
    assert isinstance(transport_for(Relay("smtp", "relay.example", 25)), SmtpTransport)
