"""The names of command arguments in the help; choices are given in words that the parser understands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from adjudicator.mail.commands.arguments.durations import translate_durations
from adjudicator.mail.commands.words.match_words import BOARD_USES, HOUSE_LEVELS, OPTIONS, SEAT_USES, WITH_WORDS
from adjudicator.mail.commands.words.past_words import FILE_KINDS
from adjudicator.mail.commands.words.reply_words import NONE_WORDS, SWITCHES, USUAL_WORDS
from adjudicator.mail.commands.words.setting_words import (
    CALENDAR_USES,
    DIGEST_USES,
    KEY_USES,
    LAYOUTS,
    LETTER_CHOICES,
    O_MEANINGS,
    PUBLIC_NAMES,
    TURN_USES,
)
from adjudicator.mail.commands.words.time_words import ABSENCE_SWITCHES, FREE_TIMES, NOTICES, WEEKDAYS
from adjudicator.mail.commands.words.word_index import WordIndex, Words
from adjudicator.texts.games.boards import TEXT_SHAPES
from adjudicator.texts.language.language import LANGUAGES, N_, Language

ALIAS = N_("ALIAS")
NAMES: Mapping[str, str] = MappingProxyType(
    {
        "": "",
        "ALONE": "",
        "TEXT": N_("TEXT"),
        "STEP": N_("MOVE"),
        "DAYS": N_("DAYS"),
        "DATE": N_("DAY"),
        "UNTIL": N_("DAY"),
        "LANGUAGE": "|".join(LANGUAGES),
        "ZONE": "Europe/Paris",
        "GAME": N_("GAME"),
        "CODE": N_("CODE"),
        "ADDRESS": N_("ADDRESS"),
        "TOPIC": N_("TOPIC"),
        "MESSAGE": N_("NAME: TEXT"),
        "MEMO": N_("[TEXT]"),
        "DIARY": N_("[TEXT]"),
        "COMMENT": N_("[POSITION TEXT]"),
        "CHAIN_LINE": "5f3a 91c0 77aa 0b12",
        "GAMES": N_("[GAME]"),
        "PAST": N_("[GAME NAMES YEAR ...]"),
        "NUMBER": N_("[NUMBER]"),
        "ENTRY": N_("[NUMBER]"),
        "NODE": N_("[NUMBER]"),
        "OPENING": N_("[GAME MOVES ...]"),
        "POSITION": N_("[NUMBER]"),
        "RANGE": N_("[FIRST-LAST]"),
        "HABIT": N_("[HABIT]"),
        "NAME": N_("NAME"),
        "SUCCESSOR": N_("to ADDRESS"),
        "STAND_IN": N_("until DAY by ADDRESS"),
    }
)
"""By kind of argument. Values that are the same in all languages are not marked for translation."""


def name_argument(kind: str, language: Language) -> str:
    """Name the argument of a command; empty for a command without one."""
    if kind in _CHOICES:
        return _CHOICES[kind](language)
    return language.gettext(NAMES[kind]) if NAMES[kind] else ""


def _choose(index: WordIndex, *meanings: str) -> Callable[[Language], str]:
    return lambda language: "|".join(index.word(meaning, language.language) for meaning in meanings)


def _either(example: str, *others: Words) -> Callable[[Language], str]:
    return lambda language: "|".join(
        (translate_durations(example, language.language), *(words[language.language][0] for words in others))
    )


def _free_times(language: Language) -> str:
    code = language.language
    days = f"{WEEKDAYS.word('4', code)} {WEEKDAYS.word('5', code)}"
    kinds = (FREE_TIMES.word("weekends", code), days, f"{FREE_TIMES.word('nights', code)} 23-7")
    return "|".join((*kinds, f"{FREE_TIMES.word('holidays', code)} FR", NONE_WORDS[code][0]))


def _digest(language: Language) -> str:
    code = language.language
    days = f"8:00 {WEEKDAYS.word('0', code)} {WEEKDAYS.word('3', code)}"
    return "|".join(("18:00", days, *(DIGEST_USES.word(use, code) for use in ("short", "boards", "off"))))


def _level(language: Language) -> str:
    """Write how strong the house player is to be: ``house=easy|fair|strong``."""
    return f"{OPTIONS.word('house', language.language)}={_choose(HOUSE_LEVELS, 'easy', 'fair', 'strong')(language)}"


def _seat(language: Language) -> str:
    house, anybody = (SEAT_USES.word(use, language.language) for use in ("house", "open"))
    return f"{house} [{_choose(HOUSE_LEVELS, 'easy', 'fair', 'strong')(language)}]|{anybody}"


def _invitation(language: Language) -> str:
    return f"{language.gettext(N_('GAME'))} {WITH_WORDS[language.language][0]} {language.gettext(N_('ADDRESS'))}"


_CHOICES: Mapping[str, Callable[[Language], str]] = MappingProxyType(
    {
        "LAYOUT": _choose(LAYOUTS, *TEXT_SHAPES),
        "SIDE": _choose(O_MEANINGS, "east", "west"),
        "KEY": _choose(KEY_USES, "required", "optional", "none"),
        "SEAT": _seat,
        "ABSENCES": lambda language: f"[{_choose(ABSENCE_SWITCHES, 'auto', 'by hand')(language)}]",
        "LETTERS": _choose(LETTER_CHOICES, "turns", "all", "none", "default"),
        "PROPOSAL": lambda language: f"{language.gettext(NAMES['NUMBER'])}|{language.gettext(NAMES['CODE'])}",
        "PUBLIC_NAME": lambda language: f"{_choose(PUBLIC_NAMES, 'own', 'none')(language)}|{language.gettext(ALIAS)}",
        "NOTICES": _choose(NOTICES, "ask", "count"),
        "FREE_TIMES": _free_times,
        "INVITATION": _invitation,
        "REMINDERS": _either("3d 1d 4h", USUAL_WORDS, NONE_WORDS),
        "QUIET": _either("22-7", NONE_WORDS),
        "FILE": lambda language: (
            f"[{language.gettext(NAMES['CODE'])}] "
            f"[{_choose(FILE_KINDS, 'text', 'html', 'svg', 'mbox', 'json', 'ap')(language)}]"
        ),
        "CALENDAR": lambda language: f"[{_choose(CALENDAR_USES, 'new', 'off')(language)}]",
        "DIGEST": _digest,
        "SWITCH": _choose(SWITCHES, "on", "off"),
        "DELAY": lambda language: f"30m|2h|{SWITCHES.word('off', language.language)}",
        "TURNS": _choose(TURN_USES, "at once", "in the digest"),
        "BOARDS": lambda language: f"[{BOARD_USES.word('boards', language.language)}]",
        "OPENED": lambda language: f"[{SEAT_USES.word('open', language.language)}|{_level(language)}]",
    }
)
