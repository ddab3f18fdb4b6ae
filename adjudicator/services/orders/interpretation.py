"""What of a letter counts, where its program mixed what was written with what it quoted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.engines.contract import StepError, UnreadableStep
from adjudicator.mail.commands.command_lines import is_no, is_yes, read_line
from adjudicator.mail.commands.dates import is_absence_notice
from adjudicator.mail.commands.order_lines import OrderLines, sort_order_lines
from adjudicator.mail.lexicon.contact_lines import is_contact_line
from adjudicator.mail.reply.reply import Reply
from adjudicator.mail.reply.signature_block import is_picture
from adjudicator.match import refusals
from adjudicator.match.order_reader import small_talk
from adjudicator.match.refusals import Refusal
from adjudicator.match.table import AnyTable
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.inbound.unsure_letters import objection_to_unsure
from adjudicator.services.orders.order_wording import WORDING, offer_comments
from adjudicator.services.orders.seat_commands import WEIGHTY
from adjudicator.services.orders.seat_letter import SeatLetter

MOST_DOUBTFUL = 100


@dataclass(frozen=True, slots=True)
class Unsure:
    """Why nothing of a letter is done before its writer was asked, and what they may have meant."""

    why: Refusal
    readings: tuple[tuple[str, ...], ...]
    from_quote: int = 0
    """How many of the lines that are shown stand in a quote."""


def interpret(seat_letter: SeatLetter) -> OrderLines | Unsure:
    """Choose the lines of a seat's letter that count, or say why their writer must be asked.

    1. Of a letter with an unsure line that could be an order nothing counts, nor of a notice that its owner is away.
    2. What stands above a quote counts.
    3. What stands in or below a quote of our letter that is not marked line by line counts only when nothing else was
       written, our letter was recognised around it, and none of it is a command or stands in our letter as well.
    4. What stands below the introduction of somebody else's letter never counts.
    5. A weighty command counts only in a letter of which every line is the writer's for certain, or certainly not.
    """
    inbound, reader = seat_letter.case, _Reader(seat_letter.loaded.table, seat_letter.seat.number)
    doubt = _doubt_of(inbound, reader)
    if doubt is not None:
        seat_letter.receipt.from_quote = doubt.from_quote
        return doubt
    reply = inbound.reply
    if not reader.asks(reply.from_quote):
        return reader.sort(reply.lines)
    seat_letter.receipt.from_quote = len(reply.from_quote)
    return reader.sort([line for line in reply.from_quote if line.strip()][:MOST_DOUBTFUL])


def _doubt_of(inbound: InboundLetter, reader: _Reader) -> Unsure | None:
    """Find why nothing of a letter counts before its writer was asked; the rules are those of `choose`."""
    if objection := objection_to_unsure(
        inbound, lambda lines: reader.asks(lines) or reader.has_press(inbound.reply.lines)
    ):
        reply = inbound.reply
        instead = reply.instead.lines if reply.instead else ()
        shown = [lines for lines in (reply.lines, reply.unclear, instead) if reader.asks(lines)]
        return _doubt(objection, *shown, from_quote=len(reply.from_quote))
    reply = inbound.reply  # perhaps the other half by now
    own = reader.asks(reply.lines)
    if own and _is_notice(reply, reader):
        return _doubt(refusals.notice(), reply.lines)
    if reader.asks(reply.from_quote):
        if own or not _can_be_the_writers(reply):
            return _doubt(refusals.unclear(), reply.lines, reply.from_quote, from_quote=len(reply.from_quote))
    elif not own and reader.asks(reply.others):
        return _doubt(refusals.others_words(), reply.others, from_quote=len(reply.others))
    elif not own and reader.asks(reply.signature):
        return _doubt(refusals.unclear(), reply.signature)
    weighty = next((said for said in reader.sort(reply.lines).commands if said.command.name in WEIGHTY), None)
    return _doubt(refusals.weighty(weighty.line), reply.lines) if weighty and not reply.certain else None


def read_yes_or_no(reply: Reply) -> bool | None:
    """Read the answer to a question as yes or no: whatever its writer sends is a yes, unless it says no.

    None where somebody else's letter stands in it as well, or it reads like a notice that its owner is away, and the
    writer's own words are neither a plain yes nor a no.
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


def is_step(table: AnyTable, line: str) -> bool:
    """Tell whether a line is a step of the game, though perhaps none that can be played now."""
    try:
        table.engine.parse(table.position, line)
    except UnreadableStep:
        return False
    except StepError:
        return True
    return True


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads lines as a seat of a match may have meant them."""

    table: AnyTable
    seat: int

    def sort(self, lines: Sequence[str]) -> OrderLines:
        return sort_order_lines(lines, "match", lambda line: is_step(self.table, line), offer_comments())

    def asks(self, lines: Sequence[str]) -> bool:
        """Tell whether any of the lines could be an order or a command."""
        return any(map(self.may_ask, [line for line in lines if line.strip()][:MOST_DOUBTFUL]))

    def may_ask(self, line: str) -> bool:
        """Tell whether a line could be an order or a command."""
        if read_line(line, "match") is not None:
            return True
        if is_contact_line(line) or is_picture(line):
            return False
        return not small_talk(self.table, line, self.seat, WORDING)

    def has_press(self, lines: Sequence[str]) -> bool:
        """Tell whether words go to the others: none of them may be left out."""
        return any(said.command.name == "press" for said in self.sort(lines).commands)


def _is_notice(reply: Reply, reader: _Reader) -> bool:
    """Tell whether a letter that quotes nothing of ours reads like a notice that its owner is away.

    A notice begins with a sentence. Somebody who plays and adds that they are away begins with the order.
    """
    first = next((line for line in reply.lines if line.strip()), "")
    if reply.recognised or reply.quoted or reader.may_ask(first):
        return False
    return is_absence_notice("\n".join(reply.lines))


def _can_be_the_writers(reply: Reply) -> bool:
    """Tell whether what stands below an introduction can be taken for the writer's."""
    if reply.quotes_others or reply.quotes_writer or reply.echoes or not reply.recognised:
        return False
    return all(read_line(line, "match") is None for line in reply.from_quote)


def _plain_answer(lines: Sequence[str]) -> bool | None:
    if is_no(lines):
        return False
    return is_yes(lines) or None


def _doubt(why: Refusal, *readings: Sequence[str], from_quote: int = 0) -> Unsure:
    shown = (tuple(line for line in lines if line.strip()) for lines in readings)
    return Unsure(why, tuple(filter(None, shown)), from_quote)
