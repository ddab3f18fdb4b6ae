"""The words of statistics: the ways in which matches end, the seats in the order of play, and the house player."""

from __future__ import annotations

from adjudicator.engines.contract import Level
from adjudicator.match.house.levels import NAMES
from adjudicator.match.match_result import EndKind
from adjudicator.texts.language.language import N_, Language

ENDINGS = {
    EndKind.RULES: N_("by the rules of the game"),
    EndKind.RESIGNED: N_("somebody resigned"),
    EndKind.AGREED: N_("all agreed on a draw"),
    EndKind.TIME: N_("somebody's time was over"),
    EndKind.ALONE: N_("the last player ended it"),
    EndKind.AWARDED: N_("the host gave the result"),
    EndKind.ANNULLED: N_("without a result"),
}
_LEVELS = {
    Level.EASY: N_("%(name)s (house, easy)"),
    Level.FAIR: N_("%(name)s (house, fair)"),
    Level.STRONG: N_("%(name)s (house, strong)"),
}
_HOUSE = N_("House")
_BEGAN = N_("Who began")
_LATER = N_("Player %(number)s in order of play")


def name_ending(kind: str, language: Language) -> str:
    """Say how a match ended; kinds are those of version 2 of the record."""
    return language.gettext(ENDINGS[EndKind(kind)])


def head_endings(matches: int, language: Language) -> str:
    """Write the heading above the ways in which so many matches ended."""
    return language.gettext("How it ended") if matches == 1 else language.gettext("How they ended")


def name_place(later: int, language: Language) -> str:
    """Name a seat by how many come to move before it, from the one that began."""
    return language.gettext(_LATER) % {"number": later + 1} if later else language.gettext(_BEGAN)


def name_house(level: Level | None, language: Language) -> str:
    """Name the house player by its level; one from before there were levels has none."""
    return language.gettext(_LEVELS[level]) % {"name": NAMES[level]} if level else language.gettext(_HOUSE)
