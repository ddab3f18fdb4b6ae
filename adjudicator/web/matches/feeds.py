"""Atom feeds: of the archive, of a player, and of a match: its turns as a spectator sees them, its end, and comments.

A private match is in none, not even for its players: a program that fetches a feed is not signed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import groupby
from urllib.parse import urlsplit

from flask import Blueprint, abort, redirect, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.services.context import Context
from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.services.matches.view.archive import finished_matches
from adjudicator.services.matches.view.comments import ShownComment, list_comments
from adjudicator.services.matches.view.player_pages import find_public_player, list_matches, page_of
from adjudicator.services.matches.view.shown_names import name_in_public
from adjudicator.store.states import MatchState
from adjudicator.store.tables import EntryRow, Match
from adjudicator.texts.atom import CONTENT_TYPE, Feed, FeedEntry, make_tag, write_feed
from adjudicator.texts.event_text import write_event
from adjudicator.texts.language import LANGUAGES
from adjudicator.web.matches.annotations import reader_of
from adjudicator.web.matches.match_view import MatchView
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import Visitor, current_visitor
from adjudicator.web.request.match_code import redirect_to_capitals

pages = Blueprint("feeds", __name__)
pages.before_request(redirect_to_capitals)

MOST_MATCHES = 40
MOST_ENTRIES = 100
NAME = "Adjudicator"
FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
"""The day in the id of the archive's feed; an empty archive has not changed since."""
KEPT = "private, max-age=300"
"""Programs that ask every minute get the same for five minutes."""


@pages.get("/archive.atom")
def show_archive_feed() -> Response:
    """Show the matches that ended last."""
    with app_context.context().store.reading() as session:
        title = current_visitor().language.gettext("Archive")
        return _respond(_feed_of_ends(session, "archive", title, finished_matches(session, limit=MOST_MATCHES)))


@pages.get("/players/<page>.atom")
def show_player_feed(page: str) -> Response:
    """Show the matches of a player that ended last; an address with an outdated name leads to the present one."""
    with app_context.context().store.reading() as session:
        player = find_public_player(session, page)
        if player is None:
            abort(404)
        if page != (right := page_of(player)):
            return redirect(url_for("feeds.show_player_feed", page=right, lang=request.args.get("lang")), 303)
        name = name_in_public(player, player.name, current_visitor().language)
        # The key of the page is another one as soon as its player is called otherwise: it is another feed then.
        key = page.rpartition("-")[2]
        found = list_matches(session, player, MOST_MATCHES)
        return _respond(_feed_of_ends(session, f"players/{page}", name, found, tag=("player", key)))


def _feed_of_ends(
    session: Session, path: str, title: str, matches: Iterable[Match], tag: tuple[str, ...] = ("archive",)
) -> Feed:
    """Tell how some matches ended; `path` is that of the page with the same."""
    context, language = app_context.context(), current_visitor().language
    url = f"{context.site}/{path}"
    return Feed(
        id=make_tag(_host(context), FIRST_DAY, *tag),
        title=f"{NAME}{language.colon}{title}",
        url=url,
        own_url=_own_url(f"{url}.atom"),
        author=NAME,
        language=language.language,
        since=FIRST_DAY,
        entries=tuple(_tell_end(session, _spectate(match)) for match in matches),
    )


@pages.get("/m/<code:code>.atom")
def show_match_feed(code: str) -> Response:
    """Show the turns of a match that are over, its end, and what is said about it."""
    with app_context.context().store.reading() as session:
        match = find_match(session, code)
        if match is None or match.private or match.position is None:
            abort(404)
        view = _spectate(match)
        url = view.scene.url
        feed = Feed(
            id=_tag(view, "feed"),
            title=_title(view),
            url=url,
            own_url=_own_url(f"{url}.atom"),
            author=NAME,
            language=view.visitor.language.language,
            since=match.started_at or match.created_at,
            entries=tuple(sorted(_list_entries(session, view), key=lambda one: one.at, reverse=True)[:MOST_ENTRIES]),
        )
    return _respond(feed)


def _spectate(match: Match) -> MatchView:
    """Show a match as somebody sees it who has no part in it."""
    return MatchView(app_context.context(), Visitor(None, current_visitor().language), match, None)


def _list_entries(session: Session, view: MatchView) -> Iterator[FeedEntry]:
    match = view.match
    over = match.state is not MatchState.RUNNING
    for turn, found in groupby(match.entries, key=lambda row: row.turn):
        if over or turn < match.turn:
            told = _tell_turn(view, turn, list(found))
            if told.text:  # not so if it has nothing but the end of the match
                yield told
    if match.end is not None:
        yield _tell_end(session, view)
    for thread in list_comments(reader_of(session, view)):
        yield from (_tell_comment(view, one) for one in (thread, *thread.answers) if one.text or one.line)


def _tell_turn(view: MatchView, turn: int, rows: list[EntryRow]) -> FeedEntry:
    scene, language, last = view.scene, view.visitor.language, rows[-1]
    said = filter(None, (write_event(event, None, language) for event in scene.events(rows)))
    return FeedEntry(
        id=_tag(view, "turn", str(turn)),
        title=f"{_title(view)}, {language.gettext('Turn %(turn)s') % {'turn': turn}}",
        url=f"{scene.url}/{last.n}",
        at=max(row.at for row in rows),
        text="\n".join(said),
    )


def _tell_end(session: Session, view: MatchView) -> FeedEntry:
    match = view.match
    return FeedEntry(
        id=_tag(view, "end"),
        title=f"{_title(view)}{view.visitor.language.colon}{view.result()}",
        url=view.scene.url,
        at=match.finished_at or match.created_at,
        text=f"{view.result()}. {view.scene.ending(session)}",
    )


def _tell_comment(view: MatchView, one: ShownComment) -> FeedEntry:
    language = view.visitor.language
    moves = "; ".join(one.line)
    return FeedEntry(
        id=_tag(view, "comment", one.mark),
        title=f"{_title(view)}, {language.gettext('comment %(mark)s') % {'mark': one.mark}}",
        url=f"{view.scene.url}/{one.n}#c{one.mark}",
        at=one.at,
        text="\n".join(filter(None, (moves, one.text))),
        author=one.author,
    )


def _title(view: MatchView) -> str:
    facts = view.scene.facts()
    names = " \N{EN DASH} ".join(player.name for player in facts.players)
    return f"{facts.game} {facts.code} ({names})"


def _tag(view: MatchView, *path: str) -> str:
    return make_tag(_host(view.context), view.match.created_at, "match", view.match.code, *path)


def _host(context: Context) -> str:
    return urlsplit(context.site).hostname or "localhost"


def _own_url(url: str) -> str:
    """Return the address of the feed in the language that was asked for."""
    return f"{url}?lang={request.args['lang']}" if request.args.get("lang") in LANGUAGES else url


def _respond(feed: Feed) -> Response:
    response = Response(write_feed(feed), mimetype=CONTENT_TYPE)
    response.last_modified = feed.updated
    response.headers["Cache-Control"] = KEPT
    response.add_etag()
    return response.make_conditional(request.environ)
