"""The web pages: plain HTML that needs no script, over the same services as the letters.

A form becomes a letter to the inbox and is judged like one; everything else only reads.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from urllib.parse import urlsplit

from flask import Blueprint, Flask
from flask_wtf.csrf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from adjudicator.bootstrap import build_context
from adjudicator.config import logs
from adjudicator.config.settings import Settings
from adjudicator.services.context import Context
from adjudicator.services.players import web_sessions
from adjudicator.web.accounts import (
    account_pages,
    addresses_page,
    availability,
    calendar_feed,
    digest_page,
    introduction_page,
    letter_times_page,
    request_pages,
    subscription_page,
    suppression_page,
)
from adjudicator.web.archive import (
    archive_page,
    export_pages,
    feeds,
    openings_page,
    player_page,
    statistics_page,
    verify_page,
)
from adjudicator.web.lobby import front_pages, lobby_pages, privacy_page, seat_pages
from adjudicator.web.mailbox import mailbox_pages, webhook
from adjudicator.web.matches import match_page, move_forms, turns_page
from adjudicator.web.positions import annotation_forms, download_pages, film_page, position_pages
from adjudicator.web.rendering import error_pages
from adjudicator.web.request import (
    app_context,
    current_user,
    form_fields,
    page_language,
    page_matches,
    page_rate_limits,
    security_headers,
)
from adjudicator.web.request.match_code import CodeConverter
from adjudicator.web.request.row_numbers import NumberConverter

__all__ = ["create_app"]

LARGEST_FORM = 64 << 10
HERE = ("127.0.0.1", "localhost", "[::1]")

BLUEPRINTS = (
    front_pages.pages,
    match_page.pages,
    position_pages.pages,
    film_page.pages,
    annotation_forms.pages,
    feeds.pages,
    download_pages.pages,
    move_forms.pages,
    turns_page.pages,
    lobby_pages.pages,
    seat_pages.pages,
    request_pages.pages,
    account_pages.pages,
    subscription_page.pages,
    suppression_page.pages,
    addresses_page.pages,
    availability.pages,
    digest_page.pages,
    introduction_page.pages,
    letter_times_page.pages,
    calendar_feed.pages,
    archive_page.pages,
    export_pages.pages,
    player_page.pages,
    privacy_page.pages,
    openings_page.pages,
    statistics_page.pages,
    verify_page.pages,
)


def create_app(settings: Settings | None = None, context: Context | None = None, *, limits_url: str = "") -> Flask:
    """Build the application. Without arguments it reads the environment, as any WSGI server may call it.

    `limits_url` is the storage of the rate limits, if it is not the settings' broker.
    """
    if settings is None:
        logs.set_up_logging()
        settings = Settings.read(os.environ)
    app = Flask(__name__, template_folder=None)
    app.config.from_mapping(_configuration(settings))
    app.url_map.converters |= {"code": CodeConverter, "int": NumberConverter}
    app_context.set_up_app(app, settings, context or build_context(settings), limits_url)
    protection = CSRFProtect(app)
    protection.exempt(subscription_page.one_click)
    protection.exempt(suppression_page.one_click)
    protection.exempt(webhook.pages)
    for start in (
        form_fields.init_app,
        page_matches.init_app,
        page_language.init_app,
        current_user.init_app,
        security_headers.init_app,
        error_pages.init_app,
    ):
        start(app)
    for pages in (*BLUEPRINTS, *_optional_blueprints(settings)):
        app.register_blueprint(pages)
    page_rate_limits.init_app(app, limits_url or page_rate_limits.storage_url(settings))
    if settings.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies, x_host=settings.proxies
        )
    return app


def _optional_blueprints(settings: Settings) -> Iterator[Blueprint]:
    if settings.mailbox:
        yield mailbox_pages.pages
    if settings.hook_key:
        yield webhook.pages


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
        # A form may stay open for as long as a turn lasts; its token is valid as long as the session.
        "WTF_CSRF_TIME_LIMIT": None,
        # The mailbox shows everybody's letters. Against DNS rebinding: another site's name must not lead to it.
        "TRUSTED_HOSTS": [site.hostname, *HERE] if settings.mailbox else None,
    }
