import pytest

from adjudicator.engines import registry
from tests.cli.console import Console
from tests.match.shafts import SHAFTS


@pytest.fixture
def shafts_console(monkeypatch: pytest.MonkeyPatch) -> Console:
    installed = {SHAFTS.rules.key: SHAFTS}
    monkeypatch.setattr(registry, "engines", lambda: installed)
    monkeypatch.setattr("adjudicator.cli.playout_command.engines", lambda: installed)
    return Console()
