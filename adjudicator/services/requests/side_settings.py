"""Settings beside something else: lines such as ``zone Rome`` below ``new egyptos with house`` or below a yes.

Below a command that asks for a match or a seat, they are stored with its request, and its yes carries them out too:
one letter, one yes. Below a yes they are carried out at once, and a receipt tells their result.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.table.command_words import command_named
from adjudicator.services.matches.clock.match_clock import refresh_clocks
from adjudicator.services.matches.letters.unsubscribe import set_subscription
from adjudicator.services.matches.rows import public_names
from adjudicator.services.players.players import preference_of, set_preference, validate_preference
from adjudicator.services.players.time_settings import (
    DIGEST_SETTINGS,
    TIME_SETTINGS,
    apply_time_setting,
    check_time_setting,
)
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.request_wishes import ChoiceWish, SettingsWish
from adjudicator.store.tables import Player, Request
from adjudicator.texts.language.language import Language

PREFERENCES = frozenset({"language", "layout", "letters", "name", "o_means", "public_name", "start", "stop", "zone"})
"""Commands that set a preference, which a newcomer can have before their first match."""
PERSONAL = frozenset({"name", "public_name"})
"""Settings whose value is words of the writer's own."""


def is_setting(given: GivenCommand, player: Player | None) -> bool:
    """Does a line set something about its writer? What is about their time, only a player can set."""
    timed = player is not None and given.command.name in TIME_SETTINGS and bool(given.argument)
    return timed or given.command.name in PREFERENCES


def read_setting(work: UnitOfWork, player: Player | None, given: GivenCommand) -> ChoiceWish:
    """Check a line that sets something. Raises `RefusedError`."""
    if given.command.name in TIME_SETTINGS and player is not None:
        return ChoiceWish(given.command.name, check_time_setting(work, player, given.command.name, given.argument))
    key, value = preference_of(given.command.name, given.argument)
    validate_preference(key, value)
    return ChoiceWish(key, value)


def bring_along(request: Request, settings: Iterable[ChoiceWish]) -> None:
    """Store settings with a request, for its yes."""
    if kept := tuple(settings):
        request.wish = request.wish | msgspec.to_builtins(SettingsWish(kept))


def carry_out_setting(work: UnitOfWork, player: Player, wish: ChoiceWish) -> Note:
    """Set something about a player; return the note for the receipt. Raises `RefusedError`."""
    key, value = wish.key, wish.value
    if key == "letters":
        return set_subscription(work, player, value)
    if key == public_names.KEY:
        return public_names.choose_public_name(work, player, value)
    if key in TIME_SETTINGS:
        note = apply_time_setting(work, player, key, value)
        if key not in DIGEST_SETTINGS:
            refresh_clocks(work, player)
        return note
    note = set_preference(player, key, value, work.now)
    if key == "zone":
        refresh_clocks(work, player)
    return note


def describe_setting(wish: ChoiceWish, language: Language, *, fixed: bool) -> str:
    """Write a setting as the command that makes it; `fixed` leaves out words of a sender who is not proved."""
    word = command_named(wish.key).word(language.language)
    return word if fixed and wish.key in PERSONAL else f"{word} {wish.value}"
