"""Programs that begin as forks: which ones do, and that they find what a new program would."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import celery
import pytest

from adjudicator.run.forks import find_entry, split_command
from adjudicator.run.procfile import find_procfile, read_procfile
from tests.run.up_process import ON_LINUX

HERE = str(Path(sys.executable).parent)
ENVIRON = {"PATH": f"{HERE}:/usr/bin:/bin"}


@pytest.mark.parametrize("command", [*read_procfile(find_procfile().read_text()).values(), "python -m worker.beat -x"])
def test_every_program_of_ours_is_a_fork(command: str) -> None:
    assert find_entry(split_command(command), ENVIRON) is not None
    first, *others = shlex.split(command)
    assert find_entry([f"{HERE}/{first}", *others], ENVIRON) is not None


@pytest.mark.parametrize(
    "command",
    [
        "/usr/bin/env adjudicator web",
        "/opt/other/bin/adjudicator web",
        "sleep 60",
        "nowhere",
        "python listener.py",
        "python -c pass",
        "adjudicator web --port $PORT",
        "PORT=1 adjudicator web",
        "adjudicator web | tee log",
        "cd /; adjudicator web",
        "adjudicator 'web",
        "python -m",
        "python",
        "",
    ],
)
def test_anything_else_is_a_program_of_its_own(command: str) -> None:
    assert find_entry(split_command(command), ENVIRON) is None


def test_a_script_of_another_environment_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "adjudicator").write_text("#!/bin/sh\n")
    (tmp_path / "adjudicator").chmod(0o755)
    assert find_entry(["adjudicator", "web"], {"PATH": f"{tmp_path}:{HERE}"}) is None


def test_what_no_program_of_ours_needs_is_not_loaded() -> None:
    loaded = "print([name for name in ('prompt_toolkit', 'matplotlib') if name in sys.modules])"
    script = f"import sys; from adjudicator.run.forks import preload; preload(); {loaded}"
    assert subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout == "[]\n"


def test_celery_asks_nothing_of_the_library_for_prompts_but_what_it_finds_here() -> None:
    used = [
        line
        for path in Path(celery.__file__).parent.rglob("*.py")
        for line in path.read_text().splitlines()
        if "click_repl" in line
    ]
    assert set(used) == {"from click_repl import register_repl"}


FORKS = """
import json, os, signal, socket, subprocess, sys
from adjudicator.run.forks import Program, fork

ENDS = {
    "code": lambda: sys.exit(3),
    "words": lambda: sys.exit("words"),
    "fault": lambda: 1 / 0,
    "nothing": lambda: None,
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
}

SIGNALS = "print(*(line.split()[1] for line in open('/proc/self/status') if line.startswith(('SigB', 'SigI', 'SigC'))))"

def report():
    exec(SIGNALS)
    files = [name for name in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{name}")]
    title = open("/proc/self/cmdline").read().strip("\\0")
    told = dict(environ=dict(os.environ), title=title, files=sorted(map(int, files)), read=sys.stdin.read())
    print(json.dumps(told | {"leads": os.getsid(0) == os.getpid()}))

nothing = os.open(os.devnull, os.O_RDWR)
inner, outer = socket.socketpair()
outer.setblocking(False)
signal.set_wakeup_fd(outer.fileno())
signal.signal(signal.SIGTERM, lambda *_: None)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
output, written = os.pipe()
os.environ["SECRET"] = "of the parent"
child = fork(Program(report, "adjudicator: told", {"WORD": "hello", "MALLOC_ARENA_MAX": "1"},
                     {0: nothing, 1: written, 2: 2}))
os.close(written)
signals, report = os.fdopen(output).read().splitlines()
told = json.loads(report)
told["signals"] = signals, subprocess.check_output([sys.executable, "-c", SIGNALS], text=True).strip()
assert child.wait() == child.poll() == 0
silent = {0: nothing, 1: nothing, 2: nothing}
told["codes"] = {name: fork(Program(end, name, {}, silent)).wait() for name, end in ENDS.items()}
print(json.dumps(told))
"""


@ON_LINUX
def test_a_fork_finds_what_a_new_program_would() -> None:
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    told = json.loads(
        subprocess.run([sys.executable, "-c", FORKS], env=environ, capture_output=True, check=True).stdout
    )
    assert told["environ"] == {"WORD": "hello", "MALLOC_ARENA_MAX": "1"}
    assert told["title"] == "adjudicator: told"
    assert told["files"] == [0, 1, 2]
    assert told["leads"]
    assert told["read"] == ""
    of_the_fork, of_a_new_program = told["signals"]
    assert of_the_fork == of_a_new_program
    assert told["codes"] == {"code": 3, "words": 1, "fault": 1, "nothing": 0, "killed": -9}


PRELOADS = """
import gc, os, sys, threading
os.environ.clear()
before = len(os.listdir("/proc/self/fd"))
from adjudicator.run.forks import preload
preload()
assert threading.active_count() == 1, threading.enumerate()
assert len(os.listdir("/proc/self/fd")) == before, os.listdir("/proc/self/fd")
assert gc.isenabled()
assert gc.get_freeze_count() > 100_000
assert "worker.app" not in sys.modules, "it reads the settings"
"""


@ON_LINUX
def test_what_is_imported_before_leaves_no_thread_and_no_open_file_and_needs_no_setting() -> None:
    path = f"import sys; sys.path += {sys.path!r}\n"
    subprocess.run([sys.executable, "-c", path + PRELOADS], check=True)
