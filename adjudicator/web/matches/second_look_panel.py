"""The parts of a match's page with the visitor's orders that wait for a second look, and whether they want one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from flask import request

from adjudicator.mail.commands.arguments.second_look_order import format_delay
from adjudicator.services.matches.plans.waiting_orders import read_orders
from adjudicator.services.matches.view.waiting_view import waiting_news
from adjudicator.services.players.look_settings import look_of
from adjudicator.store.states import MatchState
from adjudicator.texts.facts.letter_facts import WaitingOrders
from adjudicator.web.matches.match_view import MatchView

USUAL_DELAY = "30m"


@dataclass(frozen=True, slots=True)
class SecondLookPanel:
    """Panel about the second look on the page of a match."""

    news: WaitingOrders | None
    text: str
    """The lines that wait, with the yes that plays them."""
    step: str
    """The orders as a step to preview."""
    choice: str
    """``off``, ``confirm`` or ``delay``."""
    span: str
    always: bool
    """Whether the choice holds for all matches of the visitor."""
    yes: str
    """Text below an order whose board the visitor has just looked at."""


def find_second_look(view: MatchView) -> SecondLookPanel | None:
    """Return the choice of a visitor who plays, and the orders that wait; None for everybody else."""
    seat, match = view.seat, view.match
    if seat is None or not seat.by_person or match.state is not MatchState.RUNNING:
        return None
    look, kept = look_of(seat), read_orders(view.context.secret, match, seat)
    yes = view.visitor.language.gettext("yes")
    return SecondLookPanel(
        news=waiting_news(view.scene),
        text="\n".join((*kept.orders.lines, yes)) if kept else "",
        step="; ".join(kept.orders.orders) if kept else "",
        choice="confirm" if look.confirm else "delay" if look.minutes else "off",
        span=format_delay(timedelta(minutes=look.minutes)) if look.minutes else USUAL_DELAY,
        always=bool(look) and seat.second_look is None,
        yes=f"\n{yes}" if look.confirm else "",
    )


def read_second_look() -> str:
    """Read the form: return the command that it stands for; empty for a choice that there is not."""
    always = "always " if "always" in request.form else ""
    span = " ".join(request.form.get("span", "").split())
    commands = {
        "off": f"confirm orders {always}off",
        "confirm": f"confirm orders {always}on",
        "delay": f"delay {always}{span or USUAL_DELAY}",
    }
    return commands.get(request.form.get("look", ""), "")
