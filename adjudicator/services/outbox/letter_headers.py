"""The JSON column `headers` of the outbox: facts for a letter's headers, its attachments, and whose messages it has.

The order of the fields is that of the JSON.
"""

from __future__ import annotations

from base64 import b64decode, b64encode

from msgspec import Struct

from adjudicator.codec import Codec


class AttachedText(Struct, frozen=True, omit_defaults=True):
    """A file attached to a letter."""

    name: str
    type: str
    text: str
    base64: bool = False
    """Whether `text` is the content in base64, because it is no text."""

    @property
    def content(self) -> bytes:
        """The bytes of the file."""
        return b64decode(self.text) if self.base64 else self.text.encode()


def attach_content(name: str, content_type: str, content: str | bytes) -> AttachedText:
    """Attach a text, or bytes that may be none."""
    if isinstance(content, str):
        return AttachedText(name, content_type, content)
    try:
        return AttachedText(name, content_type, content.decode())
    except UnicodeDecodeError:
        return AttachedText(name, content_type, b64encode(content).decode(), base64=True)


class LetterHeaders(Struct, frozen=True, omit_defaults=True):
    """`code` is the match's code; `in_reply_to` the Message-ID that the letter answers. Only some have the others."""

    code: str
    in_reply_to: str
    stop_url: str = ""
    """The unsubscribe link; empty: the player's own link for all their letters."""
    rules: tuple[str, ...] = ()
    """The games whose rules the letter contains."""
    attachment: AttachedText | None = None
    further: tuple[AttachedText, ...] = ()
    """More attachments."""
    proposal: int = 0
    """The number of the proposal that the letter asks about."""
    shown_entry: int = 0
    """The number of the match's last entry, if the letter shows the board."""
    press: tuple[int, ...] = ()
    """The numbers of the messages that the letter has."""
    player_stamp: str = ""
    """The stamp of the reader's row, for the link to their letters."""


HEADERS: Codec[LetterHeaders] = Codec(LetterHeaders)
