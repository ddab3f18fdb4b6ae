"""The parts of an answer to a digest: each is a letter to one seat, which the answer became, in a row of the inbox.

A part is judged like any letter to that seat. It gets no receipt of its own: the text of that is kept here
(`store_part`) for the one receipt of the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP

import msgspec
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from adjudicator.mail.incoming.fingerprint import fingerprint
from adjudicator.services.context import Context
from adjudicator.services.destinations import name_destination
from adjudicator.services.inbound.inbound_letter import PART, InboundLetter
from adjudicator.services.outbox.letter_headers import AttachedText
from adjudicator.store.states import InboxState
from adjudicator.store.tables import DigestPart, Inbox, Player

_WAITING = (
    select(Inbox.id)
    .join(DigestPart, DigestPart.inbox_id == Inbox.id)
    .where(DigestPart.answer_id == bindparam("answer"), Inbox.state == InboxState.WAITING)
    .order_by(Inbox.id)
)
_ALL = (
    select(DigestPart, Inbox)
    .join(Inbox, Inbox.id == DigestPart.inbox_id)
    .where(DigestPart.answer_id == bindparam("answer"))
    .order_by(DigestPart.inbox_id)
)


def add_part(inbound: InboundLetter, player: Player, recipient: str, code: str, lines: Sequence[str]) -> None:
    """Make a letter to a seat of the lines that an answer has for it.

    It has the Message-ID of the answer, which the player chose and we did not.
    """
    raw = write_letter(player, recipient, inbound.letter.message_id, lines)
    row = Inbox(
        fingerprint=fingerprint(raw, f"{code} of letter {inbound.row.id}"),
        channel=PART,
        recipient=recipient,
        destination=name_destination(inbound.context.addresses, raw, recipient),
        envelope_from=inbound.row.envelope_from,
        player_id=player.id,
        raw=raw,
        received_at=inbound.row.received_at,
    )
    inbound.session.add(row)
    inbound.session.flush()
    inbound.session.add(DigestPart(inbox_id=row.id, answer_id=inbound.row.id, code=code))


def write_letter(player: Player, recipient: str, message_id: str, lines: Sequence[str]) -> bytes:
    """Write a letter of lines that a player has written in another one, whose Message-ID it has."""
    letter = EmailMessage(policy=SMTP)
    letter["From"] = player.address
    letter["To"] = recipient
    letter.set_content("\n".join(lines).replace("\x00", "") + "\n")
    named = "".join(c for c in message_id if "!" <= c <= "~")
    return b"Message-ID: " + named.encode() + b"\r\n" + letter.as_bytes()


def find_answer(inbound: InboundLetter) -> Inbox | None:
    """Find the answer to a digest that a letter is a part of."""
    part = inbound.session.get(DigestPart, inbound.row.id) if inbound.is_part else None
    return inbound.session.get(Inbox, part.answer_id) if part is not None else None


def joins_receipt(inbound: InboundLetter) -> bool:
    """Is a letter a part of an answer whose receipt is still to be written? One that failed may be judged later."""
    if not inbound.is_part:
        return False
    answer = inbound.session.get_one(DigestPart, inbound.row.id).answer_id
    return inbound.session.scalar(select(Inbox.state).where(Inbox.id == answer)) is InboxState.WAITING


def store_part(inbound: InboundLetter, text: str, board: str = "", attached: AttachedText | None = None) -> None:
    """Keep the text that the receipt of a part would have."""
    part = inbound.session.get_one(DigestPart, inbound.row.id)
    part.text, part.board = text, board
    if attached is not None:
        part.attached = [msgspec.to_builtins(attached)]


def waiting_parts(context: Context, answer: int) -> list[int]:
    """List the parts of an answer that are not judged yet, in the order of its lines."""
    with context.store.reading() as session:
        return list(session.scalars(_WAITING, {"answer": answer}))


def parts_of(session: Session, answer: int) -> list[tuple[DigestPart, Inbox]]:
    """List the parts of an answer, and the letters that they are."""
    return [(part, row) for part, row in session.execute(_ALL, {"answer": answer})]
