"""`adjudicator export`."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import click
from sqlalchemy.exc import DBAPIError

from adjudicator.bootstrap import open_store
from adjudicator.cli.left_out import note_left_out
from adjudicator.cli.progress import ends_on_interrupt, show_progress
from adjudicator.config.settings import Settings
from adjudicator.infra.startup_errors import explain_failure
from adjudicator.services.archive.export import AlreadyRunning, count_public, write_export
from adjudicator.services.archive.export_files import ALL, INCOMPLETE
from adjudicator.services.match_reader import MatchReader
from adjudicator.store.operation_tables import EXPORT_FAILED, EXPORTED, record_job_run
from adjudicator.store.session import Store

READABLE = 0o022
"""The umask of what anybody may read."""


@click.command("export")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), required=False)
def command(folder: Path | None) -> None:
    """Write the records of all public matches that are over to FOLDER, or to ADJUDICATOR_EXPORT_DIR.

    `all.jsonl.zst` has a record a line, as `record.json` publishes it; beside it are the schema of records, the
    stand-alone verifier, and `SHA256SUMS`. A match that ended by time comes a week later. The service calls this every
    night by itself, unless ADJUDICATOR_EXPORT_DIR is `off`.

    Only what has changed is written anew. Ctrl-C stops it, and the same command goes on there; the files of the export
    before stay until the new ones are whole. Exit codes: 0, the export is up to date; 1, it is not; 3, it is but for
    matches that cannot be read: they are left out and named, and the doctor tells why; 130, it was stopped.
    """
    settings = Settings.read(os.environ)
    target = folder or settings.export_dir
    if target is None:
        raise click.UsageError("name a FOLDER: ADJUDICATOR_EXPORT_DIR is off")
    os.umask(READABLE)
    store, began, reader = open_store(settings), datetime.now(UTC), MatchReader()
    try:
        with (
            ends_on_interrupt(lambda: "The same command goes on there."),
            show_progress("Exporting matches", count_public(store)) as advance,
        ):
            done = write_export(store, target, began, advance, reader)
        _record(store, settings, target, EXPORTED, began)
        if done.left_out:
            note_left_out(store, reader, began)
    except AlreadyRunning as fault:
        raise click.ClickException(str(fault)) from fault
    except click.exceptions.Exit:  # by Ctrl-C
        raise
    except Exception:
        _record(store, settings, target, EXPORT_FAILED, began)
        raise
    finally:
        store.close()
    click.echo(f"{target / ALL}: {done.matches:,} matches, {done.written:,} of them written anew.")
    if done.left_out:
        click.get_current_context().exit(INCOMPLETE)


def _record(store: Store, settings: Settings, target: Path, what: str, began: datetime) -> None:
    """Record the run for the doctor and the pages, if it is that of the folder which they look at."""
    if settings.export_dir is None or target.resolve() != settings.export_dir.resolve():
        return
    try:
        with store.writing() as session:
            record_job_run(session, what, began)
    except DBAPIError as fault:
        click.echo(f"The doctor and the pages will not know of it: {explain_failure(fault)}", err=True)
