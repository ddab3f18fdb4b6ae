"""Statistics of the finished matches of a game, from the sums that are kept of them (`Tally`).

Private matches are among them in batches only (`rows.counted_rows`). For each number of seats: how matches ended, how
often each seat came first, counted from the one that began, how long matches were, and the same for each option.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import Level, Option
from adjudicator.engines.registry import engines, newest_engine
from adjudicator.engines.rules import Rules
from adjudicator.match.house.levels import NAMES
from adjudicator.services.matches.rows.counted_rows import FIRST, HOUSE, KIND, PACE, TURNS
from adjudicator.store.tables import HOUSE_NAME, Tally

FEW = 5
"""Values of an option with fewer matches are told together."""
CONFIDENCE = 1.959964
"""Standard deviations of a normal distribution within which 95 % of it lie."""

Sums: TypeAlias = Mapping[str, Counter[str]]
"""For each measure: how many matches have which figure."""


@dataclass(frozen=True, slots=True)
class Share:
    """How often a seat came first. A first place that several share counts as that part of one."""

    alone: int
    shared: int
    matches: int
    """Matches with a result."""
    share: float
    low: float
    high: float
    """The limits between which the true share lies with a confidence of 95 %."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A figure of many matches: the least, the quartiles, the largest."""

    least: int
    quarter: int
    median: int
    three_quarters: int
    largest: int


@dataclass(frozen=True, slots=True)
class ValueStatistics:
    """The matches with one value of an option, or with several rare ones together, which are listed in `value`."""

    value: str
    usual: bool
    matches: int
    began: Share | None
    turns: Spread | None


@dataclass(frozen=True, slots=True)
class OptionStatistics:
    """The matches by the values of an option."""

    option: str
    values: tuple[ValueStatistics, ...]


@dataclass(frozen=True, slots=True)
class HouseStatistics:
    """How the house player did at one level, or before there were levels (None); each seat that it had counts."""

    level: Level | None
    name: str
    firsts: Share


@dataclass(frozen=True, slots=True)
class SeatsStatistics:
    """The matches with one number of seats."""

    rules: str
    seats: int
    matches: int
    endings: Mapping[str, int]
    """How many ended in which way, the most frequent first."""
    firsts: tuple[Share, ...]
    """For each seat, from the one that began."""
    turns: Spread | None
    lengths: Mapping[int, int]
    """How many matches had so many turns."""
    pace: Spread | None
    """Seconds for each turn."""
    options: tuple[OptionStatistics, ...]
    house: tuple[HouseStatistics, ...] = ()


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The statistics of a game."""

    game: str
    title: str
    matches: int
    by_seats: tuple[SeatsStatistics, ...]


def find_statistics(session: Session, game: str) -> GameStatistics:
    """Compute the statistics of a game. Raises `KeyError` for a game that is not played here."""
    newest = newest_engine(game).rules
    found: dict[tuple[str, int], dict[str, dict[str, Counter[str]]]] = {}
    keys = [key for key, engine in engines().items() if engine.rules.name == newest.name]
    query = select(Tally.rules, Tally.seats, Tally.subject, Tally.measure, Tally.item, Tally.count)
    for rules, seats, subject, measure, item, count in session.execute(query.where(Tally.rules.in_(keys))):
        sums = found.setdefault((rules, seats), {}).setdefault(subject, defaultdict(Counter))
        sums[measure][item] += count
    known = engines()
    by_seats = [_of_seats(known[rules].rules, seats, sums) for (rules, seats), sums in sorted(found.items())]
    return GameStatistics(newest.name, newest.title, sum(one.matches for one in by_seats), tuple(by_seats))


def wilson_interval(successes: float, trials: int) -> tuple[float, float]:
    """Return the limits of a share with a confidence of 95 % (Wilson's score interval)."""
    share, square = successes / trials, CONFIDENCE**2 / trials
    middle = share + square / 2
    width = CONFIDENCE * sqrt(share * (1 - share) / trials + square / (4 * trials))
    return max(0.0, (middle - width) / (1 + square)), min(1.0, (middle + width) / (1 + square))


def spread_of(counts: Mapping[int, int]) -> Spread | None:
    """Find the quartiles of figures, each of which so many matches have; always figures that some match has."""
    total = sum(counts.values())
    if not total:
        return None
    ordered = sorted(counts)
    quarter, median, three_quarters = (_quantile(counts, ordered, total * part / 4) for part in (1, 2, 3))
    return Spread(ordered[0], quarter, median, three_quarters, ordered[-1])


def _quantile(counts: Mapping[int, int], ordered: Sequence[int], rank: float) -> int:
    passed = 0
    for figure in ordered:
        passed += counts[figure]
        if passed >= rank:
            return figure
    return ordered[-1]


def _of_seats(rules: Rules, seats: int, subjects: Mapping[str, Sums]) -> SeatsStatistics:
    sums = subjects.get("", {})
    endings = Counter(sums.get(KIND, {}))
    lengths = _numbers(sums, TURNS)
    return SeatsStatistics(
        rules=rules.key,
        seats=seats,
        matches=endings.total(),
        endings=dict(endings.most_common()),
        firsts=tuple(share for later in range(seats) if (share := _share(sums, f"{FIRST}{later}"))),
        turns=spread_of(lengths),
        lengths=dict(sorted(lengths.items())),
        pace=spread_of(_numbers(sums, PACE)),
        options=tuple(_of_options(rules, subjects)),
        house=tuple(_of_house(sums)),
    )


def _of_house(sums: Sums) -> Iterable[HouseStatistics]:
    for level in (*Level, None):
        share = _share(sums, f"{HOUSE}{level or ''}")
        if share:
            yield HouseStatistics(level, NAMES[level] if level else HOUSE_NAME, share)


def _of_options(rules: Rules, subjects: Mapping[str, Sums]) -> Iterable[OptionStatistics]:
    for option in rules.options:
        others = {
            subject.partition("=")[2]: sums
            for subject, sums in subjects.items()
            if subject.partition("=")[0] == option.key
        }
        if others:
            yield OptionStatistics(option.key, tuple(_of_values(option, subjects.get("", {}), others)))


def _of_values(option: Option, sums: Sums, others: Mapping[str, Sums]) -> Iterable[ValueStatistics]:
    usual: dict[str, Counter[str]] = {measure: Counter(counts) for measure, counts in sums.items()}
    for other in others.values():
        for measure, counts in other.items():
            usual[measure].subtract(counts)
    yield _of_value(str(option.default), usual, usual=True)
    few = [value for value, one in others.items() if _matches(one) < FEW]
    for value in sorted(others.keys() - set(few), key=lambda value: -_matches(others[value])):
        yield _of_value(value, others[value])
    if few:
        yield _of_value(", ".join(sorted(few)), _sum(others[value] for value in few))


def _of_value(value: str, sums: Sums, *, usual: bool = False) -> ValueStatistics:
    return ValueStatistics(value, usual, _matches(sums), _share(sums, f"{FIRST}0"), spread_of(_numbers(sums, TURNS)))


def _sum(some: Iterable[Sums]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for sums in some:
        for measure, counts in sums.items():
            found[measure].update(counts)
    return found


def _matches(sums: Sums) -> int:
    return sum(sums.get(KIND, Counter()).values())


def _numbers(sums: Sums, measure: str) -> dict[int, int]:
    return {int(item): count for item, count in sums.get(measure, Counter()).items() if count > 0}


def _share(sums: Sums, measure: str) -> Share | None:
    counts = _numbers(sums, measure)
    matches = sum(counts.values())
    if not matches:
        return None
    firsts = sum(count / sharing for sharing, count in counts.items() if sharing)
    low, high = wilson_interval(firsts, matches)
    alone = counts.get(1, 0)
    shared = matches - alone - counts.get(0, 0)
    return Share(alone, shared, matches, firsts / matches, low, high)
