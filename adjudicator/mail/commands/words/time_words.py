"""Words of time: spans, weekdays, free times, and absences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.mail.commands.words.word_index import fold_words, index_words, parse_words, spellings

DAY = fold_words(
    en="day, days, d", de="Tag, Tage, Tagen, t", fr="jour, jours, j", it="giorno, giorni, g, gg", nl="dag, dagen"
)
FOR_SPAN = fold_words(en="for", de="für", fr="pour, pendant", it="per", nl="voor")
"""Words before a span: ``pause for two weeks``."""
WEEK = fold_words(
    en="week, weeks, w",
    de="Woche, Wochen",
    fr="semaine, semaines",
    it="settimana, settimane",
    nl="week, weken",
)
MINUTE = fold_words(
    en="minute, minutes, min, mins, m", de="Minute, Minuten", fr="mn", it="minuto, minuti", nl="minuut, minuten"
)
HOUR = fold_words(
    en="hour, hours, h, hrs", de="Stunde, Stunden, Std", fr="heure, heures", it="ora, ore", nl="uur, uren, u"
)
NUMBERS = index_words(
    {
        str(number): parse_words(en=en, de=de, fr=fr, it=it, nl=nl)
        for number, (en, de, fr, it, nl) in {
            1: ("one", "eine, ein, einen, einem, einer", "une, un", "una, un, uno", "één"),
            2: ("two", "zwei", "deux", "due", "twee"),
            3: ("three", "drei", "trois", "tre", "drie"),
            4: ("four", "vier", "quatre", "quattro", "vier"),
            5: ("five", "fünf", "cinq", "cinque", "vijf"),
            6: ("six", "sechs", "six", "sei", "zes"),
            7: ("seven", "sieben", "sept", "sette", "zeven"),
            8: ("eight", "acht", "huit", "otto", "acht"),
            9: ("nine", "neun", "neuf", "nove", "negen"),
            10: ("ten", "zehn", "dix", "dieci", "tien"),
            11: ("eleven", "elf", "onze", "undici", "elf"),
            12: ("twelve", "zwölf", "douze", "dodici", "twaalf"),
            14: ("fourteen", "vierzehn", "quatorze", "quattordici", "veertien"),
            15: ("fifteen", "fünfzehn", "quinze", "quindici", "vijftien"),
        }.items()
    }
)
"""Numbers that people write as words before days and weeks; two weeks are often fourteen or fifteen days."""
UNITS: Mapping[str, Mapping[str, str]] = {
    "de": {"d": "t"},
    "fr": {"d": "j"},
    "it": {"d": "g"},
    "nl": {"h": "u"},
}
"""The letters for a day and an hour, where a language has others than English."""

BACK_WORDS = parse_words(
    en="over, back, end, ended, none, no",
    de="vorbei, zurück, Ende, beendet, keine",
    fr="finie, retour, fini, fin, aucune, terminée",
    it="finita, finito, fine, ritorno, nessuna",
    nl="voorbij, terug, einde, geen",
)
BACK = frozenset(spellings(BACK_WORDS))

WEEKDAYS = index_words(
    {
        str(number): parse_words(en=en, de=de, fr=fr, it=it, nl=nl)
        for number, (en, de, fr, it, nl) in enumerate(
            (
                ("mon, Monday", "Mo, Montag", "lun, lundi", "lun, lunedì", "ma, maandag"),
                ("tue, Tuesday, Tues", "Di, Dienstag", "mar, mardi", "mar, martedì", "di, dinsdag"),
                ("wed, Wednesday", "Mi, Mittwoch", "mer, mercredi", "mer, mercoledì", "wo, woensdag"),
                ("thu, Thursday, Thur, Thurs", "Do, Donnerstag", "jeu, jeudi", "gio, giovedì", "do, donderdag"),
                ("fri, Friday", "Fr, Freitag", "ven, vendredi", "ven, venerdì", "vr, vrijdag"),
                ("sat, Saturday", "Sa, Samstag, Sonnabend", "sam, samedi", "sab, sabato", "za, zaterdag"),
                ("sun, Sunday", "So, Sonntag", "dim, dimanche", "dom, domenica", "zo, zondag"),
            )
        )
    }
)
"""By number, Monday is 0; the plural of a day is folded by its reader."""
FREE_TIMES = index_words(
    {
        "weekends": parse_words(
            en="weekends, weekend",
            de="Wochenenden, Wochenende, Wochenends",
            fr="week-ends, week-end, weekend, weekends",
            it="weekend, week-end, finesettimana, fine settimana",
            nl="weekenden, weekend, weekeinden, weekeinde",
        ),
        "nights": parse_words(
            en="nights, night", de="Nächte, Nacht, nachts", fr="nuits, nuit", it="notti, notte", nl="nachten, nacht"
        ),
        "holidays": parse_words(
            en="holidays, public holidays",
            de="Feiertage, Feiertag",
            fr="fériés, férié, jours fériés",
            it="festivi, giorni festivi, festività",
            nl="feestdagen",
        ),
    }
)
"""The kinds of times in which a clock can rest."""

ABSENCE_SWITCHES = index_words(
    {
        "auto": parse_words(
            en="auto, automatic, automatically",
            de="automatisch",
            fr="automatiques, automatique, automatiquement",
            it="automatiche, automatico, in automatico",
            nl="automatisch",
        ),
        "by hand": parse_words(
            en="by hand, manual, manually",
            de="von Hand, selbst, manuell",
            fr="à la main, manuelles, manuel, manuellement",
            it="a mano, manuali, manuale",
            nl="met de hand, zelf, handmatig",
        ),
    }
)
"""Whether a day of absence is taken when a player's time would run out."""
NOTICES = index_words(
    {
        "ask": parse_words(
            en="ask", de="fragen, nachfragen", fr="demander, demande", it="chiedere, chiedi", nl="vragen"
        ),
        "count": parse_words(
            en="count", de="zählen, gelten", fr="compter, comptent", it="contare, contano, valgono", nl="tellen, gelden"
        ),
    }
)
"""Effects of an out-of-office reply with a date."""


@dataclass(frozen=True, slots=True)
class WrittenDays:
    """How a language writes a day with its year, and the word before the last day of a span."""

    day: str
    to: str


DAYS_WRITTEN: Mapping[str, WrittenDays] = {
    "de": WrittenDays("{day}.{month}.{year}", "bis"),
    "fr": WrittenDays("{day}/{month}/{year}", "au"),
    "it": WrittenDays("{day}/{month}/{year}", "al"),
    "nl": WrittenDays("{day}-{month}-{year}", "t/m"),
}
"""In English days stay as they are stored, ``2026-12-20``: which of two numbers is the month is no question then."""
