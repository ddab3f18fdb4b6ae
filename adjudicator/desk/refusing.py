"""Letters from which nothing is read: somebody is told why, unless the letter itself shows that nobody should be."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

import msgspec
from sqlalchemy import func, select

from adjudicator.desk.case import Case, Verdict
from adjudicator.desk.mailing import Addressee, Ties, put, to_player
from adjudicator.desk.people import find_player
from adjudicator.desk.scene import reader_at, reader_for, scene_for
from adjudicator.engines.contract import Note
from adjudicator.mail.commands import word_for
from adjudicator.match import refusals
from adjudicator.match.refusals import Refusal
from adjudicator.store.tables import Match, Outbox, Seat
from adjudicator.texts import occasions
from adjudicator.texts.account import Account, Refused
from adjudicator.texts.facts import Offer
from adjudicator.texts.tongue import Tongue, tongue
from adjudicator.texts.wording import say

ANSWERS_AN_HOUR = 20
"""More than a person needs; a robot that answers our answers gets no further."""
EXCERPT = 5

ServiceCommand = Literal["help", "games", "list"]


def answered_enough(case: Case) -> bool:
    """Tell whether this sender has had as many answers as we give anybody in an hour."""
    query = select(func.count()).where(
        Outbox.to_address == case.sender,
        Outbox.inbox_id.is_not(None),
        Outbox.created_at > case.now - timedelta(hours=1),
    )
    return (case.session.scalar(query) or 0) >= ANSWERS_AN_HOUR


def forged(case: Case) -> Verdict:
    """Answer an address that we did not sign: a player is told how to get a good one, a stranger is told nothing."""
    player = find_player(case.session, case.sender) if case.sender else None
    robot = case.letter.robot or case.letter.bounce
    if player is None or robot or answered_enough(case):
        return Verdict("refused: forged")
    speech = tongue(player.language)
    service = case.desk.addresses.service
    occasion = occasions.Refusal(
        reader=reader_for(case.desk, player),
        reason=say(Note.of("refusal.forged"), speech, None, ()),
        about=case.letter.subject,
        excerpt=case.reply.lines[:EXCERPT],
        offers=service_offers(service, speech, "list", "help"),
    )
    bells = put(case.session, "refusal", occasion, to_player(player, speech, service), _ties(case), case.now)
    return Verdict("refused: forged", bells)


def not_you(case: Case, match: Match, seat: Seat) -> Verdict:
    """Tell the player of a seat that somebody else wrote to its address; that one is told nothing."""
    return _tell_seat(case, match, seat, refusals.not_you(case.sender))


def not_begun(case: Case, match: Match, seat: Seat) -> Verdict:
    """Tell a player that his match still waits for others."""
    return _tell_seat(case, match, seat, Refusal("not_begun"))


def _tell_seat(case: Case, match: Match, seat: Seat, refusal: Refusal) -> Verdict:
    word = f"refused: {refusal.key}"
    if seat.player is None or answered_enough(case):
        return Verdict(word)
    scene = scene_for(case.desk, match, seat)
    reason = scene.say(refusal.note)
    case.row.account = msgspec.to_builtins(Account(refused=(Refused(order="", reason=reason),)))
    if not case.by_mail:
        return Verdict(word)
    occasion = occasions.Refusal(
        reader=reader_for(case.desk, seat.player, seat.number),
        reason=reason,
        about=case.letter.subject,
        excerpt=case.reply.lines[:EXCERPT],
        offers=(scene.command("board", "board"), scene.command("help", "help")) if match.position else (),
        match=scene.facts(),
    )
    to = to_player(seat.player, scene.tongue, scene.address)
    return Verdict(word, put(case.session, "refusal", occasion, to, _ties(case, match), case.now))


def not_read(case: Case, match: Match, seat: Seat, why: str) -> Verdict:
    """Tell a player that what he sent is no letter that we read."""
    return _tell_seat(case, match, seat, Refusal(why))


def refuse_stranger(case: Case, refusal: Refusal, offers: tuple[Offer, ...] = ()) -> Verdict:
    """Tell whoever wrote, player or not, why his letter did nothing."""
    word = f"refused: {refusal.key}"
    if answered_enough(case):
        return Verdict(word)
    player = find_player(case.session, case.sender)
    speech = tongue(player.language if player else "en")
    service = case.desk.addresses.service
    occasion = occasions.Refusal(
        reader=reader_for(case.desk, player) if player else reader_at(case.desk, ""),
        reason=say(refusal.note, speech, None, ()),
        about=case.letter.subject,
        excerpt=case.reply.lines[:EXCERPT],
        offers=offers,
    )
    to = (
        to_player(player, speech, service)
        if player
        else Addressee(address=case.sender, tongue=speech, reply_to=service)
    )
    return Verdict(word, put(case.session, "refusal", occasion, to, _ties(case), case.now))


def service_offers(service: str, speech: Tongue, *commands: ServiceCommand) -> tuple[Offer, ...]:
    """Offer commands of the service, in the reader's language."""
    return tuple(Offer.by_mail(word_for(name, speech.language), name, service) for name in commands)


def _ties(case: Case, match: Match | None = None) -> Ties:
    return Ties(match=match, inbox_id=case.row.id, in_reply_to=case.letter.message_id)
