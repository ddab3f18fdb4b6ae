"""Golden playthroughs: a change of the rules shows as a difference that can be reviewed."""

from pathlib import Path

import pytest

from adjudicator.engines.registry import engines
from tests.engines.playthrough import retold

HERE = Path(__file__).parent
PLAYTHROUGHS = sorted(HERE.glob("*/playthroughs/*.txt"))


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_playthrough_is_told_as_it_was(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert retold(text) == text


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_playthrough_is_short_enough_to_review(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 220


def test_every_engine_of_ours_has_one_that_comes_to_an_end() -> None:
    finished = {path.parent.parent.name for path in PLAYTHROUGHS if "\nOutcome(" in path.read_text(encoding="utf-8")}
    assert finished == {engine.rules.name for engine in engines().values() if engine.rules.home == "adjudicator"}
