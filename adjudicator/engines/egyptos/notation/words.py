"""The words that may stand beside cells in an order, in English, German, French, Italian and Dutch.

They are written without case and accents, as orders are compared. A word that is not here makes an order unreadable,
so that a sentence about a cell is not taken for a step.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engines.order_text import FILLERS, OrderWords, spellings_of


def _words(text: str) -> frozenset[str]:
    return frozenset(spelling for word in text.split() for spelling in spellings_of(word))


SWAPPING = _words("""
    swap exchange
    tausch tausche tauschen farbentausch wechsel wechsle wechseln
    echange echanger echangeons inverser
    scambio scambia scambiare scambiamo
    ruil ruilen wissel wisselen
""")

PASSING = _words("pass passe passen passer passo passare pas aussetzen")

ORIGIN = _words("from von vom de depuis da dal van vanaf")
"""The words before the cell that a pyramid leaves."""

POLITE = _words("""
    i we my me id ll like lay place put play set move moving go goes shift take to on at onto in the a an and then
    pyramid piece stone cell please turn step colours colors sides with us let s

    ich wir lege legen setze setzen stelle spiele spielen ziehe ziehen zug bewege verschiebe schiebe gehe nach auf zu
    zum in an den die das der meine meinen mein eine einen und dann pyramide stein feld bitte farben möchte

    je j nous pose poser place placer joue jouer mets mettre deplace deplacer bouge bouger vers en sur a au la le l les
    ma mon une un et puis pyramide pion piece case coup s il vous te plait svp stp couleurs

    io metto poso pongo piazzo gioco muovo sposto vado in a ad su verso il lo la mia una e poi piramide pedina casella
    mossa per favore prego colori

    ik wij we leg zet plaats speel verplaats schuif beweeg ga naar op in het de mijn een en dan piramide steen vak
    graag alsjeblieft alstublieft aub kleuren
""")

KNOWN = SWAPPING | PASSING | ORIGIN | POLITE | FILLERS

ORDER_WORDS = OrderWords(
    known=KNOWN,
    verbs=_words("""
        lay place put play set move moving go going shift take lege legen setze setzen stelle spiele spielen ziehe
        ziehen bewege verschiebe schiebe gehe pose poser placer joue jouer mets mettre deplace deplacer bouge bouger
        metto poso pongo piazzo gioco muovo sposto vado leg zet plaats speel verplaats schuif beweeg ga
    """),
)

LOCAL_WORDS: Mapping[str, Mapping[str, str]] = {
    "de": {"swap": "tauschen", "pass": "passen"},
    "fr": {"swap": "échanger", "pass": "passer"},
    "it": {"swap": "scambiare", "pass": "passare"},
    "nl": {"swap": "ruilen", "pass": "passen"},
}
"""The words of the notation as they are suggested in each language."""

FACT_WORDS: Mapping[str, Mapping[str, str]] = {
    "free": {"en": "free empty", "de": "frei leer", "fr": "libre vide", "it": "libera libero vuota", "nl": "vrij leeg"},
    "taken": {
        "en": "taken occupied",
        "de": "besetzt belegt",
        "fr": "occupée occupé prise",
        "it": "occupata occupato presa",
        "nl": "bezet",
    },
    "black": {"en": "black", "de": "schwarz", "fr": "noir noire", "it": "nero nera", "nl": "zwart"},
    "gold": {"en": "gold golden", "de": "gold golden", "fr": "or dorée doré", "it": "oro", "nl": "goud"},
}
"""The words for the content of a cell, by language; the first of each is the one that is written."""
