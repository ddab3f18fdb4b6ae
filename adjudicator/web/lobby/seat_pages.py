"""The pages of a seat that can be taken: a free one before the match begins, and one that its player has left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from flask import Blueprint, abort, redirect, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.engines.contract import Note
from adjudicator.match.record.given_salt import NOTHING_GIVEN, Given
from adjudicator.match.record.sealing import digest_seed
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.matches.opening.lobby import has_seat, join_match, may_join
from adjudicator.services.matches.rows.known_matches import find_known_match
from adjudicator.services.matches.seats.proposals import withdraw_wish
from adjudicator.services.matches.seats.seat_takers import seat_offered, take_seat
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.states import MatchState, SeatState
from adjudicator.store.tables import Match, Player
from adjudicator.texts.games.note_text import render_note
from adjudicator.web.forms.asker import NOBODY, Asker
from adjudicator.web.forms.form_letters import new_form_key, read_form_key, read_shuffle_word, write_to_service
from adjudicator.web.matches.match_view import view_of_match
from adjudicator.web.rendering.rendering import flash_remark, render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import current_visitor, signed_in
from adjudicator.web.request.match_code import redirect_to_capitals

pages = Blueprint("seats", __name__)
pages.before_request(redirect_to_capitals)


@dataclass(frozen=True, slots=True)
class WayIn:
    """How a seat is taken: by which service, and whether there is one for a visitor."""

    take: Callable[[UnitOfWork, Match, Player, Given], Note | None]
    is_free: Callable[[Session, Match, Player | None], bool]


@pages.get("/<any(join, takeover):command>/<code:code>")
def show_seat(command: str, code: str) -> Response:
    """Show a match with a seat to take, and the form to take it."""
    return _page(command, code, NOBODY)


@pages.post("/<any(join, takeover):command>/<code:code>")
def submit_seat(command: str, code: str) -> Response:
    """Take a seat or come back to one's own, or ask for a confirmation by mail."""
    form_key, player, word = read_form_key(), current_visitor().player, read_shuffle_word()
    given = Given("word", word) if word else NOTHING_GIVEN
    if player is None:
        asker = Asker.sent()
        if asker.fault:
            return _page(command, code, asker, 422)
        write_to_service(asker.address, asker.name, f"{command} {code.upper()}", form_key)
        return render_page("confirmation_sent", address=asker.address)
    return _act(code, player, lambda work, match, taker: WAYS_IN[command].take(work, match, taker, given))


@pages.post("/takeover/<code:code>/withdraw")
def withdraw_seat(code: str) -> Response:
    """Take back the wish for a seat that the others are asked about."""
    read_form_key()
    return _act(code, signed_in(), partial(withdraw_wish, told=True))


def _act(code: str, player: Player, act: Callable[[UnitOfWork, Match, Player], Note | None]) -> Response:
    """Do something about a seat of a match, tell the visitor how it went, and go on to the match."""
    try:
        with unit_of_work(app_context.context(), app_context.now()) as work:
            taker = work.session.get_one(Player, player.id)
            note = act(work, find_known_match(work.session, code, taker, lock=True), taker)
    except RefusedError as fault:
        if fault.refusal.key is RefusalKey.NO_MATCH:
            abort(404)
        note = fault.refusal.note
    if note:
        flash_remark(render_note(note, current_visitor().language, None, ()))
    return redirect(url_for("matches.show_match", code=code.upper()), 303)


def _join(work: UnitOfWork, match: Match, player: Player, given: Given) -> None:
    if all(seat.player_id != player.id for seat in match.seats):
        join_match(work, match, player, given)


def _take_over(work: UnitOfWork, match: Match, player: Player, _: Given) -> Note:
    return Note.of("match.taken", match=match.code, came=str(take_seat(work, match, player)))


def _is_offered(session: Session, match: Match, player: Player | None) -> bool:
    return seat_offered(session, match, player) is not None


WAYS_IN: Mapping[str, WayIn] = MappingProxyType(
    {"join": WayIn(_join, may_join), "takeover": WayIn(_take_over, _is_offered)}
)
"""By the command of a letter that does the same."""


def _page(command: str, code: str, asker: Asker, status: int = 200) -> Response:
    with app_context.context().store.reading() as session:
        view = view_of_match(session, code)
        match, player = view.match, view.visitor.player
        offered = seat_offered(session, match, player)
        waiting = match.state is MatchState.INVITING
        return render_page(
            command,
            status,
            match=match,
            facts=view.scene.with_credit(view.scene.facts(), session),
            options=view.options(),
            free=WAYS_IN[command].is_free(session, match, player),
            own=offered is not None and offered.own,
            seated=waiting and player is not None and has_seat(match, player.address),
            kept=waiting and any(seat.state is SeatState.INVITED for seat in match.seats),
            seed_digest=digest_seed(match.code, match.seed),
            asker=asker,
            mark=new_form_key(),
        )
