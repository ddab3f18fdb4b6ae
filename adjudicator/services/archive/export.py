"""Exports all public matches that are over: their records as lines of JSON, compressed, and what checks them.

In: a folder. Out: `all.jsonl.zst`, the schema of records, the stand-alone verifier, and `SHA256SUMS`. The records are
those of `record.json`, in the order in which the matches were asked for. A match that ended by time comes a week later,
when its seed is public.

The file is made of frames of up to 500 matches each, which stay in a hidden folder beside it. A frame is named after
all that its records depend on: an export writes those that have changed, and one that was interrupted goes on. However
many matches there are, few of them are in memory at once.

A match that cannot be read is left out and named (`services.match_reader`). Its frame is written anew by each export:
the match may be mended without a change of what the name of the frame depends on.
"""

from __future__ import annotations

import fcntl
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from shutil import copyfileobj

import msgspec
from sqlalchemy import Row, func, select
from sqlalchemy.orm import Session, undefer

from adjudicator import __version__
from adjudicator.match.match_result import MatchResult
from adjudicator.match.record.record import dump_record
from adjudicator.match.record.record_schema import PUBLISHED
from adjudicator.services.archive.export_files import ALL, EXPORTED, SCHEMA, SUMS, VERIFIER
from adjudicator.services.archive.published_digests import digest_published
from adjudicator.services.match_reader import MatchReader
from adjudicator.services.matches.finished.archive import may_be_mended, record_of
from adjudicator.store.session import Store
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from adjudicator.texts.language.language import standalone_verifier

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

FRAMES = ".frames"
ROWS = 500
"""Numbers of matches in a frame, whether they are over or not."""
LEVEL = 12
AT_ONCE = 50
LEFT_OUT = "left-out"
"""In the name of a frame without a match that cannot be read."""


class AlreadyRunning(RuntimeError):
    """Another export writes to the folder."""


@dataclass(frozen=True, slots=True)
class Exported:
    """Result of an export."""

    matches: int
    written: int
    """How many of them were written anew."""
    left_out: tuple[str, ...] = ()
    """The codes of those that cannot be read."""


def count_public(store: Store) -> int:
    """Count the public matches that are over."""
    with store.reading() as session:
        return session.scalar(select(func.count()).where(*_PUBLIC)) or 0


def write_export(
    store: Store, folder: Path, now: datetime, advance: Callable[[int], None], reader: MatchReader
) -> Exported:
    """Bring the export in a folder up to date; `reader` gets the matches that are left out. Raises `AlreadyRunning`."""
    frames = folder / FRAMES
    frames.mkdir(parents=True, exist_ok=True)
    with _alone(frames):
        writer = _FrameWriter(store, frames, now, advance, reader)
        found = [writer.write(rows) for rows in _blocks(store, reader)]
        _join(frames, [frame.name for frame in found], folder / ALL)
        _write(folder / SCHEMA, PUBLISHED.read_bytes())
        _write(folder / VERIFIER, standalone_verifier().read_bytes())
        sums = "".join(f"{_digest(folder / name)}  {name}\n" for name in EXPORTED if name != SUMS)
        _write(folder / SUMS, sums.encode())
        for left_over in {path.name for path in frames.glob("*.zst*")} - {frame.name for frame in found}:
            frames.joinpath(left_over).unlink()
    left_out = tuple(one.code for one in reader.faulty.values())
    written = sum(frame.matches for frame in found if frame.fresh)
    return Exported(sum(frame.matches for frame in found), written, left_out)


_PUBLIC = (Match.state == MatchState.FINISHED, ~Match.private)
_Listed = Row[int, int, MatchResult | None]


@dataclass(frozen=True, slots=True)
class _Frame:
    name: str
    matches: int
    fresh: bool


def _blocks(store: Store, reader: MatchReader) -> Iterator[list[_Listed]]:
    """List the matches of each frame: their numbers, versions and ends."""
    with store.reading() as session:
        last = session.scalar(select(func.max(Match.id))) or 0
    public = select(Match.id).where(*_PUBLIC).order_by(Match.id)
    for first in range(0, last + 1, ROWS):
        with store.reading() as session:
            numbers = session.scalars(public.where(Match.id >= first, Match.id < first + ROWS)).all()
            rows = reader.load(session, numbers, partial(_list_rows, session))
        if rows:
            yield [rows[number] for number in numbers if number in rows]


def _list_rows(session: Session, numbers: Sequence[int]) -> dict[int, _Listed]:
    query = select(Match.id, Match.record_version, Match.end).where(Match.id.in_(numbers))
    return {row.id: row for row in session.execute(query)}


@dataclass(frozen=True, slots=True)
class _FrameWriter:
    """Writes the frames of one export."""

    store: Store
    frames: Path
    now: datetime
    advance: Callable[[int], None]
    reader: MatchReader

    def write(self, rows: list[_Listed]) -> _Frame:
        """Write a frame, unless it is there."""
        with self.store.reading() as session:
            # The others have their secrets published in a week.
            numbers = [row.id for row in rows if row.end and not may_be_mended(row.end, row.record_version, self.now)]
            digests = self.reader.load(session, numbers, partial(digest_published, session))
            key = _key(digests[number] for number in numbers if number in digests)
            name = f"{rows[0].id // ROWS:08}-{key}.zst"
            self.advance(len(rows) - len(numbers))
            if self.frames.joinpath(name).exists():
                self.advance(len(numbers))
                return _Frame(name, len(numbers), fresh=False)
            unfinished = self.frames / f"{name}.unfinished"
            written = self._write_lines(session, numbers, unfinished)
        if self.reader.faulty.keys() & set(numbers):
            name = f"{name.removesuffix('.zst')}-{LEFT_OUT}.zst"
        unfinished.replace(self.frames / name)
        return _Frame(name, written, fresh=True)

    def _write_lines(self, session: Session, numbers: list[int], path: Path) -> int:
        written = 0
        with zstd.open(path, "wb", level=LEVEL) as file:
            for at in range(0, len(numbers), AT_ONCE):
                matches = self.reader.load(session, numbers[at : at + AT_ONCE], partial(_load, session))
                for match in matches.values():
                    for line in self.reader.read(match, partial(_line, match, self.now)):
                        file.write(line)
                        written += 1
                    session.expunge(match)
                    self.advance(1)
        return written


def _key(digests: Iterable[str]) -> str:
    """Digest what the records of a frame depend on, and this version."""
    return sha256("\n".join([__version__, *digests]).encode()).hexdigest()[:16]


def _line(match: Match, now: datetime) -> bytes:
    return msgspec.json.format(dump_record(record_of(match, now)), indent=-1) + b"\n"


def _load(session: Session, numbers: Sequence[int]) -> dict[int, Match]:
    query = select(Match).where(Match.id.in_(numbers)).options(undefer(Match.header)).order_by(Match.id)
    return {match.id: match for match in session.scalars(query)}


def _join(frames: Path, names: list[str], path: Path) -> None:
    """Put the frames one behind another: that is a whole file of Zstandard as well."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    with unfinished.open("wb") as file:
        if not names:
            file.write(zstd.compress(b""))
        for name in names:
            with frames.joinpath(name).open("rb") as frame:
                copyfileobj(frame, file)
    unfinished.replace(path)


def _write(path: Path, content: bytes) -> None:
    unfinished = path.with_name(f".{path.name}.unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(path)


def _digest(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()


@contextmanager
def _alone(frames: Path) -> Iterator[None]:
    with frames.joinpath("lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            raise AlreadyRunning(f"another export writes to {frames.parent}") from fault
        yield
