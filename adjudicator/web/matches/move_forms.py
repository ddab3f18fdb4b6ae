"""The forms on the page of a match. Each becomes a letter in the inbox, as if the player had sent it."""

from __future__ import annotations

import time

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from adjudicator.engines.contract import Level
from adjudicator.mail.commands.words.match_words import GREETING_WORDS, SHUFFLE_WORDS
from adjudicator.services.inbound import intake
from adjudicator.services.matches.annotations.memos import write_memo
from adjudicator.services.matches.letters.unsubscribe import AS_ELSEWHERE
from adjudicator.services.matches.rows.hint_rows import is_hint_waited_for
from adjudicator.services.matches.rows.match_rows import others_play_on, seat_of
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.states import InboxState, Letters
from adjudicator.web.forms.form_letters import new_form_key, read_form_key, read_shuffle_word, translate_form
from adjudicator.web.forms.letter_times_form import LetterTimesForm
from adjudicator.web.matches.awaited_forms import find_form_state, load_own_form, match_of_form, wait_while
from adjudicator.web.matches.form_result import form_result
from adjudicator.web.matches.match_page import match_page
from adjudicator.web.matches.match_view import lock_seen_match, view_of_match
from adjudicator.web.matches.second_look_panel import read_second_look
from adjudicator.web.rendering.rendering import flash_remark, render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import ask_to_sign_in, current_visitor, signed_in
from adjudicator.web.request.match_code import redirect_to_capitals

pages = Blueprint("moves", __name__)
pages.before_request(redirect_to_capitals)

PATIENCE_SECONDS = 2.0
"""How long a page waits for a worker before it says that the answer will come."""
MOST_DAYS = 60
DEEDS = ("offer draw", "pause", "resume", "agree", "refuse", "withdraw", "expel", "hand over", "substitute", "finish")
LETTER_CHOICES = frozenset({AS_ELSEWHERE, *Letters})
SEAT_ORDERS = frozenset({"invite", "seat house", "seat open", "fewer", "cancel"})
LEVELS = frozenset({"", *Level})


@pages.post("/m/<code:code>/orders")
def submit_order(code: str) -> Response:
    """Send an order to the inbox, perhaps with lines of a plan below it; or preview it."""
    text = "\n".join(filter(None, (request.form.get(name, "").strip() for name in ("text", "plan", "yes"))))
    if "preview" in request.form:
        return redirect(url_for("matches.show_match", code=code.upper(), step=text, _anchor="board"), 303)
    return _hand_in(code, text)


@pages.post("/m/<code:code>/undo")
def submit_undo(code: str) -> Response:
    """Take back the steps of the running turn."""
    return _hand_in_form(code, "undo")


@pages.post("/m/<code:code>/hint")
def submit_hint(code: str) -> Response:
    """Ask for the house player's move in the player's place."""
    return _hand_in_form(code, "hint")


@pages.post("/m/<code:code>/press")
def submit_press(code: str) -> Response:
    """Write to the other players, or only to those whose boxes are ticked."""
    text, to = " ".join(request.form.get("text", "").split()), request.form.getlist("to", type=int)
    return _hand_in_form(code, f"tell {' '.join(map(str, to))}: {text}" if to else f"press {text}")


@pages.post("/m/<code:code>/memo")
def save_memo(code: str) -> Response:
    """Save the player's own note. It does not pass through the inbox: nobody is answered, and no copy is kept."""
    player = signed_in()
    with unit_of_work(app_context.context(), app_context.now()) as work:
        match = lock_seen_match(work.session, code)
        if match.position is None or seat_of(match, player.id) is None:
            abort(403)
        try:
            write_memo(work, match, player.id, "\n".join(request.form.get("text", "").split("\r\n")).strip())
        except RefusedError:
            abort(400)
    flash_remark(current_visitor().language.gettext("Saved."))
    return redirect(url_for("matches.show_match", code=match.code, _anchor="memo"), 303)


@pages.get("/m/<code:code>/resign")
def confirm_resign(code: str) -> Response:
    """Ask for a confirmation before resigning."""
    with app_context.context().store.reading() as session:
        view = view_of_match(session, code)
        if view.visitor.player is None:
            return ask_to_sign_in()
        if view.seat is None:
            abort(403)
        goes_on = others_play_on(view.match, view.seat)
        facts = view.scene.facts()
        return render_page("resign", view=view, match=view.match, facts=facts, goes_on=goes_on, mark=new_form_key())


@pages.post("/m/<code:code>/resign")
def submit_resign(code: str) -> Response:
    """Resign."""
    return _hand_in_form(code, "resign")


@pages.post("/m/<code:code>/claim")
def submit_claim(code: str) -> Response:
    """Claim the match after the other player's deadline."""
    return _hand_in_form(code, "claim")


@pages.post("/m/<code:code>/rematch")
def submit_rematch(code: str) -> Response:
    """Ask for another match like this one, which is over."""
    level = request.form.get("level", "")
    if level not in LEVELS:
        abort(400)
    word = " ".join(read_shuffle_word().split())
    below = f"\n{SHUFFLE_WORDS[current_visitor().language.language][0]}: {word}" if word else ""
    return _hand_in_form(code, f"rematch house {level}{below}" if level else f"rematch{below}")


@pages.post("/m/<code:code>/nudge")
def submit_nudge(code: str) -> Response:
    """Have the player to move reminded."""
    return _hand_in_form(code, "nudge")


@pages.post("/m/<code:code>/grant")
def submit_grant(code: str) -> Response:
    """Give the player to move more days."""
    days = request.form.get("days", type=int)
    if days is None or not 1 <= days <= MOST_DAYS:
        abort(400)
    return _hand_in_form(code, f"grant {days}")


@pages.post("/m/<code:code>/letters")
def submit_letters(code: str) -> Response:
    """Choose which letters about this match come."""
    choice = request.form.get("letters", "")
    if choice not in LETTER_CHOICES:
        abort(400)
    return _hand_in_form(code, f"letters {choice}")


@pages.post("/m/<code:code>/reminders")
def submit_reminders(code: str) -> Response:
    """Choose when the player is reminded of a turn in this match."""
    return _hand_in_form(code, f"remind {LetterTimesForm().read_reminders()}")


@pages.post("/m/<code:code>/second-look")
def submit_second_look(code: str) -> Response:
    """Choose whether the player's orders wait before they are played."""
    command = read_second_look()
    if not command:
        abort(400)
    return _hand_in_form(code, command)


@pages.post("/m/<code:code>/seats")
def submit_seats(code: str) -> Response:
    """Decide about a seat of a match that has not begun."""
    order, address = request.form.get("order", ""), " ".join(request.form.get("address", "").split())
    level = request.form.get("level", "")
    if order not in SEAT_ORDERS or level not in LEVELS:
        abort(400)
    if order == "seat house" and level:
        return _hand_in_form(code, f"{order} {level}")
    greeting = " ".join(request.form.get("greeting", "").split())
    below = f"\n{GREETING_WORDS[current_visitor().language.language][0]}: {greeting}" if greeting else ""
    return _hand_in_form(code, f"{order} {address}".strip() + below)


@pages.post("/m/<code:code>/together")
def submit_deed(code: str) -> Response:
    """Propose something to the others, or answer their proposals."""
    parts = (" ".join(request.form.get(name, "").split()) for name in ("order", "text", "address"))
    line = " ".join(filter(None, parts))
    if not line.startswith(DEEDS):
        abort(400)
    return _hand_in_form(code, line)


@pages.get("/m/<code:code>/answer/<int:number>")
def show_result(code: str, number: int) -> Response:
    """Show the result of a form to its sender."""
    if current_visitor().player is None:
        return ask_to_sign_in()
    _await(number, code)
    with app_context.context().store.reading() as session:
        view = view_of_match(session, code)
        seen = load_own_form(session, number)
        if seen is None or match_of_form(seen) != view.match.code.lower():
            abort(404)
        found = form_result(seen, view)
        if found.waiting:
            return render_page("waiting", view=view, match=view.match, facts=view.scene.facts())
        return match_page(session, view, answer=found, text=found.text)


def _hand_in_form(code: str, command: str) -> Response:
    return _hand_in(code, translate_form(command))


def _hand_in(code: str, text: str) -> Response:
    player, context = signed_in(), app_context.context()
    turn = request.form.get("turn", type=int)
    with context.store.reading() as session:
        view = view_of_match(session, code)
    if view.seat is None:
        abort(403)
    if turn is None or not 0 <= turn <= view.match.turn:
        abort(400)
    recipient = context.addresses.seat(view.match.code, view.seat.number, turn, view.seat.epoch)
    form = intake.FilledForm(recipient, text, read_form_key())
    number = intake.accept_form(context, player, form, app_context.now())
    return redirect(url_for("moves.show_result", code=view.match.code, number=number), 303)


def _await(number: int, code: str) -> None:
    """Wait until a form is judged, and until a hint is there that it asked for, or until the timeout.

    Ends the request with 404 if the form is somebody else's.
    """
    until = time.monotonic() + PATIENCE_SECONDS
    thinking = min(app_context.context().house_seconds, PATIENCE_SECONDS)

    def waits() -> bool:
        with app_context.context().store.reading() as session:
            state = find_form_state(session, number)
            if state is None:
                abort(404)
            if state is InboxState.WAITING:
                return time.monotonic() < until
            return time.monotonic() < until + thinking and is_hint_waited_for(session, code)

    wait_while(waits)
