"""The orders of a seat that wait for a second look, as their player reads of them. Nobody else ever does."""

from __future__ import annotations

from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.services.matches.plans.waiting_orders import orders_count_at, read_orders
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.store.tables import Match, Seat
from adjudicator.texts.facts.letter_facts import WaitingOrders


def orders_gone(secret: bytes, match: Match, seat: Seat) -> WaitingOrders | None:
    """Tell the player of a seat that somebody else sits down there now, and which orders of theirs waited, if any did.

    Call it while they still sit there.
    """
    kept = read_orders(secret, match, seat)
    if kept is None or not kept.waits:
        return None
    lines = tuple(line for text in kept.orders.lines for line in text.splitlines())
    return WaitingOrders(status="gone", orders="; ".join(kept.orders.orders), lines=lines)


def waiting_news(presenter: MatchPresenter, code: str = "") -> WaitingOrders | None:
    """Tell a reader of their orders that wait, or have waited in vain; `code` stands before lines in a digest."""
    match = presenter.match
    seat = match.seats[presenter.seat] if presenter.seat is not None else None
    kept = read_orders(presenter.context.secret, match, seat) if seat is not None else None
    if seat is None or kept is None:
        return None
    due = orders_count_at(match, seat) if kept.waits else None
    wait = word_for("wait", presenter.language.language)
    return WaitingOrders(
        status="lapsed" if not kept.waits else "confirm" if due is None else "delay",
        orders="; ".join(kept.orders.orders),
        yes=f"{code} {presenter.language.gettext('yes')}".strip(),
        wait=f"{code} {wait}".strip(),
        due=due,
    )
