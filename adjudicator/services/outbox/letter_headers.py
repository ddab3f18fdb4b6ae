"""What the row of a letter keeps for its headers, and the file that goes with it. The order is that of the JSON."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.codec import Shape


class AttachedText(Struct, frozen=True):
    """A text file that goes with a letter."""

    name: str
    type: str
    text: str


class LetterHeaders(Struct, frozen=True, omit_defaults=True):
    """The match that a letter belongs to, by its code, the letter that it answers, and what only some letters have."""

    code: str
    in_reply_to: str
    stop_url: str = ""
    """The link that ends such letters, where it is not the player's own for all their letters."""
    rules: tuple[str, ...] = ()
    """The games whose rules the letter holds."""
    attachment: AttachedText | None = None


HEADERS: Shape[LetterHeaders] = Shape(LetterHeaders)
