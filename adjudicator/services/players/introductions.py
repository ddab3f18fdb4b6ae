"""Introduction of a player: the pages ask once for a public name and a time zone, unless both are chosen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from adjudicator.engines.contract import Note
from adjudicator.services.players.players import clean_name, set_preference
from adjudicator.store.player_tables import NAMELESS
from adjudicator.store.tables import Player

NO_ZONE = "UTC"
"""The zone of somebody who has never said where they are."""


def has_own_name(player: Player) -> bool:
    """Tell whether a player chose their name: it is neither the one for the nameless nor taken from the address."""
    return player.name not in (NAMELESS, clean_name(player.address.partition("@")[0]))


def needs_introduction(player: Player) -> bool:
    """Tell whether to ask a player for name and zone: nobody is asked twice, even who skipped the question."""
    return player.introduced_at is None and not (has_own_name(player) and player.zone != NO_ZONE)


def introduce(player: Player, chosen: Mapping[str, str], now: datetime) -> list[Note]:
    """Set a player's choices of ``name`` and ``zone``, and remember that they were asked. Raises `RefusedError`."""
    notes = [set_preference(player, key, value, now) for key, value in chosen.items()]
    player.introduced_at = now
    return notes
