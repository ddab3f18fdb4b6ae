"""Writes a command in the language of who gets it suggested: ``absence over`` becomes ``Abwesenheit vorbei``.

Only words that the parser understands in that language are put in; names, days, zones and options stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from adjudicator.mail.commands.arguments.addressees import TO_ALL_WORDS
from adjudicator.mail.commands.arguments.durations import translate_durations
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.table.command import Argument, Command
from adjudicator.mail.commands.table.command_table import COMMANDS
from adjudicator.mail.commands.table.command_words import command_named
from adjudicator.mail.commands.table.topics import BY_NAME
from adjudicator.mail.commands.words.match_words import (
    BOARD_USES,
    HOUSE_LEVELS,
    OPTIONS,
    PRESETS,
    PRIVATE,
    PRIVATE_WORDS,
    SEAT_USES,
    WITH,
    WITH_WORDS,
)
from adjudicator.mail.commands.words.past_words import (
    FILE_KINDS,
    LINE,
    LINE_WORDS,
    PAST_ENDINGS,
    PAST_NOTES,
    PAST_RESULTS,
)
from adjudicator.mail.commands.words.reply_words import (
    ALWAYS,
    ALWAYS_WORDS,
    CANCEL,
    CANCEL_WORDS,
    FROM_WORDS,
    NONE,
    NONE_WORDS,
    OFF,
    SWITCHES,
    USUAL,
    USUAL_WORDS,
)
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
from adjudicator.mail.commands.words.time_words import (
    ABSENCE_SWITCHES,
    BACK,
    BACK_WORDS,
    DAYS_WRITTEN,
    FREE_TIMES,
    NOTICES,
    WEEKDAYS,
)
from adjudicator.mail.commands.words.word_index import WordIndex, lookup_word
from adjudicator.mail.text.text_fold import fold_line

_ISO_DAYS = re.compile(r"(\d{4}-\d\d-\d\d)(?: to (\d{4}-\d\d-\d\d))?")
_LONGEST = 2
"""Words of the longest English command that is suggested."""


def translate_command(line: str, language: str) -> str:
    """Write an English command in a language; a line that is none, or is in another language, stays as it is.

    An argument that stands for something, as ADDRESS in ``main ADDRESS``, is left to the caller.
    """
    given = read_line(line, "match") or read_line(line, "service")
    if given is None:
        return _translate_word(line, language)
    argument = _argument_of(line, given.command.name)
    return line if argument is None else write_command(given.command, argument, language)


def translate_option(option: str, language: str) -> str:
    """Write an option of a match in a language, as far as it has words for it: ``Regeln=niederländisch``."""
    key, sign, value = option.partition("=")
    if key not in OPTIONS.values():
        return option
    value = PRESETS.word(value, language) if key == "preset" and value in PRESETS.values() else value
    value = HOUSE_LEVELS.word(value, language) if key == "house" and value in HOUSE_LEVELS.values() else value
    return f"{OPTIONS.word(key, language)}{sign}{translate_durations(value, language)}"


def write_command(command: Command, argument: str, language: str) -> str:
    """Write a command in a language; its argument may be English, or in the language already."""
    translate = _ARGUMENTS.get(command.argument)
    return f"{command.word(language)} {translate(argument, language) if translate and argument else argument}".strip()


def _argument_of(line: str, name: str) -> str | None:
    """Return the text behind the command's English word; None where another language's word stands."""
    words = line.split()
    for count in range(min(_LONGEST, len(words)), 0, -1):
        if " ".join(words[:count]) in command_named(name).words["en"]:
            return " ".join(words[count:])
    return None


def _translate_word(line: str, language: str) -> str:
    words = line.split()
    for count in range(min(_LONGEST, len(words)), 0, -1):
        said = " ".join(words[:count])
        command = next((one for one in COMMANDS if said in one.words["en"]), None)
        if command is not None:
            return write_command(command, " ".join(words[count:]), language)
    return line


def _last_choice(index: WordIndex) -> Callable[[str, str], str]:
    def translate(argument: str, language: str) -> str:
        before, space, last = argument.rpartition(" ")
        meaning = index.get(fold_line(last))
        return f"{before}{space}{index.word(meaning, language)}" if meaning else argument

    return translate


def _choice(index: WordIndex) -> Callable[[str, str], str]:
    def translate(argument: str, language: str) -> str:
        meaning = index.get(fold_line(argument))
        return index.word(meaning, language) if meaning else argument

    return translate


def _topic(argument: str, language: str) -> str:
    topic = next((one for one in BY_NAME.values() if argument in one.words["en"]), None)
    return topic.words[language][0] if topic else _translate_word(argument, language)


def _absence(argument: str, language: str) -> str:
    first, _, rest = argument.partition(" ")
    if fold_line(first) in CANCEL:
        return f"{CANCEL_WORDS[language][0]} {_days(rest, language)}".strip()
    return BACK_WORDS[language][0] if fold_line(argument) in BACK else _days(argument, language)


def _days(argument: str, language: str) -> str:
    """Write ``2026-12-20 to 2027-01-03`` as people do: ``20.12.2026 bis 3.1.2027``. Other text stays as it is."""
    written = DAYS_WRITTEN.get(language)
    found = _ISO_DAYS.fullmatch(argument)
    if written is None or found is None:
        return argument
    days = (written.day.format(year=one[:4], month=int(one[5:7]), day=int(one[8:])) for one in found.groups() if one)
    return f" {written.to} ".join(days)


def _wanted(argument: str, language: str) -> str:
    """Write the times that are wanted, or that none or the usual is."""
    plain = fold_line(argument)
    if plain in USUAL:
        return USUAL_WORDS[language][0]
    return NONE_WORDS[language][0] if plain in OFF else translate_durations(argument, language)


def _free_times(argument: str, language: str) -> str:
    if fold_line(argument) in NONE:
        return NONE_WORDS[language][0]
    translate = _choice(FREE_TIMES)
    return " ".join(translate(word, language) for word in argument.split())


def _digest(argument: str, language: str) -> str:
    """Translate the words of a digest's times; weekdays are understood in every language."""
    said, rest = list[str](), argument
    while rest:
        use = lookup_word(DIGEST_USES, rest)
        word, _, behind = rest.partition(" ")
        day = WEEKDAYS.get(fold_line(word))
        said.append(DIGEST_USES.word(use[0], language) if use else WEEKDAYS.word(day, language) if day else word)
        rest = use[1] if use else behind
    return " ".join(said)


def _text(argument: str, language: str) -> str:
    to_all = f"{TO_ALL_WORDS['en'][0]}:"
    text = argument.removeprefix(to_all)
    return argument if text == argument else f"{TO_ALL_WORDS[language][0]}:{text}"


def _habit(argument: str, language: str) -> str:
    """Translate the word for all matches; the habit itself is in the words of its game."""
    first, blank, rest = argument.partition(" ")
    return f"{ALWAYS_WORDS[language][0]}{blank}{rest}" if fold_line(first) in ALWAYS else argument


def _switch(argument: str, language: str) -> str:
    """Translate what is switched, with the word for all matches; spans of time have the same letters everywhere."""
    return " ".join(_switched(word, language) for word in argument.split())


def _switched(word: str, language: str) -> str:
    plain = fold_line(word)
    if plain in ALWAYS:
        return ALWAYS_WORDS[language][0]
    return SWITCHES.word(SWITCHES[plain], language) if plain in SWITCHES else word


def _past(argument: str, language: str) -> str:
    """Translate results and endings; games, names and dates are the same in every language."""
    results, endings, notes = (_choice(index) for index in (PAST_RESULTS, PAST_ENDINGS, PAST_NOTES))
    return " ".join(notes(endings(results(word, language), language), language) for word in argument.split())


def _memo(argument: str, language: str) -> str:
    return NONE_WORDS[language][0] if fold_line(argument) in NONE else argument


def _diary(argument: str, language: str) -> str:
    first, blank, number = argument.partition(" ")
    takes_back = fold_line(first) in NONE and (not number or number.isdecimal())
    return f"{NONE_WORDS[language][0]}{blank}{number}" if takes_back else argument


def _comment(argument: str, language: str) -> str:
    """Translate the words for striking out, for a variation, and for news; the rest is its writer's."""
    first, blank, rest = argument.partition(" ")
    if fold_line(first) in NONE and rest:
        return f"{NONE_WORDS[language][0]} {rest}"
    if fold_line(first) in SWITCHES and not rest:
        return SWITCHES.word(SWITCHES[fold_line(first)], language)
    word, gap, behind = rest.partition(" ")
    return f"{first}{blank}{LINE_WORDS[language][0]}{gap}{behind}" if fold_line(word) in LINE and behind else argument


def _invitation(argument: str, language: str) -> str:
    seat = _choice(SEAT_USES)
    return " ".join(_word_of_invitation(word, language) or seat(word, language) for word in argument.split())


def _word_of_invitation(word: str, language: str) -> str:
    if "=" in word:
        return translate_option(word, language)
    tables = ((WITH, WITH_WORDS), (PRIVATE, PRIVATE_WORDS))
    return next((said[language][0] for known, said in tables if fold_line(word) in known), "")


def _seat(argument: str, language: str) -> str:
    """Translate ``open``, ``house``, and a level behind it."""
    seat, level = _choice(SEAT_USES), _choice(HOUSE_LEVELS)
    first, blank, rest = argument.partition(" ")
    return f"{seat(first, language)}{blank}{level(rest, language)}"


def _position(argument: str, language: str) -> str:
    number, word, name = argument.partition(" from ")
    return f"{number} {FROM_WORDS[language][0]} {name}" if word else argument


_ARGUMENTS: Mapping[Argument, Callable[[str, str], str]] = {
    Argument.LAYOUT: _choice(LAYOUTS),
    Argument.SIDE: _choice(O_MEANINGS),
    Argument.KEY: _choice(KEY_USES),
    Argument.SEAT: _seat,
    Argument.OPENED: _seat,
    Argument.ABSENCES: _choice(ABSENCE_SWITCHES),
    Argument.NOTICES: _choice(NOTICES),
    Argument.TOPIC: _topic,
    Argument.DATE: _absence,
    Argument.UNTIL: _days,
    Argument.FREE_TIMES: _free_times,
    Argument.INVITATION: _invitation,
    Argument.REMINDERS: _wanted,
    Argument.QUIET: _wanted,
    Argument.CALENDAR: _choice(CALENDAR_USES),
    Argument.FILE: _last_choice(FILE_KINDS),
    Argument.DIGEST: _digest,
    Argument.TURNS: _choice(TURN_USES),
    Argument.LETTERS: _choice(LETTER_CHOICES),
    Argument.PUBLIC_NAME: _choice(PUBLIC_NAMES),
    Argument.TEXT: _text,
    Argument.MEMO: _memo,
    Argument.DIARY: _diary,
    Argument.COMMENT: _comment,
    Argument.BOARDS: _choice(BOARD_USES),
    Argument.PAST: _past,
    Argument.HABIT: _habit,
    Argument.POSITION: _position,
    Argument.SWITCH: _switch,
    Argument.DELAY: _switch,
}
