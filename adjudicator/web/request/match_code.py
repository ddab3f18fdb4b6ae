"""Match codes in URLs: read in either case, written in capitals."""

from __future__ import annotations

from flask import redirect, request, url_for
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response


class CodeConverter(BaseConverter):
    """Matches the code of a match."""

    regex = "[0-9A-Za-z]{3,8}"


def redirect_to_capitals() -> Response | None:
    """Redirect a URL with a code in small letters to the canonical one."""
    named = request.view_args or {}
    code = named.get("code", "")
    if request.method != "GET" or code == code.upper():
        return None
    right = url_for(request.endpoint or "", **(named | {"code": code.upper()}))
    query = request.query_string.decode("ascii", "ignore")
    return redirect(f"{right}?{query}" if query else right, 301)
