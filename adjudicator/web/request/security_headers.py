"""Security headers of every response: which sources it may load, whether it is cached, which Referer it sends."""

from __future__ import annotations

from flask import Flask, request
from werkzeug.wrappers import Response

from adjudicator.web.request import app_context

PAGE_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
"""No script, no frame, nothing from other sites."""
SCRIPT_POLICY = f"{PAGE_POLICY}; script-src 'self'"
"""A page that one of our own script files helps along."""
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *"
"""A picture of a board: other sites may embed it."""
TOLD_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"
"""A match told in one file, which has its own style and loads nothing."""
LETTER_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
"""The HTML of a letter has inline styles, and may load nothing."""

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    # Secret URLs must not leak to other sites; the CSRF check of our own forms needs the Referer.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
YEAR = 31_536_000
FOR_A_DAY = "public, max-age=86400"
"""For pages that never change but for the names in them, which may be erased."""
FOR_EVER = f"public, max-age={YEAR}, immutable"
ASK_AGAIN = "private, no-cache"


def init_app(app: Flask) -> None:
    """Add the headers to every response, error pages too."""
    app.after_request(_add)


def _add(response: Response) -> Response:
    for name, value in ALWAYS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Content-Security-Policy", PAGE_POLICY)
    if app_context.settings().site.startswith("https:"):
        response.headers["Strict-Transport-Security"] = f"max-age={YEAR}"
    if request.endpoint == "static":
        if "v" in request.args and response.status_code in (200, 304):
            response.headers["Cache-Control"] = FOR_EVER
        return response
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = ASK_AGAIN
    response.vary.update(("Accept-Language", "Cookie"))
    return response
