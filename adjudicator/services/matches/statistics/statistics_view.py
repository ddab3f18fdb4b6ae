"""Statistics in the words of a language, with their plots, as their page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.engines.registry import engine_for
from adjudicator.services.matches.statistics.game_statistics import OptionStatistics, SeatsStatistics, Share
from adjudicator.texts.games.option_labels import OptionLabels
from adjudicator.texts.language.language import Language
from adjudicator.texts.language.percentages import format_share
from adjudicator.texts.statistics.plots import Bin, Plot, SharePoint, fill_bins, plot_counts, plot_lengths, plot_shares
from adjudicator.texts.statistics.statistics_words import head_endings, name_ending, name_house, name_place


@dataclass(frozen=True, slots=True)
class ValueRow:
    """A value of an option in words."""

    said: str
    matches: int
    began: Share | None
    median: int | None


@dataclass(frozen=True, slots=True)
class OptionPart:
    """An option with its plot and the rows of its table."""

    label: str
    rows: tuple[ValueRow, ...]
    plot: Plot


@dataclass(frozen=True, slots=True)
class SeatsPart:
    """The statistics of one number of seats with their plots and the words of their tables."""

    told: SeatsStatistics
    fair: float
    places: tuple[tuple[str, Share], ...]
    firsts: Plot
    bins: tuple[Bin, ...]
    lengths: Plot
    endings: tuple[tuple[str, int], ...]
    ended_heading: str
    ended: Plot
    options: tuple[OptionPart, ...]
    house: tuple[tuple[str, Share], ...]
    """The house player by its levels."""
    house_firsts: Plot


def tell_statistics(told: SeatsStatistics, language: Language) -> SeatsPart:
    """Tell the statistics of one number of seats."""
    places = tuple((name_place(later, language), share) for later, share in enumerate(told.firsts))
    bins, spread = fill_bins(told.lengths), told.turns
    endings = tuple((name_ending(kind, language), count) for kind, count in told.endings.items())
    house = tuple((name_house(one.level, language), one.firsts) for one in told.house)
    fair = 1 / told.seats
    return SeatsPart(
        told=told,
        fair=fair,
        places=places,
        firsts=_plot_shares(places, fair, language),
        bins=bins,
        lengths=plot_lengths(bins, (spread.quarter, spread.median, spread.three_quarters) if spread else ()),
        endings=endings,
        ended_heading=head_endings(told.matches, language),
        ended=plot_counts(endings),
        options=tuple(_option_part(told, option, fair, language) for option in told.options),
        house=house,
        house_firsts=_plot_shares(house, fair, language),
    )


def _option_part(told: SeatsStatistics, option: OptionStatistics, fair: float, language: Language) -> OptionPart:
    labels = OptionLabels(engine_for(told.rules).rules, language)
    rows = tuple(
        ValueRow(
            f"{option.option}={one.value}{language.colon}{labels.value(option.option, one.value)}",
            one.matches,
            one.began,
            one.turns.median if one.turns else None,
        )
        for one in option.values
    )
    shares = [(f"{option.option}={one.value}", one.began) for one in option.values if one.began]
    return OptionPart(labels.label(option.option), rows, _plot_shares(shares, fair, language))


def _plot_shares(rows: Sequence[tuple[str, Share]], fair: float, language: Language) -> Plot:
    def percent(share: float) -> str:
        return format_share(share, language.locale)

    return plot_shares(
        [
            SharePoint(f"{label}{language.colon}{percent(one.share)}", one.share, one.low, one.high)
            for label, one in rows
        ],
        fair,
        (percent(0), percent(0.5), percent(1)),
    )
