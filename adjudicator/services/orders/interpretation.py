"""Interpretation: which lines of a letter are its writer's orders?

Mail programs mix the text that a person wrote with the text that they quote, in ways that cannot always be told apart.
A parsed reply comes in (`mail.reply`); sorted lines go out, or an `Unsure` with the possible readings. Rather than act
on another person's words, we ask.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from adjudicator.mail.commands.arguments.absence_phrase import read_absence_phrase
from adjudicator.mail.commands.arguments.dates import is_absence_notice
from adjudicator.mail.commands.lines.command_lines import read_line, read_o_meaning
from adjudicator.mail.commands.lines.order_lines import OrderLines, PlanText, sort_order_lines
from adjudicator.mail.commands.lines.short_answers import is_no, is_yes
from adjudicator.mail.lexicon.contact_lines import is_contact_line
from adjudicator.mail.lexicon.courtesy import without_courtesy
from adjudicator.mail.reply.reply import Reply
from adjudicator.mail.reply.signature_block import is_picture
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.order_reader import small_talk
from adjudicator.match.rulings.refusals import Refusal
from adjudicator.match.rulings.table import AnyTable
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.inbound.reading import Reading, Unsure
from adjudicator.services.inbound.unsure_letters import objection_to_unsure
from adjudicator.services.orders.commands.seat_commands import WEIGHTY
from adjudicator.services.orders.commands.talk_commands import TALK_ACTS
from adjudicator.services.orders.order_wording import WORDING, is_step, offer_comments
from adjudicator.services.orders.plan_lines import plan_reader
from adjudicator.services.orders.seat_letter import SeatLetter

MOST_DOUBTFUL = 100
"""Lines that are examined; a longer letter is no order of a person."""


def interpret(seat_letter: SeatLetter) -> OrderLines | Unsure:
    """Choose the lines of a seat's letter that count, or return why the writer must be asked.

    1. Nothing counts in a letter with an unsure line that could be an order, or in an out-of-office notice.
    2. Lines above a quote count.
    3. Lines in or below a quote of our letter that is not marked line by line (no ``>``) count only if there are no
       other lines, our letter was recognised around them, and none of them is a command or part of our letter.
    4. Lines below the introduction of another person's letter never count.
    5. A weighty command counts only if it is certain for every line of the letter whether the writer wrote it.

    What a draft has read is not read again: it may take seconds (`InboundLetter.reading`).
    """
    inbound = seat_letter.inbound
    if inbound.reading is None:
        inbound.reading = _choose_lines(seat_letter)
    inbound.reply, seat_letter.receipt.from_quote = inbound.reading.reply, inbound.reading.from_quote
    return inbound.reading.lines


def _choose_lines(seat_letter: SeatLetter) -> Reading:
    inbound = seat_letter.inbound
    reader = _Reader(seat_letter.loaded.table, seat_letter.seat.number, plan_reader(seat_letter))
    doubt = find_doubt(inbound, reader)
    reply = inbound.reply  # `find_doubt` may have replaced it by the HTML half
    if doubt is not None:
        return Reading(doubt, reply, doubt.from_quote)
    if not reader.asks(reply.from_quote):
        return Reading(reader.sort(reply.lines), reply)
    below = [line for line in reply.from_quote if line.strip()][:MOST_DOUBTFUL]
    return Reading(reader.sort(below), reply, len(reply.from_quote))


def sort_lines(seat_letter: SeatLetter, lines: Sequence[str]) -> OrderLines:
    """Sort lines that are certainly the writer's."""
    reader = _Reader(seat_letter.loaded.table, seat_letter.seat.number, plan_reader(seat_letter))
    return reader.sort(lines)


class LineReader(Protocol):
    """Tells the possible meanings of a letter's lines where it came to."""

    def asks(self, lines: Sequence[str]) -> bool:
        """Could any of the lines be an order or a command?"""
        ...

    def is_command(self, line: str) -> bool:
        """Is a line a command?"""
        ...

    def has_press(self, lines: Sequence[str]) -> bool:
        """Do the lines contain a message to the other players?"""
        ...

    def find_weighty(self, lines: Sequence[str]) -> str | None:
        """Find a line with a weighty command."""
        ...


def find_doubt(inbound: InboundLetter, reader: LineReader) -> Unsure | None:
    """Find the reason for asking the writer, by the rules of `interpret`."""
    if objection := objection_to_unsure(
        inbound, lambda lines: reader.asks(lines) or reader.has_press(inbound.reply.lines)
    ):
        reply = inbound.reply
        instead = reply.instead.lines if reply.instead else ()
        shown = [lines for lines in (reply.lines, reply.unclear, instead) if reader.asks(lines)]
        return _doubt(objection, *shown, from_quote=len(reply.from_quote))
    reply = inbound.reply  # `objection_to_unsure` may have replaced it by the HTML half
    own = reader.asks(reply.lines)
    if own and _is_notice(reply, reader):
        return _doubt(refusals.notice(), reply.lines)
    if reader.asks(reply.from_quote):
        if own or not _can_be_the_writers(reply, reader):
            return _doubt(refusals.unclear(), reply.lines, reply.from_quote, from_quote=len(reply.from_quote))
    elif not own and reader.asks(reply.others):
        return _doubt(refusals.others_words(), reply.others, from_quote=len(reply.others))
    elif not own and reader.asks(reply.signature):
        return _doubt(refusals.unclear(), reply.signature)
    weighty = None if reply.certain else reader.find_weighty(reply.lines)
    return _doubt(refusals.weighty(weighty), reply.lines) if weighty else None


def read_yes_or_no(reply: Reply) -> bool | None:
    """Read the answer to a request: any words of the writer are a yes, unless they say no.

    None (unclear) if the words are neither a plain yes nor a plain no, and the letter also quotes another person's
    letter or reads like an out-of-office notice.
    """
    own = [line for line in reply.own if line.strip()]
    answer = _plain_answer(own)
    if answer is not None:
        return answer
    if reply.quotes_others or is_absence_notice("\n".join(own)):
        return None
    below = [line for line in reply.from_quote if line.strip()]
    if own or not below:
        return True
    return None if reply.quotes_writer else _plain_answer(below)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads lines as orders and commands of a seat."""

    table: AnyTable
    seat: int
    read_plan: Callable[[Sequence[str]], PlanText | None]

    def sort(self, lines: Sequence[str]) -> OrderLines:
        return sort_order_lines(
            lines, "match", lambda line: is_step(self.table, line), offer_comments(), self.read_plan
        )

    def asks(self, lines: Sequence[str]) -> bool:
        """Could any of the lines be an order or a command?"""
        return any(map(self.may_ask, [line for line in lines if line.strip()][:MOST_DOUBTFUL]))

    def may_ask(self, line: str) -> bool:
        """Could a line be an order or a command?"""
        if read_line(line, "match") is not None or read_o_meaning(line, "match") is not None:
            return True
        if plan := self.read_plan([line]):
            return plan.is_plan
        if is_contact_line(line) or is_picture(line):
            return False
        return not small_talk(self.table, line, self.seat, WORDING)

    def is_command(self, line: str) -> bool:
        """Is a line a command?"""
        return read_line(line, "match") is not None

    def has_press(self, lines: Sequence[str]) -> bool:
        """Do the lines contain words to keep, such as a message? Then no line may be dropped silently."""
        return any(given.command.name in TALK_ACTS for given in self.sort(lines).commands)

    def find_weighty(self, lines: Sequence[str]) -> str | None:
        """Find a line with a weighty command."""
        return next((given.line for given in self.sort(lines).commands if given.command.name in WEIGHTY), None)


def _is_notice(reply: Reply, reader: LineReader) -> bool:
    """Does a letter that quotes nothing of ours read like an out-of-office notice?

    A notice begins with a sentence. A player who adds to an order that they are away begins with the order. One who
    announces an absence writes nothing else.
    """
    said = [line for line in reply.lines if line.strip() and without_courtesy(line, frozenset())]
    announces = len(said) > 1 and read_absence_phrase(said[0]) is not None
    if reply.recognised or reply.quoted or (reader.asks(said[:1]) and not announces):
        return False
    return is_absence_notice("\n".join(reply.lines))


def _can_be_the_writers(reply: Reply, reader: LineReader) -> bool:
    """Can the lines below a quote's introduction be the writer's (rule 3 of `interpret`)?"""
    if reply.quotes_others or reply.quotes_writer or reply.echoes or not reply.recognised:
        return False
    return not any(map(reader.is_command, reply.from_quote))


def _plain_answer(lines: Sequence[str]) -> bool | None:
    if is_no(lines):
        return False
    return is_yes(lines) or None


def _doubt(why: Refusal, *readings: Sequence[str], from_quote: int = 0) -> Unsure:
    shown = (tuple(line for line in lines if line.strip()) for lines in readings)
    return Unsure(why, tuple(filter(None, shown)), from_quote)
