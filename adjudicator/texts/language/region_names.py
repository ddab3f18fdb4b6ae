"""Names of countries and their regions by code, in five languages."""

from __future__ import annotations

from babel import Locale


def name_region(code: str, locale: Locale) -> str:
    """Name a country, or a region by its country and code: ``Germany (BY)``."""
    country, _, region = code.partition("-")
    name = str(locale.territories.get(country, country))
    return f"{name} ({region})" if region else name
