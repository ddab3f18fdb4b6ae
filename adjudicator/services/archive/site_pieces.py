"""Pieces of a static site. They are written one by one, in any order and by several processes.

Each piece has files of its own, and a key: a digest of all that they depend on. It is written when its key has changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from hashlib import sha256
from pathlib import Path

import adjudicator
from adjudicator.texts.language.language import templates_folder

A_PAGE = 40
TEMPLATES = ("html", "txt", "svg")


class PieceKind(StrEnum):
    """Subject of a piece; also the folder of its pages, or of most of them."""

    OPENINGS = "openings"
    """A position of the openings, and the next moves."""
    STOOD = "positions"
    """A page of the matches in which such a position stood."""
    PLAYER = "players"
    MATCH = "m"
    ARCHIVE = "archive"
    FEED = "archive.atom"


Line = tuple[str, tuple[str, ...]]
"""The options and the moves of a position, as `OpeningBook.variant` and `Node.chosen`."""


@dataclass(frozen=True, slots=True)
class OpeningPlace:
    """A position of the openings of a game."""

    game: str
    line: Line
    digest: str
    path: str
    """Of its page."""
    links: tuple[tuple[Line, str], ...] = ()
    """Where its page leads: lines of moves behind which there is a page, each with its path."""


@dataclass(frozen=True, slots=True)
class SitePiece:
    """A piece of a site. `subject` is the code of a match, the page of a player, a position, or a number of a page."""

    kind: PieceKind
    subject: str
    key: str
    numbers: tuple[int, ...]
    """The rows of the matches that it lists or is about, those that ended first before the others."""
    newer: str = ""
    older: str = ""
    """The paths of the pages before and behind it, if it is a page of a long list."""
    opening: OpeningPlace | None = None
    """The position, if it is one of the openings."""

    @property
    def name(self) -> str:
        """The name of the piece, which no other has."""
        return f"{self.kind}/{self.subject}"


@dataclass(frozen=True, slots=True)
class PublishedMatch:
    """A match that belongs on the site; `key` changes with all that pages show of it."""

    number: int
    code: str
    rules: str
    key: str


def digest_parts(*parts: str) -> str:
    """Digest some texts, none of which has a line break in it."""
    return sha256("\n".join(parts).encode()).hexdigest()


@cache
def digest_program() -> str:
    """Digest everything that writes pages: with another program all of them are written anew."""
    digest, program, templates = sha256(), Path(adjudicator.__file__).parent, templates_folder()
    for folder, ending in (*((program, one) for one in ("py", "mo")), *((templates, one) for one in TEMPLATES)):
        for path in sorted(folder.rglob(f"*.{ending}")):
            digest.update(f"{path.relative_to(folder)}\n".encode() + path.read_bytes())
    return digest.hexdigest()
