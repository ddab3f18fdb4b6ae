"""Whether a letter to an address that we signed may act for the one whom that address was given to."""

from __future__ import annotations

from datetime import datetime

from adjudicator.mail.text.rfc2047 import printable
from adjudicator.mail.trust.from_header import same_person
from adjudicator.match.refusals import Refusal, RefusalKey
from adjudicator.services.inbound.inbound_letter import Case
from adjudicator.services.inbound.openpgp_policy import read_by_key
from adjudicator.services.players.players import is_address_of
from adjudicator.store.tables import Player

LONGEST = 80
"""Characters of a From line that are shown to whom it may have named."""


def no_sender(case: Case) -> Refusal:
    """Say that the From line of a letter names nobody."""
    fault = case.letter.sender_fault
    return Refusal.of(RefusalKey.NO_SENDER, given=printable(fault.given)[:LONGEST] if fault else "")


def objection_to_player(case: Case, player: Player, since: datetime) -> Refusal | None:
    """Say why a letter may not act for a player; `since` is when it could first have been written."""
    known = is_address_of(case.session, player, case.sender)
    return _objection(case, known=known) or read_by_key(case, player, since)


def objection_to_answer(case: Case, player: Player, since: datetime, *, known: bool) -> Refusal | None:
    """Say the same of an answer that only some of a player's addresses may give; `known` says whether this one may."""
    return _objection(case, known=known) or read_by_key(case, player, since)


def objection_to_address(case: Case, address: str) -> Refusal | None:
    """Say the same of a letter that answers what we asked an address, whose owner may be nobody we know yet."""
    return _objection(case, known=same_person(case.sender, address))


def _objection(case: Case, *, known: bool) -> Refusal | None:
    if case.letter.sender is None:
        return no_sender(case)
    word = case.context.trust.objection(known=known, proof=case.proof)
    return Refusal.of(RefusalKey(word), sender=case.sender) if word else None
