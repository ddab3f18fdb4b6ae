"""Time zones as people write them: a city, a country, an offset from UTC, or an IANA name.

The database stores IANA names. An offset of whole hours is stored as ``Etc/GMT-1``, whose sign is inverted against
``UTC+1``; any other offset as ``UTC+05:30``. `read_zone` and `format_zone` are inverse to each other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from types import MappingProxyType
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from babel.core import get_global

from adjudicator.match.timekeeping.zone_offsets import find_zone
from adjudicator.texts.language.language import LANGUAGES

USUAL = ("Europe/Paris", "Europe/Rome", "Europe/Amsterdam", "Europe/Berlin", "Europe/London", "UTC")
MOST_OFFERS = 6
LONGEST = 64
EARLIEST, LATEST = timedelta(hours=-12), timedelta(hours=14)

_OFFSET = re.compile(r"(?:utc|gmt|ut|z)?(?P<sign>[+-])(?P<hours>[0-9]{1,2})(?:[:h.]?(?P<minutes>[0-9]{2}))?(?:h|uhr)?")
_KEPT_OFFSET = re.compile(r"UTC(?P<sign>[+-])(?P<hours>[0-9]{2}):(?P<minutes>[0-9]{2})")
_ETC = re.compile(r"Etc/GMT(?P<sign>[+-])(?P<hours>[0-9]{1,2})")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_MINUTES = (0, 15, 30, 45)
_NO_PLACES = frozenset({"localtime", "Factory", "posixrules"})
"""Files in the zone database that are no zone, or the machine's own."""
_UTC_WORDS = frozenset({"utc", "gmt", "ut", "uct", "z", "zulu", "gmt0", "etc/utc", "universal"})
_CONTINENTS = frozenset(
    ["Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"]
)

_ABBREVIATIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **dict.fromkeys(("cet", "cest", "mez", "mesz", "hec", "heec"), ("CET",)),
        **dict.fromkeys(("eet", "eest", "oez", "oesz"), ("EET",)),
        **dict.fromkeys(("wet", "west", "wez", "wesz"), ("WET",)),
        **dict.fromkeys(("est", "edt", "et"), ("America/New_York", "America/Panama", "Australia/Sydney")),
        **dict.fromkeys(("cst", "cdt", "ct"), ("America/Chicago", "America/Mexico_City", "Asia/Shanghai")),
        **dict.fromkeys(("mst", "mdt", "mt"), ("America/Denver", "America/Phoenix")),
        **dict.fromkeys(("pst", "pdt", "pt"), ("America/Los_Angeles", "America/Vancouver", "Asia/Manila")),
        **dict.fromkeys(("ast", "adt"), ("America/Halifax", "America/Puerto_Rico", "Asia/Riyadh")),
        "hst": ("Pacific/Honolulu",),
        "bst": ("Europe/London", "Asia/Dhaka"),
        "ist": ("Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin"),
        "jst": ("Asia/Tokyo",),
        "kst": ("Asia/Seoul",),
        "msk": ("Europe/Moscow",),
        **dict.fromkeys(("aest", "aedt"), ("Australia/Sydney", "Australia/Brisbane")),
        **dict.fromkeys(("nzst", "nzdt"), ("Pacific/Auckland",)),
        "gst": ("Asia/Dubai", "Atlantic/South_Georgia"),
        "sst": ("Asia/Singapore", "Pacific/Pago_Pago"),
    }
)
"""The zones that an abbreviation may mean. If there are several, the player is asked which."""

_FURTHER_CITIES: Mapping[str, str] = MappingProxyType(
    {
        "Europe/Berlin": "Hamburg München Munich Monaco_di_Baviera Köln Cologne Colonia Keulen Frankfurt Francfort "
        "Francoforte Stuttgart Düsseldorf Leipzig Dresden Hannover Bremen Nürnberg Bonn",
        "Europe/Paris": "Lyon Lione Marseille Marsiglia Toulouse Tolosa Nice Nizza Nantes Lille Rijsel Bordeaux "
        "Strasbourg Straßburg Strasburgo Straatsburg Rennes Grenoble Montpellier",
        "Europe/Rome": "Milano Milan Mailand Milaan Torino Turin Napoli Naples Neapel Napels Firenze Florence Florenz "
        "Venezia Venice Venedig Venise Venetië Bologna Genova Genoa Genua Gênes Palermo Bari Bozen Bolzano Trieste",
        "Europe/Amsterdam": "Rotterdam Den_Haag The_Hague La_Haye L'Aia Utrecht Eindhoven Groningen Maastricht",
        "Europe/Brussels": "Antwerpen Antwerp Anvers Gent Gand Ghent Brugge Bruges Brügge Liège Luik Lüttich Leuven",
        "Europe/Zurich": "Genf Genève Geneva Ginevra Basel Bâle Basilea Bern Berne Berna Lausanne Luzern Lugano",
        "Europe/Vienna": "Graz Salzburg Linz Innsbruck Klagenfurt",
        "Europe/London": "Manchester Birmingham Edinburgh Glasgow Liverpool Leeds Bristol Cardiff Oxford Cambridge",
        "Europe/Madrid": "Barcelona Barcelone Barcellona Valencia Sevilla Seville",
        "America/New_York": "Boston Washington Philadelphia Atlanta Miami",
        "America/Los_Angeles": "San_Francisco Seattle San_Diego Portland",
        "America/Chicago": "Houston Dallas Austin",
        "America/Toronto": "Montréal Montreal Ottawa Québec",
    }
)

_LARGE_COUNTRIES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "US": ("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "Pacific/Honolulu"),
        "CA": ("America/Toronto", "America/Vancouver", "America/Winnipeg", "America/Edmonton", "America/Halifax"),
        "AU": ("Australia/Sydney", "Australia/Perth", "Australia/Adelaide", "Australia/Brisbane"),
    }
)
"""The zones that are offered for a country with many, by its code."""


class UnknownZone(ValueError):
    """The text names no zone, or several; `offers` are IANA names, or ``UTC``."""

    def __init__(self, text: str, offers: tuple[str, ...] = USUAL) -> None:
        super().__init__(text)
        self.offers = offers


def read_zone(text: str) -> str:
    """Parse a zone as people write it, and return the name to store. Raises `UnknownZone`."""
    wanted = _fold(unicodedata.normalize("NFKC", text[: LONGEST + 1]).translate(_DASHES))
    if not wanted or len(text) > LONGEST:
        raise UnknownZone(text)
    if wanted in _UTC_WORDS:
        return "UTC"
    if offset := _OFFSET.fullmatch(wanted.replace("_", "")):
        return _fixed(text, offset)
    if meant := _ABBREVIATIONS.get(wanted):
        return _only(text, meant)
    if wanted in _names():
        return _names()[wanted]
    return _only(text, _places().get(wanted, ()))


def format_zone(name: str) -> str:
    """Format a stored zone for people; `read_zone` reads it back: ``UTC+1``, ``UTC+5:30``, ``Europe/Paris``."""
    found = _ETC.fullmatch(name)
    if found:
        return f"UTC{'-' if found['sign'] == '+' else '+'}{int(found['hours'])}" if int(found["hours"]) else "UTC"
    if found := _KEPT_OFFSET.fullmatch(name):
        return f"UTC{found['sign']}{int(found['hours'])}:{found['minutes']}"
    return name or "UTC"


def format_clock(name: str, now: datetime) -> str:
    """Format the time in a stored zone: ``13:06``."""
    return f"{now.astimezone(find_zone(name)):%H:%M}"


@cache
def zones_to_choose() -> tuple[str, ...]:
    """List the zones of a form: UTC, its offsets, and the cities."""
    hours = range(EARLIEST // timedelta(hours=1), LATEST // timedelta(hours=1) + 1)
    present = set(map(canonical_zone, available_timezones()))
    cities = sorted(name for name in present if name.partition("/")[0] in _CONTINENTS)
    return ("UTC", *(f"UTC{hour:+d}" for hour in hours if hour), *cities)


def _fixed(text: str, found: re.Match[str]) -> str:
    span = _span(found)
    if int(found["minutes"] or 0) not in _MINUTES or not EARLIEST <= span <= LATEST:
        raise UnknownZone(text)
    minutes = abs(span) // timedelta(minutes=1)
    if not minutes:
        return "UTC"
    if minutes % 60:
        return f"UTC{found['sign']}{minutes // 60:02d}:{minutes % 60:02d}"
    return f"Etc/GMT{'-' if found['sign'] == '+' else '+'}{minutes // 60}"


def _span(found: re.Match[str]) -> timedelta:
    span = timedelta(hours=int(found["hours"]), minutes=int(found["minutes"] or 0))
    return -span if found["sign"] == "-" else span


def _only(text: str, meant: tuple[str, ...]) -> str:
    if len(meant) != 1:
        raise UnknownZone(text, meant[:MOST_OFFERS] or USUAL)
    return meant[0]


def _fold(text: str) -> str:
    """Normalize a name for comparison: no case, no accents, underscores for spaces."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss")).casefold()
    bare = "".join(c for c in plain if not unicodedata.combining(c))
    return "_".join(bare.replace("_", " ").split())


@cache
def _names() -> Mapping[str, str]:
    return {_fold(name): canonical_zone(name) for name in available_timezones() - _NO_PLACES}


@cache
def zone_aliases() -> Mapping[str, str]:
    """Map the older names of zones, which some browsers still use, to those that we store: Calcutta to Kolkata."""
    known = available_timezones()
    return {
        old: name
        for old, name in get_global("zone_aliases").items()
        if name in known and "/" in name and not name.startswith("Etc/") and _fold(old) not in _ABBREVIATIONS
    }


def canonical_zone(name: str) -> str:
    """Return the name under which a zone is stored."""
    return zone_aliases().get(name, name)


@cache
def _places() -> Mapping[str, tuple[str, ...]]:
    """Map the names of cities and countries, in all our languages, to their zones."""
    found: dict[str, list[str]] = {}
    for place, zone in _all_places():
        zones = found.setdefault(_fold(place), [])
        if zone not in zones:
            zones.append(zone)
    return {place: tuple(_distinct(zones)) for place, zones in found.items()}


def _all_places() -> Iterator[tuple[str, str]]:
    known = available_timezones()
    for name in sorted(known):
        if name.partition("/")[0] in _CONTINENTS:
            yield name.rpartition("/")[2], canonical_zone(name)
    for zone, cities in _FURTHER_CITIES.items():
        for city in cities.split():
            yield city, zone
    for zone in _LARGE_COUNTRIES["US"]:
        yield "USA", zone
    for locale in map(Locale.parse, LANGUAGES):
        yield from ((place, canonical_zone(zone)) for place, zone in _places_in(locale) if zone in known)


def _places_in(locale: Locale) -> Iterator[tuple[str, str]]:
    for zone, words in locale.time_zones.items():
        if "city" in words:
            yield words["city"], zone
    zones = get_global("territory_zones")
    for code, country in locale.territories.items():
        for zone in _LARGE_COUNTRIES.get(code) or zones.get(code, ()):
            yield country, zone


def _distinct(zones: list[str]) -> Iterator[str]:
    """Skip a zone with the same offsets, in winter and in summer, as an earlier one."""
    seen: set[tuple[timedelta | None, ...]] = set()
    for zone in zones:
        shows = tuple(datetime(2026, month, 1, tzinfo=UTC).astimezone(ZoneInfo(zone)).utcoffset() for month in (1, 7))
        if shows not in seen:
            seen.add(shows)
            yield zone
