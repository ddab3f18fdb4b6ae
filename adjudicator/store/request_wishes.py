"""The stored details of a request (`Request.wish`): one class for each kind of request that has any.

The order of the fields is that of the stored JSON.
"""

from __future__ import annotations

from msgspec import Struct

from adjudicator.codec import Codec

CANCEL = "cancel"
"""The key of a `ChoiceWish` that calls off the match whose code is the value."""

WITHDRAW = "withdraw"
"""The key of a `ChoiceWish` that takes back a player's wish for a seat at the match whose code is the value."""


class ChoiceWish(Struct, frozen=True, omit_defaults=True):
    """A player's setting and its new value, or another wish that a yes fulfils."""

    key: str
    value: str
    line: str = ""
    """The line that asked for it; empty in rows from before it was kept."""


class SettingsWish(Struct, frozen=True, omit_defaults=True):
    """Settings that a request for a match or a seat brings along; none in rows from before they could stand there."""

    settings: tuple[ChoiceWish, ...] = ()


class ChangeWish(Struct, frozen=True):
    """A change of a player's addresses or key, and where the request came from."""

    player: int
    command: str
    value: str
    by: str
    sender: str
    match: str
    turn: int
    browser: str
    agreed: str


class AddressWish(Struct, frozen=True):
    """A further address of a player, and where the request came from.

    Old rows have only `player`: they are from before one of the player's own addresses had to agree.
    """

    player: int
    by: str = ""
    sender: str = ""
    match: str = ""
    turn: int = 0
    browser: str = ""
    agreed: str | None = None
    at: str = ""


class UndoWish(Struct, frozen=True):
    """The id of the change to undo."""

    change: int


class CommentWish(Struct, frozen=True):
    """The text behind the word for a comment on a match."""

    argument: str


class DeedWish(Struct, frozen=True):
    """The line that asks for a deed of the host, and the digest of its match when it was shown."""

    line: str
    chain: str


class SeatWish(Struct, frozen=True):
    """The seat that a request is about, and how often it had changed hands then."""

    seat: int
    epoch: int
    until: str = ""
    """Of a substitute: when the seat's owner comes back, and the last day of it."""
    day: str = ""


class GreetingWish(Struct, frozen=True, omit_defaults=True):
    """Greeting of an invitation, in the words of who invites; empty in rows from before there were any."""

    greeting: str = ""


GREETING: Codec[GreetingWish] = Codec(GreetingWish)
SEAT: Codec[SeatWish] = Codec(SeatWish)
CHOICE: Codec[ChoiceWish] = Codec(ChoiceWish)
SETTINGS: Codec[SettingsWish] = Codec(SettingsWish)
CHANGE: Codec[ChangeWish] = Codec(ChangeWish)
ADDRESS: Codec[AddressWish] = Codec(AddressWish)
COMMENT: Codec[CommentWish] = Codec(CommentWish)
DEED: Codec[DeedWish] = Codec(DeedWish)
UNDO: Codec[UndoWish] = Codec(UndoWish)
