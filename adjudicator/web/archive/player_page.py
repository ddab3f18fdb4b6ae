"""The page of a player: matches, games and opponents, as far as the player shows a name."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from adjudicator.services.matches.finished import player_pages
from adjudicator.web.archive.archive_page import A_PAGE
from adjudicator.web.matches import match_list
from adjudicator.web.matches.leafed_lists import read_place
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import current_visitor

pages = Blueprint("players", __name__)


@pages.get("/players/<page>")
def show_player(page: str) -> Response:
    """Show a player; an address with an outdated name leads to the present one."""
    before, who = read_place(), current_visitor()
    with app_context.context().store.reading() as session:
        player = player_pages.find_public_player(session, page)
        if player is None:
            abort(404)
        if page != (right := player_pages.page_of(player)):
            return redirect(url_for("players.show_player", page=right, before=request.args.get("before")), 303)
        found = player_pages.list_numbers(session, player, A_PAGE + 1, before)
        listed, older = match_list.list_page(session, who, found, A_PAGE)
        return render_page(
            "player",
            told=player_pages.tell_player(session, player, who.language),
            feed=url_for("feeds.show_player_feed", page=page, lang=who.language.language),
            matches=listed,
            files=True,
            newest=url_for("players.show_player", page=page) if before is not None else "",
            older=url_for("players.show_player", page=page, before=older) if older else "",
        )
