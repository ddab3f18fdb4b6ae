"""Atom feeds: of the archive, of a player, and of a match: its turns as a spectator sees them, its end, and comments.

A private match is in none, not even for its players: a program that fetches a feed is not signed in.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.services.matches.finished.archive import select_finished
from adjudicator.services.matches.finished.player_pages import find_public_player, list_numbers, page_of
from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.services.matches.view.feed_view import MOST_MATCHES, FeedTeller
from adjudicator.texts.formats.atom import CONTENT_TYPE, Feed, write_feed
from adjudicator.texts.language.language import LANGUAGES
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import current_visitor
from adjudicator.web.request.match_code import redirect_to_capitals
from adjudicator.web.request.page_matches import match_reader

pages = Blueprint("feeds", __name__)
pages.before_request(redirect_to_capitals)

KEPT = "private, max-age=300"
"""Programs that ask every minute get the same for five minutes."""


@dataclass(frozen=True, slots=True)
class _LivePlaces:
    """Where the pages of this site are. A feed has the language in its address that was asked for there."""

    site: str
    asked: str | None

    def page(self, path: str) -> str:
        return f"{self.site}/{path}"

    def feed(self, path: str) -> str:
        url = f"{self.site}/{path}.atom"
        return f"{url}?lang={self.asked}" if self.asked in LANGUAGES else url

    def turn(self, code: str, _turn: int, n: int) -> str:
        return f"{self.site}/m/{code}/{n}"

    def comment(self, code: str, n: int, mark: str) -> str:
        return f"{self.site}/m/{code}/{n}#c{mark}"


@pages.get("/archive.atom")
def show_archive_feed() -> Response:
    """Show the matches that ended last."""
    with app_context.context().store.reading() as session:
        teller, reader = _teller(session), match_reader()
        matches = reader.fetch(session, select_finished().limit(MOST_MATCHES))
        return _respond(teller.tell_archive(teller.tell_ends(matches, reader)))


@pages.get("/players/<page>.atom")
def show_player_feed(page: str) -> Response:
    """Show the matches of a player that ended last; an address with an outdated name leads to the present one."""
    with app_context.context().store.reading() as session:
        player = find_public_player(session, page)
        if player is None:
            abort(404)
        if page != (right := page_of(player)):
            return redirect(url_for("feeds.show_player_feed", page=right, lang=request.args.get("lang")), 303)
        teller, reader = _teller(session), match_reader()
        matches = reader.fetch_numbered(session, list_numbers(session, player, MOST_MATCHES))
        return _respond(teller.tell_player(player, page, teller.tell_ends(matches, reader)))


@pages.get("/m/<code:code>.atom")
def show_match_feed(code: str) -> Response:
    """Show the turns of a match that are over, its end, and its annotations."""
    with app_context.context().store.reading() as session:
        match = find_match(session, code)
        if match is None or match.private or match.position is None:
            abort(404)
        return _respond(_teller(session).tell_match(match))


def _teller(session: Session) -> FeedTeller:
    context = app_context.context()
    places = _LivePlaces(context.site, request.args.get("lang"))
    return FeedTeller(context, session, current_visitor().language, app_context.now(), places)


def _respond(feed: Feed) -> Response:
    response = Response(write_feed(feed), mimetype=CONTENT_TYPE)
    response.last_modified = feed.updated
    response.headers["Cache-Control"] = KEPT
    response.add_etag()
    return response.make_conditional(request.environ)
