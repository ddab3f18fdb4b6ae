"""The archive of finished matches, and its search."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, request
from werkzeug.wrappers import Response

from adjudicator.engines.registry import list_rules
from adjudicator.match.timekeeping.zone_offsets import find_zone
from adjudicator.services.answers.archive_words import refuse_term
from adjudicator.services.answers.search_terms import (
    ADDRESS,
    BadTerm,
    SearchTerms,
    UnreadableSearch,
    most_seats,
    read_terms,
)
from adjudicator.services.matches.finished.archive import select_finished
from adjudicator.services.matches.finished.archive_search import Place, Search, find_finished
from adjudicator.services.matches.names.listed_matches import find_numbers
from adjudicator.services.matches.view.match_summary import MatchSummary
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.statistics.said_search import say_search
from adjudicator.web.archive.export_pages import is_exported
from adjudicator.web.matches import match_list
from adjudicator.web.matches.leafed_lists import read_place
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import current_visitor

pages = Blueprint("archive", __name__)

A_PAGE = 40
LONGEST_TERM = 200
_TERMS = ("game", "player", "opponent", "names", "result", "kind", "seats", "since", "until", "options", "annotated")


@pages.get("/archive")
def list_archive() -> Response:
    """List finished matches, the newest first: all, or those that are looked for; `?before=` goes on where a page ends.

    What cannot be read is told beside its field, with status 400.
    """
    before, terms = read_place(), _read_given()
    try:
        search = read_terms(terms, find_zone(current_visitor().zone), app_context.now())
    except UnreadableSearch as fault:
        return _render(terms, [], faults=fault.faults)
    listed, older = _find(search, before)
    return _render(terms, listed, older=older)


def _find(search: Search, before: Place | None) -> tuple[list[MatchSummary], str]:
    """List a page, and write where it ends; nothing behind the last page."""
    who = current_visitor()
    with app_context.context().store.reading() as session:
        if search.any:
            found = find_finished(session, search, A_PAGE + 1, who.player.id if who.player else None, before)
        else:
            found = find_numbers(session, select_finished(before), A_PAGE + 1)
        return match_list.list_page(session, who, found, A_PAGE)


def _render(
    terms: SearchTerms, listed: list[MatchSummary], *, older: str = "", faults: Sequence[BadTerm] = ()
) -> Response:
    return render_page(
        "archive",
        400 if faults else 200,
        finished=listed,
        older=older,
        query=terms.query(),
        searched=say_search(terms.named(), current_visitor().language) if terms.query() and not faults else "",
        first="before" not in request.args,
        terms=terms,
        fault=_by_field(terms, faults),
        games=[(rules.name, rules.title) for rules in list_rules()],
        exported=is_exported(),
        seats=[(number, number) for number in range(2, most_seats() + 1)],
    )


def _by_field(terms: SearchTerms, faults: Sequence[BadTerm]) -> dict[str, str]:
    """Say what is wrong beside each field; options may have several faults."""
    said: dict[str, list[str]] = {}
    for fault in faults:
        said.setdefault(fault.term, []).append(_say(fault, terms))
    return {term: " ".join(sentences) for term, sentences in said.items()}


def _say(fault: BadTerm, terms: SearchTerms) -> str:
    return render_note(refuse_term(fault, terms).note, current_visitor().language, None, ())


def _read_given() -> SearchTerms:
    given = {name: request.args.get(ADDRESS.get(name, name), "").strip() for name in _TERMS}
    return SearchTerms(**{name: value[:LONGEST_TERM] for name, value in given.items()})
