"""Carries out the commands of a letter to a seat, in their order, unless a hedge leaves open whether they are meant."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.mail.commands.lines.contradictions import find_contradictions
from adjudicator.mail.commands.lines.order_lines import MOST_COMMANDS, OrderLines
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.lexicon.hedges import Hedge
from adjudicator.match.rulings import refusals
from adjudicator.services.identity.reply_addresses import DECIDING, DECIDING_WITH_ARGUMENT, may_decide
from adjudicator.services.orders.commands.bare_answers import proposal_answered
from adjudicator.services.orders.commands.past_answers import CHECKS
from adjudicator.services.orders.commands.seat_commands import ACTS, ANSWERS
from adjudicator.services.orders.order_wording import hedge_of_command, takes_back_command
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.players.absences import local_today
from adjudicator.services.refused_error import RefusedError

_HARMLESS = frozenset(
    {"press", "tell", "memo", "diary", "comment", "rules", "lobby", "archive", "verify", "download", "show"}
)
"""Commands that change nothing in a match."""


def carry_out_commands(seat_letter: SeatLetter, commands: Sequence[GivenCommand]) -> None:
    """Carry out the commands of a letter, up to a number that nobody reaches by hand.

    Those that exclude each other are refused.
    """
    player, accepted = seat_letter.seat.player, seat_letter.inbound.accepted
    today = local_today(player, accepted) if player else accepted.date()
    excluded = find_contradictions(commands[:MOST_COMMANDS], today)
    for first, *others in excluded:
        lines = [given.line for given in (first, *others)]
        seat_letter.receipt.add_refused(first.line, refusals.contradictory(lines))
        seat_letter.receipt.not_reached += lines[1:]
    for given in commands[:MOST_COMMANDS]:
        if not any(given in group for group in excluded):
            _carry_out_command(seat_letter, given)
    seat_letter.receipt.beyond += [given.line for given in commands[MOST_COMMANDS:]]


def find_hedge_of_commands(lines: OrderLines) -> tuple[str, Hedge] | None:
    """Find a line that hedges a command of the letter or takes it back."""
    acts = [given for given in lines.commands if _acts(given)]
    hedged = ((given.line, hedge_of_command(given)) for given in acts)
    others = ((line, takes_back_command(line)) for line in lines.orders if acts)
    return next(((line, hedge) for line, hedge in (*hedged, *others) if hedge), None)


def refuse_hedged(
    seat_letter: SeatLetter, orders: Sequence[str], commands: Sequence[GivenCommand], line: str, hedge: Hedge
) -> None:
    """Act on nothing of a letter that hedges a command of its own; only answer its questions."""
    seat_letter.receipt.add_refused(line, refusals.hedged(line, hedge.doubt, hedge.word))
    left = [*orders, *(given.line for given in commands if _acts(given))]
    seat_letter.receipt.not_reached += [one for one in left if one != line]
    for given in commands:
        if not _acts(given):
            _carry_out_command(seat_letter, given)


def _acts(given: GivenCommand) -> bool:
    """Does a command change something? A message to the other players does not: its words are not judged."""
    return given.command.name in ACTS and given.command.name not in _HARMLESS


def _carry_out_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    if _decides(given) and not _may_decide(seat_letter, given):
        seat_letter.receipt.add_refused(given.line, refusals.old_letter(given.command.word("en")))
        return
    act = ACTS.get(given.command.name)
    if act is not None:
        act(seat_letter, given)
        return
    asked = {(asked.command.name, asked.argument) for asked, _ in seat_letter.receipt.asked}
    if (given.command.name, given.argument) in asked:
        seat_letter.receipt.ignored.append(given.line)  # the answer would be the same
        return
    try:
        CHECKS.get(given.command.name, _accept)(seat_letter, given)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
    else:
        seat_letter.receipt.add_question(given, ANSWERS[given.command.name])


def _accept(_seat_letter: SeatLetter, _given: GivenCommand) -> None:
    pass


def _decides(given: GivenCommand) -> bool:
    name = given.command.name
    return name in DECIDING or (name in DECIDING_WITH_ARGUMENT and bool(given.argument))


def _may_decide(seat_letter: SeatLetter, given: GivenCommand) -> bool:
    """May this letter give a command that decides something? A form always may: its player is signed in.

    The letter that asks about a proposal may be answered as long as that is open, whatever was played since.
    """
    inbound, seat = seat_letter.inbound, seat_letter.seat
    if not inbound.by_mail or may_decide(inbound.work, seat_letter.match, seat, seat_letter.letter_turn):
        return True
    return given.command.name in ("agree", "refuse") and bool(proposal_answered(inbound, seat_letter))
