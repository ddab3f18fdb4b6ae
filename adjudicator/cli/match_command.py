"""`adjudicator match`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime

import click
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.bootstrap import build_context
from adjudicator.config.settings import Settings
from adjudicator.match.record import dump_record
from adjudicator.services.context import Context
from adjudicator.services.matches.archive import record_of
from adjudicator.services.matches.match_rows import find_match
from adjudicator.services.matches.presenter import MatchPresenter
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from adjudicator.texts.language import language_for

_NAMES = ("code", "rules", "state", "turn", "to move", "due (UTC)", "players")


@click.group("match")
def command() -> None:
    """Look at the matches of this installation."""


@command.command("list")
@click.option("--state", type=click.Choice([str(state) for state in MatchState]), help="Only matches in this state.")
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=50, show_default=True, help="At most this many, newest first."
)
def list_matches(state: str | None, limit: int) -> None:
    """List matches, the newest first."""
    query = select(Match).order_by(Match.created_at.desc(), Match.id.desc()).limit(limit)
    if state is not None:
        query = query.where(Match.state == MatchState(state))
    context = build_context(Settings.read(os.environ))
    with context.store.reading() as session:
        rows = [_row(match) for match in session.scalars(query)]
    _table([_NAMES, *rows])


@command.command("show")
@click.argument("code")
@click.option("--record", "as_record", is_flag=True, help="Print the record instead: JSON, as the archive keeps it.")
def show_match(code: str, *, as_record: bool) -> None:
    """Show one match as a spectator may see it."""
    context = build_context(Settings.read(os.environ))
    with context.store.reading() as session:
        match = find_match(session, code)
        if match is None:
            raise click.ClickException(f"there is no match {code.upper()}; `adjudicator match list` lists them")
        record = dump_record(record_of(match, datetime.now(UTC))) if as_record else b""
        click.echo(record or _describe(context, session, match), nl=not as_record)


def _row(match: Match) -> tuple[str, ...]:
    to_move = match.seats[match.to_move].name if match.to_move is not None else "-"
    due = f"{match.due_at:%Y-%m-%d %H:%M}" if match.due_at else "-"
    players = ", ".join(seat.name for seat in match.seats)
    return match.code, match.rules, str(match.state), str(match.turn), to_move, due, players


def _describe(context: Context, session: Session, match: Match) -> str:
    scene = MatchPresenter(context, match, language_for("en"), "wide")
    lines = [f"{name:10} {value}" for name, value in zip(_NAMES, _row(match), strict=True)]
    if match.position is not None:
        lines += [
            "",
            scene.board_now(),
            "",
            *(f"{row.n:4}  turn {row.turn:3}  {row.step or row.kind}" for row in match.entries),
        ]
    if match.end is not None:
        lines += ["", scene.ending(session)]
    return "\n".join(lines)


def _table(rows: Sequence[tuple[str, ...]]) -> None:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
