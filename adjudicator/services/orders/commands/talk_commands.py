"""The commands that carry words: to all others (`press`), to some of them (`tell`), and to oneself (`memo`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.arguments.addressees import without_to_all
from adjudicator.mail.commands.lines.order_lines import INVITING
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.words.match_words import GREETING_TO_SERVICE, GREETING_WORDS
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.identity.reply_addresses import LIFE_AFTER_MATCH, reply_addresses_expired
from adjudicator.services.matches.annotations.memos import find_memo, write_memo
from adjudicator.services.matches.letters import turn_letters
from adjudicator.services.matches.letters.private_press import (
    count_private_press,
    find_readers,
    notify_private_press,
    refuse_addressed,
)
from adjudicator.services.matches.names.named_seats import name_reader
from adjudicator.services.orders.seat_letter import LONGEST_SHOWN, SeatLetter, refusable
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.row_counts import count_rows
from adjudicator.store.tables import Press
from adjudicator.texts.facts import annotation_facts

LONGEST_PRESS = 2000
PRESS_A_DAY = 50
"""Messages of one player to others of a match within a day."""
CLEAR = "none"
DAY = timedelta(days=1)


def _press(seat_letter: SeatLetter, given: GivenCommand) -> Note:
    work, match, seat = seat_letter.inbound.work, seat_letter.match, seat_letter.seat
    if _may_be_greeting(seat_letter, given):
        raise RefusedError.of(RefusalKey.PRESS_OR_GREETING, word=GREETING_WORDS[seat_letter.language.language][0])
    text = without_to_all(given.argument.strip())
    if text is None:
        text = given.argument.strip()
        refuse_addressed(match, seat, text)
    if not text:
        raise RefusedError(refusals.bad_argument("press", "", ("press Good luck!",)))
    _check_message(seat_letter, text)
    turn_letters.notify_press(work, match, seat, text)
    read = any(other.by_person for other in match.seats if other is not seat)
    return Note.of("match.pressed", seat=seat.number, read=read)


def _may_be_greeting(seat_letter: SeatLetter, given: GivenCommand) -> bool:
    """May words that stand below an invitation, as ``Nachricht: ...``, be for the guest, and not for these players?"""
    commands, (word, colon, _) = seat_letter.receipt.sorted.commands, given.line.partition(":")
    above = commands[: commands.index(given)][-1:]
    invites = any(one.command.name in INVITING and not one.greeting for one in above)
    return invites and bool(colon) and fold_line(word) in GREETING_TO_SERVICE


def _tell(seat_letter: SeatLetter, given: GivenCommand) -> Note:
    work, match, seat = seat_letter.inbound.work, seat_letter.match, seat_letter.seat
    readers, text = find_readers(match, seat, given.argument.strip())
    _check_message(seat_letter, text)
    notify_private_press(work, match, seat, readers, text)
    return Note.of("match.told", names=tuple(map(name_reader, readers)))


def _check_message(seat_letter: SeatLetter, text: str) -> None:
    """Refuse a message that is too long, one too many, or long behind the end. Raises `RefusedError`."""
    if reply_addresses_expired(seat_letter.match, seat_letter.inbound.accepted):
        raise RefusedError.of(RefusalKey.PRESS_ENDED, days=LIFE_AFTER_MATCH.days)
    if len(text) > LONGEST_PRESS:
        raise RefusedError.of(RefusalKey.TEXT_TOO_LONG, length=len(text), most=LONGEST_PRESS)
    inbound, match, seat = seat_letter.inbound, seat_letter.match, seat_letter.seat
    since = inbound.now - DAY
    open_press = Press.match_id == match.id, Press.seat == seat.number, Press.at > since
    written = count_rows(inbound.session, *open_press) + count_private_press(inbound.session, match, seat, since)
    if written >= PRESS_A_DAY:
        raise RefusedError.of(RefusalKey.PRESSED_ENOUGH, most=PRESS_A_DAY)


def memo_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Note something for oneself, clear it, or show it."""
    player_id, text = seat_letter.seat.player_id, given.argument.strip()
    if player_id is None:
        return
    if not text:
        seat_letter.receipt.add_question(given, _memo_answer)
        return
    cleared = text == CLEAR
    try:
        with refusals_roll_back(seat_letter.inbound.work):
            write_memo(seat_letter.inbound.work, seat_letter.match, player_id, "" if cleared else text)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line[:LONGEST_SHOWN], fault.refusal)
        return
    seat_letter.receipt.add_done(given, Note.of("match.noted", cleared=cleared))


def _memo_answer(seat_letter: SeatLetter, given: GivenCommand) -> annotation_facts.MemoAnswer:
    text = find_memo(seat_letter.inbound.session, seat_letter.match, seat_letter.seat.player_id)
    return annotation_facts.MemoAnswer(order=given.line, text=text)


TALK_ACTS: Mapping[str, Callable[[SeatLetter, GivenCommand], None]] = {
    "press": refusable(_press),
    "tell": refusable(_tell),
    "memo": memo_command,
}
