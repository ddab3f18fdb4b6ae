"""The visitor of the current request: a player who has signed in, or anybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from flask import Flask, abort, g, redirect, request, session, url_for
from werkzeug.wrappers import Response

from adjudicator.services.matches.rows.match_rows import seat_of
from adjudicator.services.players.web_sessions import SignedIn, find_session
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts.games.boards import TEXT_SHAPES
from adjudicator.texts.language.language import Language, language_for
from adjudicator.web.request import app_context, page_language
from adjudicator.web.request.safe_redirect import safe_path

KEY: Final = "session"
WIDE, NARROW, LINEAR = TEXT_SHAPES


@dataclass(frozen=True, slots=True)
class Visitor:
    """A visitor, their language, and their display settings."""

    player: Player | None
    language: Language
    session: SignedIn | None = None
    """The session; None if the visitor is not signed in."""

    @property
    def zone(self) -> str:
        """The player's time zone; UTC for anybody else."""
        return self.player.zone if self.player else "UTC"

    def layout(self) -> str:
        """The text layout that the visitor chose, else the usual one."""
        return self.chosen_layout() or WIDE

    def chosen_layout(self) -> str:
        """The text layout picked on this page, else the preferred one; empty if that is the usual one."""
        picked = request.args.get("layout", "")
        if picked in TEXT_SHAPES:
            return picked
        preferred = self.player.layout if self.player else WIDE
        return "" if preferred == WIDE else preferred

    def wants_text(self) -> bool:
        """Tell whether the visitor picked a text layout on this page, or prefers boards in words to pictures."""
        return request.args.get("layout", "") in TEXT_SHAPES or self.chosen_layout() == LINEAR

    def seat_at(self, match: Match) -> Seat | None:
        """Find the visitor's seat at a match."""
        return seat_of(match, self.player.id if self.player else None)


def init_app(app: Flask) -> None:
    """Recognise the visitor before each request."""
    app.before_request(_recognise_unless_pointless)


def current_visitor() -> Visitor:
    """Return the visitor of this request."""
    if not is_recognised():
        _recognise()
    return cast(Visitor, g.visitor)


def is_recognised() -> bool:
    """Tell whether the visitor was looked up; not so if the database failed during it."""
    return "visitor" in g


def skip_recognition() -> None:
    """Treat the visitor as anybody, without asking the database."""
    g.visitor = Visitor(None, language_for(page_language.choose_language(None)))


def signed_in() -> Player:
    """Return the signed-in player, or end the request with 401."""
    player = current_visitor().player
    if player is None:
        abort(401)
    return player


def ask_to_sign_in() -> Response:
    """Redirect to the page for signing in, and remember the page that was asked for."""
    session["next"] = safe_path(request.full_path.rstrip("?"))
    return redirect(url_for("account.sign_in"), 303)


def start_session(token: str) -> None:
    """Give the browser the token of a new session. Only the page to return to survives from the old cookie."""
    going = session.get("next")
    session.clear()
    session.permanent = True
    session[KEY] = token
    if going:
        session["next"] = going


def end_session() -> None:
    """Remove everything from the cookie that identifies the user."""
    session.clear()


def _recognise_unless_pointless() -> None:
    """Recognise the visitor, unless the request goes to no page of a person: that saves a query."""
    if request.endpoint not in ("static", "front.healthz", "front.robots"):
        _recognise()


def _recognise() -> None:
    token = session.get(KEY)
    found = find_session(app_context.context(), token, app_context.now()) if isinstance(token, str) else None
    player = found.player if found else None
    g.visitor = Visitor(player, language_for(page_language.choose_language(player)), found)
