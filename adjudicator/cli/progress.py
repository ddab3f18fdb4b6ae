"""Shows how far a long command has come: a bar on a terminal, elsewhere a line now and then, both on standard error.

What is printed to standard output stays clean, so that it can be piped. Ctrl-C ends a command with one sentence, and
exit code 130, as a shell expects it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import click

QUIET_SECONDS: Final = 30.0
"""Time between two lines where there is no terminal, such as in a log."""
DRAWN: Final = 200
"""How often a bar is drawn at most."""
INTERRUPTED: Final = 130

Advance = Callable[[int], None]
"""Told of each part of the work that is done: how much it was."""


@contextmanager
def show_progress(label: str, total: int, clock: Callable[[], float] = time.monotonic) -> Iterator[Advance]:
    """Show how much of `total` is done. `label` is what is done, such as "Replaying matches"."""
    if sys.stderr.isatty():
        with click.progressbar(
            length=total, label=label, file=sys.stderr, show_pos=True, update_min_steps=max(1, total // DRAWN)
        ) as bar:
            yield bar.update
        return
    done, told = 0, clock()

    def advance(count: int) -> None:
        nonlocal done, told
        done += count
        if clock() - told >= QUIET_SECONDS:
            told = clock()
            click.echo(f"{label}: {done:,} of {total:,}", err=True)

    yield advance


@contextmanager
def ends_on_interrupt(told: Callable[[], str]) -> Iterator[None]:
    """End the command when somebody presses Ctrl-C, and tell what was done until then."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo(f"\nStopped. {told()}", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
