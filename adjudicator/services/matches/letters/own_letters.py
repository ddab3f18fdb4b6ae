"""The letters that a player got in a match, as one file for a mail program, safe to hand on.

Anybody who holds a letter could answer it as its reader. So the file has no reply address with a token and no link that
stands for its reader, and addresses of other people are replaced. HTML and attachments are left out: they repeat the
text, and have the same links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from adjudicator.mail.outgoing.compose import OutgoingLetter, compose_letter
from adjudicator.mail.reply.quoted_author import SENDER_NAME
from adjudicator.services.context import Context
from adjudicator.store.tables import Match, Outbox, Player

HIDDEN = "hidden@address.invalid"
_ADDRESS = re.compile(r"[^\s<>()\[\]{},;:\"'@]+@[^\s<>()\[\]{},;:\"'@]+\w")
_REST_OF_URL = r"/[^\s<>\"]*"
_PUBLIC = re.compile(r"/(?:m/[0-9A-Z]{3,8}(?:[/.?#].*)?|archive|rules/\w+|verify|)[.,;:!?]?")
_FROM_LINE = re.compile(rb"(?m)^(>*From )")


def has_letters(session: Session, match: Match, player: Player) -> bool:
    """Has a player letters of a match that are still kept?"""
    mine = select(Outbox.id).where(Outbox.match_id == match.id, Outbox.player_id == player.id)
    return match.letters_gone_at is None and session.scalar(mine.limit(1)) is not None


def write_mbox(context: Context, session: Session, match: Match, player: Player) -> bytes:
    """Write the letters that a player got in a match, the oldest first, as an mbox file."""
    return b"".join(_list_letters(context, session, match, player))


def hide_tokens(text: str, context: Context, own: str) -> str:
    """Replace reply addresses by the service's own, other people's by `HIDDEN`, and links that only the reader has."""
    site, service = context.site, context.addresses.service

    def hide_link(found: re.Match[str]) -> str:
        return found[0] if _PUBLIC.fullmatch(found[0].removeprefix(site)) else site

    def hide_address(found: re.Match[str]) -> str:
        address = found[0].casefold()
        if address in (own.casefold(), service):
            return found[0]
        name, _, domain = service.partition("@")
        ours = address.startswith((f"{name}+", f"{name}-")) and address.endswith(f"@{domain}")
        return service if ours else HIDDEN

    return _ADDRESS.sub(hide_address, re.sub(re.escape(site) + _REST_OF_URL, hide_link, text))


def _list_letters(context: Context, session: Session, match: Match, player: Player) -> Iterator[bytes]:
    query = (
        select(Outbox)
        .where(Outbox.match_id == match.id, Outbox.player_id == player.id, Outbox.sent_at.is_not(None))
        .order_by(Outbox.id)
        .options(undefer(Outbox.text))
    )
    domain = context.addresses.domain
    for number, letter in enumerate(session.scalars(query), 1):
        composed = compose_letter(
            OutgoingLetter(
                message_id=f"<{match.code}.{number}@{domain}>",
                date=letter.created_at,
                to=letter.to_address,
                to_name=letter.to_name,
                sender=context.addresses.service,
                sender_name=SENDER_NAME,
                subject=hide_tokens(letter.subject, context, letter.to_address),
                text=hide_tokens(letter.text, context, letter.to_address),
            )
        )
        day = letter.created_at.astimezone(UTC).strftime("%a %b %d %H:%M:%S %Y")
        body = _FROM_LINE.sub(rb">\1", composed.replace(b"\r\n", b"\n")).rstrip(b"\n")
        yield f"From {context.addresses.service} {day}\n".encode() + body + b"\n\n"
