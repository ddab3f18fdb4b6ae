"""Reads the command `new`, for letters to the service and letters to a seat."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engines.registry import close_games
from adjudicator.mail.commands.arguments.new_match import read_new_match
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.words.match_words import HOUSE_LEVELS
from adjudicator.mail.commands.words.word_index import rest_after
from adjudicator.mail.errors import NewMatchFault, TermsFault
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.matches.opening import lobby
from adjudicator.services.matches.opening.lobby import MatchSetup
from adjudicator.services.refused_error import RefusedError


def read_setup(given: GivenCommand) -> MatchSetup:
    """Read and check a requested match. Raises `RefusedError`."""
    try:
        return lobby.with_greeting(lobby.requested_setup(read_new_match(given.argument)), given.greeting)
    except NewMatchFault as fault:
        refusal = Refusal.of(RefusalKey.BAD_NEW, why=fault.reason, given=fault.given, nearest=_levels(fault, given))
        raise RefusedError(refusal) from fault
    except TermsFault as fault:
        refusal = Refusal.of(RefusalKey.BAD_TERMS, why="unreadable", given=fault.given, nearest=fault.right)
        raise RefusedError(refusal) from fault
    except RefusedError as fault:
        raise RefusedError(_with_close_game(fault.refusal, given)) from fault


def _levels(fault: NewMatchFault, given: GivenCommand) -> tuple[str, ...]:
    """For a level that there is not, suggest the match with each that there is."""
    if fault.reason != "bad_level":
        return ()
    game, *_ = given.argument.split()
    return tuple(f"new {game} with house house={level}" for level in dict.fromkeys(HOUSE_LEVELS.values()))


def _with_close_game(refusal: Refusal, given: GivenCommand) -> Refusal:
    """For a mistyped game, suggest the same command with the games that have a similar name."""
    typed = dict(refusal.values).get("game") if refusal.key is RefusalKey.UNKNOWN_GAME else None
    if not isinstance(typed, str):
        return refusal
    rest = rest_after(given.argument, len(typed.split()))
    return replace(refusal, nearest=tuple(f"new {name} {rest}".strip() for name in close_games(typed)))
