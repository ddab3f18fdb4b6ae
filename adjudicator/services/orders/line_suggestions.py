"""Suggestions for lines that are no order: the command they may mean, or how to send words to the others.

The lines were refused, or ignored beside an order. None of them is acted on here.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from adjudicator.mail.commands.arguments.absence_phrase import find_days
from adjudicator.mail.commands.lines.command_lines import close_commands, find_commands
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.mail.lexicon.courtesy import says_something
from adjudicator.mail.lexicon.hedges import find_hedge
from adjudicator.mail.lexicon.wishes import FEWER_LETTERS, Wish, find_wish, find_wished_command
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.order_reader import Refused, small_talk
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.matches.seats import draws
from adjudicator.services.matches.view.plan_view import may_plan
from adjudicator.services.orders.order_wording import WORDING, commands_in
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.orders.stale_answers import refuse_stale
from adjudicator.services.players.absences import is_away

_PAUSE_EXAMPLE = timedelta(days=14)
_NOT_READ = frozenset({RefusalKey.UNREADABLE, RefusalKey.NOT_YOUR_TURN, RefusalKey.MATCH_OVER})
"""Why a line is refused that may wish something."""


def offer_instead(seat_letter: SeatLetter) -> None:
    """Suggest what lines may mean that were refused, or that were ignored beside an order."""
    _name_players(seat_letter)
    _name_wishes(seat_letter)
    _offer_close_commands(seat_letter)
    _offer_press(seat_letter)
    _answer_thanks(seat_letter)


def _name_players(seat_letter: SeatLetter) -> None:
    """Say of an answer to the letter of an earlier turn who has played since then."""
    refused = seat_letter.receipt.refused
    for at, one in enumerate(refused):
        if one.refusal.key is RefusalKey.STALE:
            refused[at] = Refused(one.order, refuse_stale(seat_letter))


def _name_wishes(seat_letter: SeatLetter) -> None:
    """Say of a wish that was not understood how it is written, or that there is no such thing here."""
    receipt = seat_letter.receipt
    for at, one in enumerate(receipt.refused):
        if one.refusal.key in _NOT_READ and (refusal := _refuse_wish(seat_letter, one.order)):
            receipt.refused[at] = Refused(one.order, refusal)
    wished = {line: refusal for line in receipt.ignored if (refusal := _refuse_wish(seat_letter, line))}
    receipt.ignored[:] = [line for line in receipt.ignored if line not in wished]
    receipt.refused += [Refused(line, refusal) for line, refusal in wished.items()]


def _refuse_wish(seat_letter: SeatLetter, line: str) -> Refusal | None:
    wish = find_wish(line) if seat_letter.match.to_move is not None else None
    if wish is Wish.DRAW:
        return _refuse_draw(seat_letter)
    player = seat_letter.seat.player
    if wish is Wish.BACK and player is not None and is_away(player, seat_letter.inbound.now):
        return Refusal.of(RefusalKey.SAYS_BACK, nearest=("absence over",))
    if wish is Wish.FEWER:
        return Refusal.of(RefusalKey.SAYS_FEWER, nearest=FEWER_LETTERS)
    if wish is Wish.PAUSE and _others(seat_letter):
        return Refusal.of(RefusalKey.SAYS_PAUSE, nearest=(f"pause {_last_day(seat_letter, line)}",))
    return None


def _refuse_draw(seat_letter: SeatLetter) -> Refusal:
    """Say how a draw is offered, or agreed to if another player offers it; or why there can be none now."""
    session, match, seat = seat_letter.inbound.session, seat_letter.match, seat_letter.seat
    if draws.find_draw(session, match, seat) is not None:
        return Refusal.of(RefusalKey.SAYS_DRAW, nearest=("agree", "refuse"), offered=True)
    objection = draws.find_objection(session, match, seat)
    return objection or Refusal.of(RefusalKey.SAYS_DRAW, nearest=("offer draw",), offered=False)


def _last_day(seat_letter: SeatLetter, line: str) -> str:
    """Return the days of a pause that a line names, or a day as an example."""
    return find_days(line) or (seat_letter.inbound.now.date() + _PAUSE_EXAMPLE).isoformat()


def _others(seat_letter: SeatLetter) -> bool:
    """Is there another person at the match?"""
    return any(seat.by_person for seat in seat_letter.match.seats if seat is not seat_letter.seat)


def _answer_thanks(seat_letter: SeatLetter) -> None:
    """Say of words behind the end of a match how the others read them, and how to play again."""
    receipt = seat_letter.receipt
    for at, (order, refusal) in enumerate((one.order, one.refusal) for one in receipt.refused):
        if refusal.key is RefusalKey.MATCH_OVER and _is_talk(seat_letter, order):
            press = (f"press {order}",) if _others(seat_letter) else ()
            receipt.refused[at] = Refused(order, Refusal.of(RefusalKey.OVER_TALK, nearest=(*press, "rematch")))


def _is_talk(seat_letter: SeatLetter, line: str) -> bool:
    return small_talk(seat_letter.loaded.table, line, seat_letter.seat.number, WORDING)


def _offer_close_commands(seat_letter: SeatLetter) -> None:
    """Suggest commands for an unreadable order that names one, or may be a mistyped one, unless it is hedged."""
    language = seat_letter.seat.player.language if seat_letter.seat.player else "en"
    for at, (order, refusal) in enumerate((one.order, one.refusal) for one in seat_letter.receipt.refused):
        if refusal.key is not RefusalKey.UNREADABLE:
            continue
        wished = find_wished_command(order)
        named = commands_in(order) or ((word_for(wished, language),) if wished else ())
        close = named or close_commands(order, "match", language)
        if close and (named or not find_hedge(order)):
            seat_letter.receipt.refused[at] = Refused(order, refusals.misspelt_command(order, close, refusal.nearest))


def _offer_press(seat_letter: SeatLetter) -> None:
    """Offer to send words to the others: a question, or what came while another seat was to move and is no order.

    An order that came then can be planned.
    """
    for at, (order, refusal) in enumerate((one.order, one.refusal) for one in seat_letter.receipt.refused):
        early = refusal.key is RefusalKey.NOT_YOUR_TURN
        talk = early and _is_talk(seat_letter, order)
        if early and not talk and _others(seat_letter) and may_plan(seat_letter.match, seat_letter.seat):
            told = replace(refusal, values=(*refusal.values, ("may_plan", True)))
            seat_letter.receipt.refused[at] = Refused(order, told)
        elif talk and _others(seat_letter):
            seat_letter.receipt.refused[at] = Refused(order, replace(refusal, nearest=(f"press {order}",)))
        elif _may_be_asked(seat_letter, order, refusal):
            more = replace(refusal, nearest=(*refusal.nearest, f"press {order}"))
            seat_letter.receipt.refused[at] = Refused(order, more)


def _may_be_asked(seat_letter: SeatLetter, order: str, refusal: Refusal) -> bool:
    """May a line that no game reads be a question to the others?"""
    is_question = "?" in order and says_something(order) and not find_commands(order, "match")
    return refusal.key is RefusalKey.UNREADABLE and is_question and _others(seat_letter)
