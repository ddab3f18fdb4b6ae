"""Whether a letter to an address that we signed may act for the one whom that address was given to."""

from __future__ import annotations

from datetime import datetime

from adjudicator.mail.text.rfc2047 import printable
from adjudicator.mail.trust.from_header import same_person
from adjudicator.match.refusals import Refusal, RefusalKey
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.inbound.openpgp_policy import read_by_key
from adjudicator.services.players.players import is_address_of
from adjudicator.store.tables import Player

LONGEST = 80
"""Characters of a From line that are shown to whom it may have named."""


def no_sender(inbound: InboundLetter) -> Refusal:
    """Say that the From line of a letter names nobody."""
    fault = inbound.letter.sender_fault
    return Refusal.of(RefusalKey.NO_SENDER, given=printable(fault.given)[:LONGEST] if fault else "")


def objection_to_player(inbound: InboundLetter, player: Player, since: datetime) -> Refusal | None:
    """Say why a letter may not act for a player; `since` is when it could first have been written."""
    known = is_address_of(inbound.session, player, inbound.sender)
    return _objection(inbound, known=known) or read_by_key(inbound, player, since)


def objection_to_answer(inbound: InboundLetter, player: Player, since: datetime, *, known: bool) -> Refusal | None:
    """Say the same of an answer that only some of a player's addresses may give; `known` says whether this one may."""
    return _objection(inbound, known=known) or read_by_key(inbound, player, since)


def objection_to_address(inbound: InboundLetter, address: str) -> Refusal | None:
    """Say the same of a letter that answers what we asked an address, whose owner may be nobody we know yet."""
    return _objection(inbound, known=same_person(inbound.sender, address))


def _objection(inbound: InboundLetter, *, known: bool) -> Refusal | None:
    if inbound.letter.sender is None:
        return no_sender(inbound)
    word = inbound.context.trust.objection(known=known, proof=inbound.proof)
    return Refusal.of(RefusalKey(word), sender=inbound.sender) if word else None
