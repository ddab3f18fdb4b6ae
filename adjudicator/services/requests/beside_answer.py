"""The other lines of a letter that answers a request: settings, and commands that belong elsewhere.

Settings are carried out with the answer, before the letters that it causes are written. A receipt tells their results,
and why other commands were not carried out; without such lines there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, recipient_at
from adjudicator.services.players.letter_readers import reader_of
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.requests.side_settings import carry_out_setting, is_setting, read_setting
from adjudicator.store.tables import Player, Request
from adjudicator.texts.facts.line_report import Done, LineReport, Refused
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import Language, language_for
from adjudicator.texts.letters.account_kinds import SERVICE_RECEIPT, ServiceReceipt

WITH_THE_REQUEST = frozenset({"language", "name"})
"""Settings of a newcomer that their request already took over."""
AGREEING = frozenset({"join", "new", "start", "takeover"})
"""Commands that are a yes, in an answer: people repeat their request."""
MOST_TOLD = 8
"""Commands that are accounted for; further ones are counted as not carried out."""


def find_commands(inbound: InboundLetter, *, newcomer: bool) -> tuple[GivenCommand, ...]:
    """List the commands in an answer, without those that are a yes and those that a newcomer's request took over."""
    found = (read_line(line, "service") or read_line(line, "match") for line in inbound.reply.own)
    known = AGREEING | WITH_THE_REQUEST if newcomer else AGREEING
    return tuple(one for one in found if one and one.command.name not in known)


def account_for_commands(
    inbound: InboundLetter, request: Request, player: Player | None, commands: Sequence[GivenCommand]
) -> LineReport:
    """Carry out the settings among the commands of an answer, and report on every command."""
    language, done, refused = _language(request, player), list[Done](), list[Refused]()
    for given in commands[:MOST_TOLD]:
        try:
            with refusals_roll_back(inbound.work):
                note = _carry_out(inbound, player, given)
        except RefusedError as fault:
            refused.append(Refused(order=given.line, reason=render_note(fault.refusal.note, language, None, ())))
        else:
            done.append(Done(order=given.line, said=render_note(note, language, None, ())))
    return LineReport(
        done=tuple(done), refused=tuple(refused), beyond=tuple(given.line for given in commands[MOST_TOLD:])
    )


def send_account(inbound: InboundLetter, request: Request, player: Player | None, account: LineReport) -> None:
    """Send the receipt for the other lines of an answer."""
    language, service = _language(request, player), inbound.context.addresses.service
    facts = ServiceReceipt(reader=reader_of(inbound.context, player), account=account)
    to = recipient_at(player, request.address, language, service)
    refs = LetterRefs(inbox_id=inbound.row.id, in_reply_to=inbound.letter.message_id)
    enqueue_letter(inbound.work, SERVICE_RECEIPT, facts, to, refs)


def _carry_out(inbound: InboundLetter, player: Player | None, given: GivenCommand) -> Note:
    if not is_setting(given, player):
        raise RefusedError.of(RefusalKey.BESIDE_ANSWER, service=inbound.context.addresses.service)
    if player is None:
        raise RefusedError.of(RefusalKey.NO_PLAYER, command=given.line)
    return carry_out_setting(inbound.work, player, read_setting(inbound.work, player, given))


def _language(request: Request, player: Player | None) -> Language:
    return language_for(player.language if player else request.language)
