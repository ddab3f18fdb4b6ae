"""Questions that every kind of letter asks in the same way: the rules of a game, lists of the club, a match as a file.

They come in letters to the service, to a seat, and in answers to a digest. `Asking` says how these differ: at a seat,
what is not named is of its own match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from adjudicator.engines.registry import engine_for
from adjudicator.engines.rules import Rules
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.services.answers.club_answers import explain_rules, find_rules, list_games
from adjudicator.services.answers.download_answers import WantedFile, answer_download, find_file
from adjudicator.services.answers.lobby_answers import list_free_seats, list_past_matches
from adjudicator.services.answers.opening_answers import openings_answer
from adjudicator.services.answers.statistics_answers import statistics_answer
from adjudicator.services.answers.verify_answers import verify_chain_line
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.outbox.letter_headers import AttachedText
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, Player
from adjudicator.texts.facts.answer_facts import Answer
from adjudicator.texts.language.language import Language

_Find = Callable[[UnitOfWork, Player | None, GivenCommand, Language], Answer]
CLUB_QUESTIONS: Mapping[str, _Find] = {
    "lobby": list_free_seats,
    "archive": list_past_matches,
    "openings": openings_answer,
    "statistics": statistics_answer,
    "verify": verify_chain_line,
}


@dataclass(frozen=True, slots=True)
class Asking:
    """Who asks, in which letter."""

    inbound: InboundLetter
    player: Player | None
    language: Language
    match: Match | None = None
    """The match of the seat to which they wrote."""

    @property
    def game(self) -> str:
        """The game that is meant if none is named; empty if there is none."""
        return engine_for(self.match.rules).rules.name if self.match else ""


def find_wanted_rules(given: GivenCommand, game: str = "") -> Rules | None:
    """Find the rules that are asked for; None if neither the line nor the letter (`game`) names a game.

    Raises `RefusedError`.
    """
    name = given.argument or game
    return find_rules(name) if name else None


def tell_rules(rules: Rules | None, given: GivenCommand, language: Language) -> Answer:
    """Write out the rules of a game, or list the games."""
    return list_games(given, language) if rules is None else explain_rules(rules, given, language)


def ask_club(asking: Asking, given: GivenCommand) -> Answer:
    """Answer one of the `CLUB_QUESTIONS`. Raises `RefusedError`; then nothing was written."""
    find = CLUB_QUESTIONS[given.command.name]
    if find is openings_answer:
        find = partial(openings_answer, game=asking.game)
    with refusals_roll_back(asking.inbound.work):
        return find(asking.inbound.work, asking.player, given, asking.language)


def find_wanted_file(asking: Asking, given: GivenCommand) -> WantedFile:
    """Find the match and the format that `download` asks for. Raises `RefusedError`."""
    return find_file(asking.inbound.session, asking.player, given, asking.match.code if asking.match else "")


def attach_file(
    asking: Asking, given: GivenCommand, wanted: WantedFile, attached: AttachedText | None
) -> tuple[Answer, AttachedText | None]:
    """Answer `download`, and return what the letter has attached then: one file at most, the first."""
    reader = None if attached else asking.player
    answer, file = answer_download(asking.inbound, reader, asking.language, given, wanted)
    return answer, file or attached
