"""Public holidays of a country or region, from the library `holidays`."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from importlib import import_module


class UnknownRegion(ValueError):
    """No country or region has this code; `regions` are those of the country, if that is known."""

    def __init__(self, given: str, regions: Iterable[str] = ()) -> None:
        super().__init__(f"no public holidays are known for {given!r}; FR or DE-BY would be right")
        self.given = given
        self.regions = tuple(regions)


def parse_region(text: str) -> str:
    """Read the code of a country or a region (`FR`, `de-by`) and return it as it is kept. Raises `UnknownRegion`."""
    country, _, region = text.strip().upper().partition("-")
    known = _countries().get(country)
    if known is None:
        raise UnknownRegion(text)
    regions = {name.upper(): name for name in known}
    if not region:
        return country
    if region not in regions:
        raise UnknownRegion(text, sorted(known))
    return f"{country}-{regions[region]}"


@lru_cache(maxsize=1024)
def list_holidays(region: str, first_year: int, last_year: int) -> tuple[date, ...]:
    """List the public holidays of a region as `parse_region` returned it, in order."""
    country, _, part = region.partition("-")
    # The import takes a tenth of a second: only who has holidays needs it.
    found = import_module("holidays").country_holidays(country, part or None, range(first_year, last_year + 1))
    return tuple(sorted(day for day in found if first_year <= day.year <= last_year))


@lru_cache(maxsize=1)
def _countries() -> dict[str, list[str]]:
    countries: dict[str, list[str]] = import_module("holidays").list_supported_countries()
    return countries
