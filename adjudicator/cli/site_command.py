"""`adjudicator site`."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import click

from adjudicator.bootstrap import build_context
from adjudicator.cli.day_type import Day
from adjudicator.cli.left_out import note_left_out
from adjudicator.cli.progress import ends_on_interrupt, show_progress
from adjudicator.config.env_reader import is_site_address
from adjudicator.config.settings import Settings
from adjudicator.infra.rare_collection import collect_rarely
from adjudicator.infra.startup_errors import explain_failure
from adjudicator.services.archive.export_files import INCOMPLETE
from adjudicator.services.archive.site_contents import list_pieces
from adjudicator.services.archive.site_frame import SiteFrame, SitePage
from adjudicator.services.archive.site_pieces import PieceKind, SitePiece
from adjudicator.services.archive.static_site import (
    SiteFolder,
    SiteWriter,
    Written,
    WrittenPart,
    in_parts,
    write_other_pages,
)
from adjudicator.services.context import Context
from adjudicator.services.match_reader import MatchReader
from adjudicator.texts.language.language import LANGUAGES, SOURCE
from adjudicator.web.rendering.assets import FOLDER as ASSETS

READABLE = 0o022
"""The umask of what anybody may read."""


@dataclass(frozen=True, slots=True)
class _Job:
    """Everything that a process needs to write matches."""

    folder: Path
    frame: SiteFrame
    now: datetime


def _read_address(_context: click.Context, _option: click.Parameter, given: str) -> str:
    """Read a web address, or nothing; the slash at its end goes."""
    address = given.rstrip("/")
    if address and not is_site_address(address):
        raise click.BadParameter(f"{given!r} is no web address, such as https://archive.club.example.")
    return address


@click.command("site")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--since", type=Day(), help="Only matches that ended on this day (UTC) or later.")
@click.option("--language", type=click.Choice(LANGUAGES), default=SOURCE, show_default=True, help="The main language.")
@click.option("--address", default="", callback=_read_address, help="Where it will be served; then it has feeds, too.")
@click.option("--processes", type=click.IntRange(1), default=os.cpu_count() or 1, help="How many; one for each core.")
def command(folder: Path, since: datetime | None, language: str, address: str, processes: int) -> None:
    """Write a static copy of the archive to FOLDER: all public matches that are over, in five languages.

    Any web server can serve it, such as `python -m http.server`; it needs no script. Paths are those of the live site;
    the copy in another language is below a folder of its name. `SHA256SUMS` lists all files.

    Links are relative, but what a feed tells of has a full address: name that of the copy with --address, as in
    `--address https://archive.club.example`, and feeds of the archive, its players and its matches are written.

    A second run writes what has changed, and removes what does not belong there any more, such as matches from before
    --since. Ctrl-C stops it, and the same command goes on there. Exit codes: 0, the copy is up to date; 1, it is not;
    3, it is but for matches that cannot be read: they are left out and named, and the doctor tells why; 130, it was
    stopped.
    """
    settings = Settings.read(os.environ)
    os.umask(READABLE)
    first = since.replace(tzinfo=UTC) if since else None
    job = _Job(folder.absolute(), SiteFrame(settings.site, language, address), datetime.now(UTC))
    context, reader = build_context(settings), MatchReader()
    try:
        done = _write(context, job, first, processes, reader)
        if reader.faulty:
            note_left_out(context.store, reader, job.now)
    except OSError as fault:
        raise click.ClickException(explain_failure(fault) or str(fault)) from fault
    except BrokenProcessPool as fault:
        died = "a process that writes matches died; `--processes 1` does without further ones"
        raise click.ClickException(died) from fault
    finally:
        context.store.close()
    click.echo(
        f"{folder}: {done.matches:,} matches, {done.written:,} of them written anew, {done.removed:,} removed; "
        f"{done.files:,} files."
    )
    if reader.faulty:
        click.get_current_context().exit(INCOMPLETE)


def _write(context: Context, job: _Job, since: datetime | None, processes: int, reader: MatchReader) -> Written:
    """Write what is outstanding, and once more what lists a match that cannot be read, without it."""
    place, written, removed = SiteFolder(job.folder), 0, 0
    while True:
        pieces = place.without_unreadable(list_pieces(context.store, job.frame, job.now, since, reader), reader)
        left, known = place.outstanding(pieces), len(reader.faulty)
        with (
            ends_on_interrupt(lambda: "The same command goes on there."),
            show_progress("Writing matches", _count_matches(left)) as advance,
            _writers(context, job, processes if len(left) > 1 else 1, list(in_parts(left))) as done,
        ):
            # First what is gone, so that nothing that is written from now on is removed.
            removed += place.remove_others(pieces)
            write_other_pages(context.store, place, job.frame, pieces, _assets())
            for part in done:
                place.note(part.entries)
                reader.faulty.update(part.faulty)
                matches = sum(entry.is_match and bool(entry.key) for entry in part.entries)
                advance(matches)
                written += matches
        if len(reader.faulty) == known:
            return Written(_count_matches(pieces), written, removed, place.finish())


def _count_matches(pieces: Sequence[SitePiece]) -> int:
    return sum(piece.kind is PieceKind.MATCH for piece in pieces)


@contextmanager
def _writers(
    context: Context, job: _Job, processes: int, parts: Sequence[Sequence[SitePiece]]
) -> Iterator[Iterator[WrittenPart]]:
    """Write pieces in this process, or in several."""
    if processes == 1:
        yield map(SiteWriter(context, job.folder, job.frame, job.now).write, parts)
        return
    # One process imports the program, the others are forks of it; this one has a connection to the database.
    made = multiprocessing.get_context("forkserver")
    made.set_forkserver_preload([__name__])
    # A `multiprocessing.Pool` starts a child anew for ever if it dies at its start; this pool is broken then.
    pool = ProcessPoolExecutor(processes, made, _begin)
    try:
        futures = [pool.submit(_write_part, job, part) for part in parts]
        yield (future.result() for future in as_completed(futures))
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Set a process up: Ctrl-C ends the first one, which ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.umask(READABLE)
    collect_rarely()


@cache
def _writer(job: _Job) -> SiteWriter:
    return SiteWriter(build_context(Settings.read(os.environ)), job.folder, job.frame, job.now)


def _write_part(job: _Job, part: Sequence[SitePiece]) -> WrittenPart:
    return _writer(job).write(part)


def _assets() -> list[SitePage]:
    return [SitePage(f"static/{name}", (ASSETS / name).read_bytes()) for name in ("style.css", "favicon.svg")]
