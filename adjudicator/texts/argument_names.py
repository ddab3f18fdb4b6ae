"""The names of command arguments in the help."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.texts.boards import TEXT_SHAPES
from adjudicator.texts.language import LANGUAGES, N_

ARGUMENTS: Mapping[str, str] = MappingProxyType(
    {
        "": "",
        "TEXT": N_("TEXT"),
        "STEP": N_("MOVE"),
        "DAYS": N_("DAYS"),
        "DATE": N_("DAY"),
        "UNTIL": N_("DAY"),
        "LAYOUT": "|".join(TEXT_SHAPES),
        "LANGUAGE": "|".join(LANGUAGES),
        "ZONE": "Europe/Paris",
        "GAME": N_("GAME"),
        "CODE": N_("CODE"),
        "ADDRESS": N_("ADDRESS"),
        "KEY": "required|optional|none",
        "SEAT": "house|open",
        "TOPIC": N_("TOPIC"),
        "FREE_TIMES": "weekends|fri sat|nights 23-7|holidays FR|none",
        "ABSENCES": "[auto|by hand]",
        "NOTICES": "ask|count",
        "NUMBER": N_("[NUMBER]"),
        "NAME": N_("NAME"),
        "SUCCESSOR": N_("to ADDRESS"),
        "STAND_IN": N_("until DAY by ADDRESS"),
        "INVITATION": N_("GAME with ADDRESS"),
    }
)
"""By kind of argument. Values that are the same in all languages are not marked for translation."""
