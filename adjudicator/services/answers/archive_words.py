"""Words of a search in the archive, as somebody writes them in a letter: ``archive anna cheops 2026``.

Each word says by itself what it is: a game, a date, an option, a result or an ending in any language, and else a name.
"""

from __future__ import annotations

from adjudicator.engines.registry import close_games, engines, newest_engine
from adjudicator.engines.rules import Rules
from adjudicator.mail.commands.words.past_words import PAST_ENDINGS, PAST_NOTES, PAST_RESULTS
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.answers.search_terms import ANNOTATED, PRESET, BadTerm, SearchTerms, UnreadableSearch, is_date
from adjudicator.services.matches.opening.chosen_options import bad_option
from adjudicator.services.refused_error import RefusedError

_MEANINGS = {**PAST_RESULTS, **PAST_ENDINGS, **PAST_NOTES}


def read_words(text: str) -> SearchTerms:
    """Sort the words of a search into its terms. Two dates are the first and the last one."""
    found: dict[str, list[str]] = {}
    game, rest = split_game(text.split())
    for word in rest:
        plain = fold_line(word)
        found.setdefault(_kind_of(word, plain), []).append(_MEANINGS.get(plain, word))
    dates = sorted(found.get("date", []))
    names, result = found.get("name", []), found.get("result", [""])[-1]
    of_player = result not in ("", "shared")  # whose result it is, is the name that stands first
    return SearchTerms(
        game=game or _only_game(found.get("options", [])),
        player=names[0] if of_player and names else "",
        names=" ".join(names[1:] if of_player else names),
        result=result,
        kind=found.get("kind", [""])[-1],
        since=dates[0] if dates else "",
        until=dates[-1] if dates else "",
        options=" ".join(found.get("options", [])),
        annotated=ANNOTATED if "annotated" in found else "",
    )


def refuse_terms(fault: UnreadableSearch, terms: SearchTerms) -> RefusedError:
    """Name the fault in each term, and the right form."""
    first, *more = (refuse_term(one, terms) for one in fault.faults)
    return RefusedError(first, more)


def refuse_term(fault: BadTerm, terms: SearchTerms) -> Refusal:
    """Name the fault in a term, and the right form."""
    if fault.option is not None:
        return bad_option(newest_engine(terms.game).rules, fault.option).refusal
    return Refusal.of(RefusalKey.BAD_SEARCH, why=fault.fault, right=fault.right)


def refuse_game(terms: SearchTerms) -> RefusedError | None:
    """Take a word for a mistyped game when nothing was found; None if none is like one."""
    for word in terms.names.split():
        if nearest := tuple(f"archive {name}" for name in close_games(word)):
            return RefusedError(Refusal.of(RefusalKey.UNKNOWN_GAME, game=word, nearest=nearest))
    return None


def _kind_of(word: str, plain: str) -> str:
    if "=" in word:
        return "options"
    if is_date(plain):
        return "date"
    if plain in PAST_RESULTS:
        return "result"
    if plain in PAST_NOTES:
        return "annotated"
    return "kind" if plain in PAST_ENDINGS else "name"


def split_game(words: list[str]) -> tuple[str, list[str]]:
    """Find the words that name a game, which may be several: "Das Gold des Pharao"."""
    for length in range(len(words), 0, -1):
        for first in range(len(words) - length + 1):
            try:
                game = newest_engine(" ".join(words[first : first + length])).rules.name
            except KeyError:
                continue
            return game, words[:first] + words[first + length :]
    return "", words


def _only_game(options: list[str]) -> str:
    """Name the game that has all these options, if it is the only one."""
    keys = {word.partition("=")[0].casefold() for word in options} - {PRESET}
    having = {engine.rules.name for engine in engines().values() if keys and keys <= _keys(engine.rules)}
    return having.pop() if len(having) == 1 else ""


def _keys(rules: Rules) -> set[str]:
    return {option.key for option in rules.options}
