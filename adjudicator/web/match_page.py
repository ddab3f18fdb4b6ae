"""The page of a match: the board, whose turn it is, and what the one who looks can do about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from flask import Blueprint, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.match.record import dump_record
from adjudicator.match.ruling import Preview, preview_step
from adjudicator.services.matches.archive import record_of
from adjudicator.services.matches.lobby import find_free_seat, has_seat
from adjudicator.services.matches.match_rows import LoadedMatch, load_match
from adjudicator.services.matches.outages import is_late
from adjudicator.services.orders.order_wording import WORDING
from adjudicator.store.states import MatchState
from adjudicator.texts.letter_facts import Press
from adjudicator.web import app_context, move_list
from adjudicator.web.form_letters import new_form_key
from adjudicator.web.match_code import redirect_to_capitals
from adjudicator.web.match_view import Drawn, MatchView, view_of_match
from adjudicator.web.page_queries import messages_of
from adjudicator.web.rendering import render_page

pages = Blueprint("matches", __name__)
pages.before_request(redirect_to_capitals)

LONGEST_ORDER = 400


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands for one visitor: what is drawn, and what he may choose from."""

    drawn: Drawn
    turn: int
    moving: bool = False
    """Whether he decides now."""
    legal: tuple[str, ...] = ()
    groups: Sequence[move_list.Group] = ()
    tried: str = ""
    """An order that he wants to see before he plays it."""
    begun: bool = False
    """Whether what he tried is the beginning of several steps, of which the board now shows the ends."""
    playable: bool = False
    said: tuple[str, ...] = ()


@pages.get("/m/<code:code>")
def show_match(code: str) -> Response:
    """Show a match; ``?step=`` shows the board after a step and plays nothing."""
    with app_context.context().store.reading() as session:
        return match_page(
            session, view_of_match(session, code), tried=request.args.get("step", "")[:LONGEST_ORDER].strip()
        )


@pages.get("/m/<code:code>/record.json")
def download_record(code: str) -> Response:
    """Hand out the record."""
    with app_context.context().store.reading() as session:
        sight = view_of_match(session, code)
        if sight.match.position is None:
            return not_begun(sight)
        response = Response(dump_record(record_of(sight.match)), mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{sight.match.code}.json"'
    response.add_etag()
    return response.make_conditional(request.environ)


def match_page(session: Session, sight: MatchView, *, tried: str = "", **more: object) -> Response:
    """Show a match as it stands, and after an answer what the answer was."""
    match = sight.match
    if match.position is None:
        return not_begun(sight)
    end = match.end
    placed = zip(end.places, end.scores or [None] * len(match.seats), strict=False) if end else ()
    return render_page(
        "match",
        sight=sight,
        match=match,
        facts=sight.scene.facts(),
        options=sight.options(),
        ending=sight.scene.ending(session),
        standing=build_standing(sight, tried),
        events=[(row, sight.event(row)) for row in match.steps],
        press=list_press(session, sight),
        late=is_late(session, match, app_context.now()),
        places=list(placed),
        mark=new_form_key(),
        **({"answer": None, "text": ""} | more),
    )


def build_standing(sight: MatchView, tried: str) -> Standing:
    """Draw the board, or the board after what the player who is to move wants to try."""
    loaded = load_match(sight.match)
    if loaded.table.to_move is None or loaded.table.to_move != sight.number or sight.resigned:
        return Standing(sight.draw(loaded.table.position), sight.match.turn)
    legal = loaded.orders
    link = partial(_try_link, sight.match.code)
    now = Standing(
        drawn=sight.draw(loaded.table.position, legal=legal, link=link),
        turn=sight.match.turn,
        moving=True,
        legal=legal,
        groups=move_list.group_steps(legal),
        tried=tried,
    )
    return _after(sight, loaded, now, link) if tried else now


def list_press(session: Session, sight: MatchView) -> list[tuple[Press, datetime]] | None:
    """List what the players wrote, for the players alone."""
    if sight.seat is None:
        return None
    written = messages_of(session, sight.match)
    return [(Press(author=sight.match.seats[row.seat].name, text=row.text), row.at) for row in written]


def not_begun(sight: MatchView) -> Response:
    """Show a match that waits for its players, or that was called off before it began."""
    match, player = sight.match, sight.visitor.player
    open_to_all = any(not seat.guest and seat.player is None and not seat.house for seat in match.seats)
    return render_page(
        "invitation",
        sight=sight,
        match=match,
        facts=sight.scene.facts(),
        options=sight.options(),
        waiting=match.state is MatchState.INVITING,
        seated=player is not None and has_seat(match, player.address),
        invited=player is not None and find_free_seat(match, player.address) is not None,
        open_to_all=open_to_all,
        mark=new_form_key(),
    )


def _after(sight: MatchView, loaded: LoadedMatch, now: Standing, link: Callable[[str], str]) -> Standing:
    ends = move_list.steps_beginning_with(now.legal, now.tried)
    if ends:
        drawn = sight.draw(loaded.table.position, legal=ends, link=link)
        return replace(now, drawn=drawn, begun=True, groups=move_list.group_steps(ends))
    shown = preview_step(loaded.table, sight.match.to_move or 0, now.tried, WORDING)
    if not isinstance(shown, Preview):
        return replace(now, said=(sight.refusal(shown),))
    said = tuple(sight.say(note) for one in shown.played for note in one.notes if note.seen_by(sight.number))
    return replace(now, drawn=sight.draw(shown.table.position), playable=True, said=said)


def _try_link(code: str, order: str) -> str:
    return url_for("matches.show_match", code=code, step=order, _anchor="board")
