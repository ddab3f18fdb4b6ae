"""A bare yes or no in an answer to the letter that asks about a proposal: it counts as ``agree`` or ``refuse``.

Otherwise both answer for orders of the writer that wait for a second look (`confirmed_orders`): a no takes them back. A
yes to any other letter confirms the lines of the writer's plan that wait for one.

A yes to the letter of a hint plays its step, as long as the position is the same.

Elsewhere both answer the question that is open to the writer: a proposal, or after the end a rematch. If none is, they
are told so. Somebody who answers a letter that cannot have shown the question, such as a message of another player, may
mean something else, and is asked. The letter that is answered is the one that the answer's references name last.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.lines.order_lines import OrderLines
from adjudicator.mail.commands.lines.short_answers import is_bare_answer, is_no, is_only_yes
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.lexicon.pause_answers import says_only_yes
from adjudicator.mail.lexicon.wishes import takes_up
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.inbound.reading import Unsure
from adjudicator.services.matches.opening.rematches import is_rematch_asked
from adjudicator.services.matches.rows.hint_rows import find_hint
from adjudicator.services.matches.rows.proposal_rows import is_open, seats_asked
from adjudicator.services.orders.answered_letter import find_answered_letter
from adjudicator.services.orders.commands.plan_commands import plan_waits
from adjudicator.services.orders.order_wording import is_step
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.outbox.held_news import MESSAGES
from adjudicator.texts.letters import turn_kinds


def read_bare_answer(seat_letter: SeatLetter) -> OrderLines | Unsure | None:
    """Read a letter that says only yes or no; None for any other letter."""
    reply = seat_letter.inbound.reply
    own = [line for line in reply.own if line.strip()]
    table = seat_letter.loaded.table
    if not own or reply.unsure or reply.unclear or reply.instead is not None:
        return None
    yes, no = is_only_yes(own) or takes_up(own) or _agrees_politely(seat_letter, own), is_no(own)
    if not (yes or no) or any(read_line(line, "match") or is_step(table, line) for line in own):
        return None
    if yes and (step := _find_hint_answered(seat_letter)):
        return OrderLines(orders=(step,), comments=tuple(own[1:]))
    return None if takes_up(own) else _read_yes_or_no(seat_letter, own, yes=yes)


def _agrees_politely(seat_letter: SeatLetter, own: Sequence[str]) -> bool:
    """Is a letter about a proposal answered by a yes in polite words?"""
    return says_only_yes(own[0]) and bool(proposal_answered(seat_letter.inbound, seat_letter))


def _read_yes_or_no(seat_letter: SeatLetter, own: Sequence[str], *, yes: bool) -> OrderLines | Unsure | None:
    """Read a yes or no as an answer to a proposal, orders that wait, lines of a plan that do, or whatever is open."""
    number = proposal_answered(seat_letter.inbound, seat_letter)
    if not number and seat_letter.waited is not None:
        return OrderLines(orders=(own[0].strip(),), comments=tuple(own[1:])) if yes else _take_back(own)
    if number:
        return _answer(own, str(number), yes=yes)
    confirmed = _confirm_plan(seat_letter, own) if yes else None
    if confirmed is not None or len(own) > 1 or not is_bare_answer(own[0]):
        return confirmed
    return _answer_what_is_open(seat_letter, own, yes=yes)


def _answer_what_is_open(seat_letter: SeatLetter, own: Sequence[str], *, yes: bool) -> OrderLines | Unsure | None:
    """Read a yes or no as an answer to what the writer is asked now, if the letter that they answer has shown it."""
    match, seat = seat_letter.match, seat_letter.seat
    if match.finished_at is not None:
        return _answer(own, "", yes=yes) if is_rematch_asked(match, seat) else None
    asked = [row for row in seat_letter.loaded.proposals if is_open(row) and seat.number in seats_asked(match, row)]
    answered = find_answered_letter(seat_letter.inbound, seat.player_id)
    unseen = answered is not None and (
        answered.kind in MESSAGES or any(answered.written <= row.opened_at for row in asked)
    )
    if asked and unseen:
        numbers = tuple(row.number for row in asked)
        return Unsure(Refusal.of(RefusalKey.WHICH_PROPOSAL, numbers=numbers), ())
    return _answer(own, "", yes=yes)


def _answer(own: Sequence[str], number: str, *, yes: bool) -> OrderLines:
    given = read_line(f"{'agree' if yes else 'refuse'} {number}", "match")
    if given is None:
        raise AssertionError("the command table has no answers")
    answer = GivenCommand(given.command, own[0].strip(), given.argument)
    return OrderLines(commands=(answer,), comments=tuple(own[1:]))


def _find_hint_answered(seat_letter: SeatLetter) -> str:
    """Find the step of the hint whose letter is answered, if it is about the present position; empty otherwise."""
    answered = find_answered_letter(seat_letter.inbound, seat_letter.seat.player_id)
    if answered is None or answered.match_id != seat_letter.match.id or answered.kind != turn_kinds.HINT.name:
        return ""
    hint = find_hint(seat_letter.inbound.session, seat_letter.match)
    return hint.step if hint is not None and hint.player_id == seat_letter.seat.player_id else ""


def _take_back(own: Sequence[str]) -> OrderLines | None:
    """Read a no as ``wait``."""
    given = read_line("wait", "match")
    if given is None:
        raise AssertionError("the command table has no wait")
    return OrderLines(commands=(GivenCommand(given.command, own[0].strip()),), comments=tuple(own[1:]))


def _confirm_plan(seat_letter: SeatLetter, own: Sequence[str]) -> OrderLines | None:
    """Read a yes as ``confirm plan``, if lines of the writer's plan wait for one."""
    given = read_line("confirm plan", "match")
    if given is None or not plan_waits(seat_letter):
        return None
    return OrderLines(commands=(GivenCommand(given.command, own[0].strip()),), comments=tuple(own[1:]))


def proposal_answered(inbound: InboundLetter, seat_letter: SeatLetter) -> int:
    """Return the number of the proposal whose own letter is answered; 0 for an answer to any other letter."""
    answered = find_answered_letter(inbound, seat_letter.seat.player_id)
    return answered.headers.proposal if answered and answered.match_id == seat_letter.match.id else 0
