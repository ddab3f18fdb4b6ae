"""Signed links in letters and forms. A link authorises one action of one person; only a POST carries it out.

A GET shows a page with a button: mail programs and virus scanners follow every link of a letter.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache, lru_cache

from itsdangerous import BadSignature, URLSafeSerializer

from adjudicator.services.context import Context


class LinkKind(StrEnum):
    """The purpose of a link. It is part of the signature's salt, so a link serves no other purpose."""

    LETTERS = "letters"
    SIGN_IN = "sign-in"
    NEVER = "never"
    CALENDAR = "calendar"


class BadLink(Exception):
    """The link has no valid signature, or it was used already."""


def mint_link(context: Context, kind: LinkKind, number: int) -> str:
    """Sign the number of a row for one purpose."""
    return str(_signer(context.secret, kind).dumps(number))


def read_link(context: Context, kind: LinkKind, token: str) -> int:
    """Verify a token of `mint_link` and return the number. Raises `BadLink`."""
    try:
        number = _signer(context.secret, kind).loads(token)
    except BadSignature as fault:
        raise BadLink(kind) from fault
    return int(number)


def letters_url(context: Context, player_id: int, match_id: int | None = None) -> str:
    """The page on which a player chooses which letters they get; a POST there is the one-click of RFC 8058.

    The link in a letter of a match expires with the reply addresses of the match.
    """
    return f"{context.site}/l/{_sign_letters(context.secret, player_id, match_id)}"


@lru_cache(maxsize=4096)
def _sign_letters(secret: bytes, player_id: int, match_id: int | None) -> str:
    """Sign once what each letter of a match repeats to its reader: in its text, its page and its headers."""
    named = player_id if match_id is None else [player_id, match_id]
    return str(_signer(secret, LinkKind.LETTERS).dumps(named))


def read_letters_link(context: Context, token: str) -> tuple[int, int | None]:
    """Verify a token of `letters_url` and return the player and the match. Raises `BadLink`."""
    try:
        named = _signer(context.secret, LinkKind.LETTERS).loads(token)
    except BadSignature as fault:
        raise BadLink(LinkKind.LETTERS) from fault
    return (int(named[0]), int(named[1])) if isinstance(named, list) else (int(named), None)


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


def request_url(context: Context, request_id: int) -> str:
    """The page on which a request is answered; its token is the local part of the request's reply address."""
    return f"{context.site}/r/{context.addresses.confirm(request_id).partition('@')[0]}"


def never_url(context: Context, request_id: int) -> str:
    """The page on which the recipient of a request says "never write to me again"; one-click like `letters_url`."""
    return f"{context.site}/never/{mint_link(context, LinkKind.NEVER, request_id)}"


@cache
def _signer(secret: bytes, kind: LinkKind) -> URLSafeSerializer:
    return URLSafeSerializer(secret, salt=f"adjudicator.{kind}")
