"""Terms of a search in the archive, as they stand in an address of the page, and as they are read for the search.

/archive?game=egyptos&player=Anna&with=Bob&result=won&from=2026-05&options=opening%3Dswap
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, time, timedelta, tzinfo
from enum import StrEnum
from typing import TypeVar
from urllib.parse import urlencode

from adjudicator.engines.contract import BadOption, Options
from adjudicator.engines.registry import close_games, engines, newest_engine
from adjudicator.engines.rules import Rules
from adjudicator.mail.commands.words.match_words import OPTIONS, PRESETS
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.match_result import EndKind, ending_of
from adjudicator.services.matches.finished.archive_search import Search, WantedResult, Words
from adjudicator.services.matches.opening.chosen_options import read_options
from adjudicator.services.matches.rows.archive_rows import name_words

ENDINGS = tuple(kind for kind in EndKind if ending_of(kind) is kind)
DATES = ("2026", "2026-05", "2026-05-13")
"""How a date is written: a year, a month, a day."""
MOST_NAMES = 5
NO_WORDS: Words = ()
PRESET = "preset"
ANNOTATED = "1"
"""Value of the term for matches with diaries or comments."""
C = TypeVar("C", bound=StrEnum)
V = TypeVar("V")
_DATE = re.compile(r"((?:19|20)\d\d)(?:-(\d\d?)(?:-(\d\d?))?)?")


class TermFault(StrEnum):
    """Why a term cannot be looked for."""

    GAME = "game"
    RESULT = "result"
    NO_PLAYER = "no_player"
    """A result of a player without their name."""
    KIND = "kind"
    SEATS = "seats"
    DATE = "date"
    NO_GAME = "no_game"
    """Options without the game that has them."""
    OPTION = "option"
    ANNOTATED = "annotated"
    NAMES = "names"
    """More names than anybody looks for."""


class BadTerm(ValueError):
    """A term that cannot be looked for; `right` lists those that can, and `option` is the fault of an option."""

    def __init__(
        self, term: str, fault: TermFault, right: tuple[str, ...] = (), option: BadOption | None = None
    ) -> None:
        super().__init__(f"{term}: {fault}")
        self.term = term
        self.fault = fault
        self.right = right
        self.option = option


class UnreadableSearch(ValueError):
    """A search with terms that cannot be looked for: all of them, in the order of the terms."""

    def __init__(self, faults: Sequence[BadTerm]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchTerms:
    """The terms of a search, each as it is written; empty ones are not asked."""

    game: str = ""
    player: str = ""
    opponent: str = ""
    names: str = ""
    """Words of names, each of anybody at the match."""
    result: str = ""
    kind: str = ""
    seats: str = ""
    since: str = ""
    until: str = ""
    """The last year, month or day that is looked through."""
    options: str = ""
    """Options of the game, such as ``opening=swap contact=corner``."""
    annotated: str = ""
    """``1`` for matches with diaries or comments."""

    def named(self) -> tuple[tuple[str, str], ...]:
        """List the terms that are asked, by their names; a game has its title."""
        given = {one.name: getattr(self, one.name) for one in fields(self)}
        if self.game:
            given["game"] = newest_engine(self.game).rules.title
        return tuple((name, value) for name, value in given.items() if value)

    def query(self) -> str:
        """Write the terms as the query of the archive's page; empty without any."""
        given = {ADDRESS.get(one.name, one.name): getattr(self, one.name) for one in fields(self)}
        return urlencode({name: value for name, value in given.items() if value})


ADDRESS = {"opponent": "with", "since": "from", "until": "to"}
"""The names of terms in an address, where Python has the word for itself."""


def read_terms(terms: SearchTerms, zone: tzinfo, now: datetime) -> Search:
    """Read terms for a search at a moment; dates are those of a zone.

    Raises `UnreadableSearch` with all that cannot be read.
    """
    faults: list[BadTerm] = []

    def read(reader: Callable[[], V], otherwise: V) -> V:
        try:
            return reader()
        except BadTerm as fault:
            faults.append(fault)
        except UnreadableSearch as several:
            faults.extend(several.faults)
        return otherwise

    rules = read(lambda: _read_game(terms.game) if terms.game else None, None)
    player = read(lambda: _read_name("player", terms.player), NO_WORDS)
    search = Search(
        game=rules.name if rules else "",
        player=player,
        opponent=read(lambda: _read_name("opponent", terms.opponent), NO_WORDS),
        others=tuple((word,) for word in read(lambda: _read_name("names", terms.names), NO_WORDS)),
        result=read(lambda: _read_result(terms), None),
        kind=read(lambda: _read_choice("kind", TermFault.KIND, terms.kind, ENDINGS) if terms.kind else None, None),
        seats=read(lambda: _read_seats(terms.seats), 0),
        since=read(lambda: read_period("since", terms.since, zone)[0] if terms.since else None, None),
        until=read(lambda: read_period("until", terms.until, zone)[1] if terms.until else None, None),
        rules=rules.key if rules and terms.options else "",
        options=read(lambda: _read_options(rules, terms), {}),
        annotated=read(lambda: now if _is_annotated(terms.annotated) else None, None),
    )
    if faults:
        raise UnreadableSearch(faults)
    return search


def _read_result(terms: SearchTerms) -> WantedResult | None:
    if not terms.result:
        return None
    result = _read_choice("result", TermFault.RESULT, terms.result, tuple(WantedResult))
    if result is not WantedResult.SHARED and not name_words(terms.player):
        raise BadTerm("player", TermFault.NO_PLAYER)
    return result


def _is_annotated(text: str) -> bool:
    if text not in ("", ANNOTATED):
        raise BadTerm("annotated", TermFault.ANNOTATED, (ANNOTATED,))
    return bool(text)


def is_date(text: str) -> bool:
    """Whether a word is a year, a month or a day."""
    return _DATE.fullmatch(text) is not None


def read_period(term: str, text: str, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return the first moment of a year, month or day, and the first one after it. Raises `BadTerm`."""
    found = _DATE.fullmatch(text.strip())
    if found is None:
        raise BadTerm(term, TermFault.DATE, DATES)
    year, month, day = int(found[1]), int(found[2] or 1), int(found[3] or 1)
    try:
        first = datetime(year, month, day, tzinfo=zone)
    except ValueError as fault:  # the 31st of February
        raise BadTerm(term, TermFault.DATE, DATES) from fault
    if found[3]:
        return first, datetime.combine(first.date() + timedelta(days=1), time(), zone)
    if found[2]:
        return first, datetime(year + month // 12, month % 12 + 1, 1, tzinfo=zone)
    return first, datetime(year + 1, 1, 1, tzinfo=zone)


def _games() -> tuple[str, ...]:
    return tuple(sorted({engine.rules.name for engine in engines().values()}))


def _read_game(text: str) -> Rules:
    try:
        return newest_engine(text).rules
    except KeyError as fault:
        raise BadTerm("game", TermFault.GAME, close_games(text) or _games()) from fault


def _read_choice(term: str, fault: TermFault, text: str, right: Sequence[C]) -> C:
    found = next((choice for choice in right if choice == text), None)
    if found is None:
        raise BadTerm(term, fault, tuple(map(str, right)))
    return found


def _read_name(term: str, text: str) -> Words:
    words = tuple(dict.fromkeys(name_words(text)))
    if len(words) > MOST_NAMES:
        raise BadTerm(term, TermFault.NAMES)
    return words


def most_seats() -> int:
    """Count the seats of the largest game that can be played here."""
    return max(max(engine.rules.seats) for engine in engines().values())


def _read_seats(text: str) -> int:
    right = tuple(map(str, range(2, most_seats() + 1)))
    if text and text not in right:
        raise BadTerm("seats", TermFault.SEATS, right)
    return int(text or 0)


def _read_options(rules: Rules | None, terms: SearchTerms) -> dict[str, str | int]:
    if rules is None:
        if terms.options and not terms.game:
            raise BadTerm("options", TermFault.NO_GAME, _games())
        return {}  # a game that cannot be read has its own fault
    given: dict[str, str | int] = {}
    for word in terms.options.split():
        key, _, value = word.casefold().partition("=")
        key, value = OPTIONS.get(fold_line(key), key.replace("-", "_")), value.rstrip(".")
        given[key] = int(value) if value.isdecimal() else PRESETS.get(value, value) if key == PRESET else value
    chosen, faults = dict[str, str | int](), list[BadTerm]()
    for key, meant in given.items():
        try:
            read = _read_preset(rules, meant) if key == PRESET else read_options(rules, {key: meant})
            rules.complete(read)
        except BadOption as fault:
            faults.append(BadTerm("options", TermFault.OPTION, fault.expected, fault))
        else:
            chosen = {**read, **chosen} if key == PRESET else {**chosen, **read}
    if faults:
        raise UnreadableSearch(faults)
    return chosen


def _read_preset(rules: Rules, name: str | int) -> Options:
    if name not in rules.presets:
        raise BadOption(PRESET, name, tuple(rules.presets))
    return rules.presets[str(name)]
