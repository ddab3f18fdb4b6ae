"""Dates as people write them in five languages: in commands, and in the text of vacation notices."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from adjudicator.mail.commands.arguments.durations import unit_named
from adjudicator.mail.commands.words.time_words import WEEK, WEEKDAYS
from adjudicator.mail.commands.words.word_index import index_words, parse_words
from adjudicator.mail.text.text_fold import fold_line

LAST_MONTH = 12
AHEAD = timedelta(days=366)
"""The furthest date that is understood; a later one is a mistake."""

_MONTHS = index_words(
    {
        str(number): parse_words(en=en, de=de, fr=fr, it=it, nl=nl)
        for number, (en, de, fr, it, nl) in enumerate(
            (
                ("January, Jan", "Januar, Jänner", "janvier, janv", "gennaio, gen", "januari"),
                ("February, Feb", "Februar", "février, févr, fév", "febbraio", "februari"),
                ("March, Mar", "März, Mrz", "mars", "marzo", "maart, mrt"),
                ("April, Apr", "April", "avril, avr", "aprile", "april"),
                ("May", "Mai", "mai", "maggio, mag", "mei"),
                ("June, Jun", "Juni", "juin", "giugno, giu", "juni"),
                ("July, Jul", "Juli", "juillet, juil", "luglio, lug", "juli"),
                ("August, Aug", "August", "août", "agosto, ago", "augustus"),
                ("September, Sep, Sept", "September", "septembre", "settembre, set", "september"),
                ("October, Oct", "Oktober, Okt", "octobre", "ottobre, ott", "oktober"),
                ("November, Nov", "November", "novembre", "novembre", "november"),
                ("December, Dec", "Dezember, Dez", "décembre, déc", "dicembre, dic", "december"),
            ),
            1,
        )
    }
)
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_NEAR_DAYS = {
    **dict.fromkeys(("today", "heute", "aujourd'hui", "oggi", "vandaag"), 0),
    **dict.fromkeys(("tomorrow", "morgen", "demain", "domani"), 1),
}
ORDINAL = r"(?:st|nd|rd|th|er|e|o|\u00b0|\.)?"
"""Signs that may stand behind the number of a day: ``1st``, ``1.``, ``1er``, ``1\u00b0``. All of it is folded."""
_DAYS_OF_WEEK = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
LED_BY_WEEKDAY = rf"(?:(?P<weekday>{_DAYS_OF_WEEK})\b\.?,? ?(?:the |den |dem |der |le |il |de )?)?"
"""The day of the week that people write before a date: ``Montag, den 7. Dezember``."""
_LED = re.compile(rf"{LED_BY_WEEKDAY}(?P<rest>.*)")
_DATE = re.compile(
    rf"\b(?:(?P<y1>\d{{4}})-(?P<m1>\d\d?)-(?P<d1>\d\d?)"
    rf"|(?P<d2>\d\d?){ORDINAL} ?(?:of |de |di )?(?P<m2>{_MONTH})\b\.?,?(?: (?P<y2>\d{{4}}))?"
    rf"|(?P<m3>{_MONTH})\b\.? (?P<d3>\d\d?){ORDINAL}\b,?(?: (?P<y3>\d{{4}}))?"
    r"|(?P<d4>\d\d?)(?P<mark>[./-])(?P<m4>\d\d?)(?:(?P=mark)(?P<y4>\d{4}|\d\d)?)?)(?!\d)"
)
_SPAN = re.compile(r"(\d{1,3}) ?([a-z]+)?")
_SHORTEST = 4
"""Letters of a day of the week or a month that is told from other words in a sentence: `so` and `mar` are such."""
_MENTIONED = re.compile(
    rf"\b(?:{'|'.join(name for name in (*WEEKDAYS, *_MONTHS, *_NEAR_DAYS, *WEEK) if len(name) >= _SHORTEST)}"
    r"|until|till|bis|jusqu'\w+|fino|tot|t/m)\b"
)
_BACK = re.compile(
    r"\b(?:back|return\w*|again|wieder|zuruck|ab dem|retour|de nouveau|torn\w+|rientr\w+|di ritorno|dal"
    r"|terug|weer|vanaf)\b"
)
_NEAR = 40
_AWAY = re.compile(
    r"\b(?:out of (?:the |my )?office|away|be back|on (?:annual |sick |parental )?(?:leave|holidays?|vacation)|vacation"
    r"|abwesen\w*|urlaub|nicht (?:im|am|in) \w+|absen[tc]\w*|conges?|vacances|hors du bureau|assen[tz]\w*|ferie"
    r"|fuori (?:sede|ufficio)|afwezig\w*|vakantie|verlof|niet (?:op kantoor|aanwezig))\b"
)
_NOTICE = re.compile(
    r"\b(?:out of (?:the |my )?office|(?:automatic|automated) (?:reply|response|message)|auto-?reply"
    r"|(?:currently|presently) (?:away|unavailable|on leave|on vacation|on holiday)|i am away from"
    r"|(?:no|limited|without) access to (?:my )?e-?mails?|(?:up)?on my return|will be back (?:in the office|on)\b"
    r"|abwesenheits(?:notiz|nachricht|assistent)|automatische (?:antwort|nachricht|abwesenheit)\w*"
    r"|nicht (?:im (?:buro|haus|hause)|erreichbar)|(?:derzeit|zurzeit|zur zeit|momentan) (?:nicht|abwesend|im urlaub)"
    r"|e-?mails? (?:werden|wird) nicht (?:gelesen|weitergeleitet|bearbeitet)|nach meiner ruckkehr"
    r"|(?:reponse|message) automatique|absente? du bureau|hors du bureau"
    r"|(?:actuellement|momentanement) (?:absente?|en conge)"
    r"|absente? (?:jusqu|du \d)|des mon retour|a mon retour"
    r"|risposta automatica|messaggio automatico|fuori (?:sede|ufficio)"
    r"|(?:attualmente|al momento) (?:assente|in ferie|fuori)|sono (?:assente|in ferie) (?:fino|dal)"
    r"|al mio (?:ritorno|rientro)"
    r"|automatisch (?:antwoord|bericht)|afwezigheids(?:bericht|melding)|niet (?:op kantoor|aanwezig|bereikbaar)"
    r"|(?:momenteel|tijdelijk) (?:niet|afwezig|met (?:verlof|vakantie)|op vakantie)|na mijn terugkeer"
    r"|fuera de (?:la )?oficina|respuesta automatica|fora do escritorio|resposta automatica|autosvar|franvaro\w*"
    r"|automatyczna odpowiedz|poza biurem)"
)
"""Phrases of automatic vacation notices. Words that people write beside an order ("on holiday") are not enough."""
_SEARCHED = 4000


def read_named_day(text: str, today: date, *, month_first: bool = False) -> date | None:
    """Find the date that folded words name, such as ``14 march``, ``2027-03-14``, ``friday`` or ``tomorrow``.

    None if they name none, or a wrong day of the week before the date. Without a year it is the next such day; with
    one it may be in the past, or far ahead. `month_first`: 1/2 is 2 January, as `names_month_first` found beside it.
    """
    if text in _NEAR_DAYS:
        return today + timedelta(days=_NEAR_DAYS[text])
    if text in WEEKDAYS:
        return today + timedelta(days=(int(WEEKDAYS[text]) - today.weekday() - 1) % 7 + 1)
    found = _date_in(text)
    dates = _dates(found, today, month_first=month_first) if found else ()
    day = min(dates, key=lambda day: (day < today, day), default=None)
    weekday = WEEKDAYS.get(weekday_before(text))
    return day if day and weekday in (None, str(day.weekday())) else None


def weekday_before(text: str) -> str:
    """Return the day of the week that folded words begin with; empty without one."""
    found = _LED.fullmatch(text)
    return (found["weekday"] or "") if found else ""


def names_month_first(text: str) -> bool:
    """Are folded words a date that can only be read month first, such as ``12/24``?"""
    found = _date_in(text)
    return found is not None and found["d4"] is not None and int(found["m4"]) > LAST_MONTH >= int(found["d4"])


def shape_of_day(text: str) -> bool:
    """Do folded words have the shape of one day, even of an impossible one?"""
    return text in _NEAR_DAYS or text in WEEKDAYS or _date_in(text) is not None


def _date_in(text: str) -> re.Match[str] | None:
    led = _LED.fullmatch(text)
    date_alone = led["rest"] if led else text
    return _DATE.fullmatch(date_alone) or _DATE.fullmatch(f"{date_alone}.")


def names_day(text: str) -> bool:
    """Does a text have the shape of a date, even an impossible one?"""
    return bool(_DATE.search(fold_line(text)) or _SPAN.fullmatch(fold_line(text)))


def mentions_day(text: str) -> bool:
    """Do folded words of a sentence have a date, a day of the week, a week, or a word for "until"?"""
    return bool(_DATE.search(text) or _MENTIONED.search(text) or any(map(_is_length, _SPAN.finditer(text))))


def _is_length(found: re.Match[str]) -> bool:
    return found[2] is not None and unit_named(found[2]) is not None


def speaks_of_absence(text: str) -> bool:
    """Does a text say that its writer is away?"""
    return bool(_AWAY.search(fold_line(text[:_SEARCHED])))


def is_absence_notice(text: str) -> bool:
    """Does a text have a phrase of automatic vacation notices?"""
    return bool(_NOTICE.search(fold_line(text[:_SEARCHED])))


def last_day_away(text: str, today: date) -> date | None:
    """Find the last day of the absence in a vacation notice; None without a date.

    The latest date counts. Behind a word for coming back ("back on 14 March") the absence ends the day before.
    """
    days = [day - timedelta(days=back) for day, back in _days_in(fold_line(text[:_SEARCHED]), today)]
    return max((day for day in days if day >= today), default=None)


def _days_in(plain: str, today: date) -> Iterator[tuple[date, bool]]:
    for found in _DATE.finditer(plain):
        day = _day(found, today)
        if day is not None:
            yield day, bool(_BACK.search(plain[max(0, found.start() - _NEAR) : found.start()]))


def _day(found: re.Match[str], today: date) -> date | None:
    """Convert a match of `_DATE` to a day within `AHEAD`; a date without a year is the next such day from today."""
    return next((one for one in _dates(found, today) if today <= one <= today + AHEAD), None)


def _dates(found: re.Match[str], today: date, *, month_first: bool = False) -> Iterator[date]:
    """Yield the days that a match of `_DATE` may mean: one, or without a year this year's and the next ones."""
    parts = found.groupdict()
    day, month, year = (next((parts[f"{name}{n}"] for n in "1234" if parts[f"{name}{n}"]), "") for name in "dmy")
    first, second = int(day), int(_MONTHS.get(month, month))
    if first <= LAST_MONTH and parts["d4"] and (month_first or second > LAST_MONTH):  # 3/14 can only be month first
        first, second = second, first
    years = [int(year) + (2000 if len(year) == 2 else 0)] if year else [today.year, today.year + 1]
    for one in years:
        day_of_year = _real(one, second, first)
        if day_of_year is not None and (year or day_of_year >= today):
            yield day_of_year


def _real(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
