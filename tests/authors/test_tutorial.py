"""The tutorial works: its blocks, laid over a fresh package in their order, are a game that passes its tests."""

import re
import subprocess
import sys
from pathlib import Path

from testkit.bare_environment import BareEnvironment, build_wheel

TUTORIAL = Path(__file__).parents[2] / "docs" / "authors" / "tutorial.md"
BLOCK = re.compile(r"^```\{code-block\} \w+\n:caption: (\S+)\n\n(.*?\n)```$", re.MULTILINE | re.DOTALL)
REMOVING = re.compile(r"^rm (?:-r )?(\S+)$", re.MULTILINE)


def follow(package: Path) -> int:
    """Do what the tutorial says, and count its files."""
    blocks = BLOCK.findall(TUTORIAL.read_text())
    for caption, text in blocks:
        if caption == "remove":
            subprocess.run(["rm", "-r", *REMOVING.findall(text)], cwd=package, check=True)
            continue
        file = package / caption
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return len(blocks)


def test_whoever_follows_the_tutorial_has_a_game_that_passes_its_tests(bare: BareEnvironment, tmp_path: Path) -> None:
    bare.run("adjudicator", "new-engine", "noughts", cwd=tmp_path)
    package = tmp_path / "adjudicator-noughts"
    assert follow(package) > 10
    bare.install(build_wheel(package, tmp_path / "dist"))
    assert bare.pass_tests(package) > 30
    for check in (["check"], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *check, "--no-cache", package], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout
