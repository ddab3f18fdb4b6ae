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
    """What the programs of a supervisor have said so far."""

    lines: list[tuple[str, str]] = field(default_factory=list)

    def add(self, name: str, line: str) -> None:
        self.lines.append((name, line))

    def has(self, *line: str) -> bool:
        return line in self.lines


@pytest.fixture
def said() -> Said:
    return Said()


@pytest.fixture
def supervisor(said: Said) -> Iterator[Supervisor]:
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # tests, too, may run under `nohup`
    with Supervisor({"PATH": os.environ["PATH"], "WORD": "hello"}, said.add).listening() as supervisor:
        yield supervisor
    signal.signal(signal.SIGHUP, before)


def run(supervisor: Supervisor, name: str, script: str, *, last: bool = False) -> ServiceProcess:
    return supervisor.start(name, ["/bin/sh", "-c", script], last=last)


def test_every_line_is_passed_on_with_its_program(supervisor: Supervisor, said: Said) -> None:
    assert supervisor.finish(run(supervisor, "one", "echo $WORD; echo oops >&2; printf 'no end'"))
    assert said.lines == [("one", "hello"), ("one", "oops"), ("one", "no end")]


def test_a_long_line_arrives_whole(supervisor: Supervisor, said: Said) -> None:
    assert supervisor.finish(run(supervisor, "one", "head -c 300000 /dev/zero | tr '\\0' x; echo; echo end"))
    assert said.lines == [("one", "x" * 300_000), ("one", "end")]


def test_bytes_that_are_no_text_are_shown_all_the_same(supervisor: Supervisor, said: Said) -> None:
    assert supervisor.finish(run(supervisor, "one", "printf 'a\\377b\\n'"))
    assert said.lines == [("one", "a\N{REPLACEMENT CHARACTER}b")]


@pytest.mark.parametrize(
    ("script", "ending"),
    [
        ("exit 3", "ended with exit code 3"),
        ("kill -9 $$", "was killed by SIGKILL"),
        ("exit 0", "ended with exit code 0"),
    ],
)
def test_a_program_that_ends_is_noticed_and_its_ending_is_told(
    supervisor: Supervisor, script: str, ending: str
) -> None:
    run(supervisor, "lasting", POLITE)
    run(supervisor, "short", script)
    program = supervisor.watch()
    assert program is not None
    assert (program.name, program.ending) == ("short", ending)


def test_a_watch_ticks_at_once_and_then_at_intervals_while_lines_are_passed_on(
    supervisor: Supervisor, said: Said
) -> None:
    ticks: list[int] = []

    def tick() -> None:
        ticks.append(len(said.lines))
        if len(ticks) == 4:
            run(supervisor, "last", "exit 0")

    run(supervisor, "one", "echo hello; exec sleep 60")
    program = supervisor.watch(tick, 0.05)
    assert program is not None
    assert program.name == "last"
    assert ticks[0] == 0  # before a line could be passed on
    assert len(ticks) >= 4
    assert said.has("one", "hello")


def test_a_program_that_does_one_piece_of_work_may_end_and_its_lines_have_its_name(
    supervisor: Supervisor, said: Said
) -> None:
    script = "echo exported; echo oops >&2; printf 'no end'; exit 3"
    export = supervisor.start_passing("export", ["/bin/sh", "-c", script])
    run(supervisor, "lasting", POLITE)

    def tick() -> None:
        if said.has("export", "no end") and export.poll() is not None:
            run(supervisor, "last", "exit 0")

    program = supervisor.watch(tick, 0.05)
    assert program is not None
    assert program.name == "last"
    assert [line for name, line in said.lines if name == "export"] == ["exported", "oops", "no end"]
    assert export.poll() == 3


def test_a_watch_does_not_tick_before_its_interval_is_over(supervisor: Supervisor) -> None:
    ticks: list[None] = []
    run(supervisor, "one", "echo 1; echo 2; sleep 0.1; echo 3")
    assert supervisor.watch(lambda: ticks.append(None), 3600) is not None
    assert len(ticks) == 1


def test_a_preparation_that_fails_is_told(supervisor: Supervisor) -> None:
    assert not supervisor.finish(run(supervisor, "prepare", "exit 1"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_watch(supervisor: Supervisor, number: signal.Signals) -> None:
    run(supervisor, "one", f"kill -{number} {os.getpid()}; exec sleep 60")
    assert supervisor.watch() is None
    assert supervisor.called == number


def test_under_nohup_the_end_of_the_terminal_is_no_call(said: Said) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Supervisor({"PATH": os.environ["PATH"]}, said.add).listening() as supervisor:
            program = run(supervisor, "one", f"kill -HUP {os.getpid()}; echo on")
            assert supervisor.finish(program)
            assert supervisor.called is None
    finally:
        signal.signal(signal.SIGHUP, before)
    assert said.has("one", "on")


def test_waiting_ends_when_a_program_does(supervisor: Supervisor) -> None:
    run(supervisor, "one", "exit 1")
    assert not supervisor.wait_until(lambda: False)


def test_the_one_on_which_others_lean_is_stopped_last(supervisor: Supervisor, said: Said) -> None:
    run(supervisor, "broker", POLITE, last=True)
    run(supervisor, "web", POLITE)
    run(supervisor, "worker", POLITE)
    assert supervisor.wait_until(lambda: len(said.lines) == 3)
    supervisor.stop()
    assert set(said.lines[3:5]) == {("web", "stopping"), ("worker", "stopping")}
    assert said.lines[5:] == [("broker", "stopping")]


def test_a_second_call_ends_a_stubborn_program_at_once(supervisor: Supervisor, said: Said) -> None:
    stubborn = run(supervisor, "stubborn", STUBBORN)
    assert supervisor.wait_until(lambda: said.has("stubborn", "ready"))
    with subprocess.Popen(["/bin/sh", "-c", f"sleep 0.2; kill -INT {os.getpid()}"]):
        supervisor.stop()
    assert stubborn.child.poll() == -signal.SIGKILL
    assert said.lines[-1] == ("stubborn", "does not stop and is killed")


@ON_LINUX
def test_what_a_program_has_started_ends_with_it(supervisor: Supervisor, said: Said) -> None:
    run(supervisor, "parent", f"({STUBBORN}) & echo $!; wait")
    assert supervisor.wait_until(lambda: len(said.lines) == 2)  # either of them may be the first to speak
    (grandchild,) = [int(line) for _, line in said.lines if line.isdigit()]
    ended = ends(grandchild)
    supervisor.stop()
    assert ended()


@ON_LINUX
def test_no_program_survives_when_we_are_killed() -> None:
    script = """
from adjudicator.run.supervisor import Supervisor
with Supervisor({}, lambda name, line: print(line, flush=True)).listening() as supervisor:
    supervisor.start("one", ["/bin/sh", "-c", "echo $$; exec /bin/sleep 60"])
    supervisor.watch()
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        ended = ends(int(parent.stdout.readline()))
        parent.kill()
    assert ended()
