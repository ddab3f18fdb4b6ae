"""Who asks for a page: a player who has signed in, or anybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from flask import Flask, abort, g, redirect, request, session, url_for
from werkzeug.wrappers import Response

from adjudicator.services.matches.match_rows import seat_of
from adjudicator.services.players.web_sessions import SignedIn, find_session
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts.boards import TEXT_SHAPES
from adjudicator.texts.language import Language, language_for
from adjudicator.web import app_context, page_language
from adjudicator.web.safe_redirect import safe_path

KEY: Final = "session"


@dataclass(frozen=True, slots=True)
class Visitor:
    """One reader of pages, his language, and how he wants things shown."""

    player: Player | None
    language: Language
    session: SignedIn | None = None
    """By which session they are known; None for somebody we do not know."""

    @property
    def zone(self) -> str:
        """His time zone; UTC for somebody we do not know."""
        return self.player.zone if self.player else "UTC"

    def layout(self) -> str:
        """The text board he picked on this page, else the one he prefers."""
        picked = request.args.get("layout", "")
        if picked in TEXT_SHAPES:
            return picked
        return self.player.layout if self.player else TEXT_SHAPES[0]

    def seat_at(self, match: Match) -> Seat | None:
        """Find where he sits at a match."""
        return seat_of(match, self.player.id if self.player else None)


def init_app(app: Flask) -> None:
    """Find out who asks, before anything else needs to know."""
    app.before_request(_recognise_unless_pointless)


def current_visitor() -> Visitor:
    """Name the one who asks for this page."""
    if not is_recognised():
        _recognise()
    return cast(Visitor, g.visitor)


def is_recognised() -> bool:
    """Tell whether it is known who asks; it is not when the database failed over that question."""
    return "visitor" in g


def skip_recognition() -> None:
    """Show a page to whoever asks without finding out who it is."""
    g.visitor = Visitor(None, language_for(page_language.choose_language(None)))


def signed_in() -> Player:
    """Name the signed-in player, or end the request: a form was sent by nobody we know."""
    player = current_visitor().player
    if player is None:
        abort(401)
    return player


def ask_to_sign_in() -> Response:
    """Send somebody to the door, and remember what he wanted."""
    session["next"] = safe_path(request.full_path.rstrip("?"))
    return redirect(url_for("account.sign_in"), 303)


def start_session(token: str) -> None:
    """Give the browser the token of a session. What it held before is forgotten, but for where its user was going."""
    going = session.get("next")
    session.clear()
    session.permanent = True
    session[KEY] = token
    if going:
        session["next"] = going


def end_session() -> None:
    """Take everything from the browser that tells who its user was."""
    session.clear()


def _recognise_unless_pointless() -> None:
    """Spare the database a question where only an error page would be about a person."""
    if request.endpoint not in ("static", "front.healthz", "front.robots"):
        _recognise()


def _recognise() -> None:
    token = session.get(KEY)
    found = find_session(app_context.context(), token, app_context.now()) if isinstance(token, str) else None
    player = found.player if found else None
    g.visitor = Visitor(player, language_for(page_language.choose_language(player)), found)
