"""Players who want only letters to count as theirs that their own key signed."""

from __future__ import annotations

from datetime import datetime, timedelta

from adjudicator.mail.incoming.openpgp import read_signed
from adjudicator.mail.reply.alternatives import read_halves
from adjudicator.match.refusals import Refusal, RefusalKey
from adjudicator.services.inbound.inbound_letter import Case
from adjudicator.store.tables import Player

SKEW = timedelta(hours=1)
"""How wrong the clock of a writer's machine may be."""


def read_by_key(case: Case, player: Player, since: datetime) -> Refusal | None:
    """Put what a player's key signed in the place of what the letter says, or say why it does not count.

    A signature from before `since` was made for another letter: whoever has seen that one could send it again.
    """
    if not player.key_required:
        return None
    if not case.by_mail:
        return Refusal(RefusalKey.ONLY_LETTERS)
    context = case.context
    signed = context.chamber.run(read_signed, case.row.raw, player.key)
    if not signed.fault and not since - SKEW <= signed.at <= case.now + SKEW:
        return Refusal(RefusalKey.OLD_SIGNATURE)
    if signed.fault:
        return Refusal(RefusalKey(signed.fault))
    case.reply = context.chamber.run(
        read_halves, signed.text, signed.html, context.addresses.is_ours, player.name, (), case.sender
    )
    return None
