"""Parses a request for a match, in five languages: ``new egyptos with bob@example.org days=3 isolation=allowed``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import zip_longest

from adjudicator.mail.commands.arguments.durations import unit_named
from adjudicator.mail.commands.arguments.terms_order import NO_TERMS, TERMS, TermsOrder, read_terms
from adjudicator.mail.commands.words.match_words import (
    BEFORE_LEVEL,
    HOUSE,
    HOUSE_LEVELS,
    HOUSE_NAMES,
    LEVEL,
    OPEN,
    OPTIONS,
    PRESETS,
    PRIVATE,
    WITH,
)
from adjudicator.mail.commands.words.reply_words import AND, ARTICLES, NONE, OF
from adjudicator.mail.commands.words.setting_words import LANGUAGES
from adjudicator.mail.commands.words.time_words import FREE_TIMES
from adjudicator.mail.errors import NewMatchFault, SenderFault
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.mail.trust.from_header import check_address, normalize_address

HOUSE_PLAYER = "house"
ANYBODY = "open"

_OPTION = re.compile(r"\s*=\s*")
_SPACED = re.compile(r"(?<=[0-9a-zA-Z]) *([+/]) *(?=[0-9])")
"""Blanks around the mark of a time: ``30d + 1d``."""
_LINK = re.compile(r"(?i)[<\[(]mailto:[^<>\[\]()]*[>\])]")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A requested match. Game and options are not validated yet: the service asks the engine."""

    game: str
    opponents: tuple[str, ...]
    """Addresses, or `HOUSE_PLAYER` (the built-in bot), or `ANYBODY`."""
    options: Mapping[str, str | int] = field(default_factory=dict)
    """Options of the game, in lower case; numbers as `int`."""
    days: int | None = None
    """Days for each turn; 0: no limit, None: not given."""
    language: str = ""
    terms: TermsOrder = NO_TERMS
    private: bool = False
    """Whether only its players may see it."""


def read_new_match(text: str) -> NewMatch:
    """Parse the argument of `new`.

    Raises `NewMatchFault` with the reason `no_game`, `no_opponent`, `bad_address`, `bad_level`, `twice`, `bad_option`,
    `two_times`, `two_levels` or `private_open`, and `TermsFault` for an option of the match's time.
    """
    plain = _SPACED.sub(r"\1", _OPTION.sub("=", _LINK.sub(" ", text)))
    words = _with_lists(plain.replace(",", " ").replace(";", " ").split())
    private = any(fold_line(word) in PRIVATE for word in words)
    named = [word for word in words if "=" not in word and fold_line(word) not in PRIVATE]
    end = next((at for at, word in enumerate(named) if fold_line(word) in WITH or "@" in word), 1)
    game = without_of(fold_line(" ".join(named[:end])))
    if not game:
        raise NewMatchFault("no_game", " ".join(named))
    named_there = [word for word in named[end:] if fold_line(word) not in WITH | AND]
    guests = [word for word, behind in zip_longest(named_there, named_there[1:]) if not _is_article(word, behind)]
    opponents, said = _without_level(guests)
    if not opponents:
        raise NewMatchFault("no_opponent", game)
    if private and any(fold_line(word) in OPEN for word in opponents):
        raise NewMatchFault("private_open", game)
    options = _options([word for word in words if "=" in word])
    timed = {key: str(options.pop(key)) for key in TERMS if key in options}
    timed |= _level_in_words([*opponents, *said], timed.get("house"))
    days, language = _days(options.pop("days", None)), str(options.pop("language", ""))
    if days is not None and (twice := timed.keys() & {"time", "pace"}):
        raise NewMatchFault("two_times", f"days {' '.join(sorted(twice))}")
    spoken = LANGUAGES.get(fold_line(language), language)
    return NewMatch(game, _opponents(opponents), options, days, spoken, read_terms(timed), private)


def without_of(game: str) -> str:
    """Remove a word such as ``of`` before a game."""
    first, _, behind = game.partition(" ")
    return behind if behind and first in OF else game


def _is_article(word: str, behind: str | None) -> bool:
    return behind is not None and fold_line(word) in ARTICLES and fold_line(behind) in HOUSE


def _with_lists(words: list[str]) -> list[str]:
    """Join a value that blanks have separated: ``off=weekends, nights``, or ``time=30 days``."""
    joined: list[str] = []
    for word in words:
        key = OPTIONS.get(fold_line(joined[-1].partition("=")[0])) if joined else None
        if key == "off" and fold_line(word) in FREE_TIMES:
            joined[-1] += f",{word}"
        elif key in TERMS and joined[-1][-1].isdecimal() and unit_named(re.split("[+/]", word)[0]):
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def _opponents(words: list[str]) -> tuple[str, ...]:
    opponents = tuple(_opponent(word) for word in words)
    people = [normalize_address(one) for one in opponents if "@" in one]
    for person in people:
        if people.count(person) > 1:
            raise NewMatchFault("twice", person)
    return opponents


def _without_level(words: list[str]) -> tuple[list[str], list[str]]:
    """Take the words for a level out that stand behind the house player: ``house, level hard``.

    Raises `NewMatchFault` for a word that is none.
    """
    if not any(fold_line(word) in HOUSE for word in words):
        return words, []
    others, levels = list[str](), list[str]()
    for word in words:
        said = fold_line(word.strip("."))
        if said in HOUSE_LEVELS and said not in HOUSE_NAMES:
            while others and fold_line(others[-1]) in LEVEL | BEFORE_LEVEL:
                others.pop()
            levels.append(said)
        elif others and fold_line(others[-1]) in LEVEL:
            raise NewMatchFault("bad_level", f"{others[-1]} {word}")
        else:
            others.append(word)
    return others, levels


def _level_in_words(words: list[str], level: str | None) -> dict[str, str]:
    """Return the level of the house player that is called by its name or by a word, as an option.

    Raises `NewMatchFault` for two levels: a match begins with one.
    """
    named = {HOUSE_LEVELS[name]: word for word in words if (name := fold_line(word)) in HOUSE_LEVELS}
    said = HOUSE_LEVELS.get(fold_line(level)) if level else None
    if len(named) > 1 or (level and set(named) - {said}):
        raise NewMatchFault("two_levels", " ".join([*named.values(), *([f"house={level}"] if level else [])]))
    return {"house": next(iter(named))} if named else {}


def _opponent(word: str) -> str:
    if fold_line(word) in HOUSE or fold_line(word) in HOUSE_NAMES:
        return HOUSE_PLAYER
    if fold_line(word) in OPEN:
        return ANYBODY
    try:
        return check_address(word.strip("<>()[]\"'.:"))
    except SenderFault as fault:
        raise NewMatchFault("bad_address", word) from fault


def _options(given: list[str]) -> dict[str, str | int]:
    options: dict[str, str | int] = {}
    for word in given:
        key, _, value = word.partition("=")
        key = OPTIONS.get(fold_line(key), key.lower().replace("-", "_"))
        value = value.lower().rstrip(".")
        value = PRESETS.get(fold_line(value), value) if key == "preset" else value
        if not key or not value or "=" in value or key in options:
            raise NewMatchFault("bad_option", word)
        options[key] = int(value) if _NUMBER.fullmatch(value) else value
    return options


def _days(value: str | int | None) -> int | None:
    if value is None or isinstance(value, int):
        return value
    if fold_line(value) in NONE:
        return 0
    raise NewMatchFault("bad_option", f"days={value}")
