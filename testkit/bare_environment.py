"""Wheels, and bare environments in which they are installed without a network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path


def build_wheel(project: Path, folder: Path) -> Path:
    """Build a project's wheel into an empty folder."""
    words = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(words, cwd=project, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@dataclass(frozen=True, slots=True)
class BareEnvironment:
    """A virtual environment that knows nothing of the checkout."""

    folder: Path

    @classmethod
    def make(cls, folder: Path) -> BareEnvironment:
        """Make one. The packages that ours asks for are borrowed: a test downloads nothing."""
        words = ["venv", "--quiet", "--offline", "--python", sys.executable, str(folder)]
        subprocess.run([sys.executable, "-m", "uv", *words], check=True)
        own = Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))
        # A path in a .pth file lends the packages there, but not our checkout: their own .pth files are not read.
        (own / "borrowed.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
        return cls(folder)

    def install(self, wheel: Path) -> None:
        """Install a wheel."""
        words = ["--quiet", "--offline", "--no-index", "--no-deps", "--python", str(self.folder)]
        subprocess.run([sys.executable, "-m", "uv", "pip", "install", *words, wheel], check=True)

    def run(self, program: str, *words: str | Path, cwd: Path) -> str:
        """Run one of its programs, which must succeed, and give what it said."""
        environ = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
        command = [self.folder / "bin" / program, *words]
        done = subprocess.run(command, cwd=cwd, env=environ, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def pass_tests(self, project: Path, *words: str) -> int:
        """Run a project's tests over what is installed here, and count those that passed."""
        told = self.run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *words, cwd=project)
        passed = re.search(r"(\d+) passed", told)
        return int(passed[1]) if passed else 0
