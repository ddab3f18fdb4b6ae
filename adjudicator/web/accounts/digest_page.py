"""The page of a player's digest: when it comes, how long it is, and whether turns wait for it."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from adjudicator.mail.commands.arguments.digest_order import MINUTES, WEEKDAY_NAMES, format_minute
from adjudicator.services.players.digest_times import CHOICES, DIGEST, TURNS, USUAL, describe_digest
from adjudicator.services.players.time_settings import apply_time_setting, check_time_setting
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Player
from adjudicator.texts.games.note_text import render_note
from adjudicator.web.forms.new_match_form import field_value
from adjudicator.web.rendering.rendering import flash_remark, render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import ask_to_sign_in, current_visitor, signed_in

pages = Blueprint("digest", __name__)

WEEK = tuple(range(len(WEEKDAY_NAMES)))


@dataclass(slots=True)
class DigestForm:
    """The digest as it was filled in."""

    wanted: bool
    time: str
    """``18:00``."""
    days: list[str]
    """Numbers of weekdays, Monday is 0; none: every day."""
    boards: bool
    waits: bool
    """Whether letters of turns wait for the digest."""

    @classmethod
    def sent(cls) -> DigestForm:
        """Read the form that was sent."""
        return cls(
            wanted=request.form.get("wanted") == "yes",
            time=field_value("time"),
            days=[day for day in map(str, WEEK) if request.form.get(f"day-{day}")],
            boards=bool(request.form.get("boards")),
            waits=request.form.get("turns") == "wait",
        )

    @classmethod
    def stored(cls, player: Player) -> DigestForm:
        """Fill the form with the stored values."""
        times = player.digest or USUAL
        hour, minute = divmod(times.minute, MINUTES)
        return cls(
            wanted=player.digest is not None,
            time=f"{hour:02}:{minute:02}",
            days=list(map(str, times.days)),
            boards=times.boards,
            waits=player.turns_in_digest,
        )

    def settings(self) -> list[tuple[str, str]]:
        """List the commands that say the same."""
        if not self.wanted:
            return [(DIGEST, "off")]
        days = " ".join(WEEKDAY_NAMES[int(day)] for day in self.days) or "daily"
        time = self.time or format_minute(USUAL.minute)
        boards = "with boards" if self.boards else "short"
        return [(DIGEST, f"{time} {days} {boards}"), (TURNS, CHOICES[self.waits])]


@pages.get("/preferences/digest")
def show_digest() -> Response:
    """Show when the digest comes."""
    return _page(DigestForm.stored(signed_in())) if current_visitor().player is not None else ask_to_sign_in()


@pages.post("/preferences/digest")
def save_digest() -> Response:
    """Save the digest, all of it or nothing."""
    player_id, form, language = signed_in().id, DigestForm.sent(), current_visitor().language
    try:
        with unit_of_work(app_context.context(), app_context.now()) as work:
            player = work.session.get_one(Player, player_id, with_for_update={"of": Player})
            for command, argument in form.settings():
                apply_time_setting(work, player, command, check_time_setting(work, player, command, argument))
            note = describe_digest(player)
    except RefusedError as fault:
        return _page(form, wrong=render_note(fault.refusal.note, language, None, ()), status=422)
    flash_remark(render_note(note, language, None, ()))
    return redirect(url_for("digest.show_digest"), 303)


def _page(form: DigestForm, *, wrong: str = "", status: int = 200) -> Response:
    return render_page("digest", status, form=form, wrong=wrong, weekdays=WEEK)
