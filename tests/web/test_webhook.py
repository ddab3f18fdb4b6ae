"""The webhook: signed letters are accepted, everything else is refused, and 200 comes only after the commit."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits import RateLimitItemPerHour
from sqlalchemy import select
from sqlalchemy.exc import OperationalError
from werkzeug.test import TestResponse

from adjudicator.config.settings import Settings
from adjudicator.services.inbound import intake
from adjudicator.store.tables import Inbox
from adjudicator.web import create_app
from adjudicator.web.mailbox.webhook import OVERSIZE
from adjudicator.web.mailbox.webhook_signature import BadSignature, WebhookSignature
from testkit.club import Club

KEY = "the key that we share with a provider"
LETTER = b"From: Anna <anna@anna.example>\r\nMessage-ID: <1@anna.example>\r\n\r\nhelp \xe9\r\n"


@pytest.fixture
def app(club: Club, settings: Settings) -> Flask:
    return create_app(replace(settings, hook_key=KEY), club.context, limits_url="memory://")


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def service(club: Club) -> str:
    return club.context.addresses.service


def seal(raw: bytes, recipient: str, sender: str = "", *, key: str = KEY, late: int = 0) -> str:
    now = int(time.time()) - late
    digest = hmac.new(key.encode(), f"{now}\n{recipient}\n{sender}\n".encode() + raw, hashlib.sha256).hexdigest()
    return f"t={now},v1={digest}"


def post(client: FlaskClient, raw: bytes, signature: str, **envelope: str) -> TestResponse:
    headers = {"X-Signature": signature, "Content-Type": "message/rfc822"}
    return client.post("/hook", query_string=envelope, data=raw, headers=headers)


def inbox(club: Club) -> list[Inbox]:
    with club.context.store.reading() as session:
        return list(session.scalars(select(Inbox)))


def raw_of(club: Club) -> bytes:
    with club.context.store.reading() as session:
        return session.scalars(select(Inbox.raw)).one()


def test_a_signed_letter_is_stored_byte_for_byte(client: FlaskClient, club: Club, service: str) -> None:
    answer = post(client, LETTER, seal(LETTER, service, "a@b.example"), recipient=service, sender="a@b.example")
    assert answer.status_code == 200
    (row,) = inbox(club)
    assert (row.recipient, row.envelope_from, row.channel) == (service, "a@b.example", "hook")
    assert raw_of(club) == LETTER


def test_the_null_sender_is_empty_and_a_missing_one_is_read_from_the_letter(
    client: FlaskClient, club: Club, service: str
) -> None:
    post(client, LETTER, seal(LETTER, service, "<>"), recipient=service, sender="<>")
    post(client, b"X: 1\r\n" + LETTER, seal(b"X: 1\r\n" + LETTER, service), recipient=service)
    other = LETTER.replace(b"help", b"games")
    post(client, other, seal(other, service), recipient=service)
    assert [row.envelope_from for row in inbox(club)] == ["", "anna@anna.example"]


def test_a_letter_posted_three_times_is_one_letter(client: FlaskClient, club: Club, service: str) -> None:
    for late in (0, 1, 2):
        assert post(client, LETTER, seal(LETTER, service, late=late), recipient=service).status_code == 200
    assert len(inbox(club)) == 1
    assert len(club.letters("anna@anna.example")) == 1


def test_a_missing_recipient_is_read_from_the_letter(client: FlaskClient, club: Club) -> None:
    seat = club.context.addresses.seat("k7q2", 1, 9)
    raw = b"Delivered-To: play@club.example\r\nTo: " + seat.encode() + b"\r\n" + LETTER
    assert post(client, raw, seal(raw, "")).status_code == 200
    assert [row.recipient for row in inbox(club)] == [seat]


@pytest.mark.parametrize(
    ("forge", "why"),
    [
        (lambda _service: "", "must be t="),
        (lambda _service: "t=1,v1=abc", "must be t="),
        (lambda service: seal(LETTER, service, key="k" * 32), "not made with our key"),
        (lambda service: seal(LETTER + b"resign", service), "not made with our key"),
        (lambda _service: seal(LETTER, "play+other@club.example"), "not made with our key"),
        (lambda service: seal(LETTER, service, "bob@bob.example"), "not made with our key"),
        (lambda service: seal(LETTER, service, late=301), "seconds from ours"),
        (lambda service: seal(LETTER, service, late=-310), "seconds from ours"),
    ],
    ids=["none", "garbled", "other key", "other letter", "other recipient", "other sender", "too old", "too new"],
)
def test_a_wrong_or_old_signature_is_refused(
    client: FlaskClient, club: Club, service: str, forge: Callable[[str], str], why: str
) -> None:
    answer = post(client, LETTER, forge(service), recipient=service)
    assert answer.status_code == 401
    assert why in answer.text
    assert inbox(club) == []


@pytest.mark.parametrize(
    "recipient", ["nobody@club.example", "play@other.example", "play+k7q2-1-9-aaaaaaaaaaaaaaaa@club.example"]
)
def test_a_letter_to_an_unknown_address_is_not_posted_again(client: FlaskClient, club: Club, recipient: str) -> None:
    assert post(client, LETTER, seal(LETTER, recipient), recipient=recipient).status_code == 406
    assert inbox(club) == []


@pytest.mark.parametrize("fault", [OperationalError("", None, Exception("database is locked")), RuntimeError("pw")])
def test_a_letter_that_cannot_be_stored_is_posted_again(
    client: FlaskClient, service: str, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def fail(*_given: object) -> None:
        raise fault

    monkeypatch.setattr(intake, "accept_letter", fail)
    answer = post(client, LETTER, seal(LETTER, service), recipient=service)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "60")
    assert answer.text == "not possible just now, post it again later\n"


def test_the_writer_of_a_too_large_letter_gets_an_answer(client: FlaskClient, club: Club, service: str) -> None:
    raw = LETTER + b"x" * club.context.letter_limit
    assert post(client, raw, seal(raw, service), recipient=service).status_code == 200
    assert len(raw_of(club)) < 1_000
    assert "too large" in club.last("anna@anna.example").as_string()


class Counted(BytesIO):
    """A request body that counts the bytes read."""

    def read(self, size: int | None = -1, /) -> bytes:
        octets = super().read(size)
        self.loaded = getattr(self, "taken", 0) + len(octets)
        return octets


@pytest.mark.parametrize(
    ("signature", "code", "most"),
    [
        ("", 401, 0),
        ("t=1,v1=" + "0" * 64, 401, 0),
        ("now", 413, 0),
        ("now, and no length", 413, OVERSIZE * 4_000),
    ],
)
def test_a_body_that_will_be_refused_is_not_read(
    app: Flask, club: Club, settings: Settings, service: str, signature: str, code: int, most: int
) -> None:
    context = replace(club.context, letter_limit=4_000)
    client = create_app(replace(settings, hook_key=KEY), context, limits_url="memory://").test_client()
    raw = LETTER + b"x" * OVERSIZE * 4_000
    body = Counted(raw)
    headers = {"X-Signature": seal(raw, service) if "now" in signature else signature}
    chunked = "no length" in signature
    answer = client.post(
        "/hook",
        query_string={"recipient": service},
        input_stream=body,
        headers=headers,
        content_length=None if chunked else len(raw),
        environ_overrides={"wsgi.input_terminated": chunked},
    )
    assert (answer.status_code, getattr(body, "taken", 0) <= most) == (code, True)
    assert inbox(club) == []


def test_wrong_signatures_are_throttled_by_client_and_never_by_our_proxy(
    client: FlaskClient, club: Club, service: str
) -> None:
    def guess(host: str, raw: bytes = LETTER, key: str = "k" * 32) -> int:
        headers = {"X-Signature": seal(raw, service, key=key)}
        where = {"REMOTE_ADDR": host}
        return client.post(
            "/hook", query_string={"recipient": service}, data=raw, headers=headers, environ_base=where
        ).status_code

    codes = [guess("192.0.2.7") for _ in range(12)]
    assert codes == [401] * 10 + [429] * 2
    assert guess("192.0.2.7", key=KEY) == 429
    assert guess("192.0.2.8", key=KEY) == 200
    assert [guess("127.0.0.1") for _ in range(12)] == [401] * 12
    assert len(inbox(club)) == 1


def test_strangers_are_throttled_at_the_webhook_and_players_are_not(
    client: FlaskClient, club: Club, service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudicator.listen.admission.A_STRANGER", RateLimitItemPerHour(2))
    letters = [LETTER + b"%d\r\n" % n for n in range(4)]
    answers = [
        post(client, raw, seal(raw, service, "eve@x.example"), recipient=service, sender="eve@x.example")
        for raw in letters
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
    assert answers[2].headers["Retry-After"] == "60"
    signed = club.context.addresses.seat("k7q2", 1, 9)
    assert (
        post(
            client, LETTER, seal(LETTER, signed, "eve@x.example"), recipient=signed, sender="eve@x.example"
        ).status_code
        == 200
    )
    assert len(inbox(club)) == 3


@pytest.mark.parametrize("path", ["/hook/", "/Hook", "/hook/x"])
def test_nothing_is_answered_with_a_redirect(client: FlaskClient, path: str) -> None:
    assert client.post(path, data=LETTER).status_code == 404


def test_get_does_nothing(client: FlaskClient) -> None:
    assert client.get("/hook").status_code == 405


def test_without_a_key_there_is_no_webhook(club: Club, settings: Settings, service: str) -> None:
    client = create_app(settings, club.context, limits_url="memory://").test_client()
    assert post(client, LETTER, seal(LETTER, service, key=""), recipient=service).status_code == 404


def mailgun(service: str, body: str = "From: anna@anna.example\n\nhelp", **changes: str) -> dict[str, str]:
    stamp = str(int(time.time()))
    digest = hmac.new(KEY.encode(), f"{stamp}word".encode(), hashlib.sha256).hexdigest()
    envelope = {"recipient": service, "sender": "anna@anna.example", "body-mime": body}
    return {**envelope, "timestamp": stamp, "token": "word", "signature": digest, **changes}


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_mailgun_posts_a_form_with_its_own_signature(client: FlaskClient, club: Club, service: str, kind: str) -> None:
    assert client.post("/hook/mime", data=mailgun(service), content_type=kind).status_code == 200
    (row,) = inbox(club)
    assert (row.recipient, row.envelope_from) == (service, "anna@anna.example")
    assert club.letters("anna@anna.example")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"token": "other"}, 401),
        ({"timestamp": "1500000000"}, 401),
        ({"timestamp": "soon"}, 401),
        ({"signature": ""}, 401),
        ({"recipient": "nobody@club.example"}, 406),
        ({"body": "x" * 1_200_000}, 413),
    ],
    ids=["token", "old", "no time", "no signature", "nobody", "too large"],
)
def test_a_form_is_checked_as_strictly(
    client: FlaskClient, club: Club, service: str, changes: dict[str, str], code: int
) -> None:
    assert client.post("/hook/mime", data=mailgun(service, **changes)).status_code == code
    assert inbox(club) == []


def test_a_signature_is_parsed_as_it_is_formatted() -> None:
    assert WebhookSignature.read(str(WebhookSignature(1_795_833_334, "0f" * 32))) == WebhookSignature(
        1_795_833_334, "0f" * 32
    )


@pytest.mark.parametrize("text", ["", "t=,v1=", "v1=" + "0" * 64, "t=1,v1=" + "g" * 64, "t=1,v1=" + "0" * 64 + "\n,x"])
def test_a_malformed_signature_is_refused(text: str) -> None:
    with pytest.raises(BadSignature):
        WebhookSignature.read(text)
