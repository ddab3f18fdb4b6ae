"""The line of a player's own in an invitation.

Its reader has not written to us, so it must be of no use for spam: one short line, in which no mail program finds
anything to click. We refuse a greeting that does not fit, and cut nothing silently.
"""

from __future__ import annotations

import re
import unicodedata

from adjudicator.mail.commands.words.match_words import GREETING_WORDS
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.players.players import plain_line
from adjudicator.services.refused_error import RefusedError
from adjudicator.texts.language.language import N_, Language

LONGEST_GREETING = 300
_EXAMPLE = N_("Fancy a slow game over the winter?")
_DOTS = str.maketrans(dict.fromkeys("\u3002\uff61\u2024", "."))
_LINK = re.compile(r"\S*(?:@|://|\b(?:mailto|tel|sms|data|javascript):\S|\w\.[^\W\d_]{2,})\S*", re.IGNORECASE)
"""An address, a link, or words with a dot between them, which mail programs make links of."""


def clean_greeting(text: str) -> str:
    """Reduce a greeting to one plain line. Raises `RefusedError` if it is too long, or holds a link or an address."""
    plain = plain_line(text)
    if len(plain) > LONGEST_GREETING:
        raise RefusedError.of(RefusalKey.BAD_GREETING, why="long", most=LONGEST_GREETING, count=len(plain))
    if link := _LINK.search(unicodedata.normalize("NFKC", plain).translate(_DOTS)):
        raise RefusedError.of(RefusalKey.BAD_GREETING, why="link", given=link[0])
    return plain


def write_greeting(language: Language) -> str:
    """Write an example of such a line, as it stands in a letter to us."""
    words = {"word": GREETING_WORDS[language.language][0], "text": language.gettext(_EXAMPLE)}
    return language.gettext(N_("%(word)s: %(text)s")) % words
