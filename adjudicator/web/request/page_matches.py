"""The reader of the matches that a page shows. Faulty ones are named at its end, and stored after the request."""

from __future__ import annotations

from typing import cast

import structlog
from flask import Flask, g
from sqlalchemy.exc import OperationalError
from werkzeug.wrappers import Response

from adjudicator.services.match_reader import MatchReader
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.web.request import app_context

NAME = "match_reader"

log = structlog.get_logger()


def init_app(app: Flask) -> None:
    """Store the faults of a page when it is made."""
    app.after_request(_note_faulty)


def match_reader() -> MatchReader:
    """Return the reader of this request."""
    if NAME not in g:
        g.setdefault(NAME, MatchReader())
    return cast("MatchReader", g.get(NAME))


def _note_faulty(response: Response) -> Response:
    reader = match_reader()
    if reader.faulty:
        try:
            with app_context.context().store.reading() as session:
                fresh = reader.has_news(session)
            if fresh:
                with unit_of_work(app_context.context(), app_context.now()) as work:
                    reader.note(work)
        except OperationalError:
            log.warning("faulty matches were not stored", matches=[one.code for one in reader.faulty.values()])
    return response
