"""Error pages: the fault and a way out, in the reader's language."""

from __future__ import annotations

import re
import secrets
from types import MappingProxyType

import structlog
from flask import Flask, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, SecurityError
from werkzeug.wrappers import Response

from adjudicator.store.session import is_temporary
from adjudicator.texts.language.language import N_
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request.current_user import is_recognised, skip_recognition

log = structlog.get_logger()

FORM_EXPIRED = "expired"
TOO_LARGE = 413
FAULT = 500
BUSY = 503
Wording = tuple[str, str]
_WRITTEN = re.compile(r"(text|plan|greeting)(-\w+)?")
"""Names of the fields for what people write themselves; `/turns` has one for each match."""

WORDINGS = MappingProxyType[int | str, Wording](
    {
        400: (
            N_("We cannot read this request"),
            N_("Something is missing or does not fit. Go back, load the page again and try once more."),
        ),
        401: (
            N_("Please sign in first"),
            N_("Only the players of a match can do this. Sign in, then try again."),
        ),
        403: (
            N_("Only for the players of this match"),
            N_("Only the players of a match can do this."),
        ),
        404: (
            N_("Page not found"),
            N_(
                "The address may be mistyped or cut short. Matches have a code of four characters, such as K7Q2. "
                "A private match is shown to its players when they have signed in."
            ),
        ),
        405: (
            N_("This page cannot be used like that"),
            N_("Go back to the page you came from and use its buttons."),
        ),
        413: (
            N_("That is too long"),
            N_("Go back and write less; a letter may be longer than a form."),
        ),
        429: (
            N_("That was too often"),
            N_("Wait a minute, then try again. Nothing is lost."),
        ),
        FAULT: (
            N_("That was our mistake"),
            N_("What was confirmed before is kept. Try again later; if it stays like this, tell the host this number:"),
        ),
        BUSY: (
            N_("We are busy just now"),
            N_("Nothing was changed. Try again in a few seconds."),
        ),
        FORM_EXPIRED: (
            N_("This form has expired"),
            N_("You signed in or out since it was loaded, or cookies are off. Go back, load it and send it again."),
        ),
    }
)


def init_app(app: Flask) -> None:
    """Register a page for every error."""
    app.register_error_handler(CSRFError, _expired)
    app.register_error_handler(SecurityError, _misdirected)
    app.register_error_handler(HTTPException, _refused)
    app.register_error_handler(Exception, _failed)


def _expired(_fault: Exception) -> Response:
    return _page(FORM_EXPIRED, 403, written=_read_written())


def _read_written() -> str:
    """Read what was written into a form that is refused: it may have been long."""
    texts = [text.strip() for name, text in request.form.items(multi=True) if _WRITTEN.fullmatch(name)]
    return "\n\n".join(filter(None, texts))


def _misdirected(_fault: Exception) -> Response:
    """Answer a request with a wrong Host header; no link of ours can be built for it."""
    return Response("This service does not go by that name.\n", 400, mimetype="text/plain")


def _refused(fault: Exception) -> Response:
    if not isinstance(fault, HTTPException) or fault.code is None:
        return _failed(fault)
    if fault.response is not None or fault.code < 400:
        return fault.get_response()
    # The body of a request that is too large is not read.
    written = _read_written() if request.method == "POST" and fault.code != TOO_LARGE else ""
    response = _page(fault.code if fault.code in WORDINGS else 400, fault.code, written=written)
    headers = [(name, value) for name, value in fault.get_headers() if name in ("Allow", "Retry-After")]
    response.headers.extend(headers)
    return response


def _failed(fault: Exception) -> Response:
    if not is_recognised():
        skip_recognition()
    if is_temporary(fault):
        log.warning("database busy", page=request.endpoint, fault=str(fault))
        response = _page(BUSY, BUSY)
        response.headers["Retry-After"] = "5"
        return response
    number = secrets.token_hex(4)
    log.error("page failed", fault=number, page=request.endpoint, exc_info=fault)
    return _page(FAULT, FAULT, number=number)


def _page(wording: int | str, status: int, *, written: str = "", number: str = "") -> Response:
    title, text = WORDINGS[wording]
    return render_page("error", status, title=title, text=text, written=written, number=number, code=status)
