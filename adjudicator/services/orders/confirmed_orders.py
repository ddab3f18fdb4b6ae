"""The yes to orders that wait for a second look: alone in an answer, or as the last line of a letter with orders.

A yes means the orders that its writer has seen. So a yes to a letter from before they waited plays nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from adjudicator.mail.address import DigestAddress
from adjudicator.mail.commands.lines.order_lines import OrderLines
from adjudicator.mail.commands.lines.short_answers import is_only_yes
from adjudicator.mail.errors import MailFault
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.inbound.answer_parts import find_answer
from adjudicator.services.matches.plans.waiting_orders import WaitingOrders
from adjudicator.services.orders.answered_letter import find_answered_letter
from adjudicator.services.orders.interpretation import sort_lines
from adjudicator.services.orders.order_wording import is_step
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.players.look_settings import look_of
from adjudicator.services.signed_rows import only_if_named
from adjudicator.store.tables import Digest


def read_confirmation(seat_letter: SeatLetter, lines: OrderLines) -> OrderLines:
    """Read the yes of a letter, if its writer wants a second look: return the lines that count, without it.

    Alone, it stands for the orders that wait, with all that waits with them.
    """
    waited = seat_letter.waited
    if seat_letter.inbound.has_waited:
        seat_letter.confirmed = True
        return lines
    rest = _without_yes(seat_letter, lines) if waited is not None or look_of(seat_letter.seat) else None
    if rest is None:
        return lines
    if rest.orders:
        seat_letter.confirmed = True
        if waited is not None and (rest.orders, rest.plans) == (waited.orders, waited.plans):
            seat_letter.counting = waited  # the button of a page writes them out
        return rest
    if waited is None:
        return lines
    if _answers_older_letter(seat_letter, waited):
        yes = next(line for line in lines.orders if is_only_yes([line]))
        orders = "; ".join(waited.orders)
        seat_letter.receipt.add_refused(yes, Refusal.of(RefusalKey.OLD_YES, orders=orders))
        return rest
    seat_letter.confirmed, seat_letter.counting = True, waited
    seat_letter.letter_turn = seat_letter.match.turn
    kept = sort_lines(seat_letter, [line for lines in waited.lines for line in lines.split("\n")])
    plans, commands = (*kept.plans, *rest.plans), (*kept.commands, *rest.commands)
    seat_letter.receipt.sorted = replace(rest, orders=kept.orders, plans=plans, commands=commands)
    return seat_letter.receipt.sorted


def _without_yes(seat_letter: SeatLetter, lines: OrderLines) -> OrderLines | None:
    """Take the yes off the end of the orders, also from below the plan; None without one."""
    if lines.below_plan:
        rest = _cut_yes(seat_letter, lines.below_plan)
        return None if rest is None else replace(lines, below_plan=rest)
    rest = _cut_yes(seat_letter, lines.orders)
    return None if rest is None else replace(lines, orders=rest)


def _cut_yes(seat_letter: SeatLetter, orders: Sequence[str]) -> tuple[str, ...] | None:
    said = bool(orders) and is_only_yes(orders[-1:]) and not is_step(seat_letter.loaded.table, orders[-1])
    return tuple(orders[:-1]) if said else None


def _answers_older_letter(seat_letter: SeatLetter, waited: WaitingOrders) -> bool:
    """Does a letter answer one that was written before the orders waited, and could not show them?"""
    if not seat_letter.inbound.by_mail:
        return False
    written = _digest_written_at(seat_letter) if seat_letter.inbound.is_part else _letter_written_at(seat_letter)
    return written is not None and written < waited.source.kept_at


def _letter_written_at(seat_letter: SeatLetter) -> datetime | None:
    answered = find_answered_letter(seat_letter.inbound, seat_letter.seat.player_id)
    return answered.written if answered is not None else None


def _digest_written_at(seat_letter: SeatLetter) -> datetime | None:
    answer = find_answer(seat_letter.inbound)
    try:
        route = seat_letter.inbound.context.addresses.read(answer.recipient) if answer is not None else None
    except MailFault:
        return None
    if not isinstance(route, DigestAddress):
        return None
    session = seat_letter.inbound.session
    digest = only_if_named(session, session.get(Digest, route.digest), route.stamp)
    return digest.created_at if digest is not None else None
