"""Matches written down: a change of the rules shows as a difference that can be reviewed."""

from pathlib import Path

import pytest

from tests.engines.pharao.retelling import retold

MATCHES = sorted((Path(__file__).parent / "matches").glob("*.txt"))


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_a_match_is_told_as_it_was(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert retold(text) == text
    assert len(text.splitlines()) <= 200


def test_there_is_one_of_each_kind() -> None:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in MATCHES}
    assert sorted(texts) == ["bust_left_behind", "bust_out", "curse", "mummy"]
    assert "treasure=3" in texts["mummy"].partition("pharao.fled")[2].partition("\n")[0]
    assert "pharao.blown" in texts["curse"]
    assert "pharao.bust_out" in texts["bust_out"]
    assert "pharao.bust_out" not in texts["bust_left_behind"]
    assert all("\nOutcome(" in texts[name] for name in ("bust_out", "bust_left_behind"))
