"""The image is built from the locked, hashed requirements and from the files of the package alone."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from fnmatch import fnmatch
from pathlib import Path

from adjudicator.cli import COMMANDS

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "deploy" / "Containerfile").read_text().replace("\\\n", "")
STEPS = [line.split(maxsplit=1) for line in TEXT.splitlines() if line and not line.startswith("#")]
COPIED = [name for word, rest in STEPS if word == "COPY" and "--from" not in rest for name in shlex.split(rest)[:-1]]
NOT_COPIED = ("var", ".git", ".venv", "tests", "deploy", "docs", "adjudicator/locale/de/LC_MESSAGES/adjudicator.mo")


def test_everything_installed_is_locked_and_hashed() -> None:
    requirements, package = re.findall(r"pip install ([^&\n]*)", TEXT)
    assert "--require-hashes --requirement requirements.lock" in requirements
    assert "--no-deps --no-build-isolation ." in package


def test_what_is_copied_is_enough_to_build_the_package(tmp_path: Path) -> None:
    build = tmp_path / "build"
    build.mkdir()
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, build / name, ignore=shutil.ignore_patterns("*.mo", "__pycache__"))
        else:
            shutil.copy(ROOT / name, build)
    words = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(words, cwd=build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert {"adjudicator/Procfile", "worker/app.py"} <= set(zipfile.ZipFile(wheel).namelist())


def test_nothing_but_what_is_copied_goes_to_the_builder() -> None:
    assert all(is_sent(name) for name in COPIED)
    assert not [name for name in NOT_COPIED if is_sent(name)]


def test_the_image_runs_a_command_that_there_is_and_not_as_root() -> None:
    (command,) = [rest for word, rest in STEPS if word == "CMD"]
    assert re.findall(r'"(\w+)"', command)[0] == "adjudicator"
    assert re.findall(r'"(\w+)"', command)[1] in COMMANDS
    assert [rest for word, rest in STEPS if word == "USER"] == ["adjudicator"]


def is_sent(name: str) -> bool:
    """Tell whether a file is handed to the builder: the last line of .dockerignore that fits it decides."""
    sent = True
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        pattern = line.removeprefix("!").replace("**/", "*")
        if line and not line.startswith("#") and (fnmatch(name, pattern) or name.startswith(f"{pattern}/")):
            sent = line.startswith("!")
    return sent
