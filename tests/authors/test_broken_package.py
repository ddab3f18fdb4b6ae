"""Somebody else's package that cannot be used ends a program with one line for its host."""

from importlib.metadata import EntryPoint, EntryPoints

import pytest
from click.testing import CliRunner

from adjudicator.cli import main
from adjudicator.engines import registry
from adjudicator.engines.registry import GROUP, BadEngine
from adjudicator.infra.startup_errors import explain_failure

EGYPTOS = EntryPoint("egyptos", "adjudicator.engines.egyptos:ENGINE", GROUP)


def install(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda group: EntryPoints(points).select(group=group))
    registry._installed.cache_clear()
    monkeypatch.setattr(registry, "_installed", registry._installed.__wrapped__)


@pytest.mark.parametrize(
    ("value", "reason"),
    [("nowhere:ENGINE", "No module named 'nowhere'"), ("json:ENGINE", "no attribute")],
)
def test_a_game_that_does_not_load_is_named(monkeypatch: pytest.MonkeyPatch, value: str, reason: str) -> None:
    install(monkeypatch, EGYPTOS, EntryPoint("senet", value, GROUP))
    done = CliRunner().invoke(main, ["playout", "egyptos"])
    assert done.exit_code == 1
    assert done.output.count("\n") == 1
    assert done.output.startswith(f"Error: the game senet ({value}) does not load: ")
    assert reason in done.output


def test_two_packages_of_the_same_rules_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, EGYPTOS, EntryPoint("senet", EGYPTOS.value, GROUP))
    with pytest.raises(BadEngine, match="two installed packages claim the rules egyptos/1") as raised:
        registry.engines()
    assert explain_failure(raised.value)


def test_a_fault_of_our_own_games_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, EntryPoint("egyptos", "adjudicator.engines.nothing:ENGINE", GROUP))
    with pytest.raises(ModuleNotFoundError):
        registry.engines()
