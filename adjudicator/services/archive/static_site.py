"""A static copy of the archive: all public matches that are over, as files that any web server can serve.

In: a folder, perhaps with an earlier copy. Out: the pages, and `SHA256SUMS` over all of them. A hidden file in the
folder has a line for each match, with a digest of what its pages depend on: a further run writes what has changed,
removes what is gone, and goes on where one was interrupted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec
from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import undefer

import adjudicator
from adjudicator.codec import Codec
from adjudicator.services.archive.published_digests import digest_published
from adjudicator.services.archive.site_frame import SiteFrame, SitePage
from adjudicator.services.archive.site_match import write_match_pages
from adjudicator.services.archive.site_pages import SITE_PAGES, Listing
from adjudicator.services.context import Context
from adjudicator.services.matches.view.archive import may_be_mended
from adjudicator.store.session import Store
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from adjudicator.texts.language import standalone_verifier, templates_folder

STATE = ".site.jsonl"
SUMS = "SHA256SUMS"
VERIFIER = "verify.py"
TEMPLATES = ("html", "txt", "svg")
AT_A_TIME = 20
"""Matches that a process writes at once."""
BLOCK = 500


class SiteEntry(msgspec.Struct, frozen=True):
    """What the folder has of a match, or of the other pages (an empty code): the digest of each file."""

    code: str
    key: str
    files: dict[str, str]


@dataclass(frozen=True, slots=True)
class PublicMatch:
    """A match that belongs on the site."""

    number: int
    code: str
    key: str


@dataclass(frozen=True, slots=True)
class Written:
    """What a run has done."""

    matches: int
    written: int
    removed: int
    files: int


ENTRY: Codec[SiteEntry] = Codec(SiteEntry)
MatchWriter = Callable[[Sequence[Sequence[PublicMatch]]], Iterable[list[SiteEntry]]]
"""Writes the pages of matches, in any order and perhaps in other processes."""


def list_matches(store: Store, frame: SiteFrame, now: datetime, since: datetime | None) -> list[PublicMatch]:
    """List what belongs on the site, in the order in which the matches ended."""
    query = select(Match.id, Match.code, Match.record_version, Match.end).where(*_public(since))
    found: list[PublicMatch] = []
    made = sha256(f"{_digest_program()} {frame.site} {frame.main}".encode()).hexdigest()
    with store.reading() as session:
        rows = session.execute(query.order_by(Match.finished_at, Match.id)).all()
        rows = [row for row in rows if row.end and not may_be_mended(row.end, row.record_version, now)]
        for at in range(0, len(rows), BLOCK):
            block = rows[at : at + BLOCK]
            digests = digest_published(session, [row.id for row in block])
            for row in block:
                key = sha256(f"{made} {digests[row.id]}".encode()).hexdigest()
                found.append(PublicMatch(row.id, row.code, key))
    return found


class SiteFolder:
    """The folder of a site, and what is known to be in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._entries = {entry.code: entry for entry in _read_state(folder / STATE)}

    def outstanding(self, matches: Sequence[PublicMatch]) -> list[PublicMatch]:
        """List the matches whose pages are missing or out of date."""
        known = {code: entry.key for code, entry in self._entries.items()}
        return [match for match in matches if known.get(match.code) != match.key]

    def note(self, entries: Iterable[SiteEntry]) -> None:
        """Note what was written of some matches, so that an interruption loses none of it."""
        with (self.folder / STATE).open("ab") as state:
            for entry in entries:
                for left_over in self._files(entry.code) - entry.files.keys():
                    self._remove(left_over)
                self._entries[entry.code] = entry
                state.write(msgspec.json.encode(entry) + b"\n")

    def remove_others(self, matches: Sequence[PublicMatch]) -> int:
        """Remove the matches that do not belong on the site any more; count them."""
        gone = self._entries.keys() - {match.code for match in matches} - {""}
        for code in gone:
            for path in self._entries.pop(code).files:
                self._remove(path)
        return len(gone)

    def write_pages(self, pages: Iterable[SitePage]) -> None:
        """Write the pages that are about more than one match, where they have changed."""
        before, files = self._entries.get("", SiteEntry("", "", {})).files, dict[str, str]()
        for page in pages:
            files[page.path] = sha256(page.content).hexdigest()
            if before.get(page.path) != files[page.path]:
                write_file(self.folder, page)
        self.note([SiteEntry("", "", files)])

    def finish(self) -> int:
        """Write the checksums, and the state without what is outdated; count the files."""
        sums = sorted((path, digest) for entry in self._entries.values() for path, digest in entry.files.items())
        _replace(self.folder / SUMS, (f"{digest}  {path}\n".encode() for path, digest in sums))
        _replace(self.folder / STATE, (msgspec.json.encode(entry) + b"\n" for entry in self._entries.values()))
        return len(sums)

    def _files(self, code: str) -> set[str]:
        return set(self._entries[code].files) if code in self._entries else set()

    def _remove(self, path: str) -> None:
        file = self.folder / path
        file.unlink(missing_ok=True)
        for folder in file.relative_to(self.folder).parents:
            if folder == Path() or any((self.folder / folder).iterdir()):
                return
            (self.folder / folder).rmdir()


def write_site(
    store: Store,
    place: SiteFolder,
    frame: SiteFrame,
    matches: Sequence[PublicMatch],
    assets: Iterable[SitePage],
) -> Written:
    """Write all but the pages of single matches, which are written before; remove what is gone."""
    removed = place.remove_others(matches)
    with store.reading() as session:
        listing = Listing(session, [match.number for match in matches])
        kinds = (page for write in SITE_PAGES for page in write(frame, listing))
        verifier = SitePage(VERIFIER, standalone_verifier().read_bytes())
        place.write_pages([*assets, verifier, *kinds])
    return Written(len(matches), 0, removed, place.finish())


def write_matches(
    context: Context, folder: Path, frame: SiteFrame, matches: Sequence[PublicMatch], now: datetime
) -> list[SiteEntry]:
    """Write the pages of some matches, and list their files."""
    entries, keys = [], {match.number: match.key for match in matches}
    with context.store.reading() as session:
        query = select(Match).where(Match.id.in_(keys)).options(undefer(Match.header))
        for match in session.scalars(query).all():
            files = {}
            for page in write_match_pages(context, session, match, frame, now):
                write_file(folder, page)
                files[page.path] = sha256(page.content).hexdigest()
            entries.append(SiteEntry(match.code, keys[match.id], files))
            session.expunge(match)
    return entries


def write_file(folder: Path, page: SitePage) -> None:
    """Write a file and the folders around it."""
    path = folder / page.path
    try:
        path.write_bytes(page.content)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(page.content)


def in_parts(matches: Sequence[PublicMatch]) -> Iterator[Sequence[PublicMatch]]:
    """Cut a list of matches into pieces of work."""
    for at in range(0, len(matches), AT_A_TIME):
        yield matches[at : at + AT_A_TIME]


def _public(since: datetime | None) -> tuple[ColumnElement[bool], ...]:
    conditions = (Match.state == MatchState.FINISHED, ~Match.private)
    return conditions if since is None else (*conditions, Match.finished_at >= since)


def _read_state(path: Path) -> Iterator[SiteEntry]:
    """Read what was noted; the last line may be cut off."""
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


@cache
def _digest_program() -> str:
    """Digest everything that writes pages: with another program all of them are written anew."""
    digest, program, templates = sha256(), Path(adjudicator.__file__).parent, templates_folder()
    for folder, ending in (*((program, one) for one in ("py", "mo")), *((templates, one) for one in TEMPLATES)):
        for path in sorted(folder.rglob(f"*.{ending}")):
            digest.update(f"{path.relative_to(folder)}\n".encode() + path.read_bytes())
    return digest.hexdigest()
