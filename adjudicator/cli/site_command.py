"""`adjudicator site`."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path

import click

from adjudicator.bootstrap import build_context
from adjudicator.cli.progress import ends_on_interrupt, show_progress
from adjudicator.config.settings import Settings
from adjudicator.infra.rare_collection import collect_rarely
from adjudicator.services.archive.site_frame import SiteFrame, SitePage
from adjudicator.services.archive.static_site import (
    PublicMatch,
    SiteEntry,
    SiteFolder,
    Written,
    in_parts,
    list_matches,
    write_matches,
    write_site,
)
from adjudicator.services.context import Context
from adjudicator.texts.language import LANGUAGES, SOURCE
from adjudicator.web.rendering.assets import FOLDER as ASSETS

READABLE = 0o022
"""The umask of what anybody may read."""


@dataclass(frozen=True, slots=True)
class _Job:
    """What every process needs to write matches."""

    folder: Path
    frame: SiteFrame
    now: datetime


@click.command("site")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="Only matches that ended on this day (UTC) or later.")
@click.option("--language", type=click.Choice(LANGUAGES), default=SOURCE, show_default=True, help="The main language.")
@click.option("--processes", type=click.IntRange(1), default=os.cpu_count() or 1, help="How many; one for each core.")
def command(folder: Path, since: datetime | None, language: str, processes: int) -> None:
    """Write a static copy of the archive to FOLDER: all public matches that are over, in five languages.

    Any web server can serve it, such as `python -m http.server`; it needs no script. Paths are those of the live site;
    the copy in another language is below a folder of its name. `SHA256SUMS` lists all files.

    A second run writes what has changed, and removes what does not belong there any more, such as matches from before
    --since. Ctrl-C stops it, and the same command goes on there. Exit codes: 0, the copy is up to date; 1, it is not;
    130, it was stopped.
    """
    settings = Settings.read(os.environ)
    os.umask(READABLE)
    first = since.replace(tzinfo=UTC) if since else None
    job = _Job(folder.absolute(), SiteFrame(settings.site, language), datetime.now(UTC))
    context = build_context(settings)
    try:
        done = _write(context, job, first, processes)
    except OSError as fault:
        raise click.ClickException(str(fault)) from fault
    finally:
        context.store.close()
    click.echo(
        f"{folder}: {done.matches:,} matches, {done.written:,} of them written anew, {done.removed:,} removed; "
        f"{done.files:,} files."
    )


def _write(context: Context, job: _Job, since: datetime | None, processes: int) -> Written:
    matches = list_matches(context.store, job.frame, job.now, since)
    place = SiteFolder(job.folder)
    left = place.outstanding(matches)
    with (
        ends_on_interrupt(lambda: "The same command goes on there."),
        show_progress("Writing matches", len(left)) as advance,
        _writers(context, job, processes if len(left) > 1 else 1, list(in_parts(left))) as written,
    ):
        for entries in written:
            place.note(entries)
            advance(len(entries))
        done = write_site(context.store, place, job.frame, matches, _assets())
    return replace(done, written=len(left))


@contextmanager
def _writers(
    context: Context, job: _Job, processes: int, parts: Sequence[Sequence[PublicMatch]]
) -> Iterator[Iterator[list[SiteEntry]]]:
    """Write matches in this process, or in several."""
    if processes == 1:
        yield (write_matches(context, job.folder, job.frame, part, job.now) for part in parts)
        return
    with multiprocessing.get_context("spawn").Pool(processes, _begin) as pool:
        yield pool.imap_unordered(partial(_write_part, job), parts)


def _begin() -> None:
    """Set a process up: Ctrl-C ends the first one, which ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.umask(READABLE)
    collect_rarely()


@cache
def _context() -> Context:
    return build_context(Settings.read(os.environ))


def _write_part(job: _Job, part: Sequence[PublicMatch]) -> list[SiteEntry]:
    return write_matches(_context(), job.folder, job.frame, part, job.now)


def _assets() -> list[SitePage]:
    return [SitePage(f"static/{name}", (ASSETS / name).read_bytes()) for name in ("style.css", "favicon.svg")]
