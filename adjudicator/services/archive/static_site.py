"""A static copy of the archive: all public matches that are over, as files that any web server can serve.

In: a folder, perhaps with an earlier copy. Out: the pages, and `SHA256SUMS` over all of them. A hidden file in the
folder has a line for each piece that was written, with its key: a further run writes what has changed, removes what is
gone, and goes on where one was interrupted.

A match that cannot be read is left out and named (`services.match_reader`). It is found when its pages, or a list with
it, are written; then all pieces that list it are made anew without it. Pages of it that are up to date stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from hashlib import sha256
from pathlib import Path

import msgspec
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session, undefer

from adjudicator.codec import Codec
from adjudicator.services.archive.site_feeds import SiteFeeds
from adjudicator.services.archive.site_frame import SiteFrame, SitePage
from adjudicator.services.archive.site_lists import SiteLists, write_archive_page, write_player_pages
from adjudicator.services.archive.site_match import write_match_pages
from adjudicator.services.archive.site_openings import write_position, write_stood
from adjudicator.services.archive.site_pages import write_single_pages
from adjudicator.services.archive.site_pieces import PieceKind, SitePiece
from adjudicator.services.context import Context
from adjudicator.services.match_reader import FaultyMatch, MatchReader
from adjudicator.store.session import Store
from adjudicator.store.tables import Match
from adjudicator.texts.language.language import standalone_verifier

STATE = ".site.jsonl"
SUMS = "SHA256SUMS"
VERIFIER = "verify.py"
UNFINISHED = ""
"""The key of a piece of which only some files were written: it is written anew, or they are removed."""
AT_A_TIME = 20
"""Pieces that a process writes at once."""


class SiteEntry(msgspec.Struct, frozen=True):
    """Digests of the files of a piece, or of the pages that are written each time (an empty name), in the folder."""

    name: str
    key: str
    files: dict[str, str]

    @property
    def is_match(self) -> bool:
        """Whether it is the piece of a match."""
        return self.name.partition("/")[0] == PieceKind.MATCH


@dataclass(frozen=True, slots=True)
class Written:
    """Result of a run; `written` and `removed` count matches."""

    matches: int
    written: int
    removed: int
    files: int


@dataclass(frozen=True, slots=True)
class WrittenPart:
    """Result of some pieces: those that were written, and the matches for which others were not, by their rows."""

    entries: list[SiteEntry]
    faulty: dict[int, FaultyMatch]


ENTRY: Codec[SiteEntry] = Codec(SiteEntry)


class SiteFolder:
    """The folder of a site, and what is known to be in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._entries = {entry.name: entry for entry in _read_state(folder / STATE)}

    def outstanding(self, pieces: Sequence[SitePiece]) -> list[SitePiece]:
        """List the pieces whose pages are missing or out of date."""
        known = {name: entry.key for name, entry in self._entries.items()}
        return [piece for piece in pieces if known.get(piece.name) != piece.key]

    def note(self, entries: Iterable[SiteEntry]) -> None:
        """Note the files that were written of some pieces, so that an interruption loses none of it."""
        with (self.folder / STATE).open("ab") as state:
            for entry in entries:
                for left_over in self._files(entry.name) - entry.files.keys():
                    self._remove(left_over)
                self._entries[entry.name] = entry
                state.write(msgspec.json.encode(entry) + b"\n")

    def without_unreadable(self, pieces: Sequence[SitePiece], reader: MatchReader) -> list[SitePiece]:
        """Leave out the matches that cannot be read, unless their pages are up to date."""
        gone = {
            piece.name
            for piece in self.outstanding(pieces)
            if piece.kind is PieceKind.MATCH and piece.numbers[0] in reader.faulty
        }
        return [piece for piece in pieces if piece.name not in gone]

    def remove_others(self, pieces: Sequence[SitePiece]) -> int:
        """Remove the pieces that do not belong on the site any more; count the matches among them."""
        gone = self._entries.keys() - {piece.name for piece in pieces} - {""}
        removed = [self._entries.pop(name) for name in gone]
        for entry in removed:
            for path in entry.files:
                self._remove(path)
        return sum(entry.is_match for entry in removed)

    def write_pages(self, pages: Iterable[SitePage]) -> None:
        """Write the pages that are made each time, where they have changed."""
        before, files = self._entries.get("", SiteEntry("", "", {})).files, dict[str, str]()
        for page in pages:
            files[page.path] = sha256(page.content).hexdigest()
            if before.get(page.path) != files[page.path]:
                write_file(self.folder, page)
        self.note([SiteEntry("", "", files)])

    def finish(self) -> int:
        """Write the checksums, and the state without outdated pieces; count the files."""
        sums = sorted((path, digest) for entry in self._entries.values() for path, digest in entry.files.items())
        _replace(self.folder / SUMS, (f"{digest}  {path}\n".encode() for path, digest in sums))
        _replace(self.folder / STATE, (msgspec.json.encode(entry) + b"\n" for entry in self._entries.values()))
        return len(sums)

    def _files(self, name: str) -> set[str]:
        return set(self._entries[name].files) if name in self._entries else set()

    def _remove(self, path: str) -> None:
        file = self.folder / path
        file.unlink(missing_ok=True)
        for folder in file.relative_to(self.folder).parents:
            if folder == Path() or any((self.folder / folder).iterdir()):
                return
            (self.folder / folder).rmdir()


@dataclass(frozen=True, slots=True)
class SiteWriter:
    """Writes the pieces of a site in one process."""

    context: Context
    folder: Path
    frame: SiteFrame
    now: datetime
    lists: SiteLists = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lists", SiteLists(self.context, SiteFeeds(self.context, self.frame, self.now)))

    def write(self, pieces: Sequence[SitePiece]) -> WrittenPart:
        """Write the pages of some pieces."""
        entries, reader = list[SiteEntry](), MatchReader()
        with self.context.store.reading() as session:
            for piece in pieces:
                files, key = dict[str, str](), piece.key
                try:
                    self._write_piece(session, piece, files)
                except (DBAPIError, OSError):
                    raise
                except Exception:
                    if not self._find_faulty(session, piece, reader):
                        raise
                    key = UNFINISHED
                entries.append(SiteEntry(piece.name, key, files))
                session.expunge_all()
        return WrittenPart(entries, reader.faulty)

    def _write_piece(self, session: Session, piece: SitePiece, files: dict[str, str]) -> None:
        """Write the pages of a piece; `files` gets the digests of those that are written, also if it raises."""
        for page in self._pages(session, piece):
            write_file(self.folder, page)
            files[page.path] = sha256(page.content).hexdigest()

    def _find_faulty(self, session: Session, piece: SitePiece, reader: MatchReader) -> bool:
        """Find out which matches of a piece cannot be read; tell whether there are any."""
        for row in session.execute(select(Match.id, Match.code).where(Match.id.in_(piece.numbers))):
            reader.read(row, partial(self._try_match, session, row.id))
        return not reader.faulty.keys().isdisjoint(piece.numbers)

    def _try_match(self, session: Session, number: int) -> None:
        for _ in self._match_pages(session, number):
            pass

    def _match_pages(self, session: Session, number: int) -> Iterator[SitePage]:
        query = select(Match).where(Match.id == number).options(undefer(Match.header))
        return write_match_pages(self.context, session, session.scalars(query).one(), self.lists.feeds, self.now)

    def _pages(self, session: Session, piece: SitePiece) -> Iterator[SitePage]:
        match piece.kind:
            case PieceKind.MATCH:
                return self._match_pages(session, piece.numbers[0])
            case PieceKind.ARCHIVE:
                return write_archive_page(session, self.lists, piece)
            case PieceKind.FEED:
                return self.lists.feeds.write_archive(session, piece.numbers)
            case PieceKind.PLAYER:
                return write_player_pages(session, self.lists, piece)
            case PieceKind.OPENINGS:
                return write_position(session, self.lists, piece)
            case PieceKind.STOOD:
                return write_stood(session, self.lists, piece)


def write_other_pages(
    store: Store, place: SiteFolder, frame: SiteFrame, pieces: Sequence[SitePiece], assets: Iterable[SitePage]
) -> None:
    """Write the pages that are no pieces: the first page, statistics, assets, and the program that checks records."""
    with store.reading() as session:
        matches = sum(piece.kind is PieceKind.MATCH for piece in pieces)
        verifier = SitePage(VERIFIER, standalone_verifier().read_bytes())
        place.write_pages([*assets, verifier, *write_single_pages(session, frame, matches)])


def write_file(folder: Path, page: SitePage) -> None:
    """Write a file and the folders around it."""
    path = folder / page.path
    try:
        path.write_bytes(page.content)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(page.content)


def in_parts(pieces: Sequence[SitePiece]) -> Iterator[Sequence[SitePiece]]:
    """Cut a list of pieces into units of work, each of one kind."""
    for kind in PieceKind:
        some = [piece for piece in pieces if piece.kind is kind]
        for at in range(0, len(some), AT_A_TIME):
            yield some[at : at + AT_A_TIME]


def _read_state(path: Path) -> Iterator[SiteEntry]:
    """Read the notes; the last line may be cut off."""
    if not path.exists():
        return
    with path.open("rb") as state:
        for line in state:
            if line.endswith(b"\n"):
                yield ENTRY.read(line)


def _replace(path: Path, lines: Iterable[bytes]) -> None:
    unfinished = path.with_name(f".{path.name}.unfinished")
    with unfinished.open("wb") as file:
        file.writelines(lines)
    unfinished.replace(path)
