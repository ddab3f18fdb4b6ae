"""Recognises lines that are commands, and short replies such as yes and no.

A line is a command only if all of it has a command's shape: "help" is one; "help me please" and "resign yourself to it"
are not. Every other line is left for the engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import get_close_matches

from adjudicator.mail.commands.arguments.absence_order import is_absence_order
from adjudicator.mail.commands.arguments.absence_phrase import read_absence_phrase
from adjudicator.mail.commands.arguments.chain_line import read_chain_line
from adjudicator.mail.commands.arguments.comment_order import CommentDeed, read_comment_order, read_diary_order
from adjudicator.mail.commands.arguments.dates import names_day
from adjudicator.mail.commands.arguments.digest_order import is_digest_order
from adjudicator.mail.commands.arguments.free_times_order import is_free_times_order
from adjudicator.mail.commands.arguments.new_match import read_new_match, without_of
from adjudicator.mail.commands.arguments.quiet_order import is_quiet_order
from adjudicator.mail.commands.arguments.reminders_order import is_reminders_order
from adjudicator.mail.commands.arguments.second_look_order import is_delay_order, read_switch
from adjudicator.mail.commands.table.command import Argument, Command, GivenCommand, Place
from adjudicator.mail.commands.table.command_table import COMMANDS
from adjudicator.mail.commands.table.topics import TOPIC_WORDS
from adjudicator.mail.commands.words.match_words import (
    BOARD_USES,
    HOUSE,
    HOUSE_LEVELS,
    HOUSE_NAMES,
    OPEN,
    OPTIONS,
    SEAT_USES,
    SEAT_WORDS,
    WITH,
    WITH_WORDS,
)
from adjudicator.mail.commands.words.past_words import FILE_KINDS
from adjudicator.mail.commands.words.reply_words import (
    FROM,
    NAME_AGAIN,
    NAME_VERBS,
    NEAR_COMMANDS,
    NEVER,
    NO,
    NONE,
    OFF,
    PLEASE,
    TO,
    UNDO,
    USUAL,
    WHOM,
    YES,
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
from adjudicator.mail.commands.words.time_words import ABSENCE_SWITCHES, DAY, NOTICES
from adjudicator.mail.commands.words.word_index import index_words, lookup_word
from adjudicator.mail.lexicon.asking import ASKED, ASKING
from adjudicator.mail.lexicon.courtesy import cut_clauses, without_courtesy
from adjudicator.mail.lexicon.hedges import LONGEST_LINE, Doubt, Hedge, find_hedge, without_excuse
from adjudicator.mail.lexicon.wordlist import Phrases, longest_phrase, phrase_at, phrase_before, words_in
from adjudicator.mail.text.text_fold import fold_line, strip_decoration

__all__ = [
    "COMMANDS",
    "Argument",
    "Command",
    "GivenCommand",
    "Place",
    "close_commands",
    "command_named",
    "commands_for",
    "find_commands",
    "hedge_of_answer",
    "is_never",
    "is_no",
    "is_only_yes",
    "is_undo",
    "is_yes",
    "o_word",
    "read_line",
    "read_new_match",
    "read_o_meaning",
    "seat_word",
    "word_for",
]

_BY_NAME = {command.name: command for command in COMMANDS}
_ASKING = frozenset((name, "") for name in ("help", "board", "status", "history", "record"))
"""Commands that may follow a question mark ("? help"). Any other word there is an order to preview ("? M16")."""
_NEVER_POLITE = frozenset({"stop", "start"})
_OFTEN_ALONE = frozenset(
    {Argument.OPENED, Argument.TOPIC, Argument.BOARDS, Argument.POSITION, Argument.RANGE, Argument.GAMES}
)
_CLOSED = frozenset(
    {Argument.INVITATION, Argument.GAME, Argument.GAMES, Argument.TOPIC, Argument.LAYOUT, Argument.LANGUAGE}
    | {Argument.LETTERS, Argument.OPENED, Argument.POSITION, Argument.SIDE}
)
_MOST_ASKING = longest_phrase(ASKING | ASKED)
_CLOSE = 0.75
_SHORTEST_SLIP = 3
_LONGEST_SLIP = 60
_MOST_SLIP_WORDS = 3
"""Words of a line that may be a mistyped command; a longer one says something else."""
_LONG_WORD = 7
_SHORT = 4
"""Letters of a word that is no slip of another one before further words: "wat een pech" is no "wait"."""
_LONGEST_NUMBER = 6
_FEWEST_CLAUSES = 2
_BEGINS_TALK = frozenset({"new", "wait"})
_LONGEST_NAME = 4
_MOST_ENDS = 2
LONGEST_HABIT = 8
"""Words of a habit; a longer text is chatter."""
_LONGEST_STAND_IN = 12
_LONGEST_TOO_MANY = 4
_LONGEST_SEARCH = 8
_LONGEST_ALIAS = 4
_LONGEST_OPENING = 40
_LONGEST_REMINDERS = 16
_LONGEST_QUIET = 8
_LONGEST_DELAY = 6
_POSTSCRIPT = re.compile(r"(?i)(?:p\.?\s?){1,2}s\.?\s*[:.-]\s+(?=\S)")
_READING = frozenset({"help", "board", "legal", "status", "time", "history", "hint", "list", "rules", "games"})
"""Commands that only ask to be told something."""
_DAYS = re.compile(r"\+?([0-9]{1,3})(?: ?([a-z]+))?")
_LINK = re.compile(r"(?i)[<\[(]mailto:[^<>\[\]()]*[>\])]")
_CODE = re.compile(r"[A-Za-z0-9]{3,8}")


def commands_for(where: str) -> tuple[Command, ...]:
    """List the commands that are understood in a place."""
    return tuple(command for command in COMMANDS if where in command.where)


def command_named(name: str) -> Command:
    """Find a command by its name. Raises `KeyError`."""
    return _BY_NAME[name]


def word_for(name: str, language: str) -> str:
    """Pick a command's word for help in a language. Raises `KeyError` for an unknown command."""
    return _BY_NAME[name].word(language)


def seat_word(use: str, language: str) -> str:
    """Pick the word for who sits at a free seat, ``house`` or ``open``."""
    return SEAT_WORDS[use][language][0]


def house_argument(game: str, language: str, level: str = "") -> str:
    """Write behind `new` that a match of a game is to be played against the house player, at a level if one is given.

    A level is one of `HOUSE_LEVELS`.
    """
    house = seat_word("house", language)
    chosen = f" {OPTIONS.word('house', language)}={HOUSE_LEVELS.word(level, language)}" if level else ""
    return f"{game} {WITH_WORDS[language][0]} {house}{chosen}"


def o_word(meaning: str, language: str) -> str:
    """Write in a language that O means a side, ``east`` or ``west``."""
    return f"{word_for('o_means', language)} {O_MEANINGS.word(meaning, language)}"


_ALL_WORDS = index_words({command.name: command.words for command in COMMANDS})
_WORDS = {place: index_words({command.name: command.words for command in commands_for(place)}) for place in Place}


def read_line(line: str, where: str, asides: Phrases = frozenset()) -> GivenCommand | None:
    """Parse a line as a command of a place; None for an order or chatter.

    A command that stands alone or before words of a closed list may have polite words around it (``help, please``,
    ``layout narrow please``), and the `asides`: phrases that our own letters print behind it.
    """
    written, line = line, _POSTSCRIPT.sub("", line, count=1) if _POSTSCRIPT.match(line) else line
    if (said := _read_line(line, where, asides)) and line != written:
        return replace(said, line=written.strip())
    return said


def _read_line(line: str, where: str, asides: Phrases) -> GivenCommand | None:
    said = _read_plain(line, line, where)
    incomplete = said is None or (said.command.argument is Argument.ALONE and said.argument) or _is_closed(said)
    if not incomplete or len(line) > LONGEST_LINE:
        return said
    for text in dict.fromkeys((line, without_excuse(line), _behind_excuses(line))):
        plain = without_courtesy(strip_decoration(text), asides)
        polite = _read_plain(plain, line, where) if plain else None
        if polite and (_stands_alone(polite) or _is_closed(polite)) and _is_safe(polite, line):
            return polite
    return said or _read_absence(line, where) or _read_layout(line, where) or _read_asking(line, where)


def _read_layout(line: str, where: str) -> GivenCommand | None:
    """Parse a layout alone, as our letters name them: ``narrow``."""
    layout = LAYOUTS.get(fold_line(without_courtesy(strip_decoration(line))))
    command = _BY_NAME["layout"]
    return GivenCommand(command, line.strip(), layout) if layout and where in command.where else None


def _read_asking(line: str, where: str) -> GivenCommand | None:
    """Parse a polite question for something that a command only tells: ``Kannst du mir einen Tipp geben?``."""
    words = words_in(line)
    start = phrase_at(words, 0, ASKING, _MOST_ASKING)
    end = len(words) - (bool(words) and words[-1].text == "?")
    end -= phrase_before(words[:end], end, ASKED, _MOST_ASKING)
    if not start or start >= end:
        return None
    said = _read_plain(line[words[start].start : words[end - 1].end], line, where)
    return said if said and not said.argument and said.command.name in _READING else None


def find_commands(line: str, where: str) -> tuple[GivenCommand, ...]:
    """Find commands at an end of a line that is none as a whole: ``I misclicked. Please undo``, ``My wish: board``.

    They are not carried out, since the rest of the line may say anything about them. `stop` and `start` are left out,
    as polite sentences use them, `wait` and `new` at the beginning ("oh wait, ...", "new plan: ..."), and a question.
    """
    if len(line) > LONGEST_LINE or read_line(line, where) is not None:
        return ()
    clauses = [(text, read_line(text, where)) for text in cut_clauses(line)]
    said = [given for text, given in clauses if given or without_courtesy(text)]
    if len(said) < _FEWEST_CLAUSES:
        return ()
    first, last = said[0], said[-1]
    ends = [first if first and first.command.name not in _BEGINS_TALK else None, last]
    return tuple(
        given
        for given in ends
        if given and (_stands_alone(given) or _is_closed(given)) and given.command.name not in _NEVER_POLITE
    )


def _read_absence(line: str, where: str) -> GivenCommand | None:
    """Parse a sentence that announces an absence, also one that says too much: it is answered with the command."""
    command, days = _BY_NAME["absence"], read_absence_phrase(line)
    return GivenCommand(command, line.strip(), days) if days and where in command.where else None


def _behind_excuses(line: str) -> str:
    """Return the text behind excuses and polite words at the beginning of a line, each as often as they come."""
    text, shorter = "", line
    while text != shorter:
        text, shorter = shorter, without_courtesy(without_excuse(shorter))
    return text


def _stands_alone(said: GivenCommand) -> bool:
    argument = said.command.argument
    return not said.argument and (argument.stands_alone or argument in _OFTEN_ALONE)


def _is_closed(said: GivenCommand) -> bool:
    """Does something follow that is no name and no free text, so that polite words are none of it?"""
    return bool(said.argument) and said.command.argument in _CLOSED


def _is_safe(said: GivenCommand, line: str) -> bool:
    """Is a command with polite words around it certain? Not with a hedge, nor `stop` and `start`, which polite
    sentences use for other things. Words that take something back ("sorry, undo") belong to `undo`.
    """
    hedge = find_hedge(line)
    corrects = hedge is not None and hedge.doubt is Doubt.CORRECTION and said.command.name == "undo"
    return said.command.name not in _NEVER_POLITE and (hedge is None or corrects)


def _read_plain(text: str, line: str, where: str) -> GivenCommand | None:
    plain = strip_decoration(text)
    # "?M16" is "? M16".
    spaced = f"? {plain[1:]}" if plain.startswith("?") else plain
    found = lookup_word(_WORDS[Place(where)], spaced)
    if found is None:
        return None
    command, rest = _BY_NAME[found[0]], found[1]
    if command.name == "show" and not rest:
        return GivenCommand(_BY_NAME["help" if plain == "?" else "board"], line.strip())
    asked = lookup_word(_WORDS[Place(where)], rest) if command.name == "show" else None
    if asked is not None and asked in _ASKING:
        return GivenCommand(_BY_NAME[asked[0]], line.strip())
    argument = _SHAPES[command.argument](rest)
    return None if argument is None else GivenCommand(command, line.strip(), argument)


def read_o_meaning(line: str, where: str) -> tuple[GivenCommand, str] | None:
    """Parse a line that says what O means and then gives an order that has one: ``O means east; rotate C4 NO``."""
    settling, semicolon, order = line.partition(";")
    said = read_line(settling, where) if semicolon and order.strip() else None
    return (said, order.strip()) if said and said.command.name == "o_means" and said.argument else None


def close_commands(line: str, where: str, language: str, most: int = 3) -> tuple[str, ...]:
    """Suggest commands for a mistyped one: compared in all languages, listed in `language`."""
    known = _WORDS[Place(where)]
    meant = NEAR_COMMANDS.get(fold_line(strip_decoration(line)), "") if len(line) <= _LONGEST_SLIP else ""
    if meant and where in command_named(meant).where:
        return (word_for(meant, language),)
    plain = without_courtesy(strip_decoration(line)) if len(line) <= _LONGEST_SLIP else ""
    typed = fold_line(plain).split()
    counts = (2, 1) if len(typed) <= _MOST_SLIP_WORDS else ()
    tried = dict.fromkeys(" ".join(typed[:count]) for count in counts if count >= len(typed) or len(typed[0]) > _SHORT)
    long_enough = [word for word in known if len(word) > _SHORTEST_SLIP]
    near = ((text, word) for text in tried for word in get_close_matches(text, long_enough, n=most, cutoff=_CLOSE))
    close = [word for text, word in near if _is_slip(text, word)]
    return tuple(word_for(name, language) for name in dict.fromkeys(known[word] for word in close))[:most]


def _is_slip(typed: str, word: str) -> bool:
    """Is a text a mistyped word: the first letter right, and one slip in a short word, two in a long one?"""
    return typed[0] == word[0] and _count_slips(typed, word) <= 1 + (len(word) >= _LONG_WORD)


def _count_slips(typed: str, word: str) -> int:
    """Count letters that were left out, added, changed, or swapped with their neighbour."""
    before: list[int] = []
    last = list(range(len(word) + 1))
    for i, letter in enumerate(typed, 1):
        row = [i]
        for j, right in enumerate(word, 1):
            slips = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != right))
            swapped = i > 1 and j > 1 and letter == word[j - 2] and typed[i - 2] == right
            row.append(min(slips, before[j - 2] + 1) if swapped else slips)
        before, last = last, row
    return last[-1]


def is_no(lines: Sequence[str]) -> bool:
    """Does a reply to a question begin with a no?"""
    first = _first(lines)
    return bool(first) and (first in NO or first.replace(",", " ").split()[0] in NO)


def is_yes(lines: Sequence[str]) -> bool:
    """Does a reply to a question begin with a plain yes?"""
    first = _first(lines)
    return bool(first) and (first in YES or first.replace(",", " ").split()[0] in YES)


def is_only_yes(lines: Sequence[str]) -> bool:
    """Is the first line of a reply to a question a plain yes and nothing else but thanks?"""
    first = _first(lines)
    word, _, rest = first.partition(" ")
    return first in YES or (fold_line(word) in YES and fold_line(rest) in YES | PLEASE)


def is_undo(lines: Sequence[str]) -> bool:
    """Does a reply to the news of a change undo it?"""
    return _first(lines) in UNDO


def hedge_of_answer(lines: Sequence[str]) -> Hedge | None:
    """Find a hedge in the first line of a reply that begins with neither yes nor no: the question stays open."""
    if is_no(lines) or is_never(lines) or is_yes(lines):
        return None
    hedge = find_hedge(next((line for line in lines if line.strip()), ""))
    return hedge if hedge and hedge.before is None else None


def is_never(lines: Sequence[str]) -> bool:
    """Does a reply to an invitation refuse all further invitations?"""
    return _first(lines) in NEVER


def _first(lines: Sequence[str]) -> str:
    return next((fold_line(strip_decoration(line)) for line in lines if line.strip()), "")


def _nothing(rest: str) -> str | None:
    return None if fold_line(rest) else ""


def _alone(rest: str) -> str | None:
    """Accept a few words that are too many, as a mistake to be answered."""
    return _short(rest, _LONGEST_TOO_MANY)


def _anything(rest: str) -> str | None:
    return rest


def _days(rest: str) -> str | None:
    number = _DAYS.fullmatch(fold_line(rest))
    if number and (number[2] is None or number[2] in DAY):
        return str(int(number[1]))
    return _short(rest)


def _date(rest: str) -> str | None:
    """Accept the days of an absence, or a word or two. The service reads them, because it knows today's date."""
    return rest if is_absence_order(rest) or (names_day(rest) and len(rest.split()) <= 6) else _short(rest)


def _free_times(rest: str) -> str | None:
    """Accept free times, or a word that may be a mistyped one. "off C4" is an order: a game ignores the first word."""
    return rest if is_free_times_order(rest) or (rest.isalpha() and len(rest) > _SHORTEST_SLIP) else None


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
    return _short(rest.strip("\"'.! "), LONGEST_HABIT)


def _name(rest: str) -> str | None:
    """Accept a name, perhaps behind a verb: ``is Anna``, ``ist wieder Anna``, ``: Anna``."""
    words = rest.strip("\"'.!:, ").split()
    if len(words) > 1 and words[0].casefold() in NAME_VERBS:
        words = words[2 if len(words) > 2 and words[1].casefold() in NAME_AGAIN else 1 :]
    elif len(words) > 2 and fold_line(words[0]) in NAME_AGAIN and words[1].casefold() in NAME_VERBS:
        words = words[2:]
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
