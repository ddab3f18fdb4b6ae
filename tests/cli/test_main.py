"""The command itself: its help names every subcommand, and none is loaded before it is called."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator import __version__, cli
from adjudicator.cli import COMMANDS, main


def test_it_tells_its_version() -> None:
    done = CliRunner().invoke(main, ["--version"])
    assert done.output == f"adjudicator {__version__}\n"


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_help_lists_every_subcommand_with_what_it_is_for(words: list[str]) -> None:
    listed = " ".join(CliRunner().invoke(main, words).output.split())
    for name, summary in COMMANDS.items():
        assert f"{name} {summary}" in listed


def test_help_loads_no_subcommand() -> None:
    script = (
        "import sys; sys.argv[1:] = ['--help']\n"
        "import adjudicator.cli\n"
        "try: adjudicator.cli.main()\n"
        "except SystemExit: print(sorted(name for name in sys.modules if name.startswith('adjudicator.cli.')))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_subcommand_explains_itself(name: str) -> None:
    done = CliRunner().invoke(main, [name, "--help"])
    assert done.exit_code == 0
    assert done.output.startswith(f"Usage: adjudicator {name}") or done.output.startswith(f"Usage: main {name}")
    assert len(done.output.split("\n\n")[1].split()) >= 5


def test_every_file_of_a_subcommand_is_listed() -> None:
    folder = Path(cli.__file__).parent
    written = {
        path.stem.removesuffix("_command").replace("_", "-")
        for path in folder.glob("*.py")
        if "\ndef command(" in path.read_text()
    }
    assert written == COMMANDS.keys()


def test_an_unknown_subcommand_is_refused_with_the_way_to_help() -> None:
    done = CliRunner().invoke(main, ["judge"])
    assert done.exit_code == 2
    assert "No such command 'judge'" in done.output


def test_a_wrong_setting_ends_a_subcommand_with_one_line(tmp_path: Path) -> None:
    done = CliRunner(env={"ADJUDICATOR_VAR": str(tmp_path), "DATABASE_URL": "mysql://db"}).invoke(main, ["migrate"])
    assert done.exit_code == 1
    assert done.output.startswith("Error: DATABASE_URL: must be sqlite:///file or postgresql+psycopg://")
    assert len(done.output.splitlines()) == 1


def test_migrate_can_be_called_again_and_again(environ: dict[str, str]) -> None:
    for _ in range(2):
        done = CliRunner(env=environ).invoke(main, ["migrate"])
        assert (done.exit_code, done.output.splitlines()[-1]) == (0, "The database is up to date.")
