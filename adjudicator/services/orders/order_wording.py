"""The words of letters that are no game's, as a ruling uses them: hedges, courtesy, and our own letters' comments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from adjudicator.mail.commands.command import Argument, GivenCommand
from adjudicator.mail.commands.command_lines import read_line
from adjudicator.mail.commands.vocabulary import BACK
from adjudicator.mail.lexicon.courtesy import clauses, without_courtesy, without_number
from adjudicator.mail.lexicon.hedges import LONGEST_LINE, Hedge, find_hedge, without_hedges
from adjudicator.mail.lexicon.lookalikes import readings_of
from adjudicator.mail.lexicon.wordlist import Phrases, phrase_of
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.phrasing import Wording
from adjudicator.texts.language import LANGUAGES, language_for
from adjudicator.texts.order_purposes import PURPOSES

LONGEST_TAKING_BACK = 8
"""Words of a line in which a command's are looked for."""


@cache
def offer_comments() -> Phrases:
    """List what our letters say behind an order that they offer, in every language."""
    return frozenset(
        phrase_of(language_for(language).gettext(text)) for language in LANGUAGES for text in PURPOSES.values()
    )


def _variants(line: str) -> tuple[str, ...]:
    """Say a line otherwise, without what changes nothing about its order."""
    return tuple(dict.fromkeys(_said_otherwise(line))) if len(line) <= LONGEST_LINE else ()


def _said_otherwise(line: str) -> Iterator[str]:
    for text in filter(None, (line, without_number(line))):
        for plain in readings_of(text):
            yield from filter(None, (plain, without_courtesy(plain, offer_comments())))


def _clauses(line: str) -> tuple[str, ...]:
    return clauses(line, offer_comments()) if len(line) <= LONGEST_LINE else ()


def _is_command(text: str) -> bool:
    return read_line(text, "match") is not None


WORDING = Wording(find_hedge, _variants, _clauses, _is_command)
"""How the people of all five languages word their orders."""


def hedge_of_command(said: GivenCommand) -> Hedge | None:
    """Find what leaves a command open: a hedge where a day is expected."""
    if said.command.argument is not Argument.DATE or fold_line(said.argument) in BACK:
        return None
    return find_hedge(said.argument)


def takes_back_command(line: str) -> Hedge | None:
    """Find what in a line takes back the commands of its letter: ``oops``, or a command's own words with a no."""
    hedge = find_hedge(line)
    if hedge is None or hedge.takes_back:
        return hedge
    words = without_hedges(line).split()[:LONGEST_TAKING_BACK]
    spans = combinations(range(len(words) + 1), 2)
    return hedge if any(_is_command(" ".join(words[start:end])) for start, end in spans) else None
