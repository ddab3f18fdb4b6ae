"""Reads to whom a message is written: the names before the text of ``tell``, and what looks like an address in press.

What comes in is the text behind the command, and how the other players can be named. In doubt nothing is certain: a
private word must never be read to somebody else because a name of its text was taken for an addressee, or the reverse.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from adjudicator.mail.commands.words.reply_words import AND, TO
from adjudicator.mail.commands.words.word_index import parse_words, rest_after, spellings
from adjudicator.mail.text.text_fold import fold_line

Names = Mapping[str, frozenset[int]]
"""Every folded way to name another player, and the seats that it may mean."""

ALL_WORDS = parse_words(
    en="all, everybody, everyone",
    de="alle, allen, alle zusammen",
    fr="tous, toutes, tout le monde",
    it="tutti, tutte",
    nl="allen, iedereen",
)
TO_ALL_WORDS = parse_words(
    en="to all",
    de="an alle, zu allen",
    fr="à tous",
    it="a tutti",
    nl="aan allen, tegen iedereen, tegen allen",
)
"""How it is written that press is for everybody, whatever stands at its beginning."""
_ALL = frozenset(spellings(ALL_WORDS))
_TO = TO | frozenset(spellings(parse_words(en="for", de="für, zu", fr="pour", it="per, ad", nl="voor, tegen")))
_ONLY = frozenset(
    spellings(
        parse_words(
            en="only, just, private, privately",
            de="nur, privat",
            fr="seulement, privé",
            it="solo, privato",
            nl="alleen, privé",
        )
    )
)
_GREETINGS = frozenset(
    spellings(
        parse_words(
            en="hi, hello, hey, dear",
            de="hallo, liebe, lieber, servus",
            fr="salut, bonjour, cher, chère, coucou",
            it="ciao, caro, cara, salve",
            nl="hoi, dag, beste, lieve",
        )
    )
)
_BY_THE_WAY = frozenset({"propos", "proposito", "esempio", "beginn", "anfang", "schluss"})
""""À propos:", "a proposito:", "ad esempio:" and "zu Beginn:" begin a sentence."""
_LONGEST_NAME = 8
"""Words of a name; those of an address that nobody is called are fewer."""
_LONGEST_UNKNOWN = 4
_CLOSE = 0.6
_ENDS = ":"
_BREAKS = (",", ";", "!")
_SIGNS = (_ENDS, *_BREAKS)
_DASHES = frozenset({"-", "--", "\u2013", "\u2014", "->", ">"})
_TRIMMED = " .:,;!-\u2013\u2014"
_OPENING = "([<*_\"'"
_CLOSING = ")]*_\"'"


@dataclass(frozen=True, slots=True)
class Named:
    """A name as it was written, the seats that it may mean, and what stood between it and the name before."""

    written: str
    seats: frozenset[int]
    joint: str = ""
    """``and``, ``,`` or nothing but a blank."""


@dataclass(frozen=True, slots=True)
class Addressed:
    """The names at the beginning of a text, and the rest of it."""

    names: tuple[Named, ...]
    text: str
    end: str = ""
    """The sign behind the last name: ``:``, ``,``, a dash; or nothing."""

    @property
    def certain(self) -> bool:
        """Can no name belong to the text? After ``Bob Carl`` without a colon, the second one could."""
        return self.end == _ENDS or all(one.joint == "and" for one in self.names[1:])


@dataclass(frozen=True, slots=True)
class LooksAddressed:
    """Press that begins as if it were for somebody: for the players `names`, or for somebody who is not here."""

    names: tuple[Named, ...]
    text: str
    """The text without its beginning."""


def read_addressees(text: str, names: Names) -> Addressed:
    """Read the names at the beginning of a text: ``Bob``, ``Bob and Carl``, ``to Bob, Carl:``, ``@Bob``, ``2``."""
    found = list[Named]()
    rest, joint, end = text.strip(), "", ""
    if _read_name(rest, names) is None:
        rest = _without_lead(rest, _TO | _ONLY)
    while True:
        behind = _without_and(rest) if found else rest
        if found and behind != rest:
            joint = "and"
        one = _read_name(behind, names)
        if one is None:
            break
        written, seats, rest, end = one
        if found and written.strip(_TRIMMED).isdecimal() and not found[-1].written.isdecimal():
            rest, end = behind, ""  # "tell Bob 3 tiles are left"
            break
        found.append(Named(written.strip(_TRIMMED), seats, joint))
        joint = "," if end in _BREAKS else ""
        if end == _ENDS or end in _DASHES:
            break
    return Addressed(tuple(found), rest, end)


def find_address(text: str, names: Names) -> LooksAddressed | None:
    """Find what looks like an addressee at the beginning of press; None if everybody is meant, or nobody in particular.

    ``to Bob: ...``, ``@Bob ...``, ``Bob: ...``, ``Hi Bob, ...`` and ``only Bob ...`` are written to somebody; ``Bob is
    quick`` is not. A word that no player is called is an addressee only with a sign of one: ``to Bpb: ...``.
    """
    plain = text.strip().lstrip(_OPENING)
    heading, below, under = plain.partition("\n")
    greeted = _without_lead(heading, _TO | _ONLY | _GREETINGS)
    alone = read_addressees(greeted, names)
    if below and alone.names and not alone.text:
        return LooksAddressed(alone.names, under.strip())
    behind = _without_lead(plain, _TO | _ONLY)
    marked = behind != plain or behind.startswith("@")
    read = read_addressees(_without_lead(plain, _TO | _ONLY | _GREETINGS), names)
    if read.names:
        called = any(not one.written.isdecimal() for one in read.names)
        sign = marked or read.end == _ENDS or (called and (read.end or greeted != heading or not read.text))
        return LooksAddressed(read.names, read.text.lstrip(_CLOSING)) if sign else None
    return _find_unknown(behind, names, marked=marked)


def _find_unknown(text: str, names: Names, *, marked: bool) -> LooksAddressed | None:
    """Find an addressee that nobody is called, such as a misspelt name."""
    written, colon, rest = text.partition(_ENDS)
    words = fold_line(written.strip(_OPENING + _CLOSING + "@")).split()
    if not words or not colon or len(words) > _LONGEST_UNKNOWN or words[0] in _BY_THE_WAY:
        return LooksAddressed((), rest.strip()) if text.startswith("@") else None
    single = len(words) == 1 and words[0] not in _ALL
    close = any(get_close_matches(word, names, n=1, cutoff=_CLOSE) for word in words if not word.isdecimal())
    return LooksAddressed((), rest.strip()) if (single and (marked or close)) or (marked and close) else None


def without_to_all(text: str) -> str | None:
    """Cut ``to all:`` from the beginning of press; None if it does not begin so."""
    written, colon, rest = text.partition(_ENDS)
    said = fold_line(written)
    first, _, behind = said.partition(" ")
    return rest.strip() if colon and (said in _ALL or (first in _TO and behind in _ALL)) else None


def name_index(names: Mapping[int, Iterator[str]]) -> Names:
    """Index every way to name a player; `names` lists those of each seat."""
    found: dict[str, set[int]] = {}
    for seat, ways in names.items():
        for way in ways:
            found.setdefault(fold_line(way), set()).add(seat)
    return {way: frozenset(seats) for way, seats in found.items() if way}


def _without_lead(text: str, words: frozenset[str]) -> str:
    """Cut words such as ``to`` and ``only for``."""
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    if fold_line(first) in words and not first.endswith(_SIGNS):
        return _without_lead(rest_after(text, 1), words)
    return text


def _without_and(text: str) -> str:
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    return rest_after(text, 1) if first == "&" or fold_line(first) in AND else text


def _read_name(text: str, names: Names) -> tuple[str, frozenset[int], str, str] | None:
    """Read the longest name at the beginning of a text: as written, its seats, the rest, and the sign behind it."""
    words = text.split()
    for count in range(min(_LONGEST_NAME, len(words)), 0, -1):
        written = " ".join(words[:count]).lstrip(_OPENING + "@")
        for plain, end, glued in _cuts(written):
            seats = names.get(fold_line(plain))
            if seats is None:
                continue
            rest = f"{glued} {rest_after(text, count)}".strip() if glued else rest_after(text, count)
            first = rest.split(maxsplit=1)[0] if rest else ""
            if not end and first in _DASHES:
                return plain, seats, rest_after(rest, 1), first
            return plain, seats, rest, end
    return None


def _cuts(written: str) -> Iterator[tuple[str, str, str]]:
    """Yield readings of words that may be a name: the name, the sign behind it, and what is glued to that."""
    yield written, written[-1] if written[-1:] in _SIGNS else "", ""
    last = written.rfind(" ") + 1
    at = min((at for sign in _SIGNS if (at := written.find(sign, last)) >= 0), default=len(written))
    plain, sign, glued = written[:at], written[at : at + 1], written[at + 1 :]
    yield plain, sign, glued
    for closing, end in ((_CLOSING, _ENDS), ("".join(_DASHES), "-")):
        bare = plain.rstrip(closing)
        if bare != plain:
            yield bare, sign or end, glued
