"""Judges a letter to a seat: a parsed and authenticated letter comes in; steps, commands and letters go out.

1. Lock the match. From here to the commit nobody else changes it (in a draft, it is compared at the end instead).
2. Is the letter a copy of one that is judged elsewhere (`inbound.dedupe`)?
3. May it act for the seat (`_refused`)? If not, `inbound.refusal_letters` answers.
4. The writer is reachable again: forget bounces, start a clock that they had stopped.
5. A match that has not begun knows no orders: `waiting_letter` does the rest.
6. Choose the lines that count (`interpretation`). If that is unclear, do nothing and ask the writer.
7. Keep the orders of a writer who wants a second look (`second_look`), until their yes (`confirmed_orders`). Otherwise
   take back steps for `undo` (`undo_command`), rule on the orders (`match.rulings.ruling`), and store the steps
   (`matches.rows.match_rows.save_steps`).
8. Keep the lines of a plan (`plan_lines`), and carry out the commands (`given_commands`, `seat_commands`).
9. If the turn ended, let the next players play their plans (`matches.plans.plan_turns`).
10. Write the receipt (`receipts`), which reports on every line.
11. If the turn ended, write to the other players (`matches.letters`).

All letters go to the outbox in this transaction (`outbox.enqueue`); `jobs.letter_sender` sends them after the commit.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.mail.address import SeatAddress
from adjudicator.mail.commands.lines.order_lines import OrderLines
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.lexicon.hedges import find_hedge
from adjudicator.match.record.record import How
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.order_reader import UNREADABLE, small_talk
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.match.rulings.ruling import rule_on
from adjudicator.match.rulings.table import Played
from adjudicator.services.identity.reply_addresses import reply_addresses_expired
from adjudicator.services.inbound import refusal_letters
from adjudicator.services.inbound.authorization import objection_to_player
from adjudicator.services.inbound.dedupe import is_duplicate
from adjudicator.services.inbound.inbound_letter import InboundLetter, Outcome, VerdictKind
from adjudicator.services.inbound.reading import Unsure
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.matches.deadlines import clock_falls
from adjudicator.services.matches.letters import clock_letters, consent_letters, turn_letters
from adjudicator.services.matches.plans.plan_turns import act_by_habit, answer_by_plans, note_own_steps
from adjudicator.services.matches.plans.waiting_orders import drop_orders, find_waiting
from adjudicator.services.matches.rows.match_rows import load_match_for, lock_match, save_steps
from adjudicator.services.matches.rows.proposal_rows import is_open
from adjudicator.services.matches.rows.record_rows import Arrival
from adjudicator.services.matches.rows.seat_holders import find_former_player
from adjudicator.services.matches.seats import proposals
from adjudicator.services.orders.commands.bare_answers import read_bare_answer
from adjudicator.services.orders.commands.consent_commands import excludes_orders, settle_offer
from adjudicator.services.orders.commands.given_commands import (
    carry_out_commands,
    find_hedge_of_commands,
    refuse_hedged,
)
from adjudicator.services.orders.commands.plan_commands import held_orders
from adjudicator.services.orders.commands.seat_commands import CLOSING, LEAVING
from adjudicator.services.orders.commands.undo_command import (
    bars_orders,
    drop_reasons,
    leave_orders,
    undo_command,
    undos_of,
)
from adjudicator.services.orders.confirmed_orders import read_confirmation
from adjudicator.services.orders.interpretation import interpret
from adjudicator.services.orders.line_suggestions import offer_instead
from adjudicator.services.orders.order_wording import WORDING
from adjudicator.services.orders.plan_lines import keep_plan_lines, show_kept_plan, sort_below_plan
from adjudicator.services.orders.receipts import write_receipt
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.orders.second_look import (
    LOOK_SETTINGS,
    WAIT,
    hold_orders,
    must_wait,
    settle_waited,
    without_held,
)
from adjudicator.services.orders.waiting_letter import handle_waiting_letter
from adjudicator.services.players.players import is_address_of
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Player, Seat

_BEFORE_ORDERS = LOOK_SETTINGS | {"o_means", WAIT}
"""Commands that the orders of their letter depend on."""


def handle_seat_letter(inbound: InboundLetter, route: SeatAddress) -> Outcome:
    """Judge a letter that came to a seat's address; the module's docstring lists the steps."""
    match = lock_match(inbound.session, route.match)
    if match is None:
        return Outcome(VerdictKind.NO_MATCH)
    inbound.match_id = match.id
    seat = match.seats[route.seat] if route.seat < len(match.seats) else None
    if seat is None or seat.player is None:
        return _refuse_moved(inbound, match) or Outcome(VerdictKind.EMPTY_SEAT if seat else VerdictKind.NO_MATCH)
    if is_duplicate(inbound, route):
        return Outcome(VerdictKind.COPY)
    if refused := _refused(inbound, match, seat, seat.player, route):
        return refused
    inbound.work.writer_id = seat.player.id
    clock_falls.catch_up(inbound.work, match, seat, inbound.row.received_at)
    if match.position is None:
        return _handle_before_it_begins(SeatLetter(inbound, match, seat, None, route.turn))
    seat_letter = SeatLetter(inbound, match, seat, load_match_for(match, seat.player), route.turn)
    seat_letter.waited = find_waiting(inbound.context.secret, match, seat)
    lines = read_bare_answer(seat_letter) or interpret(seat_letter)
    if isinstance(lines, Unsure):
        _ask_writer(seat_letter, lines)
    else:
        _carry_out(seat_letter, lines)
    settle_waited(seat_letter)
    _write_letters(seat_letter)
    return seat_letter.receipt.verdict


def _handle_before_it_begins(seat_letter: SeatLetter) -> Outcome:
    inbound, match = seat_letter.inbound, seat_letter.match
    if match.state is MatchState.INVITING:
        return handle_waiting_letter(seat_letter)
    return refusal_letters.refuse_called_off(inbound, match, seat_letter.seat)


def _refuse_moved(inbound: InboundLetter, match: Match) -> Outcome | None:
    """Tell a player whose seat has another number since one before it was removed that this address was theirs.

    Only their own mailbox is written to, so an address that somebody else has found is of no use.
    """
    players = ((seat, seat.player) for seat in match.seats if seat.epoch and seat.player is not None)
    own = next((seat for seat, player in players if is_address_of(inbound.session, player, inbound.sender)), None)
    return refusal_letters.refuse_revoked(inbound, match, own) if own else None


def _refused(inbound: InboundLetter, match: Match, seat: Seat, player: Player, route: SeatAddress) -> Outcome | None:
    """Refuse a letter that may not act for the seat; None when it may.

    The checks go from the address to the person: revoked address, expired address, sender and their proof, resigned
    player. A stale turn is no reason: `match.rulings.ruling` refuses only the orders of such a letter, and says why.
    """
    left = seat.vacant_at is not None and match.state is MatchState.RUNNING
    if route.epoch != seat.epoch and not left:
        moved = None if route.turn else _refuse_moved(inbound, match)
        return moved or _refuse_former(inbound, match, seat) or refusal_letters.refuse_revoked(inbound, match, seat)
    # A form of a web page is authorised by its session, not by the reply address.
    if inbound.by_mail and reply_addresses_expired(match, inbound.accepted):
        return refusal_letters.refuse_ended(inbound, match, seat)
    if objection := objection_to_player(inbound, player, match.since or match.created_at):
        return refusal_letters.refuse_unauthorized(inbound, match, seat, objection)
    if left:
        return refusal_letters.refuse_resigned(inbound, match, seat)
    return None


def _refuse_former(inbound: InboundLetter, match: Match, seat: Seat) -> Outcome | None:
    """Tell somebody who had the seat, or has it again when a substitute goes, who sits there now."""
    former = find_former_player(inbound.session, match, seat, inbound.sender)
    if former is None:
        return None
    if former.id != seat.owner_id:
        return refusal_letters.refuse_former(inbound, Refusal.of(RefusalKey.FORMER, match=match.code, name=seat.name))
    name = seat.player.name if seat.player else ""
    return refusal_letters.refuse_former(inbound, Refusal.of(RefusalKey.STOOD_FOR, match=match.code, name=name))


def _carry_out(seat_letter: SeatLetter, lines: OrderLines) -> None:
    """Act on the lines that count.

    1. No lines: refuse, with the reason for the emptiness.
    2. A line takes a command back ("oops") or hedges it ("maybe"): carry out nothing, only answer questions.
    3. A command that ends the match contradicts orders beside it, and so does a yes to what a move refuses. `undo` and
       `wait` contradict those above them. Refuse both.
    4. Otherwise act on all of them.
    """
    seat_letter.receipt.sorted = lines
    if lines.empty:
        seat_letter.receipt.add_refused("", seat_letter.inbound.nothing())
        return
    seat_letter.receipt.ignored += lines.chatter
    lines = read_confirmation(seat_letter, lines)
    lines, above = drop_reasons(seat_letter, lines)
    orders, undos = _without_small_talk(seat_letter, lines), undos_of(lines)
    if found := find_hedge_of_commands(lines):
        refuse_hedged(seat_letter, orders, lines.commands, *found)
        return
    agreeing = [given for given in lines.commands if excludes_orders(seat_letter, given)]
    closing = [given for given in lines.commands if given.command.name in CLOSING or given in agreeing]
    waits = [given for given in lines.commands if given.command.name == WAIT and given.orders_above and orders]
    leaving = [given for given in lines.commands if given.command.name in CLOSING | LEAVING or given in agreeing]
    if (closing and (orders or undos or len(leaving) > 1)) or above or waits:
        _refuse_contradiction(seat_letter, orders, [*undos, *waits, *(leaving if closing else [])], lines.commands)
        return
    _act_on(seat_letter, lines, orders, undos)


def _act_on(seat_letter: SeatLetter, lines: OrderLines, orders: Sequence[str], undos: Sequence[GivenCommand]) -> None:
    """Act on lines that do not contradict each other.

    What O means and whether orders wait come first, then `undo`, orders, and commands: "board" below an order shows the
    new board. Orders that wait for a second look keep the plan and the messages of their letter waiting.
    """
    settling = [given for given in lines.commands if given.command.name in _BEFORE_ORDERS]
    if settling:
        carry_out_commands(seat_letter, settling)
        seat_letter.reload_match()
    for given in undos[:1]:
        undo_command(seat_letter, given)
    seat_letter.receipt.ignored += [given.line for given in undos[1:]]
    seat_letter.as_planned = _as_planned(seat_letter, lines)
    orders = [*orders, *seat_letter.as_planned]
    if undos and bars_orders(seat_letter):
        leave_orders(seat_letter, orders)
    elif orders and must_wait(seat_letter):
        hold_orders(seat_letter, orders, lines)
        offer_instead(seat_letter)
        lines = without_held(seat_letter, lines)
    elif orders:
        _play(seat_letter, orders)
    sort_below_plan(seat_letter, lines.below_plan)
    keeper = keep_plan_lines(seat_letter, lines.plans, ordered=bool(orders))
    carry_out_commands(seat_letter, [given for given in lines.commands if given not in (*undos, *settling)])
    _let_plans_answer(seat_letter, crossed=keeper is not None and keeper.crossed)
    settle_offer(seat_letter)
    if keeper is not None:
        show_kept_plan(seat_letter, keeper)


def _ask_writer(seat_letter: SeatLetter, doubt: Unsure) -> None:
    """Act on nothing of a letter that can be read in several ways, and show the readings to its writer."""
    seat_letter.receipt.add_refused("", doubt.why)
    seat_letter.receipt.readings = doubt.readings


def _without_small_talk(seat_letter: SeatLetter, lines: OrderLines) -> Sequence[str]:
    """Drop thanks and greetings from the orders of a letter that has commands as well.

    In a letter without commands the ruling handles them. A line that takes something back ("oops") stays.
    """
    if not lines.commands:
        return lines.orders
    orders: list[str] = []
    for at, line in enumerate(lines.orders):
        if len(seat_letter.receipt.ignored) >= UNREADABLE:
            seat_letter.receipt.untried += lines.orders[at:]
            break
        hedge = find_hedge(line)
        if small_talk(seat_letter.loaded.table, line, seat_letter.seat.number, WORDING) and not (
            hedge and hedge.takes_back
        ):
            seat_letter.receipt.ignored.append(line)
        else:
            orders.append(line)
    return orders


def _refuse_contradiction(
    seat_letter: SeatLetter, orders: Sequence[str], closing: Sequence[GivenCommand], commands: Sequence[GivenCommand]
) -> None:
    """Refuse orders and commands that exclude each other; carry out the other commands."""
    words = [*orders, *(given.line for given in closing)]
    seat_letter.receipt.add_refused(words[0], refusals.contradictory(words))
    seat_letter.receipt.not_reached += words[1:]
    carry_out_commands(seat_letter, [given for given in commands if given not in closing])


def _play(seat_letter: SeatLetter, orders: Sequence[str]) -> None:
    """Rule on the orders, and store the steps that were played."""
    ruling = rule_on(seat_letter.loaded.table, seat_letter.seat.number, seat_letter.letter_turn, orders, WORDING)
    seat_letter.receipt.add_ruling(ruling)
    offer_instead(seat_letter)
    if ruling.played or seat_letter.counting is not None:
        drop_orders(seat_letter.seat)
    if not ruling.played:
        return
    inbound, arrival = seat_letter.inbound, _arrival_of(seat_letter)
    table, by_habit = ruling.table, tuple[Played, ...]()
    if not ruling.refused:
        table, by_habit = act_by_habit(inbound.work, seat_letter.loaded, seat_letter.seat, ruling)
        seat_letter.receipt.played += by_habit
    steps = save_steps(inbound.work, seat_letter.match, table, (*ruling.played, *by_habit), arrival)
    seat_letter.set_table(table, steps)
    note_own_steps(inbound.work, seat_letter.match, seat_letter.seat.number)
    turn, pending = ruling.played[-1].turn, seat_letter.loaded.proposals
    proposals.note_move(inbound.work, seat_letter.match, seat_letter.seat, turn, pending)


def _arrival_of(seat_letter: SeatLetter) -> Arrival:
    """Tell how the orders came. Those that have waited are in time if their own letter was, even if the yes is not."""
    inbound, match, counting = seat_letter.inbound, seat_letter.match, seat_letter.counting
    how: How = "page" if inbound.from_page else "letter"
    late = match_clock.is_late(match) if counting is None else match_clock.is_late_at(match, counting.source.at)
    return Arrival(how, inbound.row.received_at, late=late)


def _as_planned(seat_letter: SeatLetter, lines: OrderLines) -> tuple[str, ...]:
    """List the orders that ``as planned`` stands for: an answer that was held when its turn began."""
    asked = any(given.command.name == "as planned" for given in lines.commands)
    mine = seat_letter.match.to_move == seat_letter.seat.number
    return held_orders(seat_letter) if asked and mine else ()


def _let_plans_answer(seat_letter: SeatLetter, *, crossed: bool) -> None:
    """If the letter has ended a turn, let the next players play their plans.

    The plan of the writer that crossed the turns of the others is asked now that the turn runs for which it was made.
    """
    if (seat_letter.turn_ended or crossed) and seat_letter.match.state is MatchState.RUNNING:
        work = seat_letter.inbound.work
        seat_letter.begun = answer_by_plans(work, seat_letter.loaded)
        proposals.note_planned_moves(work, seat_letter.match, seat_letter.begun.fresh)


def _write_letters(seat_letter: SeatLetter) -> None:
    """Write the receipt and, if the turn ended or days were granted, the letters to the other players."""
    inbound, match = seat_letter.inbound, seat_letter.match
    if seat_letter.receipt.sorted.commands:
        inbound.session.flush()
    # The queries below need the rows that commands have written, and these are flushed. Without autoflush all other
    # rows are written together at the commit, as few statements.
    with inbound.session.no_autoflush:
        account = write_receipt(seat_letter)
        if seat_letter.granted and not seat_letter.turn_ended:
            clock_letters.notify_granted(inbound.work, match, seat_letter.seat, seat_letter.granted)
        if seat_letter.turn_ended:
            answered = seat_letter.seat if inbound.by_mail or match.to_move == seat_letter.seat.number else None
            turn_letters.notify_changed(inbound.work, seat_letter.loaded, answered=answered)
        if seat_letter.offered is not None and is_open(seat_letter.offered[1]):
            mover = match.to_move if seat_letter.turn_ended else None
            consent_letters.notify_proposal(inbound.work, match, seat_letter.offered[1], leave_out=mover)
    inbound.row.account = msgspec.to_builtins(account)  # last, so that the inbox row is updated only once
