"""Recognises lines that are commands.

A line is a command only if all of it has a command's shape: "help" is one; "help me please" and "resign yourself to it"
are not. Every other line is left for the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from unicodedata import normalize

from adjudicator.mail.commands.arguments.absence_phrase import read_absence_phrase
from adjudicator.mail.commands.arguments.digest_order import is_whole_digest_order
from adjudicator.mail.commands.lines.argument_shapes import SHORTEST_SLIP, shape_argument
from adjudicator.mail.commands.table.command import Argument, GivenCommand, Place
from adjudicator.mail.commands.table.command_words import command_named, commands_for, word_for
from adjudicator.mail.commands.words.reply_words import ACCENTED, NEAR_COMMANDS
from adjudicator.mail.commands.words.setting_words import IN_LANGUAGE, LANGUAGES, LAYOUTS, LETTER_CHOICES
from adjudicator.mail.commands.words.word_index import index_words, lookup_word
from adjudicator.mail.lexicon.asking import ASKED, ASKING
from adjudicator.mail.lexicon.courtesy import cut_clauses, says_something, without_courtesy
from adjudicator.mail.lexicon.hedges import LONGEST_LINE, Doubt, find_hedge, without_excuse
from adjudicator.mail.lexicon.pause_answers import find_consent
from adjudicator.mail.lexicon.wordlist import Phrases, longest_phrase, phrase_at, phrase_before, phrases, words_in
from adjudicator.mail.text.text_fold import fold_line, strip_decoration

_ASKING = frozenset((name, "") for name in ("help", "board", "status", "history", "record"))
"""Commands that may follow a question mark ("? help"). Any other word there is an order to preview ("? M16")."""
_NEVER_POLITE = frozenset({"stop", "start"})
_OFTEN_ALONE = frozenset(
    {Argument.OPENED, Argument.TOPIC, Argument.BOARDS, Argument.POSITION, Argument.RANGE, Argument.GAMES}
    | {Argument.ENTRY}
)
_TOO_MANY = (Argument.ALONE, Argument.ENTRY)
"""Arguments of commands that answer words which are too many."""
_CLOSED = frozenset(
    {Argument.INVITATION, Argument.GAME, Argument.GAMES, Argument.TOPIC, Argument.LAYOUT, Argument.LANGUAGE}
    | {Argument.LETTERS, Argument.OPENED, Argument.POSITION, Argument.SIDE, Argument.UNTIL}
)
_REASONS = phrases(
    "please, thanks, thank you, because, since, as, cause",
    "bitte, danke, weil, da, denn",
    "s'il vous plaît, s'il te plaît, svp, stp, merci, car, parce que, parce qu'",
    "per favore, grazie, perché, siccome",
    "alsjeblieft, alstublieft, aub, graag, bedankt, want, omdat",
)
"""Words behind a setting that begin a sentence about it: ``layout narrow because my phone is small``."""
_LONGEST_REASON = longest_phrase(_REASONS)
_MOST_ASKING = longest_phrase(ASKING | ASKED)
_CLOSE = 0.75
_LONGEST_SLIP = 60
_MOST_SLIP_WORDS = 3
"""Words of a line that may be a mistyped command; a longer one says something else."""
_LONG_WORD = 7
_CODE_LETTERS = 2
"""Letters of the code of a language."""
_SHORT = 4
"""Letters of a word that is no slip of another one before further words: "wat een pech" is no "wait"."""
_FEWEST_CLAUSES = 2
_BEGINS_TALK = frozenset({"new", "wait"})
BEFORE_TALK = frozenset({"layout", "language", "letters", "digest", "zone", "help"})
"""Commands that count also before a sentence about them: ``layout narrow please, my phone is small``."""
_POSTSCRIPT = re.compile(r"(?i)(?:p\.?\s?){1,2}s\.?\s*[:.-]\s+(?=\S)")
_READING = frozenset({"help", "board", "legal", "status", "time", "history", "hint", "list", "rules", "games"})
"""Commands that only ask to be told something."""
_WORDS = {place: index_words({command.name: command.words for command in commands_for(place)}) for place in Place}
_MOST_WORDS = max(len(word.split()) for known in _WORDS.values() for word in known)


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
    if _find_accented(line):
        return None
    said = _read_plain(line, line, where)
    incomplete = said is None or (said.command.argument in _TOO_MANY and said.argument) or _is_closed(said)
    incomplete = incomplete or (said is not None and said.command.name == "digest")
    if not incomplete or len(line) > LONGEST_LINE:
        return said
    for text in dict.fromkeys((line, without_excuse(line), _behind_excuses(line))):
        plain = without_courtesy(strip_decoration(text), asides)
        polite = _read_plain(plain, line, where) if plain else None
        if polite and (_stands_alone(polite) or _is_closed(polite)) and _is_safe(polite, line):
            return polite
    if said and said.command.name == "digest" and said.argument and not is_whole_digest_order(said.argument):
        said = _read_before_talk(line, where) or said
    readers = _read_absence, _read_layout, _read_language, _read_asking, _read_consent, _read_before_talk
    return said or next((found for reader in readers if (found := reader(line, where))), None)


def _read_consent(line: str, where: str) -> GivenCommand | None:
    """Parse a yes or no that names the pause it answers: ``OK for the pause!``."""
    answer = find_consent(line)
    command = command_named(answer) if answer else None
    return GivenCommand(command, line.strip()) if command and where in command.where else None


def _read_layout(line: str, where: str) -> GivenCommand | None:
    """Parse a layout alone, as our letters name them: ``narrow``."""
    layout = LAYOUTS.get(fold_line(without_courtesy(strip_decoration(line))))
    command = command_named("layout")
    return GivenCommand(command, line.strip(), layout) if layout and where in command.where else None


def _read_language(line: str, where: str) -> GivenCommand | None:
    """Parse the name of a language alone: ``English please``, ``in italiano``. Its code is too often another word."""
    name = IN_LANGUAGE.sub("", fold_line(without_courtesy(strip_decoration(line))))
    language = LANGUAGES.get(name) if len(name) > _CODE_LETTERS else None
    command = command_named("language")
    return GivenCommand(command, line.strip(), language) if language and where in command.where else None


def _read_before_talk(line: str, where: str) -> GivenCommand | None:
    """Parse a setting before a sentence about it: ``layout narrow please, my phone is small``; so ``help``.

    Settings are their writer's own and are set again by another line. Whatever else a sentence says, it is not read.
    """
    for text in dict.fromkeys(_beginnings(line)):
        said, rest = _read_line(text, where, frozenset()), line.strip()[len(text) :]
        if said is None or said.command.name not in BEFORE_TALK:
            continue
        if _is_cry_for_help(said, rest, where) or (_is_known_setting(said) and _tells_why(said, rest)):
            return replace(said, line=line.strip())
    return None


def _beginnings(line: str) -> Iterator[str]:
    """List the beginnings of a line that may be a setting: up to a mark, and up to a word that begins a reason."""
    text = line.strip()
    words = words_in(text)
    yield from cut_clauses(text)[:1] if len(cut_clauses(text)) >= _FEWEST_CLAUSES else ()
    for at in range(1, len(words)):
        if phrase_at(words, at, _REASONS, _LONGEST_REASON):
            yield text[: words[at].start].rstrip()
            return


def _is_known_setting(said: GivenCommand) -> bool:
    name, argument = said.command.name, said.argument
    known = {"layout": LAYOUTS.values(), "language": LANGUAGES.values(), "letters": LETTER_CHOICES.values()}.get(name)
    if known is not None:
        return argument in known
    return bool(argument) and (
        (name == "digest" and is_whole_digest_order(argument)) or (name == "zone" and argument[0].isupper())
    )


def _tells_why(said: GivenCommand, rest: str) -> bool:
    """May a text behind a setting be about it? It takes nothing back, asks nothing, and names no other layout."""
    hedge, words = find_hedge(rest), words_in(rest)
    doubted = hedge is not None and hedge.doubt in (Doubt.CORRECTION, Doubt.ALTERNATIVE, Doubt.QUESTION)
    negated = hedge is not None and hedge.doubt is Doubt.NEGATION and words[0].text == fold_line(hedge.word)
    others = said.command.name == "layout" and any(word.text in LAYOUTS for word in words)
    return not (doubted or negated or others)


def _is_cry_for_help(said: GivenCommand, rest: str, where: str) -> bool:
    """Is it ``help`` before words without a number, so without an order: ``Help! I don't understand this``?"""
    plain = said.command.name == "help" and not said.argument and where == Place.MATCH
    return plain and says_something(rest) and not any(sign.isdigit() for sign in rest)


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
    command, days = command_named("absence"), read_absence_phrase(line)
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
    found = lookup_word(_WORDS[Place(where)], spaced, _MOST_WORDS)
    if found is None:
        return None
    command, rest = command_named(found[0]), found[1]
    if command.name == "show" and not rest:
        return GivenCommand(command_named("help" if plain == "?" else "board"), line.strip())
    asked = lookup_word(_WORDS[Place(where)], rest) if command.name == "show" else None
    if asked is not None and asked in _ASKING:
        return GivenCommand(command_named(asked[0]), line.strip())
    argument = shape_argument(command.argument, rest)
    return None if argument is None else GivenCommand(command, line.strip(), argument)


def read_o_meaning(line: str, where: str) -> tuple[GivenCommand, str] | None:
    """Parse a line that says what O means and then gives an order that has one: ``O means east; rotate C4 NO``."""
    settling, semicolon, order = line.partition(";")
    said = read_line(settling, where) if semicolon and order.strip() else None
    return (said, order.strip()) if said and said.command.name == "o_means" and said.argument else None


def close_commands(line: str, where: str, language: str, most: int = 3) -> tuple[str, ...]:
    """Suggest commands for a mistyped one: compared in all languages, listed in `language`."""
    known = _WORDS[Place(where)]
    near = NEAR_COMMANDS.get(fold_line(strip_decoration(line)), "") if len(line) <= _LONGEST_SLIP else ""
    meant = _find_accented(line) or near
    if meant and where in command_named(meant).where:
        return (word_for(meant, language),)
    plain = without_courtesy(strip_decoration(line)) if len(line) <= _LONGEST_SLIP else ""
    typed = fold_line(plain).split()
    counts = (2, 1) if len(typed) <= _MOST_SLIP_WORDS else ()
    tried = dict.fromkeys(" ".join(typed[:count]) for count in counts if count >= len(typed) or len(typed[0]) > _SHORT)
    long_enough = [word for word in known if len(word) > SHORTEST_SLIP]
    pairs = ((text, word) for text in tried for word in get_close_matches(text, long_enough, n=most, cutoff=_CLOSE))
    close = [word for text, word in pairs if _is_slip(text, word)]
    return tuple(word_for(name, language) for name in dict.fromkeys(known[word] for word in close))[:most]


def _find_accented(line: str) -> str:
    """Return the command that a word with accents at the head of a line means; empty for other lines."""
    first = strip_decoration(line)[:_LONGEST_SLIP].split(" ", 1)[0]
    return ACCENTED.get(normalize("NFC", first).casefold().strip(":,.!"), "")


def _is_slip(typed: str, word: str) -> bool:
    """Is a text a mistyped word: the first letter right, and one slip in a short word, two in a long one?"""
    return typed[0] == word[0] and _count_slips(typed, word) <= 1 + (len(word) >= _LONG_WORD)


def _count_slips(typed: str, word: str) -> int:
    """Count letters that were left out, added, changed, or swapped with their neighbour: the OSA distance.

    RapidFuzz 3.14 counts the same for all words of the commands (57,150 pairs). It is not used: a misspelt line needs a
    few counts of 18 microseconds, and the import takes 20 ms and 6 MB of each process, and 12 MB of compiled code.
    """
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
