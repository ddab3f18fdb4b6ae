"""The command `undo`: it comes before the orders of its letter, which are judged on the board that it leaves.

Orders above it contradict it: nobody can tell whether they are meant. Words above it that only say why do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.mail.commands.lines.order_lines import OrderLines
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.lexicon.hedges import Doubt, find_hedge
from adjudicator.match.rulings.order_reader import small_talk
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.matches.clock.match_clock import mover_of
from adjudicator.services.matches.view.own_undo import undo_own_steps
from adjudicator.services.orders.order_wording import WORDING
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.orders.stale_answers import refuse_stale
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError

UNDO = "undo"


def undo_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Take back the writer's choices in the turn that runs. As an order, it counts in the turn of its letter."""
    inbound, match, seat = seat_letter.inbound, seat_letter.match, seat_letter.seat
    if refusal := _objection(seat_letter, given):
        seat_letter.receipt.add_refused(given.line, refusal)
        return
    try:
        with refusals_roll_back(inbound.work):
            table, note = undo_own_steps(inbound.work, match, seat, inbound.row.received_at)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return
    seat_letter.go_back(table)
    seat_letter.receipt.taken_back.append((given.line, note))


def _objection(seat_letter: SeatLetter, given: GivenCommand) -> Refusal | None:
    match = seat_letter.match
    if given.argument:
        return Refusal.of(RefusalKey.UNDO_ALONE, nearest=(UNDO,), words=given.argument)
    if mover_of(match) is seat_letter.seat and seat_letter.letter_turn != match.turn:
        return refuse_stale(seat_letter)
    return None


def undos_of(lines: OrderLines) -> list[GivenCommand]:
    """List the lines of a letter that take something back."""
    return [given for given in lines.commands if given.command.name == UNDO]


def drop_reasons(seat_letter: SeatLetter, lines: OrderLines) -> tuple[OrderLines, Sequence[str]]:
    """Drop the lines above an `undo` that only say why ("Oops, wrong tile."); return the orders above it, too."""
    last = max((given.orders_above for given in undos_of(lines)), default=0)
    above = [line for line in lines.orders[:last] if not _says_why(seat_letter, line)]
    seat_letter.receipt.ignored += [line for line in lines.orders[:last] if line not in above]
    return replace(lines, orders=(*above, *lines.orders[last:])), above


def _says_why(seat_letter: SeatLetter, line: str) -> bool:
    hedge = find_hedge(line)
    if hedge is not None:
        return hedge.doubt is Doubt.CORRECTION
    return small_talk(seat_letter.loaded.table, line, seat_letter.seat.number, WORDING)


def bars_orders(seat_letter: SeatLetter) -> bool:
    """Was an `undo` refused in a way that leaves another board than the orders below it were written for?"""
    return any(one.refusal.key is not RefusalKey.UNDO_NOTHING for one in seat_letter.receipt.refused)
