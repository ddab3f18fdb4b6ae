"""A new game's package is made in an empty place, under a name that is free. What it does is tried in tests/authors."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli import main


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["new-engine", *words])


def test_a_package_of_a_game_is_made_in_its_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("senet")
    assert done.exit_code == 0
    assert "cd adjudicator-senet" in done.output
    made = Path("adjudicator-senet")
    assert 'senet = "adjudicator_senet:ENGINE"' in (made / "pyproject.toml").read_text()
    assert "class Senet:" in (made / "src/adjudicator_senet/__init__.py").read_text()
    assert (made / "src/adjudicator_senet/locale/de/LC_MESSAGES/adjudicator_senet.po").exists()


@pytest.mark.parametrize("name", ["", "Senet", "7up", "a-b", "a_b", "a" * 21, "class", "sänet", "../x", "a b"])
def test_a_name_that_cannot_be_one_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    done = run(name, "--folder", str(tmp_path / "new"))
    assert done.exit_code == 1
    assert done.output.count("\n") == 1
    assert "cannot name a game" in done.output
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("name", ["egyptos", "match", "refusal"])
def test_a_name_that_is_taken_is_refused(name: str, tmp_path: Path) -> None:
    assert f"the name {name} is taken" in run(name, "--folder", str(tmp_path / "new")).output


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    done = run("senet", "--folder", str(tmp_path))
    assert done.exit_code == 1
    assert done.output == f"Error: {tmp_path} is there already; choose another place with --folder\n"
    assert list(tmp_path.iterdir()) == []
