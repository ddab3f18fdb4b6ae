"""Time zones as a list to choose from: by region, each by its city, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from zoneinfo import available_timezones

from babel import Locale

from adjudicator.mail.text.text_fold import fold_line
from adjudicator.texts.language.language import Language
from adjudicator.texts.times.time_zones import canonical_zone

Region = tuple[str, tuple[tuple[str, str], ...]]
"""The name of a region, and its zones with their cities."""

EUROPE, AFRICA, AMERICAS, ASIA, OCEANIA = "150", "002", "019", "142", "009"
REGIONS = (EUROPE, AFRICA, AMERICAS, ASIA, OCEANIA)
"""UN M49 codes, under which the locale data names regions."""
_BY_PREFIX: Mapping[str, str] = MappingProxyType(
    {
        "Europe": EUROPE,
        "Africa": AFRICA,
        "America": AMERICAS,
        "Asia": ASIA,
        "Australia": OCEANIA,
        "Pacific": OCEANIA,
        "Atlantic": EUROPE,
        "Indian": AFRICA,
        "Arctic": EUROPE,
    }
)
_ISLANDS: Mapping[str, str] = MappingProxyType(
    {
        "Atlantic/Bermuda": AMERICAS,
        "Atlantic/Cape_Verde": AFRICA,
        "Atlantic/South_Georgia": AMERICAS,
        "Atlantic/St_Helena": AFRICA,
        "Atlantic/Stanley": AMERICAS,
        "Indian/Chagos": ASIA,
        "Indian/Christmas": OCEANIA,
        "Indian/Cocos": OCEANIA,
        "Indian/Maldives": ASIA,
        "Pacific/Honolulu": AMERICAS,
    }
)
"""Islands of another region than most of their ocean."""


def list_regions(language: Language) -> tuple[Region, ...]:
    """List the regions with their zones. Zones that the locale data takes for the same one are listed once."""
    return _regions_in(str(language.locale))


@cache
def _regions_in(identifier: str) -> tuple[Region, ...]:
    locale = Locale.parse(identifier)
    zones = tuple(_places())
    return tuple(
        (
            str(locale.territories[code]),
            tuple(
                sorted(
                    ((zone, _name_city(zone, locale)) for zone, region in zones if region == code),
                    key=lambda one: fold_line(one[1]),
                )
            ),
        )
        for code in REGIONS
    )


def _places() -> Iterator[tuple[str, str]]:
    for name in sorted(available_timezones()):
        prefix, _, city = name.partition("/")
        if city and prefix in _BY_PREFIX and canonical_zone(name) == name:
            yield name, _ISLANDS.get(name, _BY_PREFIX[prefix])


def _name_city(zone: str, locale: Locale) -> str:
    return str(locale.time_zones.get(zone, {}).get("city") or zone.rpartition("/")[2].replace("_", " "))
