"""The small machine of the benches: it is made by whichever interface is there, and told when there is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bench import limits
from bench.limits import Interface, other_cores, small_machine


@pytest.fixture
def interfaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Interface, Interface]:
    new = Interface(tmp_path / "new", "cgroup.controllers", "memory.max", "memory.peak")
    old = Interface(tmp_path / "old", "memory.limit_in_bytes", "memory.limit_in_bytes", "memory.max_usage_in_bytes")
    monkeypatch.setattr(limits, "INTERFACES", (new, old))
    return new, old


@pytest.mark.parametrize("which", [0, 1])
def test_the_interface_that_is_there_holds_the_memory(interfaces: tuple[Interface, Interface], which: int) -> None:
    there = interfaces[which]
    there.root.mkdir()
    (there.root / there.sign).touch()
    affinity = os.sched_getaffinity(0)
    with small_machine(512) as machine:
        assert machine.group is not None
        assert machine.group.parent == there.root
        assert (machine.group / there.limit).read_text() == str(512 << 20)
        assert machine.peak_megabytes() is None
        (machine.group / there.peak).write_text(str(300 << 20))
        assert machine.peak_megabytes() == 300
        try:
            machine.enter()
            assert os.sched_getaffinity(0) == {limits.CORE}
        finally:
            os.sched_setaffinity(0, affinity)
        assert (machine.group / "cgroup.procs").read_text() == str(os.getpid())
        for file in (there.limit, there.peak, "cgroup.procs"):  # an ordinary folder, as this is, must be empty
            (machine.group / file).unlink()


def test_without_an_interface_there_is_no_limit(interfaces: tuple[Interface, Interface]) -> None:
    interfaces[1].root.mkdir()  # a folder alone does not make it one
    with small_machine(512) as machine:
        assert machine.group is None
        assert machine.peak_megabytes() is None


def test_the_bench_itself_stays_off_the_core() -> None:
    before = os.sched_getaffinity(0)
    with other_cores():
        assert os.sched_getaffinity(0) == (before - {limits.CORE} or before)
    assert os.sched_getaffinity(0) == before
