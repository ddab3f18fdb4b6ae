"""`adjudicator read`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import BinaryIO

import click
import msgspec
from sqlalchemy.exc import SQLAlchemyError

from adjudicator.bootstrap import build_context
from adjudicator.codec import Codec
from adjudicator.config.settings import Settings
from adjudicator.infra.sandbox.pool import SandboxPool
from adjudicator.mail.errors import LetterRefused
from adjudicator.mail.incoming.html_to_text import html_to_text
from adjudicator.mail.incoming.letter import Letter, read_letter
from adjudicator.mail.reply.alternatives import read_alternatives
from adjudicator.mail.reply.reply import Reply, read_reply
from adjudicator.mail.text.charset import decode_bytes, tidy_text
from adjudicator.services.context import Context
from adjudicator.services.inbound.quotable_letters import texts_answered


class Body(msgspec.Struct):
    """A line of standard input: the body of a reply, as plain text or as HTML."""

    id: str
    text: str = ""
    html: str = ""


_BODY: Codec[Body] = Codec(Body)


@click.command("read")
@click.argument("letter", type=click.File("rb"), default="-")
@click.option("--text", "bare", is_flag=True, help="The input is only the plain text of a letter, without headers.")
@click.option("--json-lines", is_flag=True, help='With --text: read {"id", "text"} a line, print {"id", "kept"}.')
def command(letter: BinaryIO, *, bare: bool, json_lines: bool) -> None:
    """Show how a letter is understood, line by line, and judge nothing.

    Reads the LETTER from a file or from standard input.
    """
    if json_lines and not bare:
        raise click.UsageError("--json-lines needs --text: letters come one by one")
    if json_lines:
        for number, line in enumerate(letter, start=1):
            click.echo(_kept(line, number))
    elif bare:
        _print(_of_nobody(tidy_text(decode_bytes(letter.read()))))
    else:
        settings = Settings.read(os.environ)
        with closing(SandboxPool(settings.letter_limit)) as sandbox:
            _show(letter.read(), replace(build_context(settings), sandbox=sandbox))


def _kept(line: bytes, number: int) -> bytes:
    """Read one body; return the lines that the person wrote, without quotes and signatures, as JSON."""
    try:
        body = _BODY.read(line)
    except msgspec.DecodeError as fault:
        raise click.ClickException(f'line {number} is no {{"id", "text"}}: {fault}') from fault
    reply = _of_nobody(html_to_text(body.html) if body.html else tidy_text(body.text))
    kept = [line for line in reply.persons if line.strip()]
    return msgspec.json.encode({"id": body.id, "kept": kept})


def _of_nobody(text: str) -> Reply:
    """Read a text without any knowledge of its sender or of our letters."""
    return read_reply(text, lambda _: False)


def _show(raw: bytes, context: Context) -> None:
    try:
        letter = context.sandbox.run(read_letter, raw, None, context.letter_limit)
    except LetterRefused as fault:
        raise click.ClickException(f"the letter cannot be parsed: {fault}") from fault
    quotable = _quotable(letter, context)
    name, address = (letter.sender.name, letter.sender.address) if letter.sender else ("", "")
    reply = context.sandbox.run(
        read_alternatives, letter.text, letter.html, context.addresses.is_ours, name, quotable, address
    )
    for label, value in _headings(letter, len(quotable), found=reply.recognised):
        click.echo(f"{label:13} {value}")
    click.echo()
    _print(reply)


def _quotable(letter: Letter, context: Context) -> tuple[str, ...]:
    """Look up our letters that this one answers; without a database it is read without them, as the headings say."""
    try:
        with context.store.connect_readonly() as connection:
            return texts_answered(context, connection, letter, _recipient(letter, context))
    except SQLAlchemyError as fault:
        click.echo(f"the database cannot be asked for our letters: {type(fault).__name__}", file=sys.stderr)
        return ()


def _recipient(letter: Letter, context: Context) -> str:
    return next((address for address in letter.recipients if context.addresses.is_ours(address)), "")


def _headings(letter: Letter, known: int, *, found: bool) -> Iterator[tuple[str, str]]:
    yield "from", letter.sender.address if letter.sender else f"nobody: {letter.sender_fault}"
    yield "subject", letter.subject
    yield "text", "rendered from HTML" if letter.from_html else "plain"
    yield "our letters", f"{known} known, {'found in it' if found else 'none found in it'}"
    if letter.unread:
        yield "not read", ", ".join(letter.unread)
    if letter.robot or letter.bounce:
        yield "no person", letter.robot or "a bounce"


def _print(reply: Reply) -> None:
    """Print every line, with its kind in front."""
    for line in reply.read:
        click.echo(f"{line.kind:13} {line.text}".rstrip())
