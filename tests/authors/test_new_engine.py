"""What `adjudicator new-engine` makes is a game that works, for somebody who has nothing but the wheel."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli import main
from testkit.bare_environment import BareEnvironment, build_wheel

ROOT = Path(__file__).parents[2]


@pytest.fixture
def made(bare: BareEnvironment, tmp_path: Path) -> Path:
    bare.run("adjudicator", "new-engine", "senet", cwd=tmp_path)
    return tmp_path / "adjudicator-senet"


def test_the_new_game_passes_its_tests_and_can_be_played(bare: BareEnvironment, made: Path, tmp_path: Path) -> None:
    bare.install(build_wheel(made, tmp_path / "dist"))
    assert bare.pass_tests(made) > 100
    played = bare.run("adjudicator", "playout", "senet", "--preset", "misere", cwd=tmp_path).splitlines()
    assert json.loads(played[-1])["reason"] == "last_loses"


@pytest.mark.parametrize("name", ["go", "g" * 20])
def test_what_is_made_is_formatted_and_clean_whatever_its_name(name: str, tmp_path: Path) -> None:
    made = tmp_path / "made"
    CliRunner().invoke(main, ["new-engine", name, "--folder", str(made)], catch_exceptions=False)
    for check in (["check"], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *check, "--no-cache", made], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout


def test_the_licence_is_named_in_every_package() -> None:
    for project, licence in {"templates/engine": "MIT", "examples/adjudicator-chess": "GPL-3.0-or-later"}.items():
        metadata = tomllib.loads((ROOT / project / "pyproject.toml").read_text())["project"]
        assert metadata["license"] == licence
        assert (ROOT / project / "LICENSE").exists()
