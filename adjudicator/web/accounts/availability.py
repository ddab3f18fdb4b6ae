"""The page of a player's time: absences, free times, and an address whose letters bounce."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.arguments.absence_order import OVER
from adjudicator.mail.commands.arguments.free_times_order import WEEKDAY_NAMES
from adjudicator.mail.commands.lines.translation import translate_command
from adjudicator.services.matches.clock.match_clock import refresh_clocks
from adjudicator.services.players import absences
from adjudicator.services.players.player_calendar import describe_free_times, free_times_of
from adjudicator.services.players.time_settings import apply_time_setting, check_time_setting, years_left
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.player_tables import FreeTimes
from adjudicator.store.states import AwayLetters
from adjudicator.store.tables import Player
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.times.holiday_regions import countries_to_choose
from adjudicator.web.forms.new_match_form import field_value
from adjudicator.web.rendering.rendering import flash_remark, render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import ask_to_sign_in, current_visitor, signed_in

pages = Blueprint("presence", __name__)

HOURS = tuple(range(24))
DAYS_OF_THE_WEEK = tuple(range(7))


@dataclass(slots=True)
class DaysForm:
    """The days of an absence as they were filled in."""

    first: str = ""
    last: str = ""
    fault: str = ""

    def order(self) -> str:
        """Write the argument of the command that says the same."""
        if self.first and self.last:
            return f"{self.first} to {self.last}"
        return self.last or f"from {self.first}"


@dataclass(slots=True)
class TimesForm:
    """The free times and choices as they were filled in."""

    days: list[str]
    """Numbers of weekdays, Monday is 0."""
    begin: str
    """The hour in which the night begins; empty without a night."""
    end: str
    region: str
    automatic: bool
    counts: bool

    @classmethod
    def sent(cls) -> TimesForm:
        """Read the form that was sent."""
        return cls(
            days=[day for day in map(str, DAYS_OF_THE_WEEK) if request.form.get(f"day-{day}")],
            begin=field_value("begin"),
            end=field_value("end"),
            region=field_value("region"),
            automatic=bool(request.form.get("automatic")),
            counts=bool(request.form.get("counts")),
        )

    @classmethod
    def stored(cls, player: Player) -> TimesForm:
        """Fill the form with the stored values."""
        off = free_times_of(player)
        begin, end = map(str, off.night or ("", ""))
        counts = player.away_letters is AwayLetters.COUNT
        return cls(list(map(str, off.days_off)), begin, end, off.region, player.absences_auto, counts)

    def settings(self) -> list[tuple[str, str]]:
        """List the commands that say the same."""
        days = " ".join(WEEKDAY_NAMES[int(day)] for day in self.days) or "weekends none"
        night = f"{self.begin}-{self.end}" if self.begin or self.end else "none"
        return [
            ("off", f"{days} nights {night} holidays {self.region or 'none'}"),
            ("absences", "auto" if self.automatic else "by hand"),
            ("away_letters", "count" if self.counts else "ask"),
        ]


@pages.get("/presence")
def show_availability() -> Response:
    """Show the absences and free times, and whether letters reach the player."""
    return _page() if current_visitor().player is not None else ask_to_sign_in()


@pages.post("/presence/absence")
def save_absence() -> Response:
    """Announce an absence from one day to another, end the running one, or cancel one to come."""
    days, cancelled = DaysForm(field_value("first"), field_value("last")), field_value("cancel")
    order = OVER if request.form.get("over") else f"cancel {cancelled}" if cancelled else days.order()
    return _set([("absence", order)], lambda fault: _page(days=replace(days, fault=fault), status=422))


@pages.post("/presence/times")
def save_times() -> Response:
    """Save the free times and the choices about absences: all of them, or none if one is invalid."""
    form = TimesForm.sent()
    return _set(form.settings(), lambda fault: _page(form, wrong=fault, status=422))


@pages.post("/presence/letters")
def resume_letters() -> Response:
    """Write again to a player whose letters bounced; the next sweep starts their clocks."""
    player_id = signed_in().id
    with unit_of_work(app_context.context(), app_context.now()) as work:
        work.session.get_one(Player, player_id, with_for_update={"of": Player}).mark_reachable(work.now)
    flash_remark(current_visitor().language.gettext("We write to you again."))
    return redirect(url_for("presence.show_availability"), 303)


def _set(settings: list[tuple[str, str]], refused: Callable[[str], Response]) -> Response:
    """Carry out commands, all or none; `refused` shows the page again with the reason."""
    player_id, language = signed_in().id, current_visitor().language
    try:
        with unit_of_work(app_context.context(), app_context.now()) as work:
            player = work.session.get_one(Player, player_id, with_for_update={"of": Player})
            notes = [_carry_out(work, player, command, argument) for command, argument in settings]
            refresh_clocks(work, player)
    except RefusedError as fault:
        right = (translate_command(order, language.language) for order in fault.refusal.nearest)
        nearest = ", ".join(order.partition(" ")[2] for order in right)
        hint = language.gettext("Try: %(right)s") % {"right": nearest} if nearest else ""
        return refused(f"{render_note(fault.refusal.note, language, None, ())} {hint}".strip())
    flash_remark(" ".join(render_note(note, language, None, ()) for note in notes))
    return redirect(url_for("presence.show_availability"), 303)


def _carry_out(work: UnitOfWork, player: Player, command: str, argument: str) -> Note:
    return apply_time_setting(work, player, command, check_time_setting(work, player, command, argument))


def _rests(player: Player) -> str:
    """Tell when the player's clock rests, and in which matches; empty without free times."""
    if free_times_of(player) == FreeTimes():
        return ""
    with app_context.context().store.reading() as session:
        note = describe_free_times(session, player)
    return render_note(note, current_visitor().language, None, ())


def _page(
    times: TimesForm | None = None, days: DaysForm | None = None, *, wrong: str = "", status: int = 200
) -> Response:
    player, now = signed_in(), app_context.now()
    coming = absences.list_away_days(player, now)
    today = absences.local_today(player, now)
    with app_context.context().store.reading() as session:
        clocks = absences.find_clocks_away(session, player)
    return render_page(
        "presence",
        status,
        coming=coming,
        clocks=clocks,
        years=years_left(app_context.context(), player, {today.year, *(one.last.year for one in coming)}),
        longest=app_context.context().absence_days,
        days=days or DaysForm(str(today)),
        times=times or TimesForm.stored(player),
        rests=_rests(player),
        wrong=wrong,
        weekdays=DAYS_OF_THE_WEEK,
        hours=HOURS,
        countries=countries_to_choose(current_visitor().language),
    )
