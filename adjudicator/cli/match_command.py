"""`adjudicator match`: look at matches, and the deeds of the host."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import click
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.bootstrap import build_context
from adjudicator.cli.day_type import Day
from adjudicator.config.settings import Settings
from adjudicator.engines.registry import engines
from adjudicator.infra.startup_errors import explain_failure
from adjudicator.mail.commands.arguments.durations import read_duration
from adjudicator.mail.errors import SenderFault
from adjudicator.mail.trust.from_header import check_address
from adjudicator.match.record.record import dump_record
from adjudicator.services.context import Context
from adjudicator.services.host import deeds
from adjudicator.services.host.hiding import hide_words
from adjudicator.services.host.rewind_preview import describe_rewind
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.plans.sealed_plans import read_plan
from adjudicator.services.matches.rows.match_rows import find_match, lock_match
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from adjudicator.texts.language.language import language_for

INVITED = "(invited)"
"""In place of the name of a player who has not answered yet."""
_NAMES = ("code", "rules", "state", "turn", "to move", "due (UTC)", "players")


@click.group("match")
def command() -> None:
    """Look at the matches of this installation, and act in them as their host.

    Each deed needs a reason. The players are told it, and it stands in the record.
    """


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
            raise click.ClickException(_missing(code))
        record = dump_record(record_of(match, datetime.now(UTC))) if as_record else b""
        shown = record or _describe(context, session, match)
    click.echo(shown, nl=not as_record)


_because = click.option("--because", "reason", required=True, help="The reason; all players of the match read it.")
_every = click.option("--all", "every", is_flag=True, help="In all running matches, instead of one.")
_code = click.argument("code", required=False)


@command.command("extend")
@_code
@click.argument("time", required=False)
@_every
@_because
def extend(code: str | None, time: str | None, reason: str, *, every: bool) -> None:
    """Give the player to move more TIME, such as 2d or 36h."""
    if every and time is None:
        code, time = None, code
    elif time is None and read_duration(code or "") is not None:
        raise click.UsageError(f"which match? Give its code before the time, as in extend K7Q2 {code}, or --all")
    given = read_duration(time or "")
    if given is None:
        raise click.UsageError("give a time, such as 2d or 36h")
    _do(code, lambda work, match: deeds.extend_deadline(work, match, given, reason), every=every)


@command.command("pause")
@_code
@click.option("--until", "day", type=Day(), help="The last day of the pause, in UTC.")
@_every
@_because
def pause(code: str | None, day: datetime | None, reason: str, *, every: bool) -> None:
    """Let the clock stand, until a day or without a known end."""
    until = None if day is None else deeds.end_of_day(day.date())
    _do(code, lambda work, match: deeds.pause_match(work, match, until, reason), every=every)


@command.command("resume")
@_code
@_every
@_because
def resume(code: str | None, reason: str, *, every: bool) -> None:
    """End a pause of the host's."""
    _do(code, lambda work, match: deeds.resume_match(work, match, reason), every=every)


@command.command("seat")
@click.argument("code")
@click.argument("name")
@click.argument("address")
@_because
def seat(code: str, name: str, address: str, reason: str) -> None:
    """Let the person at ADDRESS sit down at the seat of the player NAME."""
    try:
        address = check_address(address)
    except SenderFault as fault:
        raise click.ClickException(f"{address} is no address that letters can be sent to") from fault
    _do(code, lambda work, match: deeds.seat_player(work, match, name, address, reason))


@command.command("vacate")
@click.argument("code")
@click.argument("name")
@click.option("--excused", is_flag=True, help="It is not for anything that the player did.")
@_because
def vacate(code: str, name: str, reason: str, *, excused: bool) -> None:
    """Take the player NAME out of a match that goes on."""
    _do(code, lambda work, match: deeds.vacate_seat_of(work, match, name, reason, excused=excused))


@command.command("rewind")
@click.argument("code")
@click.argument("entry", type=click.IntRange(min=0))
@click.option("--yes", is_flag=True, help="Do not show it first and ask.")
@_because
def rewind(code: str, entry: int, reason: str, *, yes: bool) -> None:
    """Go back to the position after an ENTRY; 0 is the opening."""
    seen = "" if yes else _preview(code, entry)

    def go_back(work: UnitOfWork, match: Match) -> None:
        if seen and match.chain != seen:
            raise deeds.DeedRefused("something has changed meanwhile; look at it again")
        deeds.rewind_match(work, match, entry, reason)

    _do(code, go_back)


@command.command("hide")
@click.argument("code")
@click.argument("mark")
@click.option("--because", "reason", help="The reason; it stands where the words stood.")
@click.option("--again", is_flag=True, help="Show it again.")
def hide(code: str, mark: str, reason: str | None, *, again: bool) -> None:
    """Hide the comment MARK, such as 14.2, or an entry of a diary, such as "diary Anna 3".

    That something was hidden can still be seen, with the reason.
    """
    if again is bool(reason):
        raise click.UsageError("give a reason by --because, or --again to show it again")
    with unit_of_work(build_context(Settings.read(os.environ)), datetime.now(UTC)) as work:
        try:
            hide_words(work, _locked(work, code), mark, reason or "")
        except deeds.DeedRefused as fault:
            raise click.ClickException(str(fault)) from fault
    click.echo(f"{code.upper()}: {mark} is {'shown again' if again else 'hidden'}")


def _preview(code: str, entry: int) -> str:
    """Show what going back would change, and ask; return the digest of the match that was shown."""
    context = build_context(Settings.read(os.environ))
    with unit_of_work(context, datetime.now(UTC)) as work:
        match = _locked(work, code)
        try:
            preview = deeds.preview_rewind(work, match, entry)
        except deeds.DeedRefused as fault:
            raise click.ClickException(str(fault)) from fault
        shown, seen = "\n".join(describe_rewind(context, match, preview)), match.chain
    click.echo(shown)  # no transaction waits for a reader or for the answer
    click.confirm("Go back?", abort=True)
    return seen


def _do(code: str | None, deed: Callable[[UnitOfWork, Match], None], *, every: bool = False) -> None:
    """Do a deed in one match, or in all running ones: each in a transaction of its own.

    A match in which it fails keeps it from no other: the host cannot repeat it for all without doing it twice in some.
    """
    if every is (code is not None):
        raise click.UsageError("give the code of a match, or --all")
    context, failed = build_context(Settings.read(os.environ)), []
    for one in _running(context) if code is None else (code.upper(),):
        try:
            with unit_of_work(context, datetime.now(UTC)) as work:
                deed(work, _playable(work, one))
        except deeds.DeedRefused as fault:
            if not every:
                raise click.ClickException(str(fault)) from fault
            click.echo(f"{one}: skipped: {fault}")
        except Exception as fault:
            if not every:
                raise
            failed.append(one)
            click.echo(f"{one}: failed: {_explain(fault)}")
        else:
            click.echo(f"{one}: done; the players are told")
    if failed:
        advice = "name each of these matches by its code then, as --all would do it again in the others"
        raise click.ClickException(f"not done in {', '.join(failed)}; {advice}")


def _explain(fault: Exception) -> str:
    """Describe a fault in one line if the host can mend it; a fault of ours keeps its traceback."""
    if isinstance(fault, click.ClickException):
        return fault.message
    return explain_failure(fault) or "".join(traceback.format_exception(fault))


def _running(context: Context) -> list[str]:
    with context.store.reading() as session:
        return list(session.scalars(select(Match.code).where(Match.state == MatchState.RUNNING).order_by(Match.id)))


def _playable(work: UnitOfWork, code: str) -> Match:
    match = _locked(work, code)
    if match.rules not in engines():
        raise click.ClickException(f"its game {match.rules} is not installed; install it again")
    return match


def _locked(work: UnitOfWork, code: str) -> Match:
    match = lock_match(work.session, code)
    if match is None:
        raise click.ClickException(_missing(code))
    return match


def _missing(code: str) -> str:
    return f"there is no match {code.upper()}; `adjudicator match list` lists them"


def _row(match: Match) -> tuple[str, ...]:
    to_move = match.seats[match.to_move].name if match.to_move is not None else "-"
    due = f"{match.due_at:%Y-%m-%d %H:%M}" if match.due_at else "-"
    players = ", ".join(seat.name or INVITED for seat in match.seats)
    return match.code, match.rules, str(match.state), str(match.turn), to_move, due, players


def _describe(context: Context, session: Session, match: Match) -> str:
    scene = MatchPresenter(context, match, language_for("en"), "wide", public=False)
    lines = [f"{name:10} {value}" for name, value in zip(_NAMES, _row(match), strict=True)]
    planners = [seat.name for seat in match.seats if read_plan(context.secret, seat).plan]
    if planners:
        lines.append(f"{'plans':10} {', '.join(planners)}")  # who has one; what it says is theirs
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
