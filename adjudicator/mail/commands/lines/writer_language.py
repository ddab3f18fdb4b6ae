"""Guesses the language of somebody who is no player yet, from their letter: its requests, its words, its headers.

Each word that only some of our languages have counts for these. Libraries that detect languages need sentences; most
first letters are one line, such as ``neue Partie egyptos mit bob@example.org``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from adjudicator.mail.commands.arguments.new_match import read_new_match
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.table.command_table import COMMANDS
from adjudicator.mail.commands.table.topics import TOPICS
from adjudicator.mail.commands.words.match_words import SEAT_WORDS, WITH_WORDS
from adjudicator.mail.commands.words.word_index import Words, parse_words
from adjudicator.mail.errors import NewMatchFault, TermsFault
from adjudicator.mail.lexicon.wordlist import words_in
from adjudicator.mail.text.text_fold import fold_line

_COMMON = parse_words(
    en="the, i, i'd, would, like, please, play, game, want, you, my, is, are, how, what, can, hello, dear, thanks, "
    "yes, sure, in, name, glad, love",
    de="ich, möchte, würde, gern, gerne, bitte, spielen, spiel, und, ein, eine, das, ist, wie, was, kann, hallo, "
    "danke, ja, dabei, heiße, mit, freue, mich",
    fr="je, voudrais, jouer, jeu, une, un, le, les, est, comment, bonjour, merci, svp, vous, s'il, plaît, veux, "
    "salut, oui, avec, plaisir, volontiers, m'appelle, bien, sûr",
    it="vorrei, giocare, gioco, una, il, per, favore, come, ciao, grazie, voglio, buongiorno, sono, posso, che, "
    "salve, sì, volentieri, certo, piacere, con, mi, chiamo",
    nl="ik, wil, graag, spelen, spel, een, het, is, hoe, wat, kan, hallo, dank, bedankt, alstublieft, alsjeblieft, "
    "zou, ja, hoor, leuk, heet, mee, met",
)


_SURE = 3
"""Words that tell the language of a short answer."""


def guess_language(lines: Sequence[str], declared: str) -> str | None:
    """Guess the language of a letter; None if nothing speaks for one.

    1. A line that names one: ``language de``, ``new egyptos with house language=de``.
    2. The one with the most words, if no other has as many.
    3. `declared`, the tags of the letter's Content-Language and Accept-Language headers, among those with the most
       words.
    """
    named = next(filter(None, map(_named, lines)), None)
    if named:
        return named
    counted = _count_words(lines)
    most = max(counted.values(), default=0)
    likely = [language for language, count in counted.items() if count == most] if most else sorted(_words())
    if len(likely) == 1:
        return likely[0]
    return next((tag for tag in read_tags(declared) if tag in likely), None)


def guess_answering_language(lines: Sequence[str], asked: str) -> str:
    """Guess the language of a guest who answers an invitation; `asked`, that of the letter, unless they speak another.

    One or two words are not enough: many people say "yes" or "ok" who would rather read their own language.
    """
    counted = _count_words(lines)
    likely, count = max(counted.items(), key=lambda one: one[1], default=(asked, 0))
    others = max((number for language, number in counted.items() if language != likely), default=0)
    return likely if count >= _SURE and count > 2 * others else asked


def read_tags(declared: str) -> tuple[str, ...]:
    """List the languages of ours in a header (RFC 3282, RFC 9110, 12.5.4), as ``de-AT, en;q=0.7``, in their order."""
    tags = (part.partition(";")[0].strip().lower().replace("_", "-").partition("-")[0] for part in declared.split(","))
    return tuple(dict.fromkeys(tag for tag in tags if tag in _words()))


def _named(line: str) -> str | None:
    given = read_line(line, "service")
    if given is None or given.command.name not in {"language", "new"}:
        return None
    if given.command.name == "language":
        return given.argument if given.argument in _words() else None
    try:
        named = read_new_match(given.argument).language
    except (NewMatchFault, TermsFault):
        return None
    return named if named in _words() else None


def _count_words(lines: Iterable[str]) -> Counter[str]:
    counted = Counter[str]()
    for line in lines:
        for word in words_in(line):
            known = [language for language, words in _words().items() if fold_line(word.text) in words]
            if len(known) < len(_words()):
                counted.update(known)
    return counted


@cache
def _words() -> Mapping[str, frozenset[str]]:
    tables: list[Words] = [*(command.words for command in COMMANDS), *(topic.words for topic in TOPICS)]
    tables += [WITH_WORDS, *SEAT_WORDS.values(), _COMMON]
    return {
        language: frozenset(
            fold_line(word.text) for table in tables for phrase in table[language] for word in words_in(phrase)
        )
        for language in _COMMON
    }
