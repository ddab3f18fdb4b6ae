"""Signed links in letters and forms. A link authorises one action of one person; only a POST carries it out.

A link names a row by its number and its stamp (`mail.address.stamp_row`); `signed_rows` finds the row that it means.

A GET shows a page with a button: mail programs and virus scanners follow every link of a letter.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from itsdangerous import BadSignature, URLSafeSerializer

from adjudicator.mail.address import stamp_row
from adjudicator.services.context import Context
from adjudicator.store.tables import Request


class LinkKind(StrEnum):
    """The purpose of a link. It is part of the signature's salt, so a link serves no other purpose."""

    LETTERS = "letters"
    SIGN_IN = "sign-in"
    NEVER = "never"
    CALENDAR = "calendar"


class BadLink(Exception):
    """The link has no valid signature, or it was used already."""


class NamedRow(NamedTuple):
    """The row that a link names. Links from before there were stamps have none."""

    number: int
    stamp: str


class LettersLink(NamedTuple):
    """The player of a link to their letters, and the match of its letter."""

    player: NamedRow
    match_id: int | None


def mint_link(context: Context, kind: LinkKind, number: int, created_at: datetime) -> str:
    """Sign a row for one purpose: its number, and the moment of its creation."""
    return str(_signer(context.secret, kind).dumps([number, stamp_row(created_at)]))


def read_link(context: Context, kind: LinkKind, token: str) -> NamedRow:
    """Verify a token of `mint_link` and return what it names. Raises `BadLink`."""
    try:
        named = _signer(context.secret, kind).loads(token)
    except BadSignature as fault:
        raise BadLink(kind) from fault
    return NamedRow(int(named[0]), str(named[1])) if isinstance(named, list) else NamedRow(int(named), "")


def letters_url(context: Context, player_id: int, stamp: str, match_id: int | None = None) -> str:
    """The page on which a player chooses which letters they get; a POST there is the one-click of RFC 8058.

    `stamp` is that of the player's row; empty for a letter that was written before there were stamps. The link in a
    letter of a match expires with the reply addresses of the match.
    """
    return f"{context.site}/l/{_sign_letters(context.secret, player_id, stamp, match_id)}"


@lru_cache(maxsize=4096)
def _sign_letters(secret: bytes, player_id: int, stamp: str, match_id: int | None) -> str:
    """Sign once what each letter of a match repeats to its reader: in its text, its page and its headers."""
    numbers = [player_id] if match_id is None else [player_id, match_id]
    named = [*numbers, stamp] if stamp else numbers
    return str(_signer(secret, LinkKind.LETTERS).dumps(named if len(named) > 1 else player_id))


def read_letters_link(context: Context, token: str) -> LettersLink:
    """Verify a token of `letters_url` and return what it names. Raises `BadLink`."""
    try:
        named = _signer(context.secret, LinkKind.LETTERS).loads(token)
    except BadSignature as fault:
        raise BadLink(LinkKind.LETTERS) from fault
    parts = named if isinstance(named, list) else [named]
    stamp = parts.pop() if isinstance(parts[-1], str) else ""
    return LettersLink(NamedRow(int(parts[0]), stamp), int(parts[1]) if len(parts) > 1 else None)


def calendar_url(context: Context, player_id: int, key: str) -> str:
    """The feed of a player's calendar; `key` is in the player's row, so that another one ends the link."""
    return f"{context.site}/calendar/{_signer(context.secret, LinkKind.CALENDAR).dumps([player_id, key])}.ics"


def read_calendar_link(context: Context, token: str) -> tuple[int, str]:
    """Verify a token of `calendar_url` and return the player and the key. Raises `BadLink`."""
    try:
        player_id, key = _signer(context.secret, LinkKind.CALENDAR).loads(token)
    except (BadSignature, TypeError) as fault:  # signed, but with no key: nobody was ever given it
        raise BadLink(LinkKind.CALENDAR) from fault
    return int(player_id), str(key)


def request_address(context: Context, request: Request) -> str:
    """The address for the answer to a request."""
    return context.addresses.confirm(request.id, request.created_at)


def request_url(context: Context, request: Request) -> str:
    """The page on which a request is answered; its token is the local part of the request's reply address."""
    return f"{context.site}/r/{request_address(context, request).partition('@')[0]}"


def never_url(context: Context, request: Request) -> str:
    """The page on which the recipient of a request says "never write to me again"; one-click like `letters_url`."""
    return f"{context.site}/never/{mint_link(context, LinkKind.NEVER, request.id, request.created_at)}"


@cache
def _signer(secret: bytes, kind: LinkKind) -> URLSafeSerializer:
    return URLSafeSerializer(secret, salt=f"adjudicator.{kind}")
