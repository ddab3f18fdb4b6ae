"""Countries and regions with public holidays, by code and by name in five languages."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module

from babel import Locale

from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.timekeeping.public_holidays import UnknownRegion, parse_region
from adjudicator.texts.language.language import LANGUAGES, Language
from adjudicator.texts.language.region_names import name_region

MOST_OFFERS = 6


class UnknownHolidays(LookupError):
    """Nothing of this name has public holidays; `close` are codes that would be right."""

    def __init__(self, given: str, close: tuple[str, ...]) -> None:
        super().__init__(given)
        self.given = given
        self.close = close


def find_region(text: str) -> str:
    """Find the code of a country or region (``FR``, ``DE-BY``) by its code or name. Raises `UnknownHolidays`."""
    try:
        return parse_region(text)
    except UnknownRegion as fault:
        known = _countries_by_name()
        if code := known.get(fold_line(text)):
            return code
        country = fault.given.strip().upper().partition("-")[0]
        close = tuple(f"{country}-{region}" for region in fault.regions)
        named = tuple(known[name] for name in get_close_matches(fold_line(text), known, MOST_OFFERS, 0.75))
        raise UnknownHolidays(text, (close or tuple(dict.fromkeys(named)) or ("FR", "DE-BY"))[:MOST_OFFERS]) from fault


def countries_to_choose(language: Language) -> list[tuple[str, str]]:
    """List the countries for a form, by name: (code, name)."""
    named = ((code, name_region(code, language.locale)) for code in _countries())
    return sorted(named, key=lambda one: fold_line(one[1]))


@cache
def _countries() -> frozenset[str]:
    # The import takes a tenth of a second: only who asks about holidays needs it.
    return frozenset(import_module("holidays").list_supported_countries(include_aliases=False))


@cache
def _countries_by_name() -> Mapping[str, str]:
    names: dict[str, str] = {}
    for language in LANGUAGES:
        for code, name in Locale.parse(language).territories.items():
            if code in _countries():
                names.setdefault(fold_line(name), code)
    return names
