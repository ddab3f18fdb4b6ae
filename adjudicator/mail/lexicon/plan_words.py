"""The words of plans: if, then, otherwise, next, or, and, not, anyway, in the five languages.

By role and language; the first word of each list is the one that our letters write. Some words have two roles: Italian
*poi* begins a line with the next steps, and joins two steps of one turn.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.mail.lexicon.wordlist import split_list

_PLAN_WORDS: Mapping[str, Mapping[str, str]] = {
    "if": {"en": "if", "de": "wenn, falls", "fr": "si, s'il, s'ils", "it": "se", "nl": "als, indien"},
    "then": {"en": "then", "de": "dann", "fr": "alors", "it": "allora", "nl": "dan"},
    "otherwise": {
        "en": "otherwise, else",
        "de": "sonst, andernfalls, ansonsten",
        "fr": "sinon, autrement",
        "it": "altrimenti, in caso contrario",
        "nl": "anders",
    },
    "next": {"en": "next", "de": "als nächstes", "fr": "ensuite", "it": "poi", "nl": "daarna"},
    "or": {"en": "or", "de": "oder", "fr": "ou, ou bien", "it": "oppure, o", "nl": "of"},
    "and": {
        "en": "and, and then",
        "de": "und, und dann",
        "fr": "et, et puis, et ensuite, puis, ensuite",
        "it": "e, ed, e poi, poi",
        "nl": "en, en dan, en daarna, daarna",
    },
    "not": {"en": "not", "de": "nicht", "fr": "pas, non", "it": "non", "nl": "niet"},
    "any": {
        "en": "any, anything, any move",
        "de": "jeder, jeder zug, irgendein zug",
        "fr": "tout, tout coup, n'importe quoi",
        "it": "qualsiasi, qualsiasi mossa, qualunque mossa",
        "nl": "elke, elke zet",
    },
    "anybody": {
        "en": "anybody, anyone, somebody",
        "de": "jemand, irgendwer, irgendjemand",
        "fr": "quelqu'un, n'importe qui",
        "it": "qualcuno, chiunque",
        "nl": "iemand",
    },
    "anyway": {"en": "anyway", "de": "trotzdem", "fr": "quand même", "it": "comunque", "nl": "toch"},
    "mine": {
        "en": "you, I, I'll, I will",
        "de": "du, ich, ihr",
        "fr": "tu, vous, je, j'",
        "it": "tu, io",
        "nl": "jij, je, ik, u",
    },
    "theirs": {
        "en": "he, she, they, you",
        "de": "er, sie, du, ihr",
        "fr": "il, elle, tu, vous",
        "it": "lui, lei, tu",
        "nl": "hij, zij, ze, jij, je, u",
    },
    "polite": {
        "en": "please, play, lays, takes, plays, moves, goes, puts, is, does",
        "de": "bitte, legt, legst, nimmt, nimmst, spielt, spielst, zieht, ziehst, geht, gehst, setzt, ist, macht",
        "fr": "s'il te plaît, s'il vous plaît, pose, poses, prend, prends, joue, joues, jouez, va, vas, met, est, fait",
        "it": "per favore, prego, mette, metti, prende, prendi, gioca, giochi, va, vai, posa, fa",
        "nl": "alsjeblieft, alstublieft, graag, legt, neemt, speel, speelt, gaat, zet, is, doet",
    },
}
PLAN_WORDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    role: {language: split_list(words) for language, words in languages.items()}
    for role, languages in _PLAN_WORDS.items()
}
