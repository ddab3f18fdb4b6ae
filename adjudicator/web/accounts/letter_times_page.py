"""Forms in the preferences about when letters come: reminders, quiet hours, and the calendar beside them."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from adjudicator.services.matches.clock.match_clock import refresh_clocks
from adjudicator.services.matches.view.calendars import NEW, OFF, set_calendar
from adjudicator.services.players.letter_times import QUIET, REMIND
from adjudicator.services.players.time_settings import apply_time_setting, check_time_setting
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Player
from adjudicator.texts.games.note_text import render_note
from adjudicator.web.accounts.account_pages import render_preferences
from adjudicator.web.forms.letter_times_form import LetterTimesForm
from adjudicator.web.rendering.rendering import flash_remark
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import current_visitor, signed_in

pages = Blueprint("letter_times", __name__)


@pages.post("/preferences/reminders")
def save_reminders() -> Response:
    """Set when the player is reminded in all their matches."""
    return _set(REMIND, LetterTimesForm.read_reminders)


@pages.post("/preferences/quiet")
def save_quiet() -> Response:
    """Set the quiet hours."""
    return _set(QUIET, LetterTimesForm.read_quiet)


@pages.post("/preferences/calendar")
def save_calendar() -> Response:
    """Give the calendar an address, or another one, or none."""
    player_id, use = signed_in().id, request.form.get("use", "")
    with unit_of_work(app_context.context(), app_context.now()) as work:
        player = work.session.get_one(Player, player_id, with_for_update={"of": Player})
        set_calendar(player, use if use in (NEW, OFF) else "")
    flash_remark(current_visitor().language.gettext("Saved."))
    return redirect(url_for("account.show_preferences", _anchor="calendar"), 303)


def _set(command: str, read: Callable[[LetterTimesForm], str]) -> Response:
    """Carry out the command that says the same as a form, or show the form again with an example of the right text."""
    player_id, language = signed_in().id, current_visitor().language
    form = LetterTimesForm.stored(signed_in())
    argument = read(form)
    try:
        with unit_of_work(app_context.context(), app_context.now()) as work:
            player = work.session.get_one(Player, player_id, with_for_update={"of": Player})
            note = apply_time_setting(work, player, command, check_time_setting(work, player, command, argument))
            refresh_clocks(work, player)
    except RefusedError as fault:
        nearest = ", ".join(order.partition(" ")[2] for order in fault.refusal.nearest)
        hint = language.gettext("Try: %(right)s") % {"right": nearest} if nearest else ""
        said = f"{render_note(fault.refusal.note, language, None, ())} {hint}".strip()
        return render_preferences({command: said}, 422, form)
    flash_remark(render_note(note, language, None, ()))
    return redirect(url_for("account.show_preferences", _anchor=command), 303)
