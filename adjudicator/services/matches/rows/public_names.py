"""Public name of a player, for readers who do not play with them: their name, an alias, or nothing."""

from __future__ import annotations

from adjudicator.engines.contract import Note
from adjudicator.services.matches.rows.archive_rows import rename_in_archive
from adjudicator.services.players.players import NO_NAME, OWN_NAME, draw_page_key, validate_preference
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import PublicName
from adjudicator.store.tables import Player

KEY = "public_name"
_CHOICES = {OWN_NAME: PublicName.NAME, NO_NAME: PublicName.NOTHING}


def choose_public_name(work: UnitOfWork, player: Player, wanted: str) -> Note:
    """Choose the public name: `OWN_NAME`, `NO_NAME`, or an alias. Raises `RefusedError`.

    The address of the player's page changes, or whoever kept it would know whose the new name is.
    """
    value = validate_preference(KEY, wanted)
    shown = _CHOICES.get(value, PublicName.ALIAS)
    alias = value if shown is PublicName.ALIAS else ""
    if (shown, alias) != (player.shown, player.alias):
        player.shown, player.alias, player.page_key = shown, alias, draw_page_key()
        rename_in_archive(work, player)
    return note_public_name(player)


def note_public_name(player: Player) -> Note:
    """Return the public name of a player."""
    return Note.of(f"settings.{KEY}", shown=str(player.shown), name=player.alias or player.name)
