"""Forwards letters to postmaster@ and abuse@ of our domain (RFC 2142) to the host."""

from __future__ import annotations

from adjudicator.mail.address import HostAddress
from adjudicator.mail.text.charset import decode_bytes
from adjudicator.services.automated.auto_replies import is_own_letter
from adjudicator.services.inbound.inbound_letter import InboundLetter, Outcome, VerdictKind
from adjudicator.services.outbox.enqueue import LetterRefs, Recipient, enqueue_letter
from adjudicator.services.outbox.letter_headers import AttachedText
from adjudicator.services.players.letter_readers import reader_at
from adjudicator.texts.language.language import SOURCE, language_for
from adjudicator.texts.letters import host_kinds

LINES = 40
"""Lines that are shown; the whole letter is attached."""


def forward_to_host(inbound: InboundLetter, route: HostAddress) -> Outcome:
    """Forward a letter to the host, automatic ones too: these addresses are for reports of programs."""
    if is_own_letter(inbound):
        return Outcome(VerdictKind.ROBOT, "own")
    book, letter = inbound.context.addresses, inbound.letter
    facts = host_kinds.HostLetter(
        reader=reader_at(inbound.context, ""),
        address=f"{route.name}@{book.domain}",
        writer=inbound.sender,
        about=letter.subject,
        lines=tuple(letter.text.strip().splitlines()[:LINES]),
    )
    to = Recipient(address=inbound.context.host_address, language=language_for(SOURCE), reply_to=inbound.sender)
    whole = AttachedText("letter.eml", "application/octet-stream", decode_bytes(inbound.row.raw))
    refs = LetterRefs(inbox_id=inbound.row.id, attachment=whole)
    enqueue_letter(inbound.work, host_kinds.HOST_LETTER, facts, to, refs)
    return Outcome(VerdictKind.FORWARDED)
