"""The files in deploy/: systemd and compose take them, they run what the Procfile runs, with right settings."""

from __future__ import annotations

import os
import pwd
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from adjudicator.config.settings import Settings
from adjudicator.run.procfile import read_procfile
from testkit.host_command import PLACE, write_host_command

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
PROGRAMS = read_procfile((ROOT / "Procfile").read_text())
UNITS = sorted((DEPLOY / "systemd").glob("adjudicator-*.service"))
COMPOSE = {path.name: YAML(typ="safe").load(path) for path in sorted(DEPLOY.glob("compose*.yaml"))}
CONTAINERFILE = (DEPLOY / "Containerfile").read_text()
OTHERS = {"database", "broker", "migrate"}
MOST_EXPOSURE = 20
"""In tenths, as `systemd-analyze security` counts what a broken program could reach; 100 is no protection at all."""


def test_units_run_the_lines_of_the_procfile_or_all_of_them() -> None:
    told = {path.stem.removeprefix("adjudicator-"): setting(path, "ExecStart") for path in UNITS}
    del told["backup"]
    programs = PROGRAMS | {"up": "adjudicator up"}
    assert told == {name: f"{PLACE}/{command}" for name, command in programs.items()}


def test_the_nightly_backup_keeps_the_newest_seven(tmp_path: Path) -> None:
    unit = DEPLOY / "systemd" / "adjudicator-backup.service"
    places = {f"{PLACE}/adjudicator backup": "touch", "/var/lib/adjudicator/backups": str(tmp_path)}
    for name in (*(f"2025-12-{day:02}.backup" for day in range(1, 11)), "before.backup", "of a host"):
        (tmp_path / name).touch()
    for line in ("ExecStart", "ExecStartPost"):
        command = setting(unit, line).replace("$$", "$").replace("%%", "%")  # as systemd reads it
        for ours, here in places.items():
            command = command.replace(ours, here)
        subprocess.run(shlex.split(command), check=True)
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left[:6] == [f"2025-12-{day:02}.backup" for day in range(5, 11)]
    assert len(left) == 7 + len(("before.backup", "of a host"))


def test_compose_runs_the_lines_of_the_procfile() -> None:
    services = COMPOSE["compose.yaml"]["services"]
    told = {name: shlex.split(services[name]["command"]) for name in services.keys() - OTHERS}
    assert told == {name: shlex.split(command) for name, command in PROGRAMS.items()}
    assert shlex.split(COMPOSE["compose.minimal.yaml"]["services"]["adjudicator"]["command"]) == ["adjudicator", "up"]


def test_pages_and_beat_share_the_folder_of_the_export() -> None:
    folder = Settings.read(example()).export_dir
    services = COMPOSE["compose.yaml"]["services"]
    mounted = {
        name: [one for one in services[name].get("volumes", []) if one.endswith(f":{folder}")] for name in PROGRAMS
    }
    assert mounted["web"] == mounted["beat"] == [f"export:{folder}"]
    assert "export" in COMPOSE["compose.yaml"]["volumes"]
    made = re.search(rf"install --directory --owner adjudicator .*{folder}$", CONTAINERFILE, re.MULTILINE)
    assert made, "a volume has the owner of the image's folder, and of none it is root"


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """Copy the units, with programs that are on this machine."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    shutil.copytree(DEPLOY / "systemd", tmp_path / "units")
    for path in (tmp_path / "units").glob("*.service"):
        path.write_text(path.read_text().replace(PLACE, str(Path(sys.executable).parent)))
    return tmp_path / "units"


@pytest.fixture
def wrapper(tmp_path: Path) -> Path:
    """Copy the host's command, for this user and folder, with `env` in place of the program."""
    user = pwd.getpwuid(os.geteuid()).pw_name
    write_host_command(tmp_path / "wrapper", user, tmp_path / "env", tmp_path, "env --null")
    return tmp_path / "wrapper"


SHELLS = [shell for shell in ("dash", "bash", "busybox") if shutil.which(shell)]


def call(shell: str, wrapper: Path, *words: str, settings: str) -> subprocess.CompletedProcess[str]:
    (wrapper.parent / "env").write_text(settings)
    shells = [shell, "sh"] if shell == "busybox" else [shell]
    return subprocess.run([*shells, wrapper, *words], cwd="/", capture_output=True, text=True, check=False)


@pytest.mark.parametrize("shell", SHELLS)
def test_the_hosts_command_has_the_settings_of_the_file_in_the_folder_of_the_programs(
    shell: str, wrapper: Path
) -> None:
    written = {"A": "b", "B_2": "", "C": "[::1]:8000", "D": "postgresql+psycopg://a:%40@h:5/x?b=c#d", "E": "a=b"}
    quoted = {"F": "'x $y z'", "G": "'two = \"three\"'", "H": '"it\'s"'}
    lines = ["# a comment = here", "", *(f"{name}={value}" for name, value in (written | quoted).items())]
    done = call(shell, wrapper, settings="\n".join(lines))  # without a line feed at its end
    assert done.stderr == ""
    told = dict(line.split("=", 1) for line in done.stdout.split("\0") if line)
    assert {name: told[name] for name in written | quoted} == written | {
        name: value[1:-1] for name, value in quoted.items()
    }
    assert told["PWD"] == str(wrapper.parent)


BROKEN = {
    "A = b": "no blanks around =",
    "A= b": "no blanks around =",
    "A\t=b": "no blanks around =",
    " A=b": "no blanks in front",
    "A": "must be NAME=value",
    "adjudicator_site=x": "a name has capitals, digits and _ alone",
    "export A=b": "a name has capitals, digits and _ alone",
    "A-B=c": "a name has capitals, digits and _ alone",
    "=b": "a name has capitals, digits and _ alone",
    "A=b\r": "ends with a carriage return",
    **{
        f"A={value}": "put a value with blanks or shell characters into '...'"
        for value in (
            "b c",
            "b # c",
            "b\t",
            "$b",
            "b;c",
            "b&c",
            "b|c",
            "b(c",
            "~/b",
            "`b`",
            "b\\c",
            "'b",
            "'b'c'",
            '"$b"',
        )
    },
}


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(("line", "said"), BROKEN.items(), ids=repr)
def test_a_line_that_a_shell_would_pass_over_or_read_otherwise_than_systemd_ends_it(
    shell: str, wrapper: Path, line: str, said: str
) -> None:
    for word, code in (("doctor", 1), ("deliver", 75)):
        done = call(shell, wrapper, word, settings=f"# settings\n\n{line}\nZ=hunter2\n")
        assert (done.returncode, done.stdout) == (code, "")
        assert done.stderr.startswith(f"Error: {wrapper.parent}/env, line 3: {said}")


def test_systemd_takes_every_unit(units: Path) -> None:
    done = analyze(units, "verify", "--man=no", *map(str, [path for path in units.iterdir() if path.is_file()]))
    assert done.returncode == 0, done.stderr
    assert not [line for line in done.stderr.splitlines() if "adjudicator" in line]  # other units are not our concern


@pytest.mark.parametrize("name", [path.name for path in UNITS])
def test_a_broken_program_reaches_little(units: Path, name: str) -> None:
    words = ("security", "--offline=true", f"--threshold={MOST_EXPOSURE}", "--no-pager", str(units / name))
    done = analyze(units, *words)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", COMPOSE)
def test_compose_files_follow_their_schema(name: str) -> None:
    words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(DEPLOY / name)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", COMPOSE)
def test_images_are_named_without_a_registry(name: str) -> None:
    for service in COMPOSE[name]["services"].values():
        assert re.fullmatch(r"[a-z]+(:[0-9]+)?", service["image"])


def test_the_example_has_settings_that_are_accepted() -> None:
    settings = Settings.read(example())
    assert settings.var == Path("/var/lib/adjudicator")
    assert not settings.mailbox


@pytest.mark.parametrize("service", PROGRAMS)
def test_every_service_of_the_club_is_accepted_with_the_example(service: str) -> None:
    environ = environment(COMPOSE["compose.yaml"]["services"][service], example() | {"POSTGRES_PASSWORD": "a-word"})
    settings = Settings.read(environ)
    assert settings.database_url == "postgresql+psycopg://adjudicator:a-word@database/adjudicator"
    assert settings.site == "https://club.example"
    assert settings.web.host == settings.smtp_in.host == "0.0.0.0"


@pytest.mark.parametrize("filled_in", [False, True], ids=["nothing but the secret it makes", "the example"])
def test_the_minimal_service_is_accepted_with(*, filled_in: bool) -> None:
    given = example() if filled_in else {"ADJUDICATOR_SECRET": "s" * 32}
    settings = Settings.read(environment(COMPOSE["compose.minimal.yaml"]["services"]["adjudicator"], given))
    assert settings.redis_url == ""
    assert settings.database_url.startswith("sqlite:")
    assert settings.mailbox != filled_in


def test_published_ports_are_those_where_programs_listen() -> None:
    for compose in COMPOSE.values():
        for service in compose["services"].values():
            listens = {str(value).rpartition(":")[2] for key, value in service.get("environment", {}).items()}
            assert {port.rpartition(":")[2] for port in service.get("ports", [])} <= listens


def example() -> dict[str, str]:
    """Read the example as a host would fill it in."""
    lines = (DEPLOY / "adjudicator.env.example").read_text().splitlines()
    told = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert told["ADJUDICATOR_SECRET"] == ""
    return told | {"ADJUDICATOR_SECRET": "s" * 32}


def environment(service: dict[str, Any], given: dict[str, str]) -> dict[str, str]:
    """Tell what a service is started with: what the file with the settings says, and over it what compose says."""
    over = {name: put_in(str(value), given) for name, value in service["environment"].items()}
    return given | over


def put_in(value: str, given: dict[str, str]) -> str:
    """Put what is given where compose names it; `:-` stands before what is taken otherwise, `:?` where it must be."""

    def put(found: re.Match[str]) -> str:
        default = (found["rest"] or "")[2:] if (found["rest"] or "").startswith(":-") else None
        value = given.get(found["name"]) or default
        assert value is not None, f"{found['name']} is not given"
        return value

    return re.sub(r"\$\{(?P<name>[A-Z_]+)(?P<rest>:[-?][^}]*)?\}", put, value)


def setting(path: Path, name: str) -> str:
    """Read a line of a unit."""
    (value,) = re.findall(rf"^{name}=(.*)$", path.read_text(), re.MULTILINE)
    return str(value)


def analyze(units: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environ = {"SYSTEMD_UNIT_PATH": f"{units}:", "PATH": "/usr/bin:/bin"}
    return subprocess.run(["systemd-analyze", *words], env=environ, capture_output=True, text=True, check=False)
