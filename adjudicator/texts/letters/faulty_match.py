"""The sentence about a match that cannot be read, for letters, pages, feeds and calendars."""

from __future__ import annotations

from adjudicator.texts.language.language import N_, Language

CANNOT_BE_SHOWN = N_("%(code)s: this match cannot be shown at the moment. The host knows.")


def say_faulty(code: str, language: Language) -> str:
    """Say of a match, by its code, that it cannot be shown."""
    return language.gettext(CANNOT_BE_SHOWN) % {"code": code}
