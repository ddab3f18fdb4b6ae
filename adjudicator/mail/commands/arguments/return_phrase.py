"""Finds the day on which somebody says that they are back: ``I am back on 10 December``, ``Montag wieder da``.

A subject with its verb may stand before the day or behind it, as German and Dutch have it. All words are folded.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from adjudicator.mail.commands.arguments.dates import shape_of_day

_SUBJECT = re.compile(
    r"(?<![\w'])(?:"
    r"i am|i'?m|i (?:will|shall) be|i'?ll be|we(?: are|'re| will be|'ll be)"
    r"|(?:ich )?(?:bin|komme)(?: ich)?|ich werde|werde ich|wir (?:sind|kommen)|sind wir|kommen wir"
    r"|je (?:suis|serai)|nous (?:sommes|serons)"
    r"|(?:io )?(?:sono|saro)|siamo|saremo"
    r"|(?:ik )?(?:ben|kom)(?: ik)?(?: er)?|ik zal|zal ik|(?:we|wij) (?:zijn|komen)|(?:zijn|komen) (?:we|wij)"
    r")(?![\w'])"
)
_RETURN = re.compile(
    r"(?<![\w'])(?:"
    r"back(?: again| here| home| online| in the office)?|(?:i|we)(?: will|'ll)? (?:return|(?:come|get) back)"
    r"|(?:wieder )?zuruck(?: im buro)?(?: sein)?|wieder(?: da| hier| zu hause| zuhause| erreichbar| im buro)?(?: sein)?"
    r"|(?:de )?retour|je (?:reviens|reviendrai|rentre|rentrerai)|nous (?:revenons|reviendrons|rentrons|rentrerons)"
    r"|(?:di )?ritorno|(?:torn|rientr)(?:o|ero|iamo|eremo)"
    r"|(?:weer )?terug(?: zijn)?|weer(?: (?:er|hier|thuis|bereikbaar))?(?: zijn)?"
    r")(?![\w'])"
)
_FROM = re.compile(
    r"(?:(?:erst|pas) )?(?:(?:on|by|from|as of|am|ab|le|des|a partir d[eu]|il|dal|dall'|da|a partire da|op|vanaf)"
    r"(?:\b|(?<=')) ?)?(?:(?:the|den|dem|le|il|lo|de)\b |l')?"
)
_AND = re.compile(r"(?:^|\W)(?:and|und|et|e|en)$")


class Return(NamedTuple):
    """The text before the words about coming back, and the day."""

    before: str
    day: str


def find_return(plain: str) -> Return | None:
    """Find the day of a return; None for any other text, and for one that says more."""
    found = _RETURN.search(plain)
    if found is None:
        return None
    before, behind = _bare(plain[: found.start()]), _day(plain[found.end() :])
    if shape_of_day(behind):
        return Return(_bare(_AND.sub("", before)), behind)
    day = _day(before)
    return Return("", day) if not behind and shape_of_day(day) else None


def _bare(text: str) -> str:
    return " ".join(_SUBJECT.sub(" ", text, 1).split()).strip(" ,;:.!-")


def _day(text: str) -> str:
    plain = _bare(text)
    found = _FROM.match(plain)
    return plain[found.end() :].strip() if found else plain
