"""Words that make an order unsure: a no, an either-or, a correction, a condition, a question.

They are the same for all games and for commands. Some of them mean something else in another language (the Dutch `of`
is an English preposition, the Italian `o` a colour), so whoever knows the game decides whether a line names an order at
all, and whether such a word stands between two of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.mail.lexicon.wordlist import Phrases, Word, longest, phrase_at, phrases, words_in

LONGEST_LINE = 400
"""Characters of a line that are looked at; an order is shorter."""


class Doubt(StrEnum):
    """What makes a line unsure."""

    NEGATION = "negation"
    ALTERNATIVE = "alternative"
    CORRECTION = "correction"
    CONDITION = "condition"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Hedge:
    """A hedging word in a line, and what it is said about."""

    doubt: Doubt
    word: str
    """As it was written."""
    about: str
    """The part of the line that it may make unsure."""
    sides: tuple[tuple[str, str], ...] = ()
    """What stands before and behind a word that is an "or" only between two orders, of which the first may stand in a
    line above; none for a word that always is one.
    """
    takes_back: bool = False
    """Whether it needs no order beside it to make the lines above it unsure: ``oops``."""
    before: str | None = None
    """For a word that is only manners unless an order stands before it: what stands before it in the line."""


NEGATIONS = phrases(
    """not, no, nope, never, don't, dont, do not, doesn't, didn't, won't, wont, can't, cannot, cant, wouldn't,
    shouldn't, isn't, haven't, neither, nor, anything but, all but, everything but, except, except for, but not,
    without, nothing""",
    """nicht, nein, nie, niemals, kein, keine, keinen, keinem, keiner, keines, keinesfalls, keineswegs, nö, nee,
    weder, außer, ausser, bloß nicht, ohne, nichts""",
    "ne, n', pas, non, jamais, aucun, aucune, sauf, ni, rien, excepté, sans",
    "non, no, mai, nessun, nessuno, nessuna, né, tranne, eccetto, salvo, niente, senza, nulla",
    "niet, nee, neen, nooit, geen, behalve, noch, niks, niets, zonder, nergens",
)
ALTERNATIVES = phrases(
    "or, either, or else, alternatively, else",
    "oder, entweder, bzw, beziehungsweise, wahlweise",
    "ou, soit, ou bien, ou alors",
    "oppure, ovvero, altrimenti, sia",
    "ofwel, hetzij, oftewel, dan wel",
)
BETWEEN = phrases("o, of, od, ev")
"""Words that are an "or" in one language and something else in another: they count only between two orders."""
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
    anzi no, lascia perdere, lascia stare, ho cambiato idea, refuso, errata corrige""",
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
"""One order for another: which one is meant is to be asked."""
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
"""They correct an order that stands before them, if one does; else they are manners."""
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
"""Phrases with such a word that hedge nothing."""

_KINDS: tuple[tuple[Doubt, Phrases], ...] = (
    (Doubt.CORRECTION, RETRACTIONS | REPLACEMENTS),
    (Doubt.ALTERNATIVE, ALTERNATIVES),
    (Doubt.NEGATION, NEGATIONS),
    (Doubt.CONDITION, CONDITIONS),
    (Doubt.CORRECTION, SECOND_THOUGHTS),
)
_LONGEST = longest(HARMLESS.union(*(known for _, known in _KINDS)))
_SIDES_TOO = frozenset({("ne",), ("no",), ("se",), ("o",), ("of",), ("non",)})
"""In capitals within a line these are letters of sides, or of colours, and no words."""
_YES_BEFORE = re.compile(r"(?i)\s*s[iì]\s*[,.!:]")
_SLASH = re.compile(r"(?<=[\w)])\s*[/|]\s*(?=[\w(])")
_ENDS = re.compile(r"(?<=[.!?\u2026])\s+")
_MOST_CUTS = 6


def find_hedge(line: str) -> Hedge | None:
    """Find what makes a line unsure, the weightiest first; None where nothing does.

    Whether it names an order at all is for somebody to say who knows the game.
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
                return Hedge(doubt, said, line, takes_back=takes_back, before=before)
    if asked := next((part for part in _ENDS.split(line) if part.rstrip().endswith("?")), ""):
        return Hedge(Doubt.QUESTION, "?", asked)
    if sides := _split_between(line, words):
        return Hedge(Doubt.ALTERNATIVE, _said_between(line, sides[0]), line, sides)
    return None


def without_hedges(line: str) -> str:
    """Leave every hedging word out of a line, and its signs: ``nein, ich gebe nicht auf`` says ``ich gebe auf``."""
    words = words_in(line[:LONGEST_LINE])
    hedging = {at + n for at, count in _phrases_in(line, words) for n in range(count)}
    return " ".join(
        line[word.start : word.end] for at, word in enumerate(words) if at not in hedging and word.text != "?"
    )


def _phrases_in(line: str, words: list[Word]) -> list[tuple[int, int]]:
    """List where hedging phrases begin and how long they are, without those in harmless phrases."""
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
    """Tell a word from the letters of sides, an Italian yes, and a letter that only looks like an ``n'``."""
    word = words[at]
    said = line[word.start : word.end]
    if count > 1:
        return False
    if word.text == "n":
        return line[word.end : word.end + 1] not in ("'", "\u2019")
    if word.text == "si":
        return said.casefold() != "si" or (at == 0 and _YES_BEFORE.match(line) is not None)
    return (word.text,) in _SIDES_TOO and said.isupper() and at > 0


def _is_all(words: list[Word], found: list[tuple[int, int]]) -> bool:
    """Tell whether a line is nothing but hedging words."""
    return sum(count for _, count in found) == len(words)


def _split_between(line: str, words: list[Word]) -> tuple[tuple[str, str], ...]:
    """Cut a line at each word and sign that may be an "or"."""
    cuts = [(found.start(), found.end()) for found in _SLASH.finditer(line)]
    cuts += [
        (word.start, word.end)
        for at, word in enumerate(words)
        if (word.text,) in BETWEEN and not _is_no_word(line, words, at, 1)
    ]
    sides = ((line[:start].strip(), line[end:].strip()) for start, end in cuts[:_MOST_CUTS])
    return tuple((left, right) for left, right in sides if right)


def _said_between(line: str, sides: tuple[str, str]) -> str:
    left, right = sides
    return line[line.index(left) + len(left) : line.rindex(right)].strip() or "/"
