"""`adjudicator stats`."""

from __future__ import annotations

import os
from collections.abc import Iterator

import click

from adjudicator.bootstrap import refuse_missing_file
from adjudicator.cli.progress import ends_on_interrupt, show_progress
from adjudicator.config.settings import Settings
from adjudicator.engines.registry import close_games, engines
from adjudicator.services.answers.statistics_answers import describe_game, describe_games
from adjudicator.services.host.recount import Recount
from adjudicator.services.matches.statistics.game_statistics import find_statistics
from adjudicator.store.session import Store
from adjudicator.texts.facts.archive_facts import SharePoint, StatisticsLine
from adjudicator.texts.formats.text_columns import align_columns
from adjudicator.texts.language.language import SOURCE, language_for

HEADINGS = ("", "players", "matches", "began first", "95 %", "turns", "quartiles")


@click.command("stats")
@click.argument("game", default="")
@click.option("--check", is_flag=True, help="Count all finished matches anew from their records, and compare.")
def command(game: str, *, check: bool) -> None:
    """Print statistics of finished matches: of all games, or of GAME with its options, endings and the house player.

    "began first" is the share of matches in which who began came first, and "95 %" has the limits between which the
    true share lies with that confidence. With --check, every record is dealt and played again; each difference from
    what is counted is a line, and there must be none. A check that is stopped begins anew. Exit codes: 0, all agrees;
    1, there are differences; 130, it was stopped.
    """
    settings = Settings.read(os.environ)
    refuse_missing_file(settings)
    store = Store(settings.database_url)
    try:
        with store.reading() as session:
            if check:
                if not store.has_one_writer:  # one snapshot: matches go on ending
                    session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
                _check(Recount(session))
                return
            try:
                lines = describe_game(find_statistics(session, game), language_for(SOURCE)) if game else None
            except KeyError:
                raise click.ClickException(_no_game(game)) from None
            click.echo("\n".join(_report(lines or describe_games(session))))
    finally:
        store.close()


def _check(recount: Recount) -> None:
    numbers = recount.list_matches()
    with (
        ends_on_interrupt(lambda: f"{recount.checked} of {len(numbers)} matches were counted anew."),
        show_progress("Counting matches", len(numbers)) as advance,
    ):
        for number in numbers:
            recount.check_match(number)
            advance(1)
        recount.check_sums()
    for difference in recount.differences:
        click.echo(difference)
    if recount.not_counted:
        click.echo(f"{recount.not_counted} finished matches are not counted yet: the periodic sweep does it")
    click.echo(f"{recount.checked} matches counted anew, {len(recount.differences)} differences")
    if recount.differences:
        raise click.exceptions.Exit(1)


def _report(lines: tuple[StatisticsLine, ...]) -> Iterator[str]:
    rows = [_row(one, indent) for line in lines for one, indent in ((line, ""), *((one, "  ") for one in line.options))]
    yield align_columns([HEADINGS, *rows], "lrrrrrr")
    for line in lines:
        if line.endings:
            yield f"\n{line.name}, {line.seats} players, how they ended:"
            yield align_columns([(count, name) for name, count in line.endings], "rl")
        if line.house:
            yield f"\n{line.name}, {line.seats} players, how often the house player came first:"
            yield align_columns([(one.name, one.seats, *_share(one.firsts)) for one in line.house], "lrrr")


def _row(line: StatisticsLine, indent: str) -> tuple[str, ...]:
    began, turns = line.began, line.turns
    return (
        indent + line.name,
        str(line.seats) if line.seats else "-",
        str(line.matches),
        *(_share(began) if began else "--"),
        str(turns[1]) if turns else "-",
        f"{turns[0]} to {turns[2]}" if turns else "-",
    )


def _share(point: SharePoint) -> tuple[str, str]:
    return f"{point.share:.0%}", f"{point.low:.0%} to {point.high:.0%}"


def _no_game(game: str) -> str:
    known = close_games(game) or tuple(sorted({engine.rules.name for engine in engines().values()}))
    return f"no game {game!r} is installed; there is {', '.join(known)}"
