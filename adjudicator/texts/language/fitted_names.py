"""Fits names into sentences, in the languages where a name and the word before it depend on each other.

- French ``de`` and ``que`` lose their vowel: ``le tour d'Odette``, ``la partie d'Egyptos``, but ``de Bob``.
- Italian has ``ad Anna``, ``ed Elena`` and ``ad A2``, and ``dall'8 dicembre`` for ``dal 3 dicembre``.
- The name of the house player has an article, which is small within a sentence: ``À la Maison de jouer``. In Italian it
  is one word with a preposition: ``tocca alla Casa``.

A translator writes ``de %(name)s``, as it is before a consonant.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from markupsafe import Markup

FITTED = frozenset({"fr", "it", "nl"})
_WITHIN = " within"
"""Behind the key of a value that was changed."""
_PLACE = re.compile(r"(?P<before>(?:\b[^\W\d_]+|[,;]) )%\((?P<key>\w+)\)s")
_NAME = re.compile(r"(?P<tags>(?:<[^>]*>)*)(?P<article>(?:La|Het) (?=Maison\b|Casa\b|Huis\b))?(?P<rest>.*)", re.DOTALL)
_ELIDED = frozenset({"de", "que", "jusque", "lorsque", "puisque"})
_VOWEL = re.compile(r"[aeiouœæ][^\W\d_]|y[bcdfghj-np-tv-xz]|h(?:[eiy]|on|or|ub|ugu)")
"""A beginning before which a vowel is lost. The H of Hélène and Hubert is mute, not that of Hans. A cell is none."""
_ELIDED_ARTICLE = re.compile(r"(?:8|11) [a-z]")
"""An Italian day before which an article loses its vowel: ``l'8 dicembre``."""
_CONTRACTED = {"a": "alla ", "di": "della ", "da": "dalla ", "in": "nella ", "su": "sulla "}


def fit_names(language: str, text: str, values: Mapping[str, object]) -> tuple[str, Mapping[str, object]]:
    """Change a translated sentence and its values so that its names fit into it."""
    parts, given, end = [], dict(values), 0
    for start, stop, before, key in _find_places(text):
        value = values.get(key)
        if isinstance(value, str):
            fitted, name = _fit(language, before, value)
            if language == "it" and _ELIDED_ARTICLE.match(value):
                fitted = _elide_article(before)
            if name != value:
                key += _WITHIN  # noqa: PLW2901
                given[key] = Markup(name) if isinstance(value, Markup) else name  # noqa: S704  # a part of the value
            parts += [text[end:start], fitted, f"%({key})s"]
            end = stop
    return "".join([*parts, text[end:]]), given


def without_article(name: str) -> str:
    """Return the name of the house player as it stands in brackets behind somebody's own: ``Carla (Maison)``."""
    found = _NAME.match(name)
    return found["rest"] if found and found["article"] else name


@lru_cache(maxsize=4096)
def _find_places(text: str) -> tuple[tuple[int, int, str, str], ...]:
    """Find the placeholders of a sentence that stand behind a word or a comma: start, end, the text before, key."""
    return tuple((*found.span(), found["before"], found["key"]) for found in _PLACE.finditer(text))


def _elide_article(before: str) -> str:
    article = before.strip()
    if article.lower() not in ("il", "al", "dal", "del"):
        return before
    elided = {"il": "l", "Il": "L"}.get(article, f"{article}l")
    return f"{elided}\N{RIGHT SINGLE QUOTATION MARK}"


def _fit(language: str, before: str, value: str) -> tuple[str, str]:
    """Return a word and the name behind it as they are together."""
    name, word = _NAME.match(value), before.strip().lower()
    if name is None:
        return before, value
    if (article := name["article"]) and ", " not in name["rest"]:  # a list of names stays as it is
        if language == "it" and word in _CONTRACTED:
            return _CONTRACTED[word] if before[0].islower() else _CONTRACTED[word].capitalize(), name["tags"] + name[
                "rest"
            ]
        return before, name["tags"] + article.lower() + name["rest"]
    begins = "".join(c for c in unicodedata.normalize("NFKD", name["rest"][:4].lower()) if not unicodedata.combining(c))
    if language == "fr" and word in _ELIDED and _VOWEL.match(begins):
        return f"{before.rstrip()[:-1]}\N{RIGHT SINGLE QUOTATION MARK}", value
    if language == "it" and word in ("a", "e") and begins[:1] == word and begins[1:2].isalnum():
        return f"{before.rstrip()}d ", value
    return before, value
