"""The form for a new match."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, abort, redirect, request, url_for
from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.engines.contract import Rules
from adjudicator.engines.registry import close_games, list_rules, newest_engine
from adjudicator.match.record.given_salt import give_word
from adjudicator.services.matches.clock.time_terms import list_paces, weeks_by_pace
from adjudicator.services.matches.letters import opening_letters
from adjudicator.services.matches.opening import lobby
from adjudicator.services.matches.opening.lobby import HOUSE, MatchSetup
from adjudicator.services.matches.opening.tied_seed import draw_for_form, keep_from_form
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.games.option_labels import OptionLabels
from adjudicator.texts.games.rulebook import render_aim
from adjudicator.web.forms import new_match_form, time_form
from adjudicator.web.forms.asker import NOBODY, Asker
from adjudicator.web.forms.form_letters import new_form_key, read_form_key, read_shuffle_word, write_to_service
from adjudicator.web.forms.new_match_form import FilledForm
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import current_visitor

pages = Blueprint("lobby", __name__)


@dataclass(frozen=True, slots=True)
class GameForm:
    """A game to choose, and the part of the form that depends on it."""

    filled: FilledForm
    words: OptionLabels
    aim: str
    """Aim of the game, in one sentence."""


@pages.get("/new")
def show_new_match() -> Response:
    """Show the form for a new match."""
    filled = FilledForm.empty(_rules(request.args.get("game", "")))
    if request.args.get("with") == HOUSE:
        filled.play_house()
    return _form(filled, NOBODY)


@pages.post("/new")
def create_match() -> Response:
    """Open a match, or ask for a confirmation by mail."""
    form_key = read_form_key()
    filled = FilledForm.sent(_rules(request.form.get("game", "")), request.form)
    player = current_visitor().player
    asker = NOBODY if player else Asker.sent()
    wish = filled.wish()
    if wish is None or asker.fault:
        return _form(filled, asker, 422)
    if player is None:
        order = new_match_form.format_setup(wish, filled.rules, current_visitor().language.language)
        write_to_service(asker.address, asker.name, order, form_key)
        return render_page("confirmation_sent", address=asker.address)
    try:
        return redirect(url_for("matches.show_match", code=_open(player.id, wish, form_key)), 303)
    except RefusedError as fault:
        filled.refusal = fault.refusal
        return _form(filled, asker, 422)


def _open(player_id: int, wish: MatchSetup, form_key: str) -> str:
    """Open one match for each form: its key is stored with the match, by which a second click finds it."""
    with unit_of_work(app_context.context(), app_context.now()) as work:
        owner = work.session.scalars(select(Player).where(Player.id == player_id).with_for_update()).one()
        made = _made_before(work.session, player_id, form_key)
        if made is not None:
            return made
        code = keep_from_form(work, request.form.get("seed", ""))
        match = lobby.open_match(work, owner, replace(wish, code=code), give_word(read_shuffle_word()))
        match.form_key = form_key
        if match.state is MatchState.INVITING:
            opening_letters.notify_waiting(work, match, match.seats[0])
        return match.code


def _made_before(session: Session, player_id: int, form_key: str) -> str | None:
    own = Seat.player_id == player_id, Seat.number == 0
    return session.scalars(select(Match.code).join(Seat).where(*own, Match.form_key == form_key)).first()


def _rules(game: str) -> Rules:
    try:
        return newest_engine(game).rules if game else list_rules()[0]
    except KeyError:
        close = close_games(game)
        return newest_engine(close[0]).rules if close else abort(404)


def _form(filled: FilledForm, asker: Asker, status: int = 200) -> Response:
    with app_context.context().store.reading() as session:
        weeks = weeks_by_pace(session)
        context, now = app_context.context(), app_context.now()
        seed = draw_for_form(context, session, now) if current_visitor().player else None
    refused = render_note(filled.refusal.note, current_visitor().language, None, ()) if filled.refusal else ""
    return render_page(
        "new",
        status,
        filled=filled,
        games=_games(filled),
        terms=filled.terms(),
        time=time_form,
        paces=list_paces(),
        lates=time_form.LATES,
        weeks=weeks,
        asker=asker,
        refused=refused,
        seed=seed,
        mark=new_form_key(),
    )


def _games(filled: FilledForm) -> list[GameForm]:
    """List the games, each with its part of the form: filled in for the chosen one, the defaults for the others."""
    language = current_visitor().language
    return [
        GameForm(
            filled if rules.key == filled.rules.key else FilledForm.empty(rules),
            OptionLabels(rules, language),
            render_aim(rules.name, language),
        )
        for rules in list_rules()
    ]
