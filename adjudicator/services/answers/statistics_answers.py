"""The answer to `statistics`, and its lines for the command of the host: a game, or all of them."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy.orm import Session

from adjudicator.engines.registry import engines
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.services.answers.club_answers import find_rules
from adjudicator.services.matches.rows.counted_rows import BATCH
from adjudicator.services.matches.statistics.game_statistics import (
    GameStatistics,
    SeatsStatistics,
    Share,
    Spread,
    find_statistics,
)
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Player
from adjudicator.texts.facts import archive_facts
from adjudicator.texts.language.language import Language
from adjudicator.texts.statistics.said_statistics import say_statistics
from adjudicator.texts.statistics.statistics_words import name_ending, name_house


def statistics_answer(
    work: UnitOfWork, player: Player | None, given: GivenCommand, language: Language
) -> archive_facts.StatisticsAnswer:
    """Tell the statistics of a game, or a few numbers of each game. Raises `RefusedError` for an unknown game."""
    del player  # they are the same for everybody
    url = f"{work.context.site}/statistics"
    if given.argument:
        game = find_rules(given.argument, "statistics").name
        lines, url = describe_game(find_statistics(work.session, game), language), f"{url}/{game}"
    else:
        lines = describe_games(work.session)
    said = tuple(say_statistics(line, language) for line in lines)
    return archive_facts.StatisticsAnswer(order=given.line, lines=said, batch=BATCH, url=url)


def describe_games(session: Session) -> tuple[archive_facts.StatisticsLine, ...]:
    """Tell a few numbers of each game."""
    names = sorted({engine.rules.name for engine in engines().values()})
    return tuple(line for name in names for line in _short_lines(find_statistics(session, name)))


def describe_game(told: GameStatistics, language: Language) -> tuple[archive_facts.StatisticsLine, ...]:
    """Tell the statistics of a game, a line for each number of players."""
    return tuple(_full_line(told, one, language) for one in told.by_seats) or tuple(_short_lines(told))


def _short_lines(told: GameStatistics) -> Iterator[archive_facts.StatisticsLine]:
    for one in told.by_seats:
        yield archive_facts.StatisticsLine(
            told.title, one.seats, one.matches, _point(one.firsts[0] if one.firsts else None), _quartiles(one.turns)
        )
    if not told.by_seats:
        yield archive_facts.StatisticsLine(told.title, 0, 0, None, None)


def _full_line(told: GameStatistics, one: SeatsStatistics, language: Language) -> archive_facts.StatisticsLine:
    return archive_facts.StatisticsLine(
        name=told.title,
        seats=one.seats,
        matches=one.matches,
        began=_point(one.firsts[0] if one.firsts else None),
        turns=_quartiles(one.turns),
        pace=one.pace.median if one.pace else None,
        house=tuple(
            archive_facts.HouseLine(
                name_house(house.level, language),
                house.firsts.matches,
                _share_point(house.firsts),
            )
            for house in one.house
        ),
        endings=tuple((name_ending(kind, language), count) for kind, count in one.endings.items()),
        options=tuple(
            archive_facts.StatisticsLine(
                f"{option.option}={value.value}", one.seats, value.matches, _point(value.began), _quartiles(value.turns)
            )
            for option in one.options
            for value in option.values
        ),
    )


def _point(share: Share | None) -> archive_facts.SharePoint | None:
    return _share_point(share) if share else None


def _share_point(share: Share) -> archive_facts.SharePoint:
    return archive_facts.SharePoint(share.share, share.low, share.high)


def _quartiles(spread: Spread | None) -> tuple[int, int, int] | None:
    return (spread.quarter, spread.median, spread.three_quarters) if spread else None
