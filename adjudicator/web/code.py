"""What stands in the addresses of pages: codes of matches, read in either case and written in capitals, and numbers."""

from __future__ import annotations

from flask import redirect, request, url_for
from werkzeug.routing import BaseConverter, IntegerConverter, Map
from werkzeug.wrappers import Response

from adjudicator.mail.address import LARGEST_ROW


class CodeConverter(BaseConverter):
    """Matches the code of a match."""

    regex = "[0-9A-Za-z]{3,8}"


class NumberConverter(IntegerConverter):
    """Matches a number that the database can be asked for; a larger one is the address of no page."""

    def __init__(self, url_map: Map) -> None:
        super().__init__(url_map, max=LARGEST_ROW)


def in_capitals() -> Response | None:
    """Send a reader who typed a code in small letters to the one address that the page has."""
    named = request.view_args or {}
    code = named.get("code", "")
    if request.method != "GET" or code == code.upper():
        return None
    right = url_for(request.endpoint or "", **(named | {"code": code.upper()}))
    query = request.query_string.decode("ascii", "ignore")
    return redirect(f"{right}?{query}" if query else right, 301)
