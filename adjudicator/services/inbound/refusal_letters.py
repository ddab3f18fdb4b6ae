"""Letters from which nothing is read: somebody is told why, unless the letter itself shows that nobody should be."""

from __future__ import annotations

from typing import Literal, TypedDict

import msgspec

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.command_lines import word_for
from adjudicator.mail.trust.authentication import Proof
from adjudicator.match.refusals import Refusal, RefusalKey
from adjudicator.services.identity.reply_addresses import LIFE_AFTER_MATCH
from adjudicator.services.inbound.inbound_letter import Case, Verdict
from adjudicator.services.inbound.reply_limits import Quota, answered_enough, is_stranger, quota, warned_enough
from adjudicator.services.matches.presenter import reader_for, reader_of, scene_for
from adjudicator.services.outbox.enqueue import Ties, put, to_address, to_player
from adjudicator.services.players.players import find_player, is_address_of
from adjudicator.services.players.suppression import is_closed
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts import letter_kinds
from adjudicator.texts.language import Tongue, tongue
from adjudicator.texts.letter_facts import Offer
from adjudicator.texts.line_report import Account, Refused
from adjudicator.texts.note_text import say

EXCERPT = 5

ServiceCommand = Literal["help", "games", "list"]


def forged(case: Case) -> Verdict:
    """Answer an address that we did not sign: a player is told how to get a good one, a stranger is told nothing."""
    verdict = Verdict.refused(Refusal(RefusalKey.FORGED))
    player = find_player(case.session, case.sender) if case.sender else None
    robot = case.letter.robot or case.letter.bounce
    if player is None or robot or answered_enough(case) or _doubtful(case, player):
        return verdict
    speech = tongue(player.language)
    service = case.context.addresses.service
    occasion = letter_kinds.Refusal(
        reader=quota(case).mark(reader_for(case.context, player)),
        reason=say(Note.of("refusal.forged"), speech, None, ()),
        about=case.letter.subject,
        excerpt=case.reply.lines[:EXCERPT],
        offers=service_offers(service, speech, "list", "help"),
    )
    put(case.work, letter_kinds.REFUSAL, occasion, to_player(player, speech, service), _ties(case))
    return verdict


def not_admitted(case: Case, match: Match, seat: Seat, refusal: Refusal) -> Verdict:
    """Tell the player of a seat that a letter to it does not count as his; whoever else wrote it is told nothing."""
    if seat.player is None or (case.by_mail and _doubtful(case, seat.player)):
        return Verdict.refused(refusal)
    return _tell_seat(case, match, seat, refusal)


def revoked(case: Case, match: Match, seat: Seat) -> Verdict:
    """Tell a player that he wrote to an address that was revoked; anybody else may have found it, and hears nothing."""
    if seat.player is None or not is_address_of(case.session, seat.player, case.sender):
        return Verdict.refused(Refusal(RefusalKey.REVOKED))
    return not_admitted(case, match, seat, Refusal(RefusalKey.REVOKED))


def ended(case: Case, match: Match, seat: Seat) -> Verdict:
    """Tell a player that the reply addresses of a match ended some time after it; anybody else hears nothing."""
    player, service = seat.player, case.context.addresses.service
    if player is None or not is_address_of(case.session, player, case.sender) or _doubtful(case, player):
        return Verdict.refused(Refusal(RefusalKey.ADDRESSES_ENDED))
    values = (("match", match.code), ("days", LIFE_AFTER_MATCH.days), ("service", service))
    offers = service_offers(service, tongue(player.language), "list", "help")
    return refuse_stranger(case, Refusal(RefusalKey.ADDRESSES_ENDED, values), offers)


def resigned(case: Case, match: Match, seat: Seat) -> Verdict:
    """Tell somebody who resigned that the match goes on without them."""
    return _tell_seat(case, match, seat, Refusal.of(RefusalKey.RESIGNED, match=match.code))


def not_begun(case: Case, match: Match, seat: Seat) -> Verdict:
    """Tell a player that his match still waits for others."""
    return _tell_seat(case, match, seat, Refusal(RefusalKey.NOT_BEGUN))


def _tell_seat(case: Case, match: Match, seat: Seat, refusal: Refusal) -> Verdict:
    verdict = Verdict.refused(refusal)
    room = quota(case, seat.player)
    if seat.player is None or (case.by_mail and not room.left):
        return verdict
    scene = scene_for(case.context, match, seat)
    reason = scene.say(refusal.note)
    case.row.account = msgspec.to_builtins(Account(refused=(Refused(order="", reason=reason),)))
    if not case.by_mail:
        return verdict
    occasion = letter_kinds.Refusal(
        reader=room.mark(reader_for(case.context, seat.player, seat.number, match)),
        reason=reason,
        **_quoted(case, fixed=case.proof is Proof.DISPROVED),
        offers=(scene.command("board", "board"), scene.command("help", "help")) if match.position else (),
        match=scene.facts(),
    )
    to = to_player(seat.player, scene.tongue, scene.address)
    put(case.work, letter_kinds.REFUSAL, occasion, to, _ties(case, match))
    return verdict


def not_asked(case: Case, refusal: Refusal, asked: str) -> Verdict:
    """Tell whoever answered in somebody else's place, where it is sure that they wrote, and a player in doubt as well.

    Where the letter names nobody, whom we asked is told.
    """
    if case.letter.sender is None:
        return name_nobody(case, refusal, asked)
    wrong = Refusal(RefusalKey.NOT_ASKED, refusal.values) if refusal.key is RefusalKey.NOT_YOU else refusal
    player = find_player(case.session, case.sender)
    if case.proof is not Proof.PROVED and (player is None or _doubtful(case, player)):
        return Verdict.refused(wrong)
    return refuse_stranger(case, wrong)


def not_read(case: Case, match: Match, seat: Seat, why: str) -> Verdict:
    """Tell a player that what he sent is no letter that we read."""
    return _tell_seat(case, match, seat, Refusal(RefusalKey(why)))


def name_nobody(case: Case, refusal: Refusal, address: str) -> Verdict:
    """Tell an address that a letter, perhaps its own, names nobody; it hears so only a few times a day."""
    if warned_enough(case, address) or is_closed(case.context, case.session, address):
        return Verdict.refused(refusal)
    if refusal.key is RefusalKey.NO_SENDER and is_stranger(case, find_player(case.session, address)):
        refusal = Refusal.of(RefusalKey.NO_SENDER, given="")
    return _tell_address(case, refusal, address)


def refuse_stranger(case: Case, refusal: Refusal, offers: tuple[Offer, ...] = ()) -> Verdict:
    """Tell whoever wrote, player or not, why his letter did nothing."""
    room = quota(case)
    if not room.left:
        return Verdict.refused(refusal)
    return _tell_address(case, refusal, case.sender, offers, room)


def _tell_address(
    case: Case, refusal: Refusal, address: str, offers: tuple[Offer, ...] = (), room: Quota | None = None
) -> Verdict:
    player = find_player(case.session, address)
    speech = tongue(player.language if player else "en")
    service = case.context.addresses.service
    reader = reader_of(case.context, player)
    occasion = letter_kinds.Refusal(
        reader=room.mark(reader) if room else reader,
        reason=say(refusal.note, speech, None, ()),
        **_quoted(case, fixed=is_stranger(case, player)),
        offers=offers,
    )
    to = to_address(player, address, speech, service)
    put(case.work, letter_kinds.REFUSAL, occasion, to, _ties(case))
    return Verdict.refused(refusal)


class _Quoted(TypedDict, total=False):
    about: str
    excerpt: tuple[str, ...]


def _quoted(case: Case, *, fixed: bool) -> _Quoted:
    """Show how the letter began, unless its reader perhaps did not write it (`fixed`)."""
    return {} if fixed else {"about": case.letter.subject, "excerpt": case.reply.lines[:EXCERPT]}


def service_offers(service: str, speech: Tongue, *commands: ServiceCommand) -> tuple[Offer, ...]:
    """Offer commands of the service, in the reader's language."""
    return tuple(Offer.by_mail(word_for(name, speech.language), name, service) for name in commands)


def _doubtful(case: Case, player: Player) -> bool:
    """Tell whether a player should not hear of a letter that perhaps was not his, as he has heard of some before."""
    return case.proof is not Proof.PROVED and warned_enough(case, player.address)


def _ties(case: Case, match: Match | None = None) -> Ties:
    return Ties(match=match, inbox_id=case.row.id, in_reply_to=case.letter.message_id)
