"""Pages of an account: signing in by a mailed link, signing out, preferences."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, session, url_for
from werkzeug.wrappers import Response

from adjudicator.mail.errors import SenderFault
from adjudicator.mail.trust.from_header import check_address
from adjudicator.services.identity.sign_in_links import LINK_LIFE, send_link, use_link
from adjudicator.services.links import BadLink, LinkKind, read_link
from adjudicator.services.matches.clock.match_clock import refresh_clocks
from adjudicator.services.matches.letters.unsubscribe import set_subscription
from adjudicator.services.matches.rows import public_names
from adjudicator.services.matches.view.calendars import find_feed_url
from adjudicator.services.players.introductions import needs_introduction
from adjudicator.services.players.players import NO_NAME, OWN_NAME, PREFERENCES, set_preference, valid_values
from adjudicator.services.players.web_sessions import end_session, end_sessions, find_session, list_sessions
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.states import PublicName
from adjudicator.store.tables import Player
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import language_for
from adjudicator.texts.times.time_zones import format_clock, format_zone, zones_to_choose
from adjudicator.web.forms.asker import NO_ADDRESS
from adjudicator.web.forms.letter_times_form import LetterTimesForm
from adjudicator.web.rendering.rendering import flash_remark, render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.browser_names import name_browser
from adjudicator.web.request.current_user import ask_to_sign_in, current_visitor, signed_in
from adjudicator.web.request.current_user import end_session as let_out
from adjudicator.web.request.current_user import start_session as let_in
from adjudicator.web.request.safe_redirect import safe_path

pages = Blueprint("account", __name__)

PUBLIC_CHOICES = {PublicName.NAME: OWN_NAME, PublicName.ALIAS: str(PublicName.ALIAS), PublicName.NOTHING: NO_NAME}
"""The values of the field for the public name."""
FIELDS = ("name", public_names.KEY, "language", "zone", "layout", "o_means", "letters")


@pages.get("/sign-in")
def sign_in() -> Response:
    """Show the form for an address."""
    wanted = request.args.get("next")
    if wanted:
        session["next"] = safe_path(wanted)
    if current_visitor().player is not None:
        return redirect(session.pop("next", url_for("front.list_my_matches")), 303)
    return render_page("sign_in", address="", fault="")


@pages.post("/sign-in")
def mail_link() -> Response:
    """Mail a link. The answer is the same whether we know the address or not."""
    typed, wanted = request.form.get("address", "").strip(), request.form.get("next")
    if wanted:
        session["next"] = safe_path(wanted)
    try:
        address = check_address(typed)
    except SenderFault:
        return render_page("sign_in", 422, address=typed, fault=NO_ADDRESS)
    send_link(app_context.context(), address, current_visitor().language.language, app_context.now())
    return render_page("sent", address=address, hours=int(LINK_LIFE.total_seconds() // 3600))


@pages.get("/sign-in/<token>")
def show_link(token: str) -> Response:
    """Show the button behind a mailed link; only the button opens, because mail scanners follow links."""
    try:
        read_link(app_context.context(), LinkKind.SIGN_IN, token)
    except BadLink:
        return _link_used()
    return render_page("confirm_sign_in", token=token)


@pages.post("/sign-in/<token>")
def confirm_link(token: str) -> Response:
    """Sign in; a link works once."""
    try:
        opened = use_link(app_context.context(), token, name_browser(request.user_agent.string), app_context.now())
    except BadLink:
        return _link_used()
    except RefusedError as fault:
        flash_remark(render_note(fault.refusal.note, current_visitor().language, None, ()))
        return redirect(url_for("account.sign_in"), 303)
    let_in(opened)
    here = find_session(app_context.context(), opened, app_context.now())
    if here is not None and needs_introduction(here.player):
        return redirect(url_for("introduction.show_questions"), 303)
    return redirect(session.pop("next", url_for("front.list_my_matches")), 303)


@pages.post("/sign-out")
def sign_out() -> Response:
    """End the session on the server, so that a copy of its cookie is useless."""
    here = current_visitor().session
    if here is not None:
        with unit_of_work(app_context.context(), app_context.now()) as work:
            end_session(work.session, here.player, here.token_digest)
    let_out()
    return redirect(url_for("front.show_front"), 303)


@pages.post("/sessions/end")
def end_one() -> Response:
    """End another session of the player."""
    player = signed_in()
    with unit_of_work(app_context.context(), app_context.now()) as work:
        end_session(work.session, player, request.form.get("session", ""))
    flash_remark(current_visitor().language.gettext("That browser is signed out."))
    return redirect(url_for("account.show_preferences"), 303)


@pages.post("/sessions/end-all")
def end_all() -> Response:
    """End every session of the player, this one included."""
    player = signed_in()
    with unit_of_work(app_context.context(), app_context.now()) as work:
        end_sessions(work.session, player)
    let_out()
    return redirect(url_for("front.show_front"), 303)


@pages.get("/preferences")
def show_preferences() -> Response:
    """Show the preferences."""
    if current_visitor().player is None:
        return ask_to_sign_in()
    return render_preferences({}, 200)


@pages.post("/preferences")
def save_preferences() -> Response:
    """Save the preferences: all of them, or none if one is invalid."""
    player_id, typed = signed_in().id, {key: request.form.get(key, "") for key in FIELDS}
    typed[public_names.KEY] = _read_public_name()
    faults = {key: right for key, value in typed.items() if (right := valid_values(key, value))}
    if faults:
        return render_preferences(faults, 422)
    with unit_of_work(app_context.context(), app_context.now()) as work:
        player = work.session.get_one(Player, player_id)
        zone = player.zone
        set_subscription(work, player, typed.pop("letters"))
        public_names.choose_public_name(work, player, typed.pop(public_names.KEY))
        for key, value in typed.items():
            set_preference(player, key, value, work.now)
        if player.zone != zone:
            refresh_clocks(work, player)
    flash_remark(current_visitor().language.gettext("Saved."))
    return redirect(url_for("account.show_preferences"), 303)


@pages.post("/language")
def save_language() -> Response:
    """Set the language of the player's pages and letters, and go back to the page that was open."""
    player_id, language = signed_in().id, request.form.get("language", "")
    if valid_values("language", language):
        abort(400)
    with unit_of_work(app_context.context(), app_context.now()) as work:
        note = set_preference(work.session.get_one(Player, player_id), "language", language, work.now)
    flash_remark(render_note(note, language_for(language), None, ()))
    return redirect(safe_path(request.form.get("next", "")), 303)


def _read_public_name() -> str:
    """Read the choice of a public name; an alias stands in a field of its own."""
    choice = request.form.get(public_names.KEY, "")
    return request.form.get("alias", "").strip() if choice == str(PublicName.ALIAS) else choice


def render_preferences(faults: dict[str, str], status: int, letter_times: LetterTimesForm | None = None) -> Response:
    """Show the preferences, with the faults in a form that was sent."""
    player = signed_in()
    stored = {key: str(getattr(player, key) or "") for key in FIELDS if key != public_names.KEY}
    stored |= {"zone": format_zone(player.zone), public_names.KEY: PUBLIC_CHOICES[player.shown]}
    typed = {key: request.form.get(key, stored[key]) for key in FIELDS}
    there = format_clock(player.zone, app_context.now())
    with app_context.context().store.reading() as reading:
        sessions = list_sessions(reading, player, app_context.now())
    return render_page(
        "preferences",
        status,
        typed=typed,
        faults=faults,
        zones=zones_to_choose(),
        there=there,
        choices=PREFERENCES,
        alias=request.form.get("alias", player.alias),
        letter_times=letter_times or LetterTimesForm.stored(player),
        hours=tuple(range(24)),
        feed=find_feed_url(app_context.context(), player),
        sessions=sessions,
        here=current_visitor().session,
    )


def _link_used() -> Response:
    return render_page("link_used", 410)
