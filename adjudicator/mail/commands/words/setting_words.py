"""Words of a player's settings: language, layout, names, letters, digest, calendar and key."""

from __future__ import annotations

import re

from adjudicator.mail.commands.words.word_index import index_words, parse_words

LAYOUTS = index_words(
    {
        "wide": parse_words(en="wide", de="breit", fr="large", it="larga, largo", nl="breed"),
        "narrow": parse_words(en="narrow", de="schmal", fr="étroite, étroit", it="stretta, stretto", nl="smal"),
        "linear": parse_words(en="linear", de="linear, zeilen", fr="linéaire", it="lineare", nl="lineair, regels"),
    }
)

O_MEANINGS = index_words(
    {
        "east": parse_words(en="east", de="Osten, Ost", fr="est, l'est", it="est, l'est", nl="oost, oosten"),
        "west": parse_words(en="west", de="Westen, West", fr="ouest, l'ouest", it="ovest, l'ovest", nl="west, westen"),
    }
)
"""The sides for which a player may write O."""

KEY_USES = index_words(
    {
        "required": parse_words(
            en="required", de="verlangt, nötig", fr="exigée, exigé", it="richiesta", nl="verplicht"
        ),
        "optional": parse_words(en="optional", de="freiwillig", fr="facultative", it="facoltativa", nl="vrijwillig"),
        "none": parse_words(en="none", de="keiner, vergessen", fr="aucune", it="nessuna", nl="geen"),
    }
)

LANGUAGES = index_words(
    {
        "de": parse_words(en="German", de="Deutsch, de", fr="allemand", it="tedesco", nl="Duits"),
        "en": parse_words(en="English, en", de="Englisch", fr="anglais", it="inglese", nl="Engels"),
        "fr": parse_words(en="French", de="Französisch", fr="français, fr", it="francese", nl="Frans"),
        "it": parse_words(en="Italian", de="Italienisch", fr="italien", it="italiano, it", nl="Italiaans"),
        "nl": parse_words(
            en="Dutch", de="Niederländisch, Holländisch", fr="néerlandais", it="olandese", nl="Nederlands, nl"
        ),
    }
)

IN_LANGUAGE = re.compile(r"^(?:in het|in|auf|en|op zijn) ")
"""Words before the name of a language: ``auf Deutsch``. Folded."""

PUBLIC_NAMES = index_words(
    {
        "own": parse_words(en="own", de="eigener", fr="propre", it="proprio", nl="eigen"),
        "none": parse_words(en="none", de="keiner, ohne", fr="aucun", it="nessuno", nl="geen"),
    }
)
"""Choices for a player's name in public, besides an alias."""

DIGEST_USES = index_words(
    {
        "off": parse_words(
            en="off, none, never", de="aus, kein, nie", fr="non, aucun", it="no, nessuno", nl="uit, geen"
        ),
        "short": parse_words(en="short", de="kurz", fr="court, bref", it="breve", nl="kort"),
        "boards": parse_words(
            en="with boards, boards",
            de="mit Brettern, Bretter",
            fr="avec plateaux, plateaux",
            it="con tabelloni, tabelloni, con tavolieri, tavolieri",
            nl="met borden, borden",
        ),
        "daily": parse_words(
            en="daily, every day",
            de="täglich, jeden Tag",
            fr="chaque jour, tous les jours",
            it="ogni giorno, tutti i giorni",
            nl="dagelijks, elke dag",
        ),
    }
)
"""Words that may stand behind ``digest`` besides an hour and days."""
TURN_USES = index_words(
    {
        "at once": parse_words(
            en="at once, immediately",
            de="sofort, gleich",
            fr="tout de suite, aussitôt",
            it="subito",
            nl="meteen, direct",
        ),
        "in the digest": parse_words(
            en="in the digest, in digest, digest",
            de="im Sammelbrief, im Tagesbrief",
            fr="dans le récapitulatif, récapitulatif",
            it="nel riepilogo, riepilogo",
            nl="in het overzicht, overzicht",
        ),
    }
)
"""When the letter of a turn comes, if there is a digest."""

CALENDAR_USES = index_words(
    {
        "new": parse_words(en="new", de="neu, neuer", fr="nouveau, nouvelle", it="nuovo, nuova", nl="nieuw, nieuwe"),
        "off": parse_words(
            en="off, none, end",
            de="aus, keiner, weg, Ende",
            fr="arrêt, aucun, fin, sans",
            it="stop, nessuno, fine, via",
            nl="uit, geen, weg, einde",
        ),
    }
)
"""Actions on the address of a player's calendar."""
LETTER_CHOICES = index_words(
    {
        "turns": parse_words(
            en="turns, only turns, my turns, needed",
            de="Züge, nur Züge, nur meine Züge",
            fr="tours, mes tours, seulement mes tours",
            it="turni, i miei turni, solo i miei turni",
            nl="beurten, mijn beurten, alleen mijn beurten",
        ),
        "all": parse_words(en="all, every", de="alle", fr="toutes, tout", it="tutte, tutto", nl="alle, alles"),
        "none": parse_words(en="none, off", de="keine", fr="aucune", it="nessuna", nl="geen"),
        "default": parse_words(
            en="default, as elsewhere, as usual",
            de="wie sonst, wie üblich, Standard",
            fr="comme ailleurs, comme d'habitude, par défaut",
            it="come altrove, come al solito, predefinite",
            nl="zoals elders, zoals gewoonlijk, standaard",
        ),
    }
)
"""Which letters a player gets; the last is for one match, which then has no choice of its own."""
