"""What was typed, before any page reads it."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Flask, abort, request


def start(app: Flask) -> None:
    """Refuse a request with NUL in it: no keyboard writes it, and PostgreSQL keeps no text that has one."""
    app.before_request(_refuse_nul)


def _refuse_nul() -> None:
    if request.routing_exception is None and any("\x00" in text for text in _texts()):
        abort(400)


def _texts() -> Iterable[str]:
    yield from (text for text in (request.view_args or {}).values() if isinstance(text, str))
    for fields in (request.args, request.form) if request.blueprint != "hook" else ():
        for name, texts in fields.lists():
            yield name
            yield from texts
