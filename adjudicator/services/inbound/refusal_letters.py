"""Answers to letters that are refused as a whole. A refusal of single lines is part of a receipt (`orders.receipts`).

A refusal goes to the person who wrote, or to the player in whose name somebody wrote. Forged mail must not make us spam
them: each function asks `reply_limits` first, and writes nothing to a person who may have sent nothing and was warned
before. Each function returns the outcome of the letter, whether an answer was written or not.
"""

from __future__ import annotations

from typing import Literal, TypedDict

import msgspec

from adjudicator.engines.contract import Note
from adjudicator.engines.registry import engines
from adjudicator.mail.commands.table.command_words import house_argument, word_for
from adjudicator.mail.trust.authentication import Proof
from adjudicator.match.course.course import PUT_OUT
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.identity.reply_addresses import LIFE_AFTER_MATCH
from adjudicator.services.inbound.answer_parts import joins_receipt, store_part
from adjudicator.services.inbound.answering_language import answering_language
from adjudicator.services.inbound.inbound_letter import InboundLetter, Outcome
from adjudicator.services.inbound.reply_limits import (
    ReplyQuota,
    answered_enough,
    is_stranger,
    reply_quota,
    warned_enough,
)
from adjudicator.services.matches.view.presenter import presenter_for
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, recipient_at, recipient_of
from adjudicator.services.players.letter_readers import reader_for, reader_of
from adjudicator.services.players.players import find_player, is_address_of
from adjudicator.services.players.suppression import is_suppressed
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.facts.line_report import LineReport, Refused
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import Language, language_for
from adjudicator.texts.letters import account_kinds, digest_kinds
from adjudicator.texts.letters.letters import write_part

EXCERPT = 5
"""Lines of the refused letter that the answer quotes."""

ServiceCommand = Literal["house", "help", "games", "list"]


def refuse_forged(inbound: InboundLetter) -> Outcome:
    """Refuse a letter to an address without a valid signature. A player is told how to get one, others are not."""
    outcome = Outcome.refused(Refusal(RefusalKey.FORGED))
    player = find_player(inbound.session, inbound.sender) if inbound.sender else None
    robot = inbound.letter.robot or inbound.letter.bounce
    if player is None or robot or answered_enough(inbound) or _doubtful(inbound, player):
        return outcome
    language = language_for(player.language)
    service = inbound.context.addresses.service
    facts = account_kinds.Refusal(
        reader=reply_quota(inbound).mark(reader_for(inbound.context, player)),
        reason=render_note(Note.of("refusal.forged"), language, None, ()),
        about=inbound.letter.subject,
        excerpt=inbound.reply.lines[:EXCERPT],
        offers=service_offers(service, language, "list", "help"),
    )
    enqueue_letter(inbound.work, account_kinds.REFUSAL, facts, recipient_of(player, language, service), _ties(inbound))
    return outcome


def refuse_unauthorized(inbound: InboundLetter, match: Match, seat: Seat, refusal: Refusal) -> Outcome:
    """Refuse a letter that may not act for a seat. The seat's player is told; the writer, if another person, is not."""
    if seat.player is None or (inbound.by_mail and _doubtful(inbound, seat.player)):
        return Outcome.refused(refusal)
    return _tell_seat(inbound, match, seat, refusal)


def refuse_revoked(inbound: InboundLetter, match: Match, seat: Seat) -> Outcome:
    """Refuse a letter to a revoked address. Only the seat's player is told: anybody else may have found the address."""
    if seat.player is None or not is_address_of(inbound.session, seat.player, inbound.sender):
        return Outcome.refused(Refusal(RefusalKey.REVOKED))
    return refuse_unauthorized(inbound, match, seat, Refusal(RefusalKey.REVOKED))


def refuse_ended(inbound: InboundLetter, match: Match, seat: Seat) -> Outcome:
    """Refuse a letter to an expired address of a finished match. Only the seat's player is told."""
    player, service = seat.player, inbound.context.addresses.service
    if player is None or not is_address_of(inbound.session, player, inbound.sender) or _doubtful(inbound, player):
        return Outcome.refused(Refusal(RefusalKey.ADDRESSES_ENDED))
    values = (("match", match.code), ("days", LIFE_AFTER_MATCH.days), ("service", service))
    offers = service_offers(service, language_for(player.language), "list", "help")
    return refuse_stranger(inbound, Refusal(RefusalKey.ADDRESSES_ENDED, values), offers)


def refuse_resigned(inbound: InboundLetter, match: Match, seat: Seat) -> Outcome:
    """Refuse a letter of a player who has left, or lost their seat, while the match goes on."""
    if seat.vacant_why in ("", "resigned"):
        back = match.header is not None
        return _tell_seat(inbound, match, seat, Refusal.of(RefusalKey.RESIGNED, match=match.code, back=back))
    back = seat.vacant_why not in PUT_OUT
    refusal = Refusal.of(RefusalKey.LOST_SEAT, match=match.code, why=seat.vacant_why, back=back)
    return _tell_seat(inbound, match, seat, refusal)


def refuse_former(inbound: InboundLetter, refusal: Refusal) -> Outcome:
    """Refuse a letter of somebody on whose seat another person sits now."""
    if inbound.by_mail:
        return refuse_stranger(inbound, refusal)
    player = find_player(inbound.session, inbound.sender)
    language = answering_language(inbound, player)
    reason = render_note(refusal.note, language, None, ())
    inbound.row.account = msgspec.to_builtins(LineReport(refused=(Refused(order="", reason=reason),)))
    return Outcome.refused(refusal)


def refuse_called_off(inbound: InboundLetter, match: Match, seat: Seat) -> Outcome:
    """Refuse a letter to a match that was called off before it began."""
    return _tell_seat(inbound, match, seat, Refusal.of(RefusalKey.CALLED_OFF, match=match.code))


def _tell_seat(inbound: InboundLetter, match: Match, seat: Seat, refusal: Refusal) -> Outcome:
    outcome = Outcome.refused(refusal)
    room = reply_quota(inbound, seat.player)
    if seat.player is None or (inbound.by_mail and not room.left):
        return outcome
    presenter = presenter_for(inbound.context, match, seat)
    reason = presenter.say(refusal.note)
    report = LineReport(refused=(Refused(order="", reason=reason),))
    inbound.row.account = msgspec.to_builtins(report)
    if not inbound.by_mail:
        return outcome
    if joins_receipt(inbound):
        part = digest_kinds.MatchPart(reader=presenter.reader(), match=presenter.facts(), account=report)
        store_part(inbound, write_part(digest_kinds.MATCH_PART, presenter.language, part))
        return outcome
    facts = account_kinds.Refusal(
        reader=room.mark(reader_for(inbound.context, seat.player, seat.number, match)),
        reason=reason,
        **_quoted(inbound, fixed=inbound.proof is Proof.DISPROVED),
        offers=(presenter.command("board", "board"), presenter.command("help", "help")) if match.position else (),
        match=presenter.facts(),
    )
    to = recipient_of(seat.player, presenter.language, presenter.address)
    enqueue_letter(inbound.work, account_kinds.REFUSAL, facts, to, _ties(inbound, match))
    return outcome


def refuse_for_player(inbound: InboundLetter, player: Player, refusal: Refusal) -> Outcome:
    """Refuse a letter that may not act for a player. The player is told; the writer, if another person, is not."""
    outcome, room = Outcome.refused(refusal), reply_quota(inbound, player)
    if _doubtful(inbound, player) or not room.left:
        return outcome
    language, service = language_for(player.language), inbound.context.addresses.service
    facts = account_kinds.Refusal(
        reader=room.mark(reader_for(inbound.context, player)),
        reason=render_note(refusal.note, language, None, ()),
        **_quoted(inbound, fixed=inbound.proof is Proof.DISPROVED),
        offers=service_offers(service, language, "list", "help"),
    )
    enqueue_letter(inbound.work, account_kinds.REFUSAL, facts, recipient_of(player, language, service), _ties(inbound))
    return outcome


def refuse_not_asked(inbound: InboundLetter, refusal: Refusal, asked: str) -> Outcome:
    """Refuse an answer to a request by somebody who was not asked (`asked` is the address that was).

    The sender is told if they are proved, or are a player and were not warned too often. If the letter names no sender,
    the asked address is told.
    """
    if inbound.letter.sender is None:
        return refuse_nameless(inbound, refusal, asked)
    wrong = Refusal(RefusalKey.NOT_ASKED, refusal.values) if refusal.key is RefusalKey.NOT_YOU else refusal
    player = find_player(inbound.session, inbound.sender)
    if inbound.proof is not Proof.PROVED and (player is None or _doubtful(inbound, player)):
        return Outcome.refused(wrong)
    return refuse_stranger(inbound, wrong)


def refuse_unread(inbound: InboundLetter, match: Match, seat: Seat, why: str) -> Outcome:
    """Refuse a letter that we do not read, such as a receipt that a mail program sent."""
    return _tell_seat(inbound, match, seat, Refusal(RefusalKey(why)))


def refuse_nameless(inbound: InboundLetter, refusal: Refusal, address: str) -> Outcome:
    """Refuse a letter without a usable From line; this address may have sent it, and is told a few times a day."""
    if warned_enough(inbound, address) or is_suppressed(inbound.context, inbound.session, address):
        return Outcome.refused(refusal)
    stranger = is_stranger(inbound, find_player(inbound.session, address))
    return _tell_address(inbound, refusal.without_quotes() if stranger else refusal, address)


def refuse_stranger(inbound: InboundLetter, refusal: Refusal, offers: tuple[Offer, ...] = ()) -> Outcome:
    """Refuse a letter; its sender is told, player or not, within their quota."""
    if joins_receipt(inbound):
        player = find_player(inbound.session, inbound.sender)
        store_part(inbound, render_note(refusal.note, answering_language(inbound, player), None, ()))
        return Outcome.refused(refusal)
    room = reply_quota(inbound)
    if not room.left:
        return Outcome.refused(refusal)
    return _tell_address(inbound, refusal, inbound.sender, offers, room)


def _tell_address(
    inbound: InboundLetter,
    refusal: Refusal,
    address: str,
    offers: tuple[Offer, ...] = (),
    room: ReplyQuota | None = None,
) -> Outcome:
    player = find_player(inbound.session, address)
    language = answering_language(inbound, player)
    service = inbound.context.addresses.service
    reader = reader_of(inbound.context, player)
    facts = account_kinds.Refusal(
        reader=room.mark(reader) if room else reader,
        reason=render_note(refusal.note, language, None, ()),
        **_quoted(inbound, fixed=is_stranger(inbound, player)),
        offers=offers,
    )
    to = recipient_at(player, address, language, service)
    enqueue_letter(inbound.work, account_kinds.REFUSAL, facts, to, _ties(inbound))
    return Outcome.refused(refusal)


class _Quoted(TypedDict, total=False):
    about: str
    excerpt: tuple[str, ...]


def _quoted(inbound: InboundLetter, *, fixed: bool) -> _Quoted:
    """Quote the beginning of the letter; `fixed`: not, because another person than the reader may have written it."""
    return {} if fixed else {"about": inbound.letter.subject, "excerpt": inbound.reply.lines[:EXCERPT]}


def service_offers(service: str, language: Language, *commands: ServiceCommand, game: str = "") -> tuple[Offer, ...]:
    """Offer commands of the service in a language; a match of `game`, if the letter names one."""
    return tuple(Offer.by_mail(_service_line(name, language.language, game), name, service) for name in commands)


def _service_line(name: ServiceCommand, language: str, game: str) -> str:
    if name != "house":
        return word_for(name, language)
    # The game of the fewest players, as it begins at once.
    rules = min((engine.rules for engine in engines().values()), key=lambda rules: (rules.seats.stop, rules.name))
    return f"{word_for('new', language)} {house_argument(game or rules.name, language)}"


def _doubtful(inbound: InboundLetter, player: Player) -> bool:
    """Is the letter perhaps not the player's, and were they warned of such letters often enough today?"""
    return inbound.proof is not Proof.PROVED and warned_enough(inbound, player.address)


def _ties(inbound: InboundLetter, match: Match | None = None) -> LetterRefs:
    return LetterRefs(match=match, inbox_id=inbound.row.id, in_reply_to=inbound.letter.message_id)
