"""Checks the typed text of every request before any page reads it."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Flask, abort, request


def init_app(app: Flask) -> None:
    """Refuse a request with a NUL character: no keyboard types it, and PostgreSQL cannot store it."""
    app.before_request(_refuse_nul)


def _refuse_nul() -> None:
    if request.routing_exception is not None:
        return
    if any("\x00" in value for value in (request.view_args or {}).values() if isinstance(value, str)):
        abort(404)
    if any("\x00" in text for text in _texts()):
        abort(400)


def _texts() -> Iterable[str]:
    for fields in (request.args, request.form) if request.blueprint != "hook" else ():
        for name, texts in fields.lists():
            yield name
            yield from texts
