"""Statistics as sentences, as letters tell them.

Of a single match nothing is said that takes several: no share, no limits, no half, no median.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.texts.facts.archive_facts import HouseLine, SaidStatistics, SharePoint, StatisticsLine
from adjudicator.texts.language.language import Language
from adjudicator.texts.language.lasting import format_timespan
from adjudicator.texts.language.percentages import format_share
from adjudicator.texts.statistics.statistics_words import head_endings


def say_statistics(line: StatisticsLine, language: Language) -> SaidStatistics:
    """Say the statistics of a game with one number of players, and of the options that were played."""
    colon, count = language.colon, _count(line, language)
    if not line.seats:
        none = language.gettext("No match of this game is counted yet.")
        return SaidStatistics(f"{line.name}{colon}{none}")
    players = language.ngettext("%(num)d player", "%(num)d players", line.seats) % {"num": line.seats}
    return SaidStatistics(
        heading=f"{line.name}, {players}{colon}{count}",
        house=tuple(_say_house(one, language) for one in line.house),
        ended=head_endings(line.matches, language),
        sentences=tuple(filter(None, (_say_balance(line, language), _say_length(line, language)))),
        endings=line.endings,
        options=tuple(
            SaidStatistics(f"{one.name}{colon}{_count(one, language)}", tuple(_say_began(one, language)))
            for one in line.options
        ),
    )


def _count(line: StatisticsLine, language: Language) -> str:
    return language.ngettext("%(num)d match", "%(num)d matches", line.matches) % {"num": line.matches}


def _say_balance(line: StatisticsLine, language: Language) -> str:
    """Say how often the first player won, and the fair share."""
    fair = language.gettext("Fair would be %(share)s.") % {"share": format_share(1 / line.seats, language.locale)}
    return " ".join(said if line.matches == 1 else f"{said} {fair}" for said in _say_began(line, language))


def _say_began(line: StatisticsLine, language: Language) -> Iterator[str]:
    began = line.began
    if began is None:
        return
    if line.matches == 1:
        yield _say_once(began, language)
        return
    share, low, high = (format_share(one, language.locale) for one in (began.share, began.low, began.high))
    yield language.gettext(
        "Who began came first in %(share)s of them (with a confidence of 95 percent %(low)s to %(high)s)."
    ) % {"share": share, "low": low, "high": high}


def _say_once(began: SharePoint, language: Language) -> str:
    if began.share == 1:
        return language.gettext("Who began came first.")
    if began.share:
        return language.gettext("Who began shared the first place.")
    return language.gettext("Who began did not come first.")


def _say_house(house: HouseLine, language: Language) -> str:
    """Say how often the house player came first at one level."""
    firsts = house.firsts
    if house.seats > 1:
        said = language.gettext(
            "%(name)s had %(seats)s seats and came first with %(share)s of them"
            " (with a confidence of 95 percent %(low)s to %(high)s)."
        )
    elif firsts.share == 1:
        said = language.gettext("%(name)s had one seat and came first.")
    elif firsts.share:
        said = language.gettext("%(name)s had one seat and shared the first place.")
    else:
        said = language.gettext("%(name)s had one seat and did not come first.")
    share, low, high = (format_share(one, language.locale) for one in (firsts.share, firsts.low, firsts.high))
    return said % {"name": house.name, "seats": house.seats, "share": share, "low": low, "high": high}


def _say_length(line: StatisticsLine, language: Language) -> str:
    """Say how many turns matches had, and how long a turn took."""
    if line.turns is None:
        return ""
    low, median, high = line.turns
    single = line.matches == 1
    if single:
        said = language.ngettext("It had %(num)d turn.", "It had %(num)d turns.", median)
    elif low == high:
        said = language.ngettext(
            "At least half of them had %(num)d turn.", "At least half of them had %(num)d turns.", median
        )
    else:
        said = language.gettext("Half of them had %(low)s to %(high)s turns, the median is %(median)s.")
    length = said % {"num": median, "low": low, "median": median, "high": high}
    if line.pace is None:
        return length
    pace = (
        language.gettext("A turn took %(span)s on average.")
        if single
        else language.gettext("A turn takes %(span)s, in the median.")
    )
    return f"{length} {pace % {'span': format_timespan(line.pace, language.locale)}}"
