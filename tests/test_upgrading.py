"""Back-up, restore and upgrade are done as docs/hosts/backup-and-upgrade.md tells it."""

from __future__ import annotations

import os
import pwd
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from adjudicator.store.schema import is_current, migrate_to, migration_transaction, revision_of
from testkit.doc_snippets import HOSTS, ROOT, adapted, blocks
from testkit.host_command import write_host_command

PAGE = "backup-and-upgrade.md"
ADJUDICATOR = Path(sys.executable).parent / "adjudicator"
INSTALL = [
    "git pull",
    "pip install --require-hashes --requirement requirements.lock",
    "pip install --no-deps --no-build-isolation .",
]


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine with the real command of the host; of the others it is written down that they were called."""

    place: Path
    environ: dict[str, str]

    @property
    def database(self) -> str:
        return self.environ["DATABASE_URL"]

    def follow(self, heading: str) -> list[str]:
        """Do what a recipe says, and list the calls. Raises `CalledProcessError` at the first one that fails."""
        (recipe,) = blocks(PAGE, heading)
        places = {"/var/lib/adjudicator": self.place / "var", "/srv/adjudicator": self.place / "srv"}
        script = adapted(recipe, {there: str(here) for there, here in places.items() if there in recipe})
        called = self.place / "called"
        called.unlink(missing_ok=True)
        words = ["/bin/sh", "-e", "-c", script]
        subprocess.run(words, env=self.environ, cwd=self.place, check=True, capture_output=True, timeout=100)
        return called.read_text().splitlines()


@pytest.fixture
def machine(environ: dict[str, str], tmp_path: Path) -> Machine:
    """Set up a machine whose database is of an earlier version."""
    programs = {"systemctl": tmp_path / "bin", "git": tmp_path / "bin", "pip": tmp_path / "srv" / ".venv" / "bin"}
    for name, folder in (*programs.items(), ("adjudicator", tmp_path / "bin")):
        folder.mkdir(parents=True, exist_ok=True)
        real = f'exec {shlex.quote(str(ADJUDICATOR))} "$@"\n' if name == "adjudicator" else ""
        (folder / name).write_text(f'#!/bin/sh\necho {name} "$@" >> {shlex.quote(str(tmp_path / "called"))}\n{real}')
        (folder / name).chmod(0o755)
    (tmp_path / "var").mkdir()
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    with migration_transaction(url) as connection:
        migrate_to(connection, "0003")
    return Machine(tmp_path, environ | {"PATH": f"{tmp_path}/bin:/usr/bin:/bin", "DATABASE_URL": url})


def test_a_machine_is_upgraded_after_a_backup_that_can_be_restored(machine: Machine) -> None:
    before = f"{machine.place}/var/before.backup"
    assert machine.follow("Upgrade one machine") == [
        "systemctl stop adjudicator.target",
        f"adjudicator backup {before}",
        *INSTALL,
        "adjudicator migrate",
        "systemctl start adjudicator.target",
    ]
    assert is_current(machine.database)

    Path(before).rename(machine.place / "var" / "club.backup")
    (machine.place / "club.sqlite3").rename(machine.place / "away.sqlite3")
    machine.follow("Restore")
    assert is_current(machine.database)


def test_a_backup_is_made_while_everything_runs(machine: Machine) -> None:
    file = machine.place / "var" / "club.backup"
    assert machine.follow("Back up") == [f"adjudicator backup {file}"]
    assert file.stat().st_mode & 0o777 == 0o600


def test_the_first_of_several_machines_changes_nothing_when_all_must_stop(machine: Machine) -> None:
    with pytest.raises(subprocess.CalledProcessError) as fault:
        machine.follow("Upgrade several machines")
    assert b"stop all programs on every machine" in fault.value.stderr
    with migration_transaction(machine.database) as connection:
        assert revision_of(connection) == "0003"


def test_several_machines_are_upgraded_one_after_the_other(machine: Machine) -> None:
    with migration_transaction(machine.database) as connection:
        migrate_to(connection, "head")
    called = machine.follow("Upgrade several machines")
    assert called == [
        "systemctl stop adjudicator.target",
        *INSTALL,
        "adjudicator migrate --rolling",
        "systemctl start adjudicator.target",
    ]


def test_the_image_and_a_machine_are_installed_alike() -> None:
    image = " ".join((ROOT / "deploy" / "Containerfile").read_text().split())
    machine = (HOSTS / "install.md").read_text()
    for line in INSTALL[1:]:
        assert f"\n.venv/bin/{line}\n" in machine
        assert line.replace("pip install", "pip install --no-cache-dir") in image


def test_the_command_of_a_host_reads_the_settings_of_the_programs(tmp_path: Path) -> None:
    (tmp_path / "club.env").write_text(
        "DATABASE_URL=nonsense\nADJUDICATOR_SECRET='a secret of 32 characters, and blanks'\n"
    )
    command, user = tmp_path / "adjudicator", pwd.getpwuid(os.geteuid()).pw_name
    write_host_command(command, user, tmp_path / "club.env", tmp_path, str(ADJUDICATOR))
    words = [str(command), "backup", "a file"]
    done = subprocess.run(
        words, env={"PATH": "/usr/bin:/bin"}, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Error: DATABASE_URL: must be")
