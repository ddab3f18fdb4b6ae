"""Programs of the service as forks of a process that has imported their modules.

A program of its own takes a second and a half of a core to import what all of them import, and keeps it in memory once
more. A fork begins at once and shares that memory for as long as nobody writes to it.
"""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import runpy
import shlex
import shutil
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from io import TextIOWrapper
from multiprocessing.context import ForkProcess
from pathlib import Path
from types import ModuleType
from typing import Final, cast

from setproctitle import setproctitle
from sqlalchemy.orm import configure_mappers

from adjudicator.engines.registry import engines
from adjudicator.infra.parent_death import die_with_parent
from adjudicator.texts.language.language import LANGUAGES, CatalogMissing, language_for

Entry = Callable[[], object]
"""A program as a function; it may end by `SystemExit`."""

PRELOADED: Final = (
    "adjudicator.cli.listen_command",
    "adjudicator.cli.poll_command",
    "adjudicator.cli.serve_command",
    "adjudicator.cli.web_command",
    "adjudicator.services.jobs.bot_turns",
    "adjudicator.services.jobs.judging",
    "adjudicator.services.jobs.letter_sender",
    "adjudicator.services.jobs.periodic_sweep",
    "celery.app.amqp",
    "celery.app.events",
    "celery.app.log",
    "celery.apps.worker",
    "celery.backends.base",
    "celery.bin.celery",
    "celery.concurrency.thread",
    "celery.events.state",
    "celery.fixups.django",
    "celery.worker.autoscale",
    "celery.worker.components",
    "celery.worker.consumer",
    "celery.worker.consumer.delayed_delivery",
    "celery.worker.strategy",
    "concurrent.futures.thread",
    "kombu.transport.redis",
    "valkey.asyncio",
    "worker.bootsteps",
    "worker.celery_patches",
)
"""Modules that at least one program imports sooner or later. None reads a setting, opens a file or starts a thread."""

_ARENAS: Final = -8  # M_ARENA_MAX in <malloc.h>
_SHELL: Final = frozenset("$`\\|&;<>()*?[]~#!{}=\n")
"""Signs by which a command is more than a program and its arguments."""


def can_fork() -> bool:
    """Tell whether programs are forked here: only where a fork without a new program is known to be safe."""
    return sys.platform == "linux"


def preload() -> None:
    """Import what the programs need. To be called once, by a process with one thread, before the first fork."""
    gc.disable()  # each walk of the collector would leave gaps, which forks fill: pages that they do not share any more
    _leave_out_prompts()
    for module in PRELOADED:
        import_module(module)
    configure_mappers()
    engines()
    with suppress(CatalogMissing):  # a program that needs it will say so
        for language in LANGUAGES:
            language_for(language)
    gc.enable()
    gc.freeze()


def _leave_out_prompts() -> None:
    """Let `celery.bin` find an empty `click_repl`: 7 MB for a prompt with completion, which no worker shows."""
    empty = ModuleType("click_repl")
    setattr(empty, "register_repl", lambda _group: None)  # noqa: B010  # a module's attribute that mypy does not know
    sys.modules.setdefault(empty.__name__, empty)


def split_command(command: str) -> list[str]:
    """Split a command line into its program and arguments; empty if it is for a shell to run or refuse."""
    if _SHELL.intersection(command):
        return []
    try:
        return shlex.split(command)
    except ValueError:  # a quotation mark has no partner
        return []


def find_entry(words: Sequence[str], environ: Mapping[str, str]) -> Entry | None:
    """Find the Python function that a program with its arguments runs.

    It is a console script of this environment, or ``python -m MODULE``. None for any other program, also for a script
    of another environment.
    """
    found = shutil.which(words[0], path=environ.get("PATH")) if words else None
    if found is None or Path(found).parent != Path(sys.executable).parent:
        return None
    if words[1:2] == ["-m"] and len(words) > 2 and Path(found).resolve() == Path(sys.executable).resolve():
        return partial(_run_module, words[2], words[3:])
    scripts = entry_points(group="console_scripts", name=Path(found).name)
    return partial(_run_script, next(iter(scripts)).load(), found, words[1:]) if scripts else None


@dataclass(frozen=True, slots=True)
class Program:
    """Entry point of a fork, and everything that it finds when it begins."""

    entry: Entry
    title: str
    """Its name in the list of processes."""
    environ: Mapping[str, str]
    descriptors: Mapping[int, int]
    """The open files that it has: their number there → their number here. All others are closed."""


@dataclass(frozen=True, slots=True)
class ForkedChild:
    """A fork, with the part of the interface of `subprocess.Popen` that the supervisor uses."""

    process: ForkProcess

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self.process.pid is not None  # noqa: S101  # it is started
        return self.process.pid

    def poll(self) -> int | None:
        """Return the exit code, the negative number of a signal, or None while it runs."""
        return self.process.exitcode

    def wait(self) -> int:
        """Wait for its end, and return its exit code."""
        self.process.join()
        assert self.process.exitcode is not None  # noqa: S101
        return self.process.exitcode


def fork(program: Program) -> ForkedChild:
    """Begin a program as a fork of this process, which has one thread.

    The fork has a session of its own. It dies with this process, and finds every signal as a new program would.
    """
    parent_death = die_with_parent()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    try:
        begun = multiprocessing.get_context("fork").Process(target=_become, args=(program, parent_death, before))
        begun.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return ForkedChild(begun)


def _become(program: Program, parent_death: Callable[[], None] | None, mask: set[signal.Signals]) -> None:
    os.setsid()
    sys.stdin = open(0, closefd=False)  # noqa: SIM115  # `multiprocessing` opened one of its own
    if parent_death is not None:
        parent_death()
    _take_descriptors(program.descriptors)
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    setproctitle(program.title)  # before the environment changes: it lies behind the title in memory
    os.environ.clear()
    os.environ.update(program.environ)
    if "MALLOC_ARENA_MAX" in program.environ:  # the C library reads it only when a program begins
        ctypes.CDLL(None).mallopt(_ARENAS, int(program.environ["MALLOC_ARENA_MAX"]))
    cast(TextIOWrapper, sys.stdout).reconfigure(line_buffering=True, write_through=True)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    program.entry()


def _take_descriptors(descriptors: Mapping[int, int]) -> None:
    """Keep the standard streams and the given ones, and close everything else.

    Objects that own a descriptor that is closed here live on in the frames below, untouched, until the process ends.
    """
    for wanted, given in descriptors.items():
        os.dup2(given, wanted)
    os.closerange(max(2, *descriptors) + 1, os.sysconf("SC_OPEN_MAX"))


def _run_script(function: Callable[[], int | str | None], path: str, arguments: Sequence[str]) -> None:
    sys.argv = [path, *arguments]
    sys.exit(function())


def _run_module(module: str, arguments: Sequence[str]) -> None:
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
