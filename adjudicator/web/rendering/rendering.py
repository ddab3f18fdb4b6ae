"""Renders pages in the template environments of the letters, with the values that every page needs."""

from __future__ import annotations

from functools import cache, partial
from urllib.parse import urlencode

from flask import flash, get_flashed_messages, request, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

from adjudicator.texts.language.language import Language
from adjudicator.texts.times import times
from adjudicator.web.rendering.assets import asset_url
from adjudicator.web.request import app_context, page_language
from adjudicator.web.request.current_user import Visitor, current_visitor
from adjudicator.web.request.local_peer import sees_mailbox
from adjudicator.web.request.page_matches import match_reader
from adjudicator.web.request.safe_redirect import safe_path

A_CODE = "00000000"
"""Stands for the code of a match: there is none with a zero in it."""


def render_page(name: str, status: int = 200, /, **values: object) -> Response:
    """Render a page for the current visitor."""
    who = current_visitor()
    html = who.language.render(f"web/{name}.html", **_everywhere(who), **values)
    return Response(html, status, mimetype="text/html")


def flash_remark(text: str) -> None:
    """Show a sentence at the top of the next page."""
    flash(text)


def render_text(language: Language, template: str, **values: object) -> str:
    """Render a text that pages share with letters. It is not HTML: the page that shows it escapes it."""
    return language.render(f"mail/{template}.txt", **values).strip()


def _everywhere(who: Visitor) -> dict[str, object]:
    return {
        "layout": "web/_page.html",
        "url_for": url_for,
        "match_url": _url_of_match,
        "asset": asset_url,
        "csrf_token": generate_csrf,
        "player": who.player,
        "remarks": get_flashed_messages,
        "faulty": partial(match_reader().say, who.language),
        "languages": page_language.NAMES,
        "in_language": _in_language,
        "page_path": _path_of_page(),
        "mailbox": sees_mailbox(),
        "service": app_context.context().addresses.service,
        "site": app_context.context().site,
        "endpoint": request.endpoint or "",
        "until": partial(times.format_deadline, zone=who.zone, language=who.language),
        "short_time": partial(times.format_short, zone=who.zone, language=who.language),
        "date": partial(times.format_date, zone=who.zone, language=who.language),
        "span": partial(times.format_days, language=who.language),
        "iso": lambda moment: moment.isoformat(timespec="seconds"),
    }


def _url_of_match(endpoint: str, code: str) -> str:
    """Return a URL with the code of a match, for lists: Flask takes 20 microseconds to build one."""
    before, after = _around_code(endpoint, request.script_root)
    return f"{before}{code}{after}"


@cache
def _around_code(endpoint: str, script_root: str) -> tuple[str, str]:
    before, _, after = url_for(endpoint, code=A_CODE).removeprefix(script_root).partition(A_CODE)
    return script_root + before, after


def _path_of_page() -> str:
    """Return the path of this page, to come back to it; of the front page if it is the result of a form."""
    return safe_path(request.full_path.rstrip("?")) if request.method == "GET" and request.endpoint else "/"


def _in_language(code: str) -> str:
    """Return the URL of this page in another language."""
    if request.method != "GET" or request.endpoint is None:
        return url_for("front.show_front", lang=code)
    here = url_for(request.endpoint, **(request.view_args or {}))
    return f"{here}?{urlencode(request.args.to_dict() | {'lang': code})}"
