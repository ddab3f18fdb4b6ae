"""Where a page of a long list ended: the part ``?before=`` of the address of the next one."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import abort, request

from adjudicator.mail.address import LARGEST_ROW
from adjudicator.services.matches.finished.archive_search import Place
from adjudicator.services.matches.names.listed_matches import ListedMatch
from adjudicator.store.tables import Match
from adjudicator.web.request.row_numbers import read_number


def place_of(match: Match | ListedMatch) -> Place:
    """Return the place of a finished match in a list that is sorted by the end of matches."""
    return match.finished_at or match.created_at, match.id


def write_place(place: Place) -> str:
    """Write where a page ends, for `read_place`."""
    ended_at, match_id = place
    return f"{ended_at.isoformat()}/{match_id}"


def read_place() -> Place | None:
    """Read where the page before ended; in older addresses a moment stands alone."""
    text = request.args.get("before", "")
    if not text:
        return None
    moment, _, row = text.partition("/")
    number = read_number(row) if row else 0
    try:
        at = datetime.fromisoformat(moment)
        if at.tzinfo is None or number is None or number > LARGEST_ROW:
            abort(404)
        return at.astimezone(UTC), number
    except (ValueError, OverflowError):  # in UTC the year may be 0 or 10000
        abort(404)
