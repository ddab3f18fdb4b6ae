"""The games on the front page: the aim, the number of players, and a picture of a position in mid-play.

The position is played by chance from a fixed seed, so that it is the same on every machine; only what a spectator may
see is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from adjudicator.engines.contract import Rules
from adjudicator.engines.registry import list_rules, newest_engine
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.house.playout import dealt_match, play_out, random_player, seed_of
from adjudicator.texts.games.boards import PICTURE, draw_board
from adjudicator.texts.games.rulebook import render_aim
from adjudicator.texts.language.language import Language, language_for
from adjudicator.web.forms.form_letters import new_form_key

DECISIONS = 18
SEED = "a picture for the front page"


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game, as somebody sees it who has never heard of it."""

    rules: Rules
    aim: str
    """Aim of the game, in one sentence; empty for a game that does not say it."""
    least: int
    most: int
    mark: str
    """The key of the form that begins a match against the house player."""


def list_cards(language: Language) -> list[GameCard]:
    """List the games in a reader's language."""
    return [
        GameCard(rules, render_aim(rules.name, language), rules.seats.start, rules.seats.stop - 1, new_form_key())
        for rules in list_rules()
    ]


@lru_cache(maxsize=64)
def draw_sample(game: str, language: str) -> str:
    """Draw a position of a game as SVG. Raises `KeyError` for an unknown one."""
    engine = newest_engine(game)
    options, seats = engine.rules.complete({}), engine.rules.seats.start
    position = engine.setup(options, seats, dealt_match(engine, options, seats, seed_of(SEED)))
    decisions = play_out(engine, position, lambda _: random_player, SeededDealer(seed_of(SEED)))
    for decision in islice(decisions, DECISIONS):
        position = decision.after
    names = tuple(f"{number}." for number in range(1, seats + 1))
    return draw_board(engine.view(position, None), PICTURE, language_for(language), names=names)
