"""Signed links in letters and forms: they say who may do one thing, and a GET of them changes nothing."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from itsdangerous import BadSignature, URLSafeSerializer

from adjudicator.services.context import Context


class LinkKind(StrEnum):
    """What a link is good for; a link of one kind is nothing to another."""

    LETTERS = "letters"
    SIGN_IN = "sign-in"
    NEVER = "never"


class BadLink(Exception):
    """The link is not one of ours, or it is used up."""


def mint_link(context: Context, kind: LinkKind, number: int) -> str:
    """Sign a row's number for one kind of link."""
    return str(_signer(context.secret, kind).dumps(number))


def read_link(context: Context, kind: LinkKind, token: str) -> int:
    """Read the number back. Raises `BadLink`."""
    try:
        number = _signer(context.secret, kind).loads(token)
    except BadSignature as fault:
        raise BadLink(kind) from fault
    return int(number)


def letters_url(context: Context, player_id: int, match_id: int | None = None) -> str:
    """The page on which a player thins out their letters; a POST there is RFC 8058's one click.

    The link of a match's letter is good for as long as its reply address.
    """
    named = player_id if match_id is None else [player_id, match_id]
    return f"{context.site}/l/{_signer(context.secret, LinkKind.LETTERS).dumps(named)}"


def read_letters_link(context: Context, token: str) -> tuple[int, int | None]:
    """Read the player and the match of a link that `letters_url` made. Raises `BadLink`."""
    try:
        named = _signer(context.secret, LinkKind.LETTERS).loads(token)
    except BadSignature as fault:
        raise BadLink(LinkKind.LETTERS) from fault
    return (int(named[0]), int(named[1])) if isinstance(named, list) else (int(named), None)


def request_url(context: Context, request_id: int) -> str:
    """The page on which a request is answered; its token is the local part of the address that answers it by mail."""
    return f"{context.site}/r/{context.addresses.confirm(request_id).partition('@')[0]}"


def never_url(context: Context, request_id: int) -> str:
    """The page on which somebody who was asked something is left alone for ever; a POST there is one click as well."""
    return f"{context.site}/never/{mint_link(context, LinkKind.NEVER, request_id)}"


@cache
def _signer(secret: bytes, kind: LinkKind) -> URLSafeSerializer:
    return URLSafeSerializer(secret, salt=f"adjudicator.{kind}")
