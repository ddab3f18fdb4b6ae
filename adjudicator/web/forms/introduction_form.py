"""The fields in which somebody says their public name and their time zone, in the forms of several pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from adjudicator.services.players.introductions import NO_ZONE, has_own_name
from adjudicator.services.players.players import valid_values
from adjudicator.store.tables import Player
from adjudicator.texts.times.time_zones import zone_aliases
from adjudicator.texts.times.zone_regions import Region, list_regions
from adjudicator.web.forms.new_match_form import field_value
from adjudicator.web.request.current_user import current_visitor

Question = Literal["name", "zone"]


@dataclass(slots=True)
class IntroductionForm:
    """Questions, answers filled in, and the faults in them. An empty field is no answer."""

    typed: dict[Question, str]
    shown: str = ""
    """The player's public name without an answer."""
    faults: dict[Question, str] = field(default_factory=dict)
    """The valid values for an invalid one."""

    @classmethod
    def empty(cls, name: str) -> IntroductionForm:
        """Ask somebody who is no player yet; the name is the one that they have given already."""
        return cls({"name": name, "zone": ""})

    @classmethod
    def of(cls, player: Player) -> IntroductionForm:
        """Ask a player for the answers that are missing; known ones are not asked for again."""
        asked: dict[Question, str] = {}
        if not has_own_name(player):
            asked["name"] = ""
        if player.zone == NO_ZONE:
            asked["zone"] = ""
        return cls(asked, shown=player.name)

    def read(self) -> dict[str, str]:
        """Read the answers that were sent, and find the faults in them."""
        self.typed = {key: field_value(key) for key in self.typed}
        chosen = {str(key): value for key, value in self.typed.items() if value}
        self.faults = {key: right for key, value in self.typed.items() if value and (right := valid_values(key, value))}
        return chosen

    @property
    def older_names(self) -> Mapping[str, str]:
        """The older names of zones, by their present ones, for browsers that use them."""
        return _older_names()

    def regions(self) -> tuple[Region, ...]:
        """List the zones to choose from."""
        return list_regions(current_visitor().language)


@cache
def _older_names() -> Mapping[str, str]:
    older: dict[str, list[str]] = {}
    for old, name in sorted(zone_aliases().items()):
        older.setdefault(name, []).append(old)
    return {name: " ".join(those) for name, those in older.items()}
