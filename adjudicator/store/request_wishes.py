"""What the row of a request keeps of what was asked for: a class for each kind of request that keeps something.

The order of the fields is that of the stored JSON.
"""

from __future__ import annotations

from msgspec import Struct

from adjudicator.codec import Codec


class ChoiceWish(Struct, frozen=True):
    """One of a player's settings, and the value that it shall have."""

    key: str
    value: str


class ChangeWish(Struct, frozen=True):
    """A change of how a player is known, and from where it was asked for."""

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
    """A further address of a player, and from where it was asked for.

    Rows from before an address of the player's own had to agree name the player alone.
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
    """A change that was made, to be taken back."""

    change: int


CHOICE: Codec[ChoiceWish] = Codec(ChoiceWish)
CHANGE: Codec[ChangeWish] = Codec(ChangeWish)
ADDRESS: Codec[AddressWish] = Codec(AddressWish)
UNDO: Codec[UndoWish] = Codec(UndoWish)
