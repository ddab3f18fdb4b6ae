"""The playthroughs of Das Gold des Pharao show what is rare in play."""

from pathlib import Path

FOLDER = Path(__file__).parent / "playthroughs"


def test_there_is_one_of_each_kind() -> None:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert sorted(texts) == ["bust_left_behind", "bust_out", "curse", "mummy"]
    assert "treasure=3" in texts["mummy"].partition("pharao.fled")[2].partition("\n")[0]
    assert "pharao.blown" in texts["curse"]
    assert "pharao.bust_out" in texts["bust_out"]
    assert "pharao.bust_out" not in texts["bust_left_behind"]
    assert all("\nOutcome(" in texts[name] for name in ("bust_out", "bust_left_behind"))
