"""The pages: plain HTML without a script, over the same desk as the letters."""

from __future__ import annotations

import os
from collections.abc import Iterator
from urllib.parse import urlsplit

from flask import Blueprint, Flask
from flask_wtf.csrf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from adjudicator import logs
from adjudicator.desk import web_sessions
from adjudicator.desk.context import Context
from adjudicator.settings import Settings
from adjudicator.web import (
    account,
    archive,
    counter,
    doors,
    errors,
    fields,
    front,
    headers,
    hook,
    identity,
    letters,
    limits,
    lobby,
    mailbox,
    matches,
    moves,
    positions,
    presence,
    requests,
    speech,
    visitor,
)
from adjudicator.web.code import CodeConverter
from adjudicator.web.numbers import NumberConverter
from adjudicator.wiring import open_desk

__all__ = ["create_app"]

LARGEST_FORM = 64 << 10
HERE = ("127.0.0.1", "localhost", "[::1]")

BLUEPRINTS = (
    front.pages,
    matches.pages,
    positions.pages,
    moves.pages,
    lobby.pages,
    requests.pages,
    account.pages,
    letters.pages,
    doors.pages,
    identity.pages,
    presence.pages,
    archive.pages,
)


def create_app(settings: Settings | None = None, context: Context | None = None, *, limits_url: str = "") -> Flask:
    """Build the application. Without arguments it reads the environment, as any WSGI server may call it.

    `limits_url` says where requests are counted, when that is not the settings' broker.
    """
    if settings is None:
        logs.set_up()
        settings = Settings.read(os.environ)
    app = Flask(__name__, template_folder=None)
    app.config.from_mapping(_configuration(settings))
    app.url_map.converters |= {"code": CodeConverter, "int": NumberConverter}
    counter.furnish(app, settings, context or open_desk(settings), limits_url)
    protection = CSRFProtect(app)
    protection.exempt(letters.one_click)
    protection.exempt(doors.one_click)
    protection.exempt(hook.pages)
    for start in (fields.start, speech.start, visitor.start, headers.start, errors.start):
        start(app)
    for pages in (*BLUEPRINTS, *_asked_for(settings)):
        app.register_blueprint(pages)
    limits.start(app, limits_url or limits.storage(settings))
    if settings.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies, x_host=settings.proxies
        )
    return app


def _asked_for(settings: Settings) -> Iterator[Blueprint]:
    if settings.mailbox:
        yield mailbox.pages
    if settings.hook_key:
        yield hook.pages


def _configuration(settings: Settings) -> dict[str, object]:
    site = urlsplit(settings.site)
    return {
        "SECRET_KEY": settings.secret,
        "SESSION_COOKIE_NAME": "adjudicator",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": site.scheme == "https",
        "PERMANENT_SESSION_LIFETIME": web_sessions.LIFE,
        "MAX_CONTENT_LENGTH": LARGEST_FORM,
        "MAX_FORM_MEMORY_SIZE": LARGEST_FORM,
        # A form may lie open for as long as a turn lasts; its token lasts as long as the session.
        "WTF_CSRF_TIME_LIMIT": None,
        # The mailbox shows everybody's letters: another site must not reach it under a name of its own.
        "TRUSTED_HOSTS": [site.hostname, *HERE] if settings.mailbox else None,
    }
