"""`adjudicator poll`."""

from __future__ import annotations

import os

import click

from adjudicator.bootstrap import build_context
from adjudicator.config import logs
from adjudicator.config.settings import Settings
from adjudicator.listen.accept import accept_into
from adjudicator.listen.admission import open_admission
from adjudicator.listen.imap_fetch import ImapFetcher
from adjudicator.listen.maildir import MaildirFetcher
from adjudicator.listen.poll import Source, WatchedMaildir, poll_sources
from adjudicator.services.context import Context
from adjudicator.services.inbound import imap_progress


@click.command("poll")
@click.option("--again", is_flag=True, help="First retry the letters that could not be read.")
def command(*, again: bool) -> None:
    """Fetch letters from a mailbox at a provider, or from a maildir.

    Watches ADJUDICATOR_IMAP and ADJUDICATOR_MAILDIR, if they are set, until it is stopped. A letter is marked or moved
    only after it is in the database.
    """
    settings = Settings.read(os.environ)
    if not settings.polls:
        raise click.ClickException("there is nothing to look into: set ADJUDICATOR_IMAP or ADJUDICATOR_MAILDIR")
    logs.set_up_logging()
    context = build_context(settings)
    if again:
        click.echo(f"letters to be tried again: {imap_progress.retry_failed(context)}")
    sources = _sources(settings, context)
    click.echo(f"looking for letters in {' and '.join(source.name for source in sources)}")
    poll_sources(sources)


def _sources(settings: Settings, context: Context) -> list[Source]:
    accept, sources = accept_into(context, open_admission(settings, context)), list[Source]()
    if settings.imap is not None:
        sources.append(ImapFetcher(settings.imap, settings.imap_done, context, accept))
    if settings.maildir is not None:
        sources.append(
            WatchedMaildir(MaildirFetcher(settings.maildir), accept, context.addresses.read, context.letter_limit)
        )
    return sources
