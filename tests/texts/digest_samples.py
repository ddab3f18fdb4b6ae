"""Digests, and receipts for answers to them, for the tests of all letters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

from adjudicator.texts.facts import line_report
from adjudicator.texts.facts.account_facts import DigestAnswer
from adjudicator.texts.facts.letter_facts import MatchFacts, Offer, Reader
from adjudicator.texts.letters import digest_kinds, letter_kind

DUE = datetime(2026, 12, 3, 19, tzinfo=UTC)


def digest_samples(
    reader: Reader, match: MatchFacts, theirs: MatchFacts, board: str, report: line_report.LineReport
) -> Mapping[str, letter_kind.LetterContext]:
    """Make a sample for each shape of a digest and of its receipt."""
    part = letter_kind.LetterPart(text="K7Q2 Egyptos\n============\n\nIt is your turn.", board=board)
    offers = (Offer.by_mail("K7Q2 M16", "play", "play+digest-3-aaaaaaaaaaaaaaaa@club.example"),)
    free = replace(match, to_move=None, due=None, turn=0, chain=" ")
    full = digest_kinds.DigestLetter(
        reader=reader,
        waiting=(match, replace(match, code="4TR8", left=None), replace(match, due=None)),
        parts=(part, part),
        others=(theirs, replace(theirs, due=None), replace(theirs, to_move=None)),
        invitations=(digest_kinds.DigestInvitation(match=free, inviter="Anna", expires=DUE),),
        asked=(digest_kinds.DigestProposal(match=match, said="Anna proposes a pause.", number="2"),),
        free=(free,),
        beyond=2,
        boards=True,
        offers=offers,
    )
    receipt = digest_kinds.DigestReceipt(
        reader=reader, account=line_report.LineReport(), answers=(), parts=(part,), acted=("K7Q2",), refused=("4TR8",)
    )
    answer = DigestAnswer(order="digest", said="Your digest comes every day at 18:00.")
    return {
        "digest": full,
        "digest, one": replace(full, waiting=(match,), parts=(part,), beyond=0, boards=False, others=(), free=()),
        "digest, late": replace(full, waiting=(replace(match, late=True),), beyond=1),
        "digest, nothing to move": replace(full, waiting=(), parts=(), beyond=0, offers=()),
        "digest_receipt": receipt,
        "digest_receipt, done": replace(receipt, refused=()),
        "digest_receipt, refused": replace(receipt, acted=(), account=report),
        "digest_receipt, asked": replace(receipt, acted=(), refused=(), parts=(), answers=(answer,)),
    }
