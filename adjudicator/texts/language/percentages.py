"""Shares of a hundred, as a language writes them."""

from __future__ import annotations

from babel import Locale
from babel.numbers import format_percent


def format_share(share: float, locale: Locale) -> str:
    """Write a share as a whole percentage: ``63%``, in German and French ``63 %``."""
    text: str = format_percent(share, locale=locale)
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
