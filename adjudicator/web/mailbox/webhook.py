"""The webhook: a mail provider posts letters here, raw and signed.

Its answers are for programs. 200: the letter is committed. 503 and 429: post it again later. 406: the recipient is not
ours; Mailgun then gives up. It never redirects.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import structlog
from flask import Blueprint, request
from limits import RateLimitItemPerMinute
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from adjudicator.listen.accept import accept_into
from adjudicator.listen.protocols import RateLimited
from adjudicator.listen.read_stream import read_whole
from adjudicator.listen.recipients import read_recipients
from adjudicator.mail.errors import MailFault
from adjudicator.mail.incoming.headers import read_headers
from adjudicator.web.mailbox.webhook_signature import (
    BadSignature,
    WebhookSignature,
    WebhookSigner,
    check_digest,
    check_time,
    mailgun_digest,
    read_time,
)
from adjudicator.web.request import app_context

CHANNEL = "hook"
OVERSIZE = 4
"""The largest body as a multiple of the letter limit: above the limit only the head is stored, to answer it."""
WRONG = RateLimitItemPerMinute(10)
"""Throttle: posts with a wrong signature from one network address."""
FORM_ROOM = 64 << 10
"""Bytes allowed for the other fields of a form."""

pages = Blueprint("hook", __name__)
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Posted:
    """A posted letter; without an envelope recipient its own headers name one."""

    raw: bytes
    recipient: str
    sender: str | None


@pages.post("/hook")
def receive_letter() -> Response:
    """Accept a letter as the request body, with our own signature header."""
    return _receive(_read_signed)


@pages.post("/hook/mime")
def receive_form() -> Response:
    """Accept a letter from Mailgun, which posts raw letters only to URLs that end in `mime`."""
    return _receive(_read_mailgun)


def _receive(read: Callable[[], Posted]) -> Response:
    try:
        posted = read()
    except BadSignature as fault:
        return _say(401, str(fault))
    except RequestEntityTooLarge:
        return _say(413, f"at most {request.max_content_length} bytes can be posted here")
    except RateLimited:
        return _say(429, "too many posts with wrong signatures, post it again later")
    recipients, sender = _envelope(posted)
    return _store(posted.raw, recipients, sender) if recipients else _say(406, "nobody of this address here")


def _store(raw: bytes, recipients: tuple[str, ...], sender: str) -> Response:
    accept = accept_into(app_context.context(), app_context.admission_control())
    try:
        for recipient in recipients:
            accept(raw, recipient, sender, CHANNEL, trusted_relay=True)
    except RateLimited:
        return _say(429, "too many letters in this time, post it again later")
    except Exception:
        log.exception("posted letter not kept")
        return _say(503, "not possible just now, post it again later")
    return _say(200, "taken and kept")


def _read_signed() -> Posted:
    # Cheap checks first: a body is not read if its signature cannot be right.
    recipient, sender = request.args.get("recipient", ""), request.args.get("sender")
    signature = WebhookSignature.read(request.headers.get("X-Signature", ""))
    check_time(signature.time, app_context.now())
    _refuse_guessers()
    request.max_content_length = OVERSIZE * app_context.context().letter_limit
    stream = _SignedStream(WebhookSigner(_key(), signature.time, recipient, sender or ""))
    raw = read_whole(stream, app_context.context().letter_limit)
    _check(signature.digest, stream.signer.signature().digest)
    return Posted(raw, recipient, sender)


def _read_mailgun() -> Posted:
    _refuse_guessers()
    request.max_content_length = request.max_form_memory_size = app_context.context().letter_limit + FORM_ROOM
    field = request.form.get
    time = field("timestamp", "")
    check_time(read_time(time), app_context.now())
    _check(field("signature", ""), mailgun_digest(_key(), time, field("token", "")))
    return Posted(field("body-mime", "").encode("utf-8", "surrogateescape"), field("recipient", ""), field("sender"))


def _check(given: str, right: str) -> None:
    """Check a digest, and count a wrong one against its sender. Raises `BadSignature`."""
    try:
        check_digest(given, right)
    except BadSignature:
        app_context.admission_control().count_wrong(WRONG, request.remote_addr or "")
        raise


def _refuse_guessers() -> None:
    """Raise `RateLimited` for a network address with too many wrong signatures."""
    app_context.admission_control().refuse_guessers(WRONG, request.remote_addr or "")


class _SignedStream:
    """The request body; its signature is computed while it is read."""

    def __init__(self, signer: WebhookSigner) -> None:
        self.signer = signer

    def read(self, most: int, /) -> bytes:
        octets: bytes = request.stream.read(most)
        self.signer.add(octets)
        return octets


def _envelope(posted: Posted) -> tuple[tuple[str, ...], str]:
    """Find our recipients of a letter, and its sender."""
    known = app_context.context().addresses.read
    written = read_recipients(read_headers(posted.raw), known)
    sender = written.sender if posted.sender is None else posted.sender.strip("<> ")
    if not posted.recipient:
        return written.recipients, sender
    try:
        known(posted.recipient)
    except MailFault:
        return (), sender
    return (posted.recipient,), sender


def _key() -> str:
    return app_context.settings().hook_key


def _say(code: int, text: str) -> Response:
    response = Response(f"{text}\n", code, mimetype="text/plain")
    if code in (429, 503):
        response.headers["Retry-After"] = "60"
    return response
