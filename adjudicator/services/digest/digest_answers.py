"""Judges an answer to a digest: one letter comes in, each of its matches is judged on its own, one receipt goes out.

1. The address must be of one of the player's two newest digests, and the writer as well proved as for a seat's letter.
2. The lines are sorted by match (`digest_lines`). Where it is unclear whose words they are, the writer is asked.
3. Commands that concern no match are carried out, and each match's lines become a letter to its seat, on the turn that
   the digest listed: all in one transaction. The answer goes on waiting.
4. `jobs.judging` judges these letters one by one, each in a transaction of its own, and then the answer again.
5. When none waits any more, the receipt is made of their reports, and the answer is done.

A crash anywhere leaves the rows that say how far it was: nothing is done twice, and the receipt misses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

import msgspec

from adjudicator.codec import Codec
from adjudicator.engines.contract import Note
from adjudicator.mail.address import DigestAddress
from adjudicator.mail.commands.lines.command_lines import close_commands, read_line
from adjudicator.mail.commands.lines.contradictions import find_contradictions
from adjudicator.mail.commands.lines.order_lines import MOST_COMMANDS
from adjudicator.mail.commands.lines.translation import translate_command
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.digest.digest_letter import find_own_matches, last_number, open_digest
from adjudicator.services.digest.digest_lines import DigestLines, is_for_digest, sort_digest_lines
from adjudicator.services.digest.player_commands import Writer, answer, carry_out, is_question
from adjudicator.services.identity.reply_addresses import DECIDING, DECIDING_WITH_ARGUMENT
from adjudicator.services.inbound import refusal_letters
from adjudicator.services.inbound.answer_parts import add_part, parts_of
from adjudicator.services.inbound.authorization import objection_to_player
from adjudicator.services.inbound.dedupe import is_duplicate
from adjudicator.services.inbound.inbound_letter import InboundLetter, Outcome, VerdictKind
from adjudicator.services.inbound.reading import Unsure
from adjudicator.services.inbound.reply_limits import CHANGED, digest_quota
from adjudicator.services.orders.commands.seat_commands import WEIGHTY
from adjudicator.services.orders.commands.talk_commands import TALK_ACTS
from adjudicator.services.orders.interpretation import find_doubt
from adjudicator.services.orders.order_wording import hedge_of_command
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, recipient_of
from adjudicator.services.outbox.letter_headers import AttachedText
from adjudicator.services.players.absences import local_today
from adjudicator.services.players.letter_readers import reader_for
from adjudicator.services.players.players import is_address_of
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.signed_rows import only_if_named
from adjudicator.store.digest_tables import Listed
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Digest, DigestPart, Inbox, Player
from adjudicator.texts.facts import line_report
from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.formats.plain_text import underline
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import N_, Language
from adjudicator.texts.letters import digest_kinds, letter_kind

LIFE = timedelta(days=31)
"""How long a digest can be answered, if no newer ones come."""
ANSWERABLE = 2
"""The newest digests that can be answered."""
FAILED = N_("Our program failed on these lines. The host has been told.")
NOTHING = N_("Nothing was done in this match.")
_ORDER = (VerdictKind.PLAYED, VerdictKind.DONE, VerdictKind.ASKED_BACK, VerdictKind.ANSWERED)
_ATTACHED: Codec[AttachedText] = Codec(AttachedText)


@dataclass(slots=True)
class _Report:
    """Results of the lines that are for no match."""

    done: list[line_report.Done] = field(default_factory=list)
    waiting: list[line_report.Done] = field(default_factory=list)
    refused: list[line_report.Refused] = field(default_factory=list)
    not_reached: list[str] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)


def handle_digest_answer(inbound: InboundLetter, route: DigestAddress) -> Outcome:
    """Split an answer to a digest, or finish it when all parts are judged; the module's docstring lists the steps."""
    found = inbound.session.get(Digest, route.digest, with_for_update=True)
    digest = only_if_named(inbound.session, found, route.stamp)
    player = inbound.session.get(Player, digest.player_id) if digest else None
    if digest is None or player is None:
        return Outcome(VerdictKind.NO_REQUEST)
    writer = Writer(inbound, player)
    if inbound.row.account is None:
        if is_duplicate(inbound, route):
            return Outcome(VerdictKind.COPY)
        if refused := _refused(inbound, digest, player):
            return refused
        _split(writer, digest)
        inbound.session.flush()
    parts = parts_of(inbound.session, inbound.row.id)
    if any(row.state is InboxState.WAITING for _, row in parts):
        return Outcome(VerdictKind.SPLIT)
    return _finish(writer, digest, parts)


def _refused(inbound: InboundLetter, digest: Digest, player: Player) -> Outcome | None:
    """Refuse a letter that may not act for the player, as a letter to a seat is; None when it may."""
    own = is_address_of(inbound.session, player, inbound.sender)
    if digest.revoked:
        refusal = Refusal(RefusalKey.REVOKED)
        return refusal_letters.refuse_for_player(inbound, player, refusal) if own else Outcome.refused(refusal)
    old = digest.number <= last_number(inbound.work, player, inbound.accepted) - ANSWERABLE
    if old or inbound.accepted > digest.created_at + LIFE:
        refusal = Refusal(RefusalKey.DIGEST_GONE)
        return refusal_letters.refuse_for_player(inbound, player, refusal) if own else Outcome.refused(refusal)
    if objection := objection_to_player(inbound, player, digest.created_at):
        return refusal_letters.refuse_for_player(inbound, player, objection)
    return None


def _split(writer: Writer, digest: Digest) -> None:
    """Carry out the lines for no match, make a letter of each match's lines, and store the report on the rest."""
    inbound, player = writer.inbound, writer.player
    if doubt := find_doubt(inbound, _Reader(digest.listed)):
        refused = _refuse(writer, digest, "", doubt.why)
        _store(inbound, _report(inbound, DigestLines(), _Report(refused=[refused]), doubt))
        return
    lines, report = sort_digest_lines(_written(inbound, digest.listed), digest.listed), _Report()
    report.refused += [_refuse(writer, digest, one.order, one.refusal) for one in lines.refused]
    if lines.empty:
        report.refused.append(_refuse(writer, digest, "", inbound.nothing()))
    _carry_out(replace(writer, has_loose_words=lines.has_loose_words), digest, lines, report)
    for section in lines.sections:
        seat = section.listed
        address = inbound.context.addresses.seat(seat.code, seat.seat, seat.turn, seat.epoch)
        add_part(inbound, player, address, seat.code.upper(), section.lines)
    _store(inbound, _report(inbound, lines, report))


def _written(inbound: InboundLetter, listed: Sequence[Listed]) -> Sequence[str]:
    """Choose the lines that count: below a quote without marks, only where the writer has no others."""
    reply = inbound.reply
    return reply.from_quote if any(is_for_digest(line, listed) for line in reply.from_quote) else reply.lines


def _carry_out(writer: Writer, digest: Digest, lines: DigestLines, report: _Report) -> None:
    commands = lines.commands[:MOST_COMMANDS]
    report.beyond += [given.line for given in lines.commands[MOST_COMMANDS:]]
    excluded = find_contradictions(commands, local_today(writer.player, writer.inbound.accepted))
    for group in excluded:
        said = [given.line for given in group]
        report.refused.append(_refuse(writer, digest, said[0], refusals.contradictory(said)))
        report.not_reached += said[1:]
    for given in commands:
        if not is_question(given) and not any(given in group for group in excluded):
            _carry_out_one(writer, digest, given, report)


def _carry_out_one(writer: Writer, digest: Digest, given: GivenCommand, report: _Report) -> None:
    name = given.command.name
    decides = name in DECIDING or (name in DECIDING_WITH_ARGUMENT and bool(given.argument))
    if decides and digest.number < last_number(writer.inbound.work, writer.player, writer.inbound.accepted):
        report.refused.append(_refuse(writer, digest, given.line, refusals.old_letter(given.command.word("en"))))
        return
    if hedge := hedge_of_command(given):
        refusal = refusals.hedged(given.line, hedge.doubt, hedge.word)
        report.refused.append(_refuse(writer, digest, given.line, refusal))
        return
    try:
        with refusals_roll_back(writer.inbound.work):
            note, waits = carry_out(writer, given)
    except RefusedError as fault:
        report.refused.append(_refuse(writer, digest, given.line, fault.refusal))
        return
    told = line_report.Done(order=given.line, said=render_note(note, writer.language, None, ()))
    (report.waiting if waits else report.done).append(told)
    if given.greeting:
        greeted = render_note(Note.of("match.greeted"), writer.language, None, ())
        report.done.append(line_report.Done(order=given.greeting, said=greeted))


def _refuse(writer: Writer, digest: Digest, order: str, refusal: Refusal) -> line_report.Refused:
    code, address = writer.language.language, writer.inbound.context.addresses.digest(digest.id, digest.created_at)
    close = close_commands(order, "service", code) if refusal.key is RefusalKey.DIGEST_NO_CODE else ()
    nearest = (*(translate_command(one, code) for one in refusal.nearest), *close)
    offers = tuple(Offer.by_mail(one, "play", address) for one in nearest)
    return line_report.Refused(order=order, reason=render_note(refusal.note, writer.language, None, ()), nearest=offers)


def _report(
    inbound: InboundLetter, lines: DigestLines, report: _Report, doubt: Unsure | None = None
) -> line_report.LineReport:
    reply = inbound.reply
    return line_report.LineReport(
        done=tuple(report.done),
        waiting=tuple(report.waiting),
        refused=tuple(report.refused),
        not_reached=(*lines.not_reached, *report.not_reached),
        beyond=tuple(report.beyond),
        ignored=lines.ignored if doubt else (*lines.ignored, *reply.unsure),
        untried=lines.untried,
        comments=lines.comments,
        stop=lines.stop,
        below_stop=lines.below,
        readings=doubt.readings if doubt else (),
        quoted=reply.quoted - (doubt.from_quote if doubt else 0),
        quoted_from=reply.quoted_from,
        signature=(*reply.signature, *lines.contacts),
        banner=reply.banner,
    )


def _store(inbound: InboundLetter, report: line_report.LineReport) -> None:
    inbound.row.account = msgspec.to_builtins(report)


def _finish(writer: Writer, digest: Digest, parts: Sequence[tuple[DigestPart, Inbox]]) -> Outcome:
    """Write the receipt of an answer whose parts are all judged."""
    inbound, player = writer.inbound, writer.player
    report = line_report.ACCOUNT.convert(inbound.row.account)
    answers, refused = [], list(report.refused)
    for given in _questions(writer, digest):
        try:
            with refusals_roll_back(inbound.work):
                answers.append(answer(writer, given))
        except RefusedError as fault:
            refused.append(_refuse(writer, digest, given.line, fault.refusal))
            refused += [_refuse(writer, digest, "", refusal) for refusal in fault.more]
    report = replace(report, refused=tuple(refused))
    outcome = _outcome(report, parts, asked=bool(answers))
    quota = digest_quota(inbound, player, outcome)
    if not quota.left:
        return outcome
    own = find_own_matches(inbound.work, player)
    again = open_digest(inbound.work, player, digest.number, own)
    facts = digest_kinds.DigestReceipt(
        reader=quota.mark(reader_for(inbound.context, player)),
        account=report,
        answers=tuple(answers),
        parts=tuple(_part(writer.language, part, row) for part, row in parts),
        acted=tuple(part.code for part, row in parts if _kind(row) in CHANGED),
        refused=tuple(part.code for part, row in parts if _kind(row) is VerdictKind.REFUSED),
    )
    attached = [*(_ATTACHED.convert(one) for part, _ in parts for one in part.attached), *writer.attached]
    refs = LetterRefs(inbox_id=inbound.row.id, in_reply_to=inbound.letter.message_id, further=tuple(attached))
    to = recipient_of(player, writer.language, inbound.context.addresses.digest(again.id, again.created_at))
    enqueue_letter(inbound.work, digest_kinds.DIGEST_RECEIPT, facts, to, refs)
    return outcome


def _questions(writer: Writer, digest: Digest) -> list[GivenCommand]:
    """List the questions of an answer, each once; none if its writer has to be asked first."""
    inbound = writer.inbound
    # The signature was checked before, in another transaction; the check also leaves only the signed lines.
    if objection_to_player(inbound, writer.player, digest.created_at) or find_doubt(inbound, _Reader(digest.listed)):
        return []
    lines = sort_digest_lines(_written(inbound, digest.listed), digest.listed)
    commands = lines.commands[:MOST_COMMANDS]
    excluded = find_contradictions(commands, local_today(writer.player, inbound.now))
    asked = [given for given in commands if is_question(given) and not any(given in group for group in excluded)]
    return list({(given.command.name, given.argument): given for given in asked}.values())


def _part(language: Language, part: DigestPart, row: Inbox) -> letter_kind.LetterPart:
    """Take the text that a part has kept. One without its match's heading, or without any words, gets them."""
    if part.text.startswith(f"{part.code} "):
        return letter_kind.LetterPart(text=part.text, board=part.board)
    said = part.text or language.gettext(FAILED if row.state is InboxState.ASIDE else NOTHING)
    return letter_kind.LetterPart(text=f"{underline(part.code)}\n\n{said}")


def _outcome(report: line_report.LineReport, parts: Sequence[tuple[DigestPart, Inbox]], *, asked: bool) -> Outcome:
    """Return the verdict on an answer: the weightiest of its parts and of the lines for no match."""
    kinds = {_kind(row) for _, row in parts}
    own = ((VerdictKind.DONE, report.done), (VerdictKind.ASKED_BACK, report.waiting), (VerdictKind.ANSWERED, asked))
    kinds |= {kind for kind, found in own if found}
    return Outcome(next((kind for kind in _ORDER if kind in kinds), VerdictKind.REFUSED))


def _kind(row: Inbox) -> VerdictKind | None:
    word = row.verdict.partition(":")[0]
    return VerdictKind(word) if row.state is InboxState.DONE and word in set(VerdictKind) else None


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads lines as those of an answer to a digest."""

    listed: Sequence[Listed]

    def asks(self, lines: Sequence[str]) -> bool:
        """Could any of the lines be acted on?"""
        return any(is_for_digest(line, self.listed) for line in lines)

    def is_command(self, line: str) -> bool:
        """Is a line a command, behind a code or without one?"""
        sections = sort_digest_lines((line,), self.listed)
        coded = (one for section in sections.sections for one in section.lines)
        return bool(sections.commands) or any(read_line(one, "match") is not None for one in coded)

    def has_press(self, lines: Sequence[str]) -> bool:
        """Do the lines contain words to keep, such as a message? Then no line may be dropped silently."""
        return any(given.command.name in TALK_ACTS for given in self._commands(lines))

    def find_weighty(self, lines: Sequence[str]) -> str | None:
        """Find a line with a weighty command."""
        return next((given.line for given in self._commands(lines) if given.command.name in WEIGHTY), None)

    def _commands(self, lines: Sequence[str]) -> list[GivenCommand]:
        sorted_lines = sort_digest_lines(lines, self.listed)
        coded = (read_line(line, "match") for section in sorted_lines.sections for line in section.lines)
        return [*sorted_lines.commands, *(given for given in coded if given is not None)]
