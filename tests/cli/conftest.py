import pytest

from adjudicator.engines import registry
from testkit.console import Console
from testkit.engines.shafts import SHAFTS


@pytest.fixture
def shafts_console(monkeypatch: pytest.MonkeyPatch) -> Console:
    installed = {SHAFTS.rules.key: SHAFTS}
    monkeypatch.setattr(registry, "engines", lambda: installed)
    monkeypatch.setattr("adjudicator.cli.playout_command.engines", lambda: installed)
    return Console()
