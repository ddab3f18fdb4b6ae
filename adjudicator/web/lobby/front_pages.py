"""The front page, a player's matches, the rules of games, ``/healthz`` and ``robots.txt``."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, url_for
from jinja2 import TemplateNotFound
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.wrappers import Response

from adjudicator.engines.registry import close_games, newest_engine
from adjudicator.mail.commands.lines.translation import translate_command
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.services.matches.finished.archive import select_finished
from adjudicator.services.matches.names.listed_matches import find_numbers
from adjudicator.services.matches.view.open_seats import select_joinable, select_vacant
from adjudicator.texts.formats.mailto_links import mailto_link
from adjudicator.texts.games.rulebook import render_rulebook
from adjudicator.texts.language.language import N_, Language
from adjudicator.web.lobby import game_cards, sample_letter
from adjudicator.web.matches import match_list, page_queries
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import ask_to_sign_in, current_visitor
from adjudicator.web.request.security_headers import PICTURE_POLICY

pages = Blueprint("front", __name__)

SHOWN = 8
FRIEND = N_("friend")
KEPT_FROM_ROBOTS = (
    "/r/",
    "/l/",
    "/sign-in",
    "/welcome",
    "/preferences",
    "/mine",
    "/turns",
    "/mailbox",
    "/new",
    "/join",
    "/takeover",
)


@pages.get("/")
def show_front() -> Response:
    """Show an introduction, the running matches, and the ways to begin."""
    context, who = app_context.context(), current_visitor()
    with context.store.reading() as session:
        own = match_list.own_numbers(session, who)[:SHOWN]
        running = find_numbers(session, page_queries.select_running(), SHOWN + len(own))
        lists = match_list.list_matches(
            session,
            who,
            own=own,
            running=[number for number in running if number not in own][:SHOWN],
            joinable=find_numbers(session, select_joinable(), SHOWN),
            vacant=find_numbers(session, select_vacant(), SHOWN),
            finished=find_numbers(session, select_finished(), SHOWN),
        )
        return render_page(
            "front",
            **lists,
            cards=game_cards.list_cards(who.language),
            letter=sample_letter.turn_letter(context.addresses, context.site, who.language.language),
            narrow=sample_letter.unfold_letter(
                sample_letter.turn_letter(context.addresses, context.site, who.language.language, "narrow").text
            ),
            begin=mailto_link(context.addresses.service, _first_letter(who.language)),
            learn=mailto_link(context.addresses.service, word_for("help", who.language.language)),
        )


def _first_letter(language: Language) -> str:
    return translate_command(f"new egyptos with {language.gettext(FRIEND)}@example.org", language.language)


@pages.get("/mine")
def list_my_matches() -> Response:
    """List the player's own matches."""
    who = current_visitor()
    if who.player is None:
        return ask_to_sign_in()
    with app_context.context().store.reading() as session:
        lists = match_list.list_matches(session, who, own=match_list.own_numbers(session, who))
        return render_page("my_matches", **lists)


@pages.get("/games/<game>.svg")
def show_game(game: str) -> Response:
    """Show a position of a game in mid-play, for who has never seen it."""
    try:
        picture = game_cards.draw_sample(newest_engine(game).rules.name, current_visitor().language.language)
    except KeyError:
        abort(404)
    response = Response(picture, mimetype="image/svg+xml")
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


@pages.get("/rules/<game>")
def show_rules(game: str) -> Response:
    """Show the rules of a game; a misspelt name redirects to the nearest game."""
    try:
        found = newest_engine(game).rules
        text = render_rulebook(found.name, current_visitor().language)
    except (KeyError, TemplateNotFound):
        close = close_games(game)
        return redirect(url_for("front.show_rules", game=close[0])) if close and close[0] != game else abort(404)
    return render_page("rules", rules=found, rulebook=text)


@pages.get("/healthz")
def healthz() -> Response:
    """Answer a health check: the database is asked too."""
    try:
        with app_context.context().store.reading() as session:
            page_queries.check_database(session)
    except SQLAlchemyError:
        return Response("the database does not answer\n", 503, mimetype="text/plain")
    return Response("ok\n", mimetype="text/plain")


@pages.get("/robots.txt")
def robots() -> Response:
    """Exclude pages that are not public."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in KEPT_FROM_ROBOTS)]
    return Response("\n".join(lines) + "\n", mimetype="text/plain")
