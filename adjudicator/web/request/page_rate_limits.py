"""Rate limits of forms by visitor: letters to strangers, new matches, moves."""

from __future__ import annotations

from types import MappingProxyType

from flask import Flask, request
from flask_limiter import Limiter

from adjudicator.config.network_of import network_of
from adjudicator.config.settings import Settings
from adjudicator.infra.private_broker import redis_url
from adjudicator.web.request.current_user import current_visitor

FEED = "calendar.show_feed"
VERIFY = "verify.show_verify"
FILM = "film.show_film"
TURNS = "turns.submit_turns"
DOWNLOADS = "20 per minute; 200 per hour"
FEEDS = "30 per minute; 300 per hour"
LIMITS = MappingProxyType(
    {
        "account.mail_link": "6 per minute; 30 per hour",
        "account.confirm_link": "20 per minute",
        "lobby.create_match": "10 per minute; 60 per hour",
        "seats.submit_seat": "10 per minute; 60 per hour",
        "identity.submit_change": "20 per minute; 60 per hour",
        "presence.save_absence": "20 per minute; 60 per hour",
        "presence.save_times": "20 per minute; 60 per hour",
        "letter_times.save_reminders": "20 per minute; 60 per hour",
        "letter_times.save_quiet": "20 per minute; 60 per hour",
        "letter_times.save_calendar": "20 per minute; 60 per hour",
        FEED: "20 per minute; 120 per hour",
        VERIFY: "30 per minute; 300 per hour",
        "downloads.download_told_text": DOWNLOADS,
        "downloads.download_told_page": DOWNLOADS,
        "downloads.download_pictures": "6 per minute; 60 per hour",
        "downloads.download_letters": DOWNLOADS,
        FILM: DOWNLOADS,
        "feeds.show_archive_feed": FEEDS,
        "feeds.show_match_feed": FEEDS,
        "feeds.show_player_feed": FEEDS,
        "requests.answer_request": "20 per minute",
        "moves.submit_order": "40 per minute",
        "moves.submit_press": "20 per minute",
        "moves.show_result": "60 per minute",
        "turns.show_results": "60 per minute",
        TURNS: "20 per minute",
        "annotations.submit_comment": "10 per minute; 60 per hour",
        "annotations.submit_diary": "20 per minute",
    }
)
"""Limits by endpoint. Reading is free, but for programs that fetch a calendar, looking up digests, pages that wait for
a worker, and what draws every position of a match."""


LETTERS = "60 per minute; 240 per hour"
"""Limit of all forms together that become letters: as many as a player may send by mail in an hour."""
HANDING_IN = ("moves", "turns")
"""Blueprints whose forms become letters."""
WRITTEN = ("step", "text")
"""Fields of `/turns` in which an order stands. Others are sent for every match on the page."""


def init_app(app: Flask, url: str) -> None:
    """Install the limits. If the broker is unreachable each server counts in its own memory."""
    limiter = Limiter(
        _who,
        storage_uri=url,
        storage_options={"socket_connect_timeout": 1} if "redis" in url else {},
        in_memory_fallback_enabled="redis" in url,
        key_prefix="adjudicator",
        headers_enabled=False,
    )
    for endpoint, limit in LIMITS.items():
        app.view_functions[endpoint] = limiter.limit(limit)(app.view_functions[endpoint])  # type: ignore[assignment]
    letters = limiter.shared_limit(LETTERS, scope="letters", cost=_count_letters)
    for endpoint in list_forms(app):
        app.view_functions[endpoint] = letters(app.view_functions[endpoint])  # type: ignore[assignment]
    limiter.init_app(app)


def list_forms(app: Flask) -> set[str]:
    """List the endpoints whose forms become letters."""
    forms = (rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ()))
    return {endpoint for endpoint in forms if endpoint.partition(".")[0] in HANDING_IN}


def _count_letters() -> int:
    """Count the letters that a form becomes: one page has forms for several matches."""
    fields = ((name.partition("-"), text) for name, text in request.form.items(multi=True))
    filled = {code for (kind, _, code), text in fields if kind in WRITTEN and text.strip()}
    return max(1, len(filled)) if request.endpoint == TURNS else 1


def storage_url(settings: Settings) -> str:
    """Convert the broker's URL for Flask-Limiter."""
    return redis_url(settings).replace("unix://", "redis+unix://", 1)


def _who() -> str:
    """Count by player over all their browsers, a calendar by its address, and everybody else by their network.

    One machine fetches the calendars of many people.
    """
    if request.endpoint == FEED:
        return f"calendar {request.path}"
    player = current_visitor().player
    return f"player {player.id}" if player else f"from {network_of(request.remote_addr or '')}"
