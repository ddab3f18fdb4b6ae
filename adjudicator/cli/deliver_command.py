"""`adjudicator deliver`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from adjudicator.bootstrap import build_context
from adjudicator.config import logs
from adjudicator.config.settings import Settings
from adjudicator.infra.startup_errors import explain_failure
from adjudicator.listen.accept import SPOOL, accept_into, accept_spooled
from adjudicator.listen.admission import open_admission
from adjudicator.listen.maildir import MaildirFetcher
from adjudicator.listen.pipe import AGAIN, KEPT, deliver_letter
from adjudicator.listen.protocols import TemporaryFault
from adjudicator.listen.read_stream import read_whole
from adjudicator.services.context import Context
from adjudicator.texts.formats.plain_text import one_line


class _Deliver(click.Command):
    """A command that ends with 75 also when it is called wrongly: a 2 would bounce the letter to its writer."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as fault:
            fault.show()
            ctx.exit(AGAIN)


@click.command("deliver", cls=_Deliver)
@click.argument("recipient", required=False, default="")
@click.option("--from", "envelope_from", help="The envelope sender; else the mail server's SENDER or Return-Path.")
@click.option(
    "--maildir",
    type=click.Path(file_okay=False, path_type=Path),
    help="Take in every new letter of this maildir instead; standard input is not read.",
)
def command(recipient: str, envelope_from: str | None, maildir: Path | None) -> None:
    """Take one letter in from a mail server's pipe.

    Reads the letter from standard input. RECIPIENT is the address it came to; without it, the recipient is found in the
    mail server's variables and the letter's headers. Exit codes: 0, the letter is stored; 67, there is no such address
    here; 75, try again later. There are no others.
    """
    with _retry_on_fault():
        settings = Settings.read(os.environ)
        logs.set_up_logging()
        context = build_context(settings)
        if maildir is not None:
            code = _empty(MaildirFetcher(maildir), context, settings)
        else:
            code = _take(recipient, envelope_from, settings, context)
        with suppress(TemporaryFault):
            accept_spooled(context, settings.var / SPOOL)
    sys.exit(code)


@contextmanager
def _retry_on_fault() -> Iterator[None]:
    """Turn every fault of ours into exit code 75, so that the mail server keeps the letter."""
    try:
        yield
    except Exception as fault:  # noqa: BLE001
        click.echo(f"adjudicator deliver: {explain_failure(fault) or one_line(str(fault))}", err=True)
        sys.exit(AGAIN)


def _take(recipient: str, envelope_from: str | None, settings: Settings, context: Context) -> int:
    return deliver_letter(
        read_whole(sys.stdin.buffer, settings.letter_limit),
        recipient,
        accept_into(context, open_admission(settings, context)),
        context.addresses.read,
        settings.var / SPOOL,
        envelope_from=envelope_from,
        environ=os.environ,
    )


def _empty(maildir: MaildirFetcher, context: Context, settings: Settings) -> int:
    try:
        maildir.take_in(
            accept_into(context, open_admission(settings, context)), context.addresses.read, context.letter_limit
        )
    except TemporaryFault as fault:
        click.echo(
            f"adjudicator deliver: {fault}; what is left in {maildir.folder / 'new'} is taken next time", err=True
        )
        return AGAIN
    if maildir.left:
        left = f"{maildir.left} letters in {maildir.folder / 'new'} are too many in this time and are taken later"
        click.echo(f"adjudicator deliver: {left}", err=True)
    return AGAIN if maildir.left else KEPT
