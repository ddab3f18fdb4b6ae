"""Lines that begin with the end of a sentence, in letters: a full stop that was folded away from its words."""

from __future__ import annotations

import re

from adjudicator.texts.language.language import LANGUAGES, language_for

LEGENDS = ("! turned over, not yet laid", ": and . open side, no way leads on")
"""Legends of boards whose signs are no ends of sentences; a line may begin with them."""


def _signs() -> str:
    said = (language_for(language).gettext(legend) for language in LANGUAGES for legend in LEGENDS)
    found = {sign for text in said for sign in re.findall(r"[.!] \w+", text)}
    return "|".join(re.escape(sign).replace(r"\ ", r"\s+") for sign in sorted(found))


_END = rf"(?!{_signs()})[.!)\u00bb]\s+[^\W\d_]"
_LONELY_STOP = re.compile(rf"^(?:{_END}|[.,;:!?)\u00bb]$).*", re.MULTILINE)
_LONELY_STOP_ON_A_PAGE = re.compile(rf"(?:<br>|<p[^>]*>|<li[^>]*>)\s*(?:{_END}|[.,;:!?)\u00bb](?:<|$)).*")


def find_lonely_stops(text: str, html: str) -> list[str]:
    """Find the lines of both parts of a letter that begin with the end of a sentence."""
    return [*_LONELY_STOP.findall(text), *_LONELY_STOP_ON_A_PAGE.findall(html)]
