"""What every answer tells the browser besides its page: what it may load, keep and pass on."""

from __future__ import annotations

from flask import Flask, request
from werkzeug.wrappers import Response

from adjudicator.web import app_context

PAGE_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
"""No script, no frame, nothing from elsewhere."""
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *"
"""A board by itself: others may show it."""
LETTER_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
"""A letter's HTML brings its own styles, and must reach nothing."""

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    # Pages of ours whose address is a secret must not tell it to others; our own forms need it to be told apart.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
YEAR = 31_536_000
FOR_EVER = f"public, max-age={YEAR}, immutable"
ASK_AGAIN = "private, no-cache"


def init_app(app: Flask) -> None:
    """Put the headers on every answer, error pages too."""
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
