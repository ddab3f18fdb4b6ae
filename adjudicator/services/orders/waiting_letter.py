"""Judges a letter to a seat of a match that has not begun: there is nothing to play, but commands work.

The owner decides about free seats (`owner_commands`); everybody may ask, and change their settings.
"""

from __future__ import annotations

import msgspec

from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.lines.order_lines import OrderLines, sort_order_lines
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.inbound.inbound_letter import Outcome
from adjudicator.services.inbound.unsure_letters import objection_to_unsure
from adjudicator.services.orders.commands.given_commands import (
    carry_out_commands,
    find_hedge_of_commands,
    refuse_hedged,
)
from adjudicator.services.orders.commands.owner_commands import OWNER_ACTS
from adjudicator.services.orders.commands.seat_commands import CLOSING, NEED_POSITION, WEIGHTY
from adjudicator.services.orders.order_wording import offer_comments
from adjudicator.services.orders.receipts import write_receipt
from adjudicator.services.orders.seat_letter import SeatLetter


def handle_waiting_letter(seat_letter: SeatLetter) -> Outcome:
    """Carry out the commands of a letter, refuse its orders, and report on both."""
    inbound, receipt = seat_letter.inbound, seat_letter.receipt
    if objection := objection_to_unsure(inbound, lambda lines: any(read_line(line, "match") for line in lines)):
        receipt.add_refused("", objection)
    else:
        receipt.sorted = sort_order_lines(inbound.reply.lines, "match", asides=offer_comments())
        _carry_out(seat_letter, receipt.sorted)
    inbound.session.flush()
    inbound.row.account = msgspec.to_builtins(write_receipt(seat_letter))
    return receipt.verdict


def _carry_out(seat_letter: SeatLetter, lines: OrderLines) -> None:
    receipt, inbound = seat_letter.receipt, seat_letter.inbound
    if lines.empty:
        receipt.add_refused("", inbound.nothing())
        return
    if found := find_hedge_of_commands(lines):
        refuse_hedged(seat_letter, lines.orders, lines.commands, *found)
        return
    decisions = [given.line for given in lines.commands if given.command.name in OWNER_ACTS]
    if len(decisions) > 1 and any(given.command.name in CLOSING for given in lines.commands):
        receipt.add_refused(decisions[0], refusals.contradictory(decisions))
        receipt.not_reached += decisions[1:]
        return
    weighty = next((given for given in lines.commands if given.command.name in WEIGHTY), None)
    if weighty and not inbound.reply.certain:
        receipt.add_refused("", refusals.weighty(weighty.line))
        return
    too_early = [given.line for given in lines.commands if given.command.name in NEED_POSITION]
    for line in (*too_early, *(lines.orders if not lines.commands else ())):
        receipt.add_refused(line, Refusal(RefusalKey.NOT_BEGUN))
    if lines.commands:
        receipt.ignored += lines.orders
    carry_out_commands(seat_letter, [given for given in lines.commands if given.command.name not in NEED_POSITION])
