"""Decides on the author of a quoted letter from its introduction: us, the player, or a third person.

Lines below the introduction of a third person's letter are never the player's. The address decides; without one, the
name does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.mail.lexicon.clients import DATE, WROTE
from adjudicator.mail.lexicon.header_names import HEADER_KEYS
from adjudicator.mail.reply.attribution import IsOurs, addresses_in
from adjudicator.mail.trust.from_header import same_mailbox

SENDER_NAME = "Adjudicator"
"""The display name in our letters' From header."""

_FROM = "|".join(sorted((re.escape(key) for key, kind in HEADER_KEYS.items() if kind == "from"), key=len, reverse=True))
_SENDER = re.compile(
    rf"(?i)(?:^|(?<=[\s>*_|]))(?:{_FROM})[\s*_]{{0,8}}(?:[:\uff1a]|(?=\s[\"'\u201c<]))"
    r"(?P<who>[^\n]{0,320}(?:\n\s{0,8}<[^\n]{0,320})?)",
    re.MULTILINE,
)
_NEXT_KEY = re.compile(r"\s[*_]{0,2}[^\W\d_][^\W\d_.-]{0,14}(?: [^\W\d_]{1,10})?[*_]{0,2}\s?[:\uff1a](?=\s)")
_ENDS_LIKE_ONE = re.compile("[:\uff1a]\\s*$")
_MESSAGE_ID = "%"
"""Some Message-IDs contain an address behind this sign: `<20261130081422.y7Xq2%play@club.example>`."""
_SHORTEST = 2
_LONGEST = 400


class Author(StrEnum):
    """The author of a quoted letter."""

    US = "us"
    WRITER = "writer"
    OTHER = "other"
    UNNAMED = "unnamed"
    """No address, and no known name."""


@dataclass(frozen=True, slots=True)
class Correspondents:
    """The two parties of a correspondence: us, and the player with their name and address."""

    is_ours: IsOurs
    name: str = ""
    address: str = ""

    @property
    def known(self) -> bool:
        """Is the player's address known? Without it, third persons cannot be recognised."""
        return bool(self.address)

    def author_of(self, introduction: Sequence[str]) -> Author:
        """Decide on the author that an introduction names; in a header block, only its From counts."""
        text = "\n".join(introduction)
        sender = _sender_of(text)
        addresses = addresses_in(text if sender is None else sender)
        if addresses:
            return self._by_address(addresses[0].rpartition(_MESSAGE_ID)[2])
        return self._by_name(text if sender is None else sender)

    def names_other(self, line: str) -> bool:
        """Does a line in a marked quote introduce a third person's letter, by an address, or by a verb and a date?"""
        if not self.known or len(line) > _LONGEST:
            return False
        if "@" not in line:
            introduces = _ENDS_LIKE_ONE.search(line) and WROTE.search(line) and DATE.search(line)
            return bool(introduces) and self.author_of([line]) is Author.UNNAMED
        introduces = _ENDS_LIKE_ONE.search(line) or _SENDER.match(line.lstrip("> "))
        return bool(introduces and addresses_in(line)) and self.author_of([line]) is Author.OTHER

    def _by_address(self, address: str) -> Author:
        if self.is_ours(address):
            return Author.US
        return Author.WRITER if same_mailbox(address, self.address) else Author.OTHER

    def _by_name(self, text: str) -> Author:
        if self._names_writer(text):
            return Author.WRITER
        return Author.US if _has_words(text, SENDER_NAME) else Author.UNNAMED

    def _names_writer(self, text: str) -> bool:
        names = (self.name, *self.name.split()[:1])
        return any(len(name) >= _SHORTEST and _has_words(text, name) for name in names)


def _sender_of(text: str) -> str | None:
    """Read the value of From in a header block; None if the text is none."""
    found = _SENDER.search(text)
    if found is None:
        return None
    behind = _NEXT_KEY.search(found["who"])
    return found["who"][: behind.start()] if behind else found["who"]


def _has_words(text: str, words: str) -> bool:
    return bool(re.search(rf"(?i)(?<!\w){re.escape(words)}(?!\w)", text))
