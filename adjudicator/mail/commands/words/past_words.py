"""Words about finished matches: the terms of a search in the archive, the files of a match, and moves in comments."""

from __future__ import annotations

from adjudicator.mail.commands.words.word_index import index_words, parse_words, spellings

LINE_WORDS = parse_words(
    en="line, variation", de="Variante, Zugfolge", fr="variante, suite", it="variante, linea", nl="variant, zetten"
)
LINE = frozenset(spellings(LINE_WORDS))
"""Before the moves in a comment that could have been played."""

FILE_KINDS = index_words(
    {
        "text": parse_words(en="text", de="Text", fr="texte", it="testo", nl="tekst"),
        "html": parse_words(en="html, page", de="html, Seite", fr="html, page", it="html, pagina", nl="html, pagina"),
        "svg": parse_words(
            en="svg, pictures", de="svg, Bilder", fr="svg, images", it="svg, immagini", nl="svg, plaatjes"
        ),
        "json": parse_words(en="json", de="json", fr="json", it="json", nl="json"),
        "mbox": parse_words(
            en="mbox, letters", de="mbox, Briefe", fr="mbox, lettres", it="mbox, lettere", nl="mbox, brieven"
        ),
        "ap": parse_words(en="ap", de="ap", fr="ap", it="ap", nl="ap"),
    }
)
"""The files in which a whole match comes."""

PAST_RESULTS = index_words(
    {
        "won": parse_words(en="won, wins", de="gewonnen, Siege", fr="gagné, gagnées", it="vinto, vinte", nl="gewonnen"),
        "lost": parse_words(en="lost", de="verloren", fr="perdu, perdues", it="perso, perse", nl="verloren"),
        "left": parse_words(en="left", de="verlassen", fr="quitté, quittées", it="lasciato, lasciate", nl="verlaten"),
        "shared": parse_words(
            en="draw, drawn, shared",
            de="remis, unentschieden",
            fr="nul, nulle, nulles, partage",
            it="patta, patte, pareggio",
            nl="remise, gelijkspel",
        ),
    }
)
"""Results of a match that the archive is searched by."""

PAST_ENDINGS = index_words(
    {
        "rules": parse_words(
            en="finished, played", de="ausgespielt", fr="terminée, terminées", it="finita, finite", nl="uitgespeeld"
        ),
        "resigned": parse_words(
            en="resigned", de="aufgegeben", fr="abandon, abandonnée", it="abbandono, abbandonata", nl="opgegeven"
        ),
        "agreed": parse_words(en="agreed", de="vereinbart", fr="convenue", it="concordata", nl="afgesproken"),
        "time": parse_words(
            en="time", de="Zeit, Zeitüberschreitung", fr="temps", it="tempo", nl="tijd, tijdsoverschrijding"
        ),
        "alone": parse_words(en="alone", de="allein", fr="seul", it="solo", nl="alleen"),
        "awarded": parse_words(en="awarded", de="zugesprochen", fr="attribuée", it="assegnata", nl="toegekend"),
        "annulled": parse_words(
            en="annulled", de="annulliert", fr="annulée", it="annullata", nl="geannuleerd, vervallen"
        ),
    }
)
"""Endings of a match that the archive is searched by."""

PAST_NOTES = index_words(
    {
        "annotated": parse_words(
            en="annotated, commented",
            de="kommentiert, kommentierte",
            fr="commentée, commentées, annotée, annotées",
            it="commentata, commentate, annotata, annotate",
            nl="becommentarieerd, geannoteerd",
        )
    }
)
"""Whether something is said about a match, which the archive is searched by as well."""
