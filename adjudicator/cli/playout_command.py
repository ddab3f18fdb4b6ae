"""`adjudicator playout`."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import click

from adjudicator.engines.contract import AnyEngine, BadOption, Level
from adjudicator.engines.registry import engines, newest_engine
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.house.bot import time_budget
from adjudicator.match.house.playout import Player, dealt_match, house_player, play_out, random_player, seed_of
from adjudicator.match.house.trace import trace_decision, trace_end, trace_opening


@click.command("playout")
@click.argument("game")
@click.option("--seats", type=int, help="Number of players; the fewest that the game allows if left out.")
@click.option("--seed", default="0", show_default=True, help="Any text; the same text plays the same game.")
@click.option("--option", "chosen", multiple=True, metavar="KEY=VALUE", help="An option of the rules; may be repeated.")
@click.option("--preset", help="A named set of options; those given with --option come on top.")
@click.option("--player", type=click.Choice(["random", "house"]), default="random", show_default=True)
@click.option(
    "--seconds", type=click.FloatRange(min=0, min_open=True), default=1.0, help="The house player's time a step."
)
@click.option(
    "--level",
    type=click.Choice([level.value for level in Level]),
    default="strong",
    show_default=True,
    help="How the house player plays.",
)
def command(
    *,
    game: str,
    seats: int | None,
    seed: str,
    chosen: Sequence[str],
    preset: str | None,
    player: str,
    seconds: float,
    level: str,
) -> None:
    """Play GAME to its end and print it as lines of JSON.

    The first line tells how the game was dealt, then one line a decision with every legal step, and last the result.
    """
    engine = _engine(game)
    options = _options(engine, preset, chosen)
    seats = _seats(engine, seats)
    deal = dealt_match(engine, options, seats, seed_of(seed))
    click.echo(trace_opening(engine, seats, options, deal))
    position = engine.setup(options, seats, deal)
    chance = SeededDealer(seed_of(seed), ["players"])
    chosen_player = _player(player, seconds, Level(level))
    for decision in play_out(engine, position, lambda _: chosen_player, chance):
        click.echo(trace_decision(decision))
        position = decision.after
    outcome = engine.outcome(position)
    if outcome is None:
        raise click.ClickException(f"{engine.rules.key} has nobody to move, but no outcome")
    click.echo(trace_end(outcome, seats))


def _player(name: str, seconds: float, level: Level) -> Player:
    if name == "random":
        return random_player
    return house_player(lambda: time_budget(seconds, time.monotonic), level)


def _engine(game: str) -> AnyEngine:
    try:
        return newest_engine(game)
    except KeyError:
        known = sorted({engine.rules.name for engine in engines().values()})
        raise click.ClickException(f"no game {game!r} is installed; there is {', '.join(known)}") from None


def _seats(engine: AnyEngine, seats: int | None) -> int:
    admitted = engine.rules.seats
    if seats is None:
        return admitted[0]
    if seats not in admitted:
        numbers = ", ".join(map(str, admitted))
        raise click.ClickException(f"{engine.rules.title} is not played at {seats} seats, but at {numbers}")
    return seats


def _options(engine: AnyEngine, preset: str | None, chosen: Sequence[str]) -> Mapping[str, str | int]:
    rules = engine.rules
    if preset is not None and preset not in rules.presets:
        raise click.ClickException(f"no preset {preset!r} in {rules.key}; there is {', '.join(rules.presets)}")
    try:
        named = dict(_option(engine, text) for text in chosen)
        return rules.complete({**(rules.presets[preset] if preset else {}), **named})
    except BadOption as error:
        raise click.ClickException(f"option {error}") from None


def _option(engine: AnyEngine, text: str) -> tuple[str, str | int]:
    key, equals, value = text.partition("=")
    if not equals:
        raise click.ClickException(f"option {text!r} should be written KEY=VALUE")
    known = {option.key: option for option in engine.rules.options}
    if key not in known:
        raise BadOption(key, value, tuple(known))
    return key, known[key].read(value)
