"""Ties the life of a started program to that of the one who started it, where the system can do that."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

_SET_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG in <linux/prctl.h>
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent() -> Callable[[], None] | None:
    """Build what a child runs before its program starts, so that even a killed parent leaves none behind.

    The signal is SIGKILL: a worker that were asked politely would wait for a broker that is already gone. Nothing is
    lost by it, as every part of the service may be killed at any time. On systems other than Linux there is no tether.
    """
    if _LIBC is None:
        return None
    libc, parent = _LIBC, os.getpid()

    def tie() -> None:
        libc.prctl(_SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # it died in between, and its signal came too early
            os._exit(1)

    return tie
