"""The installed engines, ours and other packages', found through the entry-point group `adjudicator.engines`."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from adjudicator.engines.contract import AnyEngine, Rules

GROUP = "adjudicator.engines"
OURS = "adjudicator"
_CLOSE = 0.74
_LONG_WORD = 5


class BadEngine(RuntimeError):
    """An installed package whose engine cannot be loaded; the host must repair or remove it."""


def engines() -> Mapping[str, AnyEngine]:
    """List every installed engine, by rules key."""
    return _installed()


def replace_engine(engine: AnyEngine) -> None:
    """Replace the engine with the same rules key, for a host with components of their own."""
    _installed()[engine.rules.key] = engine


def engine_for(key: str) -> AnyEngine:
    """Find the engine of a rules key, as stored with a match. Raises `KeyError`."""
    return engines()[key]


def newest_engine(name: str) -> AnyEngine:
    """Find the engine of the newest rules of a game, by its name or title. Raises `KeyError`."""
    wanted = name.strip().casefold()
    versions = [
        engine
        for engine in engines().values()
        if wanted in (engine.rules.name.casefold(), engine.rules.title.casefold())
    ]
    if not versions:
        raise KeyError(name)
    return max(versions, key=lambda engine: int(engine.rules.key.partition("/")[2]))


def list_rules() -> list[Rules]:
    """List the games that can be played here, each by its newest rules, sorted by their titles."""
    found = {engine.rules.name for engine in engines().values()}
    return sorted((newest_engine(name).rules for name in found), key=lambda rules: rules.title)


def close_games(name: str, most: int = 3) -> tuple[str, ...]:
    """List the names of games whose name or title is close to a mistyped one."""
    named = {word.casefold(): engine.rules.name for engine in engines().values() for word in _names(engine)}
    close = get_close_matches(name.strip().casefold(), named, n=most, cutoff=_CLOSE)
    return tuple(dict.fromkeys(named[word] for word in close))


def _names(engine: AnyEngine) -> tuple[str, ...]:
    title = engine.rules.title
    return (engine.rules.name, title, *(word for word in title.split() if len(word) >= _LONG_WORD))


@cache
def _installed() -> dict[str, AnyEngine]:
    found: dict[str, AnyEngine] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        engine = _load(point)
        if engine.rules.key in found:
            raise BadEngine(f"two installed packages claim the rules {engine.rules.key}: remove one of them")
        found[engine.rules.key] = engine
    return found


def _load(point: EntryPoint) -> AnyEngine:
    try:
        engine: AnyEngine = point.load()
    except Exception as fault:
        if point.module.partition(".")[0] == OURS:
            raise
        reason = f"{type(fault).__name__}: {fault}"
        raise BadEngine(f"the game {point.name} ({point.value}) does not load: {reason}; mend or remove it") from fault
    return engine
