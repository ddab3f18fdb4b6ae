"""The forms for diaries and comments, and the pages on which the moves of a comment are leafed through.

A form does not pass through the inbox: nobody is answered, and no copy of a diary is kept unsealed.
"""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from adjudicator.services.matches.annotations.comments import (
    MOST_AT_A_POSITION,
    WantedComment,
    check_comment,
    find_comment,
    list_comments,
    strike_comment,
    write_comment,
)
from adjudicator.services.matches.annotations.diaries import take_back_diary, write_diary
from adjudicator.services.matches.annotations.variations import play_variation
from adjudicator.services.matches.positions.past_positions import frame_at
from adjudicator.services.matches.rows.match_rows import seat_of
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.tables import Match, Player
from adjudicator.web.matches.annotations import Draft, reader_of, say_refusal
from adjudicator.web.matches.match_view import lock_seen_match, view_of_match
from adjudicator.web.positions.leafing import FROM
from adjudicator.web.positions.position_pages import open_position, position_page
from adjudicator.web.rendering.rendering import flash_remark, render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import current_visitor, signed_in
from adjudicator.web.request.match_code import redirect_to_capitals

pages = Blueprint("annotations", __name__)
pages.before_request(redirect_to_capitals)


@pages.post("/m/<code:code>/<int:n>/comments")
def submit_comment(code: str, n: int) -> Response:
    """Write a comment on a position, or an answer to one; a text that cannot be written comes back with the reason."""
    asked = signed_in()
    wanted = WantedComment(
        n=n,
        answers=min(request.form.get("answers", 0, type=int), MOST_AT_A_POSITION + 1),
        moves=request.form.get("moves", "").strip(),
        strict=True,
        text=request.form.get("text", ""),
    )
    try:
        with unit_of_work(app_context.context(), app_context.now()) as work:
            match, player = _open(work, code, asked)
            row = write_comment(
                work, match, player, check_comment(work, match, player, wanted, current_visitor().language)
            )
            mark, where = f"{row.n}.{row.number}", match.code
    except RefusedError as fault:
        return _refuse(code, wanted, fault)
    flash_remark(current_visitor().language.gettext("Your comment is there: number %(mark)s.") % {"mark": mark})
    return redirect(url_for("positions.show_position", code=where, n=n, _anchor=f"c{mark}"), 303)


@pages.post("/m/<code:code>/<int:n>/comments/<int:number>/strike")
def submit_strike(code: str, n: int, number: int) -> Response:
    """Strike out one's own comment."""
    asked = signed_in()
    try:
        with unit_of_work(app_context.context(), app_context.now()) as work:
            match, player = _open(work, code, asked)
            strike_comment(work, match, player, n, number)
            where = match.code
    except RefusedError:
        abort(404)
    return redirect(url_for("positions.show_position", code=where, n=n, _anchor=f"c{n}.{number}"), 303)


@pages.post("/m/<code:code>/comment-news")
def save_comment_news(code: str) -> Response:
    """Choose whether a letter tells of comments on one's matches."""
    asked = signed_in()
    with unit_of_work(app_context.context(), app_context.now()) as work:
        match, player = _open(work, code, asked)
        player.comment_news = request.form.get("told") == "on"
        where = match.code
    flash_remark(current_visitor().language.gettext("Saved."))
    return redirect(url_for("matches.show_match", code=where, _anchor="comments"), 303)


@pages.post("/m/<code:code>/diary")
def submit_diary(code: str) -> Response:
    """Add an entry to one's diary."""
    asked, language = signed_in(), current_visitor().language
    try:
        with unit_of_work(app_context.context(), app_context.now()) as work:
            match, player = _open(work, code, asked)
            seat, where = seat_of(match, player.id), match.code
            if match.position is None or seat is None or seat.vacant_at is not None:
                abort(403)
            entry = write_diary(work, match, seat, request.form.get("text", ""))
            said = language.gettext("Kept as entry %(number)s of turn %(turn)s.") % {
                "number": entry.number,
                "turn": entry.turn,
            }
    except RefusedError as fault:
        with app_context.context().store.reading() as session:
            said = say_refusal(view_of_match(session, code), fault)
    flash_remark(said)
    return redirect(url_for("matches.show_match", code=where, _anchor="diary"), 303)


@pages.post("/m/<code:code>/diary/take-back")
def submit_take_back(code: str) -> Response:
    """Take back an entry of one's diary, or all of it."""
    asked = signed_in()
    try:
        with unit_of_work(app_context.context(), app_context.now()) as work:
            match, player = _open(work, code, asked)
            take_back_diary(work, match, player.id, request.form.get("number", type=int))
            where = match.code
    except RefusedError:
        abort(404)
    flash_remark(current_visitor().language.gettext("Taken back."))
    return redirect(url_for("matches.show_match", code=where, _anchor="diary"), 303)


@pages.get("/m/<code:code>/<int:n>/line/<int:number>/<int:step>")
def show_variation(code: str, n: int, number: int, step: int) -> Response:
    """Show the position after some moves of a comment's variation; 0 is the position that it is about."""
    with app_context.context().store.reading() as session:
        here, frame = open_position(session, code, n)
        view, reader = here.view, reader_of(session, here.view)
        row = find_comment(session, view.match, n, number) if number <= MOST_AT_A_POSITION else None
        threads = (one for thread in list_comments(reader, n) for one in (thread, *thread.answers))
        shown = next((one for one in threads if one.number == number and one.line), None)
        if row is None or shown is None or step > len(shown.line):
            abort(404)
        positions = list(play_variation(view.engine, frame.position, row.line[:step]))
        return render_page(
            "variation",
            view=view,
            facts=view.scene.facts(),
            here=here,
            kept={} if here.chosen is None else {FROM: here.chosen},
            n=n,
            comment=shown,
            step=step,
            drawn=view.draw(positions[-1]),
        )


def _open(work: UnitOfWork, code: str, asked: Player) -> tuple[Match, Player]:
    """Lock a match that the visitor may see, and load their own row; end the request with 404 otherwise."""
    return lock_seen_match(work.session, code), work.session.get_one(Player, asked.id)


def _refuse(code: str, wanted: WantedComment, fault: RefusedError) -> Response:
    with app_context.context().store.reading() as session:
        view = view_of_match(session, code)
        if view.match.position is None or frame_at(view.match, wanted.n) is None:
            abort(404)
        draft = Draft(wanted.answers, wanted.text, wanted.moves, say_refusal(view, fault))
        here, found = open_position(session, code, wanted.n)
        return position_page(session, here, found, draft)
