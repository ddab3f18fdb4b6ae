"""OpenPGP: players may require that only letters signed with their key act for them."""

from __future__ import annotations

from datetime import datetime, timedelta

from adjudicator.mail.incoming.openpgp import read_signed
from adjudicator.mail.reply.alternatives import read_alternatives
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.store.tables import Player

SKEW = timedelta(hours=1)
"""Tolerated clock skew of the writer's machine."""


def check_signature(inbound: InboundLetter, player: Player, since: datetime) -> Refusal | None:
    """Replace the text of the letter by the signed part, or return why the letter does not count.

    A signature made before `since` belongs to another letter, which somebody could have copied and sent again (replay).
    """
    if not player.key_required or inbound.is_ours:
        return None
    if not inbound.by_mail:
        return Refusal(RefusalKey.ONLY_LETTERS)
    context = inbound.context
    signed = context.sandbox.run(read_signed, inbound.row.raw, player.key)
    if not signed.fault and not since - SKEW <= signed.at <= inbound.now + SKEW:
        return Refusal(RefusalKey.OLD_SIGNATURE)
    if signed.fault:
        return Refusal(RefusalKey(signed.fault))
    inbound.reply = context.sandbox.run(
        read_alternatives, signed.text, signed.html, context.addresses.is_ours, player.name, (), inbound.sender
    )
    return None
