"""The hook: a provider that takes letters for us posts them here, raw and signed.

Its answers are for programs. 200 comes when the letter is committed; 503 and 429 ask to post it again; 406, with which
Mailgun gives a letter up, is for addresses that are none of ours. Nothing is ever answered with a redirect.
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
from adjudicator.web import app_context
from adjudicator.web.webhook_signature import (
    BadSignature,
    WebhookSignature,
    WebhookSigner,
    check_digest,
    check_time,
    mailgun_digest,
    read_time,
)

CHANNEL = "hook"
OVERSIZE = 4
"""How many times as large as the limit a post may be: of such a letter the head is kept, and its writer is told."""
WRONG = RateLimitItemPerMinute(10)
"""Posts with a wrong signature that are read, from one address on the internet."""
FORM_ROOM = 64 << 10
"""Bytes of a form besides the letter in it."""

pages = Blueprint("hook", __name__)
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Posted:
    """A letter as it was posted; without a recipient it says itself whom it is for."""

    raw: bytes
    recipient: str
    sender: str | None


@pages.post("/hook")
def receive_letter() -> Response:
    """Take a letter that is the body of the post, under our own seal."""
    return _take(_sealed)


@pages.post("/hook/mime")
def receive_form() -> Response:
    """Take a letter from Mailgun, which posts it raw only to addresses that end in `mime`."""
    return _take(_form)


def _take(read: Callable[[], Posted]) -> Response:
    try:
        posted = read()
    except BadSignature as fault:
        return _say(401, str(fault))
    except RequestEntityTooLarge:
        return _say(413, f"at most {request.max_content_length} bytes can be posted here")
    except RateLimited:
        return _say(429, "too many posts with wrong signatures, post it again later")
    recipients, sender = _envelope(posted)
    return _keep(posted.raw, recipients, sender) if recipients else _say(406, "nobody of this address here")


def _keep(raw: bytes, recipients: tuple[str, ...], sender: str) -> Response:
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


def _sealed() -> Posted:
    # What costs nothing comes first: nobody makes us read a letter whose signature cannot be right.
    recipient, sender = request.args.get("recipient", ""), request.args.get("sender")
    seal = WebhookSignature.read(request.headers.get("X-Signature", ""))
    check_time(seal.time, app_context.now())
    _refuse_guessers()
    request.max_content_length = OVERSIZE * app_context.context().letter_limit
    stream = _SealedStream(WebhookSigner(_key(), seal.time, recipient, sender or ""))
    raw = read_whole(stream, app_context.context().letter_limit)
    _check(seal.digest, stream.dkim_signer.seal().digest)
    return Posted(raw, recipient, sender)


def _form() -> Posted:
    _refuse_guessers()
    request.max_content_length = request.max_form_memory_size = app_context.context().letter_limit + FORM_ROOM
    field = request.form.get
    time = field("timestamp", "")
    check_time(read_time(time), app_context.now())
    _check(field("signature", ""), mailgun_digest(_key(), time, field("token", "")))
    return Posted(field("body-mime", "").encode("utf-8", "surrogateescape"), field("recipient", ""), field("sender"))


def _check(given: str, right: str) -> None:
    """Check a digest, and count whoever has a wrong one. Raises `BadSeal`."""
    try:
        check_digest(given, right)
    except BadSignature:
        app_context.admission_control().count_wrong(WRONG, request.remote_addr or "")
        raise


def _refuse_guessers() -> None:
    """Raise `TooMany` for an address that has posted too much with wrong signatures."""
    app_context.admission_control().refuse_guessers(WRONG, request.remote_addr or "")


class _SealedStream:
    """The body of the post, of which a seal is computed as it is read."""

    def __init__(self, dkim_signer: WebhookSigner) -> None:
        self.dkim_signer = dkim_signer

    def read(self, most: int, /) -> bytes:
        octets: bytes = request.stream.read(most)
        self.dkim_signer.add(octets)
        return octets


def _envelope(posted: Posted) -> tuple[tuple[str, ...], str]:
    """Find whom of us a letter is for, and who sent it."""
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
