"""A second look: orders that wait until their writer says yes, or until some time has passed.

What waits is ruled on as if it were played, as far as nothing comes to light, and its writer sees the board behind it.
Plan lines and messages of the same letter wait with it. `confirmed_orders` reads the yes, and
`inbound.delayed_orders` lets orders count that have waited long enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.lines.order_lines import OrderLines
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.table.command_words import command_named, word_for
from adjudicator.mail.commands.words.reply_words import STOPS
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.match.rulings.ruling import AnyForesight, AnyPreview, Preview, foresee_ruling
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.matches.names.shown_names import shown_names
from adjudicator.services.matches.opening.match_codes import write_code
from adjudicator.services.matches.plans.waiting_orders import (
    Source,
    WaitingOrders,
    drop_orders,
    find_waiting,
    keep_orders,
    orders_count_at,
)
from adjudicator.services.matches.view.presenter import presenter_for
from adjudicator.services.orders.order_wording import WORDING
from adjudicator.services.orders.seat_letter import SeatLetter, refusable
from adjudicator.services.players.look_settings import CONFIRM, DELAY, describe_look, look_of, parse_look, set_look
from adjudicator.services.refused_error import RefusedError
from adjudicator.texts.facts import answer_facts, position_facts
from adjudicator.texts.games.boards import draw_board

LOOK_SETTINGS = frozenset({CONFIRM, DELAY})
WAIT = "wait"
_TALK = frozenset({"press", "tell"})
"""Commands whose words go with the orders of their letter."""


def must_wait(seat_letter: SeatLetter) -> bool:
    """Do the orders of a letter wait? Not if it says yes to them, nor the answer of a plan that was held.

    Once its time is over, a turn is not delayed any further; it may still wait for a yes.
    """
    look = look_of(seat_letter.seat)
    if not look or seat_letter.confirmed or seat_letter.as_planned:
        return False
    if match_clock.mover_of(seat_letter.match) is not seat_letter.seat:
        return False
    return look.confirm or not match_clock.is_late(seat_letter.match)


def hold_orders(seat_letter: SeatLetter, orders: Sequence[str], lines: OrderLines) -> None:
    """Keep the orders of a letter, and show their effects; an impossible order is refused at once.

    A refusal changes nothing: orders that waited before wait on.
    """
    receipt, seat = seat_letter.receipt, seat_letter.seat
    foresight = foresee_ruling(seat_letter.loaded.table, seat.number, seat_letter.letter_turn, orders, WORDING)
    ruling = foresight.ruling
    if ruling.refused or not (ruling.played or foresight.unseen):
        receipt.add_ruling(ruling)
        return
    receipt.ignored += ruling.ignored
    receipt.untried += ruling.untried
    kept = tuple(line for line in orders if line not in ruling.ignored)
    words = tuple(_write_again(given) for given in lines.commands if given.command.name in _TALK)
    _keep(seat_letter, WaitingOrders(_source(seat_letter), kept, lines.plans, words))
    seat_letter.held = True
    said = "; ".join(kept)
    receipt.waiting.append((said, _tell(seat_letter, foresight, alone=not (lines.plans or words))))
    receipt.delayed = seat.orders_due_at is not None
    if ruling.played:
        shown = Preview(ruling.table, ruling.played)
        given = GivenCommand(command_named(CONFIRM), said)
        receipt.add_question(given, lambda one, _given: preview_answer(one, said, shown))


def without_held(seat_letter: SeatLetter, lines: OrderLines) -> OrderLines:
    """Leave out the plan lines and the messages that wait with the orders of their letter."""
    if not seat_letter.held:
        return lines
    commands = tuple(given for given in lines.commands if given.command.name not in _TALK)
    return OrderLines(commands=commands, below_plan=lines.below_plan)


def _source(seat_letter: SeatLetter) -> Source:
    inbound = seat_letter.inbound
    row = inbound.row
    return Source(row.id, inbound.letter.message_id, not inbound.from_page, row.received_at, inbound.now)


def _keep(seat_letter: SeatLetter, waiting: WaitingOrders) -> None:
    look, match, seat = look_of(seat_letter.seat), seat_letter.match, seat_letter.seat
    due = waiting.source.at + timedelta(minutes=look.minutes) if look.minutes else None
    keep_orders(seat_letter.inbound.context.secret, match, seat, waiting, due)


def _write_again(given: GivenCommand) -> str:
    """Write a message so that it can be read again; one of several lines ends with a stop word."""
    text = given.argument
    if "\n" not in text:
        return given.line
    return f"{given.line}\n{text if given.command.name == 'press' else text.partition(': ')[2]}\n{min(STOPS)}"


def _tell(seat_letter: SeatLetter, foresight: AnyForesight, *, alone: bool) -> Note:
    match, language, inbound = seat_letter.match, seat_letter.language, seat_letter.inbound
    code = f"{write_code(match.code)} " if inbound.is_part else ""
    due = orders_count_at(match, seat_letter.seat)
    return Note.of(
        "match.orders_wait",
        seconds=0 if due is None else max(60, int((due - inbound.now).total_seconds())),
        yes=f"{code}{language.gettext('yes')}",
        wait=f"{code}{word_for(WAIT, language.language)}",
        unseen="; ".join(foresight.unseen),
        alone=alone,
    )


def preview_answer(seat_letter: SeatLetter, order: str, shown: AnyPreview) -> answer_facts.Answer:
    """Show the board behind steps that are not played."""
    presenter = presenter_for(seat_letter.inbound.context, seat_letter.match, seat_letter.seat)
    view = seat_letter.loaded.engine.view(shown.table.position, seat_letter.seat.number)
    names = shown_names(seat_letter.match, presenter.language, public=False)
    return position_facts.PreviewAnswer(
        order=order,
        step="; ".join(presenter.write(one.step) for one in shown.played),
        board=draw_board(view, presenter.layout, presenter.language, names=names, folded=False),
        said=tuple(presenter.say(note) for one in shown.played for note in one.notes if note.seen_by(presenter.seat)),
        hidden=presenter.write(shown.hidden),
    )


def settle_waited(seat_letter: SeatLetter) -> None:
    """Tell of the orders that waited when the letter came and no longer do: others came, or their turn changed."""
    waited, seat = seat_letter.waited, seat_letter.seat
    if waited is None or seat_letter.counting is waited:
        return
    waits = find_waiting(seat_letter.inbound.context.secret, seat_letter.match, seat)
    if waits is None:
        drop_orders(seat)
    if waits is None or waits.lines != waited.lines:
        seat_letter.receipt.undone += waited.orders


def _wait(seat_letter: SeatLetter, _given: GivenCommand) -> Note:
    waiting = find_waiting(seat_letter.inbound.context.secret, seat_letter.match, seat_letter.seat)
    if waiting is None:
        raise RefusedError.of(RefusalKey.NOTHING_WAITS)
    drop_orders(seat_letter.seat)
    seat_letter.waited = None
    return Note.of("match.orders_back", orders="; ".join(waiting.orders))


def _set_look(seat_letter: SeatLetter, given: GivenCommand) -> Note:
    seat, code = seat_letter.seat, seat_letter.match.code
    if not given.argument:
        return describe_look(seat, code)
    return set_look(seat_letter.inbound.work, seat, parse_look(given.command.name, given.argument), code)


LOOK_ACTS: Mapping[str, Callable[[SeatLetter, GivenCommand], None]] = {
    CONFIRM: refusable(_set_look),
    DELAY: refusable(_set_look),
    WAIT: refusable(_wait),
}
