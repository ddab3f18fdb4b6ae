"""The page of a player's absence, and of an address whose letters bounce."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from adjudicator.mail.commands.absence_order import OVER
from adjudicator.services.players import absences
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Player
from adjudicator.texts.note_text import render_note
from adjudicator.texts.time_zones import zone_named
from adjudicator.web import app_context
from adjudicator.web.current_user import ask_to_sign_in, current_visitor, signed_in
from adjudicator.web.rendering import flash_remark, render_page

pages = Blueprint("presence", __name__)

A_WEEK = timedelta(days=7)


@pages.get("/presence")
def show_availability() -> Response:
    """Show the absence, and whether letters reach the player."""
    return _page() if current_visitor().player is not None else ask_to_sign_in()


@pages.post("/presence/absence")
def save_absence() -> Response:
    """Save the last day of an absence; without a day the absence ends."""
    player_id = signed_in().id
    until = request.form.get("until", "").strip()
    try:
        with unit_of_work(app_context.context(), app_context.now()) as work:
            player = work.session.get_one(Player, player_id, with_for_update={"of": Player})
            settled = absences.parse_absence(work, player, until or OVER)
            note = absences.record_absence(work, player, settled)
    except RefusedError as fault:
        return _page(render_note(fault.refusal.note, current_visitor().language, None, ()), until, 422)
    flash_remark(render_note(note, current_visitor().language, None, ()))
    return redirect(url_for("presence.show_availability"), 303)


@pages.post("/presence/letters")
def resume_letters() -> Response:
    """Write again to a player whose letters bounced; the next sweep starts their clocks."""
    player_id = signed_in().id
    with unit_of_work(app_context.context(), app_context.now()) as work:
        work.session.get_one(Player, player_id, with_for_update={"of": Player}).bounced_at = None
    flash_remark(current_visitor().language.gettext("We write to you again."))
    return redirect(url_for("presence.show_availability"), 303)


def _page(fault: str = "", typed: str = "", status: int = 200) -> Response:
    player, now = signed_in(), app_context.now()
    away = absences.is_away(player, now)
    today = now.astimezone(zone_named(player.zone)).date()
    return render_page(
        "presence",
        status,
        away=away,
        today=today,
        typed=typed or str(away or today + A_WEEK),
        fault=fault,
        longest=app_context.context().absence_days,
    )
