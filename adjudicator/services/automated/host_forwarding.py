"""Letters to postmaster@ and abuse@ of our domain (RFC 2142): passed on to the host."""

from __future__ import annotations

from adjudicator.mail.address import HostAddress
from adjudicator.mail.text.charset import decode
from adjudicator.services.automated.auto_replies import is_ours
from adjudicator.services.inbound.inbound_letter import Case, Verdict, VerdictKind
from adjudicator.services.matches.presenter import reader_at
from adjudicator.services.outbox.enqueue import Addressee, Ties, put
from adjudicator.services.outbox.letter_headers import AttachedText
from adjudicator.texts import letter_kinds
from adjudicator.texts.language import SOURCE, tongue

LINES = 40
"""Lines that are shown; the whole letter is attached."""


def forward(case: Case, route: HostAddress) -> Verdict:
    """Pass a letter on to the host, whoever wrote it: a report of a program is what such addresses are for."""
    if is_ours(case):
        return Verdict(VerdictKind.ROBOT, "own")
    book, letter = case.context.addresses, case.letter
    occasion = letter_kinds.HostLetter(
        reader=reader_at(case.context, ""),
        address=f"{route.name}@{book.domain}",
        writer=case.sender,
        about=letter.subject,
        lines=tuple(letter.text.strip().splitlines()[:LINES]),
    )
    to = Addressee(address=case.context.host_address, tongue=tongue(SOURCE), reply_to=case.sender)
    whole = AttachedText("letter.eml", "application/octet-stream", decode(case.row.raw))
    ties = Ties(inbox_id=case.row.id, attachment=whole)
    put(case.work, letter_kinds.HOST_LETTER, occasion, to, ties)
    return Verdict(VerdictKind.FORWARDED)
