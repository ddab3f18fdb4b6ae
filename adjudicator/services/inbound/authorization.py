"""Authorization: may a letter to a signed address act for the person to whom we gave that address?

Three conditions: the From line names an address of that person, the sender's domain is proved as well as the host's
policy demands (`SenderPolicy`), and a player who requires it has signed the letter with their key (`openpgp_policy`).
Each function returns the refusal, or None if the letter may act.
"""

from __future__ import annotations

from datetime import datetime

from adjudicator.mail.text.rfc2047 import printable_text
from adjudicator.mail.trust.from_header import same_mailbox
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.inbound.openpgp_policy import check_signature
from adjudicator.services.players.players import is_address_of
from adjudicator.store.tables import Player

LONGEST = 80
"""Characters of a From line that are shown in a refusal."""


def refusal_without_sender(inbound: InboundLetter) -> Refusal:
    """Refuse a letter whose From line does not name exactly one address."""
    fault = inbound.letter.sender_fault
    return Refusal.of(RefusalKey.NO_SENDER, given=printable_text(fault.given)[:LONGEST] if fault else "")


def objection_to_player(inbound: InboundLetter, player: Player, since: datetime) -> Refusal | None:
    """Check a letter that acts for a player, from any address of theirs.

    `since` is the earliest time at which it can have been written: an older OpenPGP signature is a replay.
    """
    known = is_address_of(inbound.session, player, inbound.sender)
    return _objection(inbound, known=known) or check_signature(inbound, player, since)


def objection_to_answer(inbound: InboundLetter, player: Player, since: datetime, *, known: bool) -> Refusal | None:
    """Check an answer that only some addresses of a player may give; `known` says whether this one may."""
    return _objection(inbound, known=known) or check_signature(inbound, player, since)


def objection_to_address(inbound: InboundLetter, address: str) -> Refusal | None:
    """Check an answer from an address that may belong to no player yet."""
    return _objection(inbound, known=same_mailbox(inbound.sender, address))


def _objection(inbound: InboundLetter, *, known: bool) -> Refusal | None:
    if inbound.letter.sender is None:
        return refusal_without_sender(inbound)
    word = inbound.context.trust.objection(known=known, proof=inbound.proof)
    return Refusal.of(RefusalKey(word), sender=inbound.sender) if word else None
