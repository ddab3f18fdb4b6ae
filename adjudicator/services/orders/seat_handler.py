"""Letters of a seat: orders are ruled on, commands are carried out, and one receipt accounts for every line."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.mail.address import SeatAddress
from adjudicator.mail.commands.command_lines import Said, close_commands
from adjudicator.mail.commands.order_lines import MOST_COMMANDS, Sorted
from adjudicator.mail.lexicon.hedges import Hedge, find_hedge
from adjudicator.match import refusals
from adjudicator.match.order_reader import UNREADABLE, Refused, small_talk
from adjudicator.match.ruling import rule
from adjudicator.services.identity.reply_addresses import DECIDING, have_ended, may_decide
from adjudicator.services.inbound import refusal_letters
from adjudicator.services.inbound.authorization import objection_to_player
from adjudicator.services.inbound.dedupe import is_copy
from adjudicator.services.inbound.inbound_letter import Case, Verdict, VerdictKind
from adjudicator.services.matches import clock_control, notifications
from adjudicator.services.matches.match_rows import keep, lock, take
from adjudicator.services.orders.interpretation import Doubt, choose
from adjudicator.services.orders.order_wording import WORDING, hedge_of_command, takes_back_command
from adjudicator.services.orders.receipts import give_receipt
from adjudicator.services.orders.seat_commands import ACTS, ANSWERS, CLOSING
from adjudicator.services.orders.seat_letter import Sitting
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Player, Seat

_HARMLESS = frozenset({"press", "show"})


def answer(case: Case, route: SeatAddress) -> Verdict:
    """Judge a letter that came to a seat's address."""
    match = lock(case.session, route.match)
    if match is None or not 0 <= route.seat < len(match.seats):
        return Verdict(VerdictKind.NO_MATCH)
    seat = match.seats[route.seat]
    case.match_id = match.id
    if seat.player is None or is_copy(case, route):
        return Verdict(VerdictKind.COPY if seat.player else VerdictKind.EMPTY_SEAT)
    if refused := _refused(case, match, seat, seat.player, route):
        return refused
    seat.player.bounced_at = None
    clock_control.start_for_writer(case.work, match)
    if match.position is None:
        return refusal_letters.not_begun(case, match, seat)
    sitting = Sitting(case, match, seat, take(match), route.turn)
    lines = choose(sitting)
    if isinstance(lines, Doubt):
        _ask(sitting, lines)
    else:
        _carry_out(sitting, lines)
    _tell(sitting)
    return sitting.receipt.verdict


def _refused(case: Case, match: Match, seat: Seat, player: Player, route: SeatAddress) -> Verdict | None:
    """Refuse a letter that may not act for a seat; None when it may."""
    if route.epoch != seat.epoch:
        return refusal_letters.revoked(case, match, seat)
    # The page of a match knows its player by more than this address.
    if case.by_mail and have_ended(match, case.now):
        return refusal_letters.ended(case, match, seat)
    if objection := objection_to_player(case, player, match.since or match.created_at):
        return refusal_letters.not_admitted(case, match, seat, objection)
    if seat.resigned_at is not None and match.state is MatchState.RUNNING:
        return refusal_letters.resigned(case, match, seat)
    return None


def _carry_out(sitting: Sitting, lines: Sorted) -> None:
    sitting.receipt.sorted = lines
    if lines.empty:
        sitting.receipt.refuse("", sitting.case.nothing())
        return
    orders = _without_small_talk(sitting, lines)
    if found := _find_doubt(lines):
        _leave_in_doubt(sitting, orders, lines.commands, *found)
        return
    closing = [said for said in lines.commands if said.command.name in CLOSING]
    if closing and (orders or len(closing) > 1):
        _contradict(sitting, orders, closing, lines.commands)
        return
    if orders:
        _play(sitting, orders)
    _obey(sitting, lines.commands)


def _obey(sitting: Sitting, commands: Sequence[Said]) -> None:
    """Carry out the commands of a letter; what nobody writes by hand is not reached."""
    for said in commands[:MOST_COMMANDS]:
        _command(sitting, said)
    sitting.receipt.not_reached += [said.line for said in commands[MOST_COMMANDS:]]


def _ask(sitting: Sitting, doubt: Doubt) -> None:
    """Play nothing of a letter that can be read in several ways, and show them."""
    sitting.receipt.refuse("", doubt.why)
    sitting.receipt.readings = doubt.readings


def _without_small_talk(sitting: Sitting, lines: Sorted) -> Sequence[str]:
    """Leave thanks and greetings out of a letter that has something else to say."""
    if not lines.commands:
        return lines.orders
    orders: list[str] = []
    for at, line in enumerate(lines.orders):
        if len(sitting.receipt.ignored) >= UNREADABLE:
            sitting.receipt.untried += lines.orders[at:]
            break
        hedge = find_hedge(line)
        if small_talk(sitting.taken.table, line, sitting.seat.number, WORDING) and not (hedge and hedge.takes_back):
            sitting.receipt.ignored.append(line)
        else:
            orders.append(line)
    return orders


def _find_doubt(lines: Sorted) -> tuple[str, Hedge] | None:
    """Find a line that leaves open whether a command of the letter is to be carried out."""
    acts = [said for said in lines.commands if _acts(said)]
    hedged = ((said.line, hedge_of_command(said)) for said in acts)
    others = ((line, takes_back_command(line)) for line in lines.orders if acts)
    return next(((line, hedge) for line, hedge in (*hedged, *others) if hedge), None)


def _leave_in_doubt(sitting: Sitting, orders: Sequence[str], commands: Sequence[Said], line: str, hedge: Hedge) -> None:
    """Do nothing of a letter that takes a command of its own back; only answer what it asks."""
    sitting.receipt.refuse(line, refusals.hedged(line, hedge.doubt, hedge.word))
    left = [*orders, *(said.line for said in commands if _acts(said))]
    sitting.receipt.not_reached += [one for one in left if one != line]
    for said in commands:
        if not _acts(said):
            _command(sitting, said)


def _acts(said: Said) -> bool:
    """Tell whether a command changes something; words to the others are never judged."""
    return said.command.name in ACTS and said.command.name not in _HARMLESS


def _contradict(sitting: Sitting, orders: Sequence[str], closing: Sequence[Said], commands: Sequence[Said]) -> None:
    words = [*orders, *(said.line for said in closing)]
    sitting.receipt.refuse(words[0], refusals.contradictory(words))
    sitting.receipt.not_reached += words[1:]
    _obey(sitting, [said for said in commands if said not in closing])


def _play(sitting: Sitting, orders: Sequence[str]) -> None:
    ruling = rule(sitting.taken.table, sitting.seat.number, sitting.letter_turn, orders, WORDING)
    sitting.receipt.rule(ruling)
    _offer_close_commands(sitting)
    if not ruling.played:
        return
    steps = keep(sitting.case.work, sitting.match, ruling.table, ruling.played)
    sitting.play(ruling.table, steps)


def _offer_close_commands(sitting: Sitting) -> None:
    """Name the commands that a line may be which is no order; none that it says not to carry out."""
    language = sitting.seat.player.language if sitting.seat.player else "en"
    for at, (order, refusal) in enumerate((one.order, one.refusal) for one in sitting.receipt.refused):
        close = close_commands(order, "match", language) if refusal.key is refusals.RefusalKey.UNREADABLE else ()
        if close and not find_hedge(order):
            named = refusals.misspelt_command(order, close, refusal.nearest)
            sitting.receipt.refused[at] = Refused(order, named)


def _command(sitting: Sitting, said: Said) -> None:
    if said.command.name in DECIDING and not _may_decide(sitting):
        sitting.receipt.refuse(said.line, refusals.old_letter(said.command.name))
        return
    act = ACTS.get(said.command.name)
    if act is not None:
        act(sitting, said)
        return
    if any(asked.command.name == said.command.name for asked, _ in sitting.receipt.asked):
        sitting.receipt.ignored.append(said.line)  # the answer would be the same
    else:
        sitting.receipt.ask(said, ANSWERS[said.command.name])


def _may_decide(sitting: Sitting) -> bool:
    """Tell whether the letter may decide something. The page of a match knows its player and always may."""
    case, seat = sitting.case, sitting.seat
    return not case.by_mail or may_decide(case.work, sitting.match, seat, sitting.letter_turn)


def _tell(sitting: Sitting) -> None:
    """Write the receipt and, where something happened, everybody else's letters."""
    case, match = sitting.case, sitting.match
    if sitting.receipt.sorted.commands:
        case.session.flush()
    with case.session.no_autoflush:  # what commands did is there to be read; the rest is written together
        account = give_receipt(sitting)
        if sitting.granted and not sitting.turn_ended:
            notifications.granted(case.work, match, sitting.seat, sitting.granted)
        if sitting.turn_ended:
            answered = sitting.seat if case.by_mail or match.to_move == sitting.seat.number else None
            notifications.changed(case.work, sitting.taken, answered=answered)
    case.row.account = msgspec.to_builtins(account)  # last, so that the row is written once, when it is done
