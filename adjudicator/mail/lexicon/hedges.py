"""Hedges: words that make an order unsure, so that it is asked about. A no, an "or", a correction, an if, a question.

The lists serve all games and all commands. A word may be a hedge in one language and something else in another (Dutch
`of` is an English preposition, Italian `o` is also a colour of a game). So `find_hedge` only reports; the caller, with
the game's engine, decides whether the line has an order, and whether such a word stands between two orders.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.mail.lexicon.wordlist import Phrases, Word, longest_phrase, phrase_at, phrases, words_in

LONGEST_LINE = 400
"""Characters of a line that are searched; orders are shorter."""


class Doubt(StrEnum):
    """Kind of a hedge."""

    NEGATION = "negation"
    ALTERNATIVE = "alternative"
    CORRECTION = "correction"
    CONDITION = "condition"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Hedge:
    """A hedging word in a line, and its scope."""

    doubt: Doubt
    word: str
    """The word as it was written."""
    about: str
    """Scope: the part of the line that is unsure if it has an order."""
    sides: tuple[tuple[str, str], ...] = ()
    """For words of `BETWEEN`: each possible split of the line into (before, behind). The word is an "or" only if both
    are orders; the first may also stand in a line above. Empty for all other words.
    """
    takes_back: bool = False
    """Whether it makes the lines above unsure even if its own line has no order: ``oops``."""
    asked: str = ""
    """The part whose outcome somebody asks for: ``I sell 3 A10?`` of ``what happens if I sell 3 A10?``."""
    before: str | None = None
    """For words of `SECOND_THOUGHTS`: the line before the word. Without an order there, the word is mere politeness."""


NEGATIONS = phrases(
    """not, no, nope, never, don't, dont, do not, doesn't, didn't, won't, wont, can't, cannot, cant, wouldn't,
    shouldn't, isn't, haven't, neither, nor, anything but, all but, everything but, except, except for, but not,
    without, nothing""",
    """nicht, nein, nie, niemals, kein, keine, keinen, keinem, keiner, keines, keinesfalls, keineswegs, nö, nee,
    weder, außer, ausser, bloß nicht, ohne, nichts""",
    "ne, n', pas, non, jamais, aucun, aucune, sauf, ni, rien, excepté, sans",
    "non, no, mai, nessun, nessuno, nessuna, né, tranne, eccetto, salvo, niente, senza, nulla",
    "niet, nee, neen, nooit, geen, behalve, niks, niets, zonder, nergens",
)
NOR = phrases("noch")
"""A Dutch "nor" that is a German "also"; see `_is_dutch_nor`."""
ALTERNATIVES = phrases(
    "or, either, or else, alternatively, else",
    "oder, entweder, bzw, beziehungsweise, wahlweise",
    "ou, soit, ou bien, ou alors",
    "oppure, ovvero, altrimenti, sia",
    "ofwel, hetzij, oftewel, dan wel",
)
BETWEEN = phrases("o, of, od, ev")
"""Words that mean "or" in one language and something else in another. They count only between two orders."""
RETRACTIONS = phrases(
    """oops, whoops, ooops, woops, correction, correcting myself, scratch that, strike that, ignore that, forget
    that, forget it, never mind, nevermind, no wait, wait no, typo, my mistake, my bad, wrong move, undo, undo
    that, take that back, ignore the above, ignore my last, changed my mind, change of mind, on second thought,
    on second thoughts""",
    """hoppla, ups, uups, huch, korrektur, berichtigung, korrigiere, verschrieben, vertippt, vertan, versehen,
    irrtum, nein halt, halt nein, doch nicht, vergiss das, vergiss es, anders überlegt, zurücknehmen, nein doch""",
    """oups, houp, correction, je corrige, erreur, faute de frappe, me suis trompé, me suis trompée, non attends,
    non attendez, oublie, oubliez, finalement non, changé d'avis, je me ravise, au temps pour moi, autant pour
    moi""",
    """ops, oops, correzione, correggo, errore, mi sono sbagliato, mi sono sbagliata, ho sbagliato, no aspetta,
    anzi no, lascia perdere, lascia stare, ho cambiato idea, ci ho ripensato, ci ho ripensata, refuso, errata
    corrige""",
    """oeps, correctie, verbetering, foutje, vergissing, vergist, tikfout, typefout, laat maar, vergeet dat, nee
    wacht, toch niet, bedacht me, bij nader inzien, anders bedacht""",
)
REPLACEMENTS = phrases(
    "instead, instead of, rather than, in place of, replace, not that, mistake, wrong",
    "stattdessen, statt, anstatt, anstelle, falsch, ersetze, ersetzen",
    """au lieu de, au lieu du, au lieu des, au lieu d', à la place de, à la place, trompé, trompée, remplace,
    remplacer""",
    "invece, invece di, invece che, anziché, al posto di, sbagliato, sbagliata, sostituisci, sostituire",
    "in plaats van, in de plaats van, in plaats daarvan, fout, verkeerd, vervang, vervangen",
)
"""One order instead of another: the service must ask which one is meant."""
SECOND_THOUGHTS = phrases(
    """i mean, i meant, meant, rather, wait, hold on, sorry, excuse me, pardon, actually, better, make that, should
    be, should have been, should read""",
    """ich meine, ich meinte, meinte, gemeint, lieber, vielmehr, doch, halt, warte, moment, sorry, entschuldigung,
    entschuldige, verzeihung, pardon, eigentlich, besser, sollte heißen, soll heißen""",
    """je veux dire, je voulais dire, plutôt, attends, attendez, pardon, désolé, désolée, excuse-moi, excusez-moi,
    finalement, en fait, mieux""",
    """volevo dire, intendevo, intendo, piuttosto, aspetta, aspettate, anzi, scusa, scusate, scusi, pardon, in
    realtà, veramente, meglio""",
    """ik bedoel, ik bedoelde, bedoel, bedoelde, liever, toch, wacht, sorry, pardon, excuus, eigenlijk, beter, moet
    zijn""",
)
"""Corrections if an order stands before them, else mere politeness."""
CONDITIONS = phrases(
    """i wanted, wanted to, i was going to, if, unless, whether, maybe, perhaps, possibly, probably, might, could,
    should, should i, thinking of, thinking about, considering, considered, not sure, unsure, in case, provided,
    depends, what about, how about""",
    """wollte, vielleicht, eventuell, evtl, möglicherweise, wahrscheinlich, wenn, falls, sofern, ob, könnte,
    sollte, soll ich, würde, überlege, unsicher, wie wäre, kommt drauf an""",
    """voulais, peut-être, si, est-ce que, sinon, devrais, dois-je, pourrais, éventuellement, probablement, à moins
    que, j'hésite, pas sûr, pas sûre, selon, et si""",
    """volevo, forse, se, magari, devo, dovrei, potrei, eventualmente, probabilmente, a meno che, non so, nel caso,
    dipende, qualora""",
    """wilde, wou, misschien, wellicht, mogelijk, waarschijnlijk, indien, als, mits, tenzij, zou, zal ik, moet ik,
    kan ik, twijfel, eventueel, anders""",
)
OUTCOMES = phrases(
    """what happens if, what happens when, what will happen if, what would happen if, what if, what comes of it if,
    what would it look like if, what does it look like if""",
    """was passiert wenn, was geschieht wenn, was würde passieren wenn, was wäre wenn, was ist wenn, was kommt heraus
    wenn, wie sieht es aus wenn""",
    """que se passe-t-il si, que se passerait-il si, qu'arrive-t-il si, qu'est-ce qui se passe si, il se passe quoi si,
    et si""",
    """che succede se, cosa succede se, che cosa succede se, cosa accade se, che cosa accade se, cosa succederebbe se,
    che cosa succederebbe se, e se""",
    """wat gebeurt er als, wat gebeurt er wanneer, wat gebeurt als, wat als, wat zou er gebeuren als, hoe ziet het eruit
    als""",
)
"""Questions for the outcome of the text behind them."""
HARMLESS = phrases(
    """no problem, no problems, no worries, no hurry, no rush, no doubt, not bad, not at all, why not, no need to
    hurry, if you please, if you don't mind, if you like, i would like, i'd like, i would play, i would say,
    sorry for the delay, sorry for the wait, sorry i'm late, sorry to keep you waiting, sorry for being late,
    can't wait, cannot wait, better late than never, or so, no comment, of course, would you believe, nothing to
    add""",
    """kein problem, keine sorge, keine eile, nicht schlecht, warum nicht, kein stress, wenn's recht ist, gar nicht
    schlecht, wenn ich bitten darf, entschuldige die verspätung, entschuldigung für die verspätung, ich würde
    gern, ich würde gerne, ich würde sagen, sorry für die verspätung, besser spät als nie, keine ursache, oder
    so, nichts zu danken""",
    """pas de problème, pas de souci, pas mal, pas de quoi, rien ne presse, pourquoi pas, s'il te plaît, s'il vous
    plaît, désolé pour le retard, désolée pour le retard, pardon pour le retard, mieux vaut tard que jamais, pas
    de panique, n'est-ce pas, sans doute, sans problème, sans souci, de rien""",
    """si comincia, si gioca, nessun problema, non c'è problema, non c'è fretta, niente fretta, non male, perché
    no, scusa il ritardo, scusate il ritardo, scusa per il ritardo, meglio tardi che mai, senza problemi, senza
    fretta, di niente""",
    """geen probleem, geen punt, geen haast, niet slecht, niet gek, waarom niet, maakt niet uit, ik zou graag,
    sorry voor het wachten, sorry voor de vertraging, beter laat dan nooit, geen paniek, niets te danken, of zo,
    zonder twijfel, niet te geloven""",
)
"""Phrases that contain a hedging word but are no hedge."""

_KINDS: tuple[tuple[Doubt, Phrases], ...] = (
    (Doubt.CORRECTION, RETRACTIONS | REPLACEMENTS),
    (Doubt.ALTERNATIVE, ALTERNATIVES),
    (Doubt.NEGATION, NEGATIONS | NOR),
    (Doubt.CONDITION, CONDITIONS),
    (Doubt.CORRECTION, SECOND_THOUGHTS),
)
_WHOLE_EXCUSES = phrases(
    """oh no, ah no, no no, i changed my mind, i have changed my mind, i've changed my mind, i made a mistake, i was
    wrong, i misclicked, that was wrong, that was a mistake""",
    """oh nein, ach nein, ich habe es mir anders überlegt, ich hab's mir anders überlegt, ich hab es mir anders
    überlegt, ich habe mich vertan, ich hab mich vertan, ich habe mich geirrt, das war falsch, das war ein fehler""",
    "oh non, ah non, j'ai changé d'avis, je me suis trompé, je me suis trompée, c'était une erreur",
    "oh no, ah no, mi sono sbagliato, mi sono sbagliata, ho fatto un errore, era un errore",
    "o nee, ach nee, ik heb me bedacht, ik heb me vergist, ik ben van gedachten veranderd, dat was een vergissing",
)
# Without the retractions that are also words of the command `undo`.
_EXCUSES = (RETRACTIONS | SECOND_THOUGHTS | _WHOLE_EXCUSES) - phrases("undo, undo that, take that back", "zurücknehmen")
_LONGEST_EXCUSE = longest_phrase(_EXCUSES)
_LONGEST = longest_phrase(HARMLESS.union(*(known for _, known in _KINDS)))
_LONGEST_OUTCOME = longest_phrase(OUTCOMES)
_SIDES_TOO = frozenset({("ne",), ("no",), ("se",), ("o",), ("of",), ("non",)})
"""In capitals, and not at the start of a line, these are names of sides or colours (NE, NO, O), not words."""
_BEFORE_ALSO = frozenset({"und", "dann", "danach", "auch", "bitte", "jetzt", "nur"})
_ALSO = frozenset({"and", "und", "et", "e", "ed", "en"})
_OPEN = frozenset({"open", "offen", "ouvert", "ouverte", "ouverts", "ouvertes", "aperto", "aperta", "aperti", "aperte"})
_COMPASS = re.compile(r"[NESWOZ]{1,4}")
_YES_BEFORE = re.compile(r"(?i)\s*s[iì]\s*[,.!:]")
_SLASH = re.compile(r"(?<=[\w)])\s*[/|]\s*(?=[\w(])")
_ENDS = re.compile(r"(?<=[.!?\u2026])\s+")
_MOST_CUTS = 6


def find_hedge(line: str) -> Hedge | None:
    """Find the weightiest hedge of a line, in the order of `_KINDS`; None without one.

    Whether the line has an order at all is for the caller to decide.
    """
    line = line[:LONGEST_LINE]
    words = words_in(line)
    found = _phrases_in(line, words)
    for doubt, known in _KINDS:
        for at, count in found:
            phrase = tuple(word.text for word in words[at : at + count])
            if phrase in known:
                said = line[words[at].start : words[at + count - 1].end]
                takes_back = phrase in RETRACTIONS or _is_all(words, found)
                before = line[: words[at].start] if phrase in SECOND_THOUGHTS else None
                return Hedge(doubt, said, line, takes_back=takes_back, asked=_find_asked(line, words), before=before)
    if asked := next((part for part in _ENDS.split(line) if part.rstrip().endswith("?")), ""):
        return Hedge(Doubt.QUESTION, "?", asked, asked=_find_asked(line, words))
    if sides := _split_between(line, words):
        return Hedge(Doubt.ALTERNATIVE, _said_between(line, sides[0]), line, sides)
    return None


def without_hedges(line: str) -> str:
    """Remove all hedging words and all punctuation: ``nein, ich gebe nicht auf`` becomes ``ich gebe auf``.

    For questions only: "did you mean `resign`?"
    """
    words = words_in(line[:LONGEST_LINE])
    hedging = {at + n for at, count in _phrases_in(line, words) for n in range(count)}
    return " ".join(
        line[word.start : word.end] for at, word in enumerate(words) if at not in hedging and word.text != "?"
    )


def without_excuse(line: str) -> str:
    """Remove the words at the beginning of a line that take something back: ``oops, sorry, undo`` becomes ``undo``."""
    words, at = words_in(line[:LONGEST_LINE]), 0
    while (count := phrase_at(words, at, _EXCUSES, _LONGEST_EXCUSE)) and at + count < len(words):
        at += count
    return line[words[at].start :] if at else line


def _phrases_in(line: str, words: list[Word]) -> list[tuple[int, int]]:
    """List the hedging phrases as (index of first word, number of words), except those inside harmless phrases."""
    known = frozenset().union(*(table for _, table in _KINDS))
    found, at = list[tuple[int, int]](), 0
    while at < len(words):
        harmless = phrase_at(words, at, HARMLESS, _LONGEST)
        count = phrase_at(words, at, known, _LONGEST)
        if count and count > harmless and not _is_no_word(line, words, at, count):
            found.append((at, count))
        at += max(harmless, count, 1)
    return found


def _is_no_word(line: str, words: list[Word], at: int, count: int) -> bool:
    """Is this only the name of a side, an Italian yes (``sì``, written ``si``), or an ``n`` without its apostrophe?"""
    word = words[at]
    said = line[word.start : word.end]
    if count > 1:
        return False
    if (word.text,) in NOR:
        return not _is_dutch_nor(words)
    if said.isupper() and at == 0 and (word.text,) in _SIDES_TOO and _goes_on_with_sides(line, words):
        return True
    if word.text == "n":
        return line[word.end : word.end + 1] not in ("'", "\u2019")
    if word.text == "si":
        return said.casefold() != "si" or (at == 0 and _YES_BEFORE.match(line) is not None)
    return (word.text,) in _SIDES_TOO and said.isupper() and at > 0


def _is_dutch_nor(words: list[Word]) -> bool:
    """Is ``noch`` the Dutch "nor", which stands twice or beside another no? In German it is "also"."""
    after = [words[at - 1].text if at else "" for at, word in enumerate(words) if word.text == "noch"]
    return len(after) > 1 and not _BEFORE_ALSO.intersection(after)


def _goes_on_with_sides(line: str, words: list[Word]) -> bool:
    """Is the name of a side followed by another one, or by what says that it is open: ``NO und W offen``?"""
    behind = [(word.text, line[word.start : word.end]) for word in words[1:3]]
    if behind and behind[0][0] in _OPEN:
        return True
    linked = behind[1:] if behind and behind[0][0] in _ALSO else behind[:1]
    return any(said.isupper() and _COMPASS.fullmatch(said) is not None for _, said in linked)


def _is_all(words: list[Word], found: list[tuple[int, int]]) -> bool:
    """Does the line consist of hedging words only?"""
    return sum(count for _, count in found) == len(words)


def _split_between(line: str, words: list[Word]) -> tuple[tuple[str, str], ...]:
    """Split a line at each word or sign that may be an "or", each time into (before, behind)."""
    cuts = [(found.start(), found.end()) for found in _SLASH.finditer(line)]
    cuts += [
        (word.start, word.end)
        for at, word in enumerate(words)
        if (word.text,) in BETWEEN and not _is_no_word(line, words, at, 1)
    ]
    sides = ((line[:start].strip(), line[end:].strip()) for start, end in cuts[:_MOST_CUTS])
    return tuple((left, right) for left, right in sides if right)


def _find_asked(line: str, words: list[Word]) -> str:
    """Find the part of a line whose outcome is asked for, behind the words at its beginning that ask."""
    count = max((phrase_at(words, at, OUTCOMES, _LONGEST_OUTCOME) + at for at in range(2) if words[at:]), default=0)
    return line[words[count].start :] if 1 < count < len(words) else ""


def _said_between(line: str, sides: tuple[str, str]) -> str:
    left, right = sides
    return line[line.index(left) + len(left) : line.rindex(right)].strip() or "/"
