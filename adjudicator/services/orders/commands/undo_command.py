"""The command `undo`: it comes before the orders of its letter, which are judged on the board that it leaves.

Within the running turn nobody is asked. Behind it the others are, unless there is nobody to ask or the match says so
(`matches.seats.undos`); orders below such a question are for another board, and are not played.
Orders above it contradict it: nobody can tell whether they are meant. Words above it that only say why do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.mail.commands.lines.order_lines import OrderLines
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.lexicon.hedges import Doubt, find_hedge
from adjudicator.match.consent import ProposalKind
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.order_reader import small_talk
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.identity.reply_addresses import may_decide
from adjudicator.services.matches.clock.match_clock import mover_of
from adjudicator.services.matches.rows.proposal_rows import open_proposals
from adjudicator.services.matches.seats import proposals, undos
from adjudicator.services.matches.seats.proposals import Wish
from adjudicator.services.matches.view.own_undo import undo_own_steps
from adjudicator.services.orders.commands.consent_commands import note_of_proposal
from adjudicator.services.orders.order_wording import WORDING
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.orders.stale_answers import refuse_stale
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.tables import ProposalRow

UNDO = "undo"


def undo_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Take back the writer's choices in the turn that runs, or ask for more.

    As an order, it counts in the turn of its letter.
    """
    inbound, match, seat = seat_letter.inbound, seat_letter.match, seat_letter.seat
    if refusal := _objection(seat_letter, given):
        seat_letter.receipt.add_refused(given.line, refusal)
        return
    to = int(given.argument) - 1 if given.argument else None
    try:
        with refusals_roll_back(inbound.work):
            own = undo_own_steps(inbound.work, match, seat, to, inbound.row.received_at)
            if own is None:
                _go_behind_the_turn(seat_letter, given, to)
                return
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return
    table, note = own
    seat_letter.go_back(table)
    seat_letter.receipt.taken_back.append((given.line, note))


def _go_behind_the_turn(seat_letter: SeatLetter, given: GivenCommand, to: int | None) -> None:
    """Ask the others to go back behind the running turn, or do it where nobody is asked. Raises `RefusedError`."""
    inbound, match, seat = seat_letter.inbound, seat_letter.match, seat_letter.seat
    wanted = undos.find_wanted(match, seat, to)
    if wanted.asked:
        if any(row.kind is ProposalKind.UNDO and row.seat == seat.number for row in _open(seat_letter)):
            raise RefusedError.of(RefusalKey.UNDO_OPEN, nearest=("withdraw",))
        wish = Wish(ProposalKind.UNDO, seat.number, {"to": wanted.to, "steps": list(wanted.steps)})
        row = proposals.open_proposal(inbound.work, match, wish, told=seat)
        seat_letter.asks_undo = True
        seat_letter.note_changes()
        seat_letter.receipt.add_done(given, note_of_proposal(match, row))
        return
    note = undos.take_back(inbound.work, match, wanted, (), inbound.row.received_at)
    seat_letter.reload_match()
    if match.to_move == seat.number:
        seat_letter.letter_turn = match.turn
    seat_letter.receipt.taken_back.append((given.line, note))


def _open(seat_letter: SeatLetter) -> Sequence[ProposalRow]:
    return open_proposals(seat_letter.inbound.session, seat_letter.match)


def _objection(seat_letter: SeatLetter, given: GivenCommand) -> Refusal | None:
    inbound, match, seat = seat_letter.inbound, seat_letter.match, seat_letter.seat
    if given.argument and not given.argument.isdecimal():
        return Refusal.of(RefusalKey.UNDO_ALONE, nearest=(UNDO,), words=given.argument)
    if mover_of(match) is seat:
        return refuse_stale(seat_letter) if seat_letter.letter_turn != match.turn else None
    newest = not inbound.by_mail or may_decide(inbound.work, match, seat, seat_letter.letter_turn)
    return None if newest else refusals.old_letter(given.command.word("en"))


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
    """Does an `undo` that was refused, or is asked for, leave a board for which the orders below were not written?"""
    return seat_letter.asks_undo or any(
        one.refusal.key is not RefusalKey.UNDO_NOTHING for one in seat_letter.receipt.refused
    )


def leave_orders(seat_letter: SeatLetter, orders: Sequence[str]) -> None:
    """Play none of the orders below an `undo` that left another board, and say why."""
    receipt = seat_letter.receipt
    if orders and seat_letter.asks_undo:
        receipt.add_refused(orders[0], Refusal.of(RefusalKey.UNDO_ASKS))
        orders = orders[1:]
    receipt.not_reached += orders
