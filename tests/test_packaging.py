"""The package: its locks agree with what it asks for, and its wheel carries all that a running service reads."""

import re
import subprocess
import sys
import tomllib
import zipfile
from configparser import ConfigParser
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from adjudicator import __version__

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
CACHES = {"__pycache__", ".ruff_cache", ".mypy_cache", ".pytest_cache"}
LOCKS = {"requirements.lock": "build", "requirements-dev.lock": "dev"}
PIN = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>[^ ;]+)(?P<rest>.*?)(?<!\\)$", re.MULTILINE | re.DOTALL)


def pins(lock: str) -> dict[str, str]:
    return {found["name"]: found["version"] for found in PIN.finditer((ROOT / lock).read_text())}


def wanted(group: str) -> list[Requirement]:
    entries = PROJECT["dependency-groups"][group]
    named = [Requirement(entry) for entry in entries if isinstance(entry, str)]
    return [*named, *(more for entry in entries if isinstance(entry, dict) for more in wanted(entry["include-group"]))]


@pytest.mark.parametrize(("lock", "group"), LOCKS.items())
def test_a_lock_holds_a_version_of_everything_that_is_asked_for(lock: str, group: str) -> None:
    locked = pins(lock)
    asked = [*(Requirement(text) for text in PROJECT["project"]["dependencies"]), *wanted(group)]
    for requirement in asked:
        assert locked[canonicalize_name(requirement.name)] in requirement.specifier


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_its_hash_and_none_names_an_index(lock: str) -> None:
    text = (ROOT / lock).read_text()
    unhashed = [found["name"] for found in PIN.finditer(text) if "--hash=sha256:" not in found["rest"]]
    assert len(pins(lock)) > 30
    assert not unhashed
    assert not re.search(r"https?://|file:|--(extra-)?index-url|--find-links", text)


def test_working_on_it_uses_the_versions_that_running_it_does() -> None:
    assert pins("requirements.lock").items() <= pins("requirements-dev.lock").items()


def test_what_builds_the_package_is_locked_too() -> None:
    names = {canonicalize_name(Requirement(text).name) for text in PROJECT["build-system"]["requires"]}
    assert names <= pins("requirements.lock").keys()


def test_the_wheel_carries_all_that_is_read_at_run_time(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    read = [path for path in (ROOT / "templates").rglob("*") if path.is_file() and not CACHES & set(path.parts)]
    assert read
    assert {f"adjudicator/{path.relative_to(ROOT)}" for path in read} <= names
    assert {"adjudicator/Procfile", "adjudicator/match/record/record.schema.json", "worker/app.py"} <= names
    assert "adjudicator/tools/verify.py" in names
    assert not [name for name in names if name.startswith("tests/")]


def test_the_wheel_carries_every_catalog_compiled(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    sources = sorted(ROOT.glob("adjudicator/locale/*/LC_MESSAGES/*.po"))
    assert sources
    assert {str(path.relative_to(ROOT).with_suffix(".mo")) for path in sources} <= names


def test_the_wheel_names_the_command_the_engines_and_the_suite(wheel: Path) -> None:
    points = ConfigParser()
    archive = zipfile.ZipFile(wheel)
    points.read_string(archive.read(f"adjudicator-{__version__}.dist-info/entry_points.txt").decode())
    assert points["console_scripts"]["adjudicator"] == "adjudicator.cli:main"
    assert points["adjudicator.engines"]["egyptos"] == "adjudicator.engines.egyptos:ENGINE"
    assert points["pytest11"]["adjudicator.engines.suite"] == "adjudicator.engines.suite"


def test_the_wheel_says_under_which_licence_it_comes(wheel: Path) -> None:
    archive, folder = zipfile.ZipFile(wheel), f"adjudicator-{__version__}.dist-info"
    metadata = archive.read(f"{folder}/METADATA").decode()
    assert "\nLicense-Expression: MIT\n" in metadata
    assert "\nAuthor: Adjudicator contributors\n" in metadata
    assert archive.read(f"{folder}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()


def test_the_suite_for_authors_collects_nothing_by_itself(tmp_path: Path) -> None:
    (tmp_path / "test_of_an_author.py").write_text(
        "pytest_plugins = ['adjudicator.engines.suite']\ndef test_it(): pass\n"
    )
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "1 passed" in done.stdout


def test_an_installed_wheel_finds_its_procfile_and_its_templates(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from adjudicator.run.procfile import find_procfile\n"
        "from adjudicator.texts.language.language import language_for\n"
        "print(find_procfile())\n"
        "language_for('de')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(tmp_path / "adjudicator" / "Procfile")
