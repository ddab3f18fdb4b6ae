"""The shapes of arguments: whether the text behind a command can be its argument.

What it means is read later, by `arguments` and the services.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from adjudicator.mail.commands.arguments.absence_order import is_absence_order
from adjudicator.mail.commands.arguments.chain_line import read_chain_line
from adjudicator.mail.commands.arguments.comment_order import CommentDeed, read_comment_order, read_diary_order
from adjudicator.mail.commands.arguments.dates import names_day
from adjudicator.mail.commands.arguments.digest_order import is_digest_order
from adjudicator.mail.commands.arguments.free_times_order import is_free_times_order
from adjudicator.mail.commands.arguments.new_match import without_of
from adjudicator.mail.commands.arguments.quiet_order import is_quiet_order
from adjudicator.mail.commands.arguments.reminders_order import is_reminders_order
from adjudicator.mail.commands.arguments.second_look_order import is_delay_order, read_switch
from adjudicator.mail.commands.table.command import Argument
from adjudicator.mail.commands.table.command_table import COMMANDS
from adjudicator.mail.commands.table.topics import TOPIC_WORDS
from adjudicator.mail.commands.words.match_words import (
    BOARD_USES,
    HOUSE,
    HOUSE_LEVELS,
    HOUSE_NAMES,
    OPEN,
    SEAT_USES,
    WITH,
)
from adjudicator.mail.commands.words.past_words import FILE_KINDS
from adjudicator.mail.commands.words.reply_words import (
    FROM,
    NAME_AGAIN,
    NAME_VERBS,
    NONE,
    OFF,
    TO,
    USUAL,
    WELCOME,
    WHOM,
)
from adjudicator.mail.commands.words.setting_words import (
    CALENDAR_USES,
    KEY_USES,
    LANGUAGES,
    LAYOUTS,
    LETTER_CHOICES,
    O_MEANINGS,
    PUBLIC_NAMES,
    TURN_USES,
)
from adjudicator.mail.commands.words.time_words import ABSENCE_SWITCHES, DAY, FOR_SPAN, NOTICES
from adjudicator.mail.commands.words.word_index import index_words
from adjudicator.mail.text.text_fold import fold_line

SHORTEST_SLIP = 3
"""Letters of a word of which a mistyped one can be told."""
_LONGEST_NUMBER = 6
_LONGEST_NAME = 4
_MOST_ENDS = 2
_LONGEST_HABIT = 8
"""Words of a habit; a longer text is chatter."""
_LONGEST_STAND_IN = 12
_LONGEST_TOO_MANY = 4
_LONGEST_SEARCH = 8
_LONGEST_ALIAS = 4
_LONGEST_OPENING = 40
_LONGEST_REMINDERS = 16
_LONGEST_QUIET = 8
_LONGEST_DELAY = 6
_DAYS = re.compile(r"\+?([0-9]{1,3})(?: ?([a-z]+))?")
_LINK = re.compile(r"(?i)[<\[(]mailto:[^<>\[\]()]*[>\])]")
_CODE = re.compile(r"[A-Za-z0-9]{3,8}")


_ALL_WORDS = index_words({command.name: command.words for command in COMMANDS})


def shape_argument(argument: Argument, rest: str) -> str | None:
    """Return the text behind a command as its argument; None if it has not the shape of one, and the line is chatter.

    A short one that is wrong is passed on, as a mistake to be answered.
    """
    return _SHAPES[argument](rest)


def _nothing(rest: str) -> str | None:
    return None if fold_line(rest) else ""


def _alone(rest: str) -> str | None:
    """Accept a few words that are too many, as a mistake to be answered."""
    return _short(rest, _LONGEST_TOO_MANY)


def _entry(rest: str) -> str | None:
    """Accept the number of an entry, and a few other words, as a mistake to be answered."""
    number = rest.strip("#.!() ")
    return str(int(number)) if number.isdecimal() and len(number) <= _LONGEST_NUMBER else _alone(rest)


def _anything(rest: str) -> str | None:
    return rest


def _days(rest: str) -> str | None:
    number = _DAYS.fullmatch(fold_line(rest))
    if number and (number[2] is None or number[2] in DAY):
        return str(int(number[1]))
    return _short(rest)


def _date(rest: str) -> str | None:
    """Accept the days of an absence, or a word or two. The service reads them, because it knows today's date."""
    first, _, behind = rest.partition(" ")
    rest = behind if behind and fold_line(first) in FOR_SPAN else rest  # "for two weeks"
    return rest if is_absence_order(rest) or (names_day(rest) and len(rest.split()) <= 6) else _short(rest)


def _free_times(rest: str) -> str | None:
    """Accept free times, or a word that may be a mistyped one. "off C4" is an order: a game ignores the first word."""
    return rest if is_free_times_order(rest) or (rest.isalpha() and len(rest) > SHORTEST_SLIP) else None


def _reminders(rest: str) -> str | None:
    """Accept times, or a word or two that may be mistyped; "remind me to buy milk" is chatter."""
    if (plain := fold_line(rest)) in USUAL | OFF:
        return "usual" if plain in USUAL else "none"
    return rest if is_reminders_order(rest) and len(rest.split()) <= _LONGEST_REMINDERS else _short(rest)


def _quiet(rest: str) -> str | None:
    if fold_line(rest) in OFF:
        return "none"
    return rest if is_quiet_order(rest) and len(rest.split()) <= _LONGEST_QUIET else _short(rest)


def _switch(rest: str) -> str | None:
    return rest if read_switch(rest) else _short(rest)


def _delay(rest: str) -> str | None:
    """Accept a span of time, or a word that may be a mistyped one; "delay is no problem" is chatter."""
    return rest if is_delay_order(rest) and len(rest.split()) <= _LONGEST_DELAY else _short(rest, 1)


def _calendar(rest: str) -> str | None:
    return CALENDAR_USES.get(fold_line(rest)) or _short(rest, 1)


def _absences(rest: str) -> str | None:
    return ABSENCE_SWITCHES.get(fold_line(rest)) or _short(rest)


def _notices(rest: str) -> str | None:
    return NOTICES.get(fold_line(rest)) or _short(rest)


def _digest(rest: str) -> str | None:
    return rest if is_digest_order(rest) else _short(rest)


def _turns(rest: str) -> str | None:
    """Accept nothing else: "turns left" is an order of a game."""
    return TURN_USES.get(fold_line(rest))


def _public_name(rest: str) -> str | None:
    return PUBLIC_NAMES.get(fold_line(rest)) or _short(rest, _LONGEST_ALIAS)


def _letters(rest: str) -> str | None:
    return LETTER_CHOICES.get(fold_line(rest)) or _short(rest)


def _memo(rest: str) -> str:
    return "none" if fold_line(rest) in NONE else rest


def _diary(rest: str) -> str:
    read = read_diary_order(rest)
    return f"none {read.number or ''}".strip() if read.takes_back else rest


def _comment(rest: str) -> str | None:
    """Accept what begins with a position; words without one are a mistake to be answered if they are few."""
    return _short(rest, 1) if read_comment_order(rest).deed is CommentDeed.UNREADABLE else rest


def _layout(rest: str) -> str | None:
    return LAYOUTS.get(fold_line(rest)) or _short(rest)


def _side(rest: str) -> str | None:
    return O_MEANINGS.get(fold_line(rest)) or _short(rest)


def _language(rest: str) -> str | None:
    return LANGUAGES.get(fold_line(rest)) or _short(rest)


def _zone(rest: str) -> str | None:
    return _short(rest.rstrip(".!"), 3)


def _game(rest: str) -> str | None:
    return _short(without_of(fold_line(rest)), 5)


def _past(rest: str) -> str | None:
    return _short(rest, _LONGEST_SEARCH)


def _opening(rest: str) -> str | None:
    """Accept a game, options and moves, which have a digit nearly always; "openings are hard to learn" is chatter."""
    words = rest.split()
    plain = [word for word in words if "=" not in word and not any(sign.isdigit() for sign in word)]
    fits = len(words) <= _LONGEST_OPENING and (len(plain) < len(words) or len(words) <= _LONGEST_TOO_MANY)
    return rest if fits and len(plain) <= _LONGEST_TOO_MANY else None


def _invitation(rest: str) -> str | None:
    """Accept what names an opponent or an option, and a short beginning; "new plan: I attack" is chatter."""
    words = rest.split()
    known = WITH | HOUSE | OPEN | HOUSE_NAMES.keys()
    named = any("@" in word or "=" in word or fold_line(word) in known for word in words)
    return rest if named else _short(rest)


def _code(rest: str) -> str | None:
    code = rest.strip("[]().!\"' ")
    return code.upper() if _CODE.fullmatch(code) else _short(rest)


def _address(rest: str) -> str | None:
    given = _LINK.sub("", rest).strip("<>()[]\"'.: ")
    return _short(given, 2 if "@" in given else 1)  # "address: Main Street" is chatter, not a mistyped address


def _topic(rest: str) -> str | None:
    """Accept a topic, a command, or one other word, which may be one of a game's orders; "help me" is chatter."""
    folded = fold_line(rest)
    if known := TOPIC_WORDS.get(folded) or _ALL_WORDS.get(folded):
        return known
    return folded if not folded or (folded.isalpha() and folded not in WHOM) else None


def _seat(rest: str) -> str | None:
    """Accept ``house``, ``house easy``, the name of a level, and ``open``."""
    plain = fold_line(rest)
    if plain in HOUSE_NAMES:
        return f"house {HOUSE_NAMES[plain]}"
    first, _, level = plain.replace("=", " ").partition(" ")
    if level.strip() in HOUSE_LEVELS and first in HOUSE:
        return f"house {HOUSE_LEVELS[level.strip()]}"
    return SEAT_USES.get(plain) or _short(rest)


def _number(rest: str) -> str | None:
    number = rest.strip("#.!() ")
    return str(int(number)) if number.isdecimal() and len(number) <= _LONGEST_NUMBER else _short(rest, 1)


def _proposal(rest: str) -> str | None:
    code = rest.strip("[]().!\"' ")
    return code.upper() if _CODE.fullmatch(code) and not code.isdecimal() else _number(rest)


def _position(rest: str) -> str | None:
    """Accept ``14`` and ``14 from Anna``; other words are chatter."""
    number, _, behind = rest.strip("#.!() ").partition(" ")
    if not number.isdecimal() or len(number) > _LONGEST_NUMBER:
        return _nothing(rest)
    word, _, name = behind.partition(" ")
    if behind and (fold_line(word) not in FROM or not name.strip() or len(name.split()) > _LONGEST_NAME):
        return None
    return f"{int(number)} from {name.strip()}" if behind else str(int(number))


def _range(rest: str) -> str | None:
    """Accept ``10`` and ``10-20``; other words are chatter."""
    parts = [part.strip() for part in rest.strip("#.!() ").replace("\u2013", "-").split("-")]
    if len(parts) <= _MOST_ENDS and all(part.isdecimal() and len(part) <= _LONGEST_NUMBER for part in parts):
        return "-".join(str(int(part)) for part in parts)
    return _nothing(rest)


def _node(rest: str) -> str | None:
    number = rest.strip("#!() ").rstrip(".")
    parts = number.split(".")
    if all(part.isdecimal() and len(part) <= _LONGEST_NUMBER for part in parts):
        return ".".join(str(int(part)) for part in parts)
    return _short(rest, 1)


def _boards(rest: str) -> str | None:
    """Accept ``boards`` and ``1.1 board``, in any order of the words."""
    number = [word for word in rest.split() if fold_line(word) not in BOARD_USES]
    if number:
        return _node(number[0]) if len(number) == 1 and number[0][0].isdecimal() else None
    return "boards" if rest else ""


def _habit(rest: str) -> str | None:
    return _short(rest.strip("\"'.! "), _LONGEST_HABIT)


def _name(rest: str) -> str | None:
    """Accept a name, perhaps behind a verb: ``is Anna``, ``ist wieder Anna``, ``: Anna``."""
    words = rest.strip("\"'.!:, ").split()
    if len(words) > 1 and words[0].casefold() in NAME_VERBS:
        words = words[2 if len(words) > 2 and words[1].casefold() in NAME_AGAIN else 1 :]
    elif len(words) > 2 and fold_line(words[0]) in NAME_AGAIN and words[1].casefold() in NAME_VERBS:
        words = words[2:]
    if words and fold_line(words[-1]) in WELCOME:  # "ich heiße euch willkommen"
        return None
    return _short(" ".join(words).strip("\"'\u00ab\u00bb\u201c\u201d\u201e "), _LONGEST_NAME)


def _successor(rest: str) -> str | None:
    """Accept an address, perhaps behind a word: ``to carl@example.org``."""
    first, _, behind = rest.partition(" ")
    return _address(behind if fold_line(first) in TO else rest)


def _stand_in(rest: str) -> str | None:
    """Accept a day and an address: ``until 10 January by carl@example.org``. The service reads the day."""
    named = "@" in rest and len(rest.split()) <= _LONGEST_STAND_IN
    return rest if named or is_absence_order(rest) else _short(rest)


def _opened(rest: str) -> str | None:
    """Accept ``open``, and how strong the house player is to be: ``house=fair``, or ``fair`` alone."""
    plain = fold_line(rest)
    if plain in OPEN:
        return "open"
    first, _, level = plain.replace("=", " ").rpartition(" ")
    known = level in HOUSE_LEVELS and (not first or first.strip() in HOUSE)
    return f"house {HOUSE_LEVELS[level]}" if known else _short(rest)


def _key(rest: str) -> str | None:
    return KEY_USES.get(fold_line(rest)) or (rest if not rest else _short(rest))


def _chain_line(rest: str) -> str | None:
    """Accept the last line of a letter or a digest, also one that is too short; "verify my address" is chatter."""
    return rest if read_chain_line(rest) or not rest or any(sign.isdigit() for sign in rest) else _short(rest, 1)


def _file(rest: str) -> str | None:
    """Accept a code, a kind of file, or a code before a kind."""
    words = rest.split()
    kind = FILE_KINDS.get(fold_line(words[-1])) if words else None
    code = " ".join(words[:-1] if kind else words).strip("[]().!\"' ")
    if not code or _CODE.fullmatch(code):
        return f"{code.upper()} {kind or ''}".strip()
    return _short(rest)


def _short(rest: str, words: int = 2) -> str | None:
    """Pass on a short unknown argument, as a mistake to be answered; None for a long one, which is chatter."""
    return rest if len(rest.split()) <= words else None


_SHAPES: dict[Argument, Callable[[str], str | None]] = {
    Argument.NOTHING: _nothing,
    Argument.ALONE: _alone,
    Argument.ENTRY: _entry,
    Argument.TEXT: _anything,
    Argument.STEP: _anything,
    Argument.DAYS: _days,
    Argument.DATE: _date,
    Argument.UNTIL: _date,
    Argument.LAYOUT: _layout,
    Argument.SIDE: _side,
    Argument.LANGUAGE: _language,
    Argument.ZONE: _zone,
    Argument.GAME: _game,
    Argument.CODE: _code,
    Argument.INVITATION: _invitation,
    Argument.ADDRESS: _address,
    Argument.KEY: _key,
    Argument.SEAT: _seat,
    Argument.TOPIC: _topic,
    Argument.FREE_TIMES: _free_times,
    Argument.ABSENCES: _absences,
    Argument.NOTICES: _notices,
    Argument.REMINDERS: _reminders,
    Argument.QUIET: _quiet,
    Argument.CALENDAR: _calendar,
    Argument.SWITCH: _switch,
    Argument.DELAY: _delay,
    Argument.NODE: _node,
    Argument.BOARDS: _boards,
    Argument.HABIT: _habit,
    Argument.OPENING: _opening,
    Argument.POSITION: _position,
    Argument.RANGE: _range,
    Argument.NUMBER: _number,
    Argument.PROPOSAL: _proposal,
    Argument.NAME: _name,
    Argument.SUCCESSOR: _successor,
    Argument.STAND_IN: _stand_in,
    Argument.OPENED: _opened,
    Argument.DIGEST: _digest,
    Argument.TURNS: _turns,
    Argument.MESSAGE: _anything,
    Argument.MEMO: _memo,
    Argument.DIARY: _diary,
    Argument.COMMENT: _comment,
    Argument.LETTERS: _letters,
    Argument.PUBLIC_NAME: _public_name,
    Argument.GAMES: _game,
    Argument.CHAIN_LINE: _chain_line,
    Argument.FILE: _file,
    Argument.PAST: _past,
}
