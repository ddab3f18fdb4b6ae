"""The programs under one roof: what they say is passed on, an end is noticed, and all of them are stopped in order."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from adjudicator.run.process import ServiceProcess
from adjudicator.run.supervisor import Supervisor
from tests.run.up_process import ON_LINUX, ends

STUBBORN = "trap '' TERM; echo ready; while :; do sleep 60; done"
POLITE = "trap 'echo stopping; exit 0' TERM; echo ready; while :; do sleep 0.05; done"


@dataclass
class Said:
    """What the programs of a crew have said so far."""

    lines: list[tuple[str, str]] = field(default_factory=list)

    def add(self, name: str, line: str) -> None:
        self.lines.append((name, line))

    def has(self, *line: str) -> bool:
        return line in self.lines


@pytest.fixture
def said() -> Said:
    return Said()


@pytest.fixture
def crew(said: Said) -> Iterator[Supervisor]:
    with Supervisor({"PATH": os.environ["PATH"], "WORD": "hello"}, said.add).listening() as crew:
        yield crew


def run(crew: Supervisor, name: str, script: str, *, last: bool = False) -> ServiceProcess:
    return crew.start(name, ["/bin/sh", "-c", script], last=last)


def test_every_line_is_passed_on_with_its_program(crew: Supervisor, said: Said) -> None:
    assert crew.finish(run(crew, "one", "echo $WORD; echo oops >&2; printf 'no end'"))
    assert said.lines == [("one", "hello"), ("one", "oops"), ("one", "no end")]


def test_a_long_line_arrives_whole(crew: Supervisor, said: Said) -> None:
    assert crew.finish(run(crew, "one", "head -c 300000 /dev/zero | tr '\\0' x; echo; echo end"))
    assert said.lines == [("one", "x" * 300_000), ("one", "end")]


def test_bytes_that_are_no_text_are_shown_all_the_same(crew: Supervisor, said: Said) -> None:
    assert crew.finish(run(crew, "one", "printf 'a\\377b\\n'"))
    assert said.lines == [("one", "a\N{REPLACEMENT CHARACTER}b")]


@pytest.mark.parametrize(
    ("script", "ending"),
    [
        ("exit 3", "ended with exit code 3"),
        ("kill -9 $$", "was killed by SIGKILL"),
        ("exit 0", "ended with exit code 0"),
    ],
)
def test_a_program_that_ends_is_noticed_and_its_ending_is_told(crew: Supervisor, script: str, ending: str) -> None:
    run(crew, "lasting", POLITE)
    run(crew, "short", script)
    program = crew.watch()
    assert program is not None
    assert (program.name, program.ending) == ("short", ending)


def test_a_preparation_that_fails_is_told(crew: Supervisor) -> None:
    assert not crew.finish(run(crew, "prepare", "exit 1"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_watch(crew: Supervisor, number: signal.Signals) -> None:
    run(crew, "one", f"kill -{number} {os.getpid()}; exec sleep 60")
    assert crew.watch() is None
    assert crew.called == number


def test_under_nohup_the_end_of_the_terminal_is_no_call(said: Said) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Supervisor({"PATH": os.environ["PATH"]}, said.add).listening() as crew:
            program = run(crew, "one", f"kill -HUP {os.getpid()}; echo on")
            assert crew.finish(program)
            assert crew.called is None
    finally:
        signal.signal(signal.SIGHUP, before)
    assert said.has("one", "on")


def test_waiting_ends_when_a_program_does(crew: Supervisor) -> None:
    run(crew, "one", "exit 1")
    assert not crew.wait_until(lambda: False)


def test_the_one_on_which_others_lean_is_stopped_last(crew: Supervisor, said: Said) -> None:
    run(crew, "broker", POLITE, last=True)
    run(crew, "web", POLITE)
    run(crew, "worker", POLITE)
    assert crew.wait_until(lambda: len(said.lines) == 3)
    crew.stop()
    assert set(said.lines[3:5]) == {("web", "stopping"), ("worker", "stopping")}
    assert said.lines[5:] == [("broker", "stopping")]


def test_a_second_call_ends_a_stubborn_program_at_once(crew: Supervisor, said: Said) -> None:
    stubborn = run(crew, "stubborn", STUBBORN)
    assert crew.wait_until(lambda: said.has("stubborn", "ready"))
    with subprocess.Popen(["/bin/sh", "-c", f"sleep 0.2; kill -INT {os.getpid()}"]):
        crew.stop()
    assert stubborn.child.returncode == -signal.SIGKILL
    assert said.lines[-1] == ("stubborn", "does not stop and is killed")


@ON_LINUX
def test_what_a_program_has_started_ends_with_it(crew: Supervisor, said: Said) -> None:
    run(crew, "parent", f"({STUBBORN}) & echo $!; wait")
    assert crew.wait_until(lambda: said.has("parent", "ready"))
    (grandchild,) = [int(line) for _, line in said.lines if line.isdigit()]
    ended = ends(grandchild)
    crew.stop()
    assert ended()


@ON_LINUX
def test_no_program_survives_when_we_are_killed() -> None:
    script = """
from adjudicator.run.supervisor import Crew
with Crew({}, lambda name, line: print(line, flush=True)).listening() as crew:
    crew.start("one", ["/bin/sh", "-c", "echo $$; exec /bin/sleep 60"])
    crew.watch()
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        ended = ends(int(parent.stdout.readline()))
        parent.kill()
    assert ended()
